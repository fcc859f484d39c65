// Products of matrices and linear layers that share an operand, made one (torch.fx: merge_matmul.py,
// and its test in test_fx_experimental.py).
#include "TraceTest.h"

#include "fx/Runtime/OptimizeForInference.h"
#include "fx/Runtime/RunPasses.h"
#include "fx/Runtime/ShapeProp.h"

namespace fx {
namespace {

using ::testing::HasSubstr;
using torch::Tensor;

int64_t count(const GraphModule& module, std::string_view target) {
  return std::ranges::count_if(module->graph(),
                               [&](const Node* node) { return node->target().view() == target; });
}

/// Traces, merges, and compares with the module; how many products there are before and after.
template <class Net>
std::pair<int64_t, int64_t> merge_matmul(Net& net, const std::vector<Tensor>& inputs) {
  net.eval();
  GraphModule module = symbolic_trace(net);
  const Args given(inputs.begin(), inputs.end());
  ShapeProp(module).propagate(given);
  const int64_t before = count(module, "torch.matmul");
  const torch::NoGradGuard no_grad;
  const Tensor expected = module->run(given).toTensor();
  run_passes(module, "merge-matmuls,dce");
  module->graph().lint();
  EXPECT_TRUE(module->run(given).toTensor().allclose(expected, 1e-5, 1e-6));
  return {before, count(module, "torch.matmul")};
}

struct SimpleMergeMatmulModule : torch::nn::Module {
  explicit SimpleMergeMatmulModule(const Tensor& right) : rhs(register_buffer("rhs", right)) {}
  Tensor forward(const Tensor& x, const Tensor& y) {
    return torch::matmul(x, rhs) + torch::matmul(y, rhs);
  }
  Tensor rhs;
};

struct FiveMergeMatmulModule : torch::nn::Module {
  explicit FiveMergeMatmulModule(const Tensor& right) : rhs(register_buffer("rhs", right)) {}
  Tensor forward(const Tensor& a, const Tensor& b, const Tensor& c, const Tensor& d,
                 const Tensor& e) {
    std::vector<Tensor> products;
    products.reserve(5);
    for (const Tensor& left : {a, b, c, d, e})
      products.push_back(torch::matmul(left, rhs));
    return torch::cat(products);
  }
  Tensor rhs;
};

struct UnmergeableMatmulModule : torch::nn::Module {
  explicit UnmergeableMatmulModule(const Tensor& right) : rhs(register_buffer("rhs", right)) {}
  Tensor forward(const Tensor& x) {
    const Tensor a = torch::matmul(x, rhs);
    return torch::matmul(torch::abs(a).transpose(1, 0), rhs);
  }
  Tensor rhs;
};

TEST(TorchFxMergeMatmul, test_merge_matmuls) {
  SimpleMergeMatmulModule simple(torch::randn({3, 4}));
  EXPECT_EQ(merge_matmul(simple, {torch::randn({3, 3}), torch::randn({3, 3})}),
            std::pair(int64_t(2), int64_t(1)));
  FiveMergeMatmulModule five(torch::randn({5, 4}));
  std::vector<Tensor> inputs;
  inputs.reserve(5);
  for (int i = 0; i < 5; ++i)
    inputs.push_back(torch::randn({2 * i + 1, 5}));
  EXPECT_EQ(merge_matmul(five, inputs), std::pair(int64_t(5), int64_t(1)));
  UnmergeableMatmulModule dependent(torch::randn({3, 3}));
  EXPECT_EQ(merge_matmul(dependent, {torch::randn({3, 3})}), std::pair(int64_t(2), int64_t(2)));
}

struct Attention : torch::nn::Module {
  Attention() {
    query = register_module("query", torch::nn::Linear(16, 16));
    key = register_module("key", torch::nn::Linear(torch::nn::LinearOptions(16, 16).bias(false)));
    value = register_module("value", torch::nn::Linear(16, 16));
    norm = register_module("norm", torch::nn::BatchNorm1d(16));
    out = register_module("out", torch::nn::Linear(16, 16));
  }
  Tensor forward(const Tensor& x) {
    const auto heads = [](const Tensor& part) { return part.view({-1, 4, 4}).transpose(0, 1); };
    const Tensor q = heads(query->forward(x)), k = heads(key->forward(x));
    const Tensor v = heads(value->forward(x));
    const Tensor weights = torch::softmax(torch::bmm(q, k.transpose(1, 2)), -1);
    return norm->forward(out->forward(torch::bmm(weights, v).transpose(0, 1).reshape({-1, 16})));
  }
  torch::nn::Linear query{nullptr}, key{nullptr}, value{nullptr}, out{nullptr};
  torch::nn::BatchNorm1d norm{nullptr};
};

TEST(MergeLinears, OfAttention) {
  Attention net;
  net.forward(torch::rand({20, 16}) * 3);
  net.eval();
  const Tensor x = torch::rand({7, 16});
  GraphModule module = symbolic_trace(net);
  ShapeProp(module).propagate({x});
  std::vector<std::string> remarks;
  run_passes(module, "fuse-linear-bn,merge-linears,dce",
             {.remark = [&](const std::string& text) { remarks.push_back(text); }});
  EXPECT_THAT(remarks, ::testing::Contains("3 linear layers are one"));
  EXPECT_EQ(count(module, "norm"), 0);
  const torch::NoGradGuard no_grad;
  for (const int64_t rows : {7, 1, 3}) {
    const Tensor other = torch::rand({rows, 16});
    EXPECT_TRUE(module->forward(other).allclose(net.forward(other), 1e-5, 1e-6));
  }
}

TEST(OptimizeForInference, MergesWhereItIsFaster) {
  Attention net;
  net.forward(torch::rand({20, 16}) * 3);
  net.eval();
  const Tensor x = torch::rand({7, 16});
  std::vector<std::string> remarks;
  OptimizeForInferenceOptions options;
  options.remark = [&](const std::string& text) { remarks.push_back(text); };
  GraphModule fast = optimize_for_inference(symbolic_trace(net), {x}, options);
  EXPECT_THAT(remarks, ::testing::Contains(
                           HasSubstr("linear layers and products that share an operand are ")));
  EXPECT_EQ(count(fast, "norm"), 0);
  const torch::NoGradGuard no_grad;
  EXPECT_TRUE(fast->forward(x).allclose(net.forward(x), 1e-5, 1e-6));
}

} // namespace
} // namespace fx
