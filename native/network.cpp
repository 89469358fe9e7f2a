#include "network.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace noughts {

namespace {

constexpr int kInputs = 27, kEncoder1 = 64, kEncoder2 = 64, kEmbedding = 32;
constexpr int kForced = 9, kDestinations = kForced + 2, kPairs = 1 + 2 * kKinds, kSlots = 9 + 2 * kPairs;
constexpr int kClosedSlots = kSlots - 2;  // a closed board is never forced
constexpr int kMostActivation = INT16_MAX;
constexpr int kMostHeadBias = 1 << 29;  // with any weights of 16 bits the last sum of a head stays below 2^31
constexpr size_t kRows = 6 << 15, kRowPairs = 9 << 14;  // room for 9 and kPairs * kPatterns in whole large pages

// Whether no inputs from 0 to `most_input` can make a sum overflow.
template <size_t inputs>
bool sum_fits(int32_t bias, int shift, const std::array<int16_t, inputs>& weights, int most_input) {
    int64_t most = std::abs(int64_t(bias)) + (1 << shift);
    for (const int16_t weight : weights) most += std::abs(int64_t(weight)) * most_input;
    return most <= INT32_MAX;
}

// A layer of the generator: activations are whole numbers from 0 to kMostActivation.
template <int inputs, int outputs>
struct Layer {
    int shift = 0;
    std::array<int32_t, outputs> bias{};
    std::array<std::array<int16_t, inputs>, outputs> weights{};

    bool fits() const {
        for (int output = 0; output < outputs; ++output)
            if (!sum_fits(bias[output], shift, weights[output], kMostActivation)) return false;
        return true;
    }

    std::array<int32_t, outputs> apply(const std::array<int16_t, inputs>& input) const {
        std::array<int32_t, outputs> result;
        for (int output = 0; output < outputs; ++output) {
            int32_t sum = bias[output];
            for (int i = 0; i < inputs; ++i) sum += int32_t(weights[output][i]) * input[i];
            result[output] = (sum + (1 << shift >> 1)) >> shift;
        }
        return result;
    }
};

template <size_t size>
std::array<int16_t, size> activate(const std::array<int32_t, size>& sums) {
    std::array<int16_t, size> result;
    for (size_t i = 0; i < size; ++i) result[i] = int16_t(std::clamp(sums[i], 0, kMostActivation));
    return result;
}

// Makes the rows of a pattern from its cells.
struct Generator {
    std::array<int32_t, kEncoder1> first_bias;
    std::array<std::array<int16_t, kEncoder1>, kInputs> first;  // by cell and what is on it
    Layer<kEncoder1, kEncoder2> second;
    Layer<kEncoder2, kEmbedding> third;
    std::array<Layer<kEmbedding, kLanes>, kSlots> projections;

    std::array<int16_t, kEmbedding> embed(unsigned mine, unsigned theirs) const {
        std::array<int32_t, kEncoder1> sums = first_bias;
        for (int cell = 0; cell < 9; ++cell) {
            const int stone = mine >> cell & 1 ? 1 : theirs >> cell & 1 ? 2 : 0;
            for (int i = 0; i < kEncoder1; ++i) sums[i] += first[3 * cell + stone][i];
        }
        return activate(third.apply(activate(second.apply(activate(sums)))));
    }
};

// Takes the weights in the order of the file, and remembers when one does not fit its place.
class Reader {
public:
    explicit Reader(std::span<const int32_t> weights) : next_(weights.data()), end_(next_ + weights.size()) {}

    int32_t next(int32_t least, int32_t most) {
        const int32_t number = next_ != end_ ? *next_++ : most;
        if (number < least || number > most) fits_ = false;
        return std::clamp(number, least, most);
    }

    int shift() { return next(0, 20); }

    template <size_t size>
    void read(std::array<int16_t, size>& numbers) {
        for (int16_t& number : numbers) number = int16_t(next(INT16_MIN, INT16_MAX));
    }

    template <size_t size>
    void read(std::array<int32_t, size>& biases) {
        for (int32_t& bias : biases) bias = next(-kMostHeadBias, kMostHeadBias);
    }

    template <typename Item, size_t size>
    void read(std::array<Item, size>& items) {
        for (Item& item : items) read(item);
    }

    void read(Row& row) { read(row.lanes); }

    template <int inputs, int outputs>
    void read(Layer<inputs, outputs>& layer) {
        layer.shift = shift();
        read(layer.bias);
        read(layer.weights);
        if (!layer.fits()) fits_ = false;
    }

    void read(Generator& generator) {
        read(generator.first_bias);
        read(generator.first);
        read(generator.second);
        read(generator.third);
        read(generator.projections);
    }

    // A layer of a head, from outputs of all inputs to pairs of inputs.
    template <size_t outputs, size_t pairs>
    void read_pairs(int& shift, std::array<int32_t, outputs>& bias,
                    std::array<std::array<std::array<int16_t, 2>, outputs>, pairs>& weights, int most_input) {
        shift = this->shift();
        read(bias);
        std::array<int16_t, 2 * pairs> inputs;
        for (size_t output = 0; output < outputs; ++output) {
            read(inputs);
            if (!sum_fits(bias[output], shift, inputs, most_input)) fits_ = false;
            for (size_t i = 0; i < inputs.size(); ++i) weights[i / 2][output][i % 2] = inputs[i];
        }
    }

    void read(Head& head) {
        read_pairs(head.first_shift, head.first_bias, head.first, 1 << kSquareShift);
        read_pairs(head.second_shift, head.second_bias, head.second, 1 << kLaneShift);
        head.last_shift = shift();
        head.last_bias = next(-kMostHeadBias, kMostHeadBias);
        read(head.last);
    }

    bool fits() const { return fits_ && next_ == end_; }

private:
    const int32_t *next_, *end_;
    bool fits_ = true;
};

constexpr size_t layer_size(size_t inputs, size_t outputs) { return 1 + outputs + inputs * outputs; }

}  // namespace

size_t Network::size() {
    constexpr size_t encoder = kEncoder1 * (1 + kInputs) + layer_size(kEncoder1, kEncoder2) + layer_size(kEncoder2, kEmbedding);
    constexpr size_t rows = kSlots * layer_size(kEmbedding, kLanes) + (kClosedSlots * 3 + 2 * 10) * kLanes + 1;
    constexpr size_t head = layer_size(2 * kLanes, kHidden1) + layer_size(kHidden1, kHidden2) + layer_size(kHidden2, 1);
    return encoder + rows + kPhases * head;
}

Network::Network() : rows_(kRows), pairs_(kRowPairs) {}

std::unique_ptr<const Network> Network::from_weights(std::span<const int32_t> weights) {
    if (weights.size() != size()) return nullptr;
    std::unique_ptr<Network> network(new Network);
    const auto generator = std::make_unique<Generator>();
    std::array<std::array<Row, 3>, kClosedSlots> closed;  // by board or destination: won, lost, drawn
    std::array<std::array<Row, 10>, 2> constraint;
    Reader reader(weights);
    reader.read(*generator);
    reader.read(closed);
    reader.read(constraint);
    network->direct_shift_ = reader.shift();
    reader.read(network->heads_);
    if (!reader.fits()) return nullptr;
    for (int side = 0; side < 2; ++side)
        for (int target = 0; target < 10; ++target) network->constraint_[target][side] = constraint[side][target];
    for (unsigned mine = 0; mine < 512; ++mine)
        for (unsigned theirs = 0; theirs < 512; ++theirs) {
            if ((mine & theirs) != 0) continue;
            // Where the row of a slot is: the other side's are found by what the mover sees.
            const int pattern = pattern_of(mine, theirs), swapped = pattern_of(theirs, mine);
            const auto row_at = [&](int slot) -> Row& {
                if (slot < kForced) return network->rows_[slot * kPatterns + pattern];
                const int pair = slot < kDestinations ? 0 : 1 + (slot - kDestinations) % (kPairs - 1);
                const bool other = slot < kDestinations ? slot != kForced : slot - kDestinations >= kPairs - 1;
                return network->pairs_[pair * kPatterns + (other ? swapped : pattern)][other];
            };
            if (kHasLine[mine] || kHasLine[theirs] || (mine | theirs) == kFull) {
                const int how = kHasLine[mine] ? 0 : kHasLine[theirs] ? 1 : 2;
                for (int i = 0; i < kClosedSlots; ++i) {
                    const int slot = i < kForced ? i : i + 2;
                    row_at(slot) = closed[i][how];
                    if (slot >= kDestinations) row_at(slot).lanes[kDirect] = 0;
                }
                continue;
            }
            const auto embedding = generator->embed(mine, theirs);
            for (int slot = 0; slot < kSlots; ++slot) {
                const auto lanes = generator->projections[slot].apply(embedding);
                Row& row = row_at(slot);
                for (int lane = 0; lane < kLanes; ++lane) {
                    if (lanes[lane] != int16_t(lanes[lane])) return nullptr;
                    row.lanes[lane] = int16_t(lanes[lane]);
                }
                if (slot >= kDestinations) row.lanes[kDirect] = 0;
            }
        }
    if (!network->fits()) return nullptr;
    network->direct_.resize(9 * kPatterns);
    for (size_t i = 0; i < network->direct_.size(); ++i) network->direct_[i] = network->rows_[i].lanes[kDirect];
    network->forced_direct_.resize(kPatterns);
    for (int i = 0; i < kPatterns; ++i) network->forced_direct_[i] = direct_of(network->pairs_[i]);
    return network;
}

std::shared_ptr<const Evaluation> Evaluation::from_weights(std::span<const int32_t> weights) {
    if (weights.size() != 2 * Network::size()) return nullptr;
    auto evaluation = std::make_shared<Evaluation>();
    for (size_t rule = 0; rule < 2; ++rule) {
        evaluation->networks_[rule] = Network::from_weights(weights.subspan(rule * Network::size(), Network::size()));
        if (!evaluation->networks_[rule]) return nullptr;
    }
    return evaluation;
}

// Whether no position can make a sum of lanes overflow: the sum of the extremes of all its parts.
bool Network::fits() const {
    std::array<int, kLanes> least{}, most{};
    const auto add = [&](std::span<const Row> rows, int times = 1) {
        Row low{}, high{};
        for (const Row& row : rows)
            for (int lane = 0; lane < kLanes; ++lane) {
                low.lanes[lane] = std::min(low.lanes[lane], row.lanes[lane]);
                high.lanes[lane] = std::max(high.lanes[lane], row.lanes[lane]);
            }
        for (int lane = 0; lane < kLanes; ++lane) {
            least[lane] += times * low.lanes[lane];
            most[lane] += times * high.lanes[lane];
        }
    };
    for (int board = 0; board < 9; ++board) add(std::span(&rows_[board * kPatterns], kPatterns));
    add(std::span(constraint_[0].data(), 2 * constraint_.size()));
    add(std::span(pairs_[0].data(), 2 * kPatterns));
    add(std::span(pairs_[kPatterns].data(), 2 * (kPairs - 1) * kPatterns), 9);
    return *std::ranges::min_element(least) >= INT16_MIN && *std::ranges::max_element(most) <= INT16_MAX;
}

}  // namespace noughts
