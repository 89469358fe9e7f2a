// The pattern of a small board: a number in base three.
#pragma once

#include <array>
#include <cstdint>

namespace noughts {

constexpr int kPatterns = 19683;  // 3^9: nothing, mine, theirs on nine cells

// The digits of a pattern in base three: cells of `mine` count one, of `theirs` two.
constexpr auto kTernary = [] {
    std::array<uint16_t, 512> table{};
    for (unsigned cells = 0; cells < 512; ++cells)
        for (int cell = 0, power = 1; cell < 9; ++cell, power *= 3)
            if (cells >> cell & 1) table[cells] += power;
    return table;
}();

constexpr int pattern_of(unsigned mine, unsigned theirs) { return kTernary[mine] + 2 * kTernary[theirs]; }

}  // namespace noughts
