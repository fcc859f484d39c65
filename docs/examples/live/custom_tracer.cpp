// Two tracers of one's own. The first enters torch::nn's ReLU, which otherwise is one node; the
// second tags every node that it makes.
#include <torch/torch.h>

#include <fx/IR/Printer.h>
#include <fx/fx.h>

#include <algorithm>
#include <iostream>

struct M1Impl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return relu(x); }
  torch::nn::ReLU relu = register_module("relu", torch::nn::ReLU());
};
TORCH_MODULE(M1);

struct LowerReluTracer : fx::Tracer {
  bool is_leaf_module(const torch::nn::Module& module, const std::string& path) override {
    return module.as<torch::nn::ReLUImpl>() == nullptr && Tracer::is_leaf_module(module, path);
  }
};

struct M2Impl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor a, torch::Tensor b) { return a + b; }
};
TORCH_MODULE(M2);

struct TaggingTracer : fx::Tracer {
  fx::Node* create_node(fx::Opcode op, fx::Symbol target, std::vector<fx::Argument> args,
                        std::vector<fx::KeywordArgument> kwargs, std::string_view name,
                        fx::Symbol type) override {
    fx::Node* node =
        Tracer::create_node(op, target, std::move(args), std::move(kwargs), name, type);
    node->set_meta(fx::free_meta_key("tag"), fx::Argument("foo"));
    return node;
  }
};

bool all_nodes_have_tags(const fx::Graph& graph) {
  return std::all_of(graph.begin(), graph.end(), [](const fx::Node* node) {
    const fx::Argument* tag = node->meta(fx::free_meta_key("tag"));
    return tag != nullptr && *tag == fx::Argument("foo");
  });
}

int main() {
  M1 m1;
  const fx::TraceOptions named_x{.input_names = {"x"}};
  std::cout << fx::print_table(fx::symbolic_trace(m1, named_x)->graph());
  std::cout << fx::print_table(LowerReluTracer().trace(m1, named_x));

  M2 m2;
  std::cout << std::boolalpha << all_nodes_have_tags(TaggingTracer().trace(m2)) << "\n";
}

// Prints:
// opcode       name    target    args     kwargs
// -----------  ------  --------  -------  --------
// placeholder  x       x         ()       {}
// call_module  relu    relu      (x,)     {}
// output       output  output    (relu,)  {}
// opcode         name    target      args     kwargs
// -------------  ------  ----------  -------  --------
// placeholder    x       x           ()       {}
// call_function  relu    torch.relu  (x,)     {}
// output         output  output      (relu,)  {}
// true
