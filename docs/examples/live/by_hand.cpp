// A graph made by hand, run on what a module of LibTorch holds, and run again after a change.
#include <torch/torch.h>

#include <fx/IR/Printer.h>
#include <fx/fx.h>

#include <iostream>

int main() {
  torch::nn::Linear linear(3, 2);
  torch::nn::init::ones_(linear->weight);
  torch::nn::init::zeros_(linear->bias);

  fx::Graph graph;
  fx::Node* x = graph.placeholder("x");
  fx::Node* fc = graph.call_module("fc", {x});
  fx::Node* relu = graph.call_function("torch.relu", {fc});
  graph.output(relu);

  fx::GraphModule module(fx::AttributeMap{{"fc", linear.ptr()}}, std::move(graph));
  const torch::Tensor input = torch::full({1, 3}, -2.0);
  std::cout << fx::print_graph(module->graph()) << module->forward(input) << "\n";

  // The next call runs the graph as it is then.
  for (fx::Node& node : module->graph().nodes())
    if (node.is_call_function("torch.relu")) node.set_target("torch.abs");
  std::cout << module->forward(input) << "\n";

  try {
    module->forward(torch::ones({1, 7}));
  } catch (const fx::ExecutionError& error) {
    std::cout << "failed at " << error.node() << "\n";
  }
}

// Prints:
// graph():
//     %x : [num_users=1] = placeholder[target=x]
//     %fc : [num_users=1] = call_module[target=fc](args = (%x,), kwargs = {})
//     %relu : [num_users=1] = call_function[target=torch.relu](args = (%fc,), kwargs = {})
//     return %relu
//  0  0
// [ CPUFloatType{1,2} ]
//  6  6
// [ CPUFloatType{1,2} ]
// failed at fc
