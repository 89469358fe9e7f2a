// A position of a line game. The fast twin of LinePosition in src/noughts/rules/line_game.py.
#pragma once

#include <array>
#include <cstdint>

#include "line_grid.hpp"

namespace noughts {

template <int W>
struct LinePosition {
    using Mask = LineMask<W>;

    std::array<Mask, 2> stones{};  // of the side that opened and of the other, whichever marks they have
    int count = 0;                 // of all stones

    int to_move() const { return count & 1; }
    const Mask& mine() const { return stones[to_move()]; }
    const Mask& theirs() const { return stones[to_move() ^ 1]; }
    Mask taken() const { return stones[0] | stones[1]; }
    Mask empty(const LineGrid<W>& grid) const { return grid.full & ~taken(); }

    void play(int bit) {
        stones[to_move()].add(bit);
        ++count;
    }
    void take_back(int bit) {
        --count;
        stones[to_move()].remove(bit);
    }

    bool is_over(const LineGrid<W>& grid) const { return count == grid.cells || grid.has_line(theirs()); }
};

// The keys of a position and of its images; kept up to date move by move.
template <int W>
struct LineImageKeys {
    std::array<uint64_t, 8> keys{};

    void start(const LineGrid<W>& grid, const LinePosition<W>& position) {
        keys.fill(grid.salt);
        for (int side = 0; side < 2; ++side)
            position.stones[side].each([&](int bit) { play(grid, side, bit); });
    }
    void play(const LineGrid<W>& grid, int side, int bit) {
        for (size_t i = 0; i < grid.images.size(); ++i) keys[i] ^= kLineKeys.stone[side][grid.images[i][bit]];
    }
    // Which image stands for all of them.
    int least(const LineGrid<W>& grid) const {
        return int(std::min_element(keys.begin(), keys.begin() + grid.images.size()) - keys.begin());
    }
};

// The number of positions exactly `depth` plies ahead.
template <int W>
int64_t perft(const LineGrid<W>& grid, const LinePosition<W>& position, int depth) {
    if (depth == 0) return 1;
    if (position.is_over(grid)) return 0;
    if (depth == 1) return grid.cells - position.count;
    int64_t nodes = 0;
    position.empty(grid).each([&](int bit) {
        LinePosition<W> next = position;
        next.play(bit);
        nodes += perft(grid, next, depth - 1);
    });
    return nodes;
}

}  // namespace noughts
