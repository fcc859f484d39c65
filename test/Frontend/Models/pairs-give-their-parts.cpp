// The parts of a pair that a container is given to keep are moved, and never copied.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <map>
#include <utility>

struct Moved {
  int value;
  explicit Moved(int given) : value(given) {}
  Moved(const Moved&) = delete;
  Moved(Moved&& other) : value(other.value + 1) { other.value = -1; }
};

struct Counted {
  int copies = 0;
  int moves = 0;
  Counted() {}
  Counted(const Counted& other) : copies(other.copies + 1), moves(other.moves) {}
  Counted(Counted&& other) : copies(other.copies), moves(other.moves + 1) {}
};

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::map<int, Moved> table;
    auto at = table.insert(table.begin(), std::pair<const int, Moved>(1, Moved(3)));
    // CHECK: operator.add](args = (%x, 5), kwargs = {})
    x = x + at->second.value;
    std::map<int, Counted> counts;
    counts.insert(std::pair<const int, Counted>(1, Counted()));
    // CHECK: operator.add](args = (%add, 2), kwargs = {})
    return x + (counts.begin()->second.copies * 10 + counts.begin()->second.moves);
  }
};
