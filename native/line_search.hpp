// Alpha-beta with an estimate, for boards that are too large to be solved.
//
// A score beyond plus or minus kEstimate is proved: moves are left out, and estimates used, only where that cannot make
// a loss of what is none.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "line_forcing.hpp"
#include "line_tactics.hpp"
#include "table.hpp"

namespace noughts {

struct LineRootMove {
    uint16_t bit;
    Score score = -kInfinity;     // of the present iteration; -kInfinity as long as nothing better than others is known
    Score previous = -kInfinity;  // of the one before
    std::vector<uint16_t> line;

    Score known_score() const { return score != -kInfinity ? score : previous; }
    // Proved to lose: any move of which nothing is known is better.
    bool is_lost() const { return is_loss(known_score()) && known_score() != -kInfinity; }
};

template <int W>
class LineSearch {
public:
    using ShouldStop = std::function<bool()>;

    LineSearch(const LineGrid<W>& grid, Table& table)
        : board_(grid), forcing_(board_, table), table_(table), tempo_(worth_of_moving(grid.in_line)) {
        lines_.resize(size_t(grid.cells) + 2);
        killers_.resize(size_t(grid.cells) + 2);
        set_reductions();
    }

    // Prepares the search of a position. It looks at the moves that threats and stones nearby suggest, and at more of them
    // where that are less than `lines`.
    void start(const LinePosition<W>& root, int lines, int64_t node_limit, ShouldStop should_stop);

    // Gives every root move a score of its own, of a search to this depth.
    void score_every_root_move(int depth);

    // Searches the root moves from `first` on to this depth; they are sorted best first. The score is exact inside of
    // (alpha, beta) and a bound outside of it. When the search was stopped the order is that of what is known, and a first
    // move of which nothing is known has the estimate of the position.
    Score search_root(int first, int depth, Score alpha, Score beta);

    // The same with a window that is first narrow around the score of the last iteration.
    Score search_root_near(int first, int depth);

    std::vector<LineRootMove>& root_moves() { return root_moves_; }
    LineBoard<W>& board() { return board_; }
    LineForcing<W>& forcing() { return forcing_; }
    bool stopped() const { return stopped_; }
    int64_t nodes() const { return nodes_; }
    void forget();

private:
    static constexpr int kPollInterval = 256;
    static constexpr int kMostDepth = 64;  // of the table of reductions

    struct ScoredMove {
        uint16_t bit;
        bool near;
        int32_t worth;
    };
    struct MoveList {
        std::array<ScoredMove, 64 * W> moves;
        int count = 0;

        ScoredMove& pick(int number);  // the best from there on comes to this place
    };

    Score search(int ply, int depth, Score alpha, Score beta);
    Score search_moves(int ply, int depth, const LineTactics<W>& tactics, Score alpha, Score beta, int table_move);
    Score search_child(int ply, int depth, int number, bool quiet, Score alpha, Score beta);
    Score refuted(Score score, int depth);
    int win_by_fours(const LineTactics<W>& tactics);
    // About half of what a good move gains: it keeps odd and even depths comparable. 48 with five in a row.
    static constexpr Score worth_of_moving(int in_line) { return 3 << 2 * std::clamp(in_line - 3, 0, 5); }
    Score estimate(const LineTactics<W>& tactics) const;
    void list_moves(int ply, const LineTactics<W>& tactics, int table_move, MoveList& list) const;
    LineMask<W> near_stones() const;
    int moves_to_try(int depth) const;
    void set_reductions();
    bool count_node();

    LineBoard<W> board_;
    LineForcing<W> forcing_;
    Table& table_;
    const Score tempo_;
    std::array<std::array<int8_t, 64>, kMostDepth> reductions_;
    std::array<std::array<int32_t, 64 * W>, 2> history_{};
    std::vector<std::vector<uint16_t>> lines_;  // the expected moves from each ply on
    std::vector<std::array<int, 2>> killers_;
    std::vector<LineRootMove> root_moves_;
    ShouldStop should_stop_;
    int64_t nodes_ = 0, next_poll_ = 0, node_limit_ = 0;
    bool stopped_ = false;
};

// The value of a position at a fixed depth, without selective pruning: what src/noughts/search/alphabeta.py computes.
// It knows the rules and the estimate, and nothing of threats.
template <int W>
Score fixed_depth_value(LineBoard<W>& board, int depth, Score alpha, Score beta, int ply = 0);

}  // namespace noughts
