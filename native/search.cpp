#include "search.hpp"

#include <cmath>

namespace noughts {

namespace {

Score score_of_end(const Position& position, int ply) {
    if (position.outcome == Outcome::kDraw) return 0;
    const int winner = position.outcome == Outcome::kXWins ? 0 : 1;
    return winner == position.to_move ? kWin - ply : ply - kWin;
}

bool satisfies(Bound bound, Score score, Score alpha, Score beta) {
    if (bound == Bound::kExact) return true;
    return bound == Bound::kLower ? score >= beta : score <= alpha;
}

// Whether an entry holds at any depth: a line that wins, or all moves refuted for good.
bool is_proved(const Entry& entry) {
    return (is_win(entry.score) && entry.bound != Bound::kUpper) ||
           (is_loss(entry.score) && entry.bound != Bound::kLower);
}

}  // namespace

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
    frames_[0].worths = evaluation_.worths_of(root);
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

bool Search::count_node() {
    if (++nodes_ >= next_poll_) {
        next_poll_ = std::min(nodes_ + kPollInterval, std::max(node_limit_, nodes_ + 1));
        if (nodes_ >= node_limit_ || should_stop_(nodes_)) stopped_ = true;
    }
    return !stopped_;
}

void Search::play(int ply, Move move) {
    Frame& frame = frames_[ply];
    Frame& next = frames_[ply + 1];
    frame.move = move;
    next.position = frame.position;
    next.position.play(move);
    table_.prefetch(next.position.key);
    next.worths = frame.worths;
    evaluation_.update(next.worths, next.position, kPlaces[move].board);
}

int Search::reduction(int depth, int number) const { return reductions_[std::min(depth, kMoves)][number]; }

// Writes the move that wins the game now as the line of the frame.
void Search::win_at_once(Frame& frame) {
    const Position& position = frame.position;
    for (unsigned boards = position.playable() & kCompleting[position.won[position.to_move]];; boards &= boards - 1) {
        const int board = std::countr_zero(boards);
        const unsigned cells = position.winning_cells(position.to_move, board);
        if (cells == 0) continue;
        frame.line.set(Move(9 * board + std::countr_zero(cells)), {});
        return;
    }
}

void Search::learn_cutoff(int ply, int depth, const OrderedMove& move, const Move* tried, int count) {
    Frame& frame = frames_[ply];
    if (!move.quiet) return;
    if (frame.killers[0] != move.move) frame.killers = {move.move, frame.killers[0]};
    history_.learn(frame.position.to_move, ply > 0 ? frames_[ply - 1].move : kNoMove, move.move, depth, tried, count);
}

Score Search::search_child(int ply, int depth, Score alpha, Score beta) {
    return selective_ ? -search<true>(ply, depth, -beta, -alpha) : -search<false>(ply, depth, -beta, -alpha);
}

// The evaluation and what earlier searches of similar positions have taught about its errors.
Score Search::corrected_estimate(const Frame& frame) const {
    const Score score = evaluation_.evaluate(frame.position, frame.worths) + corrections_.of(tuning_, frame.position);
    return std::clamp(score, -kEstimate, kEstimate);
}

// Whether the estimate alone says that a node outside of the principal variation reaches beta.
bool Search::is_good_enough(int depth, Score beta, Score estimate) const {
    return tuning_.reverse_futility && depth <= tuning_.reverse_futility_depth && is_estimate(beta) &&
           estimate - tuning_.reverse_futility * depth >= beta;
}

// Whether a shallow search of one of the first moves finds so much more than beta that a deep one will find beta.
bool Search::proves_cut(int ply, int depth, Score beta, const Entry* entry) {
    const Score raised = beta + tuning_.probcut;
    if (entry && entry->depth >= depth - 3 && entry->score < raised) return false;
    Frame& frame = frames_[ply];
    MovePicker picker(frame.position, tuning_, history_, entry ? entry->move : kNoMove,
                      ply > 0 ? frames_[ply - 1].move : kNoMove, frame.killers.data());
    for (int number = 0; number < 3; ++number) {
        const OrderedMove* next = picker.next();
        if (next == nullptr) break;
        const Move move = next->move;
        play(ply, move);
        Score score = -quiesce(ply + 1, -raised, 1 - raised);
        if (score >= raised && !stopped_) score = -search<true>(ply + 1, depth - 4, -raised, 1 - raised, false);
        if (stopped_) return false;
        if (score < raised) continue;
        table_.write(frame.position.key, {to_table(score, ply), depth - 3, move, Bound::kLower});
        return true;
    }
    return false;
}

Score Search::quiesce(int ply, Score alpha, Score beta) {
    Frame& frame = frames_[ply];
    const Position& position = frame.position;
    frame.line.size = 0;
    if (position.is_over()) return score_of_end(position, ply);
    if (!count_node()) return 0;
    if (position.wins_at_once()) {
        win_at_once(frame);
        return kWin - ply - 1;
    }
    const Score estimate = evaluation_.evaluate(position, frame.worths);
    Score best = estimate;
    if (best >= beta || !tuning_.quiescence) return best;
    alpha = std::max(alpha, best);
    if (tuning_.delta && is_estimate(alpha) && estimate + tuning_.delta <= alpha) return best;
    for (unsigned boards = position.playable(); boards != 0; boards &= boards - 1) {
        const int board = std::countr_zero(boards);
        for (unsigned cells = position.winning_cells(position.to_move, board); cells != 0; cells &= cells - 1) {
            const Move move = Move(9 * board + std::countr_zero(cells));
            play(ply, move);
            const Score score = -quiesce(ply + 1, -beta, -alpha);
            if (stopped_) return 0;
            if (score <= best) continue;
            best = score;
            if (score <= alpha) continue;
            alpha = score;
            frame.line.set(move, frames_[ply + 1].line);
            if (alpha >= beta) return best;
        }
    }
    return best;
}

// The score for the side to move: exact inside of (alpha, beta), a bound outside of it. A score beyond plus or minus
// kEstimate is proved: whatever prunes by an estimate leaves those alone.
template <bool selective>
Score Search::search(int ply, int depth, Score alpha, Score beta, bool may_probcut) {
    Frame& frame = frames_[ply];
    const Position& position = frame.position;
    frame.line.size = 0;
    if (position.is_over()) return score_of_end(position, ply);
    if (depth <= 0) {
        if (selective) return quiesce(ply, alpha, beta);
        return count_node() ? evaluation_.evaluate(position, frame.worths) : 0;
    }
    if (!count_node()) return 0;
    if (position.wins_at_once()) {
        win_at_once(frame);
        return kWin - ply - 1;
    }
    // From here on the best is to win with the next move but one, the worst to lose by the reply (the count may end
    // the game sooner), unless there is nothing left to win.
    const int me = position.to_move;
    const Score most = position.can_win(me) ? kWin - ply - (position.count_rule ? 1 : 3) : 0;
    const Score least = position.can_win(me ^ 1) ? ply + (position.count_rule ? 1 : 2) - kWin : 0;
    if (most <= alpha) return most;
    if (least >= beta) return least;
    const bool wide = beta - alpha > 1;

    const bool probes = with_table_ && (!selective || depth >= tuning_.table_depth);
    std::optional<Entry> entry;
    if (probes) entry = table_.read(position.key);
    if (entry) {
        entry->score = from_table(entry->score, ply);
        const bool valid = selective ? entry->depth >= depth || is_proved(*entry) : entry->depth == depth;
        if (valid && satisfies(entry->bound, entry->score, alpha, beta)) return entry->score;
    }
    const Move table_move = entry ? entry->move : kNoMove;

    Score estimate = 0;
    if (selective) {
        estimate = corrected_estimate(frame);
        if (!wide) {
            if (is_good_enough(depth, beta, estimate)) return estimate;
            if (may_probcut && tuning_.probcut_depth && depth >= tuning_.probcut_depth && is_estimate(beta) &&
                estimate >= beta && proves_cut(ply, depth, beta, entry ? &*entry : nullptr))
                return beta;
        }
        if (tuning_.internal_reduction_depth && table_move == kNoMove && depth >= tuning_.internal_reduction_depth)
            --depth;
    }

    MovePicker picker(position, tuning_, history_, table_move, ply > 0 ? frames_[ply - 1].move : kNoMove,
                      frame.killers.data());
    if (selective && picker.size() == 1 && tuning_.forced_reply_extension) ++depth;
    const bool trusts_table_move = selective && tuning_.table_move_extension && depth >= tuning_.table_move_extension &&
                                   entry && entry->bound != Bound::kUpper && entry->depth >= depth - 3;
    const bool futile = selective && !wide && tuning_.futility && depth <= tuning_.futility_depth &&
                        is_estimate(alpha) && estimate + tuning_.futility * depth <= alpha;

    const Score first_alpha = alpha;
    Score best = -kInfinity;
    Move best_move = kNoMove;
    std::array<Move, kMoves> tried;
    int tried_count = 0, number = 0;
    while (const OrderedMove* next = picker.next()) {
        const OrderedMove move = *next;
        if (futile && move.quiet && best > -kEstimate) continue;
        play(ply, move.move);
        Score score;
        if (number == 0) {
            const int extension = trusts_table_move && move.move == table_move;
            score = -search<selective>(ply + 1, depth - 1 + extension, -beta, -alpha);
        } else {
            int reduced = depth - 1;
            if (selective && (move.quiet || move.worth < 0)) reduced -= reduction(depth, number) - (wide ? 1 : 0);
            reduced = std::clamp(reduced, std::min(1, depth - 1), depth - 1);
            score = -search<selective>(ply + 1, reduced, -alpha - 1, -alpha);
            if (score > alpha && reduced < depth - 1 && !stopped_)
                score = -search<selective>(ply + 1, depth - 1, -alpha - 1, -alpha);
            if (score > alpha && score < beta && !stopped_)
                score = -search<selective>(ply + 1, depth - 1, -beta, -alpha);
        }
        if (stopped_) return 0;
        ++number;
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move.move;
                alpha = score;
                if (wide) frame.line.set(move.move, frames_[ply + 1].line);
                if (alpha >= beta) {
                    learn_cutoff(ply, depth, move, tried.data(), tried_count);
                    break;
                }
            }
        }
        if (move.quiet) tried[tried_count++] = move.move;
    }
    if (probes) {
        const Bound bound = best >= beta ? Bound::kLower : best > first_alpha ? Bound::kExact : Bound::kUpper;
        const bool says_more = bound == Bound::kExact || (bound == Bound::kLower) == (best > estimate);
        if (selective && is_estimate(best) && says_more) corrections_.learn(position, depth, best - estimate);
        table_.write(position.key, {to_table(best, ply), depth, best_move != kNoMove ? best_move : table_move, bound});
    }
    return best;
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
        play(0, root.move);
        Score score;
        if (i == size_t(first)) {
            score = search_child(1, depth - 1, alpha, beta);
        } else {
            score = search_child(1, depth - 1, alpha, alpha + 1);
            if (score > alpha && score < beta && !stopped_) score = search_child(1, depth - 1, alpha, beta);
        }
        if (stopped_) break;
        if (i == size_t(first) || score > alpha) {
            root.score = score;
            root.line.set(root.move, frames_[1].line);
        }
        best = std::max(best, score);
        alpha = std::max(alpha, score);
        if (alpha >= beta) break;
    }
    std::stable_sort(root_moves_.begin() + first, root_moves_.end(), [](const RootMove& a, const RootMove& b) {
        return a.score != b.score ? a.score > b.score : a.previous > b.previous;
    });
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
