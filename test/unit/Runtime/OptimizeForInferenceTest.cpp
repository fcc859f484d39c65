// Modules made fast for inference (torch.fx: experimental/optimization.py, and the tests of it in
// test_fx_experimental.py).
#include "TraceTest.h"

#include "fx/Runtime/Calls.h"
#include "fx/Runtime/OptimizeForInference.h"

namespace fx {
namespace {

using ::testing::HasSubstr;
using torch::Tensor;

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(int64_t planes) {
    conv1 = register_module("conv1", conv(planes));
    bn1 = register_module("bn1", torch::nn::BatchNorm2d(planes));
    conv2 = register_module("conv2", conv(planes));
    bn2 = register_module("bn2", torch::nn::BatchNorm2d(planes));
  }
  static torch::nn::Conv2d conv(int64_t planes) {
    return torch::nn::Conv2d(torch::nn::Conv2dOptions(planes, planes, 3).padding(1).bias(false));
  }
  Tensor forward(const Tensor& x) {
    Tensor h = torch::relu(bn1->forward(conv1->forward(x)));
    h = bn2->forward(conv2->forward(h));
    h += x;
    return torch::relu(h);
  }
  torch::nn::Conv2d conv1{nullptr}, conv2{nullptr};
  torch::nn::BatchNorm2d bn1{nullptr}, bn2{nullptr};
};
TORCH_MODULE(Block);

struct SmallResNet : torch::nn::Module {
  SmallResNet() {
    stem = register_module("stem", torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 32, 3).stride(2)));
    block = register_module("block", Block(32));
    dropout = register_module("dropout", torch::nn::Dropout(0.5));
    fc = register_module("fc", torch::nn::Linear(32 * 4, 10));
  }
  Tensor forward(const Tensor& x) {
    Tensor h = torch::nn::functional::relu(stem->forward(x),
                                           torch::nn::functional::ReLUFuncOptions().inplace(true));
    h = block->forward(h);
    h = torch::adaptive_avg_pool2d(h, {2, 2});
    // It fails on what lies in channels_last.
    h = h.view({-1, 128});
    return fc->forward(dropout->forward(h));
  }
  torch::nn::Conv2d stem{nullptr};
  Block block{nullptr};
  torch::nn::Dropout dropout{nullptr};
  torch::nn::Linear fc{nullptr};
};

/// With statistics that are not those of a fresh norm.
template <class Net>
std::shared_ptr<Net> trained(const Tensor& x) {
  auto net = std::make_shared<Net>();
  const torch::NoGradGuard no_grad;
  for (int i = 0; i < 3; ++i)
    net->forward(x * (i + 1));
  net->eval();
  return net;
}

TEST(TorchFxOptimization, test_optimize_for_inference_cpu) {
  const Tensor x = torch::rand({2, 3, 33, 33});
  const auto net = trained<SmallResNet>(x);
  std::vector<std::string> remarks;
  OptimizeForInferenceOptions options;
  options.remark = [&](const std::string& text) { remarks.push_back(text); };
  GraphModule traced = symbolic_trace(*net);
  GraphModule fast = optimize_for_inference(traced, {x}, options);
  const torch::NoGradGuard no_grad;
  const Tensor expected = net->forward(x);
  EXPECT_TRUE(fast->forward(x).allclose(expected, 1e-4, 1e-5));
  EXPECT_EQ(fast->forward(x).strides(), expected.strides());
  // Other sizes work too.
  const Tensor other = torch::rand({1, 3, 40, 40});
  EXPECT_TRUE(fast->forward(other).allclose(net->forward(other), 1e-4, 1e-5));
  // Weights are folded, norms and Dropout gone; the original is what it was.
  for (const Node* node : fast->graph())
    EXPECT_EQ(std::string(node->target().view()).find("bn"), std::string::npos);
  EXPECT_TRUE(traced->forward(x).equal(expected));
  const auto copy = std::dynamic_pointer_cast<GraphModuleImpl>(fast->clone());
  EXPECT_TRUE(copy->forward(x).equal(fast->forward(x)));
  EXPECT_THAT(remarks, ::testing::Contains(HasSubstr("1 call of Dropout and Identity is gone")));
  EXPECT_THAT(remarks, ::testing::Contains(HasSubstr("oneDNN")));
}

TEST(OptimizeForInference, KeepsItsWeights) {
  const Tensor x = torch::rand({2, 3, 33, 33});
  const auto net = trained<SmallResNet>(x);
  GraphModule fast = optimize_for_inference(symbolic_trace(*net), {x});
  const torch::NoGradGuard no_grad;
  const Tensor before = fast->forward(x).clone();
  for (Tensor& weight : net->parameters())
    weight.zero_();
  EXPECT_TRUE(fast->forward(x).equal(before));
}

struct TwoLinears : torch::nn::Module {
  TwoLinears() {
    one = register_module("one", torch::nn::Linear(64, 256));
    two = register_module("two", torch::nn::Linear(256, 64));
  }
  Tensor forward(const Tensor& x) { return two->forward(torch::relu(one->forward(x))) + x; }
  torch::nn::Linear one{nullptr}, two{nullptr};
};

TEST(OptimizeForInference, TakesLinearLayers) {
  TwoLinears net;
  net.eval();
  for (const std::vector<int64_t>& sizes :
       {std::vector<int64_t>{5, 64}, {2, 7, 64}, {2, 3, 4, 64}}) {
    const Tensor x = torch::rand(sizes);
    GraphModule fast = optimize_for_inference(symbolic_trace(net), {x});
    const torch::NoGradGuard no_grad;
    EXPECT_TRUE(fast->forward(x).allclose(net.forward(x), 1e-4, 1e-5));
    EXPECT_TRUE(fast->forward(x[0]).allclose(net.forward(x[0]), 1e-4, 1e-5));
    const Tensor turned = torch::rand({64, 6}).t();
    EXPECT_TRUE(fast->forward(turned).allclose(net.forward(turned), 1e-4, 1e-5));
  }
}

struct NormedRows : torch::nn::Module {
  Tensor forward(Tensor x) {
    if (flattens) x = x.flatten(1);
    return torch::relu(norm->forward(fc->forward(x)));
  }
  bool flattens = false;
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(16, 16))};
  torch::nn::BatchNorm1d norm{register_module("norm", torch::nn::BatchNorm1d(16))};
};

TEST(OptimizeForInference, ChecksTheDimensionsThatANormGoesBy) {
  // With 16 rows BatchNorm1d takes three dimensions too, and normalises the rows.
  for (const bool flattens : {false, true}) {
    const auto net = std::make_shared<NormedRows>();
    net->flattens = flattens;
    for (int i = 0; i < 3; ++i)
      net->forward(torch::rand({5, 16}) * (i + 1));
    net->eval();
    GraphModule fast = optimize_for_inference(symbolic_trace(*net), {torch::rand({5, 16})});
    for (const Node* node : fast->graph())
      EXPECT_NE(node->target().view(), "norm");
    const torch::NoGradGuard no_grad;
    for (const int64_t rows : {1, 5, 16}) {
      const Tensor x = torch::rand({rows, 16});
      EXPECT_TRUE(fast->forward(x).allclose(net->forward(x), 1e-4, 1e-5));
    }
    const Tensor deep = flattens ? torch::rand({3, 4, 4}) : torch::rand({3, 16, 16});
    if (flattens) {
      EXPECT_TRUE(fast->forward(deep).allclose(net->forward(deep), 1e-4, 1e-5));
      continue;
    }
    try {
      fast->forward(deep);
      ADD_FAILURE() << "it took three dimensions";
    } catch (const std::exception& error) {
      EXPECT_THAT(error.what(), HasSubstr("another number of dimensions than 2"));
    }
  }
}

TEST(OptimizeForInference, KeepsInfinitiesAndWhatIsNoNumber) {
  const Tensor x = torch::rand({2, 3, 33, 33});
  const auto net = trained<SmallResNet>(x);
  GraphModule fast = optimize_for_inference(symbolic_trace(*net), {x});
  const torch::NoGradGuard no_grad;
  for (const double value :
       {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    Tensor given = x.clone();
    given.fill_(value);
    EXPECT_TRUE(fast->forward(given).isnan().equal(net->forward(given).isnan()));
  }
}

TEST(OptimizeForInference, LeavesWhatSharesAResult) {
  // The convolution's own result is used beside the ReLU.
  struct Shared : torch::nn::Module {
    Shared() { conv = register_module("conv", torch::nn::Conv2d(8, 8, 1)); }
    Tensor forward(const Tensor& x) {
      const Tensor h = conv->forward(x);
      return torch::relu(h) - h;
    }
    torch::nn::Conv2d conv{nullptr};
  } net;
  net.eval();
  const Tensor x = torch::randn({2, 8, 9, 9});
  GraphModule fast = optimize_for_inference(symbolic_trace(net), {x});
  const torch::NoGradGuard no_grad;
  EXPECT_TRUE(fast->forward(x).allclose(net.forward(x), 1e-4, 1e-5));
}

TEST(OptimizeForInference, LeavesWhatItDoesNotKnow) {
  // A module of the program's own is one node.
  struct Halves : torch::nn::Module {
    Tensor forward(const Tensor& x) { return x / 2; }
  };
  struct Outer : torch::nn::Module {
    Outer() {
      fc = register_module("fc", torch::nn::Linear(4, 4));
      halves = register_module("halves", std::make_shared<Halves>());
    }
    Tensor forward(const Tensor& x) { return call(*halves, fc->forward(x)); }
    torch::nn::Linear fc{nullptr};
    std::shared_ptr<Halves> halves;
  } net;
  net.eval();
  std::vector<std::string> remarks;
  OptimizeForInferenceOptions options;
  options.remark = [&](const std::string& text) { remarks.push_back(text); };
  const Tensor x = torch::rand({3, 4});
  GraphModule fast = optimize_for_inference(symbolic_trace(net), {x}, options);
  const torch::NoGradGuard no_grad;
  EXPECT_TRUE(fast->forward(x).allclose(net.forward(x), 1e-4, 1e-5));
  EXPECT_THAT(remarks, ::testing::Contains(HasSubstr("fold_weights is left: ")));
}

TEST(OptimizeForInference, WantsEvaluation) {
  TwoLinears net;
  try {
    optimize_for_inference(symbolic_trace(net), {torch::rand({5, 64})});
    FAIL() << "it took a module in training";
  } catch (const RuntimeError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the module is in training; call eval() first"));
  }
}

} // namespace
} // namespace fx
