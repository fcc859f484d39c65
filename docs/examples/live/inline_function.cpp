// Puts the operators of one module in the place of its call: a Proxy of the call's operand goes
// through the module, which appends to the graph what it computes.
#include <torch/torch.h>

#include <fx/fx.h>

#include <iostream>

struct MImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return relu(x) + 1.0; }
  torch::nn::ReLU relu = register_module("relu", torch::nn::ReLU());
};
TORCH_MODULE(M);

int main() {
  M m;
  fx::GraphModule traced = fx::symbolic_trace(m, {.input_names = {"x"}});
  std::cout << traced->forward_code();

  fx::Graph& graph = traced->graph();
  for (fx::Node& node : graph.nodes()) {
    if (node.op() != fx::Opcode::CallModule || node.target() != "relu") continue;
    const auto here = graph.inserting_before(&node);
    const torch::Tensor inlined = m->relu(fx::Proxy(node.arg(0).as_node()));
    node.replace_all_uses_with(&fx::Proxy::of(inlined)->node());
    graph.erase_node(&node);
  }
  graph.lint();
  std::cout << traced->forward_code();

  const torch::Tensor x = torch::randn({2, 3});
  TORCH_CHECK(torch::equal(traced->forward(x), m(x)));
}

// Prints:
// def forward(self, x):
//     relu = self.relu(x);  x = None
//     add = torch.add(relu, 1.0);  relu = None
//     return add
// def forward(self, x):
//     relu_1 = torch.relu(x);  x = None
//     add = torch.add(relu_1, 1.0);  relu_1 = None
//     return add
