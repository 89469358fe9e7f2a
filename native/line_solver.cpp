#include "line_solver.hpp"

#include <algorithm>

namespace noughts {

namespace {

constexpr uint64_t kSolverSalt = 0x8C6E3A5B1F42D907u;  // its entries are exact, those of a search are not

}  // namespace

template <int W>
void LineSolver<W>::begin(int64_t node_limit, ShouldStop should_stop) {
    nodes_ = 0;
    node_limit_ = node_limit;
    next_poll_ = 0;
    should_stop_ = std::move(should_stop);
    stopped_ = false;
}

template <int W>
bool LineSolver<W>::count_node() {
    if (nodes_ >= next_poll_) {
        if (nodes_ >= node_limit_ || should_stop_()) stopped_ = true;
        next_poll_ = std::min(nodes_ + kPollInterval, node_limit_);
    }
    if (!stopped_) ++nodes_;
    return !stopped_;
}

template <int W>
Score LineSolver<W>::score_within(const LinePosition<W>& position, Score alpha, Score beta) {
    if (stopped_) return 0;
    board_.start(position);
    return search(0, alpha, beta);
}

// Asks for ever longer wins and losses: what the short ones leave in the table makes the long ones cheap, much cheaper
// than to ask at once who wins.
template <int W>
Score LineSolver<W>::score(const LinePosition<W>& position, const Progress& progress) {
    Score most = kWin, least = -kWin;
    const int left = board_.grid().cells - position.count;
    for (int plies = 1; plies <= left && !stopped_ && (most > 0 || least < 0); ++plies) {
        const bool win = plies % 2 == 1;
        const Score in_time = win ? kWin - plies : plies - kWin;
        if (win && most > 0) most = score_within(position, in_time - 1, in_time);
        if (!win && least < 0) least = score_within(position, in_time, in_time + 1);
        if (win ? most >= in_time : least <= in_time) return in_time;
        if (progress && !stopped_) progress(plies);
    }
    return 0;
}

template <int W>
bool LineSolver<W>::is_at_least(const LinePosition<W>& position, Score score) {
    return score_within(position, score - 1, score) >= score && !stopped_;
}

template <int W>
void LineSolver<W>::follow(LinePosition<W> position, Score score, std::vector<uint16_t>& line) {
    while (!position.is_over(board_.grid())) {
        const int bit = best_move(position, score);
        if (bit < 0) return;
        line.push_back(uint16_t(bit));
        position.play(bit);
        score = score_for_child(score);
    }
}

template <int W>
int LineSolver<W>::best_move(const LinePosition<W>& position, Score score) {
    const LineGrid<W>& grid = board_.grid();
    board_.start(position);
    std::vector<ScoredMove> moves;
    position.empty(grid).each([&](int bit) { moves.push_back({uint16_t(bit), board_.counts().potential_of(bit)}); });
    std::stable_sort(moves.begin(), moves.end(),
                     [](const ScoredMove& a, const ScoredMove& b) { return a.worth > b.worth; });
    for (const auto& [bit, worth] : moves) {
        LinePosition<W> next = position;
        next.play(bit);
        if (next.is_over(grid)) {
            if (score == (grid.has_line(next.theirs()) ? kWin - 1 : 0)) return bit;
        } else if (const Score kept = score_for_child(score); !is_at_least(next, kept + 1) && !stopped_) {
            return bit;
        }
    }
    return -1;
}

// The score for the side to move, counted from the root: exact inside of (alpha, beta), a bound outside of it.
template <int W>
Score LineSolver<W>::search(int ply, Score alpha, Score beta) {
    if (!count_node()) return 0;
    const LineTactics<W> tactics(board_);
    if (tactics.decided) return from_table(tactics.score, ply);
    const Score most = from_table(tactics.most, ply), least = from_table(tactics.least, ply);
    if (most <= alpha) return most;
    if (least >= beta) return least;
    if (!tactics.forced) return search_moves(ply, tactics, alpha, beta);
    const int bit = tactics.moves.first();
    board_.play(bit);
    const Score score = -search(ply + 1, -beta, -alpha);
    board_.take_back(bit);
    return score;
}

template <int W>
Score LineSolver<W>::search_moves(int ply, const LineTactics<W>& tactics, Score alpha, Score beta) {
    const auto [plain_key, image] = board_.key();
    const uint64_t key = plain_key ^ kSolverSalt;
    const LineGrid<W>& grid = board_.grid();
    int table_move = -1;
    if (const auto entry = table_.read(key)) {
        const Score score = from_table(entry->score, ply);
        if (entry->bound == Bound::kExact || (entry->bound == Bound::kLower ? score >= beta : score <= alpha)) return score;
        table_move = grid.inverses[image][entry->move];
    }
    std::array<ScoredMove, 64 * W> moves;
    int count = 0;
    tactics.moves.each([&](int bit) {
        const int worth = board_.counts().potential_of(bit);
        // An extra stone never hurts, so that a cell that is on no open line is no better than any other.
        if (worth > 0) moves[count++] = {uint16_t(bit), bit == table_move ? INT32_MAX : worth};
    });
    const int64_t nodes_before = nodes_;
    const Score first_alpha = alpha;
    Score best = tactics.rest == -kInfinity ? -kInfinity : from_table(tactics.rest, ply);
    alpha = std::max(alpha, best);
    int best_move = count > 0 ? moves[0].bit : 0;
    for (int i = 0; i < count && alpha < beta; ++i) {
        const auto less = [](const ScoredMove& a, const ScoredMove& b) { return a.worth < b.worth; };
        std::iter_swap(&moves[i], std::max_element(&moves[i], &moves[count], less));
        board_.play(moves[i].bit);
        const Score score = -search(ply + 1, -beta, -alpha);
        board_.take_back(moves[i].bit);
        if (stopped_) return 0;
        if (score <= best) continue;
        best = score;
        best_move = moves[i].bit;
        alpha = std::max(alpha, best);
    }
    const Bound bound = best >= beta ? Bound::kLower : best > first_alpha ? Bound::kExact : Bound::kUpper;
    const int work = int(std::bit_width(uint64_t(nodes_ - nodes_before)));
    table_.write(key, {to_table(best, ply), work, grid.images[image][best_move], bound});
    return best;
}

template class LineSolver<1>;
template class LineSolver<2>;
template class LineSolver<4>;
template class LineSolver<kLineWords>;

}  // namespace noughts
