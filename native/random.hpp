// Small random numbers that are the same on every machine (splitmix64).
#pragma once

#include <cstdint>

namespace noughts {

class Random {
public:
    constexpr explicit Random(uint64_t seed) : state_(seed) {}

    constexpr uint64_t next() {
        uint64_t mixed = state_ += 0x9E3779B97F4A7C15u;
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
        return mixed ^ mixed >> 31;
    }

    // A number from 0 to `end` - 1; the bias is far below what a game could show.
    constexpr int below(int end) { return int((next() >> 32) * uint64_t(end) >> 32); }

private:
    uint64_t state_;
};

}  // namespace noughts
