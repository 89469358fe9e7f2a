// The estimate of a position. The fast twin of src/noughts/evaluation.py: equal integers.
//
// A side's potential on a small board (0 lost for it, kCertain won) is looked up by the pattern of the board. What a
// side may hope for is the sum over the eight macro lines of the product of its three potentials; its hope minus the
// opponent's, plus a balance that the boards add on their own, plus the worth of the move, is the estimate. The board
// that has to be played in has tables of its own. Patterns that a symmetry of the large board maps onto each other
// share their numbers. This file is the seam where another evaluation would go in: the search knows only
// Evaluation, Worths and their functions below.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "position.hpp"
#include "score.hpp"

namespace noughts {

constexpr int kPatterns = 19683;  // 3^9: nothing, mine, theirs on nine cells
constexpr int kCertain = 2048;    // the potential of a board that is won
constexpr int kHopeShift = 21;    // a certain line counts 2048^3 >> 21 = 4096
constexpr int kKinds = 3;         // corner, edge, centre: the places of a small board that no symmetry maps onto each other

// The digits of a pattern in base three: cells of `mine` count one, of `theirs` two.
constexpr auto kTernary = [] {
    std::array<uint16_t, 512> table{};
    for (unsigned cells = 0; cells < 512; ++cells)
        for (int cell = 0, power = 1; cell < 9; ++cell, power *= 3)
            if (cells >> cell & 1) table[cells] += power;
    return table;
}();

constexpr int pattern_of(unsigned mine, unsigned theirs) { return kTernary[mine] + 2 * kTernary[theirs]; }

// What one small board is worth, to the first side and to the second, and to their difference.
struct Worth {
    int16_t first = 0, second = 0, balance = 0;
};

// What the nine boards are worth, kept up to date move by move; first means X.
struct Worths {
    int16_t potential[2][9];
    int16_t balance[9];
    int32_t total_balance;
};

class Evaluation {
public:
    // How many numbers an evaluation is made of.
    static size_t size();

    // The numbers of both end rules, as training/ writes them; nullptr when there are too many or too few.
    static std::shared_ptr<const Evaluation> from_numbers(std::span<const int16_t> numbers);

    Worths worths_of(const Position& position) const {
        Worths worths{};
        for (int board = 0; board < 9; ++board) update(worths, position, board);
        return worths;
    }

    // To be called after a move on `board`.
    void update(Worths& worths, const Position& position, int board) const {
        const unsigned x = position.cells[0][board], o = position.cells[1][board];
        const Worth& worth = rules_[position.count_rule].quiet[board][pattern_of(x, o)];
        worths.potential[0][board] = worth.first;
        worths.potential[1][board] = worth.second;
        worths.total_balance += worth.balance - worths.balance[board];
        worths.balance[board] = worth.balance;
    }

    // For the side to move; the game is not over.
    Score evaluate(const Position& position, const Worths& worths) const {
        const Rule& rule = rules_[position.count_rule];
        const int me = position.to_move, target = position.target;
        std::array<int64_t, 9> mine, theirs;
        for (int board = 0; board < 9; ++board) {
            mine[board] = worths.potential[me][board];
            theirs[board] = worths.potential[me ^ 1][board];
        }
        int balance = me == 0 ? worths.total_balance : -worths.total_balance;
        if (target == kAnywhere) {
            balance += rule.free_move;
        } else {
            const int pattern = pattern_of(position.cells[me][target], position.cells[me ^ 1][target]);
            const Worth& forced = rule.forced[target][pattern];
            mine[target] = forced.first;
            theirs[target] = forced.second;
            balance += rule.tempo + forced.balance - (me == 0 ? worths.balance[target] : -worths.balance[target]);
        }
        Score score = Score((hope(mine) - hope(theirs)) >> kHopeShift) + balance;
        if (!position.can_win(me)) score = std::min(score, 0);
        if (!position.can_win(me ^ 1)) score = std::max(score, 0);
        return std::clamp(score, -kEstimate, kEstimate);
    }

private:
    using ByPattern = std::array<std::vector<Worth>, 9>;

    struct Rule {
        int tempo, free_move;
        ByPattern quiet, forced;
    };

    static int64_t hope(const std::array<int64_t, 9>& p) {
        return p[0] * (p[1] * p[2] + p[3] * p[6]) + p[8] * (p[7] * p[6] + p[5] * p[2]) +
               p[4] * (p[3] * p[5] + p[1] * p[7] + p[0] * p[8] + p[2] * p[6]);
    }

    static Rule expand(std::span<const int16_t> numbers);

    std::array<Rule, 2> rules_;
};

}  // namespace noughts
