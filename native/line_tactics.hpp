// What threats alone say about a position: who wins within three plies, and which moves do not lose within four.
#pragma once

#include "line_board.hpp"
#include "line_threats.hpp"
#include "score.hpp"

namespace noughts {

// All scores are proved, and for the side to move. A position where it has won already must not be asked about.
template <int W>
struct LineTactics {
    using Mask = LineMask<W>;

    bool decided = true;
    Score score = 0;             // where decided
    Score most = 0, least = 0;   // bounds of the score
    bool forced = false;         // there is only one move that does not lose at once
    Mask moves;                  // those that may do better than `rest` ...
    Score rest = -kInfinity;     // ... which is what all the others are worth; nothing where there are no others
    LineThreats<W> own, other;   // as far as they were needed
};

// Whatever is not one of these, and no four, loses to one of the double fours of the other side.
template <int W>
LineMask<W> answers_to_double_fours(const LineBoard<W>& board, const LineThreats<W>& other) {
    const LineMask<W> empty = board.empty();
    LineMask<W> answers = empty;
    other.double_fours.each([&](int bit) {
        if (!answers.any()) return;
        LineMask<W> here = LineMask<W>::of(bit);
        if (!other.triple_fours.has(bit))
            here |= line_threats::answers(board.grid(), board.position().theirs(), empty, bit);
        answers &= here;
    });
    return answers;
}

template <int W>
LineTactics<W> tactics_of(const LineBoard<W>& board) {
    LineTactics<W> found;
    const LineGrid<W>& grid = board.grid();
    const LinePosition<W>& position = board.position();
    const LineCounts<W>& counts = board.counts();
    const int side = position.to_move(), opponent = side ^ 1, k = grid.in_line;
    const auto decide = [&](Score score) {
        found.score = score;
        return found;
    };
    if (position.count == grid.cells) return decide(0);
    if (counts.open(side, k - 1)) return decide(kWin - 1);  // no move is given: it is one of own.wins
    const LineMask<W> empty = board.empty();
    if (k > 1 && counts.open(opponent, k - 1) + counts.open(opponent, k - 2))
        found.other = line_threats::find(grid, position.theirs(), empty);
    if (found.other.wins.has_several()) return decide(2 - kWin);
    if (k > 1 && counts.open(side, k - 2)) found.own = line_threats::find(grid, position.mine(), empty);
    found.forced = found.other.wins.any();
    if (found.own.double_fours.any() && (!found.forced || (found.own.double_fours & found.other.wins).any()))
        return decide(kWin - 3);
    found.most = counts.is_held(side, true) ? 0 : kWin - 5;
    found.least = counts.is_held(opponent, false) ? 0 : 4 - kWin;
    if (found.most == found.least) return decide(0);
    found.decided = false;
    if (found.forced) {
        found.moves = found.other.wins;
        if (board.cells_left() > 1) found.rest = 2 - kWin;
        return found;
    }
    found.moves = empty;
    if (found.other.double_fours.any()) {
        found.moves &= found.own.fours | answers_to_double_fours(board, found.other);
        if (found.moves != empty) found.rest = 4 - kWin;
        if (!found.moves.any()) {
            found.decided = true;
            found.score = 4 - kWin;
        }
    }
    return found;
}

}  // namespace noughts
