// torch.fx's test/fx/test_gradual_type.py: shapes with names for sizes, by the pass shape-prop. What
// torch.fx calls Dyn is a name here.
#include "fx/Analysis/SymbolicShapes.h"
#include "fx/IR/Parser.h"
#include "fx/IR/Printer.h"
#include "fx/Passes/PassManager.h"

#include "../Ops/WithKernels.h"

using namespace fx;

namespace {

class TorchFxGradual : public ops::WithKernels {
protected:
  /// Runs shape-prop on a graph with these modules and nodes, which take x and y and return the
  /// last node; `sizes`: "x=Nx3;y=4". Gives the shape of the last node, or the error.
  std::string shape(const std::string& nodes, const std::string& sizes,
                    const std::string& modules = "") {
    const std::string text = "module Net {\n" + modules +
                             "}\ngraph():\n  %x : = placeholder[target=x]\n"
                             "  %y : = placeholder[target=y]\n" +
                             nodes + "  return %out\n";
    Expected<TracedModule> model = parse_graph(text);
    if (!model) return model.error().message;
    model_.emplace(std::move(*model));
    Expected<PassManager> passes = PassManager::parse("shape-prop<" + sizes + ">");
    if (!passes) return passes.error().message;
    passes->set_kernels([this]() -> Expected<std::shared_ptr<ops::Kernels>> { return kernels_; });
    remarks_.clear();
    passes->set_remark_handler(
        [this](const Node*, const std::string& remark) { remarks_ += remark + "\n"; });
    const Expected<bool> changed = passes->run(*model_);
    return changed ? of("out") : changed.error().message;
  }
  /// That of another node of the same graph.
  std::string of(std::string_view name) {
    for (const Node* node : model_->graph)
      if (node->name().view() == name) {
        const Argument* shape = node->meta(meta::symbolic_shape());
        return shape != nullptr ? python_repr(*shape) : "none";
      }
    return "no such node";
  }
  static std::string add() {
    return "  %out : = call_function[target=operator.add](args = (%x, %y), kwargs = {})\n";
  }
  static std::string on_x(const std::string& call) { return "  %out : = " + call + "\n"; }
  static std::string method(const std::string& name, const std::string& arguments) {
    return on_x("call_method[target=" + name + "](args = (%x" + arguments + "), kwargs = {})");
  }
  static std::string module() { return on_x("call_module[target=m](args = (%x,), kwargs = {})"); }

  std::optional<TracedModule> model_;
  std::string remarks_;
};

TEST_F(TorchFxGradual, test_consistency) {
  const TensorType sizes{{{1, 2, 3}}};
  EXPECT_TRUE(is_consistent(sizes, {{{1, std::nullopt, 3}}}));
  EXPECT_TRUE(is_consistent(sizes, {}));
  EXPECT_TRUE(is_consistent(sizes, sizes));
  EXPECT_FALSE(is_consistent(sizes, {{{1, 2, 3, 5}}}));
  EXPECT_FALSE(is_consistent(sizes, {{{1, std::nullopt, 4}}}));
}

TEST_F(TorchFxGradual, test_precision) {
  const TensorType sizes{{{1, 2, 3}}};
  EXPECT_TRUE(is_more_precise(sizes, {{{1, std::nullopt, 3}}}));
  EXPECT_TRUE(is_more_precise(sizes, {}));
  EXPECT_TRUE(is_more_precise(sizes, sizes));
  EXPECT_FALSE(is_more_precise({{{1, std::nullopt, 3}}}, sizes));
  EXPECT_FALSE(is_more_precise(sizes, {{{1, 2, 3, 5}}}));
}

TEST_F(TorchFxGradual, ShapesWithNumbersForNamesHaveWhatIsKnown) {
  Expected<TracedModule> model =
      parse_graph("graph():\n  %x : = placeholder[target=x]\n  %n : int = placeholder[target=n]\n"
                  "  %part : = call_function[target=operator.getitem](args = (%x, slice(None, %n, "
                  "None)), kwargs "
                  "= {})\n"
                  "  %own : = call_function[target=zoo.crop](args = (%x,), kwargs = {})\n"
                  "  return (%part, %own)\n");
  ASSERT_TRUE(model) << model.error().message;
  const std::optional<ops::InputSpec> spec = ops::parse_input_spec("Nx3xM", true, true);
  ASSERT_TRUE(spec);
  SymbolicShapes shapes(
      kernels_, [&](const Node& input) { return input.target() == "x" ? &*spec : nullptr; });
  EXPECT_TRUE(shapes.run(model->graph, *model).refusals.empty());
  const auto type_of = [&](std::string_view name) {
    for (const Node* node : model->graph)
      if (node->name().view() == name)
        return shapes.shape_for(*node, {{"N", 2}, {"M", 5}}).to_string();
    return std::string();
  };
  EXPECT_EQ(type_of("x"), "TensorType[2, 3, 5]");
  EXPECT_EQ(type_of("part"), "TensorType[Dyn, 3, 5]");
  EXPECT_EQ(type_of("own"), "Dyn");
}

TEST_F(TorchFxGradual, test_broadcasting1) {
  EXPECT_EQ(shape(add(), "x=1x2x3xN;y=1x2x1xN"), "(1, 2, 3, 'N')");
  EXPECT_EQ(shape(add(), "x=2x1xN;y=1x3x1"), "(2, 3, 'N')");
  EXPECT_EQ(remarks_, "");
  EXPECT_NE(shape(add(), "x=1x2x3xN;y=1x4x1xN").find("fails for all sizes"), std::string::npos);
}

TEST_F(TorchFxGradual, test_broadcasting2) {
  EXPECT_EQ(shape(add(), "x=2x3xN;y=1x2x3xN"), "(1, 2, 3, 'N')");
}

TEST_F(TorchFxGradual, test_broadcasting3) {
  EXPECT_EQ(shape(add(), "x=1x2x3xN;y=2x3x4"), "(1, 2, 3, 4)");
  EXPECT_EQ(remarks_, "'out' needs N == 4\n");
}

TEST_F(TorchFxGradual, test_type_check_add_with_broadcast) {
  EXPECT_EQ(shape(add(), "x=1x2x3xN;y=2x3x4"), "(1, 2, 3, 4)");
  // What an equality says holds for all nodes.
  EXPECT_EQ(of("x"), "(1, 2, 3, 4)");
  EXPECT_EQ(of("y"), "(2, 3, 4)");
}

TEST_F(TorchFxGradual, test_type_check_add_with_scalar) {
  EXPECT_EQ(
      shape(on_x("call_function[target=operator.add](args = (4, %x), kwargs = {})"), "x=2xNx4"),
      "(2, 'N', 4)");
}

TEST_F(TorchFxGradual, test_type_check_add_false) {
  EXPECT_EQ(shape(add(), "x=1x2xN;y=1x3xN"),
            "'out' fails for all sizes: with N = 64, The size of tensor a (2) must match the size "
            "of tensor b (3) at non-singleton dimension 1");
  // One more is never the same.
  EXPECT_NE(shape("  %cat : = call_function[target=torch.cat](args = ([%x, %y], 0), kwargs = {})\n"
                  "  %out : = call_function[target=torch.add](args = (%cat, %x), kwargs = {})\n",
                  "x=Nx4;y=1x4")
                .find("'out' fails for all sizes"),
            std::string::npos);
}

TEST_F(TorchFxGradual, test_type_check_add_true) {
  EXPECT_EQ(shape(add(), "x=1x2xN;y=1x2x3"), "(1, 2, 3)");
}

TEST_F(TorchFxGradual, test_type_check_reshape_true) {
  EXPECT_EQ(shape(method("reshape", ", [1, 2, 3]"), "x=1x6;y=N"), "(1, 2, 3)");
  EXPECT_EQ(shape(method("reshape", ", [1, 2, 3]"), "x=1xN"), "(1, 2, 3)");
  EXPECT_EQ(remarks_.substr(0, remarks_.find('\n')), "'out' needs N == 6");
}

TEST_F(TorchFxGradual, test_type_check_reshape_false) {
  EXPECT_NE(shape(method("reshape", ", [1, 2, 3]"), "x=1x5;y=N").find("fails for all sizes"),
            std::string::npos);
}

TEST_F(TorchFxGradual, test_type_check_reshape_dyn_false) {
  EXPECT_NE(shape(method("reshape", ", [1, 2, -1]"), "x=1x5;y=N").find("fails for all sizes"),
            std::string::npos);
}

TEST_F(TorchFxGradual, test_type_check_reshape_dyn_true) {
  EXPECT_EQ(shape(method("reshape", ", [1, 5, -1]"), "x=1x15;y=N"), "(1, 5, 3)");
}

TEST_F(TorchFxGradual, test_type_check_reshape_dyn_true_param_false) {
  EXPECT_EQ(shape(method("reshape", ", [1, 2, -1]"), "x=Nx5"), "(1, 2, '(5 * N) // 2')");
  EXPECT_EQ(remarks_.substr(0, remarks_.find('\n')), "'out' needs (5 * N) % 2 == 0");
}

TEST_F(TorchFxGradual, test_type_check_transpose_true) {
  EXPECT_EQ(shape(method("transpose", ", 0, 1"), "x=Nx2x3x5"), "(2, 'N', 3, 5)");
}

TEST_F(TorchFxGradual, test_type_check_transpose_False) {
  EXPECT_NE(shape(method("transpose", ", 0, 10"), "x=Nx2x3x5").find("fails for all sizes"),
            std::string::npos);
}

constexpr const char* norm = "  m: torch::nn::BatchNorm2d(num_features = 4)\n";

TEST_F(TorchFxGradual, test_type_check_batch_norm_2D) {
  EXPECT_EQ(shape(module(), "x=2x4xHx4", norm), "(2, 4, 'H', 4)");
}

TEST_F(TorchFxGradual, test_type_check_batch_norm_2D_false) {
  // LibTorch's function of sizes has nothing against it, and the run has.
  shape(module(), "x=2x4xN", norm);
  EXPECT_NE(remarks_.find("'out' fails with N = 64"), std::string::npos) << remarks_;
}

TEST_F(TorchFxGradual, test_type_check_batch_norm_2D_broadcast) {
  EXPECT_EQ(shape("  %m : = call_module[target=m](args = (%x,), kwargs = {})\n"
                  "  %out : = call_function[target=operator.add](args = (%m, %y), kwargs = {})\n",
                  "x=Nx4xHxW;y=2x4x5x1", norm),
            "(2, 4, 5, 'W')");
}

TEST_F(TorchFxGradual, test_type_check_batch_norm_symbolic) {
  EXPECT_EQ(shape(module(), "x=NxCxHxW", norm), "('N', 'C', 'H', 'W')");
}

constexpr const char* conv = "  m: torch::nn::Conv2d(in_channels = 64, out_channels = 64, "
                             "kernel_size = 3) {padding = 1, stride = 2}\n";

TEST_F(TorchFxGradual, test_type_check_conv2D) {
  EXPECT_EQ(shape(module(), "x=Nx64xHx16", conv), "('N', 64, '(H + 1) // 2', 8)");
}

TEST_F(TorchFxGradual, test_type_check_conv2D_2) {
  EXPECT_NE(shape(module(), "x=Nx63xHx16", conv).find("'out' fails for all sizes"),
            std::string::npos);
  EXPECT_EQ(shape(module(), "x=NxCxHx16", conv), "('N', 64, '(H + 1) // 2', 8)");
  EXPECT_NE(remarks_.find("'out' needs C == 64"), std::string::npos) << remarks_;
}

TEST_F(TorchFxGradual, test_type_check_conv2D_2_fully_static) {
  const std::string options[] = {
      "kernel_size = 3) {stride = 2}", "kernel_size = 3) {stride = 2, padding = 2}",
      "kernel_size = (5, 2)) {stride = (2, 1), padding = (4, 2)}",
      "kernel_size = 3) {dilation = (3, 2)}", "kernel_size = 1) {stride = 3, groups = 2}"};
  const std::string expected[] = {
      "('N', 8, '(H + 1) // 2 - 1', 7)", "('N', 8, '(H + 1) // 2 + 1', 9)",
      "('N', 8, '(H + 1) // 2 + 2', 19)", "('N', 8, 'H - 6', 12)", "('N', 8, '(H + 2) // 3', 6)"};
  for (size_t i = 0; i < std::size(options); ++i) {
    EXPECT_EQ(
        shape(module(), "x=Nx4xHx16",
              "  m: torch::nn::Conv2d(in_channels = 4, out_channels = 8, " + options[i] + "\n"),
        expected[i]);
    // The run on numbers agrees.
    EXPECT_EQ(remarks_.find("another than"), std::string::npos) << remarks_;
  }
}

TEST_F(TorchFxGradual, test_type_check_conv2D_types) {
  EXPECT_EQ(shape(module(), "x=NxCxHxW", conv), "('N', 64, '(H + 1) // 2', '(W + 1) // 2')");
}

TEST_F(TorchFxGradual, test_typecheck_basicblock) {
  const std::string modules = "  conv1: torch::nn::Conv2d(in_channels = 64, out_channels = 64, "
                              "kernel_size = 3) {padding = 1, "
                              "bias = False}\n  bn: torch::nn::BatchNorm2d(num_features = 64)\n";
  EXPECT_EQ(shape("  %c : = call_module[target=conv1](args = (%x,), kwargs = {})\n"
                  "  %b : = call_module[target=bn](args = (%c,), kwargs = {})\n"
                  "  %r : = call_function[target=torch.relu](args = (%b,), kwargs = {})\n"
                  "  %d : = call_module[target=conv1](args = (%r,), kwargs = {})\n"
                  "  %e : = call_function[target=operator.iadd](args = (%d, %x), kwargs = {})\n"
                  "  %out : = call_function[target=torch.relu](args = (%e,), kwargs = {})\n",
                  "x=2x64xHxW", modules),
            "(2, 64, 'H', 'W')");
}

constexpr const char* cnn =
    "  conv1: torch::nn::Conv2d(in_channels = 3, out_channels = 6, kernel_size = 5)\n"
    "  pool: torch::nn::MaxPool2d(kernel_size = 2) {stride = 2}\n"
    "  conv2: torch::nn::Conv2d(in_channels = 6, out_channels = 16, kernel_size = 5)\n"
    "  fc1: torch::nn::Linear(in_features = 5, out_features = 120)\n";
constexpr const char* cnn_nodes =
    "  %c1 : = call_module[target=conv1](args = (%x,), kwargs = {})\n"
    "  %p1 : = call_module[target=pool](args = (%c1,), kwargs = {})\n"
    "  %c2 : = call_module[target=conv2](args = (%p1,), kwargs = {})\n"
    "  %p2 : = call_module[target=pool](args = (%c2,), kwargs = {})\n"
    "  %f : = call_module[target=fc1](args = (%p2,), kwargs = {})\n"
    "  %out : = call_function[target=torch.flatten](args = (%f, 1), kwargs = {})\n";

TEST_F(TorchFxGradual, test_type_check_conv2D_maxpool2d_flatten) {
  EXPECT_EQ(shape(cnn_nodes, "x=4x3x32x32;y=N", cnn), "(4, 9600)");
  EXPECT_EQ(of("c1"), "(4, 6, 28, 28)");
  EXPECT_EQ(of("p1"), "(4, 6, 14, 14)");
  EXPECT_EQ(of("c2"), "(4, 16, 10, 10)");
  EXPECT_EQ(of("p2"), "(4, 16, 5, 5)");
  EXPECT_EQ(of("f"), "(4, 16, 5, 120)");
}

TEST_F(TorchFxGradual, test_type_check_symbolic_inferenceconv2D_maxpool2d_flatten) {
  EXPECT_EQ(shape(cnn_nodes, "x=Nx3xHx32", cnn), "('N', '1920 * (H // 4) - 5760')");
  EXPECT_EQ(of("p1"), "('N', 6, 'H // 2 - 2', 14)");
  EXPECT_EQ(of("p2"), "('N', 16, 'H // 4 - 3', 5)");
}

std::string flatten(const std::string& arguments) {
  return "  %out : = call_function[target=torch.flatten](args = (%x" +
         (arguments.empty() ? "," : arguments) + "), kwargs = {})\n";
}

TEST_F(TorchFxGradual, test_type_check_flatten) {
  EXPECT_EQ(shape(flatten(", 1, 2"), "x=Nx2x3x5"), "('N', 6, 5)");
}

TEST_F(TorchFxGradual, test_type_check_flatten_2) {
  EXPECT_EQ(shape(flatten(", 1, 2"), "x=1xAxBx5"), "(1, 'A * B', 5)");
}

TEST_F(TorchFxGradual, test_type_check_flatten3) {
  EXPECT_EQ(shape("  %out : = call_function[target=torch.flatten](args = (%x,), kwargs = "
                  "{start_dim: 1, end_dim: 3})\n",
                  "x=Nx3x4x5"),
            "('N', 60)");
}

TEST_F(TorchFxGradual, test_flatten_fully_static) {
  const std::pair<const char*, const char*> cases[] = {{"", "'60 * N'"},
                                                       {", 1", "'N', 60"},
                                                       {", 0, 1", "'3 * N', 4, 5"},
                                                       {", 2, 3", "'N', 3, 20"},
                                                       {", -2, -1", "'N', 3, 20"}};
  for (const auto& [arguments, sizes] : cases) {
    const std::string only = std::string(sizes).find(',') == std::string::npos ? "," : "";
    EXPECT_EQ(shape(flatten(arguments), "x=Nx3x4x5"), "(" + std::string(sizes) + only + ")");
  }
}

TEST_F(TorchFxGradual, test_type_typechecl_maxpool2d_3dinput) {
  EXPECT_EQ(shape(module(), "x=64xHx8", "  m: torch::nn::MaxPool2d(kernel_size = (3, 8))\n"),
            "(64, 'H // 3', 1)");
}

TEST_F(TorchFxGradual, test_type_maxpool2d_fully_static) {
  const std::pair<const char*, const char*> cases[] = {
      {"kernel_size = 3) {stride = 2, padding = 1}", "('N', 4, '(H + 1) // 2', 8)"},
      {"kernel_size = 2)", "('N', 4, 'H // 2', 8)"},
      {"kernel_size = (3, 2)) {stride = (2, 1)}", "('N', 4, '(H + 1) // 2 - 1', 15)"},
      {"kernel_size = 2) {dilation = 2}", "('N', 4, '(H + 1) // 2 - 1', 7)"}};
  for (const auto& [options, expected] : cases) {
    EXPECT_EQ(
        shape(module(), "x=Nx4xHx16", "  m: torch::nn::MaxPool2d(" + std::string(options) + "\n"),
        expected);
    EXPECT_EQ(remarks_.find("another than"), std::string::npos) << remarks_;
  }
}

TEST_F(TorchFxGradual, test_symbolic_add_with_broadcast) {
  EXPECT_EQ(shape(add(), "x=AxBxC;y=1xDxC"), "('A', 'D', 'C')");
  EXPECT_EQ(remarks_, "'out' needs B == D\n");
}

TEST_F(TorchFxGradual, test_symbolic_add_with_broadcast_2) {
  EXPECT_EQ(shape(add(), "x=1x2;y=AxB"), "('A', 2)");
  EXPECT_EQ(remarks_, "'out' needs B == 2\n");
}

} // namespace
