// One thread's alpha-beta search. Several share a Table, nothing else.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "corrections.hpp"
#include "move_order.hpp"
#include "network.hpp"
#include "position.hpp"
#include "score.hpp"
#include "table.hpp"
#include "tuning.hpp"

namespace noughts {

// The expected moves from a position on.
struct Line {
    std::array<Move, kMoves> moves;
    int size = 0;

    void set(Move first, const Line& rest) {
        moves[0] = first;
        std::copy_n(rest.moves.begin(), rest.size, moves.begin() + 1);
        size = rest.size + 1;
    }
};

struct RootMove {
    Move move;
    Score score = -kInfinity;     // of the present iteration; -kInfinity as long as nothing better than others is known
    Score previous = -kInfinity;  // of the one before
    Line line;

    Score known_score() const { return score != -kInfinity ? score : previous; }
    // Proved to lose: any move of which nothing is known is better.
    bool is_lost() const { return is_loss(known_score()) && known_score() != -kInfinity; }
};

class Search {
public:
    // Asked every so often with the number of nodes so far; true ends the search.
    using ShouldStop = std::function<bool(int64_t nodes)>;

    Search(const Evaluation& evaluation, Table& table, const Tuning& tuning)
        : evaluation_(evaluation), table_(table), tuning_(tuning) {
        set_reductions();
    }

    // Prepares the search of a position. `selective` false means plain alpha-beta to a fixed depth, without pruning,
    // reductions and quiescence; `with_table` false leaves the table alone.
    void start(const Position& root, bool selective, bool with_table, int64_t node_limit, ShouldStop should_stop);

    // Looks only at these of the root moves from now on.
    void restrict_to(const std::vector<Move>& moves);

    // Searches the root moves from `first` on to this depth; they are sorted best first. The score is exact inside of
    // (alpha, beta) and a bound outside of it. When the search was stopped the order is that of what is known, and a first
    // move of which nothing is known has the estimate of the position.
    Score search_root(int first, int depth, Score alpha, Score beta);

    // The same with a window that is first narrow around the score of the last iteration.
    Score search_root_near(int first, int depth);

    std::vector<RootMove>& root_moves() { return root_moves_; }
    bool stopped() const { return stopped_; }
    int64_t nodes() const { return nodes_; }
    void forget() {
        history_.clear();
        corrections_.clear();
    }

private:
    static constexpr int kPollInterval = 1024;

    struct Frame {
        Accumulator sums;  // of the network, where summed
        Position position;
        bool summed;
        Line line;
        std::array<Move, 2> killers;
        Move move;  // that leads to the next frame
    };

    template <bool selective>
    Score search(int ply, int depth, Score alpha, Score beta, bool may_probcut = true);
    Score quiesce(int ply, Score alpha, Score beta);
    bool probcut(int ply, int depth, Score beta, const Entry* entry);
    bool reverse_futility_prunes(int depth, Score beta, Score estimate) const;
    Score search_child(int ply, int depth, Score alpha, Score beta);

    Score estimate(int ply);
    Score corrected_estimate(int ply);
    void play(int ply, Move move, int depth);
    void win_at_once(Frame& frame);
    bool count_node();
    void learn_cutoff(int ply, int depth, const OrderedMove& move, const Move* tried, int count);
    int reduction(int depth, int number) const;
    void set_reductions();
    void begin_iteration(int first);

    const Evaluation& evaluation_;
    const Network* network_ = nullptr;  // of the end rule that is searched
    Table& table_;
    const Tuning& tuning_;
    History history_;
    Corrections corrections_;
    std::array<std::array<int8_t, kMoves + 1>, kMoves + 1> reductions_;
    int reductions_made_for_ = -1;
    std::array<Frame, kMoves + 3> frames_;
    std::array<uint64_t, 1 << 15> estimates_{};  // of the network, by key: 48 bits of it and the score
    std::vector<RootMove> root_moves_;
    ShouldStop should_stop_;
    int64_t nodes_ = 0, next_poll_ = 0, node_limit_ = 0;
    bool selective_ = true, with_table_ = true, stopped_ = false;
};

}  // namespace noughts
