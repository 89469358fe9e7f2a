// What threats alone say about a position: who wins within three plies, and which moves do not lose within four.
#pragma once

#include "line_threats.hpp"
#include "score.hpp"

namespace noughts {

// All scores are proved, and for the side to move. A position where somebody has won must not be asked about.
template <int W>
struct LineTactics {
    using Mask = LineMask<W>;

    bool decided = true;
    Score score = 0;            // where decided
    Score most = 0, least = 0;  // bounds of the score
    bool forced = false;        // there is only one move that does not lose at once
    Mask moves;                 // those that may do better than `rest` ...
    Score rest = -kInfinity;    // ... which is what all the others are worth; nothing where there are no others
    LineThreats<W> own, other;  // as far as they were needed

    explicit LineTactics(const LineBoard<W>& board) {
        decided = decide(board);
        if (!decided) find_moves(board);
    }

    // What somebody would play where the game is decided, but not drawn.
    int decided_move(const LineBoard<W>& board) {
        if (score == kWin - 1) own.find(board, board.position().to_move());
        if (own.wins.any()) return own.wins.first();
        if (is_win(score)) return (forced ? own.double_fours & other.wins : own.double_fours).first();
        return (other.wins.any() ? other.wins : other.double_fours).first();
    }

private:
    bool decide(const LineBoard<W>& board) {
        const LineCounts<W>& counts = board.counts();
        const int side = board.position().to_move(), opponent = side ^ 1;
        if (board.cells_left() == 0) return true;
        if (counts.fours(side)) return decide_as(kWin - 1);
        other.find(board, opponent);
        if (other.wins.has_several()) return decide_as(2 - kWin);
        own.find(board, side);
        forced = other.wins.any();
        if ((forced ? own.double_fours & other.wins : own.double_fours).any()) return decide_as(kWin - 3);
        most = counts.is_held(side, true) ? 0 : kWin - 5;
        least = counts.is_held(opponent, false) ? 0 : 4 - kWin;
        return most == least;
    }

    bool decide_as(Score proved) {
        score = proved;
        return true;
    }

    void find_moves(const LineBoard<W>& board) {
        const Mask empty = board.empty();
        moves = forced ? other.wins : empty;
        if (!forced && other.double_fours.any()) moves &= own.fours | answers_to_double_fours(empty);
        if (moves != empty) rest = forced ? 2 - kWin : 4 - kWin;
        if (!moves.any()) decided = decide_as(rest);
    }

    // Whatever is not one of these, and no four, loses to one of the double fours of the other side.
    Mask answers_to_double_fours(const Mask& empty) const {
        Mask answers = empty;
        other.double_fours.each([&](int bit) {
            Mask here = Mask::of(bit);
            if (!other.triple_fours.has(bit)) {
                here.add(other.answer[bit]);
                here.add(other.other_answer[bit]);
            }
            answers &= here;
        });
        return answers;
    }
};

}  // namespace noughts
