// Parts of live graphs as modules.
#include "TraceTest.h"

#include "fx/IR/Lint.h"
#include "fx/Runtime/Calls.h"
#include "fx/Runtime/NodeSizes.h"
#include "fx/Runtime/ShapeProp.h"
#include "fx/Runtime/SplitModule.h"

namespace fx {
namespace {

using testing::calls;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using torch::Tensor;

struct Net : torch::nn::Module {
  Tensor forward(const Tensor& x) {
    const Tensor y = torch::relu(linear(x)) + bias;
    return norm(out->forward(y)) * 2;
  }
  torch::nn::Linear linear{register_module("linear", torch::nn::Linear(4, 4))};
  torch::nn::BatchNorm1d norm{register_module("norm", torch::nn::BatchNorm1d(3))};
  torch::nn::Linear out{register_module("out", torch::nn::Linear(4, 3))};
  Tensor bias{register_parameter("bias", torch::ones({4}))};
};

Node* node_named(const GraphModule& module, std::string_view name) {
  for (Node* node : module->current_graph())
    if (node->name().view() == name) return node;
  ADD_FAILURE() << name;
  return nullptr;
}

TEST(SplitModule, ComputesTheSame) {
  Net net;
  GraphModule traced = symbolic_trace(net);
  int position = 0;
  GraphModule split = split_module(traced, [&](const Node&) { return position++ / 2; });
  EXPECT_EQ(calls(split->current_graph()), "submod_0 = call_module submod_0 input_1\n"
                                           "bias = get_attr bias\n"
                                           "submod_1 = call_module submod_1 submod_0 bias\n"
                                           "submod_2 = call_module submod_2 submod_1\n");
  const Tensor x = torch::randn({5, 4});
  net.eval();
  traced->eval();
  split->eval();
  EXPECT_TRUE(split->forward(x).equal(net.forward(x)));
  // The state keeps its keys, and is shared.
  EXPECT_EQ(split->named_parameters().keys(), traced->named_parameters().keys());
  torch::NoGradGuard no_gradients;
  net.bias.add_(1);
  net.out->weight.mul_(2);
  EXPECT_TRUE(split->forward(x).equal(net.forward(x)));
}

TEST(SplitModule, TrainsAsTheWhole) {
  Net net;
  GraphModule split = split_module(symbolic_trace(net), [](const Node&) { return 0; });
  split->train();
  const Tensor x = torch::randn({5, 4});
  const Tensor before = net.norm->running_mean.clone();
  split->forward(x).sum().backward();
  EXPECT_FALSE(net.norm->running_mean.equal(before));
  EXPECT_TRUE(net.linear->weight.grad().defined());
}

TEST(SplitModule, LeavesTheModesOfModules) {
  Net net;
  net.train();
  net.norm->eval();
  GraphModule traced = symbolic_trace(net);
  GraphModule split = split_module(traced, [](const Node&) { return 0; });
  (void)extract_subgraph(traced, {node_named(traced, "relu")}, {node_named(traced, "linear")},
                         {node_named(traced, "relu")});
  EXPECT_FALSE(net.norm->is_training());
  EXPECT_TRUE(net.linear->is_training());
}

TEST(SplitModule, GroupsHaveNames) {
  Net net;
  GraphModule traced = symbolic_trace(net);
  GraphModule fused = fuse_by_partitions(
      traced, {{"first", {node_named(traced, "linear"), node_named(traced, "relu")}}});
  EXPECT_THAT(calls(fused->current_graph()), HasSubstr("first = call_module first input_1\n"));
  const Tensor x = torch::randn({5, 4});
  fused->eval();
  net.eval();
  EXPECT_TRUE(fused->forward(x).equal(net.forward(x)));
  try {
    (void)fuse_by_partitions(traced,
                             {{"bad", {node_named(traced, "linear"), node_named(traced, "add")}}});
    FAIL();
  } catch (const RuntimeError& error) {
    EXPECT_THAT(error.what(), HasSubstr("'relu' -> 'bad' -> 'relu'"));
  }
}

TEST(SplitModule, KeepsTheOrderOfWrites) {
  GraphModule traced = symbolic_trace([](const Tensor& x) {
    const Tensor y = x + 1;
    x.mul_(2);
    return torch::relu(x) - y;
  });
  const auto run = [&](GraphModule& module) { return module->forward(torch::ones({2})); };
  const Tensor expected = run(traced);
  for (int size = 1; size < 4; ++size) {
    int position = 0;
    GraphModule split = split_module(traced, [&](const Node&) { return position++ / size; });
    EXPECT_TRUE(run(split).equal(expected)) << size;
  }
  // A module that nothing is known of keeps its place too.
  EXPECT_THROW(split_module(traced, [](const Node& node) { return node.name().view() == "mul_"; }),
               RuntimeError);
}

/// A class of the program's own, which describe() does not know.
struct Counter : torch::nn::Module {
  Tensor forward(const Tensor& x) { return x.add_(1); }
};

TEST(SplitModule, TakesModulesOfAnyClass) {
  struct Holder : torch::nn::Module {
    Tensor forward(const Tensor& x) {
      const Tensor y = x * 2;
      const Tensor z = torch::relu(call(*counter, y));
      return z - y;
    }
    std::shared_ptr<Counter> counter{register_module("counter", std::make_shared<Counter>())};
  } net;
  GraphModule traced = symbolic_trace(net);
  ASSERT_THAT(calls(traced->graph()), HasSubstr("call_module counter"));
  const Tensor x = torch::randn({3});
  int position = 0;
  GraphModule split = split_module(traced, [&](const Node&) { return position++ / 2; });
  EXPECT_TRUE(split->forward(x).equal(net.forward(x)));
}

TEST(SplitModule, PartsAreSavedAndLoaded) {
  Net net;
  net.eval();
  int position = 0;
  GraphModule split =
      split_module(symbolic_trace(net), [&](const Node&) { return position++ / 2; });
  const TracedModule described = split->describe();
  EXPECT_TRUE(lint(described).empty());
  GraphModule loaded = load(split->describe());
  loaded->eval();
  EXPECT_EQ(loaded->named_parameters().keys(), split->named_parameters().keys());
  torch::NoGradGuard no_gradients;
  for (const auto& item : loaded->named_parameters())
    item.value().copy_(split->named_parameters()[item.key()]);
  const Tensor x = torch::randn({5, 4});
  EXPECT_TRUE(loaded->forward(x).equal(net.forward(x)));
}

TEST(SplitModule, PartsAreWrittenAsClasses) {
  Net net;
  net.eval();
  GraphModule split = split_module(symbolic_trace(net), [](const Node&) { return 0; });
  const std::string python = split->code("python");
  EXPECT_THAT(python, HasSubstr("    class submod_0_module(torch.nn.Module):\n"));
  EXPECT_THAT(python, HasSubstr("object.__setattr__(submod_0, \"linear\", self.linear)\n"));
  EXPECT_THAT(split->code("cpp"), HasSubstr("std::shared_ptr<submod_0_moduleImpl> submod_0;\n"));
}

TEST(SplitModule, ExtractsASubgraph) {
  Net net;
  GraphModule traced = symbolic_trace(net);
  traced->eval();
  net.eval();
  Node* linear = node_named(traced, "linear");
  Node* add = node_named(traced, "add");
  GraphModule part = extract_subgraph(traced, {node_named(traced, "relu"), add, linear},
                                      traced->graph().placeholders(), {linear, add});
  const Tensor x = torch::randn({5, 4});
  const auto results = part->forward<std::vector<Tensor>>(x);
  EXPECT_TRUE(results.at(0).equal(net.linear(x)));
  EXPECT_TRUE(results.at(1).equal(torch::relu(net.linear(x)) + net.bias));
  EXPECT_THAT(part->named_parameters().keys(), ElementsAre("bias", "linear.weight", "linear.bias"));
  EXPECT_THROW(extract_subgraph(traced, {add}, {}, {add}), RuntimeError);
}

TEST(NodeSizes, test_get_size_of_all_nodes) {
  struct Sizes : torch::nn::Module {
    Tensor forward(const Tensor& x) { return std::get<0>(torch::max(linear(x), 1)); }
    torch::nn::Linear linear{register_module("linear", torch::nn::Linear(4, 4))};
  } net;
  GraphModule traced = symbolic_trace(net);
  EXPECT_THROW(get_size_of_all_nodes(traced), RuntimeError);
  const auto sizes = get_size_of_all_nodes(traced, {torch::randn({2, 4})});
  EXPECT_EQ(sizes.at(node_named(traced, "input_1")), (NodeSize{32, 32}));
  EXPECT_EQ(sizes.at(node_named(traced, "linear")), (NodeSize{32, 112}));
  // Two tensors, one of them of int64.
  EXPECT_EQ(sizes.at(node_named(traced, "max_1")), (NodeSize{24, 24}));
  EXPECT_EQ(sizes.at(node_named(traced, "getitem")), (NodeSize{8, 8}));
}

} // namespace
} // namespace fx
