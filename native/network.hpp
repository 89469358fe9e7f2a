// A learned estimate of a position. The fast twin of src/noughts/network.py: equal integers.
//
// Each small board adds a row of 32 numbers (lanes) to the sum of a side, looked up by the board and its pattern as that
// side sees it; a move changes one row of each sum. For an estimate the row of the board that has to be played in and
// that of the target are added, lanes are clamped to [0, 1] and squared, which multiplies what boards add with one another,
// and two small layers turn those of both sides into a score. The last lane goes around them, straight into the score.
// The rows are not weights of their own: a generator, a network over the nine cells, makes them when the weights are
// loaded. Everything is integers: shifts say what a one is.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "memory.hpp"
#include "patterns.hpp"
#include "position.hpp"
#include "score.hpp"

namespace noughts {

constexpr int kLanes = 32, kDirect = kLanes - 1;
constexpr int kLaneShift = 9;     // a lane of 1 is 2^9
constexpr int kSquareShift = 14;  // its square is 2^14
constexpr int kHidden1 = 16, kHidden2 = 32;
constexpr Score kScale = 400;  // what a logit of 1 counts
constexpr int kPhases = 5;  // each has a head of its own

constexpr int phase_of(int open_cells) { return open_cells >= 64 ? kPhases - 1 : open_cells / 16; }

struct alignas(64) Row {
    std::array<int16_t, kLanes> lanes{};

    bool operator==(const Row&) const = default;
};

// The sums over the nine boards as X and as O sees them.
using Accumulator = std::array<Row, 2>;

// The same of the direct lane alone, which makes an estimate of its own: rougher, in a third of the time.
using DirectSums = std::array<int, 2>;

// The layers behind the lanes. Weights lie as the fastest loops want them: by pair of inputs, output, and input.
struct alignas(64) Head {
    std::array<std::array<std::array<int16_t, 2>, kHidden1>, kLanes> first;  // inputs: the lanes of the mover, of the other
    std::array<std::array<std::array<int16_t, 2>, kHidden2>, kHidden1 / 2> second;
    std::array<int16_t, kHidden2> last;
    std::array<int32_t, kHidden1> first_bias;
    std::array<int32_t, kHidden2> second_bias;
    int32_t last_bias;
    int first_shift, second_shift, last_shift;
};

// What a head adds up for one side: the accumulator, the row of the forced board, the row of the target.
using Parts = std::array<const Row*, 3>;

// The sum that comes out of a head.
using HeadFunction = int32_t (*)(const Head& head, const Parts& mover, const Parts& other);

// Those that this processor can run: portable loops first, the fastest last. They give equal integers.
std::span<const HeadFunction> head_functions();
extern const HeadFunction kFastestHead;

class Network {
public:
    // How many weights a network has.
    static size_t size();

    // One end rule; nullptr when the weights are too many, too few, or so large that a sum might overflow.
    static std::unique_ptr<const Network> from_weights(std::span<const int32_t> weights);

    Accumulator accumulate(const Position& position) const {
        Accumulator sums{};
        for (int side = 0; side < 2; ++side)
            for (int board = 0; board < 9; ++board) {
                const Row& row = row_of(position, side, board);
                for (int lane = 0; lane < kLanes; ++lane) sums[side].lanes[lane] += row.lanes[lane];
            }
        return sums;
    }

    // The sums after a move on `board` that led from one position to the next.
    void update(const Accumulator& sums, const Position& before, const Position& after, int board, Accumulator& next) const {
        for (int side = 0; side < 2; ++side) {
            const Row &out = row_of(before, side, board), &in = row_of(after, side, board);
            for (int lane = 0; lane < kLanes; ++lane)
                next[side].lanes[lane] = int16_t(sums[side].lanes[lane] - out.lanes[lane] + in.lanes[lane]);
        }
    }

    // Fetches what the estimate of a position will add after a move on `board`.
    void prefetch(const Position& position, int board) const {
        for (int side = 0; side < 2; ++side) {
            __builtin_prefetch(&row_of(position, side, board));
            __builtin_prefetch(forced_row(position, side, 9 + (side != position.to_move)));
        }
    }

    // For the side to move; the game is not over.
    Score evaluate(const Position& position, const Accumulator& sums, HeadFunction function = kFastestHead) const {
        const int me = position.to_move;
        const Parts mover{&sums[me], forced_row(position, me, 9), &constraint_[0][position.target]};
        const Parts other{&sums[me ^ 1], forced_row(position, me ^ 1, 10), &constraint_[1][position.target]};
        Score score = score_of(heads_[phase_of(position.open_cells)], mover, other, function);
        if (!position.can_win(me)) score = std::min(score, 0);
        if (!position.can_win(me ^ 1)) score = std::max(score, 0);
        return std::clamp(score, -kEstimate, kEstimate);
    }

    DirectSums direct_sums(const Position& position) const {
        DirectSums sums{};
        for (int side = 0; side < 2; ++side)
            for (int board = 0; board < 9; ++board) sums[side] += direct_[index_of(position, side, board, board)];
        return sums;
    }

    DirectSums after_move(DirectSums sums, const Position& before, const Position& after, int board) const {
        for (int side = 0; side < 2; ++side)
            sums[side] += direct_[index_of(after, side, board, board)] - direct_[index_of(before, side, board, board)];
        return sums;
    }

    Score direct_estimate(const Position& position, const DirectSums& sums) const {
        const int me = position.to_move, target = position.target;
        int sum = sums[me] - sums[me ^ 1] + constraint_[0][target].lanes[kDirect] - constraint_[1][target].lanes[kDirect];
        if (target != kAnywhere)
            sum += direct_[index_of(position, me, target, 9)] - direct_[index_of(position, me ^ 1, target, 10)];
        return sum * kScale >> (direct_shift_ + 1);
    }

private:
    const Row& row_of(const Position& position, int side, int board) const {
        return rows_[index_of(position, side, board, board)];
    }

    // Of the row of a board as a side sees it; the forced board has rows of its own, for the mover (9) and the other (10).
    static int index_of(const Position& position, int side, int board, int slot) {
        return slot * kPatterns + pattern_of(position.cells[side][board], position.cells[side ^ 1][board]);
    }

    const Row* forced_row(const Position& position, int side, int slot) const {
        return position.target == kAnywhere ? &nothing_ : &rows_[index_of(position, side, position.target, slot)];
    }

    Score score_of(const Head& head, const Parts& mover, const Parts& other, HeadFunction function) const {
        const auto direct = [](const Parts& parts) {
            return parts[0]->lanes[kDirect] + parts[1]->lanes[kDirect] + parts[2]->lanes[kDirect];
        };
        const int lane_shift = kLaneShift + head.last_shift, shift = lane_shift + direct_shift_ + 1;
        const int64_t around = int64_t(direct(mover) - direct(other)) << lane_shift;
        const int64_t through = int64_t(function(head, mover, other)) << (direct_shift_ + 1);
        return Score((kScale * (through + around) + (int64_t(1) << (shift - 1))) >> shift);
    }
    bool fits() const;

    Network();

    LargeArray<Row> rows_;         // by slot (board, the forced ones behind) and pattern
    std::vector<int16_t> direct_;  // their direct lanes once more, where more of them fit into a cache
    std::array<std::array<Row, 10>, 2> constraint_;
    Row nothing_;
    std::array<Head, kPhases> heads_;
    int direct_shift_ = 0;
};

// The networks of both end rules.
class Evaluation {
public:
    // Those of the draw rule first; nullptr when one of them is refused.
    static std::shared_ptr<const Evaluation> from_weights(std::span<const int32_t> weights);

    const Network& of(const Position& position) const { return *networks_[position.count_rule]; }

private:
    std::array<std::unique_ptr<const Network>, 2> networks_;
};

}  // namespace noughts
