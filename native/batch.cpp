// Many games at once, in memory of the caller: an array of positions that only these functions look into.
#include <algorithm>
#include <span>

#include "c_api.h"
#include "playout.hpp"

using namespace noughts;

namespace {

std::span<Position> games_of(void* games, int64_t count) { return {static_cast<Position*>(games), size_t(count)}; }

}  // namespace

int64_t noughts_batch_size(void) { return sizeof(Position); }

int32_t noughts_batch_start(void* games, int64_t count, int32_t count_rule) {
    if (count < 0) return NOUGHTS_ERROR_NUMBER;
    std::ranges::fill(games_of(games, count), Position::start(count_rule != 0));
    return 0;
}

int32_t noughts_batch_look(void* games, int64_t count, uint8_t* legal, int8_t* cells, uint8_t* targets, uint8_t* outcomes) {
    if (count < 0) return NOUGHTS_ERROR_NUMBER;
    for (const Position& position : games_of(games, count)) {
        const int me = position.to_move;
        const unsigned playable = position.playable();
        for (int board = 0; board < 9; ++board) {
            const unsigned own = position.cells[me][board], other = position.cells[me ^ 1][board];
            const unsigned free = playable >> board & 1 ? position.empty_cells(board) : 0;
            for (int cell = 0; cell < 9; ++cell) {
                if (legal) *legal++ = free >> cell & 1;
                if (cells) *cells++ = int8_t(int(own >> cell & 1) - int(other >> cell & 1));
            }
        }
        if (targets) *targets++ = position.target;
        if (outcomes) *outcomes++ = uint8_t(position.outcome);
    }
    return 0;
}

int64_t noughts_batch_play(void* games, int64_t count, const uint8_t* moves) {
    if (count < 0) return NOUGHTS_ERROR_NUMBER;
    const auto positions = games_of(games, count);
    for (int64_t i = 0; i < count; ++i)
        if (!positions[i].is_over() && !positions[i].is_legal(moves[i])) return i;
    for (int64_t i = 0; i < count; ++i)
        if (!positions[i].is_over()) positions[i].play(moves[i]);
    return count;
}

int32_t noughts_batch_random(void* games, int64_t count, uint64_t seed, uint8_t* moves) {
    if (count < 0) return NOUGHTS_ERROR_NUMBER;
    Random random(seed);
    for (const Position& position : games_of(games, count))
        *moves++ = position.is_over() ? Move(0) : random_move(position, random);
    return 0;
}
