// How many stones of each side lie on every line: kept up to date move by move, with what follows from it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "line_position.hpp"

namespace noughts {

// A line is open for a side as long as the other has no stone on it.
template <int W>
class LineCounts {
public:
    explicit LineCounts(const LineGrid<W>& grid) : grid_(&grid) {
        for (int stones = 1; stones <= kLargestSide; ++stones) worths_[stones] = int64_t(1) << 2 * stones;
    }

    void start(const LinePosition<W>& position) {
        stones_.assign(grid_->lines.size(), {});
        open_ = {};
        open_[0][0] = open_[1][0] = int(grid_->lines.size());
        potentials_.fill(int64_t(grid_->lines.size()));
        estimates_ = {};
        for (int side = 0; side < 2; ++side)
            position.stones[side].each([&](int bit) { play(side, bit); });
    }

    void play(int side, int bit) {
        const int other = side ^ 1;
        for (const uint16_t line : grid_->lines_through[bit]) {
            auto& stones = stones_[line];
            const int own = stones[side]++, theirs = stones[other];
            if (theirs == 0) move_open(side, own, own + 1);
            if (own == 0) close(other, theirs);
        }
    }

    void take_back(int side, int bit) {
        const int other = side ^ 1;
        for (const uint16_t line : grid_->lines_through[bit]) {
            auto& stones = stones_[line];
            const int own = --stones[side], theirs = stones[other];
            if (theirs == 0) move_open(side, own + 1, own);
            if (own == 0) reopen(other, theirs);
        }
    }

    // How many lines are open for a side with so many stones of its own.
    int open(int side, int stones) const { return open_[side][stones]; }
    bool has_open(int side) const { return potentials_[side] > 0; }

    // Whether the other side can keep this one from ever filling a line, by always taking the cell that is worth most
    // (Erdős and Selfridge): the sum of 2 ** -(cells that lines still lack) is less than 1, or less than 1/2 where this
    // side is to move.
    bool is_held(int side, bool to_move) const {
        return potentials_[side] << int(to_move) < int64_t(1) << grid_->in_line;
    }

    // What a cell adds to the potentials of both sides together; zero where no line through it can be filled any more.
    int64_t potential_of(int bit) const {
        int64_t potential = 0;
        for (const uint16_t line : grid_->lines_through[bit]) {
            const auto [first, second] = stones_[line];
            if (first == 0 || second == 0) potential += int64_t(1) << (first + second);
        }
        return potential;
    }

    // Each line that is open for one side counts for it, four times as much with each stone on it. The twin of
    // estimate_line_game in src/noughts/evaluation.py, but for its bounds.
    int64_t estimate(int side) const { return estimates_[side] - estimates_[side ^ 1]; }

private:
    void move_open(int side, int from, int to) {
        --open_[side][from];
        ++open_[side][to];
        potentials_[side] += (int64_t(1) << to) - (int64_t(1) << from);
        estimates_[side] += worths_[to] - worths_[from];
    }
    void close(int side, int stones) {
        --open_[side][stones];
        potentials_[side] -= int64_t(1) << stones;
        estimates_[side] -= worths_[stones];
    }
    void reopen(int side, int stones) {
        ++open_[side][stones];
        potentials_[side] += int64_t(1) << stones;
        estimates_[side] += worths_[stones];
    }

    const LineGrid<W>* grid_;
    std::vector<std::array<uint8_t, 2>> stones_;  // by line and side
    std::array<std::array<int, kLargestSide + 1>, 2> open_;
    std::array<int64_t, 2> potentials_, estimates_;
    std::array<int64_t, kLargestSide + 1> worths_{};
};

}  // namespace noughts
