// When an analysis ends, and the clock that tells.
#pragma once

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <optional>

#include "c_api.h"

namespace noughts {

struct Limits {
    int depth = INT32_MAX;
    int64_t nodes = INT64_MAX;
    double seconds = 1e9;
    bool cpu_time = false;    // seconds of the calling thread's CPU time, for fair matches on a busy machine
    int lines = 1;            // how many moves to rank
    int32_t* stop = nullptr;  // ends the analysis as soon as it is not zero; set by any thread

    bool stopped() const {
        return stop != nullptr && std::atomic_ref<int32_t>(*stop).load(std::memory_order_relaxed) != 0;
    }
};

// The limits behind the plain numbers, or nothing when they make no sense.
inline std::optional<Limits> limits_from(const noughts_limits& plain) {
    if (!std::isfinite(plain.seconds) || plain.seconds < 0 || plain.nodes < 0 || plain.depth < 0 || plain.lines < 1)
        return std::nullopt;
    Limits limits;
    if (plain.seconds > 0) limits.seconds = plain.seconds;
    if (plain.nodes > 0) limits.nodes = plain.nodes;
    if (plain.depth > 0) limits.depth = plain.depth;
    limits.lines = plain.lines;
    limits.cpu_time = plain.cpu_time != 0;
    limits.stop = plain.stop;
    return limits;
}

class Clock {
public:
    explicit Clock(bool cpu_time) : cpu_time_(cpu_time), begin_(now()) {}

    double seconds() const { return now() - begin_; }

private:
    double now() const {
#if defined(CLOCK_THREAD_CPUTIME_ID)
        if (cpu_time_) {
            timespec time;
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
            return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
        }
#endif
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }

    bool cpu_time_;
    double begin_;
};

}  // namespace noughts
