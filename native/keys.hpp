// Random numbers whose exclusive or is the key of a position (Zobrist).
#pragma once

#include <array>
#include <cstdint>

#include "random.hpp"

namespace noughts::keys {

constexpr unsigned kNobody = 2;  // who has won a drawn board

struct Numbers {
    std::array<std::array<uint64_t, 81>, 2> stone;
    std::array<std::array<uint64_t, 9>, 3> closed;
    std::array<uint64_t, 10> target;
    uint64_t side, count_rule;
};

constexpr Numbers kNumbers = [] {
    Numbers numbers{};
    Random random(20261115);
    for (auto& side : numbers.stone)
        for (auto& number : side) number = random.next();
    for (auto& winner : numbers.closed)
        for (auto& number : winner) number = random.next();
    for (auto& number : numbers.target) number = random.next();
    numbers.side = random.next();
    numbers.count_rule = random.next();
    return numbers;
}();

inline constexpr auto& kStone = kNumbers.stone;
inline constexpr auto& kClosed = kNumbers.closed;
inline constexpr auto& kTarget = kNumbers.target;
constexpr uint64_t kSide = kNumbers.side, kCountRule = kNumbers.count_rule;

// All stones of one side on one board at once.
constexpr uint64_t of_stones(unsigned side, int board, unsigned cells) {
    uint64_t key = 0;
    for (int cell = 0; cell < 9; ++cell)
        if (cells >> cell & 1) key ^= kStone[side][9 * board + cell];
    return key;
}

}  // namespace noughts::keys
