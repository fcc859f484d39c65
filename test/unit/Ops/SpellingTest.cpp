#include "fx/Ops/Spelling.h"

#include "fx/Ops/Facts.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Schema.h"

#include <gtest/gtest.h>
#include <map>

namespace fx::ops {
namespace {

std::string_view torch_target(std::string_view name) {
  const PythonFunction* function = find_torch_function(name, LibTorch::built_in()->version());
  return function ? function->target : "";
}

TEST(Spelling, OperatorsLiveInSeveralModules) {
  const std::map<std::string_view, std::string_view> targets{
      {"relu", "torch.relu"},
      {"gelu", "torch._C._nn.gelu"},
      {"linalg_norm", "torch._C._linalg.linalg_norm"},
      {"fft_fft", "torch._C._fft.fft_fft"},
      {"split", "torch.functional.split"},
      {"size", "size"},
  };
  for (const auto& [name, target] : targets)
    EXPECT_EQ(torch_target(name), target);
  EXPECT_TRUE(find_torch_function("size", LibTorch::built_in()->version())->is_method);
  EXPECT_TRUE(find_torch_function("einsum", LibTorch::built_in()->version())->variadic);
  EXPECT_FALSE(find_torch_function("no_such_operator", LibTorch::built_in()->version()));
}

TEST(Spelling, test_get_torch_func_signature) {
  // All that Python's torch has of an operator finds its schemas again.
  const LibTorch& libtorch = *LibTorch::built_in();
  size_t found = 0;
  for (const Schema& schema : libtorch.schemas()) {
    const PythonFunction* function = find_torch_function(schema.name, libtorch.version());
    if (function == nullptr) continue;
    ++found;
    // pad is a function of torch.nn.functional's own in Python.
    const bool is_functional = function->target.starts_with("torch.nn.functional.") &&
                               find_functional(schema.name, libtorch.version()) != nullptr;
    EXPECT_TRUE(is_functional ||
                !libtorch.schemas_of_target(function->target, function->is_method).empty())
        << function->target;
  }
  EXPECT_GT(found, 1000U);
}

TEST(Spelling, FunctionalsFillInTheirKeywords) {
  const PythonFunction* pool = find_functional("max_pool2d", LibTorch::built_in()->version());
  ASSERT_TRUE(pool);
  EXPECT_EQ(pool->target, "torch.nn.functional.max_pool2d");
  ASSERT_EQ(pool->positional.size(), 2u);
  EXPECT_EQ(pool->positional[0], "input");
  ASSERT_EQ(pool->keywords.size(), 5u);
  EXPECT_EQ(pool->keywords[0].name, "stride");
  EXPECT_EQ(pool->keywords[0].default_value, "None");
  EXPECT_TRUE(find_functional("gelu", LibTorch::built_in()->version())->passes_through);
  EXPECT_TRUE(find_functional("sigmoid", LibTorch::built_in()->version())->is_method);
}

TEST(Spelling, ModulesTellWhatTheirForwardReturns) {
  for (const std::string_view name : {"Linear", "Sigmoid", "SiLU", "Softsign"})
    EXPECT_EQ(LibTorch::built_in()->find_module_holder(name)->result, "torch::Tensor") << name;
  EXPECT_EQ(LibTorch::built_in()->find_module_holder("LSTMCell")->result,
            "std::tuple<torch::Tensor, torch::Tensor>");
}

TEST(Spelling, TargetsLeadBackToCpp) {
  auto pool = LibTorch::built_in()->find_cpp_function("torch.nn.functional.max_pool2d");
  ASSERT_TRUE(pool);
  EXPECT_EQ(pool->qualified_name, "torch::nn::functional::max_pool2d");
  ASSERT_TRUE(pool->options);
  EXPECT_EQ(pool->options->name, "MaxPool2dFuncOptions");
  EXPECT_EQ(LibTorch::built_in()->find_cpp_function("torch._C._nn.gelu")->qualified_name,
            "torch::gelu");
  EXPECT_EQ(
      LibTorch::built_in()->find_cpp_function("torch.nn.functional.hardswish")->qualified_name,
      "torch::hardswish");
  EXPECT_FALSE(LibTorch::built_in()->find_cpp_function("mylib::f"));
  EXPECT_FALSE(LibTorch::built_in()->find_cpp_function("torch.foo.relu"));
}

TEST(Spelling, TorchesDiffer) {
  EXPECT_TRUE(find_functional("pad", LibTorchVersion{1, 13, 1})->passes_through);
  EXPECT_EQ(find_functional("pad", LibTorchVersion{2, 6, 0})->keywords.size(), 2u);
  // Between two torches that are known it is the later one, after them all the last.
  EXPECT_FALSE(find_functional("pad", LibTorchVersion{2, 0, 1})->passes_through);
  EXPECT_FALSE(find_functional("pad", LibTorchVersion{3, 0, 0})->passes_through);
  EXPECT_EQ(find_functional("max_pool2d", LibTorchVersion{1, 13, 1}),
            find_functional("max_pool2d", LibTorchVersion{2, 6, 0}));
  EXPECT_EQ(find_functional("rms_norm", LibTorchVersion{1, 13, 1}), nullptr);
  EXPECT_NE(find_functional("rms_norm", LibTorchVersion{2, 6, 0}), nullptr);
  EXPECT_EQ(find_torch_function("segment_reduce", LibTorchVersion{1, 13, 1})->target,
            "torch.segment_reduce");
  EXPECT_EQ(find_torch_function("segment_reduce", LibTorchVersion{2, 6, 0})->target,
            "torch._segment_reduce");
  EXPECT_FALSE(is_tensor_method("dim_order", LibTorchVersion{1, 13, 1}));
  EXPECT_TRUE(is_tensor_method("dim_order", LibTorchVersion{2, 6, 0}));
  EXPECT_FALSE(python_module_takes("LayerNorm", "bias", LibTorchVersion{1, 13, 1}));
  EXPECT_TRUE(python_module_takes("LayerNorm", "bias", LibTorchVersion{2, 6, 0}));
  EXPECT_EQ(find_module_effects("ZeroPad3d", LibTorchVersion{1, 13, 1}), nullptr);
  EXPECT_NE(find_module_effects("ZeroPad3d", LibTorchVersion{2, 6, 0}), nullptr);
  EXPECT_FALSE(find_functional_effects("torch.nn.functional.prelu", LibTorchVersion{1, 13, 1})
                   ->may_alias_input);
  EXPECT_TRUE(find_functional_effects("torch.nn.functional.prelu", LibTorchVersion{2, 6, 0})
                  ->may_alias_input);
}

TEST(Spelling, EveryTorchTargetIsAnOperator) {
  for (const Schema& schema : LibTorch::built_in()->schemas())
    if (const PythonFunction* function =
            find_torch_function(schema.name, LibTorch::built_in()->version());
        function && !function->is_method)
      EXPECT_TRUE(LibTorch::built_in()->find_cpp_function(function->target)) << function->target;
}

TEST(Options, AliasesAndTemplatesAreResolved) {
  const OptionsClass* conv = LibTorch::built_in()->find_options_class("torch::nn::Conv2dOptions");
  ASSERT_TRUE(conv);
  ASSERT_EQ(conv->constructor.size(), 3u);
  EXPECT_EQ(conv->constructor[2], "kernel_size");
  EXPECT_EQ(conv->field("stride")->type, "ExpandingArray<2>");
  EXPECT_FALSE(conv->field("colour"));
  EXPECT_EQ(
      LibTorch::built_in()->find_options_class("ReflectionPad2dOptions")->field("padding")->type,
      "ExpandingArray<4>");
  // A parameter with a default need not be given.
  EXPECT_TRUE(LibTorch::built_in()->find_options_class("ReLUOptions")->constructor.empty());
}

TEST(Options, OfModules) {
  EXPECT_EQ(LibTorch::built_in()->find_module_options("torch::nn::BatchNorm2d")->name,
            "BatchNorm2dOptions");
  EXPECT_FALSE(LibTorch::built_in()->find_module_options("torch::nn::Sigmoid"));
  EXPECT_TRUE(LibTorch::built_in()->find_module_holder("Sigmoid"));
  EXPECT_FALSE(LibTorch::built_in()->find_module_holder("Net"));
  EXPECT_EQ(LibTorch::built_in()->find_module_holder("LSTM")->result,
            "std::tuple<torch::Tensor, std::tuple<torch::Tensor, torch::Tensor>>");
  EXPECT_EQ(LibTorch::built_in()->find_module_holder("MultiheadAttention")->forward[3].name,
            "key_padding_mask");
}

TEST(Operators, BothWays) {
  EXPECT_EQ(find_operator("operator.add")->cpp, "+");
  EXPECT_EQ(find_operator("operator.matmul")->cpp_function, "torch::matmul");
  EXPECT_EQ(find_cpp_operator("-", 1)->target, "operator.neg");
  EXPECT_EQ(find_cpp_operator("-", 2)->target, "operator.sub");
  EXPECT_FALSE(find_cpp_operator("&&", 2));
  EXPECT_FALSE(find_operator("operator.nothing"));
}

TEST(Enums, BothWays) {
  EXPECT_EQ(LibTorch::built_in()->python_enum("kReflect"), "reflect");
  EXPECT_EQ(LibTorch::built_in()->python_enum("torch::kNearestExact"), "nearest-exact");
  EXPECT_EQ(LibTorch::built_in()->python_enum("kFloat"), "");
  EXPECT_EQ(LibTorch::built_in()->cpp_enum("relu"), "torch::kReLU");
  EXPECT_EQ(LibTorch::built_in()->cpp_enum("mauve"), "");
}

TEST(TensorMethods, KnowsPythons) {
  EXPECT_TRUE(is_tensor_method("view", LibTorch::built_in()->version()));
  EXPECT_TRUE(is_tensor_method("add_", LibTorch::built_in()->version()));
  EXPECT_FALSE(is_tensor_method("gelu", LibTorch::built_in()->version()));
}

} // namespace
} // namespace fx::ops
