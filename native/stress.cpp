// Uses the core through its border as hard as it can, for builds with sanitizers: whole games with several threads,
// engines side by side, stops at any moment, and calls that must be refused.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "c_api.h"
#include "line_api.h"
#include "position.hpp"
#include "random.hpp"

namespace {

void require(bool claim, const char* what) {
    if (claim) return;
    std::fprintf(stderr, "failed: %s\n", what);
    std::exit(1);
}

noughts_position plain(const noughts::Position& position) {
    noughts_position result{};
    for (int side = 0; side < 2; ++side)
        for (int board = 0; board < 9; ++board) result.cells[side][board] = position.cells[side][board];
    result.target = position.target;
    result.to_move = position.to_move;
    result.count_rule = position.count_rule;
    return result;
}

// Few ones among zeros: no sum of them is too large.
std::vector<int32_t> some_weights() {
    noughts::Random random(1);
    std::vector<int32_t> weights(static_cast<size_t>(noughts_evaluation_size()));
    for (int32_t& weight : weights) weight = random.below(10) == 0;
    return weights;
}

void play_game(int64_t engine, bool count_rule) {
    noughts::Position position = noughts::Position::start(count_rule);
    noughts_report report;
    while (!position.is_over()) {
        const noughts_position now = plain(position);
        const noughts_limits limits{0, 4000, 0, 1 + position.to_move, 0, nullptr};
        require(noughts_engine_analyze(engine, &now, &limits, nullptr, &report) == 0, "analyze");
        require(report.count > 0 && position.is_legal(report.moves[0].move), "a legal move");
        position.play(report.moves[0].move);
        require(position.key == position.computed_key(), "the key");
    }
}

void stop_at_any_moment(int64_t engine) {
    const noughts_position start = plain(noughts::Position());
    noughts_report report;
    for (int i = 0; i < 20; ++i) {
        int32_t stop = i == 0;  // the first one before it begins
        const noughts_limits limits{5, 0, 0, 3, 0, &stop};
        std::thread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(i));
            std::atomic_ref<int32_t>(stop).store(1, std::memory_order_relaxed);
        });
        require(noughts_engine_analyze(engine, &start, &limits, nullptr, &report) == 0 && report.count > 0, "stopped");
        stopper.join();
    }
}

void play_batch() {
    constexpr int kGames = 50;
    std::vector<noughts::Position> games(kGames);
    require(noughts_batch_size() == sizeof games[0] && noughts_batch_start(games.data(), kGames, 1) == 0, "a batch");
    std::vector<uint8_t> legal(81 * kGames), moves(kGames), targets(kGames), outcomes(kGames);
    std::vector<int8_t> cells(81 * kGames);
    for (int ply = 0; ply < 81; ++ply) {
        noughts_batch_random(games.data(), kGames, ply, moves.data());
        require(noughts_batch_play(games.data(), kGames, moves.data()) == kGames, "a batch that plays");
        noughts_batch_look(games.data(), kGames, legal.data(), cells.data(), targets.data(), outcomes.data());
    }
    require(std::count(outcomes.begin(), outcomes.end(), 0) == 0, "a batch to the end");
}

void refuse_weights(std::vector<int32_t> weights) {
    for (const int32_t number : {INT32_MIN, INT32_MAX, 1 << 20, 32767, -32768, 21, -1}) {
        std::fill(weights.begin(), weights.end(), number);
        require(noughts_evaluation_new(weights.data(), int64_t(weights.size())) == NOUGHTS_ERROR_NUMBER, "too large");
    }
    require(noughts_evaluation_new(weights.data(), 5) == NOUGHTS_ERROR_NUMBER, "too few");
}

void refuse(int64_t evaluation, int64_t freed_engine) {
    noughts_position nonsense = plain(noughts::Position());
    nonsense.cells[0][0] = nonsense.cells[1][0] = 1;
    const noughts_position start = plain(noughts::Position());
    const noughts_limits negative{-1, 0, 0, 1, 0, nullptr}, fine{0, 10, 0, 1, 0, nullptr};
    noughts_report report;
    int32_t score = 0;
    require(noughts_evaluate(evaluation, &nonsense, 0, &score) == NOUGHTS_ERROR_POSITION, "nonsense");
    require(noughts_engine_analyze(freed_engine, &start, &fine, nullptr, &report) == NOUGHTS_ERROR_HANDLE, "freed");
    const int64_t engine = noughts_engine_new(evaluation, 1, 1);
    require(noughts_engine_analyze(engine, &start, &negative, nullptr, &report) == NOUGHTS_ERROR_NUMBER, "negative time");
    require(noughts_free(engine) == 0 && noughts_free(engine) == NOUGHTS_ERROR_HANDLE, "freed twice");
}

void play_line_game(int64_t engine, int columns, int rows, int in_line, int64_t nodes) {
    noughts_line_position position{columns, rows, in_line, {}, {}};
    noughts_line_report report;
    for (int ply = 0;; ++ply) {
        const noughts_limits limits{0, nodes, 0, 1 + ply % 3, 0, nullptr};
        require(noughts_line_engine_analyze(engine, &position, &limits, ply % 2, nullptr, &report) == 0, "analyze lines");
        if (report.count == 0) break;
        const int cell = report.moves[0].move;
        require(((position.mine[cell / 64] | position.theirs[cell / 64]) >> cell % 64 & 1) == 0, "a legal move");
        position.mine[cell / 64] |= uint64_t(1) << cell % 64;
        std::swap(position.mine, position.theirs);
        uint64_t kept, computed;
        require(noughts_line_keys(&position, nullptr, 0, &kept, &computed) == 0 && kept == computed, "the key");
    }
}

void stop_lines_at_any_moment(int64_t engine) {
    const noughts_line_position start{15, 15, 5, {}, {}};
    noughts_line_report report;
    for (int i = 0; i < 20; ++i) {
        int32_t stop = 0;
        std::thread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(i));
            std::atomic_ref<int32_t>(stop).store(1);
        });
        const noughts_limits limits{5, 0, 0, 3, 0, &stop};
        require(noughts_line_engine_analyze(engine, &start, &limits, 1, nullptr, &report) == 0, "stopped lines");
        require(report.count > 0, "a move when stopped");
        stopper.join();
    }
}

void refuse_lines(int64_t freed_engine) {
    const noughts_line_position start{3, 3, 3, {}, {}}, too_large{27, 3, 3, {}, {}}, shared{3, 3, 3, {1}, {1}};
    const noughts_limits negative{-1, 0, 0, 1, 0, nullptr}, fine{0, 10, 0, 1, 0, nullptr};
    noughts_line_report report;
    const int64_t engine = noughts_line_engine_new(1, 0);
    require(noughts_line_engine_analyze(freed_engine, &start, &fine, 0, nullptr, &report) == NOUGHTS_ERROR_HANDLE, "freed");
    require(noughts_line_engine_analyze(engine, &too_large, &fine, 0, nullptr, &report) == NOUGHTS_ERROR_POSITION, "size");
    require(noughts_line_engine_analyze(engine, &shared, &fine, 0, nullptr, &report) == NOUGHTS_ERROR_POSITION, "shared");
    require(noughts_line_engine_analyze(engine, &start, &negative, 0, nullptr, &report) == NOUGHTS_ERROR_NUMBER, "time");
    require(noughts_line_engine_free(engine) == 0 && noughts_line_engine_free(engine) == NOUGHTS_ERROR_HANDLE, "twice");
}

void use_line_games() {
    const int64_t engine = noughts_line_engine_new(1, 0), other = noughts_line_engine_new(1, 1);
    std::thread beside([=] { play_line_game(other, 5, 4, 4, 3000); });
    const int sizes[][3] = {{1, 1, 1}, {3, 3, 3}, {7, 7, 5}, {9, 9, 5}, {13, 12, 4}, {26, 1, 2}, {26, 26, 3}, {6, 6, 2}};
    for (const auto& [columns, rows, in_line] : sizes) play_line_game(engine, columns, rows, in_line, 1500);
    beside.join();
    stop_lines_at_any_moment(engine);
    require(noughts_line_engine_free(engine) == 0 && noughts_line_engine_free(other) == 0, "free lines");
    refuse_lines(engine);
}

}  // namespace

int main() {
    const std::vector<int32_t> weights = some_weights();
    const int64_t evaluation = noughts_evaluation_new(weights.data(), int64_t(weights.size()));
    require(evaluation > 0, "an evaluation");
    const int64_t shared = noughts_engine_new(evaluation, 1, 3), other = noughts_engine_new(evaluation, 1, 1);
    std::thread beside([=] { play_game(other, true); });
    play_game(shared, false);
    play_game(shared, true);
    beside.join();
    stop_at_any_moment(shared);
    std::vector<noughts_sample> samples(400);
    const noughts_position start = plain(noughts::Position::start(false));
    require(noughts_self_play(evaluation, &start, 1, 0, 200, 1, samples.data(), 400) > 0, "self-play");
    require(noughts_self_play(evaluation, &start, 1, 1, 200, 1, samples.data(), 400) < 0, "a book of the other rule");
    require(noughts_free(shared) == 0 && noughts_free(other) == 0, "free");
    refuse(evaluation, shared);
    refuse_weights(weights);
    play_batch();
    use_line_games();
    std::puts("nothing found");
}
