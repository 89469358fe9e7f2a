// Large arrays for tables that are read at random.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace noughts {

// `size` cleared items, a power of two, in pages that are as large as the system has them: that saves most of the misses
// in the page tables.
template <typename Item>
class LargeArray {
public:
    explicit LargeArray(size_t size) : size_(size) {
        const size_t bytes = size * sizeof(Item);
        auto* memory = static_cast<Item*>(std::aligned_alloc(std::min(bytes, kHugePage), bytes));
        if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
        madvise(memory, bytes, MADV_HUGEPAGE);
#endif
        memory_.reset(memory);
        clear();
    }

    void clear() {
        for (size_t i = 0; i < size_; ++i) new (&memory_[i]) Item{};
    }

    size_t size() const { return size_; }
    Item& operator[](size_t index) const { return memory_[index]; }

private:
    struct Free {
        void operator()(Item* memory) const { std::free(memory); }
    };
    static constexpr size_t kHugePage = size_t(2) << 20;

    size_t size_;
    std::unique_ptr<Item[], Free> memory_;
};

}  // namespace noughts
