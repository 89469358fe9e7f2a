// A learned estimate of a position. The fast twin of src/noughts/network.py: equal integers.
//
// Each small board adds a row of 32 numbers (lanes) to the sum of a side, looked up by the board and its pattern as that
// side sees it; a move changes one row of each sum. For an estimate further rows are added: of the target, of the board that
// has to be played in, and of the destinations, the boards to which a move there would send the opponent. Lanes are clamped to
// [0, 1] and squared, which multiplies what boards add with one another, and two small layers turn those of both sides into a
// score. The last lane goes around them, straight into the score.
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
constexpr int kKinds = 3;   // of moves: quiet ones, those that take their board, those that only block it

constexpr int phase_of(int open_cells) { return open_cells >= 64 ? kPhases - 1 : open_cells / 16; }

struct alignas(64) Row {
    std::array<int16_t, kLanes> lanes{};

    bool operator==(const Row&) const = default;
};

using Patterns = std::array<uint16_t, 16>;  // of nine boards; the rest fills a vector

// The nine boards as X and as O sees them: the sums of their rows, and their patterns.
struct Accumulator {
    std::array<Row, 2> rows{};
    alignas(64) std::array<Patterns, 2> patterns{};

    bool operator==(const Accumulator&) const = default;
};

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

// What a position adds for the mover, and for the other side.
using RowPair = std::array<Row, 2>;

// What a head adds up: the accumulators of both sides, the pair of the target, and where a board has to be played in the
// pairs of that board and of the destinations. The latter are found by pattern and by three properties of their cells, each
// of which leads some kPatterns further.
struct Parts {
    const Row *mover, *other;
    const RowPair *target, *forced = nullptr, *destinations = nullptr;
    const Patterns* patterns = nullptr;
    unsigned cells = 0, takes = 0, blocks = 0, loses = 0;  // the empty cells, and what is true of a move in some of them
};

constexpr int kBlocks = 2 * kPatterns, kLoses = kKinds * kPatterns;  // how far; a move that takes goes kPatterns
constexpr int kNoDestination = 2 * kLoses;                           // a pair of zeros

// What comes out of a head: the last sum, and what the direct lanes of both sides differ by.
struct HeadSums {
    int32_t through, around;
};

// The loops over lanes.
struct Loops {
    // The sums after a move on a board, whose rows and whose new patterns are given.
    void (*update)(const Row* rows, const Accumulator& sums, int board, std::array<uint16_t, 2> patterns, Accumulator& next);
    HeadSums (*head)(const Head& head, const Parts& parts);
};

// Those that this processor can run: portable loops first, the fastest last. They give equal integers.
std::span<const Loops> all_loops();
extern const Loops kFastestLoops;

class Network {
public:
    // How many weights a network has.
    static size_t size();

    // One end rule; nullptr when the weights are too many, too few, or so large that a sum might overflow.
    static std::unique_ptr<const Network> from_weights(std::span<const int32_t> weights);

    Accumulator accumulate(const Position& position) const {
        Accumulator sums;
        for (int side = 0; side < 2; ++side)
            for (int board = 0; board < 9; ++board) {
                sums.patterns[side][board] = pattern_at(position, side, board);
                const Row& row = rows_[board * kPatterns + sums.patterns[side][board]];
                for (int lane = 0; lane < kLanes; ++lane) sums.rows[side].lanes[lane] += row.lanes[lane];
            }
        return sums;
    }

    // The sums after a move on `board` that led to a position.
    void update(const Accumulator& sums, const Position& after, int board, Accumulator& next) const {
        kFastestLoops.update(&rows_[board * kPatterns], sums, board,
                             {pattern_at(after, 0, board), pattern_at(after, 1, board)}, next);
    }

    // Fetches what the estimate of a position will add after a move on `board`.
    void prefetch(const Position& position, int board) const {
        for (int side = 0; side < 2; ++side) __builtin_prefetch(&row_of(position, side, board));
        if (position.target != kAnywhere) {
            for (const Row& row : pairs_[pattern_at(position, position.to_move, position.target)]) __builtin_prefetch(&row);
        }
    }

    // For the side to move; the game is not over.
    Score evaluate(const Position& position, const Accumulator& sums, const Loops& loops = kFastestLoops) const {
        const int me = position.to_move;
        Parts parts{.mover = &sums.rows[me], .other = &sums.rows[me ^ 1], .target = &constraint_[position.target]};
        if (position.target != kAnywhere) add_forced(position, sums.patterns[me], parts);
        Score score = score_of(heads_[phase_of(position.open_cells)], parts, loops);
        if (!position.can_win(me)) score = std::min(score, 0);
        if (!position.can_win(me ^ 1)) score = std::max(score, 0);
        return std::clamp(score, -kEstimate, kEstimate);
    }

    DirectSums direct_sums(const Position& position) const {
        DirectSums sums{};
        for (int side = 0; side < 2; ++side)
            for (int board = 0; board < 9; ++board) sums[side] += direct_[index_of(position, side, board)];
        return sums;
    }

    DirectSums after_move(DirectSums sums, const Position& before, const Position& after, int board) const {
        for (int side = 0; side < 2; ++side)
            sums[side] += direct_[index_of(after, side, board)] - direct_[index_of(before, side, board)];
        return sums;
    }

    Score direct_estimate(const Position& position, const DirectSums& sums) const {
        const int me = position.to_move, target = position.target;
        int sum = sums[me] - sums[me ^ 1] + direct_of(constraint_[target]);
        if (target != kAnywhere) sum += forced_direct_[pattern_at(position, me, target)];
        return sum * kScale >> (direct_shift_ + 1);
    }

private:
    // A board as a side sees it.
    static uint16_t pattern_at(const Position& position, int side, int board) {
        return uint16_t(pattern_of(position.cells[side][board], position.cells[side ^ 1][board]));
    }

    static int index_of(const Position& position, int side, int board) {
        return board * kPatterns + pattern_at(position, side, board);
    }

    const Row& row_of(const Position& position, int side, int board) const {
        return rows_[index_of(position, side, board)];
    }

    // The board that has to be played in, and those to which moves there send the opponent, by what the move does and by
    // whether the opponent would win the game by taking the destination.
    void add_forced(const Position& position, const Patterns& patterns, Parts& parts) const {
        const int me = position.to_move, forced = position.target;
        parts.forced = &pairs_[patterns[forced]];
        parts.destinations = &pairs_[kPatterns];
        parts.patterns = &patterns;
        parts.cells = position.empty_cells(forced);
        parts.takes = kCompleting[position.cells[me][forced]];
        parts.blocks = kCompleting[position.cells[me ^ 1][forced]] & ~parts.takes;
        parts.loses = kCompleting[position.won[me ^ 1]];
    }

    static int direct_of(const RowPair& pair) { return pair[0].lanes[kDirect] - pair[1].lanes[kDirect]; }

    Score score_of(const Head& head, const Parts& parts, const Loops& loops) const {
        const HeadSums sums = loops.head(head, parts);
        const int lane_shift = kLaneShift + head.last_shift, shift = lane_shift + direct_shift_ + 1;
        const int64_t around = int64_t(sums.around) << lane_shift;
        const int64_t through = int64_t(sums.through) << (direct_shift_ + 1);
        return Score((kScale * (through + around) + (int64_t(1) << (shift - 1))) >> shift);
    }

    bool fits() const;

    Network();

    LargeArray<Row> rows_;                // by board and pattern
    LargeArray<RowPair> pairs_;           // by slot (the forced board, then destinations) and pattern as the mover sees it
    std::vector<int16_t> direct_;         // direct lanes of the rows once more, where more of them fit into a cache
    std::vector<int32_t> forced_direct_;  // what the direct lanes of a forced board add
    std::array<RowPair, 10> constraint_;  // by target
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
