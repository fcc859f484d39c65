// Makes of f the g for which g(f(x)) == x: walks the graph backwards, and takes of each function
// the inverse. Every function of f has one operand and one user.
#include <torch/torch.h>

#include <fx/fx.h>

#include <iostream>
#include <map>
#include <string>

std::map<std::string, std::string> both_ways(std::map<std::string, std::string> inverses) {
  for (const auto& [function, inverse] : std::map(inverses))
    inverses[inverse] = function;
  return inverses;
}

fx::GraphModule invert(const fx::TracedFunction& function) {
  static const auto inverse_of = both_ways({{"torch.sin", "torch.arcsin"},
                                            {"torch.cos", "torch.arccos"},
                                            {"torch.tan", "torch.arctan"},
                                            {"torch.exp", "torch.log"}});
  fx::GraphModule traced = fx::symbolic_trace(function);
  fx::Graph inverted;
  std::map<const fx::Node*, fx::Node*> values; // of the new graph
  for (const fx::Node* node = traced->graph().back(); node != nullptr; node = node->prev())
    switch (node->op()) {
    case fx::Opcode::Output:
      values[node->arg(0).as_node()] = inverted.placeholder(node->name());
      break;
    case fx::Opcode::CallFunction:
      values[node->arg(0).as_node()] =
          inverted.call_function(inverse_of.at(node->target().str()), {values.at(node)});
      break;
    case fx::Opcode::Placeholder: inverted.output(values.at(node)); break;
    default: throw std::runtime_error("no inverse of " + node->name().str());
    }
  inverted.lint();
  return fx::GraphModule(*traced, std::move(inverted));
}

torch::Tensor f(torch::Tensor x) {
  return torch::exp(torch::tan(x));
}

int main() {
  fx::GraphModule inverse = invert(f);
  std::cout << inverse->forward_code();

  const torch::Tensor x = torch::arange(5) + 1.0;
  std::cout << f(inverse->forward(x)) << "\n";
  TORCH_CHECK(torch::allclose(f(inverse->forward(x)), x));
}

// Prints:
// def forward(self, output):
//     log = torch.log(output);  output = None
//     arctan = torch.arctan(log);  log = None
//     return arctan
//  1
//  2
//  3
//  4
//  5
// [ CPUFloatType{5} ]
