// A position of a line game that moves are played on and taken back from, with all that is kept up to date on the way.
#pragma once

#include "line_counts.hpp"

namespace noughts {

template <int W>
class LineBoard {
public:
    explicit LineBoard(const LineGrid<W>& grid) : grid_(grid), counts_(grid) {}

    void start(const LinePosition<W>& position) {
        position_ = position;
        keys_.start(grid_, position);
        counts_.start(position);
    }
    void play(int bit) {
        const int side = position_.to_move();
        keys_.play(grid_, side, bit);
        counts_.play(side, bit);
        position_.play(bit);
    }
    void take_back(int bit) {
        position_.take_back(bit);
        const int side = position_.to_move();
        counts_.take_back(side, bit);
        keys_.play(grid_, side, bit);
    }

    const LineGrid<W>& grid() const { return grid_; }
    const LinePosition<W>& position() const { return position_; }
    const LineCounts<W>& counts() const { return counts_; }
    LineMask<W> empty() const { return position_.empty(grid_); }
    int cells_left() const { return grid_.cells - position_.count; }

    // The key of the image that stands for all of them while there are few stones; later they rarely meet.
    struct Key {
        uint64_t key;
        int image;
    };
    Key key() const {
        const int image = position_.count <= kSymmetricStones ? keys_.least(grid_) : 0;
        return {keys_.keys[image], image};
    }

private:
    static constexpr int kSymmetricStones = 10;

    const LineGrid<W>& grid_;
    LinePosition<W> position_;
    LineImageKeys<W> keys_;
    LineCounts<W> counts_;
};

}  // namespace noughts
