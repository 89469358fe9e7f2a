// The named numbers of the search. Zero switches a technique off, so that each can be measured against the rest.
#pragma once

#include <string_view>

namespace noughts {

struct Tuning {
    int aspiration = 60;              // half the width of the first window
    int reverse_futility = 65;        // margin per ply by which the estimate must beat beta to give up a node
    int reverse_futility_count = 40;  // the same where boards count: there a point promises more
    int reverse_futility_depth = 6;
    int futility = 110;               // margin per ply by which a quiet late move must be able to reach alpha
    int futility_depth = 3;
    int late_move_reduction = 80;     // hundredths of ln(depth) * ln(number of the move) plies
    int probcut_depth = 5;            // from here on a search of depth - 4 may show that beta will be reached
    int probcut = 150;
    int forced_reply_extension = 1;
    int table_move_extension = 4;     // from this depth on a table move that was good before gets one ply more
    int boards_correction = 100;      // how far the estimate follows what searches taught, by closed boards and target
    int stones_correction = 50;       // and by the stones of the target
    int quiescence = 1;               // board-winning captures below the horizon
    int history = 1;
    int killers = 1;
    int countermoves = 1;
    int continuation = 1;
    int table_depth = 2;              // below this depth the table is neither read nor written
    int proof_cells = 40;             // from so few open cells on proof is tried
    int proof_share = 25;             // hundredths of the limits to find out the value by proof

    // The number of that name, or nullptr.
    int* find(std::string_view name);
};

}  // namespace noughts
