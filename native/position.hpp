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
#include <optional>

#include "keys.hpp"

namespace noughts {

using Move = uint8_t;

constexpr int kMoves = 81;
constexpr Move kNoMove = kMoves;
constexpr int kAnywhere = 9;
constexpr uint16_t kFull = 0b111'111'111;
constexpr unsigned kLines[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

// For each set of cells, or of boards: whether it contains three in line.
constexpr auto kHasLine = [] {
    std::array<bool, 512> table{};
    for (unsigned cells = 0; cells < 512; ++cells)
        for (unsigned line : kLines) table[cells] |= (cells & line) == line;
    return table;
}();

// For each set of cells, or of boards: those that would complete three in line.
constexpr auto kCompleting = [] {
    std::array<uint16_t, 512> table{};
    for (unsigned cells = 0; cells < 512; ++cells)
        for (unsigned line : kLines)
            if (std::popcount(cells & line) == 2) table[cells] |= line & ~cells;
    return table;
}();

// For each set of cells that the opponent has, or of boards that are lost for a side: whether a line is left to fill.
constexpr auto kLineLeft = [] {
    std::array<bool, 512> table{};
    for (unsigned lost = 0; lost < 512; ++lost)
        for (unsigned line : kLines) table[lost] |= (lost & line) == 0;
    return table;
}();

enum class Outcome : uint8_t { kOpen, kXWins, kOWins, kDraw };

struct Place {
    uint8_t board, cell;
};

constexpr auto kPlaces = [] {
    std::array<Place, kMoves> table{};
    for (int move = 0; move < kMoves; ++move) table[move] = {uint8_t(move / 9), uint8_t(move % 9)};
    return table;
}();

// The moves of a position in ascending order.
struct MoveList {
    std::array<Move, kMoves> moves;
    int size = 0;

    void add(Move move) { moves[size++] = move; }
    const Move* begin() const { return moves.data(); }
    const Move* end() const { return moves.data() + size; }
};

struct Position {
    // Equal for positions that play on alike: the stones of closed boards leave no trace in it.
    uint64_t key = keys::kTarget[kAnywhere];
    uint16_t cells[2][9] = {};  // by side, then by board
    uint16_t won[2] = {};       // the boards of each side
    uint16_t closed = 0;        // the boards that are won or full
    uint16_t lost[2] = {};      // the boards that each side cannot win any more, whoever wins them
    uint8_t target = kAnywhere;
    uint8_t to_move = 0;
    uint8_t open_cells = 81;  // empty cells of open boards
    bool count_rule = false;
    Outcome outcome = Outcome::kOpen;

    // Before the first move.
    static Position start(bool count_rule) {
        Position position;
        position.count_rule = count_rule;
        position.key = position.computed_key();
        return position;
    }

    // The position with these stones and all that follows from them; nothing when no play could lead to the like.
    static std::optional<Position> from_cells(const uint16_t (&cells)[2][9], int target, int to_move, bool count_rule) {
        if (target > kAnywhere || to_move > 1) return std::nullopt;
        Position position;
        position.open_cells = 0;
        for (int board = 0; board < 9; ++board) {
            const unsigned x = cells[0][board], o = cells[1][board];
            if ((x | o) > kFull || (x & o) != 0 || (kHasLine[x] && kHasLine[o])) return std::nullopt;
            position.cells[0][board] = uint16_t(x);
            position.cells[1][board] = uint16_t(o);
            const auto mark = [&](bool holds, uint16_t& boards) { boards |= uint16_t(holds << board); };
            mark(kHasLine[x], position.won[0]);
            mark(kHasLine[o], position.won[1]);
            mark(kHasLine[o] || !kLineLeft[o], position.lost[0]);
            mark(kHasLine[x] || !kLineLeft[x], position.lost[1]);
            mark(kHasLine[x] || kHasLine[o] || (x | o) == kFull, position.closed);
            if ((position.closed >> board & 1) == 0) position.open_cells += std::popcount(position.empty_cells(board));
        }
        const bool x_line = kHasLine[position.won[0]], o_line = kHasLine[position.won[1]];
        if ((x_line && o_line) || (target != kAnywhere && position.closed >> target & 1)) return std::nullopt;
        position.target = uint8_t(target);
        position.to_move = uint8_t(to_move);
        position.count_rule = count_rule;
        position.key = position.computed_key();
        if (x_line || o_line) position.outcome = x_line ? Outcome::kXWins : Outcome::kOWins;
        else if (position.closed == kFull) position.outcome = position.when_all_closed();
        return position;
    }

    bool is_over() const { return outcome != Outcome::kOpen; }

    unsigned empty_cells(int board) const { return kFull & ~(cells[0][board] | cells[1][board]); }

    // The boards that the side to move may play in.
    unsigned playable() const {
        if (is_over()) return 0;
        return target == kAnywhere ? kFull & ~closed : 1u << target;
    }

    // The cells of an open board with which a side wins it.
    unsigned winning_cells(int side, int board) const { return kCompleting[cells[side][board]] & empty_cells(board); }

    // Whether a side can still win, by a line or by the count.
    bool can_win(int side) const {
        if (kLineLeft[lost[side]]) return true;
        return count_rule && 9 - std::popcount(lost[side]) > std::popcount(won[side ^ 1]);
    }

    // Whether the side to move wins the game at once by a macro line.
    bool wins_at_once() const {
        for (unsigned boards = playable() & kCompleting[won[to_move]]; boards != 0; boards &= boards - 1)
            if (winning_cells(to_move, std::countr_zero(boards)) != 0) return true;
        return false;
    }

    MoveList legal_moves() const {
        MoveList list;
        for (unsigned boards = playable(); boards != 0; boards &= boards - 1) {
            const int board = std::countr_zero(boards);
            for (unsigned left = empty_cells(board); left != 0; left &= left - 1)
                list.add(Move(9 * board + std::countr_zero(left)));
        }
        return list;
    }

    int legal_move_count() const {
        if (is_over()) return 0;
        return target == kAnywhere ? open_cells : std::popcount(empty_cells(target));
    }

    bool is_legal(Move move) const {
        if (move >= kMoves) return false;
        const auto [board, cell] = kPlaces[move];
        return (playable() >> board & 1) != 0 && (empty_cells(board) >> cell & 1) != 0;
    }

    // The move must be legal.
    void play(Move move) {
        const auto [board, cell] = kPlaces[move];
        const unsigned side = to_move;
        const unsigned mine = cells[side][board] |= 1u << cell;
        if (!kLineLeft[mine]) lost[side ^ 1] |= 1u << board;
        --open_cells;
        key ^= keys::kStone[side][move] ^ keys::kTarget[target] ^ keys::kSide;
        if (kHasLine[mine]) {
            won[side] |= 1u << board;
            lost[side ^ 1] |= 1u << board;
            close(board, side);
            if (kHasLine[won[side]]) outcome = side == 0 ? Outcome::kXWins : Outcome::kOWins;
        } else if (empty_cells(board) == 0) {
            close(board, keys::kNobody);
        }
        target = closed >> cell & 1 ? kAnywhere : cell;
        key ^= keys::kTarget[target];
        to_move ^= 1;
    }

    // How a game without a line ends.
    Outcome when_all_closed() const {
        const int lead = count_rule ? std::popcount(won[0]) - std::popcount(won[1]) : 0;
        return lead == 0 ? Outcome::kDraw : lead > 0 ? Outcome::kXWins : Outcome::kOWins;
    }

    // The key from nothing but the rest of the position.
    uint64_t computed_key() const {
        uint64_t result = keys::kTarget[target] ^ (to_move ? keys::kSide : 0) ^ (count_rule ? keys::kCountRule : 0);
        for (int board = 0; board < 9; ++board) {
            if (closed >> board & 1) {
                result ^= keys::kClosed[won[0] >> board & 1 ? 0 : won[1] >> board & 1 ? 1 : keys::kNobody][board];
            } else {
                result ^= keys::of_stones(0, board, cells[0][board]) ^ keys::of_stones(1, board, cells[1][board]);
            }
        }
        return result;
    }

private:
    void close(int board, unsigned winner) {
        closed |= 1u << board;
        open_cells -= std::popcount(empty_cells(board));
        key ^= keys::kClosed[winner][board] ^ keys::of_stones(0, board, cells[0][board]) ^
               keys::of_stones(1, board, cells[1][board]);
        if (closed == kFull) outcome = when_all_closed();
    }
};

// How many positions lie exactly `depth` plies ahead, counted once for each way to get there.
inline int64_t perft(const Position& position, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return position.legal_move_count();
    int64_t count = 0;
    for (Move move : position.legal_moves()) {
        Position next = position;
        next.play(move);
        count += perft(next, depth - 1);
    }
    return count;
}

}  // namespace noughts
