#include "c_api.h"

#include <bit>
#include <optional>

#include "position.hpp"

namespace {

// The position behind the plain numbers, with all that follows from them, or nothing when they make no sense.
std::optional<noughts::Position> unpack(const noughts_position& plain) {
    using namespace noughts;
    Position position;
    if (plain.target > kAnywhere || plain.to_move > 1) return std::nullopt;
    for (int board = 0; board < 9; ++board) {
        const unsigned x = plain.cells[0][board], o = plain.cells[1][board];
        if ((x | o) > kFull || (x & o) != 0 || (kHasLine[x] && kHasLine[o])) return std::nullopt;
        position.cells[0][board] = x;
        position.cells[1][board] = o;
        if (kHasLine[x]) position.won[0] |= 1u << board;
        if (kHasLine[o]) position.won[1] |= 1u << board;
        if (kHasLine[x] || kHasLine[o] || (x | o) == kFull) position.closed |= 1u << board;
    }
    if (plain.target != kAnywhere && position.closed >> plain.target & 1) return std::nullopt;
    position.target = plain.target;
    position.to_move = plain.to_move;
    position.count_rule = plain.count_rule != 0;
    const bool x_line = kHasLine[position.won[0]], o_line = kHasLine[position.won[1]];
    if (x_line && o_line) return std::nullopt;
    if (x_line) position.outcome = Outcome::kXWins;
    else if (o_line) position.outcome = Outcome::kOWins;
    else if (position.closed == kFull) position.outcome = position.when_all_closed();
    return position;
}

}  // namespace

int64_t noughts_perft(const noughts_position* plain, int32_t depth) {
    const auto position = unpack(*plain);
    if (!position || depth < 0) return -1;
    return noughts::perft(*position, depth);
}
