// The rules of Ultimate on bit boards. The fast twin of src/noughts/rules/ultimate.py.
//
// Cells of a small board, and boards of the large one, are numbered in reading order; bit c stands for cell c:
//     0 1 2
//     3 4 5
//     6 7 8
// A move is 9 * board + cell.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace noughts {

constexpr int kAnywhere = 9;
constexpr uint16_t kFull = 0b111'111'111;

constexpr bool contains_line(unsigned cells) {
    constexpr unsigned kLines[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (unsigned line : kLines)
        if ((cells & line) == line) return true;
    return false;
}

// For each set of cells, or of boards: whether it contains three in line.
constexpr auto kHasLine = [] {
    std::array<bool, 512> table{};
    for (unsigned cells = 0; cells < 512; ++cells) table[cells] = contains_line(cells);
    return table;
}();

enum class Outcome : uint8_t { kOpen, kXWins, kOWins, kDraw };

struct Position {
    uint16_t cells[2][9] = {};  // by side, then by board
    uint16_t won[2] = {};       // the boards of each side
    uint16_t closed = 0;        // the boards that are won or full
    uint8_t target = kAnywhere;
    uint8_t to_move = 0;
    bool count_rule = false;
    Outcome outcome = Outcome::kOpen;

    unsigned empty_cells(int board) const { return kFull & ~(cells[0][board] | cells[1][board]); }

    // The boards that the side to move may play in.
    unsigned playable() const {
        if (outcome != Outcome::kOpen) return 0;
        return target == kAnywhere ? kFull & ~closed : 1u << target;
    }

    // `board` and `cell` must be legal.
    void play(int board, int cell) {
        const unsigned side = to_move;
        const unsigned mine = cells[side][board] |= 1u << cell;
        if (kHasLine[mine]) {
            won[side] |= 1u << board;
            close(board);
            if (kHasLine[won[side]]) outcome = side == 0 ? Outcome::kXWins : Outcome::kOWins;
        } else if (empty_cells(board) == 0) {
            close(board);
        }
        target = closed >> cell & 1 ? kAnywhere : cell;
        to_move ^= 1;
    }

    // How a game without a line ends.
    Outcome when_all_closed() const {
        const int lead = count_rule ? std::popcount(won[0]) - std::popcount(won[1]) : 0;
        return lead == 0 ? Outcome::kDraw : lead > 0 ? Outcome::kXWins : Outcome::kOWins;
    }

private:
    void close(int board) {
        closed |= 1u << board;
        if (closed == kFull) outcome = when_all_closed();
    }
};

// How many positions lie exactly `depth` plies ahead, counted once for each way to get there.
inline int64_t perft(const Position& position, int depth) {
    if (depth == 0) return 1;
    int64_t count = 0;
    for (unsigned boards = position.playable(); boards != 0; boards &= boards - 1) {
        const int board = std::countr_zero(boards);
        unsigned cells = position.empty_cells(board);
        if (depth == 1) {
            count += std::popcount(cells);
            continue;
        }
        for (; cells != 0; cells &= cells - 1) {
            Position next = position;
            next.play(board, std::countr_zero(cells));
            count += perft(next, depth - 1);
        }
    }
    return count;
}

}  // namespace noughts
