// Exports a GraphModule to argv[1] with inputs, and what it computes of them: to-folder.test.
#include "fx/Runtime/GraphModule.h"

#include <torch/torch.h>

namespace {

struct Net : torch::nn::Module {
  Net() {
    register_module("conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(1, 4, 3).padding(1)));
    register_module("norms", torch::nn::Sequential(torch::nn::BatchNorm2d(4)));
    scale = register_parameter("scale", torch::randn({4, 1, 1}));
    register_buffer("offset", torch::randn({4, 1, 1}));
    register_buffer("whole", torch::full({4, 1, 1}, 3, torch::kInt));
    shift = torch::randn({4, 1, 1});
  }
  torch::Tensor scale, shift;
};

} // namespace

int main(int, char** argv) {
  Net net;
  fx::Graph graph;
  fx::Node* x = graph.placeholder("x");
  fx::Node* normed = graph.call_module("norms.0", {graph.call_module("conv", {x})});
  fx::Node* scaled = graph.call_function("operator.mul", {normed, graph.get_attr("scale")});
  fx::Node* y = scaled;
  for (const char* added : {"shift", "offset", "whole"})
    y = graph.call_function("operator.add", {y, graph.get_attr(added)});
  graph.output(fx::Argument::tuple({y, graph.call_method("relu", {y})}));
  fx::GraphModule traced(net, std::move(graph), "Net", fx::AttributeMap{{"shift", net.shift}});
  traced->eval();
  const torch::Tensor input = torch::randn({2, 1, 5, 5});
  const std::string folder = argv[1];
  traced->to_folder(folder, "net", {input});
  const torch::NoGradGuard no_gradients;
  std::vector<torch::Tensor> results;
  const auto pair = traced->forward<fx::Value>(input);
  for (const fx::Value& result : pair.toTupleRef().elements())
    results.push_back(result.toTensor());
  torch::save(results, folder + "/expected.pt");
}
