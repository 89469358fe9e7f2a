// The signature of the engine: the nodes of a fixed list of positions at a fixed depth, one thread.
#pragma once

#include "engine.hpp"
#include "playout.hpp"

namespace noughts {

constexpr int kBenchDepth = 10;

// Positions from random games, both end rules, every sixth ply up to 48; the same on every machine.
inline std::vector<Position> bench_positions() {
    std::vector<Position> positions;
    Random random(4);
    for (int ply = 0; ply <= 48; ply += 6)
        for (const bool count_rule : {false, true}) {
            Position position;
            do {
                position = Position::start(count_rule);
                for (int i = 0; i < ply && !position.is_over(); ++i) position.play(random_move(position, random));
            } while (position.is_over());
            positions.push_back(position);
        }
    return positions;
}

inline int64_t bench(std::shared_ptr<const Evaluation> evaluation) {
    Engine engine(std::move(evaluation), 16, 1);
    Limits limits;
    limits.depth = kBenchDepth;
    int64_t nodes = 0;
    for (const Position& position : bench_positions()) {
        engine.clear();
        nodes += engine.analyze(position, limits, nullptr).nodes;
    }
    return nodes;
}

}  // namespace noughts
