#include "proof.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace noughts {

namespace {

constexpr uint64_t kWorkMask = 0xFF;
constexpr int kPollInterval = 512;

// The first numbers of a leaf lean towards what the estimate says: by a factor of e each kSpread.
constexpr double kUnit = 4, kSpread = 400, kMostLean = 2;


int side_of(Outcome outcome) { return outcome == Outcome::kXWins ? 0 : outcome == Outcome::kOWins ? 1 : -1; }

}  // namespace

Prover::Prover(const Evaluation& evaluation, size_t megabytes)
    : evaluation_(evaluation), buckets_(std::bit_floor((megabytes << 20) / sizeof(Bucket))) {}

void Prover::clear() { std::fill(buckets_.begin(), buckets_.end(), Bucket()); }

Prover::Answer Prover::does_win(const Position& position, int attacker, int64_t node_limit,
                                const ShouldStop& should_stop) {
    attacker_ = attacker;
    nodes_ = 0;
    node_limit_ = node_limit;
    should_stop_ = &should_stop;
    stopped_ = false;
    const Worths worths = evaluation_.worths_of(position);
    Numbers numbers = first_numbers(position, worths);
    if (numbers.reach != 0 && numbers.fail != 0) numbers = search(position, worths, kNever, kNever);
    if (numbers.reach != 0 && numbers.fail != 0) return Answer::kUnknown;
    return (numbers.reach == 0) == (position.to_move == attacker) ? Answer::kYes : Answer::kNo;
}

bool Prover::is_known_not_to_win(const Position& position, int side) const {
    Numbers numbers;
    if (!look_up(key_of(position, side), numbers)) return false;
    return (position.to_move == side ? numbers.fail : numbers.reach) == 0;
}

// What is known about a position without looking ahead.
Prover::Numbers Prover::first_numbers(const Position& position, const Worths& worths) const {
    constexpr Numbers kReached{0, kNever}, kFailed{kNever, 0};
    const bool attacks = position.to_move == attacker_;
    if (position.is_over()) return (side_of(position.outcome) == attacker_) == attacks ? kReached : kFailed;
    if (!position.can_win(attacker_)) return attacks ? kFailed : kReached;
    if (position.wins_at_once()) return kReached;
    const int choices = position.target == kAnywhere ? position.open_cells
                                                     : std::popcount(position.empty_cells(position.target));
    const Score score = evaluation_.evaluate(position, worths);
    const double lean = std::exp(std::clamp(double(score) / kSpread, -kMostLean, kMostLean));
    return {uint32_t(kUnit / lean) + 1, uint32_t(kUnit * lean * choices / 4) + 1};
}

bool Prover::look_up(uint64_t key, Numbers& numbers) const {
    for (const Slot& slot : buckets_[(key >> 8) & (buckets_.size() - 1)].slots)
        if (((slot.key_and_work ^ key) & ~kWorkMask) == 0) {
            numbers = slot.numbers;
            return true;
        }
    return false;
}

void Prover::store(uint64_t key, Numbers numbers, int64_t work) {
    const uint64_t logarithm = uint64_t(std::bit_width(uint64_t(work)));
    Slot* least = nullptr;
    for (Slot& slot : buckets_[(key >> 8) & (buckets_.size() - 1)].slots) {
        if (((slot.key_and_work ^ key) & ~kWorkMask) == 0) {
            least = &slot;
            break;
        }
        if (least == nullptr || (slot.key_and_work & kWorkMask) < (least->key_and_work & kWorkMask)) least = &slot;
    }
    *least = {(key & ~kWorkMask) | logarithm, numbers};
}

bool Prover::out_of_nodes() {
    if (++nodes_ % kPollInterval == 0 && (nodes_ >= node_limit_ || (*should_stop_)())) stopped_ = true;
    return stopped_;
}

Prover::Numbers Prover::search(const Position& position, const Worths& worths, uint32_t reach_limit, uint32_t fail_limit) {
    const int64_t begin = nodes_;
    std::array<Child, kMoves> children;
    int count = 0;
    for (const Move move : position.legal_moves()) {
        Position next = position;
        next.play(move);
        Child& child = children[count++];
        child = {key_of(next, attacker_), {}, move};
        if (!look_up(child.key, child.numbers)) {
            Worths next_worths = worths;
            evaluation_.update(next_worths, next, kPlaces[move].board);
            child.numbers = first_numbers(next, next_worths);
        }
        if (child.numbers.fail == 0) break;  // a move that reaches the aim: the others do not matter
    }
    for (;;) {
        Numbers own{kNever, 0};
        uint32_t second = kNever;
        Child* best = nullptr;
        for (int i = 0; i < count; ++i) {
            Child& child = children[i];
            own.fail = std::min(own.fail + child.numbers.reach, kNever);
            if (child.numbers.fail < own.reach) {
                second = own.reach;
                own.reach = child.numbers.fail;
                best = &child;
            } else {
                second = std::min(second, child.numbers.fail);
            }
        }
        if (own.reach == 0) own.fail = kNever;
        if (own.reach >= reach_limit || own.fail >= fail_limit || out_of_nodes()) {
            store(key_of(position, attacker_), own, nodes_ - begin + 1);
            return own;
        }
        const uint32_t child_reach_limit = std::min(fail_limit - own.fail + best->numbers.reach, kNever);
        const uint32_t child_fail_limit = std::min(reach_limit, second + second / 4 + 1);
        Position next = position;
        next.play(best->move);
        Worths next_worths = worths;
        evaluation_.update(next_worths, next, kPlaces[best->move].board);
        best->numbers = search(next, next_worths, child_reach_limit, child_fail_limit);
        if (stopped_) return own;
    }
}

}  // namespace noughts
