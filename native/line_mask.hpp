// Sets of cells of a line game: one word for small boards, several beyond.
#pragma once

#include <bit>
#include <cstdint>

namespace noughts {

template <int W>
struct LineMask {
    uint64_t words[W] = {};

    static constexpr LineMask all() {
        LineMask mask;
        for (uint64_t& word : mask.words) word = ~uint64_t(0);
        return mask;
    }
    static constexpr LineMask of(int bit) {
        LineMask mask;
        mask.words[bit >> 6] = uint64_t(1) << (bit & 63);
        return mask;
    }

    constexpr bool has(int bit) const { return words[bit >> 6] >> (bit & 63) & 1; }
    constexpr void add(int bit) { words[bit >> 6] |= uint64_t(1) << (bit & 63); }
    constexpr void remove(int bit) { words[bit >> 6] &= ~(uint64_t(1) << (bit & 63)); }

    constexpr bool any() const {
        uint64_t some = 0;
        for (const uint64_t word : words) some |= word;
        return some != 0;
    }
    constexpr int count() const {
        int bits = 0;
        for (const uint64_t word : words) bits += std::popcount(word);
        return bits;
    }
    constexpr bool has_several() const {
        if constexpr (W == 1) return (words[0] & (words[0] - 1)) != 0;
        else return count() > 1;
    }
    // The lowest bit of a set that is not empty.
    constexpr int first() const {
        int word = 0;
        while (word < W - 1 && words[word] == 0) ++word;
        return 64 * word + std::countr_zero(words[word]);
    }
    template <typename Visit>
    constexpr void each(Visit&& visit) const {
        for (int word = 0; word < W; ++word)
            for (uint64_t rest = words[word]; rest != 0; rest &= rest - 1) visit(64 * word + std::countr_zero(rest));
    }

    constexpr LineMask operator&(const LineMask& other) const { return LineMask(*this) &= other; }
    constexpr LineMask operator|(const LineMask& other) const { return LineMask(*this) |= other; }
    constexpr LineMask& operator&=(const LineMask& other) {
        for (int i = 0; i < W; ++i) words[i] &= other.words[i];
        return *this;
    }
    constexpr LineMask& operator|=(const LineMask& other) {
        for (int i = 0; i < W; ++i) words[i] |= other.words[i];
        return *this;
    }
    constexpr LineMask operator~() const {
        LineMask mask;
        for (int i = 0; i < W; ++i) mask.words[i] = ~words[i];
        return mask;
    }
    constexpr bool operator==(const LineMask&) const = default;

    // By less than 64 W.
    constexpr LineMask operator>>(int bits) const {
        LineMask mask;
        if constexpr (W == 1) {
            mask.words[0] = words[0] >> bits;
        } else {
            const int skip = bits >> 6, rest = bits & 63;
            for (int i = 0; i + skip < W; ++i) {
                mask.words[i] = words[i + skip] >> rest;
                if (i + skip + 1 < W) mask.words[i] |= words[i + skip + 1] << 1 << (63 - rest);
            }
        }
        return mask;
    }
    constexpr LineMask operator<<(int bits) const {
        LineMask mask;
        if constexpr (W == 1) {
            mask.words[0] = words[0] << bits;
        } else {
            const int skip = bits >> 6, rest = bits & 63;
            for (int i = W - 1; i >= skip; --i) {
                mask.words[i] = words[i - skip] << rest;
                if (i > skip) mask.words[i] |= words[i - skip - 1] >> 1 >> (63 - rest);
            }
        }
        return mask;
    }
};

}  // namespace noughts
