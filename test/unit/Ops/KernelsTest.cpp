// The plugin with LibTorch's kernels: what opening it refuses, and what tells two tensors apart.
#include "WithKernels.h"

namespace fx::ops {
namespace {

TEST(Kernels, AreNotLoadedFromAFileThatIsNotThere) {
  const auto kernels = load_kernels("/nowhere/fx-kernels.so");
  ASSERT_FALSE(kernels);
  EXPECT_EQ(kernels.error().id(), "kernels-not-loaded");
  EXPECT_TRUE(kernels.error().message.starts_with("cannot load '/nowhere/fx-kernels.so', which "
                                                  "knows LibTorch's kernels: "));
}

class TensorStates : public WithKernels {
protected:
  /// Of operator.getitem of a tensor of two rows, at an index.
  std::optional<TensorState> state_of_row(int64_t row) {
    return state_of(graph_.call_function("operator.getitem", {x_, row}));
  }
  std::optional<TensorState> state_of(const Node* node) {
    const Expected<ExampleValue> x = kernels_->tensor({{2, 3}, "float32", {}});
    const ExampleResult result =
        kernels_->run(*node, model_, [&](const Node&) { return *x; }, nullptr);
    return kernels_->tensor_state(result.value);
  }

  TracedModule model_;
  Graph& graph_ = model_.graph;
  Node* x_ = graph_.placeholder("x");
};

TEST_F(TensorStates, AreEqualForTheSameCall) {
  const std::optional<TensorState> relu = state_of(graph_.call_function("torch.relu", {x_}));
  ASSERT_TRUE(relu);
  EXPECT_EQ(relu, state_of(graph_.call_function("torch.neg", {x_})));
}

TEST_F(TensorStates, TellViewsOfOtherPlacesApart) {
  ASSERT_TRUE(state_of_row(0));
  EXPECT_EQ(state_of_row(0)->meta, state_of_row(1)->meta);
  EXPECT_NE(state_of_row(0), state_of_row(1));
}

TEST_F(TensorStates, TellAViewFromATensorOfItsOwn) {
  const std::optional<TensorState> sum =
      state_of(graph_.call_function("torch.sum", {x_, Argument::list({0})}));
  ASSERT_TRUE(sum);
  EXPECT_EQ(state_of_row(0)->meta, sum->meta);
  EXPECT_NE(state_of_row(0), sum);
}

TEST_F(TensorStates, AreNotToldOfWhatIsLazilyConjugated) {
  Node* complex = graph_.call_method("to", {x_, Argument::dtype("complex64")});
  EXPECT_TRUE(state_of(complex));
  const Expected<ExampleValue> x = kernels_->tensor({{2, 3}, "complex64", {}});
  const Node* node = graph_.call_function("torch.conj", {x_});
  const ExampleResult conj = kernels_->run(*node, model_, [&](const Node&) { return *x; }, nullptr);
  ASSERT_TRUE(conj.value);
  EXPECT_FALSE(kernels_->tensor_state(conj.value));
  EXPECT_FALSE(kernels_->tensor_state(kernels_->literal(Argument(1))));
}

} // namespace
} // namespace fx::ops
