// The transposition table: what earlier searches found out, by the key of the position.
//
// Shared by all threads without locks: an entry is two words, the key is stored mixed with the rest, and read()
// returns a copy whose words belong together, or nothing.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>

#include "memory.hpp"
#include "score.hpp"

namespace noughts {

enum class Bound : uint8_t { kUpper = 1, kLower = 2, kExact = 3 };

struct Entry {
    Score score;  // a proved win or loss counts its plies from the position of the entry, not from the root
    int depth;
    uint16_t move;  // whatever the game means by it
    Bound bound;
};

class Table {
public:
    explicit Table(size_t megabytes) : buckets_(std::bit_floor((megabytes << 20) / sizeof(Bucket))) {}

    void clear() {
        buckets_.clear();
        generation_ = 0;
    }

    // To be called once for each new search, so that its entries displace older ones.
    void age() { generation_ = (generation_ + 1) % kGenerations; }

    void prefetch(uint64_t key) const { __builtin_prefetch(&bucket(key)); }

    std::optional<Entry> read(uint64_t key) const {
        for (const Slot& slot : bucket(key).slots) {
            const uint64_t rest = slot.rest.load(std::memory_order_relaxed);
            if ((slot.mixed.load(std::memory_order_relaxed) ^ rest) == key && rest != 0) return unpack(rest);
        }
        return std::nullopt;
    }

    void write(uint64_t key, const Entry& entry) {
        Slot* least = nullptr;
        int least_worth = INT32_MAX;
        for (Slot& slot : bucket(key).slots) {
            const uint64_t rest = slot.rest.load(std::memory_order_relaxed);
            const bool same = rest != 0 && (slot.mixed.load(std::memory_order_relaxed) ^ rest) == key;
            const int worth = same ? -1 : rest == 0 ? 0 : 1 + unpack(rest).depth + (is_recent(rest) ? 256 : 0);
            if (worth >= least_worth) continue;
            least = &slot;
            least_worth = worth;
        }
        const uint64_t rest = pack(entry);
        least->mixed.store(key ^ rest, std::memory_order_relaxed);
        least->rest.store(rest, std::memory_order_relaxed);
    }

    // How many of a thousand entries are in use by the present search.
    int per_mille_full() const {
        int used = 0;
        const size_t sample = std::min<size_t>(buckets_.size(), 250);
        for (size_t i = 0; i < sample; ++i)
            for (const Slot& slot : buckets_[i].slots) {
                const uint64_t rest = slot.rest.load(std::memory_order_relaxed);
                used += rest != 0 && is_recent(rest);
            }
        return int(used * 1000 / (sample * kSlots));
    }

private:
    struct Slot {
        std::atomic<uint64_t> mixed{0}, rest{0};
    };
    static constexpr size_t kSlots = 4;
    struct alignas(64) Bucket {
        Slot slots[kSlots];
    };
    static constexpr unsigned kGenerations = 64;

    Bucket& bucket(uint64_t key) const { return buckets_[key & (buckets_.size() - 1)]; }

    bool is_recent(uint64_t rest) const { return (rest >> 42 & (kGenerations - 1)) == generation_; }

    // Bits 0-15 score, 16-23 depth, 24-39 move, 40-41 bound, 42-47 generation.
    uint64_t pack(const Entry& entry) const {
        return uint64_t(uint16_t(entry.score)) | uint64_t(uint8_t(entry.depth)) << 16 | uint64_t(entry.move) << 24 |
               uint64_t(entry.bound) << 40 | uint64_t(generation_) << 42;
    }

    static Entry unpack(uint64_t rest) {
        return {int16_t(rest), int8_t(rest >> 16), uint16_t(rest >> 24), Bound(rest >> 40 & 3)};
    }

    LargeArray<Bucket> buckets_;
    unsigned generation_ = 0;
};

}  // namespace noughts
