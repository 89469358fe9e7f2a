// What a side can do within two of its moves, for all cells of the board at once.
//
// The names come from five in a row: a "four" is a line that lacks one cell, whatever the length of the lines.
#pragma once

#include "line_grid.hpp"

namespace noughts {

template <int W>
struct LineThreats {
    using Mask = LineMask<W>;

    Mask wins;          // cells that complete a line
    Mask fours;         // cells that make a four: the other side must answer where it would be completed
    Mask double_fours;  // those that make fours with two or more such answers, of which it can give one
    Mask triple_fours;  // with three or more
};

namespace line_threats {

template <int W, int K>
void add_direction(int direction, int in_line, const LineMask<W>& own, const LineMask<W>& empty,
                   LineThreats<W>& threats) {
    using Mask = LineMask<W>;
    const int k = K ? K : in_line;
    std::array<Mask, K ? K : kLargestSide> own_at, empty_at;
    std::array<Mask, (K ? K : kLargestSide) + 1> own_after;  // all cells of the line from here on
    for (int i = 0; i < k; ++i) {
        own_at[i] = own >> i * direction;
        empty_at[i] = empty >> i * direction;
    }
    own_after[k] = Mask::all();
    for (int i = k; i-- > 0;) own_after[i] = own_after[i + 1] & own_at[i];
    // Lines that lack just two cells, by the distance between them: the first of them, and the second.
    std::array<Mask, K ? K : kLargestSide> ahead{}, behind{};
    Mask before = Mask::all();
    for (int i = 0; i < k; ++i) {
        Mask lacks = before & empty_at[i];
        threats.wins |= (lacks & own_after[i + 1]) << i * direction;
        for (int j = i + 1; j < k && lacks.any(); ++j) {
            const Mask pair = lacks & empty_at[j] & own_after[j + 1];
            ahead[j - i] |= pair << i * direction;
            behind[j - i] |= pair << j * direction;
            lacks &= own_at[j];
        }
        before &= own_at[i];
        if (!before.any()) break;
    }
    // Answers in different directions or distances are different cells.
    const auto count = [&](const Mask& cells) {
        threats.triple_fours |= threats.double_fours & cells;
        threats.double_fours |= threats.fours & cells;
        threats.fours |= cells;
    };
    for (int distance = 1; distance < k; ++distance) {
        count(ahead[distance]);
        count(behind[distance]);
    }
}

template <int W, int K>
LineThreats<W> find(const LineGrid<W>& grid, const LineMask<W>& own, const LineMask<W>& empty) {
    LineThreats<W> threats;
    for (const int direction : grid.directions)
        add_direction<W, K>(direction, grid.in_line, own, empty, threats);
    return threats;
}

template <int W>
LineThreats<W> find(const LineGrid<W>& grid, const LineMask<W>& own, const LineMask<W>& empty) {
    switch (grid.in_line) {
        case 3: return find<W, 3>(grid, own, empty);
        case 4: return find<W, 4>(grid, own, empty);
        case 5: return find<W, 5>(grid, own, empty);
        default: return find<W, 0>(grid, own, empty);
    }
}

// The cells of all lines within `cells`: those that a side can still fill, when they are all that the other has not.
template <int W>
LineMask<W> in_lines(const LineGrid<W>& grid, const LineMask<W>& cells) {
    LineMask<W> found;
    for (const int direction : grid.directions) {
        LineMask<W> run = cells;
        for (int i = 1; i < grid.in_line; ++i) run &= cells >> i * direction;
        if (!run.any()) continue;
        for (int i = 0; i < grid.in_line; ++i) found |= run << i * direction;
    }
    return found;
}

// The answers to a four made at `bit`: where it could be completed.
template <int W>
LineMask<W> answers(const LineGrid<W>& grid, const LineMask<W>& own, const LineMask<W>& empty, int bit) {
    LineMask<W> found;
    for (const uint16_t line : grid.lines_through[bit]) {
        int lacking = -1, count = 0;
        for (const uint16_t other : grid.lines[line]) {
            if (other == bit || own.has(other)) continue;
            lacking = empty.has(other) ? other : -1;
            if (++count > 1 || lacking < 0) break;
        }
        if (count == 1 && lacking >= 0) found.add(lacking);
    }
    return found;
}

}  // namespace line_threats

}  // namespace noughts
