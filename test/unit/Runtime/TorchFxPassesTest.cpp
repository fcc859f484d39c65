// Of torch.fx's test_fx_experimental.py: passes on live modules.
#include "TraceTest.h"

#include "fx/Runtime/OptimizeForInference.h"
#include "fx/Runtime/RunPasses.h"

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

// The models of torchvision that the test names, or the parts that make them what they are.
namespace fx::models {
namespace resnet {
#include "../../bench/Inputs/resnet.cpp" // NOLINT(bugprone-suspicious-include)
} // namespace resnet
namespace mobilenet {
#include "../../bench/Inputs/mobilenet_v2.cpp" // NOLINT(bugprone-suspicious-include)
} // namespace mobilenet
namespace densenet {
#include "../../EndToEnd/Models/densenet.cpp" // NOLINT(bugprone-suspicious-include)
} // namespace densenet
namespace resnext {
#include "../../EndToEnd/Models/resnet50.cpp" // NOLINT(bugprone-suspicious-include)
} // namespace resnext
namespace mnasnet {
#include "../../EndToEnd/Models/squeeze_excite.cpp" // NOLINT(bugprone-suspicious-include)
} // namespace mnasnet
namespace vgg {
#include "../../EndToEnd/Models/vgg.cpp" // NOLINT(bugprone-suspicious-include)
} // namespace vgg
} // namespace fx::models

namespace fx {
namespace {

using ::testing::HasSubstr;
using torch::Tensor;

struct EmbeddingNet : torch::nn::Module {
  Tensor forward(const Tensor& x) {
    Tensor emb = embedding(x);
    emb = emb + torch::arange(emb.size(-1), torch::dtype(torch::kFloat).device(emb.device()));
    const Tensor normed = layernorm(emb);
    return normed.size(0) < 30 ? torch::relu(normed) : torch::sigmoid(normed);
  }
  torch::nn::Embedding embedding = register_module("emb", torch::nn::Embedding(42, 16));
  torch::nn::LayerNorm layernorm =
      register_module("layernorm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({16})));
};

TEST(TorchFxPasses, test_meta_tracer) {
  EmbeddingNet net;
  for (const int64_t size : {15, 35}) {
    const Tensor x = torch::randint(42, {size}, torch::kLong);
    // A tensor without memory has a size, which is all that the trace asks for.
    GraphModule traced = symbolic_trace(net, {.example_inputs = {x.to(torch::kMeta)}});
    EXPECT_THAT(testing::calls(traced->graph()),
                HasSubstr(size < 30 ? "torch.relu" : "torch.sigmoid"));
    EXPECT_TRUE(traced->forward(x).equal(net.forward(x)));
    const std::string path = ::testing::TempDir() + "fx_meta_module_" + std::to_string(size);
    save(traced, path + ".fx");
    torch::save(traced, path + ".pt");
    EXPECT_TRUE(load(path + ".fx", path + ".pt")->forward(x).equal(net.forward(x)));
    std::filesystem::remove(path + ".fx");
    std::filesystem::remove(path + ".pt");
  }
}

/// A graph of one call, of two inputs, or of one and a number.
GraphModule module_of(const std::string& target, bool with_number) {
  Graph graph;
  Node* x = graph.placeholder("x");
  const Argument other = with_number ? Argument(42) : Argument(graph.placeholder("y"));
  graph.output(graph.call_function(Symbol(target), {x, other}));
  return GraphModule(AttributeMap{}, std::move(graph));
}

TEST(TorchFxPasses, test_normalize_binary_operators) {
  const Tensor x = torch::randn({3, 4}), y = torch::randn({3, 4});
  for (const char* name : {"add", "mul", "sub", "div", "floor_divide", "remainder", "eq", "ne",
                           "lt", "le", "gt", "ge"})
    for (const bool with_number : {false, true}) {
      const std::string target = std::string("torch.") + name;
      GraphModule module = module_of(target, with_number);
      const Args inputs = with_number ? Args{x} : Args{x, y};
      const Tensor before = module->run(inputs).toTensor();
      EXPECT_TRUE(run_passes(module, "normalize-operators")) << name;
      EXPECT_THAT(testing::calls(module->graph()), HasSubstr("call_function operator.")) << name;
      EXPECT_TRUE(module->run(inputs).toTensor().equal(before)) << name;
    }
}

/// Halves of the channels, one through a block, mixed behind it (ShuffleNet).
struct ShuffleUnit : torch::nn::Module {
  Tensor forward(const Tensor& x) {
    const std::vector<Tensor> halves = torch::chunk(x, 2, 1);
    Tensor h = torch::cat({halves[0], branch->forward(halves[1])}, 1);
    h = h.view({h.size(0), 2, h.size(1) / 2, h.size(2), h.size(3)}).transpose(1, 2).contiguous();
    return h.view({h.size(0), -1, h.size(3), h.size(4)});
  }
  torch::nn::Sequential branch = register_module(
      "branch",
      torch::nn::Sequential(
          torch::nn::Conv2d(torch::nn::Conv2dOptions(12, 12, 1).bias(false)),
          torch::nn::BatchNorm2d(12), torch::nn::ReLU(torch::nn::ReLUOptions(true)),
          torch::nn::Conv2d(torch::nn::Conv2dOptions(12, 12, 3).padding(1).groups(12).bias(false)),
          torch::nn::BatchNorm2d(12)));
};

/// As fast as it may be, it gives what the model gives.
template <class Net>
void expect_same_when_optimized(const std::shared_ptr<Net>& net, const Tensor& x) {
  const torch::NoGradGuard no_grad;
  net->forward(torch::randn_like(x)); // the statistics of norms
  net->eval();
  GraphModule fast = optimize_for_inference(symbolic_trace(*net, {.example_inputs = {x}}), {x});
  const Tensor expected = net->forward(x);
  const Tensor difference = (fast->forward(x) - expected).abs().max();
  EXPECT_LE(difference.item<double>(), 1e-4 * (1 + expected.abs().max().item<double>()))
      << net->name();
}

TEST(TorchFxPasses, test_optimize_for_inference_cpu_torchvision) {
  torch::manual_seed(1);
  const Tensor image = torch::randn({1, 3, 64, 64}), features = torch::randn({1, 256, 14, 14});
  using namespace models;
  const auto resnet_of = [](const std::vector<int64_t>& blocks, bool bottleneck) {
    return std::make_shared<resnet::ResNetImpl>(blocks, bottleneck);
  };
  expect_same_when_optimized(resnet_of({2, 2, 2, 2}, false), image);
  expect_same_when_optimized(resnet_of({3, 4, 6, 3}, true), image);
  expect_same_when_optimized(
      std::make_shared<densenet::DenseNetImpl>(8, std::vector<int64_t>{2, 3, 2}, 12, 2, 0.1, 10),
      image);
  expect_same_when_optimized(std::make_shared<ShuffleUnit>(), torch::randn({1, 24, 14, 14}));
  expect_same_when_optimized(std::make_shared<vgg::VGGImpl>("vgg11", 10, true),
                             torch::randn({2, 3, 32, 32}));
  expect_same_when_optimized(std::make_shared<mobilenet::MobileNetV2Impl>(), image);
  expect_same_when_optimized(
      std::make_shared<mnasnet::se::Network>(10, mnasnet::se::Activation::ReLU), image);
  expect_same_when_optimized(std::make_shared<resnext::BottleneckImpl>(256, 64, 1, nullptr,
                                                                       /*groups=*/32,
                                                                       /*base_width=*/4),
                             features);
}

/// A convolution of a type, and a norm with statistics of another one.
template <class Layer, class Norm>
struct MixedTypes : torch::nn::Module {
  MixedTypes(Layer of_layer, Norm of_norm, at::ScalarType type)
      : layer(std::move(of_layer)), norm(std::move(of_norm)) {
    register_module("layer", layer);
    register_module("norm", norm);
    const torch::NoGradGuard no_grad;
    for (const Tensor& buffer : norm->buffers())
      if (buffer.is_floating_point()) buffer.uniform_(0.5, 2);
    for (const Tensor& parameter : norm->parameters())
      parameter.uniform_(0.5, 2);
    layer->to(type);
    eval();
  }
  Tensor forward(const Tensor& x) { return norm->forward(layer->forward(x)); }
  Layer layer;
  Norm norm;
};

/// Fuses, and compares with the original, and with the layer of weights that are rounded once.
template <class Net>
void expect_fused_in_its_type(Net& net, const char* pipeline, const Tensor& x) {
  const torch::NoGradGuard no_grad;
  const Tensor expected = net.forward(x);
  GraphModule module = symbolic_trace(net, {.example_inputs = {x}});
  EXPECT_TRUE(run_passes(module, pipeline));
  EXPECT_THAT(testing::calls(module->graph()), ::testing::Not(HasSubstr("call_module")));
  const Tensor found = module->forward(x);
  EXPECT_EQ(found.scalar_type(), expected.scalar_type());
  const auto expect_close = [&](const Tensor& to, double tolerance) {
    const Tensor wide = to.to(torch::kDouble);
    const Tensor difference = (found.to(torch::kDouble) - wide).abs().max();
    EXPECT_LE(difference.template item<double>(),
              tolerance * wide.abs().max().template item<double>());
  };
  // LibTorch adds numbers of bfloat16 in bfloat16, in another order and size here.
  expect_close(expected, 0.04);
  const Tensor scale = torch::rsqrt(net.norm->running_var + net.norm->options.eps()) *
                       (net.norm->weight.defined() ? net.norm->weight : torch::ones({1}));
  Tensor bias = -net.norm->running_mean;
  if (net.layer->bias.defined()) bias = bias + net.layer->bias;
  bias = bias * scale + (net.norm->bias.defined() ? net.norm->bias : torch::zeros({1}));
  std::vector<int64_t> shape(static_cast<size_t>(net.layer->weight.dim()), 1);
  shape[0] = -1;
  net.layer->weight.copy_(net.layer->weight * scale.reshape(shape));
  net.layer->bias = bias.to(x.scalar_type());
  expect_close(net.layer->forward(x), 1.0 / 128);
}

TEST(TorchFxPasses, test_conv_bn_fusion_mixed_dtype) {
  using Options = torch::nn::Conv2dOptions;
  for (const bool bias : {false, true})
    for (const bool affine : {false, true}) {
      torch::manual_seed(1);
      MixedTypes net(
          torch::nn::Conv2d(Options(3, 16, 3).padding(1).bias(bias)),
          torch::nn::BatchNorm2d(torch::nn::BatchNorm2dOptions(16).eps(0.001).affine(affine)),
          torch::kBFloat16);
      expect_fused_in_its_type(net, "fuse-conv-bn", torch::randn({1, 3, 64, 64}, torch::kBFloat16));
    }
  MixedTypes linear(torch::nn::Linear(8, 16), torch::nn::BatchNorm1d(16), torch::kBFloat16);
  expect_fused_in_its_type(linear, "shape-prop<input=5x8:bfloat16>,fuse-linear-bn<input-ranks>,dce",
                           torch::randn({5, 8}, torch::kBFloat16));
}

TEST(FuseConvBn, LeavesTypesThatDoNotGoTogether) {
  MixedTypes net(torch::nn::Conv2d(3, 4, 3), torch::nn::BatchNorm2d(4), torch::kDouble);
  GraphModule module = symbolic_trace(net);
  std::vector<std::string> told;
  EXPECT_FALSE(run_passes(module, "fuse-conv-bn",
                          {.remark = [&](const std::string& text) { told.push_back(text); }}));
  EXPECT_THAT(told,
              ::testing::ElementsAre(HasSubstr("of types that are not known to go together")));
  net.norm->to(torch::kDouble);
  EXPECT_TRUE(run_passes(module, "fuse-conv-bn"));
  EXPECT_THAT(testing::calls(module->graph()), ::testing::Not(HasSubstr("dtype")));
}

} // namespace
} // namespace fx
