#include "tuning.hpp"

#include <utility>

namespace noughts {

int* Tuning::find(std::string_view name) {
    const std::pair<std::string_view, int Tuning::*> names[] = {
        {"aspiration", &Tuning::aspiration},
        {"reverse_futility", &Tuning::reverse_futility},
        {"reverse_futility_count", &Tuning::reverse_futility_count},
        {"reverse_futility_depth", &Tuning::reverse_futility_depth},
        {"futility", &Tuning::futility},
        {"futility_depth", &Tuning::futility_depth},
        {"late_move_reduction", &Tuning::late_move_reduction},
        {"probcut_depth", &Tuning::probcut_depth},
        {"probcut", &Tuning::probcut},
        {"forced_reply_extension", &Tuning::forced_reply_extension},
        {"table_move_extension", &Tuning::table_move_extension},
        {"boards_correction", &Tuning::boards_correction},
        {"stones_correction", &Tuning::stones_correction},
        {"quiescence", &Tuning::quiescence},
        {"history", &Tuning::history},
        {"killers", &Tuning::killers},
        {"countermoves", &Tuning::countermoves},
        {"continuation", &Tuning::continuation},
        {"table_depth", &Tuning::table_depth},
        {"proof_cells", &Tuning::proof_cells},
        {"proof_share", &Tuning::proof_share},
    };
    for (const auto& [known, number] : names)
        if (known == name) return &(this->*number);
    return nullptr;
}

}  // namespace noughts
