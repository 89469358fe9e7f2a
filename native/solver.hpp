// Exact answers: win, draw or loss of every move by proof search, and then the distance of each win and loss.
#pragma once

#include <cstdint>
#include <vector>

#include "proof.hpp"
#include "search.hpp"

namespace noughts {

struct SolvedMove {
    Move move;
    Score score = 0;           // a win or loss counts the most plies that it may take as long as it is not exact
    bool value_known = false;  // whether win, draw or loss is proved
    bool exact = false;        // and the distance as well
    Line line{};
};

class Solver {
public:
    using ShouldStop = Prover::ShouldStop;

    Solver(const Evaluation& evaluation, size_t megabytes) : prover_(evaluation, megabytes) {}

    // All legal moves, best first, with as many values as it takes to know that of the position; none when a limit was
    // reached before.
    std::vector<SolvedMove> values(const Position& position, int64_t node_limit, const ShouldStop& should_stop);

    // The same moves with all the scores and lines that can be found out before a limit is reached.
    std::vector<SolvedMove> scores(const Position& position, std::vector<SolvedMove> moves, int64_t node_limit,
                                   const ShouldStop& should_stop);

    int64_t nodes() const { return nodes_; }
    void clear() { prover_.clear(); }

private:
    void begin(int64_t node_limit, const ShouldStop& should_stop);
    bool wins(const Position& position, int side, int plies = Prover::kEver);
    void find_value(const Position& next, SolvedMove& solved);
    void find_distance(const Position& next, SolvedMove& solved);
    void follow(Position position, SolvedMove& solved);
    void follow_to_the_end(Position position, int winner, int plies, Line& line);
    Move keeps_draw(const Position& position);

    Prover prover_;
    const ShouldStop* should_stop_ = nullptr;
    int64_t nodes_ = 0, node_limit_ = 0;
    int within_ = 0;  // so many plies at most takes the win that was found last
    bool stopped_ = false;
};

}  // namespace noughts
