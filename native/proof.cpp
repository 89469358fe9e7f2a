#include "proof.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace noughts {

namespace {

constexpr int kPollInterval = 512;

// The first numbers of a leaf: larger the more cells are open, and leaning towards what the estimate says.
constexpr double kUnit = 16, kGrowth = 0.1, kSpread = 900, kMostLean = 4;
constexpr int kMostGrowing = 40, kGrain = 8, kGrains = int(kSpread * kMostLean) / kGrain;

const auto kEffort = [] {
    std::array<float, kMoves + 1> table;
    for (int cells = 0; cells <= kMoves; ++cells)
        table[cells] = float(kUnit * std::exp(kGrowth * std::min(cells, kMostGrowing)));
    return table;
}();

const auto kLean = [] {
    std::array<float, 2 * kGrains + 1> table;
    for (int grain = -kGrains; grain <= kGrains; ++grain)
        table[kGrains + grain] = float(std::exp(grain * kGrain / kSpread));
    return table;
}();

constexpr uint8_t kUnwinnable = 100;

// For each pattern of a small board: how many more stones the first side needs at least to win it.
const auto kStonesNeeded = [] {
    std::vector<uint8_t> table(kPatterns, kUnwinnable);
    for (unsigned mine = 0; mine < 512; ++mine)
        for (unsigned theirs = 0; theirs < 512; ++theirs) {
            if ((mine & theirs) != 0 || kHasLine[theirs]) continue;
            uint8_t& least = table[pattern_of(mine, theirs)];
            for (unsigned line : kLines)
                if ((theirs & line) == 0) least = std::min<uint8_t>(least, 3 - std::popcount(mine & line));
        }
    return table;
}();

int stones_to_win(const Position& position, int side, int board) {
    return kStonesNeeded[pattern_of(position.cells[side][board], position.cells[side ^ 1][board])];
}

// No win by the count is nearer than the end of the last open board.
int least_plies_to_count(const Position& position) {
    int plies = 0;
    for (unsigned boards = kFull & ~position.closed; boards != 0; boards &= boards - 1) {
        const int board = std::countr_zero(boards);
        plies += std::min({stones_to_win(position, 0, board), stones_to_win(position, 1, board),
                           std::popcount(position.empty_cells(board))});
    }
    return plies;
}

// No win is nearer than the stones that its shortest macro line needs.
int least_plies(const Position& position, int winner) {
    int stones[9], least = kUnwinnable;
    for (int board = 0; board < 9; ++board) stones[board] = stones_to_win(position, winner, board);
    for (int first = 0; first < 3; ++first) {
        least = std::min(least, stones[3 * first] + stones[3 * first + 1] + stones[3 * first + 2]);
        least = std::min(least, stones[first] + stones[first + 3] + stones[first + 6]);
    }
    least = std::min({least, stones[0] + stones[4] + stones[8], stones[2] + stones[4] + stones[6]});
    const int plies = 2 * least - (position.to_move == winner ? 1 : 0);
    return position.count_rule ? std::min(plies, least_plies_to_count(position)) : plies;
}

int side_of(Outcome outcome) { return outcome == Outcome::kXWins ? 0 : outcome == Outcome::kOWins ? 1 : -1; }

}  // namespace

Prover::Prover(const Evaluation& evaluation, size_t megabytes)
    : evaluation_(evaluation), buckets_(std::bit_floor((megabytes << 20) / sizeof(Bucket))),
      children_(kMoves * (kMoves + 1) / 2), next_child_(children_.data()) {}

Prover::Answer Prover::does_win(const Position& position, int attacker, int plies, int64_t node_limit,
                                const ShouldStop& should_stop) {
    attacker_ = attacker;
    network_ = &evaluation_.of(position);
    nodes_ = 0;
    node_limit_ = node_limit;
    should_stop_ = &should_stop;
    stopped_ = false;
    plies = useful_plies(position, plies);
    Numbers numbers;
    if (!is_decided(position, plies, numbers))
        numbers = search(position, network_->direct_sums(position), key_of(position), plies, kNever, kNever);
    return answer(position, numbers);
}

bool Prover::is_known_to_win(const Position& position, int attacker) {
    attacker_ = attacker;
    Numbers numbers{1, 1, 0};
    if (!is_decided(position, kEver, numbers)) look_up(key_of(position), position, kEver, numbers);
    return answer(position, numbers).yes;
}

Prover::Answer Prover::answer(const Position& position, const Numbers& numbers) const {
    if (!numbers.decided()) return {};
    return {true, (numbers.phi == 0) == (position.to_move == attacker_), numbers.within};
}

// Fewer plies that ask the same: nothing happens after the last cell, and only the winner's own move makes a line.
int Prover::useful_plies(const Position& position, int plies) const {
    if (plies >= position.open_cells) return kEver;
    const bool odd = plies % 2 == 1, attacks = position.to_move == attacker_;
    return position.count_rule || odd == attacks || plies == 0 ? plies : plies - 1;
}

Prover::Numbers Prover::verdict(const Position& position, bool attacker_wins, int within) const {
    const bool reaches = (position.to_move == attacker_) == attacker_wins;
    return {reaches ? 0 : kNever, reaches ? kNever : 0, uint8_t(within)};
}

// What is known about a position without looking ahead.
bool Prover::is_decided(const Position& position, int plies, Numbers& numbers) const {
    if (position.is_over()) numbers = verdict(position, side_of(position.outcome) == attacker_);
    else if (plies == 0 || !position.can_win(attacker_)) numbers = verdict(position, false);
    else if (position.wins_at_once()) numbers = verdict(position, position.to_move == attacker_, 1);
    else if (plies != kEver && least_plies(position, attacker_) > plies) numbers = verdict(position, false);
    else return false;
    return true;
}

Prover::Numbers Prover::first_numbers(const Position& position, const DirectSums& sums) const {
    const int choices = position.target == kAnywhere ? position.open_cells
                                                     : std::popcount(position.empty_cells(position.target));
    const float effort = kEffort[position.open_cells];
    const int grain = std::clamp(network_->direct_estimate(position, sums) / kGrain, -kGrains, kGrains);
    return {uint32_t(effort * kLean[kGrains - grain]) + 1, uint32_t(effort * kLean[kGrains + grain] * choices / 2) + 1, 0};
}

bool Prover::look_up(uint64_t key, const Position& position, int plies, Numbers& numbers) const {
    for (const Slot& slot : bucket(key).slots) {
        if (slot.check != key >> 24 || slot.work == 0) continue;
        if (slot.within != 0 && int(slot.within) <= plies) numbers = verdict(position, true, slot.within);
        else if (int(slot.beyond) >= plies) numbers = verdict(position, false);
        else numbers = {slot.phi, slot.delta, 0};
        return true;
    }
    return false;
}

void Prover::store(uint64_t key, const Position& position, int plies, const Numbers& numbers, int64_t work) {
    Slot* chosen = nullptr;
    for (Slot& slot : bucket(key).slots) {
        const bool same = slot.check == key >> 24 && slot.work != 0;
        if (same || chosen == nullptr || slot.work < chosen->work) chosen = &slot;
        if (same) break;
    }
    Slot& slot = *chosen;
    if (slot.check != key >> 24 || slot.work == 0) slot = {key >> 24, 0, 0, 0, 1, 1};
    slot.work = std::max<uint64_t>(slot.work, std::bit_width(uint64_t(work)));
    if (!numbers.decided()) {
        slot.phi = numbers.phi;
        slot.delta = numbers.delta;
    } else if ((numbers.phi == 0) == (position.to_move == attacker_)) {
        slot.within = slot.within == 0 ? numbers.within : std::min<uint64_t>(slot.within, numbers.within);
    } else {
        slot.beyond = std::max<uint64_t>(slot.beyond, plies);
    }
}

bool Prover::out_of_nodes() {
    if (++nodes_ % kPollInterval == 0 && (nodes_ >= node_limit_ || (*should_stop_)())) stopped_ = true;
    return stopped_;
}

// Writes what is known about the moves of a position, and returns how many matter: one that reaches the aim, or all.
int Prover::expand(const Position& position, const DirectSums& sums, int plies, Child* children) const {
    int count = 0;
    for (const Move move : position.legal_moves()) {
        Child& child = children[count++];
        child.position = position;
        child.position.play(move);
        child.board = kPlaces[move].board;
        child.plies = uint8_t(plies == kEver ? kEver : useful_plies(child.position, plies - 1));
        child.key = key_of(child.position);
        child.numbers = {1, 1, 0};
        if (!is_decided(child.position, child.plies, child.numbers)) {
            __builtin_prefetch(&bucket(child.key));
        } else if (child.numbers.delta == 0) {
            children[0] = child;
            return 1;
        }
    }
    for (int i = 0; i < count; ++i) {
        Child& child = children[i];
        if (child.numbers.decided()) continue;
        if (!look_up(child.key, child.position, child.plies, child.numbers)) {
            child.numbers = first_numbers(
                child.position, network_->after_move(sums, position, child.position, child.board));
        } else if (child.numbers.delta == 0) {
            children[0] = child;
            return 1;
        }
    }
    return count;
}

Prover::Numbers Prover::search(const Position& position, const DirectSums& sums, uint64_t key, int plies,
                               uint32_t phi_limit, uint32_t delta_limit) {
    const int64_t begin = nodes_;
    Child* const children = next_child_;
    const int count = expand(position, sums, plies, children);
    next_child_ = children + count;
    Numbers own;
    for (;;) {
        own = {kNever, 0, 0};
        uint32_t second = kNever;
        uint8_t longest = 0;
        Child* best = nullptr;
        for (Child* child = children; child != next_child_; ++child) {
            own.delta = std::min(own.delta + child->numbers.phi, kNever - 1);
            longest = std::max(longest, child->numbers.within);
            if (child->numbers.delta < own.phi) {
                second = own.phi;
                own.phi = child->numbers.delta;
                best = child;
            } else {
                second = std::min(second, child->numbers.delta);
            }
        }
        if (own.phi == 0) own = {0, kNever, uint8_t(best->numbers.within + 1)};
        else if (own.delta == 0) own.within = uint8_t(longest + 1);
        if (own.phi >= phi_limit || own.delta >= delta_limit || out_of_nodes()) break;
        const DirectSums next = network_->after_move(sums, position, best->position, best->board);
        const uint32_t child_phi_limit = std::min(delta_limit - own.delta + best->numbers.phi, kNever);
        const uint32_t child_delta_limit = std::min(phi_limit, 2 * second + 1);
        best->numbers = search(best->position, next, best->key, best->plies, child_phi_limit, child_delta_limit);
        if (stopped_) break;
    }
    next_child_ = children;
    store(key, position, plies, own, nodes_ - begin + 1);
    return own;
}

}  // namespace noughts
