// An engine for line games of every size: a table, limits, and ranked moves as the answer. Knows no text.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "limits.hpp"
#include "line_search.hpp"
#include "line_solver.hpp"

namespace noughts {

struct LineRankedMove {
    uint16_t move;  // a bit inside of the engine, a cell in reports
    Score score;
    bool exact;  // a draw, win or loss that is proved, with its distance
    std::vector<uint16_t> line;
};

struct LineReport {
    int depth = 0;
    int64_t nodes = 0;
    double seconds = 0;
    bool solved = false;  // the scores of all legal moves are exact
    int per_mille_full = 0;
    std::vector<LineRankedMove> moves;  // best first
};

using LineProgress = std::function<void(const LineReport&)>;

// The analysis of one size of board, with a table that may serve many.
template <int W>
class LineAnalysis {
public:
    LineAnalysis(const LineSize& size, Table& table, bool prove)
        : grid_(size), table_(table), solver_(grid_, table), search_(grid_, table), prove_(prove) {}

    const LineGrid<W>& grid() const { return grid_; }

    // With `every_move` the exact scores of all moves are wanted, where they can be had.
    LineReport analyze(const LinePosition<W>& position, const Limits& limits, bool every_move,
                       const LineProgress& progress);
    void forget() { search_.forget(); }

private:
    void first_look(const LinePosition<W>& position);
    void prove(const LinePosition<W>& position);
    void score_every_move(const LinePosition<W>& position);
    void follow_every_move(const LinePosition<W>& position);
    void force(const LinePosition<W>& position);
    void deepen(const LinePosition<W>& position);

    bool out_of_time(double share) const {
        return limits_->stopped() || clock_->seconds() >= share * limits_->seconds;
    }
    bool has_exact_best() const { return !proved_.empty() && proved_.front().exact; }
    int64_t nodes_within(double share) const;
    void begin_solving(double share);
    void settle(LineReport& report) const;
    void tell(const LineReport& report) const;
    void lengthen(const LinePosition<W>& position, LineRankedMove& ranked);
    LineReport finished(LineReport report) const;

    LineGrid<W> grid_;
    Table& table_;
    LineSolver<W> solver_;
    LineSearch<W> search_;
    bool prove_;  // spend nearly all of the limits on the solver
    // Of the analysis that runs:
    const Limits* limits_ = nullptr;
    const Clock* clock_ = nullptr;
    const LineProgress* progress_ = nullptr;
    bool every_move_ = false;
    LineReport report_;                    // what the search says
    std::vector<LineRankedMove> proved_;  // moves with proved scores, best first
    int64_t nodes_ = 0;                    // of the stages that are over
};

}  // namespace noughts
