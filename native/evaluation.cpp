#include "evaluation.hpp"

namespace noughts {

namespace {

// The eight symmetries: cell c goes to kSymmetries[s][c].
constexpr auto kSymmetries = [] {
    std::array<std::array<int, 9>, 8> table{};
    for (int s = 0; s < 8; ++s)
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 3; ++column) {
                const int r = s & 1 ? 2 - row : row, c = s & 2 ? 2 - column : column;
                table[s][3 * row + column] = s & 4 ? 3 * c + r : 3 * r + c;
            }
    return table;
}();

constexpr std::array<int, 9> kKindOf = {0, 1, 0, 1, 2, 1, 0, 1, 0};
constexpr std::array<int, kKinds> kModel = {0, 1, 4};  // the board that stands for all of its kind

constexpr unsigned image(unsigned cells, const std::array<int, 9>& symmetry) {
    unsigned result = 0;
    for (int cell = 0; cell < 9; ++cell)
        if (cells >> cell & 1) result |= 1u << symmetry[cell];
    return result;
}

// The pattern that stands for this one on this board: the least of its images on the model of the board's kind.
int canonical(int board, unsigned mine, unsigned theirs) {
    int least = kPatterns;
    for (const auto& symmetry : kSymmetries)
        if (symmetry[board] == kModel[kKindOf[board]])
            least = std::min(least, pattern_of(image(mine, symmetry), image(theirs, symmetry)));
    return least;
}

constexpr bool is_open(unsigned mine, unsigned theirs) {
    return !kHasLine[mine] && !kHasLine[theirs] && (mine | theirs) != kFull;
}

// For each kind and canonical open pattern its place in the list of numbers, -1 for all others.
struct Numbering {
    std::array<std::array<int, kPatterns>, kKinds> place;
    int count = 0;

    Numbering() {
        for (int kind = 0; kind < kKinds; ++kind) {
            place[kind].fill(-1);
            for (unsigned mine = 0; mine < 512; ++mine)
                for (unsigned theirs = 0; theirs < 512; ++theirs)
                    if ((mine & theirs) == 0 && is_open(mine, theirs) &&
                        canonical(kModel[kind], mine, theirs) == pattern_of(mine, theirs))
                        place[kind][pattern_of(mine, theirs)] = 0;
            for (int& number : place[kind])
                if (number == 0) number = count++;
        }
    }
};

const Numbering& numbering() {
    static const Numbering numbering;
    return numbering;
}

constexpr int kScalars = 2 + kKinds;   // tempo, free move, the balance of a won corner, edge and centre
constexpr int kNumbersPerPattern = 5;  // potential, balance; for the forced board: mine, theirs, balance

int numbers_per_rule() { return kScalars + kNumbersPerPattern * numbering().count; }

}  // namespace

Evaluation::Rule Evaluation::expand(std::span<const int16_t> numbers) {
    Rule rule{numbers[0], numbers[1], {}, {}};
    for (int board = 0; board < 9; ++board) {
        const int kind = kKindOf[board];
        const int16_t won = numbers[2 + kind];
        auto& quiet = rule.quiet[board];
        auto& forced = rule.forced[board];
        quiet.resize(kPatterns);
        forced.resize(kPatterns);
        const auto of = [&](unsigned mine, unsigned theirs) {
            const int place = numbering().place[kind][canonical(board, mine, theirs)];
            return numbers.subspan(kScalars + kNumbersPerPattern * place, kNumbersPerPattern);
        };
        for (unsigned mine = 0; mine < 512; ++mine)
            for (unsigned theirs = 0; theirs < 512; ++theirs) {
                if ((mine & theirs) != 0) continue;
                const int pattern = pattern_of(mine, theirs);
                if (is_open(mine, theirs)) {
                    const auto own = of(mine, theirs), other = of(theirs, mine);
                    quiet[pattern] = {own[0], other[0], int16_t(own[1] - other[1])};
                    forced[pattern] = {own[2], own[3], own[4]};
                } else if (kHasLine[mine]) {
                    quiet[pattern] = {kCertain, 0, won};
                } else if (kHasLine[theirs]) {
                    quiet[pattern] = {0, kCertain, int16_t(-won)};
                }
            }
    }
    return rule;
}

size_t Evaluation::size() { return 2 * size_t(numbers_per_rule()); }

std::shared_ptr<const Evaluation> Evaluation::from_numbers(std::span<const int16_t> numbers) {
    const size_t each = numbers_per_rule();
    if (numbers.size() != size()) return nullptr;
    auto evaluation = std::make_shared<Evaluation>();
    for (int rule = 0; rule < 2; ++rule) evaluation->rules_[rule] = expand(numbers.subspan(rule * each, each));
    return evaluation;
}

}  // namespace noughts
