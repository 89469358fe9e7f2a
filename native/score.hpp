// Score bands; the twin of src/noughts/analysis.py.
#pragma once

#include <cstdint>

namespace noughts {

using Score = int32_t;

constexpr Score kWin = 30'000;
constexpr Score kInfinity = kWin + 1;
constexpr Score kEstimate = 29'000;  // beyond plus and minus this a score is proved

constexpr bool is_win(Score score) { return score > kEstimate; }
constexpr bool is_loss(Score score) { return score < -kEstimate; }
constexpr bool is_estimate(Score score) { return !is_win(score) && !is_loss(score); }

// The score of a move from that of the position it leads to, and the other way round; both count plies to the end.
constexpr Score score_for_parent(Score score) { return is_win(score) ? 1 - score : is_loss(score) ? -1 - score : -score; }
constexpr Score score_for_child(Score score) { return is_win(score) ? -1 - score : is_loss(score) ? 1 - score : -score; }

// Scores in a tree count plies from the root; those in a table from the position itself.
constexpr Score to_table(Score score, int ply) {
    return is_win(score) ? score + ply : is_loss(score) ? score - ply : score;
}
constexpr Score from_table(Score score, int ply) {
    return is_win(score) ? score - ply : is_loss(score) ? score + ply : score;
}

}  // namespace noughts
