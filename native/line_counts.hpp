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
    explicit LineCounts(const LineGrid<W>& grid) : grid_(&grid) { make_tables(); }

    void start(const LinePosition<W>& position) {
        states_.assign(grid_->lines.size(), 0);
        place_in_hot_.resize(grid_->lines.size());
        for (auto& lines : hot_) lines.clear();
        sums_ = {};
        for (size_t line = 0; line < grid_->lines.size(); ++line) {
            add(sums_, sums_of_[0]);
            if (hot_sides_[0]) change_hot(uint16_t(line), 0, hot_sides_[0]);
        }
        for (int side = 0; side < 2; ++side)
            position.stones[side].each([&](int bit) { play(side, bit); });
    }

    void play(int side, int bit) { change(bit, kOneStone[side]); }
    void take_back(int side, int bit) { change(bit, -kOneStone[side]); }

    // How many lines of a side lack only one cell.
    int fours(int side) const { return sums_[kFours] >> 16 * side & 0xFFFF; }

    // Its open lines that lack one or two cells, in any order.
    const std::vector<uint16_t>& hot(int side) const { return hot_[side]; }

    // Whether the other side can keep this one from ever filling a line, by always taking the cell that is worth most
    // (Erdős and Selfridge): the sum of 2 ** -(cells that lines still lack) is less than 1, or less than 1/2 where this
    // side is to move.
    bool is_held(int side, bool to_move) const { return sums_[kPotential + side] < held_below_ >> int(to_move); }

    // What a cell adds to the potentials of both sides together; zero where no line through it can be filled any more.
    int potential_of(int bit) const {
        int potential = 0;
        for (const uint16_t line : grid_->lines_through[bit]) {
            const auto& sums = sums_of_[states_[line]];
            potential += sums[kPotential] + sums[kPotential + 1];
        }
        return potential;
    }

    // The most stones that a side has on one of its open lines through a cell; -1 where there is none.
    int most_stones(int side, int bit) const {
        int most = -1;
        for (const uint16_t line : grid_->lines_through[bit]) {
            const int own = stones(states_[line], side), theirs = stones(states_[line], side ^ 1);
            if (theirs == 0) most = std::max(most, own);
        }
        return most;
    }

    // What the estimate says about a cell: what its lines gain for the side that takes it, and spoil for the other.
    int worth_of(int side, int bit) const {
        int worth = 0;
        for (const uint16_t line : grid_->lines_through[bit]) worth += worth_of_[side][states_[line]];
        return worth;
    }

    // Each line that is open for one side alone counts for it, four times as much with each stone on it. The twin of
    // estimate_line_game in src/noughts/evaluation.py, but for its bounds.
    int estimate(int side) const { return side == 0 ? sums_[kEstimated] : -sums_[kEstimated]; }

private:
    // The state of a line: the stones of the first side, and 32 times those of the second.
    static constexpr int kStates = 32 * 32, kOneStone[2] = {1, 32};
    static constexpr int stones(int state, int side) { return state >> 5 * side & 31; }
    static constexpr int kMostCounted = 8;     // more stones on a line are not worth more
    static constexpr int kPotentialBits = 18;  // so that the sum over all lines is no overflow; small ones are rounded up

    // What is summed up over all lines: two potentials, the estimate, and the fours of both sides in 16 bits each.
    using Sums = std::array<int32_t, 4>;
    enum { kPotential = 0, kEstimated = 2, kFours = 3 };

    static void add(Sums& sums, const Sums& more) {
        for (int i = 0; i < 4; ++i) sums[i] += more[i];
    }

    void make_tables() {
        const int k = grid_->in_line, shift = std::max(0, k - kPotentialBits);
        held_below_ = 1 << (k - shift);
        const auto worth = [](int stones) { return stones ? 1 << 2 * std::min(stones, kMostCounted) : 0; };
        for (int state = 0; state < kStates; ++state)
            for (int side = 0; side < 2; ++side) {
                const int own = stones(state, side), theirs = stones(state, side ^ 1);
                if (own + theirs > k) continue;
                if (theirs == 0) {
                    sums_of_[state][kPotential + side] = 1 << std::max(0, own - shift);
                    sums_of_[state][kEstimated] += side == 0 ? worth(own) : -worth(own);
                    if (own == k - 1) sums_of_[state][kFours] += 1 << 16 * side;
                    if (own == k - 1 || own == k - 2) hot_sides_[state] |= uint8_t(1 << side);
                }
                if (own + theirs == k) continue;
                if (theirs == 0) worth_of_[side][state] = worth(own + 1) - worth(own);
                else if (own == 0) worth_of_[side][state] = worth(theirs);
            }
    }

    void change(int bit, int by) {
        Sums sums = sums_;
        for (const uint16_t line : grid_->lines_through[bit]) {
            const int before = states_[line], after = before + by;
            states_[line] = uint16_t(after);
            for (int i = 0; i < 4; ++i) sums[i] += sums_of_[after][i] - sums_of_[before][i];
            const int hot_before = hot_sides_[before], hot_after = hot_sides_[after];
            if (hot_before != hot_after) change_hot(line, hot_before, hot_after);
        }
        sums_ = sums;
    }

    void change_hot(uint16_t line, int before, int after) {
        for (int side = 0; side < 2; ++side) {
            auto& lines = hot_[side];
            if ((before ^ after) >> side & 1) {
                if (after >> side & 1) {
                    place_in_hot_[line][side] = uint16_t(lines.size());
                    lines.push_back(line);
                } else {
                    const uint16_t last = lines.back(), place = place_in_hot_[line][side];
                    lines[place] = last;
                    place_in_hot_[last][side] = place;
                    lines.pop_back();
                }
            }
        }
    }

    const LineGrid<W>* grid_;
    std::vector<uint16_t> states_;  // by line
    Sums sums_{};
    std::array<std::vector<uint16_t>, 2> hot_;
    std::vector<std::array<uint16_t, 2>> place_in_hot_;  // by line and side
    int held_below_ = 0;
    // By the state of a line:
    std::array<Sums, kStates> sums_of_{};
    std::array<uint8_t, kStates> hot_sides_{};
    std::array<std::array<int32_t, kStates>, 2> worth_of_{};
};

}  // namespace noughts
