#include "line_engine.hpp"

#include <algorithm>

namespace noughts {

namespace {

constexpr int kFirstLookDepth = 2;       // so that there is an answer whenever it is stopped
constexpr int kSolverCells = 36;         // with more empty cells only those who ask for proof get it
constexpr double kSolverShare = 0.4, kProofShare = 0.95;  // of the limits, for exact answers
constexpr double kForcingShare = 0.1;    // of the limits, for wins by continuous threats
constexpr int64_t kForcingNodes = 400'000;
constexpr int kForcingPlies = 61;
constexpr int64_t kLengthenNodes = 10'000;
constexpr int kDeepLines = 8;  // of more moves the others are only looked at
constexpr size_t kLongestLine = 64;

template <typename Moves>
void sort_best_first(Moves& moves) {
    std::stable_sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
}

}  // namespace

template <int W>
LineReport LineAnalysis<W>::analyze(const LinePosition<W>& position, const Limits& limits, bool every_move,
                                    const LineProgress& progress) {
    const Clock clock(limits.cpu_time);
    limits_ = &limits;
    clock_ = &clock;
    progress_ = &progress;
    every_move_ = every_move;
    report_ = {};
    proved_.clear();
    nodes_ = 0;
    if (position.is_over(grid_)) {
        report_.solved = true;
        return report_;
    }
    table_.age();
    first_look(position);
    const int left = grid_.cells - position.count;
    const bool whole = limits.depth >= left;
    if (whole && (prove_ || left <= kSolverCells)) prove(position);
    const bool solved = proved_.size() == size_t(left);
    if (solved || (limits.lines == 1 && has_exact_best())) {
        if (!solved) proved_.resize(1);
        follow_every_move(position);
        LineReport report;
        report.moves = proved_;
        report.depth = left;
        report.solved = solved;
        return finished(std::move(report));
    }
    if (whole && proved_.empty()) force(position);
    if (limits.lines > 1 || proved_.empty()) deepen(position);
    settle(report_);
    for (LineRankedMove& ranked : report_.moves) lengthen(position, ranked);
    return finished(std::move(report_));
}

template <int W>
LineReport LineAnalysis<W>::finished(LineReport report) const {
    for (LineRankedMove& ranked : report.moves) {
        if (ranked.line.size() > kLongestLine) ranked.line.resize(kLongestLine);
        ranked.move = uint16_t(grid_.cell_of(ranked.move));
        for (uint16_t& move : ranked.line) move = uint16_t(grid_.cell_of(move));
    }
    report.nodes = nodes_;
    report.seconds = clock_->seconds();
    report.per_mille_full = table_.per_mille_full();
    return report;
}

template <int W>
void LineAnalysis<W>::tell(const LineReport& report) const {
    if (!*progress_) return;
    LineReport told = report;
    settle(told);
    (*progress_)(finished(std::move(told)));
}

template <int W>
int64_t LineAnalysis<W>::nodes_within(double share) const {
    if (limits_->nodes == INT64_MAX) return INT64_MAX - nodes_;
    return std::max<int64_t>(0, int64_t(double(limits_->nodes) * share) - nodes_);
}

// A shallow search of the most promising moves, or at least one of them.
template <int W>
void LineAnalysis<W>::first_look(const LinePosition<W>& position) {
    search_.start(position, limits_->lines, nodes_within(1), [this] { return out_of_time(1); });
    const LineRootMove& first = search_.root_moves().front();
    report_.moves = {{first.bit, 0, false, first.line}};
    const int depth = std::min(limits_->depth, kFirstLookDepth);
    for (int i = 1; i <= depth && !search_.stopped(); ++i) {
        search_.search_root(0, i, -kInfinity, kInfinity);
        if (!search_.stopped()) report_.depth = i;
        const LineRootMove& best = search_.root_moves().front();
        report_.moves = {{best.bit, best.known_score(), false, best.line}};
    }
    nodes_ += search_.nodes();
}

template <int W>
void LineAnalysis<W>::begin_solving(double share) {
    solver_.begin(nodes_within(share), [this, share] { return out_of_time(share); });
}

// The exact score of the best move, then of every move where more than one is asked for.
template <int W>
void LineAnalysis<W>::prove(const LinePosition<W>& position) {
    const double share = prove_ ? kProofShare : kSolverShare;
    begin_solving(share);
    const int64_t earlier = nodes_;
    const Score score = solver_.score(position, [&](int plies) {
        nodes_ = earlier + solver_.nodes();
        report_.depth = std::max(report_.depth, plies);
        tell(report_);
    });
    const int best = solver_.stopped() ? -1 : solver_.best_move(position, score);
    if (best >= 0) proved_.push_back({uint16_t(best), score, true, {uint16_t(best)}});
    nodes_ = earlier + solver_.nodes();
    if (best < 0 || (limits_->lines == 1 && !every_move_)) return;
    tell(report_);
    begin_solving(std::max(share, kSolverShare));
    score_every_move(position);
    nodes_ += solver_.nodes();
}

template <int W>
void LineAnalysis<W>::score_every_move(const LinePosition<W>& position) {
    const uint16_t best = proved_.front().move;
    LineBoard<W>& board = search_.board();
    board.start(position);
    std::vector<std::pair<int, uint16_t>> moves;
    board.empty().each([&](int bit) {
        if (bit != best) moves.emplace_back(-board.counts().worth_of(position.to_move(), bit), uint16_t(bit));
    });
    std::sort(moves.begin(), moves.end());
    for (const auto& [worth, bit] : moves) {
        LinePosition<W> next = position;
        next.play(bit);
        const bool won = grid_.has_line(next.theirs());
        const Score score = won ? kWin - 1 : score_for_parent(solver_.score(next));
        if (solver_.stopped()) break;
        proved_.push_back({bit, score, true, {bit}});
    }
    sort_best_first(proved_);
}

// Moves with which both sides keep to the scores; fewer where that takes longer than the proof.
template <int W>
void LineAnalysis<W>::follow_every_move(const LinePosition<W>& position) {
    const int64_t most = std::min(nodes_within(1), 2 * nodes_ + 100'000);
    solver_.begin(most, [this] { return out_of_time(1); });
    for (LineRankedMove& ranked : proved_) {
        LinePosition<W> next = position;
        next.play(ranked.move);
        if (next.is_over(grid_)) continue;
        solver_.follow(next, score_for_child(ranked.score), ranked.line);
    }
    nodes_ += solver_.nodes();
}

// Wins by continuous threats, by fours alone first.
template <int W>
void LineAnalysis<W>::force(const LinePosition<W>& position) {
    LineForcing<W>& forcing = search_.forcing();
    search_.board().start(position);
    const typename LineForcing<W>::ShouldStop should_stop = [this] { return out_of_time(kForcingShare); };
    for (const Forcing kind : {Forcing::kFours, Forcing::kThrees}) {
        int64_t nodes_left = std::min(kForcingNodes, nodes_within(kForcingShare));
        for (int plies = 5; plies <= kForcingPlies && nodes_left > 0 && !should_stop(); plies += 2) {
            const int found = forcing.win(kind, plies, nodes_left, &should_stop);
            nodes_ += forcing.nodes();
            nodes_left -= forcing.nodes();
            if (!found) continue;
            std::vector<uint16_t> line = forcing.line(kind, found);
            if (line.empty()) line = report_.moves.front().line;
            proved_.push_back({line.front(), kWin - found, false, line});
            return;
        }
    }
}

template <int W>
void LineAnalysis<W>::deepen(const LinePosition<W>& position) {
    search_.start(position, limits_->lines, nodes_within(1), [this] { return out_of_time(1); });
    auto& root_moves = search_.root_moves();
    const int lines = std::min<int>(limits_->lines, int(root_moves.size())), deep_lines = std::min(lines, kDeepLines);
    if (lines > deep_lines) search_.score_every_root_move(std::min(limits_->depth, kFirstLookDepth));
    const int left = grid_.cells - position.count, last_depth = std::min(limits_->depth, left);
    const int64_t earlier = nodes_;
    const auto take = [&](int depth) {
        nodes_ = earlier + search_.nodes();
        std::vector<LineRankedMove> moves;
        for (const LineRootMove& root : root_moves) {
            if (int(moves.size()) == lines) break;
            if (root.known_score() == -kInfinity) continue;
            Score score = root.known_score();
            if (int(moves.size()) >= deep_lines) score = std::min(score, moves.back().score);
            moves.push_back({root.bit, score, false, root.line});
        }
        if (moves.empty()) return;
        report_.moves = std::move(moves);
        report_.depth = std::max(report_.depth, depth);
        sort_best_first(report_.moves);
    };
    for (int depth = 1; depth <= last_depth && !search_.stopped(); ++depth) {
        for (int first = 0; first < deep_lines && !search_.stopped(); ++first) search_.search_root_near(first, depth);
        take(search_.stopped() ? 0 : depth);
        if (search_.stopped()) break;
        tell(report_);
        const Score best = report_.moves.front().score;
        if (lines == 1 && !is_estimate(best) && depth >= kWin - std::abs(best)) break;
    }
    nodes_ = earlier + search_.nodes();
}

// Puts what is proved in the place of estimates.
template <int W>
void LineAnalysis<W>::settle(LineReport& report) const {
    for (const LineRankedMove& one : proved_) {
        auto ranked = std::find_if(report.moves.begin(), report.moves.end(),
                                   [&](const LineRankedMove& other) { return other.move == one.move; });
        if (ranked == report.moves.end()) report.moves.push_back(one);
        else if (one.exact || one.score > ranked->score) *ranked = one;
    }
    sort_best_first(report.moves);
    if (int(report.moves.size()) > limits_->lines) report.moves.resize(limits_->lines);
}

// Shows how a proved win ends, as far as threats tell.
template <int W>
void LineAnalysis<W>::lengthen(const LinePosition<W>& position, LineRankedMove& ranked) {
    if (is_estimate(ranked.score)) return;
    LineBoard<W>& board = search_.board();
    LineForcing<W>& forcing = search_.forcing();
    board.start(position);
    for (const uint16_t bit : ranked.line) board.play(bit);
    while (!board.position().is_over(grid_) && ranked.line.size() < kLongestLine) {
        LineTactics<W> tactics(board);
        std::vector<uint16_t> next;
        if (tactics.decided && tactics.score != 0) next = {uint16_t(tactics.decided_move(board))};
        for (const Forcing kind : {Forcing::kFours, Forcing::kThrees})
            if (const int plies = next.empty() ? forcing.win(kind, kForcingPlies, kLengthenNodes) : 0)
                next = forcing.line(kind, plies);
        if (next.empty()) return;
        for (const uint16_t bit : next) board.play(bit);
        ranked.line.insert(ranked.line.end(), next.begin(), next.end());
    }
}

template class LineAnalysis<1>;
template class LineAnalysis<2>;
template class LineAnalysis<4>;
template class LineAnalysis<kLineWords>;

}  // namespace noughts
