// What shape-prop needs of the program that runs it.
#include "fx/Passes/PassManager.h"

#include <gtest/gtest.h>

using namespace fx;

namespace {

/// Of a LibTorch that no table is of.
class OtherKernels final : public ops::Kernels {
public:
  std::string_view libtorch_version() const override { return "99.1.0"; }
  Expected<ops::ExampleValue> tensor(const TensorMeta&) override { return ops::ExampleValue(); }
  ops::ExampleValue literal(const Argument&) override { return nullptr; }
  ops::ExampleValue sequence(const std::vector<ops::ExampleValue>&, bool) override {
    return nullptr;
  }
  ops::ExampleResult run(const Node&, const TracedModule&,
                         const std::function<ops::ExampleValue(const Node&)>&,
                         const ModuleNode*) override {
    return {};
  }
  std::vector<LeafTensor> leaf_tensors(const ModuleNode&, const ops::LibTorch&, bool) override {
    return {};
  }
  void forget_modules() override {}
  std::optional<TensorMeta> tensor_meta(const ops::ExampleValue&) override { return std::nullopt; }
  std::optional<Argument> as_literal(const ops::ExampleValue&) override { return std::nullopt; }
  std::optional<size_t> length(const ops::ExampleValue&) override { return std::nullopt; }
};

std::string error_of(const PassManager& passes) {
  TracedModule model;
  model.graph.output(model.graph.placeholder("x"));
  const Expected<bool> result = passes.run(model);
  return result ? "no error" : result.error().message_with_id();
}

TEST(ShapePropPass, NeedsKernels) {
  const Expected<PassManager> passes = PassManager::parse("shape-prop<x=2x3>");
  ASSERT_TRUE(passes);
  EXPECT_EQ(error_of(*passes),
            "there are no kernels of LibTorch to run the model with [kernels-missing]");
}

TEST(ShapePropPass, NeedsTheKernelsOfTheGraphsLibTorch) {
  Expected<PassManager> passes = PassManager::parse("shape-prop<x=2x3>");
  ASSERT_TRUE(passes);
  passes->set_kernels([]() -> Expected<std::shared_ptr<ops::Kernels>> {
    return std::shared_ptr<ops::Kernels>(std::make_shared<OtherKernels>());
  });
  const std::string error = error_of(*passes);
  EXPECT_TRUE(error.ends_with("and the kernels are those of LibTorch 99.1.0 "
                              "[kernels-of-another-libtorch]"))
      << error;
}

TEST(ShapePropPass, InputsAreKeptInTheirOrder) {
  const Expected<PassOptions> options =
      parse_pass_options(*find_pass("shape-prop"), "y=2x3;x=4[n:1..8]x5;hx=(1x2,1x2)");
  ASSERT_TRUE(options);
  ASSERT_EQ(options->inputs().size(), 3U);
  EXPECT_EQ(options->inputs()[0].first, "y");
  EXPECT_EQ(options->inputs()[1].second, "4[n:1..8]x5");
  EXPECT_EQ(options->inputs()[2].second, "(1x2,1x2)");
  EXPECT_FALSE(parse_pass_options(*find_pass("shape-prop"), "=2x3"));
  EXPECT_FALSE(parse_pass_options(*find_pass("dce"), "x=2x3"));
}

} // namespace
