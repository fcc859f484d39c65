// Makes a graph of what is computed with Proxies, without a function or a module to trace.
#include <torch/torch.h>

#include <fx/fx.h>

#include <iostream>

int main() {
  fx::Graph graph;
  const fx::Proxy x(graph.placeholder("x"));
  const fx::Proxy y(graph.placeholder("y"));

  // Each operator is one more node at the end of the graph.
  const torch::Tensor a = torch::cat({x, y});
  const torch::Tensor b = torch::tanh(a);
  const torch::Tensor c = torch::neg(b);
  graph.output(&fx::Proxy::of(c)->node());

  fx::GraphModule module(fx::AttributeMap{}, std::move(graph));
  std::cout << module->forward_code();

  const torch::Tensor one = torch::ones({2}), two = torch::zeros({2});
  TORCH_CHECK(torch::equal(module->forward(one, two), -torch::tanh(torch::cat({one, two}))));
}

// Prints:
// def forward(self, x, y):
//     cat = torch.cat([x, y]);  x = y = None
//     tanh = torch.tanh(cat);  cat = None
//     neg = torch.neg(tanh);  tanh = None
//     return neg
