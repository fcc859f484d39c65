// Tests of torch.fx's own suite about GraphModules, their copies and files, under their names
// there. Those that are not here are in GraphModuleTest (docs/TorchFxTests.md).
#include "TraceTest.h"

#include "fx/IR/Parser.h"
#include "fx/Runtime/Calls.h"

#include <sstream>

namespace fx {
namespace {

using torch::Tensor;

GraphModule copy_of(const GraphModule& module) {
  return GraphModule(std::dynamic_pointer_cast<GraphModuleImpl>(module->clone()));
}

/// What `text` says, on the state of another module of the same class.
GraphModule module_of(const std::string& text, const torch::nn::Module& root) {
  Expected<TracedModule> parsed = parse_graph(text);
  if (!parsed) throw std::runtime_error(parsed.error().message);
  return GraphModule(root, std::move(parsed->graph));
}

struct Inner : torch::nn::Module {
  Inner() {
    register_parameter("param", torch::rand(4));
    register_parameter("fixed", torch::rand(5), /*requires_grad=*/false);
    register_buffer("buffer", torch::rand(3));
  }
};

struct Outer : torch::nn::Module {
  Outer() : sub(register_module("sub", std::make_shared<Inner>())) {
    register_buffer("my_buff", torch::rand(2));
    register_parameter("my_param", torch::rand(2));
  }
  std::shared_ptr<Inner> sub;
};

TEST(TorchFxModules, test_graph_module_init_buffer_param_copied_mod_init) {
  const Outer original;
  Graph graph;
  graph.output(Argument::tuple({graph.get_attr("my_buff"), graph.get_attr("sub.param")}));
  const GraphModule module(original, std::move(graph));
  EXPECT_EQ(module->named_buffers().keys(), original.named_buffers().keys());
  EXPECT_EQ(module->named_parameters().keys(), original.named_parameters().keys());
  for (const auto& entry : original.named_parameters())
    EXPECT_EQ(module->get_parameter(entry.key()).requires_grad(), entry.value().requires_grad());
  EXPECT_TRUE(module->get_buffer("sub.buffer").is_same(original.sub->named_buffers()["buffer"]));
}

struct LayerImpl : torch::nn::Module {
  LayerImpl() : layer(register_module("layer", torch::nn::Linear(3, 3))) {}
  Tensor forward(const Tensor& x) { return layer(x); }
  torch::nn::Linear layer;
};
TORCH_MODULE(Layer);

struct UsesLayer : torch::nn::Module {
  UsesLayer() : used(register_module("used", Layer())) { register_module("unused", Layer()); }
  Tensor forward(const Tensor& x) { return call(used, x); }
  Layer used;
};

TEST(TorchFxModules, test_delete_unused_submodules_leaf) {
  UsesLayer module;
  GraphModule traced = symbolic_trace(module);
  traced->delete_all_unused_submodules();
  EXPECT_TRUE(traced->find_module("used.layer"));
  EXPECT_FALSE(traced->find_module("unused"));
  const Tensor x = torch::randn({2, 3});
  EXPECT_TRUE(traced->forward(x).equal(module.forward(x)));
}

GraphModule simple() {
  return symbolic_trace([](Tensor x) { return torch::relu(x + 3.0); });
}

TEST(TorchFxModules, test_deepcopy_graphmodule_with_transform) {
  GraphModule traced = simple();
  Graph graph;
  Graph::ValueMap values;
  const std::optional<Argument> output = graph.graph_copy(traced->graph(), values);
  graph.output(graph.call_method("neg", {*output}));
  GraphModule transformed(*traced, std::move(graph));
  transformed->graph().lint();
  const Tensor x = torch::randn({3, 4});
  EXPECT_TRUE(copy_of(transformed)->forward(x).equal(-torch::relu(x + 3.0)));
}

TEST(TorchFxModules, test_deepcopy_graphmodule) {
  GraphModule traced = simple();
  traced->meta()["hello"] = "world";
  GraphModule copy = copy_of(traced);
  EXPECT_EQ(copy->meta().at("hello").toStringRef(), "world");
  copy->meta()["hello"] = "you";
  EXPECT_EQ(traced->meta().at("hello").toStringRef(), "world");
}

TEST(TorchFxModules, test_sequential) {
  torch::nn::Sequential sequential(torch::nn::Conv2d(1, 1, 1));
  GraphModule traced = symbolic_trace(sequential);
  EXPECT_EQ(testing::calls(traced->graph()), "_0 = call_module 0 input_1\n");
  const Tensor x = torch::rand({1, 1, 2, 2});
  EXPECT_TRUE(copy_of(traced)->forward(x).equal(sequential->forward(x)));
}

TEST(TorchFxModules, test_pickle_graphmodule) {
  Layer original;
  GraphModule traced = symbolic_trace(original);
  std::stringstream weights;
  torch::save(traced, weights);
  GraphModule loaded = module_of(print_graph(traced->graph()), *Layer());
  torch::load(loaded, weights);
  loaded->graph().lint();
  const Tensor x = torch::rand({3, 3});
  EXPECT_TRUE(loaded->forward(x).equal(original->forward(x)));
}

TEST(TorchFxModules, test_pickle_torch_custom_ops) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* sigmoid = graph.call_function("torch.ops.aten.sigmoid.default", {x});
  Node* cat = graph.call_function("torch.ops.aten.cat.default", {Argument::list({x, sigmoid})});
  graph.output(graph.call_function("torch.ops.aten.cat.default", {Argument::list({cat, cat})}));
  GraphModule module(AttributeMap(), std::move(graph));
  GraphModule loaded = module_of(print_graph(module->graph()), *module);
  const Tensor input = torch::randn(3);
  const Tensor once = torch::cat({input, torch::sigmoid(input)});
  EXPECT_TRUE(module->forward(input).equal(torch::cat({once, once})));
  EXPECT_TRUE(loaded->forward(input).equal(torch::cat({once, once})));
}

TEST(TorchFxModules, test_preserve_unused_attr_after_unpickle) {
  GraphModule module = simple();
  module->add_submodule("foo", torch::nn::Linear(3, 3).ptr());
  module->register_buffer("dummy_buffer", torch::rand(1));
  module->register_parameter("dummy_parameter", torch::rand(1));
  std::stringstream saved;
  torch::save(module, saved);
  GraphModule loaded = copy_of(module);
  {
    const torch::NoGradGuard no_gradients;
    for (Tensor& parameter : loaded->parameters())
      parameter.zero_();
    loaded->get_buffer("dummy_buffer").zero_();
  }
  torch::load(loaded, saved);
  EXPECT_TRUE(loaded->get_parameter("foo.weight").equal(module->get_parameter("foo.weight")));
  EXPECT_TRUE(loaded->get_buffer("dummy_buffer").equal(module->get_buffer("dummy_buffer")));
  EXPECT_TRUE(
      loaded->get_parameter("dummy_parameter").equal(module->get_parameter("dummy_parameter")));
}

} // namespace
} // namespace fx
