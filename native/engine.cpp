#include "engine.hpp"

#include <algorithm>
#include <new>
#include <system_error>
#include <thread>

namespace noughts {

namespace {

constexpr int kFirstLookDepth = 6;                 // so that there is an answer whenever it is stopped
constexpr double kSolverShare = 0.8;               // of the limits, where the value is known: for the exact score of every move
constexpr int64_t kMostSolverNodes = 100'000'000;  // where there is no limit

bool all_exact(const std::vector<SolvedMove>& moves) {
    return !moves.empty() && std::all_of(moves.begin(), moves.end(), [](const SolvedMove& one) { return one.exact; });
}

// Moves that keep the value of the position.
std::vector<Move> best_of(const std::vector<SolvedMove>& proved) {
    std::vector<Move> best;
    const auto value = [](const SolvedMove& one) { return is_win(one.score) - is_loss(one.score); };
    for (const SolvedMove& one : proved)
        if (one.value_known && value(one) == value(proved.front())) best.push_back(one.move);
    return best;
}

// Puts what is proved in the place of estimates.
void settle(Report& report, const std::vector<SolvedMove>& proved, int lines) {
    for (const SolvedMove& one : proved) {
        if (!one.value_known) continue;
        auto ranked = std::find_if(report.moves.begin(), report.moves.end(),
                                   [&](const RankedMove& other) { return other.move == one.move; });
        if (ranked == report.moves.end()) {
            if (!is_win(one.score)) continue;
            ranked = report.moves.insert(ranked, {one.move, 0, false, one.line});
        }
        if (one.exact || is_estimate(ranked->score)) ranked->score = one.score;
        if (one.exact && one.line.size > 1) ranked->line = one.line;
        ranked->exact = one.exact;
    }
    std::stable_sort(report.moves.begin(), report.moves.end(),
                     [](const RankedMove& a, const RankedMove& b) { return a.score > b.score; });
    if (int(report.moves.size()) > lines) report.moves.resize(lines);
}

}  // namespace

Engine::Engine(std::shared_ptr<const Evaluation> evaluation, size_t megabytes, int threads)
    : evaluation_(std::move(evaluation)), table_(megabytes), solver_(*evaluation_, megabytes) {
    for (int i = 0; i < threads; ++i) searches_.push_back(std::make_unique<Search>(*evaluation_, table_, tuning_));
}

void Engine::clear() {
    std::lock_guard lock(running_);
    table_.clear();
    for (auto& search : searches_) search->forget();
    solver_.clear();
}

bool Engine::tune(std::string_view name, int value) {
    std::lock_guard lock(running_);
    int* number = tuning_.find(name);
    if (number == nullptr) return false;
    *number = value;
    return true;
}

Report Engine::analyze(const Position& position, const Limits& limits, const Progress& progress) {
    std::lock_guard lock(running_);
    const Clock clock(limits.cpu_time);
    if (position.is_over()) {
        Report report;
        report.solved = true;
        return report;
    }
    finished_.store(false, std::memory_order_relaxed);
    helpers_nodes_.store(0, std::memory_order_relaxed);
    earlier_nodes_ = 0;
    table_.age();
    struct Helpers {
        std::atomic<bool>& finished;
        std::vector<std::thread> threads{};

        ~Helpers() {  // also when thinking ends by running out of memory
            finished.store(true, std::memory_order_relaxed);
            for (std::thread& thread : threads) thread.join();
        }
    } helpers{finished_};
    try {
        for (size_t i = 1; i < searches_.size(); ++i)
            helpers.threads.emplace_back([this, &position, i] { help(*searches_[i], position, int(i)); });
    } catch (const std::system_error&) {
        // The system has no more threads to give: fewer do.
    }
    return think(position, limits, clock, progress);
}

// Searches ever deeper, only to fill the table that all threads share; without memory left it does not help.
void Engine::help(Search& search, const Position& position, int number) try {
    int64_t told = 0;
    search.start(position, true, true, INT64_MAX, [this, &told](int64_t nodes) {
        helpers_nodes_.fetch_add(nodes - told, std::memory_order_relaxed);
        told = nodes;
        return finished_.load(std::memory_order_relaxed);
    });
    for (int depth = 1 + number % 2; depth <= position.open_cells && !search.stopped(); ++depth)
        search.search_root_near(0, depth);
} catch (const std::bad_alloc&) {
}

Report Engine::report_of(Search& search, int depth, int lines, const Clock& clock) const {
    Report report;
    report.depth = depth;
    report.nodes = earlier_nodes_ + search.nodes() + helpers_nodes_.load(std::memory_order_relaxed);
    report.seconds = clock.seconds();
    report.per_mille_full = table_.per_mille_full();
    for (const RootMove& root : search.root_moves()) {
        if (int(report.moves.size()) == lines) break;
        if (root.known_score() == -kInfinity) continue;
        report.moves.push_back({root.move, root.known_score(), false, root.line});
    }
    // A reduced search is not always of one mind about which of two moves is better.
    std::stable_sort(report.moves.begin(), report.moves.end(),
                     [](const RankedMove& a, const RankedMove& b) { return a.score > b.score; });
    return report;
}

// Near the end of the game: a first look, then proof with a part of the limits, then whatever is left for a search
// among the moves that keep the value.
Report Engine::think(const Position& position, const Limits& limits, const Clock& clock, const Progress& progress) {
    const bool near_end = position.open_cells <= tuning_.proof_cells && limits.depth >= position.open_cells;
    if (!near_end) return deepen(position, limits, clock, progress, {});
    Limits first_look = limits;
    first_look.depth = kFirstLookDepth;
    Report report = deepen(position, first_look, clock, progress, {});
    const std::vector<SolvedMove> proved = prove(position, limits, clock);
    if (all_exact(proved)) {
        report = report_of(proved, report.moves.front().move);
        report.depth = position.open_cells;
    } else if (!limits.stopped() && earlier_nodes_ < limits.nodes) {
        Limits rest = limits;
        rest.nodes -= earlier_nodes_;
        Progress settled;
        if (progress)
            settled = [&](Report so_far) {
                settle(so_far, proved, limits.lines);
                progress(so_far);
            };
        report = deepen(position, rest, clock, settled, limits.lines == 1 ? best_of(proved) : std::vector<Move>());
    }
    if (!report.solved) settle(report, proved, limits.lines);
    report.nodes = earlier_nodes_ + helpers_nodes_.load(std::memory_order_relaxed);
    report.seconds = clock.seconds();
    return report;
}

// What can be proved about the moves, best first; nothing when the value of the position stays unknown.
std::vector<SolvedMove> Engine::prove(const Position& position, const Limits& limits, const Clock& clock) {
    const auto within = [&](double share, auto&& find) {
        const auto out_of_time = [&, share] {
            return limits.stopped() || clock.seconds() >= share * limits.seconds;
        };
        const auto nodes = int64_t(double(std::min(limits.nodes, kMostSolverNodes)) * share);
        auto found = find(std::max<int64_t>(1, nodes - earlier_nodes_), out_of_time);
        earlier_nodes_ += solver_.nodes();
        return found;
    };
    const double share = tuning_.proof_share / 100.0;
    auto values = within(share, [&](int64_t nodes, const Solver::ShouldStop& should_stop) {
        return solver_.values(position, nodes, should_stop);
    });
    if (values.empty()) return values;
    return within(std::max(share, kSolverShare), [&](int64_t nodes, const Solver::ShouldStop& should_stop) {
        return solver_.scores(position, std::move(values), nodes, should_stop);
    });
}

Report Engine::report_of(std::vector<SolvedMove> solved, Move first_choice) const {
    // Among equals the one that the search liked: it sets the harder tasks.
    std::stable_partition(solved.begin(), solved.end(), [&, best = solved.front().score](const SolvedMove& one) {
        return one.score == best && one.move == first_choice;
    });
    Report report;
    for (const SolvedMove& one : solved) report.moves.push_back({one.move, one.score, true, one.line});
    report.solved = true;
    report.per_mille_full = table_.per_mille_full();
    return report;
}

Report Engine::deepen(const Position& position, const Limits& limits, const Clock& clock, const Progress& progress,
                      const std::vector<Move>& only) {
    Search& search = *searches_[0];
    const auto should_stop = [&](int64_t) {
        return limits.stopped() || clock.seconds() >= limits.seconds;
    };
    search.start(position, true, true, limits.nodes, should_stop);
    if (!only.empty()) search.restrict_to(only);
    const int lines = std::min<int>(limits.lines, int(search.root_moves().size()));
    const int last_depth = std::min<int>(limits.depth, position.open_cells);
    Report report;
    for (int depth = 1; depth <= last_depth && !search.stopped(); ++depth) {
        for (int first = 0; first < lines && !search.stopped(); ++first) search.search_root_near(first, depth);
        if (search.stopped()) break;
        report = report_of(search, depth, lines, clock);
        if (progress) progress(report);
        const Score best = report.moves.front().score;
        const int distance = kWin - std::abs(best);
        if (lines == 1 && !is_estimate(best) && depth >= distance) break;
        if (limits.stopped()) break;
    }
    if (search.stopped()) {
        // A move that the unfinished iteration found to be better counts already.
        const int finished_depth = report.depth;
        report = report_of(search, finished_depth, lines, clock);
    }
    earlier_nodes_ += search.nodes();
    return report;
}

Score fixed_depth_value(const Evaluation& evaluation, const Position& position, int depth, bool with_table) {
    Table table(1);
    const Tuning tuning;
    Search search(evaluation, table, tuning);
    search.start(position, false, with_table, INT64_MAX, [](int64_t) { return false; });
    return search.search_root(0, depth, -kInfinity, kInfinity);
}

}  // namespace noughts
