// The board of an m,n,k game: where its lines and symmetries are. The fast twin of Grid in src/noughts/rules/line_game.py.
//
// A cell of row r and column c is bit r * (m + 1) + c of a mask. The spare column after each row is always empty, so that
// a mask shifted along a direction never carries a line around the edge (here 3,3,3):
//
//     0 1 2 .
//     4 5 6 .
//     8 9 10
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "line_mask.hpp"
#include "random.hpp"

namespace noughts {

constexpr int kLargestSide = 26;
constexpr int kMostCells = kLargestSide * kLargestSide;
constexpr int kLineWords = (kLargestSide * (kLargestSide + 1) + 63) / 64;  // of the largest board

// Random numbers whose exclusive or is the key of a position (Zobrist), by side and bit.
struct LineKeys {
    std::array<std::array<uint64_t, 64 * kLineWords>, 2> stone;

    LineKeys() {
        Random random(20261116);
        for (auto& side : stone)
            for (uint64_t& number : side) number = random.next();
    }
};
inline const LineKeys kLineKeys;

// The size of a game; whether there is such a game.
struct LineSize {
    int columns, rows, in_line;

    bool is_valid() const {
        const auto fits = [](int side) { return side >= 1 && side <= kLargestSide; };
        return fits(columns) && fits(rows) && in_line >= 1 && in_line <= std::max(columns, rows);
    }
    int bits() const { return (rows - 1) * (columns + 1) + columns; }
    bool operator==(const LineSize&) const = default;
};

template <int W>
struct LineGrid {
    using Mask = LineMask<W>;
    using Image = std::array<uint16_t, 64 * W>;  // a bit goes to the bit of that number

    LineSize size;
    int stride, in_line, cells;
    Mask full;
    std::vector<int> directions;                      // shifts to the next cell, of the directions that have lines
    std::vector<std::vector<uint16_t>> lines_through;  // by bit, as places in `lines`
    std::vector<std::vector<uint16_t>> lines;          // the bits of each
    std::vector<Image> images, inverses;               // the symmetries, the identity first, and what undoes them
    std::array<uint16_t, 64 * W> centrality{};         // how many lines go through a bit
    uint64_t salt;                                     // so that the keys of different games differ

    explicit LineGrid(const LineSize& size)
        : size(size), stride(size.columns + 1), in_line(size.in_line), cells(size.columns * size.rows) {
        for (int cell = 0; cell < cells; ++cell) full.add(bit_of(cell));
        find_lines();
        find_images();
        salt = Random(uint64_t(size.columns * 32 + size.rows) * 32 + size.in_line).next();
    }

    int bit_of(int cell) const { return cell + cell / size.columns; }
    int cell_of(int bit) const { return bit - bit / stride; }

    // Whether a set of cells contains a line.
    bool has_line(const Mask& stones) const {
        for (const int direction : directions) {
            Mask run = stones;
            int length = 1;
            for (; 2 * length <= in_line; length *= 2) run &= run >> length * direction;
            if (length < in_line) run &= run >> (in_line - length) * direction;
            if (run.any()) return true;
        }
        return false;
    }

private:
    void find_lines() {
        const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
        lines_through.resize(64 * W);
        for (const auto& [down, right] : steps) {
            const auto begin = lines.size();
            for (int row = 0; row + (in_line - 1) * down < size.rows; ++row)
                for (int column = 0; column < size.columns; ++column) {
                    const int last = column + (in_line - 1) * right;
                    if (last < 0 || last >= size.columns) continue;
                    std::vector<uint16_t> line;
                    for (int i = 0; i < in_line; ++i)
                        line.push_back(uint16_t((row + i * down) * stride + column + i * right));
                    for (const uint16_t bit : line) lines_through[bit].push_back(uint16_t(lines.size()));
                    lines.push_back(std::move(line));
                }
            if (lines.size() > begin) directions.push_back(down * stride + right);
            if (in_line == 1) break;  // the other directions give the same lines
        }
        for (int bit = 0; bit < 64 * W; ++bit) centrality[bit] = uint16_t(lines_through[bit].size());
    }

    void find_images() {
        const int right = size.columns - 1, bottom = size.rows - 1;
        for (int number = 0; number < (right == bottom ? 8 : 4); ++number) {
            Image image{}, inverse{};
            for (int row = 0; row <= bottom; ++row)
                for (int column = 0; column <= right; ++column) {
                    int r = number & 2 ? bottom - row : row, c = number & 1 ? right - column : column;
                    if (number & 4) std::swap(r, c);
                    image[row * stride + column] = uint16_t(r * stride + c);
                    inverse[r * stride + c] = uint16_t(row * stride + column);
                }
            images.push_back(image);
            inverses.push_back(inverse);
        }
    }
};

}  // namespace noughts
