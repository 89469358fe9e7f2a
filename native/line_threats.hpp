// What a side can do within two of its moves.
//
// The names come from five in a row: a "four" is a line that lacks one cell, whatever the length of the lines.
#pragma once

#include "line_board.hpp"

namespace noughts {

template <int W>
struct LineThreats {
    using Mask = LineMask<W>;

    Mask wins;          // cells that complete a line
    Mask fours;         // cells that make a four: the other side must answer where it would be completed
    Mask double_fours;  // those that make fours with two or more such answers, of which it can give one
    Mask triple_fours;  // with three or more
    std::array<uint16_t, 64 * W> answer, other_answer;  // of cells in `fours`, and in `double_fours`

    void find(const LineBoard<W>& board, int side) {
        const Mask empty = board.empty();
        for (const uint16_t line : board.counts().hot(side)) {
            int lacks[2], count = 0;
            for (const uint16_t bit : board.grid().lines[line])
                if (empty.has(bit)) lacks[count++] = bit;
            if (count == 1) {
                wins.add(lacks[0]);
            } else {
                add_four(lacks[0], lacks[1]);
                add_four(lacks[1], lacks[0]);
            }
        }
    }

private:
    void add_four(int bit, int answered) {
        if (!fours.has(bit)) {
            fours.add(bit);
            answer[bit] = uint16_t(answered);
        } else if (answer[bit] == answered) {
            return;
        } else if (!double_fours.has(bit)) {
            double_fours.add(bit);
            other_answer[bit] = uint16_t(answered);
        } else if (other_answer[bit] != answered) {
            triple_fours.add(bit);
        }
    }
};

}  // namespace noughts
