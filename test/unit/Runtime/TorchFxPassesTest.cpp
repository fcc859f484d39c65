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

// The models of torchvision that the test names, or the parts that make them what they are.
namespace fx::models {
namespace resnet {
#include "../../bench/Inputs/resnet.cpp"
} // namespace resnet
namespace mobilenet {
#include "../../bench/Inputs/mobilenet_v2.cpp"
} // namespace mobilenet
namespace densenet {
#include "../../EndToEnd/Models/densenet.cpp"
} // namespace densenet
namespace resnext {
#include "../../EndToEnd/Models/resnet50.cpp"
} // namespace resnext
namespace mnasnet {
#include "../../EndToEnd/Models/squeeze_excite.cpp"
} // namespace mnasnet
namespace vgg {
#include "../../EndToEnd/Models/vgg.cpp"
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

} // namespace
} // namespace fx
