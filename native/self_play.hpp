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
    // Some of the games begin with the positions of a book, if there are any.
    SelfPlay(const Evaluation& evaluation, std::vector<Position> book, bool count_rule, int64_t nodes, uint64_t seed)
        : table_(kMegabytes), search_(evaluation, table_, tuning_), random_(seed), book_(std::move(book)),
          count_rule_(count_rule), nodes_(nodes) {}

    // One game; every position of it, and for most of them another one that lies one or two random plies off the path:
    // there the engine learns what it would never play. Now and then, where that was a small mistake, it plays on there.
    void play_game(std::vector<Sample>& samples) {
        Position position = opening();
        const size_t begin = samples.size();
        while (!position.is_over()) {
            const RootMove best = think(position);
            const Position before = position;
            samples.push_back({position, best.known_score(), 0});
            position.play(best.move);
            if (random_.below(100) >= kNeighbourShare) continue;
            const int plies = 1 + random_.below(2);
            const Position beside = after_random_plies(before, plies);
            if (beside.is_over()) continue;
            const Score score = think(beside).known_score();
            if (plies == 1 && -score >= best.known_score() - kSmallMistake && random_.below(100) < kMistakeShare)
                position = beside;
            else
                samples.push_back({beside, score, kNoResult});
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
    static constexpr int kBookShare = 25, kNeighbourShare = 80, kMistakeShare = 25;
    static constexpr Score kSmallMistake = 60;

    Position opening() {
        if (!book_.empty() && random_.below(100) < kBookShare) return book_[random_.below(int(book_.size()))];
        const OpeningKind* kind = kOpenings;
        for (int left = random_.below(100); left >= kind->share; ++kind) left -= kind->share;
        return after_random_plies(Position::start(count_rule_), kind->least + random_.below(kind->most - kind->least + 1));
    }

    Position after_random_plies(Position position, int plies) {
        for (int i = 0; i < plies && !position.is_over(); ++i) position.play(random_move(position, random_));
        return position;
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
    const std::vector<Position> book_;
    bool count_rule_;
    int64_t nodes_;
};

}  // namespace noughts
