#include "c_api.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <new>
#include <optional>

#include "bench.hpp"
#include "engine.hpp"
#include "playout.hpp"
#include "position.hpp"
#include "registry.hpp"
#include "self_play.hpp"

namespace {

using namespace noughts;

constexpr int64_t kMostMegabytes = 1 << 16;
constexpr int kMostThreads = 256;

Registry<const Evaluation> evaluations;
Registry<Engine> engines;
std::atomic<int64_t> next_handle = 1;

std::optional<Position> unpack(const noughts_position& plain) {
    return Position::from_cells(plain.cells, plain.target, plain.to_move, plain.count_rule != 0);
}

// The same after some moves; nothing when one of them is not legal.
std::optional<Position> unpack(const noughts_position& plain, const uint8_t* moves, int32_t count) {
    auto position = unpack(plain);
    for (int32_t i = 0; i < count && position; ++i) {
        if (position->is_legal(moves[i])) position->play(moves[i]);
        else position.reset();
    }
    return position;
}

noughts_sample pack(const Sample& sample) {
    const Position& position = sample.position;
    const int me = position.to_move;
    noughts_sample plain{{}, position.target, int8_t(sample.result), int16_t(sample.score)};
    for (int board = 0; board < 9; ++board)
        plain.patterns[board] = uint16_t(pattern_of(position.cells[me][board], position.cells[me ^ 1][board]));
    return plain;
}

void fill(noughts_report& plain, const Report& report) {
    plain.seconds = report.seconds;
    plain.nodes = report.nodes;
    plain.depth = report.depth;
    plain.solved = report.solved;
    plain.per_mille_full = report.per_mille_full;
    plain.count = int32_t(report.moves.size());
    for (int i = 0; i < plain.count; ++i) {
        const RankedMove& ranked = report.moves[i];
        plain.moves[i].score = ranked.score;
        plain.moves[i].move = ranked.move;
        plain.moves[i].exact = ranked.exact;
        plain.moves[i].line_size = uint8_t(ranked.line.size);
        std::copy_n(ranked.line.moves.begin(), ranked.line.size, plain.moves[i].line);
    }
}

}  // namespace

int64_t noughts_perft(const noughts_position* plain, const uint8_t* moves, int32_t count, int32_t depth) {
    const auto position = unpack(*plain, moves, count);
    if (!position) return NOUGHTS_ERROR_POSITION;
    if (depth < 0) return NOUGHTS_ERROR_NUMBER;
    return perft(*position, depth);
}

int32_t noughts_keys(const noughts_position* plain, const uint8_t* moves, int32_t count, uint64_t* kept_key,
                     uint64_t* computed_key) {
    const auto position = unpack(*plain, moves, count);
    if (!position) return NOUGHTS_ERROR_POSITION;
    *kept_key = position->key;
    *computed_key = position->computed_key();
    return 0;
}

int32_t noughts_play_out(const noughts_position* plain, int64_t games, uint64_t seed, int64_t counts[4]) {
    const auto position = unpack(*plain);
    if (!position) return NOUGHTS_ERROR_POSITION;
    if (games < 0) return NOUGHTS_ERROR_NUMBER;
    const PlayoutCounts found = position->is_over() ? PlayoutCounts() : play_out(*position, games, seed);
    std::copy(found.outcomes.begin(), found.outcomes.end(), counts);
    counts[3] = found.plies;
    return 0;
}

int64_t noughts_evaluation_size(void) { return int64_t(2 * Network::size()); }

int64_t noughts_evaluation_new(const int32_t* weights, int64_t count) try {
    if (count < 0) return NOUGHTS_ERROR_NUMBER;
    auto evaluation = Evaluation::from_weights({weights, size_t(count)});
    if (!evaluation) return NOUGHTS_ERROR_NUMBER;
    return evaluations.add(next_handle++, std::move(evaluation));
} catch (const std::bad_alloc&) {
    return NOUGHTS_ERROR_MEMORY;
}

int32_t noughts_evaluate(int64_t handle, const noughts_position* plain, int32_t loops, int32_t* score) {
    const auto evaluation = evaluations.find(handle);
    if (!evaluation) return NOUGHTS_ERROR_HANDLE;
    const auto position = unpack(*plain);
    if (!position || position->is_over()) return NOUGHTS_ERROR_POSITION;
    const Network& network = evaluation->of(*position);
    const auto choices = all_loops();
    const Loops& chosen = choices[std::clamp<size_t>(loops, 0, choices.size() - 1)];
    *score = network.evaluate(*position, network.accumulate(*position), chosen);
    return 0;
}

int32_t noughts_fixed_depth(int64_t handle, const noughts_position* plain, int32_t depth, int32_t with_table,
                            int32_t* score) try {
    const auto evaluation = evaluations.find(handle);
    if (!evaluation) return NOUGHTS_ERROR_HANDLE;
    const auto position = unpack(*plain);
    if (!position || position->is_over()) return NOUGHTS_ERROR_POSITION;
    if (depth < 1) return NOUGHTS_ERROR_NUMBER;
    *score = fixed_depth_value(*evaluation, *position, depth, with_table != 0);
    return 0;
} catch (const std::bad_alloc&) {
    return NOUGHTS_ERROR_MEMORY;
}

int64_t noughts_bench(int64_t handle) try {
    const auto evaluation = evaluations.find(handle);
    if (!evaluation) return NOUGHTS_ERROR_HANDLE;
    return bench(evaluation);
} catch (const std::bad_alloc&) {
    return NOUGHTS_ERROR_MEMORY;
}

int64_t noughts_self_play(int64_t handle, const noughts_position* book, int64_t book_size, int32_t count_rule,
                          int64_t nodes, uint64_t seed, noughts_sample* samples, int64_t capacity) try {
    const auto evaluation = evaluations.find(handle);
    if (!evaluation) return NOUGHTS_ERROR_HANDLE;
    if (nodes < 1 || capacity < 0 || book_size < 0) return NOUGHTS_ERROR_NUMBER;
    std::vector<Position> starts;
    for (const noughts_position* plain = book; plain != book + book_size; ++plain) {
        const auto position = unpack(*plain);
        if (!position || position->is_over() || position->count_rule != (count_rule != 0)) return NOUGHTS_ERROR_POSITION;
        starts.push_back(*position);
    }
    SelfPlay self_play(*evaluation, std::move(starts), count_rule != 0, nodes, seed);
    std::vector<Sample> game;
    int64_t count = 0;
    for (;;) {
        game.clear();
        self_play.play_game(game);
        if (count + int64_t(game.size()) > capacity) return count;
        for (const Sample& sample : game) samples[count++] = pack(sample);
    }
} catch (const std::bad_alloc&) {
    return NOUGHTS_ERROR_MEMORY;
}

int64_t noughts_engine_new(int64_t evaluation_handle, int64_t megabytes, int32_t threads) try {
    const auto evaluation = evaluations.find(evaluation_handle);
    if (!evaluation) return NOUGHTS_ERROR_HANDLE;
    if (megabytes < 1 || megabytes > kMostMegabytes || threads < 1 || threads > kMostThreads)
        return NOUGHTS_ERROR_NUMBER;
    return engines.add(next_handle++, std::make_shared<Engine>(evaluation, size_t(megabytes), threads));
} catch (const std::bad_alloc&) {
    return NOUGHTS_ERROR_MEMORY;
}

int32_t noughts_engine_analyze(int64_t handle, const noughts_position* plain, const noughts_limits* plain_limits,
                               noughts_progress progress, noughts_report* report) try {
    const auto engine = engines.find(handle);
    if (!engine) return NOUGHTS_ERROR_HANDLE;
    const auto position = unpack(*plain);
    if (!position) return NOUGHTS_ERROR_POSITION;
    const auto limits = limits_from(*plain_limits);
    if (!limits) return NOUGHTS_ERROR_NUMBER;
    Engine::Progress tell;
    if (progress != nullptr)
        tell = [=](const Report& so_far) {
            fill(*report, so_far);
            progress(report);
        };
    fill(*report, engine->analyze(*position, *limits, tell));
    return 0;
} catch (const std::bad_alloc&) {
    return NOUGHTS_ERROR_MEMORY;
}

int32_t noughts_engine_clear(int64_t handle) {
    const auto engine = engines.find(handle);
    if (!engine) return NOUGHTS_ERROR_HANDLE;
    engine->clear();
    return 0;
}

int32_t noughts_engine_tune(int64_t handle, const char* name, int32_t value) {
    const auto engine = engines.find(handle);
    if (!engine) return NOUGHTS_ERROR_HANDLE;
    return engine->tune(name, value) ? 0 : NOUGHTS_ERROR_NUMBER;
}

int32_t noughts_free(int64_t handle) {
    return engines.remove(handle) || evaluations.remove(handle) ? 0 : NOUGHTS_ERROR_HANDLE;
}
