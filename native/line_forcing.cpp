#include "line_forcing.hpp"

#include <algorithm>

namespace noughts {

namespace {

constexpr uint64_t kSalts[] = {0x5D3F1A7B9C024E68u, 0xB17E60C4D8295A3Fu};

}  // namespace

template <int W>
int LineForcing<W>::win(Forcing forcing, int plies, int64_t node_limit, const ShouldStop* should_stop) {
    nodes_ = 0;
    node_limit_ = node_limit;
    should_stop_ = should_stop;
    return attack(forcing, plies);
}

template <int W>
bool LineForcing<W>::count_node() {
    if (should_stop_ != nullptr && nodes_ % kPollInterval == 0 && (*should_stop_)()) node_limit_ = nodes_;
    if (out_of_nodes()) return false;
    ++nodes_;
    return true;
}

template <int W>
uint64_t LineForcing<W>::key(Forcing forcing) const {
    return board_.key().key ^ kSalts[int(forcing)];
}

// The moves that make a four, or may make a three: those on a line of the attacker that lacks three cells at most.
template <int W>
LineMask<W> LineForcing<W>::attacking_moves(Forcing forcing, const LineTactics<W>& tactics) const {
    if (tactics.forced) return forcing == Forcing::kFours ? tactics.moves & tactics.own.fours : tactics.moves;
    if (forcing == Forcing::kFours) return tactics.own.fours;
    LineMask<W> moves;
    const int side = board_.position().to_move(), stones = board_.grid().in_line - 3;
    tactics.moves.each([&](int bit) {
        if (board_.counts().most_stones(side, bit) >= stones) moves.add(bit);
    });
    return moves;
}

template <int W>
int LineForcing<W>::attack(Forcing forcing, int plies) {
    best_move_ = -1;
    if (!count_node()) return 0;
    const LineTactics<W> tactics(board_);
    if (tactics.decided) return is_win(tactics.score) && kWin - tactics.score <= plies ? kWin - tactics.score : 0;
    if (plies < 5 || tactics.most <= 0) return 0;
    const LineMask<W> moves = attacking_moves(forcing, tactics);
    if (!moves.any()) return 0;
    const uint64_t key = this->key(forcing);
    if (const auto entry = table_.read(key)) {
        const int within = kWin - entry->score;
        if (is_win(entry->score) && within <= plies) {
            best_move_ = board_.grid().inverses[board_.key().image][entry->move];
            return within;
        }
        if (!is_win(entry->score) && entry->depth >= plies) return 0;
    }
    int found = 0, move = 0;
    const auto try_moves = [&](const LineMask<W>& some) {
        some.each([&](int bit) {
            if (found || out_of_nodes()) return;
            found = attack_with(forcing, plies, bit, tactics);
            move = bit;
        });
    };
    try_moves(moves & tactics.own.fours);
    try_moves(moves & ~tactics.own.fours);
    best_move_ = found ? move : -1;
    if (!found && out_of_nodes()) return 0;
    const auto image = board_.key().image;
    table_.write(key, {found ? kWin - found : 0, std::min(plies, 127), board_.grid().images[image][move], Bound::kLower});
    return found;
}

template <int W>
int LineForcing<W>::attack_with(Forcing forcing, int plies, int bit, const LineTactics<W>& tactics) {
    int found;
    if (tactics.own.fours.has(bit)) {  // one answer: with two the tactics would have seen the win
        const int answer =
            tactics.own.answer[bit];
        board_.play(bit);
        board_.play(answer);
        found = attack(forcing, plies - 2);
        board_.take_back(answer);
        if (found) ++found;
    } else {
        board_.play(bit);
        found = defend(forcing, plies - 1);
    }
    board_.take_back(bit);
    return found ? found + 1 : 0;
}

template <int W>
int LineForcing<W>::defend(Forcing forcing, int plies) {
    if (!count_node()) return 0;
    const LineTactics<W> tactics(board_);
    if (tactics.decided) return is_loss(tactics.score) && kWin + tactics.score <= plies ? kWin + tactics.score : 0;
    if (!tactics.other.double_fours.any()) return 0;  // no threat
    int longest = 4;  // of the answers that were left out
    bool refuted = false;
    tactics.moves.each([&](int bit) {
        if (refuted) return;
        board_.play(bit);
        const int found = attack(forcing, plies - 1);
        board_.take_back(bit);
        refuted = found == 0;
        longest = std::max(longest, found + 1);
    });
    return refuted ? 0 : longest;
}

template <int W>
std::vector<uint16_t> LineForcing<W>::line(Forcing forcing, int plies) {
    std::vector<uint16_t> moves;
    for (bool attacks = true;; attacks = !attacks) {
        const LineTactics<W> tactics(board_);
        if (tactics.decided) break;
        int next = -1;
        if (attacks) {
            node_limit_ = nodes_ + 100'000;  // what was found is in the table
            if (attack(forcing, plies)) next = best_move_;
        } else {  // the answer that lasts longest
            int longest = 0;
            tactics.moves.each([&](int bit) {
                board_.play(bit);
                node_limit_ = nodes_ + 100'000;
                const int found = attack(forcing, plies - 1);
                board_.take_back(bit);
                if (found > longest) {
                    longest = found;
                    next = bit;
                }
            });
        }
        if (next < 0) break;
        board_.play(next);
        moves.push_back(uint16_t(next));
        --plies;
    }
    for (auto bit = moves.rbegin(); bit != moves.rend(); ++bit) board_.take_back(*bit);
    return moves;
}

template class LineForcing<1>;
template class LineForcing<2>;
template class LineForcing<4>;
template class LineForcing<kLineWords>;

}  // namespace noughts
