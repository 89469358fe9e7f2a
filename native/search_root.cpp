// The root of a search: what is prepared before it, and the moves of the position that was asked about.
#include <algorithm>
#include <cmath>

#include "search.hpp"

namespace noughts {

void Search::set_reductions() {
    if (reductions_made_for_ == tuning_.late_move_reduction) return;
    reductions_made_for_ = tuning_.late_move_reduction;
    for (int depth = 0; depth <= kMoves; ++depth)
        for (int number = 0; number <= kMoves; ++number) {
            const double scale = tuning_.late_move_reduction / 100.0;
            const bool late = depth >= 2 && number >= 2 && scale > 0;
            reductions_[depth][number] = late ? int8_t(0.55 + scale * std::log(depth) * std::log(number + 1)) : 0;
        }
}

void Search::start(const Position& root, bool selective, bool with_table, int64_t node_limit, ShouldStop should_stop) {
    selective_ = selective;
    with_table_ = with_table;
    should_stop_ = std::move(should_stop);
    nodes_ = 0;
    node_limit_ = node_limit;
    next_poll_ = std::min<int64_t>(kPollInterval, node_limit);
    stopped_ = false;
    history_.fade();
    set_reductions();
    for (Frame& frame : frames_) frame.killers = {kNoMove, kNoMove};
    frames_[0].position = root;
    network_ = &evaluation_.of(root);
    frames_[0].sums = network_->accumulate(root);
    frames_[0].summed = true;
    root_moves_.clear();
    const auto entry = with_table ? table_.read(root.key) : std::nullopt;
    MovePicker picker(root, tuning_, history_, entry ? entry->move : kNoMove, kNoMove, frames_[0].killers.data());
    while (const OrderedMove* next = picker.next()) {
        root_moves_.push_back({next->move, -kInfinity, -kInfinity, {}});
        root_moves_.back().line.set(next->move, {});
    }
}

void Search::restrict_to(const std::vector<Move>& moves) {
    std::erase_if(root_moves_, [&](const RootMove& root) {
        return std::find(moves.begin(), moves.end(), root.move) == moves.end();
    });
}

Score Search::search_child(int ply, int depth, Score alpha, Score beta) {
    return selective_ ? -search<true>(ply, depth, -beta, -alpha) : -search<false>(ply, depth, -beta, -alpha);
}

void Search::begin_iteration(int first) {
    for (size_t i = first; i < root_moves_.size(); ++i) {
        root_moves_[i].previous = root_moves_[i].known_score();
        root_moves_[i].score = -kInfinity;
    }
}

Score Search::search_root(int first, int depth, Score alpha, Score beta) {
    begin_iteration(first);
    Score best = -kInfinity;
    for (size_t i = first; i < root_moves_.size(); ++i) {
        RootMove& root = root_moves_[i];
        play(0, root.move, depth - 1);
        Score score;
        if (i == size_t(first)) {
            score = search_child(1, depth - 1, alpha, beta);
        } else {
            score = search_child(1, depth - 1, alpha, alpha + 1);
            if (score > alpha && score < beta && !stopped_) score = search_child(1, depth - 1, alpha, beta);
        }
        if (stopped_) break;
        const bool raises = i == size_t(first) || score > alpha;
        if (raises || is_loss(score)) root.score = score;
        if (raises) root.line.set(root.move, frames_[1].line);
        best = std::max(best, score);
        alpha = std::max(alpha, score);
        if (alpha >= beta) break;
    }
    std::stable_sort(root_moves_.begin() + first, root_moves_.end(), [](const RootMove& a, const RootMove& b) {
        if (a.is_lost() != b.is_lost()) return b.is_lost();
        return a.score != b.score ? a.score > b.score : a.previous > b.previous;
    });
    RootMove& front = root_moves_.front();
    if (stopped_ && front.known_score() == -kInfinity) front.previous = estimate(0);
    return best;
}

Score Search::search_root_near(int first, int depth) {
    const Score guess = root_moves_[first].known_score();
    Score width = tuning_.aspiration;
    if (depth < 4 || width == 0 || !is_estimate(guess)) return search_root(first, depth, -kInfinity, kInfinity);
    Score alpha = guess - width, beta = guess + width;
    for (;;) {
        const Score score = search_root(first, depth, alpha, beta);
        if (stopped_) return score;
        if (score > alpha && score < beta) return score;
        width *= 3;
        if (width > 2000) return search_root(first, depth, -kInfinity, kInfinity);
        if (score <= alpha) alpha = std::max(score - width, -kInfinity);
        else beta = std::min(score + width, kInfinity);
    }
}

}  // namespace noughts
