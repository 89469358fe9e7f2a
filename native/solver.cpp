#include "solver.hpp"

#include <algorithm>

namespace noughts {

namespace {

Position after(const Position& position, Move move) {
    Position next = position;
    next.play(move);
    return next;
}

void sort_best_first(std::vector<SolvedMove>& moves) {
    std::sort(moves.begin(), moves.end(), [](const SolvedMove& a, const SolvedMove& b) {
        return a.score != b.score ? a.score > b.score : a.move < b.move;
    });
}

}  // namespace

void Solver::begin(int64_t node_limit, const ShouldStop& should_stop) {
    nodes_ = 0;
    node_limit_ = node_limit;
    should_stop_ = &should_stop;
    stopped_ = false;
}

// Once stopped, the answers of this function mean nothing any more.
bool Solver::wins(const Position& position, int side, int plies) {
    if (stopped_) return false;
    const auto answer = prover_.does_win(position, side, plies, node_limit_ - nodes_, *should_stop_);
    nodes_ += prover_.nodes();
    within_ = answer.within;
    stopped_ = !answer.known;
    return answer.yes;
}

std::vector<SolvedMove> Solver::values(const Position& position, int64_t node_limit, const ShouldStop& should_stop) {
    begin(node_limit, should_stop);
    const int me = position.to_move;
    const bool won = wins(position, me);
    std::vector<SolvedMove> moves;
    for (const Move move : position.legal_moves()) {
        SolvedMove& one = moves.emplace_back(SolvedMove{move});
        one.line.set(move, {});
        if (!won || prover_.is_known_to_win(after(position, move), me)) find_value(after(position, move), one);
    }
    if (stopped_) return {};
    sort_best_first(moves);
    return moves;
}

std::vector<SolvedMove> Solver::scores(const Position& position, std::vector<SolvedMove> moves, int64_t node_limit,
                                       const ShouldStop& should_stop) {
    begin(node_limit, should_stop);
    for (SolvedMove& one : moves)
        if (!one.value_known) find_value(after(position, one.move), one);
    for (SolvedMove& one : moves) {
        const Position next = after(position, one.move);
        if (one.value_known) find_distance(next, one);
        if (one.exact) follow(next, one);
    }
    sort_best_first(moves);
    return moves;
}

// The value of the move that leads to `next`.
void Solver::find_value(const Position& next, SolvedMove& solved) {
    const int me = next.to_move ^ 1;
    if (wins(next, me)) solved.score = kWin - within_ - 1;
    else if (wins(next, me ^ 1)) solved.score = within_ + 1 - kWin;
    solved.value_known = !stopped_;
    solved.exact = solved.value_known && solved.score == 0;
}

void Solver::find_distance(const Position& next, SolvedMove& solved) {
    if (solved.exact) return;
    const int winner = is_win(solved.score) ? next.to_move ^ 1 : next.to_move;
    int plies = kWin - std::abs(solved.score) - 1;
    while (plies > 0 && wins(next, winner, plies - 1)) plies = within_;
    solved.score = is_win(solved.score) ? kWin - plies - 1 : plies + 1 - kWin;
    solved.exact = !stopped_;
}

// Adds the moves after `position` with which both sides keep to the exact score.
void Solver::follow(Position position, SolvedMove& solved) {
    if (!is_estimate(solved.score)) {
        const int winner = is_win(solved.score) ? position.to_move ^ 1 : position.to_move;
        follow_to_the_end(position, winner, kWin - std::abs(solved.score) - 1, solved.line);
        return;
    }
    while (!position.is_over()) {
        const Move move = keeps_draw(position);
        if (move == kNoMove) return;
        solved.line.moves[solved.line.size++] = move;
        position.play(move);
    }
}

void Solver::follow_to_the_end(Position position, int winner, int plies, Line& line) {
    for (; plies > 0; --plies) {
        const auto is_exact = [&](Move move) {
            const Position next = after(position, move);
            const bool exact = position.to_move == winner ? wins(next, winner, plies - 1)
                                                          : plies == 1 || !wins(next, winner, plies - 2);
            return exact && !stopped_;
        };
        const MoveList moves = position.legal_moves();
        const Move* found = std::find_if(moves.begin(), moves.end(), is_exact);
        if (found == moves.end()) return;
        line.moves[line.size++] = *found;
        position.play(*found);
    }
}

Move Solver::keeps_draw(const Position& position) {
    for (const Move move : position.legal_moves())
        if (!wins(after(position, move), position.to_move ^ 1) && !stopped_) return move;
    return kNoMove;
}

}  // namespace noughts
