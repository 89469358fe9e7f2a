#include "line_search.hpp"

#include <algorithm>
#include <cmath>

namespace noughts {

namespace {

constexpr uint64_t kSearchSalt = 0x27D4EB2F165667C5u;
constexpr int kFourPlies = 11;          // plies that a win by fours may take at a node ...
constexpr int64_t kFourNodes = 32;      // ... and nodes to look for it
constexpr int kRefutationPlies = 31;     // of a forced win of the other side that refutes a move of the root ...
constexpr int64_t kRefutationNodes = 1500;  // ... and nodes to look for it for each ply of depth
constexpr int kFirstMoves = 8, kMovesPerDepth = 2;  // how many moves are tried at a node
constexpr int kFutility = 120;          // a ply may change the estimate by so much
constexpr int kFutilityDepth = 4;
constexpr Score kAspiration = 60;
constexpr int kKillerWorth = 100, kHistoryShift = 4;

}  // namespace

template <int W>
void LineSearch<W>::set_reductions() {
    for (int depth = 0; depth < kMostDepth; ++depth)
        for (int number = 0; number < 64; ++number)
            reductions_[depth][number] =
                depth >= 2 && number >= 2 ? int8_t(0.3 + 0.5 * std::log(depth) * std::log(number + 1)) : 0;
}

template <int W>
void LineSearch<W>::forget() {
    for (auto& side : history_) side.fill(0);
}

template <int W>
void LineSearch<W>::start(const LinePosition<W>& root, int lines, int64_t node_limit, ShouldStop should_stop) {
    should_stop_ = std::move(should_stop);
    nodes_ = 0;
    node_limit_ = node_limit;
    next_poll_ = 0;
    stopped_ = false;
    for (auto& side : history_)
        for (int32_t& number : side) number /= 2;
    for (auto& killers : killers_) killers = {-1, -1};
    board_.start(root);
    root_moves_.clear();
    LineTactics<W> tactics(board_);
    const LineMask<W> empty = board_.empty();
    if (tactics.decided || tactics.moves.count() < lines) tactics.moves = empty;
    MoveList list;
    list_moves(0, tactics, -1, list);
    for (int i = 0; i < list.count; ++i) {
        const ScoredMove& move = list.pick(i);
        if (!move.near && i >= lines) break;
        root_moves_.push_back({move.bit, -kInfinity, -kInfinity, {move.bit}});
    }
}

template <int W>
bool LineSearch<W>::count_node() {
    if (nodes_ >= next_poll_) {
        if (nodes_ >= node_limit_ || should_stop_()) stopped_ = true;
        next_poll_ = std::min(nodes_ + kPollInterval, node_limit_);
    }
    if (!stopped_) ++nodes_;
    return !stopped_;
}

template <int W>
typename LineSearch<W>::ScoredMove& LineSearch<W>::MoveList::pick(int number) {
    const auto less = [](const ScoredMove& a, const ScoredMove& b) { return a.worth < b.worth; };
    std::iter_swap(&moves[number], std::max_element(&moves[number], &moves[count], less));
    return moves[number];
}

// Empty cells at most two columns and two rows away from a stone; the middle of an empty board.
template <int W>
LineMask<W> LineSearch<W>::near_stones() const {
    const LineGrid<W>& grid = board_.grid();
    LineMask<W> near = board_.position().taken();
    if (!near.any()) return LineMask<W>::of((grid.size.rows - 1) / 2 * grid.stride + (grid.size.columns - 1) / 2);
    for (const int direction : {1, grid.stride})
        for (int i = 0; i < 2; ++i) near = grid.full & (near | near << direction | near >> direction);
    return near;
}

template <int W>
void LineSearch<W>::list_moves(int ply, const LineTactics<W>& tactics, int table_move, MoveList& list) const {
    const int side = board_.position().to_move();
    const LineMask<W> near = near_stones();
    tactics.moves.each([&](int bit) {
        int worth = 16 * board_.counts().worth_of(side, bit) + board_.grid().centrality[bit] +
                    (history_[side][bit] >> kHistoryShift);
        if (bit == killers_[ply][0] || bit == killers_[ply][1]) worth += 16 * kKillerWorth;
        const bool is_near = near.has(bit);
        if (!is_near) worth -= 1 << 30;
        if (bit == table_move) worth = INT32_MAX;
        list.moves[list.count++] = {uint16_t(bit), is_near, worth};
    });
}

template <int W>
Score LineSearch<W>::estimate(const LineTactics<W>& tactics) const {
    const Score score = board_.counts().estimate(board_.position().to_move()) + tempo_;
    return std::clamp(score, std::max(tactics.least, -kEstimate), std::min(tactics.most, kEstimate));
}

// In how many plies fours win, as far as a little search tells; 0 where they do not.
template <int W>
int LineSearch<W>::win_by_fours(const LineTactics<W>& tactics) {
    if (tactics.most <= 0 || !tactics.own.fours.any()) return 0;
    const int plies = forcing_.win(Forcing::kFours, kFourPlies, std::min(kFourNodes, node_limit_ - nodes_));
    nodes_ += forcing_.nodes();
    return plies;
}

// The score for the side to move, counted from the root: exact inside of (alpha, beta), a bound outside of it.
template <int W>
Score LineSearch<W>::search(int ply, int depth, Score alpha, Score beta) {
    lines_[ply].clear();
    if (!count_node()) return 0;
    const LineTactics<W> tactics(board_);
    if (tactics.decided) return from_table(tactics.score, ply);
    const Score most = from_table(tactics.most, ply), least = from_table(tactics.least, ply);
    if (most <= alpha) return most;
    if (least >= beta) return least;
    if (tactics.forced) {
        const int bit = tactics.moves.first();
        board_.play(bit);
        const Score score = -search(ply + 1, depth, -beta, -alpha);
        board_.take_back(bit);
        if (beta - alpha > 1 && !stopped_) {
            lines_[ply] = lines_[ply + 1];
            lines_[ply].insert(lines_[ply].begin(), uint16_t(bit));
        }
        return score;
    }
    if (const int plies = win_by_fours(tactics)) return kWin - ply - plies;
    // A three is answered one ply beyond the last, but no more of them: fours and threes in turn go on for long.
    if (depth < 0 || (depth == 0 && !tactics.other.double_fours.any())) return estimate(tactics);

    const auto [plain_key, image] = board_.key();
    const uint64_t key = plain_key ^ kSearchSalt;
    int table_move = -1;
    if (const auto entry = table_.read(key)) {
        const Score score = from_table(entry->score, ply);
        const bool proved = is_win(score) ? entry->bound != Bound::kUpper
                                          : is_loss(score) && entry->bound != Bound::kLower;
        const bool cuts = entry->bound == Bound::kExact || (entry->bound == Bound::kLower ? score >= beta : score <= alpha);
        if (cuts && (proved || entry->depth >= depth)) return score;
        table_move = board_.grid().inverses[image][entry->move];
    }
    if (beta - alpha == 1) {
        const Score static_score = estimate(tactics);
        if (depth <= kFutilityDepth && is_estimate(beta) && !tactics.other.double_fours.any() &&
            static_score - kFutility * depth >= beta)
            return static_score;
    }
    return search_moves(ply, depth, tactics, alpha, beta, table_move);
}

template <int W>
int LineSearch<W>::moves_to_try(int depth) const {
    return kFirstMoves + kMovesPerDepth * depth;
}

template <int W>
Score LineSearch<W>::search_moves(int ply, int depth, const LineTactics<W>& tactics, Score alpha, Score beta,
                                  int table_move) {
    const bool wide = beta - alpha > 1;
    const int side = board_.position().to_move();
    const Score first_alpha = alpha;
    Score best = tactics.rest == -kInfinity ? -kInfinity : from_table(tactics.rest, ply);
    alpha = std::max(alpha, best);
    MoveList list;
    list_moves(ply, tactics, table_move, list);
    const int most_moves = wide ? 2 * moves_to_try(depth) : moves_to_try(depth);
    int best_move = -1;
    for (int i = 0; i < list.count && alpha < beta; ++i) {
        const ScoredMove move = list.pick(i);
        if (best > -kEstimate && (i >= most_moves || !move.near)) break;
        const int bit = move.bit;
        const bool quiet = !tactics.own.fours.has(bit) && !tactics.other.fours.has(bit);
        board_.play(bit);
        const Score score = search_child(ply, depth, i, quiet, alpha, beta);
        board_.take_back(bit);
        if (stopped_) return 0;
        if (score <= best) continue;
        best = score;
        best_move = bit;
        if (score <= alpha) continue;
        alpha = score;
        if (wide) {
            lines_[ply].assign(1, uint16_t(bit));
            lines_[ply].insert(lines_[ply].end(), lines_[ply + 1].begin(), lines_[ply + 1].end());
        }
        if (alpha < beta) continue;
        if (killers_[ply][0] != bit) killers_[ply] = {bit, killers_[ply][0]};
        history_[side][bit] = std::min(history_[side][bit] + depth * depth, 1 << 14);
    }
    const Bound bound = best >= beta ? Bound::kLower : best > first_alpha ? Bound::kExact : Bound::kUpper;
    const auto [plain_key, image] = board_.key();
    const int move = best_move >= 0 ? best_move : table_move >= 0 ? table_move : list.moves[0].bit;
    table_.write(plain_key ^ kSearchSalt,
                 {to_table(best, ply), std::min(depth, 127), board_.grid().images[image][move], bound});
    return best;
}

template <int W>
Score LineSearch<W>::search_child(int ply, int depth, int number, bool quiet, Score alpha, Score beta) {
    table_.prefetch(board_.key().key ^ kSearchSalt);
    if (number == 0) return -search(ply + 1, depth - 1, -beta, -alpha);
    int reduced = depth - 1;
    if (quiet) reduced -= reductions_[std::min(depth, kMostDepth - 1)][std::min(number, 63)];
    reduced = std::clamp(reduced, std::min(1, depth - 1), depth - 1);
    Score score = -search(ply + 1, reduced, -alpha - 1, -alpha);
    if (score > alpha && reduced < depth - 1 && !stopped_) score = -search(ply + 1, depth - 1, -alpha - 1, -alpha);
    if (score > alpha && score < beta && !stopped_) score = -search(ply + 1, depth - 1, -beta, -alpha);
    return score;
}

template <int W>
void LineSearch<W>::score_every_root_move(int depth) {
    for (LineRootMove& root : root_moves_) {
        board_.play(root.bit);
        lines_[1].clear();
        const bool won = board_.grid().has_line(board_.position().theirs());
        const Score score = won ? kWin - 1 : -search(1, depth - 1, -kInfinity, kInfinity);
        board_.take_back(root.bit);
        if (stopped_) break;
        root.score = score;
        root.line.assign(1, root.bit);
        root.line.insert(root.line.end(), lines_[1].begin(), lines_[1].end());
    }
    std::stable_sort(root_moves_.begin(), root_moves_.end(),
                     [](const LineRootMove& a, const LineRootMove& b) { return a.score > b.score; });
}

// The score of a move of the root that was just searched and played, or less where continuous threats refute it.
template <int W>
Score LineSearch<W>::refuted(Score score, int depth) {
    if (LineTactics<W>(board_).decided) return score;
    const int64_t nodes = std::min(kRefutationNodes * depth, node_limit_ - nodes_);
    const int plies = forcing_.win(Forcing::kThrees, kRefutationPlies, nodes, &should_stop_);
    nodes_ += forcing_.nodes();
    return plies ? plies + 1 - kWin : score;
}

template <int W>
Score LineSearch<W>::search_root(int first, int depth, Score alpha, Score beta) {
    for (size_t i = first; i < root_moves_.size(); ++i) {
        root_moves_[i].previous = root_moves_[i].known_score();
        root_moves_[i].score = -kInfinity;
    }
    Score best = -kInfinity;
    for (size_t i = first; i < root_moves_.size() && alpha < beta; ++i) {
        LineRootMove& root = root_moves_[i];
        board_.play(root.bit);
        Score score;
        lines_[1].clear();
        if (board_.grid().has_line(board_.position().theirs())) score = kWin - 1;
        else score = search_child(0, depth, i == size_t(first) ? 0 : int(i), false, alpha, beta);
        if (score > alpha && is_estimate(score) && !stopped_) score = refuted(score, depth);
        board_.take_back(root.bit);
        if (stopped_) break;
        const bool raises = i == size_t(first) || score > alpha;
        if (raises || is_loss(score)) root.score = score;
        if (raises) {
            root.line.assign(1, root.bit);
            root.line.insert(root.line.end(), lines_[1].begin(), lines_[1].end());
        }
        best = std::max(best, score);
        alpha = std::max(alpha, score);
    }
    std::stable_sort(root_moves_.begin() + first, root_moves_.end(), [](const LineRootMove& a, const LineRootMove& b) {
        if (a.is_lost() != b.is_lost()) return b.is_lost();
        return a.score != b.score ? a.score > b.score : a.previous > b.previous;
    });
    LineRootMove& front = root_moves_.front();
    if (stopped_ && front.known_score() == -kInfinity) front.previous = estimate(LineTactics<W>(board_));
    return best;
}

template <int W>
Score LineSearch<W>::search_root_near(int first, int depth) {
    const Score guess = root_moves_[first].known_score();
    if (depth < 4 || !is_estimate(guess)) return search_root(first, depth, -kInfinity, kInfinity);
    Score width = kAspiration, alpha = guess - width, beta = guess + width;
    for (;;) {
        const Score score = search_root(first, depth, alpha, beta);
        if (stopped_ || (score > alpha && score < beta)) return score;
        width *= 3;
        if (width > 2000) return search_root(first, depth, -kInfinity, kInfinity);
        if (score <= alpha) alpha = std::max(score - width, -kInfinity);
        else beta = std::min(score + width, kInfinity);
    }
}

template <int W>
Score fixed_depth_value(LineBoard<W>& board, int depth, Score alpha, Score beta, int ply) {
    const LineGrid<W>& grid = board.grid();
    if (grid.has_line(board.position().theirs())) return ply - kWin;
    if (board.cells_left() == 0) return 0;
    if (depth == 0)
        return std::clamp(board.counts().estimate(board.position().to_move()), -kEstimate, kEstimate);
    std::vector<std::pair<int, int>> moves;
    const int side = board.position().to_move();
    board.empty().each([&](int bit) { moves.emplace_back(-board.counts().worth_of(side, bit), bit); });
    std::sort(moves.begin(), moves.end());
    Score best = -kInfinity;
    for (const auto& [worth, bit] : moves) {
        board.play(bit);
        best = std::max(best, -fixed_depth_value(board, depth - 1, -beta, -std::max(alpha, best), ply + 1));
        board.take_back(bit);
        if (best >= beta) break;
    }
    return best;
}

#define NOUGHTS_INSTANTIATE(W)   \
    template class LineSearch<W>; \
    template Score fixed_depth_value(LineBoard<W>&, int, Score, Score, int);
NOUGHTS_INSTANTIATE(1)
NOUGHTS_INSTANTIATE(2)
NOUGHTS_INSTANTIATE(4)
NOUGHTS_INSTANTIATE(kLineWords)
#undef NOUGHTS_INSTANTIATE

}  // namespace noughts
