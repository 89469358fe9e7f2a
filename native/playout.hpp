// Games of random moves, for measuring how fast the rules are.
#pragma once

#include <array>
#include <cstdint>

#include "position.hpp"
#include "random.hpp"

namespace noughts {

struct PlayoutCounts {
    std::array<int64_t, 3> outcomes{};  // X wins, O wins, draws
    int64_t plies = 0;
};

// For each set of cells and number n: the n-th of them, counted from 0.
constexpr auto kNthCell = [] {
    std::array<std::array<uint8_t, 9>, 512> table{};
    for (unsigned cells = 0; cells < 512; ++cells)
        for (int cell = 0, n = 0; cell < 9; ++cell)
            if (cells >> cell & 1) table[cells][n++] = uint8_t(cell);
    return table;
}();

// A legal move, each as likely as the others; the game is not over.
inline Move random_move(const Position& position, Random& random) {
    if (position.target != kAnywhere) {
        const unsigned cells = position.empty_cells(position.target);
        return Move(9 * position.target + kNthCell[cells][random.below(std::popcount(cells))]);
    }
    int n = random.below(position.open_cells);
    for (unsigned boards = position.playable();; boards &= boards - 1) {
        const int board = std::countr_zero(boards);
        const unsigned cells = position.empty_cells(board);
        const int count = std::popcount(cells);
        if (n < count) return Move(9 * board + kNthCell[cells][n]);
        n -= count;
    }
}

inline PlayoutCounts play_out(const Position& start, int64_t games, uint64_t seed) {
    Random random(seed);
    PlayoutCounts counts;
    for (int64_t game = 0; game < games; ++game) {
        Position position = start;
        for (; !position.is_over(); ++counts.plies) position.play(random_move(position, random));
        ++counts.outcomes[int(position.outcome) - 1];
    }
    return counts;
}

}  // namespace noughts
