// An implicit copy or move runs the constructors of members, array elements and elements of
// containers; a moved-from object is what the library leaves; a returned local is not copied.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Copied {
  int n = 1;
  Copied() = default;
  Copied(const Copied& other) : n(other.n + 10) {}
};
struct Moved {
  int n = 1;
  Moved() = default;
  Moved(Moved&& other) noexcept : n(other.n * 2) { other.n = -1; }
};
struct Parts {
  Copied one;
  Copied two[2];
  std::vector<Copied> three = std::vector<Copied>(1);
};
struct Things {
  Moved moved;
  std::vector<int> list{1, 2};
  std::string text = "abc";
  std::unique_ptr<int> pointer = std::make_unique<int>(3);
  torch::Tensor tensor;
};
static Moved made_here() {
  Moved moved;
  moved.n = 5;
  return moved;
}

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Parts parts;
    Parts copy = parts;
    // CHECK: operator.add](args = (%x, 11), kwargs = {})
    // CHECK: operator.add](args = (%add, 11), kwargs = {})
    x = x + copy.one.n + copy.two[1].n;
    // The one element was copied into the vector, and then with it.
    // CHECK: operator.sub](args = (%add_1, 11), kwargs = {})
    x = x - (copy.three[0].n - parts.three[0].n + 1);
    Things things;
    things.tensor = x;
    Things others = std::move(things);
    // CHECK: operator.add](args = (%sub, -1), kwargs = {})
    // CHECK: operator.add](args = (%add_2, 2), kwargs = {})
    x = x + things.moved.n + others.moved.n;
    // CHECK: operator.add](args = (%add_3, 235), kwargs = {})
    x = x + ((int)things.list.size() + (int)things.text.size() + (things.pointer ? 100 : 200) +
             (things.tensor.defined() ? 40 : 30) + (int)others.list.size() + *others.pointer);
    // CHECK: operator.add](args = (%add_4, 5), kwargs = {})
    return x + made_here().n;
  }
};
