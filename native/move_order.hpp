// In which order a search tries the moves: what cut off before, captures and blocks first.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "position.hpp"
#include "tuning.hpp"

namespace noughts {

// What cutoffs have taught about moves, whatever the position.
class History {
public:
    void clear() { *this = History(); }

    // Makes room for what the next search teaches.
    void fade() {
        for (auto& side : by_side_)
            for (auto& worth : side) worth /= 2;
    }

    int worth(const Tuning& tuning, int side, Move previous, Move move) const {
        int total = 0;
        if (tuning.history) total += by_side_[side][move];
        if (tuning.continuation) total += after_[previous][move];
        if (tuning.countermoves && counter_[previous] == move) total += kCounterBonus;
        return total;
    }

    // The move cut off, and the `tried` quiet ones before it did not.
    void learn(int side, Move previous, Move move, int depth, const Move* tried, int count) {
        const int bonus = std::min(depth * depth, 400);
        reward(by_side_[side][move], bonus);
        reward(after_[previous][move], bonus);
        counter_[previous] = move;
        for (int i = 0; i < count; ++i) {
            reward(by_side_[side][tried[i]], -bonus);
            reward(after_[previous][tried[i]], -bonus);
        }
    }

private:
    static constexpr int kBound = 10'000, kCounterBonus = 1500;

    // Moves towards plus or minus kBound, the slower the nearer it is.
    static void reward(int16_t& worth, int bonus) {
        worth = int16_t(worth + 16 * bonus - worth * std::abs(16 * bonus) / kBound);
    }

    std::array<std::array<int16_t, kMoves>, 2> by_side_{};
    std::array<std::array<int16_t, kMoves>, kMoves + 1> after_{};  // by the move before; kNoMove at the root
    std::array<Move, kMoves + 1> counter_{};
};

struct OrderedMove {
    Move move;
    bool quiet;  // neither wins a board nor keeps the opponent from winning it
    int worth;
};

// The moves of a position, the most promising first. Those after the best one are found when they are asked for: most
// nodes end with their first move.
class MovePicker {
public:
    // `best`, where it is legal, comes first.
    MovePicker(const Position& position, const Tuning& tuning, const History& history, Move best, Move previous,
               const Move* killers)
        : position_(position), tuning_(tuning), history_(history), killers_(killers), previous_(previous),
          best_(position.is_legal(best) ? best : kNoMove) {}

    // The next best move; nullptr after the last.
    const OrderedMove* next() {
        if (stage_ == Stage::kBest) {
            stage_ = Stage::kFind;
            if (best_ != kNoMove) {
                const auto [board, cell] = kPlaces[best_];
                const unsigned wins = position_.winning_cells(0, board) | position_.winning_cells(1, board);
                moves_[0] = {best_, (wins >> cell & 1) == 0, 0};
                return &moves_[0];
            }
        }
        if (stage_ == Stage::kFind) {
            stage_ = Stage::kRest;
            find_rest();
        }
        if (done_ == size_) return nullptr;
        int top = done_;
        for (int i = done_ + 1; i < size_; ++i)
            if (moves_[i].worth > moves_[top].worth) top = i;
        std::swap(moves_[done_], moves_[top]);
        return &moves_[done_++];
    }

private:
    enum class Stage : uint8_t { kBest, kFind, kRest };
    static constexpr int kCapture = 20'000, kBlock = 12'000, kKiller = 5'000, kFreesOpponent = 15'000;

    void find_rest() {
        for (unsigned boards = position_.playable(); boards != 0; boards &= boards - 1) {
            const int board = std::countr_zero(boards), side = position_.to_move;
            const unsigned captures = position_.winning_cells(side, board);
            const unsigned blocks = position_.winning_cells(side ^ 1, board);
            for (unsigned left = position_.empty_cells(board); left != 0; left &= left - 1) {
                const int cell = std::countr_zero(left);
                const Move move = Move(9 * board + cell);
                if (move == best_) continue;
                int worth = history_.worth(tuning_, side, previous_, move);
                if (captures >> cell & 1) worth += kCapture;
                if (blocks >> cell & 1) worth += kBlock;
                if (position_.closed >> cell & 1) worth -= kFreesOpponent;
                if (tuning_.killers && (move == killers_[0] || move == killers_[1])) worth += kKiller;
                moves_[size_++] = {move, ((captures | blocks) >> cell & 1) == 0, worth};
            }
        }
    }

    const Position& position_;
    const Tuning& tuning_;
    const History& history_;
    const Move* killers_;
    Move previous_, best_;
    Stage stage_ = Stage::kBest;
    std::array<OrderedMove, kMoves> moves_;
    int size_ = 0, done_ = 0;
};

}  // namespace noughts
