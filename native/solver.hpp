// Exact answers: win, draw or loss of every move by proof search, and then the distance of each win and loss.
#pragma once

#include <cstdint>
#include <vector>

#include "proof.hpp"
#include "search.hpp"

namespace noughts {

struct SolvedMove {
    Move move;
    Score score;
    bool value_known = false;  // whether the score is exact but for its distance
    bool exact = false;
    Line line;
};

class Solver {
public:
    using ShouldStop = Prover::ShouldStop;

    Solver(const Evaluation& evaluation, size_t megabytes);

    // The moves that keep the value of the position; all moves where it is lost anyway, none where it stays unknown.
    std::vector<Move> best_moves(const Position& position, int64_t node_limit, const ShouldStop& should_stop);

    // All legal moves, best first; those that are not exact when a limit was reached carry what is known. A win or loss
    // whose distance is unknown has the longest that is possible.
    std::vector<SolvedMove> solve(const Position& position, int64_t node_limit, const ShouldStop& should_stop);

    int64_t nodes() const { return nodes_; }
    void clear();

private:
    struct Slot {
        uint64_t key = 0;
        uint8_t within = 255;  // the winner wins within so many plies
        uint8_t beyond = 0;    // and not within so many
        Move move = kNoMove;   // that decided last
    };

    void begin(int64_t node_limit, const ShouldStop& should_stop);
    bool wins(const Position& position, int side);
    bool find_value(const Position& position, SolvedMove& solved);
    bool find_distance(const Position& position, SolvedMove& solved);
    bool wins_within(const Position& position, int winner, int plies);
    void follow(Position position, SolvedMove& solved);
    void follow_to_the_end(Position position, int winner, int plies, Line& line);
    Move keeps_draw(const Position& position);
    Slot& slot_of(const Position& position, int winner);
    bool out_of_nodes();

    const Evaluation& evaluation_;
    Prover prover_;
    std::vector<Slot> slots_;
    const ShouldStop* should_stop_ = nullptr;
    int64_t nodes_ = 0, node_limit_ = 0;
    bool stopped_ = false;
};

}  // namespace noughts
