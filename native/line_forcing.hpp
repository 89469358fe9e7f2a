// Wins by continuous threats: sequences of fours alone, or of fours and threes, to which the other side has few answers.
//
// What it calls a win is proved: after every move of the attacker all answers that do not lose at once are tried.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "line_tactics.hpp"
#include "table.hpp"

namespace noughts {

enum class Forcing : uint8_t { kFours, kThrees };

template <int W>
class LineForcing {
public:
    // Works on the board of somebody else, and leaves it as it was.
    LineForcing(LineBoard<W>& board, Table& table) : board_(board), table_(table) {}

    using ShouldStop = std::function<bool()>;

    // In how many plies the side to move wins by such threats, looking so many plies ahead and visiting so many nodes at
    // most; 0 where it finds no win. It may be won sooner.
    int win(Forcing forcing, int plies, int64_t node_limit, const ShouldStop* should_stop = nullptr);

    // The first moves of a win that was just found; how it ends follows from the tactics of the position.
    std::vector<uint16_t> line(Forcing forcing, int plies);

    int64_t nodes() const { return nodes_; }

private:
    static constexpr int64_t kPollInterval = 1024;

    bool out_of_nodes() const { return nodes_ >= node_limit_; }
    bool count_node();
    int attack(Forcing forcing, int plies);
    int attack_with(Forcing forcing, int plies, int bit, const LineTactics<W>& tactics);
    int defend(Forcing forcing, int plies);
    LineMask<W> attacking_moves(Forcing forcing, const LineTactics<W>& tactics) const;
    uint64_t key(Forcing forcing) const;

    LineBoard<W>& board_;
    Table& table_;
    const ShouldStop* should_stop_ = nullptr;
    int64_t nodes_ = 0, node_limit_ = 0;
    int best_move_ = -1;  // of the attack that was tried last
};

}  // namespace noughts
