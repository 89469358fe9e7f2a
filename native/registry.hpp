// Handles: numbers that stand for objects across the border. A wrong number finds nothing instead of crashing.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace noughts {

template <typename Object>
class Registry {
public:
    int64_t add(int64_t handle, std::shared_ptr<Object> object) {
        std::lock_guard lock(mutex_);
        objects_[handle] = std::move(object);
        return handle;
    }

    // nullptr when there is no such object. Who holds the pointer keeps the object alive, freed or not.
    std::shared_ptr<Object> find(int64_t handle) const {
        std::lock_guard lock(mutex_);
        const auto found = objects_.find(handle);
        return found == objects_.end() ? nullptr : found->second;
    }

    bool remove(int64_t handle) {
        std::shared_ptr<Object> last;  // destroyed after the lock is gone
        std::lock_guard lock(mutex_);
        const auto found = objects_.find(handle);
        if (found == objects_.end()) return false;
        last = std::move(found->second);
        objects_.erase(found);
        return true;
    }

private:
    mutable std::mutex mutex_;
    std::unordered_map<int64_t, std::shared_ptr<Object>> objects_;
};

}  // namespace noughts
