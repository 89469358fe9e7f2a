#include "search.hpp"

#include <cstdlib>

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

bool Search::count_node() {
    if (++nodes_ >= next_poll_) {
        next_poll_ = std::min(nodes_ + kPollInterval, std::max(node_limit_, nodes_ + 1));
        if (nodes_ >= node_limit_ || should_stop_(nodes_)) stopped_ = true;
    }
    return !stopped_;
}

// Leads to the next frame, which will be searched to this depth: what it will read is fetched meanwhile.
void Search::play(int ply, Move move, int depth) {
    Frame& frame = frames_[ply];
    Frame& next = frames_[ply + 1];
    frame.move = move;
    next.position = frame.position;
    next.position.play(move);
    next.summed = false;
    if (depth >= tuning_.table_depth) table_.prefetch(next.position.key);
    __builtin_prefetch(&estimates_[next.position.key % estimates_.size()]);
    network_->prefetch(next.position, kPlaces[move].board);
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

// What the network says. Its sums are made from those of the nearest ancestor that has them.
Score Search::estimate(int ply) {
    uint64_t& known = estimates_[frames_[ply].position.key % estimates_.size()];
    if ((known ^ frames_[ply].position.key) >> 16 == 0) return int16_t(known);
    int first = ply;
    while (!frames_[first].summed) --first;
    for (int i = first; i < ply; ++i) {
        network_->update(frames_[i].sums, frames_[i + 1].position, kPlaces[frames_[i].move].board, frames_[i + 1].sums);
        frames_[i + 1].summed = true;
    }
#if defined(NOUGHTS_CHECK)
    if (frames_[ply].sums != network_->accumulate(frames_[ply].position)) std::abort();
#endif
    const Score score = network_->evaluate(frames_[ply].position, frames_[ply].sums);
    known = (frames_[ply].position.key >> 16 << 16) | uint16_t(score);
    return score;
}

// The same with what earlier searches of similar positions have taught about its errors.
Score Search::corrected_estimate(int ply) {
    return std::clamp(estimate(ply) + corrections_.of(tuning_, frames_[ply].position), -kEstimate, kEstimate);
}

// Reverse futility pruning: whether the estimate alone says that a node outside of the principal variation reaches beta.
bool Search::reverse_futility_prunes(int depth, Score beta, Score estimate) const {
    const int margin = frames_[0].position.count_rule ? tuning_.reverse_futility_count : tuning_.reverse_futility;
    return margin && depth <= tuning_.reverse_futility_depth && is_estimate(beta) && estimate - margin * depth >= beta;
}

// ProbCut: whether a shallow search of one of the first moves finds so much more than beta that a deep one will find beta.
bool Search::probcut(int ply, int depth, Score beta, const Entry* entry) {
    const Score raised = beta + tuning_.probcut;
    if (entry && entry->depth >= depth - 3 && entry->score < raised) return false;
    Frame& frame = frames_[ply];
    MovePicker picker(frame.position, tuning_, history_, entry ? entry->move : kNoMove,
                      ply > 0 ? frames_[ply - 1].move : kNoMove, frame.killers.data());
    for (int number = 0; number < 3; ++number) {
        const OrderedMove* next = picker.next();
        if (next == nullptr) break;
        const Move move = next->move;
        play(ply, move, depth - 4);
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
    Score best = estimate(ply);
    if (best >= beta || !tuning_.quiescence) return best;
    alpha = std::max(alpha, best);
    for (unsigned boards = position.playable(); boards != 0; boards &= boards - 1) {
        const int board = std::countr_zero(boards);
        for (unsigned cells = position.winning_cells(position.to_move, board); cells != 0; cells &= cells - 1) {
            const Move move = Move(9 * board + std::countr_zero(cells));
            play(ply, move, 0);
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

    // Step 1. The end of the game, the horizon, the limits, and a win with the next move.
    if (position.is_over()) return score_of_end(position, ply);
    if (depth <= 0) {
        if (selective) return quiesce(ply, alpha, beta);
        return count_node() ? estimate(ply) : 0;
    }
    if (!count_node()) return 0;
    if (position.wins_at_once()) {
        win_at_once(frame);
        return kWin - ply - 1;
    }

    // Step 2. Mate distance pruning. From here on the best is to win with the next move but one, the worst to lose by the reply (the count may end
    // the game sooner), unless there is nothing left to win.
    const int me = position.to_move;
    const Score most = position.can_win(me) ? kWin - ply - (position.count_rule ? 1 : 3) : 0;
    const Score least = position.can_win(me ^ 1) ? ply + (position.count_rule ? 1 : 2) - kWin : 0;
    if (most <= alpha) return most;
    if (least >= beta) return least;
    const bool wide = beta - alpha > 1;

    // Step 3. Static estimate: before the table, whose entry comes from memory meanwhile.
    const Score estimate = selective ? corrected_estimate(ply) : 0;

    // Step 4. Transposition table.
    const bool probes = with_table_ && (!selective || depth >= tuning_.table_depth);
    std::optional<Entry> entry;
    if (probes) entry = table_.read(position.key);
    if (entry) {
        entry->score = from_table(entry->score, ply);
        const bool valid = selective ? entry->depth >= depth || is_proved(*entry) : entry->depth == depth;
        if (valid && satisfies(entry->bound, entry->score, alpha, beta)) return entry->score;
    }
    const Move table_move = entry ? entry->move : kNoMove;

    // Step 5. By the estimate reverse futility pruning and ProbCut.
    if (selective && !wide) {
        if (reverse_futility_prunes(depth, beta, estimate)) return estimate;
        if (may_probcut && tuning_.probcut_depth && depth >= tuning_.probcut_depth && is_estimate(beta) &&
            estimate >= beta && probcut(ply, depth, beta, entry ? &*entry : nullptr))
            return beta;
    }

    // Step 6. Extensions, and whether quiet moves are futile.
    MovePicker picker(position, tuning_, history_, table_move, ply > 0 ? frames_[ply - 1].move : kNoMove,
                      frame.killers.data());
    if (selective && tuning_.forced_reply_extension && position.legal_move_count() == 1) ++depth;
    const bool trusts_table_move = selective && tuning_.table_move_extension && depth >= tuning_.table_move_extension &&
                                   entry && entry->bound != Bound::kUpper && entry->depth >= depth - 3;
    const bool futile = selective && !wide && tuning_.futility && depth <= tuning_.futility_depth &&
                        is_estimate(alpha) && estimate + tuning_.futility * depth <= alpha;

    // Step 7. The moves, best first; all but the first with a null window, late quiet ones to a reduced depth.
    const Score first_alpha = alpha;
    Score best = -kInfinity;
    Move best_move = kNoMove;
    std::array<Move, kMoves> tried;
    int tried_count = 0, number = 0;
    while (const OrderedMove* next = picker.next()) {
        const OrderedMove move = *next;
        if (futile && move.quiet && best > -kEstimate) continue;
        play(ply, move.move, depth - 1);
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

    // Step 8. What is learned: the error of the estimate, and the entry of the table.
    if (probes) {
        const Bound bound = best >= beta ? Bound::kLower : best > first_alpha ? Bound::kExact : Bound::kUpper;
        const bool says_more = bound == Bound::kExact || (bound == Bound::kLower) == (best > estimate);
        if (selective && is_estimate(best) && says_more) corrections_.learn(position, depth, best - estimate);
        table_.write(position.key, {to_table(best, ply), depth, best_move != kNoMove ? best_move : table_move, bound});
    }
    return best;
}

template Score Search::search<true>(int ply, int depth, Score alpha, Score beta, bool may_probcut);
template Score Search::search<false>(int ply, int depth, Score alpha, Score beta, bool may_probcut);

}  // namespace noughts
