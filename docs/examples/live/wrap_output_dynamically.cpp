// Puts a function, chosen while the program runs, around the result of a traced module.
#include <torch/torch.h>

#include <fx/fx.h>

#include <functional>
#include <iostream>
#include <map>

struct MImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) { return torch::cat({x, y}); }
};
TORCH_MODULE(M);

enum class Activation { Relu, LeakyRelu, Gelu };

const std::map<Activation, std::function<torch::Tensor(torch::Tensor)>> activations{
    {Activation::Relu, torch::nn::ReLU()},
    {Activation::LeakyRelu, torch::nn::LeakyReLU()},
    {Activation::Gelu, torch::nn::GELU()},
};

void wrap_output(fx::GraphModule& module, Activation activation) {
  fx::Graph& graph = module->graph();
  fx::Node* output = graph.output_node();
  fx::Node* result = output->arg(0).as_node();

  // What the function computes of the Proxy comes right after the result.
  const auto here = graph.inserting_after(result);
  const torch::Tensor wrapped = activations.at(activation)(fx::Proxy(result));
  output->set_args({&fx::Proxy::of(wrapped)->node()});
}

int main() {
  M m;
  fx::GraphModule traced = fx::symbolic_trace(m, {.input_names = {"x", "y"}});
  const torch::Tensor x = torch::randn({5, 3}), y = torch::randn({5, 3});
  const torch::Tensor original = traced->forward(x, y);

  wrap_output(traced, Activation::LeakyRelu);
  std::cout << traced->forward_code();
  TORCH_CHECK(torch::equal(traced->forward(x, y), torch::leaky_relu(original)));
}

// Prints:
// def forward(self, x, y):
//     cat = torch.cat([x, y]);  x = y = None
//     leaky_relu = torch._C._nn.leaky_relu(cat);  cat = None
//     return leaky_relu
