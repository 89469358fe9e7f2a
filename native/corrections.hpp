// What searches have taught about the errors of the estimate, by what positions have in common.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "patterns.hpp"
#include "position.hpp"
#include "score.hpp"
#include "tuning.hpp"

namespace noughts {

class Corrections {
public:
    void clear() { *this = Corrections(); }

    // To be added to the estimate for the side to move.
    Score of(const Tuning& tuning, const Position& position) const {
        return (by_boards_[boards_of(position)] * tuning.boards_correction +
                by_stones_[stones_of(position)] * tuning.stones_correction) / kBound;
    }

    // A search of this depth found so much more than the estimate said.
    void learn(const Position& position, int depth, Score error) {
        const int change = std::clamp(kScale * error, -kMostChange, kMostChange), weight = std::min(depth, kMostWeight);
        for (int16_t* learned : {&by_boards_[boards_of(position)], &by_stones_[stones_of(position)]})
            *learned = int16_t(*learned + change * weight - *learned * std::abs(change) * weight / kBound);
    }

private:
    static constexpr int kBound = 16384, kScale = 4, kMostChange = 1024, kMostWeight = 8;

    // Where the side to move has to play, and which boards are closed.
    static unsigned boards_of(const Position& position) {
        return (position.to_move * 10u + position.target) * 512 + position.closed;
    }

    // The stones of the board that has to be played in.
    static unsigned stones_of(const Position& position) {
        const int me = position.to_move, target = position.target;
        if (target == kAnywhere) return 2 * kPatterns + me;
        return me * kPatterns + pattern_of(position.cells[me][target], position.cells[me ^ 1][target]);
    }

    std::array<int16_t, 2 * 10 * 512> by_boards_{};
    std::array<int16_t, 2 * kPatterns + 2> by_stones_{};
};

}  // namespace noughts
