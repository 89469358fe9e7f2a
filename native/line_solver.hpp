// Exact answers in line games: alpha-beta on the distance to the end, ply by ply.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "line_tactics.hpp"
#include "table.hpp"

namespace noughts {

template <int W>
class LineSolver {
public:
    using ShouldStop = std::function<bool()>;

    LineSolver(const LineGrid<W>& grid, Table& table) : board_(grid), table_(table) {}

    // To be called first: how many nodes the questions that follow may take together, and who ends them sooner.
    void begin(int64_t node_limit, ShouldStop should_stop);

    // Told how many plies have been looked at so far: there is no shorter win or loss.
    using Progress = std::function<void(int plies)>;

    // The exact score of a position in which nobody has won. Means nothing once stopped, like all answers.
    Score score(const LinePosition<W>& position, const Progress& progress = nullptr);

    // A move that keeps the exact score of a position: of all such moves the one on most lines; -1 once stopped.
    int best_move(const LinePosition<W>& position, Score score);

    // Moves with which both sides keep to the exact score of a position, to the end of the game; fewer once stopped.
    void follow(LinePosition<W> position, Score score, std::vector<uint16_t>& line);

    int64_t nodes() const { return nodes_; }
    bool stopped() const { return stopped_; }

private:
    static constexpr int kPollInterval = 1024;

    struct ScoredMove {
        uint16_t bit;
        int32_t worth;
    };

    bool is_at_least(const LinePosition<W>& position, Score score);
    Score score_within(const LinePosition<W>& position, Score alpha, Score beta);
    Score search(int ply, Score alpha, Score beta);
    Score search_moves(int ply, const LineTactics<W>& tactics, Score alpha, Score beta);
    bool count_node();

    LineBoard<W> board_;
    Table& table_;
    ShouldStop should_stop_;
    int64_t nodes_ = 0, node_limit_ = 0, next_poll_ = 0;
    bool stopped_ = false;
};

}  // namespace noughts
