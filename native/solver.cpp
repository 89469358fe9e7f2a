#include "solver.hpp"

#include <algorithm>
#include <bit>

namespace noughts {

namespace {

constexpr uint8_t kUnwinnable = 100;
constexpr int kPollInterval = 512, kUnsortedPlies = 1;

// For each pattern of a small board: how many more stones the first side needs at least to win it.
const std::vector<uint8_t>& stones_needed() {
    static const std::vector<uint8_t> table = [] {
        std::vector<uint8_t> stones(kPatterns, kUnwinnable);
        for (unsigned mine = 0; mine < 512; ++mine)
            for (unsigned theirs = 0; theirs < 512; ++theirs) {
                if ((mine & theirs) != 0 || kHasLine[theirs]) continue;
                uint8_t& least = stones[pattern_of(mine, theirs)];
                for (unsigned line : kLines)
                    if ((theirs & line) == 0) least = std::min<uint8_t>(least, 3 - std::popcount(mine & line));
            }
        return stones;
    }();
    return table;
}

int stones_to_win(const Position& position, int side, int board) {
    return stones_needed()[pattern_of(position.cells[side][board], position.cells[side ^ 1][board])];
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

bool has_won(const Position& position, int side) {
    return position.outcome == (side == 0 ? Outcome::kXWins : Outcome::kOWins);
}

}  // namespace

Solver::Solver(const Evaluation& evaluation, size_t megabytes)
    : evaluation_(evaluation), prover_(evaluation, megabytes),
      slots_(std::bit_floor((megabytes << 20) / sizeof(Slot) / 2)) {}

void Solver::clear() {
    prover_.clear();
    std::fill(slots_.begin(), slots_.end(), Slot());
}

bool Solver::out_of_nodes() {
    if (++nodes_ % kPollInterval == 0 && (nodes_ >= node_limit_ || (*should_stop_)())) stopped_ = true;
    return stopped_;
}

void Solver::begin(int64_t node_limit, const ShouldStop& should_stop) {
    nodes_ = 0;
    node_limit_ = node_limit;
    should_stop_ = &should_stop;
    stopped_ = false;
}

std::vector<Move> Solver::best_moves(const Position& position, int64_t node_limit, const ShouldStop& should_stop) {
    begin(node_limit, should_stop);
    const int me = position.to_move;
    const MoveList moves = position.legal_moves();
    const bool won = wins(position, me);
    if (!won && !stopped_ && wins(position, me ^ 1)) return {moves.begin(), moves.end()};
    std::vector<Move> best;
    for (const Move move : moves) {
        if (stopped_) break;
        Position next = position;
        next.play(move);
        if (won ? wins(next, me) : !wins(next, me ^ 1) && !stopped_) best.push_back(move);
        if (won && !best.empty()) return best;
    }
    if (stopped_ && !won) best.clear();
    return best;
}

std::vector<SolvedMove> Solver::solve(const Position& position, int64_t node_limit, const ShouldStop& should_stop) {
    begin(node_limit, should_stop);
    std::vector<SolvedMove> solved;
    wins(position, position.to_move);  // fills the table with the most useful proof first
    for (const Move move : position.legal_moves()) {
        solved.push_back({move, 0, false, false, {}});
        Position next = position;
        next.play(move);
        if (!stopped_) solved.back().value_known = find_value(next, solved.back());
    }
    for (SolvedMove& one : solved) {
        one.line.set(one.move, {});
        Position next = position;
        next.play(one.move);
        if (one.value_known && !stopped_) one.exact = find_distance(next, one);
        if (one.exact && !stopped_) follow(next, one);
    }
    std::stable_sort(solved.begin(), solved.end(),
                     [](const SolvedMove& a, const SolvedMove& b) { return a.score > b.score; });
    return solved;
}

bool Solver::wins(const Position& position, int side) {
    const auto answer = prover_.does_win(position, side, node_limit_ - nodes_, *should_stop_);
    nodes_ += prover_.nodes();
    if (answer == Prover::Answer::kUnknown) stopped_ = true;
    return answer == Prover::Answer::kYes;
}

// The value of the move that leads to `next`: a win or loss with the longest distance that is possible.
bool Solver::find_value(const Position& next, SolvedMove& solved) {
    const int me = next.to_move ^ 1, longest = next.open_cells + 1;
    if (wins(next, me)) solved.score = kWin - longest;
    else if (!stopped_ && wins(next, me ^ 1)) solved.score = longest - kWin;
    return !stopped_;
}

bool Solver::find_distance(const Position& next, SolvedMove& solved) {
    if (is_estimate(solved.score)) return true;
    const int winner = is_win(solved.score) ? next.to_move ^ 1 : next.to_move;
    for (int plies = 0; plies <= next.open_cells && !stopped_; ++plies)
        if (wins_within(next, winner, plies)) {
            solved.score = is_win(solved.score) ? kWin - plies - 1 : plies + 1 - kWin;
            return true;
        }
    return false;
}

Solver::Slot& Solver::slot_of(const Position& position, int winner) {
    const uint64_t key = position.key ^ (winner == 0 ? 0 : 0x9E3779B97F4A7C15u);
    Slot& slot = slots_[key & (slots_.size() - 1)];
    if (slot.key != key) slot = {key, 255, 0, kNoMove};
    return slot;
}

// Whether the winner has won after so many plies, whatever the other side does.
bool Solver::wins_within(const Position& position, int winner, int plies) {
    if (position.is_over()) return has_won(position, winner);
    if (plies <= 0 || !position.can_win(winner)) return false;
    const bool attacks = position.to_move == winner;
    if (position.wins_at_once()) return attacks;
    if (!position.count_rule && (plies % 2 == 1) != attacks) --plies;  // without the count only the winner's move ends it
    if (least_plies(position, winner) > plies) return false;
    const Slot known = slot_of(position, winner);
    if (known.within <= plies) return true;
    if (known.beyond >= plies || prover_.is_known_not_to_win(position, winner)) return false;
    if (out_of_nodes()) return false;

    struct Choice {
        Position next;
        Score score;
        Move move;
    };
    std::array<Choice, kMoves> choices;
    int count = 0;
    for (const Move move : position.legal_moves()) {
        Choice& choice = choices[count++];
        choice = {position, 0, move};
        choice.next.play(move);
        choice.score = move == known.move ? -kInfinity
                       : choice.next.is_over() || plies <= kUnsortedPlies
                           ? 0
                           : evaluation_.evaluate(choice.next, evaluation_.worths_of(choice.next));
    }
    std::sort(choices.begin(), choices.begin() + count, [](const Choice& a, const Choice& b) { return a.score < b.score; });
    bool result = !attacks;
    Move decisive = kNoMove;
    for (int i = 0; i < count && result != attacks; ++i) {
        result = wins_within(choices[i].next, winner, plies - 1);
        if (stopped_) return false;
        decisive = choices[i].move;
    }
    Slot& slot = slot_of(position, winner);
    (result ? slot.within : slot.beyond) = uint8_t(plies);
    if (result == attacks) slot.move = decisive;
    return result;
}

// Adds the moves after `position` with which both sides keep to the exact score.
void Solver::follow(Position position, SolvedMove& solved) {
    if (!is_estimate(solved.score)) {
        const int winner = is_win(solved.score) ? position.to_move ^ 1 : position.to_move;
        follow_to_the_end(position, winner, kWin - std::abs(solved.score) - 1, solved.line);
        return;
    }
    while (!position.is_over() && !stopped_) {
        const Move move = keeps_draw(position);
        if (move == kNoMove) return;
        solved.line.moves[solved.line.size++] = move;
        position.play(move);
    }
}

void Solver::follow_to_the_end(Position position, int winner, int plies, Line& line) {
    for (; plies > 0 && !stopped_; --plies) {
        Move found = kNoMove;
        for (const Move move : position.legal_moves()) {
            Position next = position;
            next.play(move);
            const bool exact = position.to_move == winner ? wins_within(next, winner, plies - 1)
                                                          : plies == 1 || !wins_within(next, winner, plies - 2);
            if (!exact || stopped_) continue;
            found = move;
            break;
        }
        if (found == kNoMove) return;
        line.moves[line.size++] = found;
        position.play(found);
    }
}

Move Solver::keeps_draw(const Position& position) {
    for (const Move move : position.legal_moves()) {
        Position next = position;
        next.play(move);
        if (!wins(next, next.to_move) && !stopped_) return move;
    }
    return kNoMove;
}

}  // namespace noughts
