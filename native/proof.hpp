// Proof search (depth-first proof numbers): whether a side wins a position, whatever the other does.
//
// Each node has two numbers, seen from its side to move: how many leaves must at least be decided for it to reach its
// aim, and how many for it to fail. The aim of the attacker is to win, that of the defender that it does not. The search
// always goes on at the leaf that can change most with least, and keeps the numbers in a table.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "evaluation.hpp"
#include "position.hpp"

namespace noughts {

class Prover {
public:
    enum class Answer { kUnknown, kYes, kNo };
    using ShouldStop = std::function<bool()>;

    Prover(const Evaluation& evaluation, size_t megabytes);

    // Whether the attacker (0 for X, 1 for O) wins; kUnknown when the search was stopped or took more nodes than allowed.
    Answer does_win(const Position& position, int attacker, int64_t node_limit, const ShouldStop& should_stop);

    // Whether an earlier search has shown that a side does not win.
    bool is_known_not_to_win(const Position& position, int side) const;

    int64_t nodes() const { return nodes_; }
    void clear();

private:
    struct Numbers {
        uint32_t reach, fail;  // what it takes at least for the side to move to reach its aim, and to fail
    };
    struct Child {
        uint64_t key;
        Numbers numbers;
        Move move;
    };
    struct Slot {
        uint64_t key_and_work = 0;  // the lowest eight bits say how much work went into it
        Numbers numbers{};
    };
    struct alignas(64) Bucket {
        Slot slots[4];
    };

    static constexpr uint32_t kNever = 1u << 30;

    Numbers search(const Position& position, const Worths& worths, uint32_t reach_limit, uint32_t fail_limit);
    Numbers first_numbers(const Position& position, const Worths& worths) const;
    bool look_up(uint64_t key, Numbers& numbers) const;
    void store(uint64_t key, Numbers numbers, int64_t work);
    static uint64_t key_of(const Position& position, int attacker) {
        return position.key ^ (attacker == 0 ? 0x5851F42D4C957F2Du : 0x14057B7EF767814Fu);
    }
    bool out_of_nodes();

    const Evaluation& evaluation_;
    std::vector<Bucket> buckets_;
    const ShouldStop* should_stop_ = nullptr;
    int64_t nodes_ = 0, node_limit_ = 0;
    int attacker_ = 0;
    bool stopped_ = false;
};

}  // namespace noughts
