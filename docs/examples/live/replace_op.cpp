// Replaces every addition by a bitwise "and". However C++ spells an addition, it is one operator.
#include <torch/torch.h>

#include <fx/fx.h>

#include <iostream>

using Three = std::tuple<torch::Tensor, torch::Tensor, torch::Tensor>;

struct MImpl : torch::nn::Module {
  Three forward(torch::Tensor x, torch::Tensor y) { return {x + y, torch::add(x, y), x.add(y)}; }
};
TORCH_MODULE(M);

int main() {
  M m;
  fx::GraphModule traced = fx::symbolic_trace(m, {.input_names = {"x", "y"}});
  std::cout << traced->graph();

  fx::Graph& graph = traced->graph();
  for (fx::Node& node : graph.nodes()) {
    if (!node.is_call_function("torch.add")) continue;
    const auto here = graph.inserting_after(&node);
    node.replace_all_uses_with(
        graph.call_function("torch.bitwise_and", {node.arg(0), node.arg(1)}));
    graph.erase_node(&node);
  }
  graph.lint();
  std::cout << traced->forward_code();

  // What changed is what runs: there is nothing to recompile.
  const torch::Tensor x = torch::tensor({1, 2, 3}), y = torch::tensor({3, 3, 4});
  const auto [first, second, third] = traced->forward<Three>(x, y);
  TORCH_CHECK(torch::equal(first, x & y) && torch::equal(second, x & y) &&
              torch::equal(third, x & y));
}

// Prints:
// graph():
//     %x : [num_users=3] = placeholder[target=x]
//     %y : [num_users=3] = placeholder[target=y]
//     %add : [num_users=1] = call_function[target=torch.add](args = (%x, %y), kwargs = {})
//     %add_1 : [num_users=1] = call_function[target=torch.add](args = (%x, %y), kwargs = {})
//     %add_2 : [num_users=1] = call_function[target=torch.add](args = (%x, %y), kwargs = {})
//     return (add, add_1, add_2)
// def forward(self, x, y):
//     bitwise_and = torch.bitwise_and(x, y)
//     bitwise_and_1 = torch.bitwise_and(x, y)
//     bitwise_and_2 = torch.bitwise_and(x, y);  x = y = None
//     return (bitwise_and, bitwise_and_1, bitwise_and_2)
