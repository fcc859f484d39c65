// --emit=cpp declares structs of a class inside of it, and structs without linkage before it.
// RUN: fx-clang-trace %s --root='Nested()' --emit=cpp -- -std=c++17 2>/dev/null | FileCheck %s --check-prefix=NESTED
// RUN: %compiles --tool=%fx-clang-trace --work-dir=%t \
// RUN:     'Nested()@%s' | FileCheck %s --check-prefix=COMPILES
// COMPILES: g++: 1 models, no warning
// COMPILES: clang++{{.*}}: 1 models, no warning
// REQUIRES: libtorch
#include <torch/torch.h>

#include <map>

using torch::Tensor;

namespace {
struct Pair {
  Tensor a, b;
};
} // namespace

struct NestedImpl : torch::nn::Module {
  // NESTED:      struct Pair {
  // NESTED:      struct NestedImpl : torch::nn::Module {
  // NESTED-NEXT:   struct State {
  // NESTED-NEXT:     Pair pair;
  // NESTED-NEXT:   };
  struct State {
    Pair pair;
  };
  // NESTED: std::tuple<torch::Tensor, State, std::map<std::string, Pair>>
  // NESTED-NEXT: forward(const {{c10|std}}::optional<State>& state, const std::vector<Pair>& pairs) {
  std::tuple<Tensor, State, std::map<std::string, Pair>> forward(const c10::optional<State>& state,
                                                                 const std::vector<Pair>& pairs) {
    // NESTED: auto getattr_2 = state.value().pair;
    State next{{pairs[0].b, state->pair.a}};
    // NESTED: return {getitem_1.a, State{Pair{getitem.b, getattr_2.a}},
    // NESTED-NEXT: std::map<std::string, Pair>{{[{][{]}}"p", Pair{getitem.b, getattr_2.a}}}};
    return {pairs[0].a, next, {{"p", next.pair}}};
  }
};
TORCH_MODULE(Nested);
