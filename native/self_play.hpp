// Positions with what a search says about them, from games of the engine against itself: what training/ learns from.
#pragma once

#include <cstdint>
#include <vector>

#include "network.hpp"
#include "playout.hpp"
#include "search.hpp"
#include "table.hpp"

namespace noughts {

constexpr int kNoResult = 2;

struct Sample {
    Position position;
    Score score;  // of a search, for the side to move
    int result;   // of the game, for the side to move: 1 won, 0 drawn, -1 lost, kNoResult when it was not played on
};

class SelfPlay {
public:
    SelfPlay(const Evaluation& evaluation, bool count_rule, int64_t nodes, uint64_t seed)
        : table_(kMegabytes), search_(evaluation, table_, tuning_), random_(seed), count_rule_(count_rule), nodes_(nodes) {}

    // One game from a random opening; every position of it, and for most of them another one that lies one or two random
    // plies off the path: there the engine learns what it would never play.
    void play_game(std::vector<Sample>& samples) {
        Position position = opening();
        const size_t begin = samples.size();
        while (!position.is_over()) {
            const RootMove best = think(position);
            samples.push_back({position, best.known_score(), 0});
            if (random_.below(100) < kNeighbourShare) add_neighbour(position, samples);
            position.play(best.move);
        }
        for (size_t i = begin; i < samples.size(); ++i)
            if (samples[i].result != kNoResult) samples[i].result = result_for(position.outcome, samples[i].position.to_move);
    }

private:
    static constexpr size_t kMegabytes = 2;

    // Openings of random plies, from `least` to `most`, so many in a hundred of each kind: some lie in the middle of a game.
    struct OpeningKind {
        int share, least, most;
    };
    static constexpr OpeningKind kOpenings[] = {{45, 0, 8}, {30, 4, 12}, {25, 9, 22}};
    static constexpr int kNeighbourShare = 80;

    Position opening() {
        Position position = Position::start(count_rule_);
        const OpeningKind* kind = kOpenings;
        for (int left = random_.below(100); left >= kind->share; ++kind) left -= kind->share;
        const int plies = kind->least + random_.below(kind->most - kind->least + 1);
        for (int i = 0; i < plies && !position.is_over(); ++i) position.play(random_move(position, random_));
        return position;
    }

    void add_neighbour(Position position, std::vector<Sample>& samples) {
        for (int plies = 1 + random_.below(2); plies > 0 && !position.is_over(); --plies)
            position.play(random_move(position, random_));
        if (!position.is_over()) samples.push_back({position, think(position).known_score(), kNoResult});
    }

    RootMove think(const Position& position) {
        table_.age();
        search_.start(position, true, true, nodes_, [](int64_t) { return false; });
        for (int depth = 1; depth <= position.open_cells && !search_.stopped(); ++depth) search_.search_root_near(0, depth);
        return search_.root_moves().front();
    }

    static int result_for(Outcome outcome, int side) {
        if (outcome == Outcome::kDraw) return 0;
        return (outcome == Outcome::kXWins) == (side == 0) ? 1 : -1;
    }

    const Tuning tuning_;
    Table table_;
    Search search_;
    Random random_;
    bool count_rule_;
    int64_t nodes_;
};

}  // namespace noughts
