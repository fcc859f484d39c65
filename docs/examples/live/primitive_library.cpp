// A library of functions that are made of several operators, and stand in graphs as one node each.
// Their operators can take the node's place afterwards, or already while the graph is traced.
#include <torch/torch.h>

#include <fx/fx.h>

#include <iostream>

namespace lowp {

torch::Tensor sigmoid_of_floats(torch::Tensor x) {
  return x.to(torch::kFloat).sigmoid().to(torch::kHalf);
}
torch::Tensor add_floats(torch::Tensor a, torch::Tensor b) {
  return (a.to(torch::kFloat) + b.to(torch::kFloat)).to(torch::kHalf);
}

// A call of these with traced tensors is a node.
const auto sigmoid = fx::wrap("sigmoid_lowp", sigmoid_of_floats);
const auto add = fx::wrap("add_lowp", add_floats);

} // namespace lowp

struct FooImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) {
    return lowp::add(lowp::sigmoid(x), lowp::sigmoid(y));
  }
};
TORCH_MODULE(Foo);

/// Puts the operators of sigmoid_lowp in the place of its calls.
void inline_sigmoid(fx::Graph& graph) {
  for (fx::Node& node : graph.nodes()) {
    if (!node.is_call_function("sigmoid_lowp")) continue;
    const auto here = graph.inserting_before(&node);
    const torch::Tensor inlined = lowp::sigmoid_of_floats(fx::Proxy(node.arg(0).as_node()));
    node.replace_all_uses_with(&fx::Proxy::of(inlined)->node());
    graph.erase_node(&node);
  }
}

/// Never makes a node of add_lowp: its operators are traced.
struct InliningTracer : fx::Tracer {
  fx::Node* create_node(fx::Opcode op, fx::Symbol target, std::vector<fx::Argument> args,
                        std::vector<fx::KeywordArgument> kwargs, std::string_view name,
                        fx::Symbol type) override {
    if (op != fx::Opcode::CallFunction || target != "add_lowp")
      return Tracer::create_node(op, target, std::move(args), std::move(kwargs), name, type);
    const torch::Tensor inlined = lowp::add_floats(fx::Proxy(args.at(0).as_node(), this),
                                                   fx::Proxy(args.at(1).as_node(), this));
    return &fx::Proxy::of(inlined)->node();
  }
};

int main() {
  Foo foo;
  const fx::TraceOptions names{.input_names = {"x", "y"}};
  fx::GraphModule traced = fx::symbolic_trace(foo, names);
  std::cout << traced->forward_code();
  inline_sigmoid(traced->graph());
  std::cout << traced->forward_code();

  InliningTracer tracer;
  fx::GraphModule inlined = fx::make_graph_module(tracer, tracer.trace(foo, names));
  std::cout << inlined->forward_code();

  const torch::Tensor x = torch::randn({2, 3}), y = torch::randn({2, 3});
  TORCH_CHECK(torch::equal(traced->forward(x, y), foo(x, y)));
  TORCH_CHECK(torch::equal(inlined->forward(x, y), foo(x, y)));
}

// Prints:
// def forward(self, x, y):
//     sigmoid_lowp = sigmoid_lowp(x);  x = None
//     sigmoid_lowp_1 = sigmoid_lowp(y);  y = None
//     add_lowp = add_lowp(sigmoid_lowp, sigmoid_lowp_1);  sigmoid_lowp = sigmoid_lowp_1 = None
//     return add_lowp
// def forward(self, x, y):
//     to = x.to(torch.float32);  x = None
//     sigmoid = torch.sigmoid(to);  to = None
//     to_1 = sigmoid.to(torch.float16);  sigmoid = None
//     to_2 = y.to(torch.float32);  y = None
//     sigmoid_1 = torch.sigmoid(to_2);  to_2 = None
//     to_3 = sigmoid_1.to(torch.float16);  sigmoid_1 = None
//     add_lowp = add_lowp(to_1, to_3);  to_1 = to_3 = None
//     return add_lowp
// def forward(self, x, y):
//     sigmoid_lowp = sigmoid_lowp(x);  x = None
//     sigmoid_lowp_1 = sigmoid_lowp(y);  y = None
//     to = sigmoid_lowp.to(torch.float32);  sigmoid_lowp = None
//     to_1 = sigmoid_lowp_1.to(torch.float32);  sigmoid_lowp_1 = None
//     add = torch.add(to, to_1);  to = to_1 = None
//     to_2 = add.to(torch.float16);  add = None
//     return to_2
