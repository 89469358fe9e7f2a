// Proof search (depth-first proof numbers): whether a side wins a position within some plies, whatever the other does.
//
// Each node has two numbers, seen from its side to move: phi, how much must at least be decided for it to reach its aim, and
// delta, how much for it to fail. The aim of the attacker is to win in time, that of the defender that it does not. The search
// always goes on at the leaf that can change most with least, and keeps what it finds out in a table.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "memory.hpp"
#include "network.hpp"
#include "position.hpp"

namespace noughts {

class Prover {
public:
    using ShouldStop = std::function<bool()>;

    static constexpr int kEver = 255;  // as many plies as it takes

    struct Answer {
        bool known = false;  // false when the search was stopped or took more nodes than allowed
        bool yes = false;
        int within = 0;  // where yes: within so many plies; fewer may be enough
    };

    Prover(const Evaluation& evaluation, size_t megabytes);

    // Whether the attacker (0 for X, 1 for O) wins within so many plies.
    Answer does_win(const Position& position, int attacker, int plies, int64_t node_limit, const ShouldStop& should_stop);

    // Whether earlier searches, or a look at the position, have shown that it wins.
    bool is_known_to_win(const Position& position, int attacker);

    int64_t nodes() const { return nodes_; }
    void clear() { buckets_.clear(); }

private:
    struct Numbers {
        uint32_t phi, delta;  // what it takes at least for the side to move to reach its aim, and to fail
        uint8_t within;        // where that is decided and the attacker wins: within so many plies

        bool decided() const { return phi == 0 || delta == 0; }
    };
    struct Child {
        Position position;
        uint64_t key;
        Numbers numbers;
        uint8_t plies, board;
    };
    // What is known about an attacker in a position; the numbers are those of the plies that were asked for last.
    struct Slot {
        uint64_t check : 40 = 0;  // of the key
        uint64_t work : 8 = 0;    // how much went into it, as a power of two; zero where the slot is empty
        uint64_t within : 8 = 0;  // the attacker wins within so many plies; zero where that is not known
        uint64_t beyond : 8 = 0;  // and not within so many
        uint32_t phi = 0, delta = 0;
    };
    struct alignas(64) Bucket {
        Slot slots[4];
    };

    static constexpr uint32_t kNever = 1u << 30;

    // Searches below a position that is not decided until its phi or delta reaches its limit, or a limit of the run is
    // reached (stopped_). Returns the numbers then: phi 0 means that the side to move reaches its aim, delta 0 that it
    // fails, and both hold for good; anything else is a lower bound that a later visit goes on from. `sums` belong to
    // the position, `key` to it and the attacker; `plies` are what useful_plies leaves of those that the win may take.
    // Stores what it returns in the table, calls itself at most once per ply, and leaves children_ as it was.
    Numbers search(const Position& position, const DirectSums& sums, uint64_t key, int plies, uint32_t phi_limit,
                   uint32_t delta_limit);
    int expand(const Position& position, const DirectSums& sums, int plies, Child* children) const;
    bool is_decided(const Position& position, int plies, Numbers& numbers) const;
    Numbers first_numbers(const Position& position, const DirectSums& sums) const;
    Numbers verdict(const Position& position, bool attacker_wins, int within = 0) const;
    Answer answer(const Position& position, const Numbers& numbers) const;
    bool look_up(uint64_t key, const Position& position, int plies, Numbers& numbers) const;
    void store(uint64_t key, const Position& position, int plies, const Numbers& numbers, int64_t work);
    int useful_plies(const Position& position, int plies) const;
    uint64_t key_of(const Position& position) const {
        return position.key ^ (attacker_ == 0 ? 0x5851F42D4C957F2Du : 0x14057B7EF767814Fu);
    }
    Bucket& bucket(uint64_t key) const { return buckets_[key & (buckets_.size() - 1)]; }
    bool out_of_nodes();

    const Evaluation& evaluation_;
    const Network* network_ = nullptr;  // of the end rule in question
    LargeArray<Bucket> buckets_;
    std::vector<Child> children_;  // of all nodes on the path from the root
    Child* next_child_;            // the first of them that is free
    const ShouldStop* should_stop_ = nullptr;
    int64_t nodes_ = 0, node_limit_ = 0;
    int attacker_ = 0;
    bool stopped_ = false;
};

}  // namespace noughts
