// An engine: a table, threads that search together, limits, and ranked moves as the answer. Knows no text.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "limits.hpp"
#include "network.hpp"
#include "search.hpp"
#include "solver.hpp"
#include "table.hpp"
#include "tuning.hpp"

namespace noughts {

struct RankedMove {
    Move move;
    Score score;
    bool exact;  // a draw, win or loss that is proved, with its distance
    Line line;
};

struct Report {
    int depth = 0;
    int64_t nodes = 0;
    double seconds = 0;
    bool solved = false;  // the scores of all legal moves are exact
    int per_mille_full = 0;
    std::vector<RankedMove> moves;  // best first
};

class Engine {
public:
    using Progress = std::function<void(const Report&)>;

    Engine(std::shared_ptr<const Evaluation> evaluation, size_t megabytes, int threads);

    // Blocks until a limit is reached, everything is proved, or the limits say stop; one analysis at a time.
    Report analyze(const Position& position, const Limits& limits, const Progress& progress);

    void clear();
    bool tune(std::string_view name, int value);

private:
    Report think(const Position& position, const Limits& limits, const Clock& clock, const Progress& progress);
    Report deepen(const Position& position, const Limits& limits, const Clock& clock, const Progress& progress,
                  const std::vector<Move>& only);
    std::vector<SolvedMove> prove(const Position& position, const Limits& limits, const Clock& clock);
    Report report_of(std::vector<SolvedMove> solved, Move first_choice) const;
    Report report_of(Search& search, int depth, int lines, const Clock& clock) const;
    void help(Search& search, const Position& position, int number);

    std::shared_ptr<const Evaluation> evaluation_;
    Table table_;
    Tuning tuning_;
    std::vector<std::unique_ptr<Search>> searches_;  // one for each thread
    Solver solver_;
    int64_t earlier_nodes_ = 0;       // of the stages of an analysis that are over
    std::atomic<int64_t> helpers_nodes_ = 0;
    std::atomic<bool> finished_ = false;
    std::mutex running_;
};

// The value of a position at a fixed depth, without selective pruning: what src/noughts/search/alphabeta.py computes.
Score fixed_depth_value(const Evaluation& evaluation, const Position& position, int depth, bool with_table);

}  // namespace noughts
