#include "line_api.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <optional>
#include <variant>

#include "line_engine.hpp"
#include "registry.hpp"

namespace {

using namespace noughts;

static_assert(NOUGHTS_LINE_WORDS == kLineWords && NOUGHTS_LINE_CELLS == kMostCells);

constexpr int64_t kMostMegabytes = 1 << 16;

// Calls `use` with the number of words that a board needs.
template <typename Use>
auto with_words(const LineSize& size, Use&& use) {
    if (size.bits() <= 64) return use(std::integral_constant<int, 1>());
    if (size.bits() <= 128) return use(std::integral_constant<int, 2>());
    if (size.bits() <= 256) return use(std::integral_constant<int, 4>());
    return use(std::integral_constant<int, kLineWords>());
}

LineSize size_of(const noughts_line_position& plain) { return {plain.columns, plain.rows, plain.in_line}; }

// The position behind the plain numbers, or nothing when they make no sense.
template <int W>
std::optional<LinePosition<W>> unpack(const LineGrid<W>& grid, const noughts_line_position& plain) {
    LineMask<W> mine, theirs;
    for (int cell = 0; cell < 64 * kLineWords; ++cell) {
        const bool is_mine = plain.mine[cell / 64] >> cell % 64 & 1, is_theirs = plain.theirs[cell / 64] >> cell % 64 & 1;
        if (!is_mine && !is_theirs) continue;
        if (cell >= grid.cells || (is_mine && is_theirs)) return std::nullopt;
        (is_mine ? mine : theirs).add(grid.bit_of(cell));
    }
    LinePosition<W> position;
    position.count = mine.count() + theirs.count();
    if (theirs.count() - mine.count() != position.count % 2 || grid.has_line(mine)) return std::nullopt;
    position.stones[position.to_move()] = mine;
    position.stones[position.to_move() ^ 1] = theirs;
    return position;
}

// Calls `use` with the grid and the position after some moves; refuses what is not legal.
template <typename Use>
int64_t with_position(const noughts_line_position& plain, const uint16_t* moves, int32_t count, Use&& use) try {
    if (!size_of(plain).is_valid()) return NOUGHTS_ERROR_POSITION;
    return with_words(size_of(plain), [&](auto words) -> int64_t {
        const LineGrid<words> grid(size_of(plain));
        auto position = unpack(grid, plain);
        if (!position) return NOUGHTS_ERROR_POSITION;
        LineBoard<words> board(grid);
        board.start(*position);
        for (int32_t i = 0; i < count; ++i) {
            if (moves[i] >= grid.cells || board.position().is_over(grid) || !board.empty().has(grid.bit_of(moves[i])))
                return NOUGHTS_ERROR_POSITION;
            board.play(grid.bit_of(moves[i]));
        }
        return use(board);
    });
} catch (const std::bad_alloc&) {
    return NOUGHTS_ERROR_MEMORY;
}

// A table, and the analysis of the size of board that was asked for last.
class LineEngine {
public:
    LineEngine(size_t megabytes, bool prove) : table_(megabytes), prove_(prove) {}

    int32_t analyze(const noughts_line_position& plain, const Limits& limits, bool every_move,
                    const LineProgress& progress, LineReport& report) {
        std::lock_guard lock(running_);
        return with_words(size_of(plain), [&](auto words) -> int32_t {
            using Analysis = LineAnalysis<words>;
            auto* found = std::get_if<std::unique_ptr<Analysis>>(&analysis_);
            if (found == nullptr || !*found || (*found)->grid().size != size_of(plain)) {
                analysis_ = std::make_unique<Analysis>(size_of(plain), table_, prove_);
                found = std::get_if<std::unique_ptr<Analysis>>(&analysis_);
            }
            const auto position = unpack((*found)->grid(), plain);
            if (!position) return NOUGHTS_ERROR_POSITION;
            report = (*found)->analyze(*position, limits, every_move, progress);
            return 0;
        });
    }

    void clear() {
        std::lock_guard lock(running_);
        table_.clear();
        std::visit([](auto& analysis) { if (analysis) analysis->forget(); }, analysis_);
    }

private:
    Table table_;
    bool prove_;
    std::variant<std::unique_ptr<LineAnalysis<1>>, std::unique_ptr<LineAnalysis<2>>, std::unique_ptr<LineAnalysis<4>>,
                 std::unique_ptr<LineAnalysis<kLineWords>>> analysis_;
    std::mutex running_;
};

Registry<LineEngine> engines;
std::atomic<int64_t> next_handle = 1;

void fill(noughts_line_report& plain, const LineReport& report) {
    plain.seconds = report.seconds;
    plain.nodes = report.nodes;
    plain.depth = report.depth;
    plain.solved = report.solved;
    plain.per_mille_full = report.per_mille_full;
    plain.count = int32_t(report.moves.size());
    for (int i = 0; i < plain.count; ++i) {
        const LineRankedMove& ranked = report.moves[i];
        plain.moves[i].score = ranked.score;
        plain.moves[i].move = ranked.move;
        plain.moves[i].exact = ranked.exact;
        plain.moves[i].line_size = uint8_t(ranked.line.size());
        std::copy(ranked.line.begin(), ranked.line.end(), plain.moves[i].line);
    }
}

}  // namespace

int64_t noughts_line_perft(const noughts_line_position* plain, const uint16_t* moves, int32_t count, int32_t depth) {
    if (depth < 0) return NOUGHTS_ERROR_NUMBER;
    return with_position(*plain, moves, count,
                         [&](auto& board) { return perft(board.grid(), board.position(), depth); });
}

int32_t noughts_line_keys(const noughts_line_position* plain, const uint16_t* moves, int32_t count, uint64_t* kept_key,
                          uint64_t* computed_key) {
    return int32_t(with_position(*plain, moves, count, [&](auto& board) {
        *kept_key = board.key().key;
        const auto position = board.position();
        board.start(position);
        *computed_key = board.key().key;
        return 0;
    }));
}

int32_t noughts_line_evaluate(const noughts_line_position* plain, int32_t* score) {
    return noughts_line_fixed_depth(plain, 0, -kInfinity, kInfinity, score);
}

int32_t noughts_line_fixed_depth(const noughts_line_position* plain, int32_t depth, int32_t alpha, int32_t beta,
                                 int32_t* score) {
    if (depth < 0 || alpha >= beta || alpha < -kInfinity || beta > kInfinity) return NOUGHTS_ERROR_NUMBER;
    return int32_t(with_position(*plain, nullptr, 0, [&](auto& board) -> int64_t {
        if (board.position().is_over(board.grid())) return NOUGHTS_ERROR_POSITION;
        *score = fixed_depth_value(board, depth, alpha, beta);
        return 0;
    }));
}

int32_t noughts_line_first_sight(const noughts_line_position* plain, int32_t* scores) {
    return int32_t(with_position(*plain, nullptr, 0, [&](auto& board) -> int64_t {
        if (board.position().is_over(board.grid())) return NOUGHTS_ERROR_POSITION;
        board.empty().each([&](int bit) {
            board.play(bit);
            scores[board.grid().cell_of(bit)] = score_for_parent(fixed_depth_value(board, 0, -kInfinity, kInfinity));
            board.take_back(bit);
        });
        return 0;
    }));
}

int64_t noughts_line_engine_new(int64_t megabytes, int32_t prove) try {
    if (megabytes < 1 || megabytes > kMostMegabytes) return NOUGHTS_ERROR_NUMBER;
    return engines.add(next_handle++, std::make_shared<LineEngine>(size_t(megabytes), prove != 0));
} catch (const std::bad_alloc&) {
    return NOUGHTS_ERROR_MEMORY;
}

int32_t noughts_line_engine_analyze(int64_t handle, const noughts_line_position* plain,
                                    const noughts_limits* plain_limits, int32_t every_move,
                                    noughts_line_progress progress, noughts_line_report* plain_report) try {
    const auto engine = engines.find(handle);
    if (!engine) return NOUGHTS_ERROR_HANDLE;
    if (!size_of(*plain).is_valid()) return NOUGHTS_ERROR_POSITION;
    const auto limits = limits_from(*plain_limits);
    if (!limits) return NOUGHTS_ERROR_NUMBER;
    LineProgress tell;
    if (progress != nullptr)
        tell = [=](const LineReport& so_far) {
            fill(*plain_report, so_far);
            progress(plain_report);
        };
    LineReport report;
    const int32_t result = engine->analyze(*plain, *limits, every_move != 0, tell, report);
    if (result == 0) fill(*plain_report, report);
    return result;
} catch (const std::bad_alloc&) {
    return NOUGHTS_ERROR_MEMORY;
}

int32_t noughts_line_engine_clear(int64_t handle) {
    const auto engine = engines.find(handle);
    if (!engine) return NOUGHTS_ERROR_HANDLE;
    engine->clear();
    return 0;
}

int32_t noughts_line_engine_free(int64_t handle) { return engines.remove(handle) ? 0 : NOUGHTS_ERROR_HANDLE; }
