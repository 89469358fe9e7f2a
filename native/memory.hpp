// Large arrays for tables that are read at random.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace noughts {

// `size` cleared items, a power of two, in pages that are as large as the system has them: that saves most of the misses
// in the page tables. An item of zero bytes is a cleared one. Arrays of usual sizes are touched when they are made, so that
// no move pays for it; of larger ones Linux touches a page when it is first used, so that gigabytes are ready at once.
template <typename Item>
class LargeArray {
    static_assert(std::is_trivially_destructible_v<Item>);

public:
#if defined(__linux__)
    explicit LargeArray(size_t size) : size_(size) {
        void* block = mmap(nullptr, mapped(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) throw std::bad_alloc();
        memory_ = std::unique_ptr<void, Free>(block, Free{mapped()});
        size_t space = mapped();
        std::align(kHugePage, bytes(), block, space);
        items_ = static_cast<Item*>(block);
        madvise(items_, bytes(), MADV_HUGEPAGE);
        if (bytes() <= kTouchedAtOnce) std::memset(static_cast<void*>(items_), 0, bytes());
    }

    void clear() {
        if (bytes() <= kTouchedAtOnce) std::memset(static_cast<void*>(items_), 0, bytes());
        else madvise(memory_.get(), mapped(), MADV_DONTNEED);  // pages come back as zeros
    }
#else
    explicit LargeArray(size_t size) : size_(size) {
        memory_ = std::unique_ptr<void, Free>(std::aligned_alloc(std::min(bytes(), kHugePage), bytes()));
        if (memory_ == nullptr) throw std::bad_alloc();
        items_ = static_cast<Item*>(memory_.get());
        clear();
    }

    void clear() { std::memset(static_cast<void*>(items_), 0, bytes()); }
#endif

    size_t size() const { return size_; }
    Item& operator[](size_t index) const { return items_[index]; }

private:
    static constexpr size_t kHugePage = size_t(2) << 20, kTouchedAtOnce = size_t(256) << 20;

    struct Free {
#if defined(__linux__)
        size_t mapped = 0;
        void operator()(void* memory) const { munmap(memory, mapped); }
#else
        void operator()(void* memory) const { std::free(memory); }
#endif
    };

    size_t bytes() const { return size_ * sizeof(Item); }
    size_t mapped() const { return bytes() + kHugePage; }  // room to begin at the edge of a large page

    size_t size_;
    std::unique_ptr<void, Free> memory_;
    Item* items_ = nullptr;
};

}  // namespace noughts
