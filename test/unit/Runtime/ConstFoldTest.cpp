// fx/Runtime/ConstFold.h: what is folded, and that what is folded is never out of date.
#include "TraceTest.h"

#include "fx/IR/Parser.h"
#include "fx/Passes/PassManager.h"
#include "fx/Runtime/Calls.h"
#include "fx/Runtime/ConstFold.h"
#include "fx/Runtime/Decompose.h"
#include "fx/Runtime/FunctionalCall.h"
#include "fx/Runtime/Interpreter.h"
#include "fx/Runtime/RunPasses.h"

#include <ATen/autocast_mode.h>

#include <atomic>
#include <chrono>
#include <sstream>
#include <thread>

namespace fx {
namespace {

using testing::calls;
using torch::Tensor;

struct NetImpl : torch::nn::Module {
  NetImpl() {
    weight = register_parameter("weight", torch::randn({3, 3}));
    scale = register_buffer("scale", torch::rand({3}) + 1);
  }
  Tensor forward(const Tensor& x) { return torch::matmul(x, weight * scale); }
  Tensor weight, scale;
};
TORCH_MODULE(Net);

size_t num_folded(const FoldedGraphModule& folded) {
  size_t count = 0;
  for (const Node* node : folded->graph())
    count += node->op() == Opcode::GetAttr &&
                     node->target().view().starts_with(folded->fx_const_folded_attrs_name()) &&
                     !folded->fx_const_folded_attrs_name().empty()
                 ? 1
                 : 0;
  return count;
}

/// A graph of what `make` appends, on a module with a parameter "w" [2, 2] and a BatchNorm "bn".
struct Root : torch::nn::Module {
  Root() {
    w = register_parameter("w", torch::tensor({{1.0F, -2.0F}, {3.0F, 4.0F}}));
    bn = register_module("bn", torch::nn::BatchNorm1d(2));
    dropout = register_module("dropout", torch::nn::Dropout(0.5));
    linear = register_module("linear", torch::nn::Linear(2, 2));
  }
  Tensor w;
  torch::nn::BatchNorm1d bn{nullptr};
  torch::nn::Dropout dropout{nullptr};
  torch::nn::Linear linear{nullptr};
};

FoldedGraphModule fold(Root& root, const std::function<Argument(Graph&, Node*)>& make) {
  Graph graph;
  Node* x = graph.placeholder("x");
  graph.output(make(graph, x));
  return split_const_subgraphs(GraphModule(root, std::move(graph)));
}

Tensor run(FoldedGraphModule& folded) {
  const torch::NoGradGuard no_grad;
  return folded->forward(torch::ones({2, 2}));
}

TEST(ConstFold, FollowsWritesToWeights) {
  Net net;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(net));
  ASSERT_EQ(num_folded(folded), 1U);
  const Tensor x = torch::randn({2, 3});
  const torch::NoGradGuard no_grad;
  const auto same = [&] { return folded->forward(x).equal(net->forward(x)); };
  EXPECT_TRUE(same());
  EXPECT_TRUE(folded->has_folding_been_run());
  net->weight.add_(1);
  EXPECT_TRUE(same());
  net->weight.select(0, 1).zero_(); // a view of it
  EXPECT_TRUE(same());
  net->scale.copy_(torch::rand({3}));
  EXPECT_TRUE(same());
  net->weight.set_data(torch::randn({3, 3}));
  EXPECT_TRUE(same());
  net->to(torch::kDouble);
  EXPECT_EQ(folded->forward(x.to(torch::kDouble)).scalar_type(), torch::kDouble);
  net->to(torch::kFloat);
  EXPECT_TRUE(same());
}

TEST(ConstFold, FollowsDataThatComesBackToAnAddress) {
  Net net;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(net));
  const Tensor x = torch::randn({2, 3});
  const torch::NoGradGuard no_grad;
  for (int i = 0; i < 50; ++i) {
    net->weight.set_data(torch::empty({0})); // the memory is free
    net->weight.set_data(torch::randn({3, 3}));
    ASSERT_TRUE(folded->forward(x).equal(net->forward(x))) << i;
  }
}

TEST(ConstFold, FollowsWeightsThatAreLoaded) {
  Net saved, net;
  std::stringstream stream;
  torch::save(saved, stream);
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(net));
  const Tensor x = torch::randn({2, 3});
  const torch::NoGradGuard no_grad;
  EXPECT_TRUE(folded->forward(x).equal(net->forward(x)));
  torch::serialize::InputArchive archive;
  archive.load_from(stream);
  folded->load(archive); // it has the state of the original alone
  EXPECT_TRUE(folded->forward(x).equal(saved->forward(x)));
}

TEST(ConstFold, FollowsRunningStatistics) {
  // batch_norm() writes to them without counting a version.
  Root root;
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* doubled =
      graph.call_function("operator.add", {graph.get_attr("bn.running_mean"), Argument(1)});
  graph.output(graph.call_function("operator.mul", {x, doubled}));
  FoldedGraphModule folded = split_const_subgraphs(GraphModule(root, std::move(graph)));
  ASSERT_EQ(num_folded(folded), 1U);
  EXPECT_TRUE(run(folded).equal(torch::ones({2, 2}) * (root.bn->running_mean + 1)));
  const uint32_t version = root.bn->running_mean._version();
  torch::batch_norm(torch::randn({8, 2}), {}, {}, root.bn->running_mean, root.bn->running_var, true,
                    0.5, 1e-5, false);
  EXPECT_EQ(root.bn->running_mean._version(), version) << "nothing to look for any more";
  EXPECT_TRUE(run(folded).equal(torch::ones({2, 2}) * (root.bn->running_mean + 1)));
}

TEST(ConstFold, FollowsChangesOfTheConstantGraph) {
  Net net;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(net));
  const Tensor x = torch::randn({2, 3});
  const torch::NoGradGuard no_grad;
  folded->forward(x);
  GraphModule module = folded->const_subgraph_module();
  Graph& constants = module->graph();
  constants.find_nodes(Opcode::CallFunction).at(0)->set_target("operator.sub");
  EXPECT_TRUE(folded->forward(x).equal(torch::matmul(x, net->weight - net->scale)));
}

TEST(ConstFold, FollowsWritesOfAChangedGraph) {
  Net net;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(net));
  Node* attribute = folded->graph().find_nodes(Opcode::GetAttr).at(0);
  {
    const Graph::InsertPoint here = folded->graph().inserting_after(attribute);
    folded->graph().call_method("add_", {attribute, 1});
  }
  const Tensor x = torch::randn({2, 3});
  const torch::NoGradGuard no_grad;
  const Tensor expected = torch::matmul(x, net->weight * net->scale + 1);
  EXPECT_TRUE(folded->forward(x).equal(expected));
  EXPECT_TRUE(folded->forward(x).equal(expected)) << "it wrote to the kept value";
}

TEST(ConstFold, GradientsFlowToTheWeights) {
  Net net;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(net));
  const Tensor x = torch::randn({2, 3});
  folded->run_folding();
  for (const bool training : {true, false}) {
    folded->train(training);
    for (int i = 0; i < 2; ++i) {
      folded->zero_grad();
      net->zero_grad();
      folded->forward(x).sum().backward();
      const Tensor given = net->weight.grad().clone();
      net->zero_grad();
      net->forward(x).sum().backward();
      EXPECT_TRUE(given.equal(net->weight.grad()));
    }
  }
}

TEST(ConstFold, InterpretersReadWhatIsUpToDate) {
  Net net;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(net));
  const Tensor x = torch::randn({2, 3});
  Interpreter interpreter(folded);
  EXPECT_TRUE(interpreter.run({x}).toTensor().equal(net->forward(x)));
  interpreter.run({x}).toTensor().sum().backward();
  EXPECT_TRUE(net->weight.grad().defined());
  const torch::NoGradGuard no_grad;
  net->weight.add_(1);
  EXPECT_TRUE(interpreter.run({x}).toTensor().equal(net->forward(x)));
}

TEST(ConstFold, OtherModesComputeAnew) {
  Net net;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(net));
  const Tensor x = torch::randn({2, 3});
  const torch::NoGradGuard no_grad;
  const Tensor before = folded->forward(x);
  {
    at::autocast::set_cpu_enabled(true);
    const Tensor given = folded->forward(x), expected = net->forward(x);
    at::autocast::set_cpu_enabled(false);
    at::autocast::clear_cache();
    EXPECT_EQ(given.scalar_type(), expected.scalar_type());
    EXPECT_TRUE(given.equal(expected));
  }
  EXPECT_TRUE(folded->forward(x).equal(before));
  {
    const c10::InferenceMode inference;
    EXPECT_TRUE(folded->forward(x).equal(before));
    folded->run_folding();
    EXPECT_TRUE(folded->forward(x).equal(before));
  }
  EXPECT_TRUE(folded->forward(x).equal(before));
  const Tensor other = torch::randn({3, 3});
  EXPECT_TRUE(functional_call(folded, {{"weight", other}}, {x})
                  .toTensor()
                  .equal(torch::matmul(x, other * net->scale)));
}

TEST(ConstFold, ATraceRecordsTheConstantPart) {
  Net net;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(net));
  folded->run_folding();
  GraphModule again = symbolic_trace(folded);
  EXPECT_EQ(again->graph().find_nodes(Opcode::CallFunction).size(), 2U) << calls(again->graph());
  const torch::NoGradGuard no_grad;
  net->weight.add_(1);
  const Tensor x = torch::randn({2, 3});
  EXPECT_TRUE(again->forward(x).equal(net->forward(x)));
}

TEST(ConstFold, WhatIsWrittenHoldsForAnyWeights) {
  Net net;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(net));
  folded->run_folding();
  EXPECT_EQ(print_fx(folded->describe().graph), print_fx(symbolic_trace(net)->describe().graph));
  EXPECT_THAT(folded->code(), ::testing::HasSubstr("self.weight"));
}

TEST(ConstFold, AnotherModuleDoesNotShareWhatIsKept) {
  Net net;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(net));
  folded->run_folding();
  EXPECT_THROW(decompose(folded, {}), GraphError);
  GraphModule whole = folded;
  EXPECT_FALSE(run_passes(whole, "cse"));
}

TEST(ConstFold, AModelThatAPassFoldedIsLoadedWhole) {
  Net net;
  TracedModule model = symbolic_trace(net)->describe();
  const Expected<PassManager> passes = PassManager::parse("const-fold<weights>");
  ASSERT_TRUE(passes && *passes->run(model));
  ASSERT_TRUE(model.folding);
  EXPECT_EQ(calls(model.graph).find("torch.mul"), std::string::npos) << calls(model.graph);
  Expected<TracedModule> again = parse_graph(print_graph(model));
  ASSERT_TRUE(again) << again.error().to_string();
  GraphModule loaded = load(std::move(*again));
  EXPECT_EQ(calls(loaded->graph()), calls(symbolic_trace(net)->graph()));
  const torch::NoGradGuard no_grad;
  for (const auto& item : net->named_parameters())
    loaded->get_parameter(item.key()).copy_(item.value());
  for (const auto& item : net->named_buffers())
    loaded->get_buffer(item.key()).copy_(item.value());
  EXPECT_EQ(loaded->buffers().size(), 1U);
  const Tensor x = torch::randn({2, 3});
  EXPECT_TRUE(loaded->forward(x).equal(net->forward(x)));
}

TEST(ConstFold, CopiesFoldTheirOwnWeights) {
  Net net;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(net));
  const auto copy = std::dynamic_pointer_cast<FoldedGraphModuleImpl>(folded->clone());
  ASSERT_TRUE(copy);
  const Tensor x = torch::randn({2, 3});
  const torch::NoGradGuard no_grad;
  const Tensor before = folded->forward(x);
  EXPECT_TRUE(copy->forward(x).equal(before));
  copy->get_parameter("weight").zero_();
  EXPECT_TRUE(copy->forward(x).equal(torch::zeros({2, 3})));
  EXPECT_TRUE(folded->forward(x).equal(before));
}

TEST(ConstFold, ThreadsShareWhatIsKept) {
  Net net;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(net));
  const Tensor x = torch::randn({2, 3});
  const Tensor expected = net->forward(x).detach();
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  threads.reserve(4);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      const c10::AutoGradMode mode(t % 2 == 0);
      for (int i = 0; i < 100; ++i)
        wrong += folded->forward(x).equal(expected) ? 0 : 1;
    });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(ConstFold, LeavesRandomNumbers) {
  Root root;
  FoldedGraphModule folded = fold(root, [](Graph& graph, Node* x) -> Argument {
    Node* noise = graph.call_function("torch.rand_like", {graph.get_attr("w")});
    Node* dropped = graph.call_module("dropout", {graph.get_attr("w")});
    return graph.call_function("operator.add",
                               {x, graph.call_function("operator.add", {noise, dropped})});
  });
  EXPECT_FALSE(folded->const_subgraph_module());
  EXPECT_FALSE(run(folded).equal(run(folded)));
}

TEST(ConstFold, LeavesMemoryThatIsWrittenTo) {
  Root root;
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* zeros = graph.call_function("torch.zeros", {Argument::tuple({2, 2})});
  Node* row = graph.call_method("select", {zeros, 0, 0});
  graph.call_method("add_", {row, graph.call_method("select", {x, 0, 0})});
  graph.output(graph.call_function("operator.mul", {zeros, 2}));
  FoldedGraphModule folded = split_const_subgraphs(GraphModule(root, std::move(graph)));
  EXPECT_FALSE(folded->const_subgraph_module());
  const Tensor first = run(folded).clone();
  EXPECT_TRUE(run(folded).equal(first)) << "torch.fx's second call gives 4 instead of 2";
}

TEST(ConstFold, LeavesWeightsThatAreWrittenTo) {
  Root root;
  FoldedGraphModule folded = fold(root, [](Graph& graph, Node* x) -> Argument {
    Node* doubled = graph.call_function("operator.mul", {graph.get_attr("w"), 2});
    Node* sum = graph.call_function("operator.add", {x, doubled});
    // Later, and through a view.
    graph.call_method("add_", {graph.call_method("t", {graph.get_attr("w")}), 1});
    return sum;
  });
  EXPECT_FALSE(folded->const_subgraph_module());
}

TEST(ConstFold, LeavesWeightsThatACallerMayPass) {
  Root root;
  FoldedGraphModule folded = fold(root, [](Graph& graph, Node* x) -> Argument {
    graph.call_method("add_", {x, 1});
    Node* doubled = graph.call_function("operator.mul", {graph.get_attr("w"), 2});
    return graph.call_function("operator.add", {x, doubled});
  });
  EXPECT_FALSE(folded->const_subgraph_module());
}

TEST(ConstFold, LeavesStatisticsThatACallWrites) {
  Root root;
  FoldedGraphModule folded = fold(root, [](Graph& graph, Node* x) -> Argument {
    Node* y = graph.call_module("bn", {x});
    Node* mean = graph.call_function("operator.mul", {graph.get_attr("bn.running_mean"), 2});
    Node* w = graph.call_function("operator.mul", {graph.get_attr("w"), 2});
    return graph.call_function("operator.add", {y, graph.call_function("operator.add", {mean, w})});
  });
  EXPECT_EQ(num_folded(folded), 1U) << calls(folded->graph());
  EXPECT_EQ(folded->graph().find_nodes(Opcode::GetAttr, Symbol("bn.running_mean")).size(), 1U);
  root.bn->train();
  Tensor expected = torch::batch_norm(torch::ones({2, 2}), root.bn->weight, root.bn->bias, {}, {},
                                      true, 0.1, 1e-5, false);
  const Tensor given = run(folded);
  EXPECT_TRUE(given.allclose(expected + root.bn->running_mean * 2 + root.w * 2));
}

TEST(ConstFold, LeavesWhatIsReturned) {
  Root root;
  FoldedGraphModule folded = fold(root, [](Graph& graph, Node*) -> Argument {
    Node* doubled = graph.call_function("operator.mul", {graph.get_attr("w"), 2});
    Node* more = graph.call_function("operator.mul", {doubled, 2});
    return graph.call_method("view", {more, -1}); // a view of it is returned
  });
  ASSERT_EQ(num_folded(folded), 1U);
  const Tensor first = run(folded);
  const Tensor expected = first.clone();
  first.zero_(); // the caller's
  EXPECT_TRUE(run(folded).equal(expected));
}

TEST(ConstFold, LeavesRegionsOfOtherModes) {
  struct InRegion : torch::nn::Module {
    InRegion() { w = register_parameter("w", torch::randn({2, 2})); }
    Tensor forward(const Tensor& x) {
      Tensor a = w * 2;
      Tensor b;
      {
        const torch::NoGradGuard no_grad;
        b = w * 3;
      }
      const Tensor c = w * 4;
      return x + a + b + c;
    }
    Tensor w;
  };
  InRegion net;
  FoldedGraphModule folded = split_const_subgraphs(symbolic_trace(net));
  EXPECT_EQ(num_folded(folded), 2U) << calls(folded->graph());
  const Tensor x = torch::randn({2, 2});
  EXPECT_TRUE(folded->forward(x).equal(net.forward(x)));
  folded->forward(x).sum().backward();
  EXPECT_TRUE(net.w.grad().equal(torch::full({2, 2}, 6.0F))) << net.w.grad();
}

TEST(ConstFold, LeavesAllThatReadsWeightsBesideAnUnknownClass) {
  struct Inner : torch::nn::Module {
    Tensor forward(const Tensor& x) { return x + 1; }
  };
  struct Outer : torch::nn::Module {
    Outer() {
      w = register_parameter("w", torch::randn({2, 2}));
      inner = register_module("inner", std::make_shared<Inner>());
    }
    Tensor forward(const Tensor& x) { return fx::call(*inner, x) + w * 2; }
    Tensor w;
    std::shared_ptr<Inner> inner;
  };
  Outer net;
  GraphModule traced = symbolic_trace(net);
  ASSERT_EQ(traced->graph().find_nodes(Opcode::CallModule).size(), 1U) << calls(traced->graph());
  FoldedGraphModule folded = split_const_subgraphs(traced);
  EXPECT_FALSE(folded->const_subgraph_module());
}

TEST(ConstFold, KeepsNoViewOfAWeightAndNoNumber) {
  Root root;
  FoldedGraphModule folded = fold(root, [](Graph& graph, Node* x) -> Argument {
    Node* w = graph.get_attr("w");
    Node* size = graph.call_method("size", {w, 0});
    Node* transposed = graph.call_method("t", {w});
    return graph.call_function("operator.add",
                               {graph.call_function("operator.mul", {x, size}), transposed});
  });
  EXPECT_FALSE(folded->const_subgraph_module());
}

TEST(ConstFold, OperatorsThatAlwaysMakeMemoryDo) {
  // What lib/Analysis/Effects.cpp says of them.
  const auto check = [](const char* name, const Tensor& result, const std::vector<Tensor>& inputs) {
    for (const Tensor& input : inputs)
      EXPECT_FALSE(result.is_alias_of(input)) << name << input.sizes();
  };
  const torch::NoGradGuard no_grad;
  for (const int64_t b : {1, 3})
    for (const Tensor& x : {torch::ones({b}), torch::ones({2, b}), torch::ones({0, b}),
                            torch::ones({2, 2, b}), torch::eye(b)}) {
      for (const Tensor& y :
           {torch::ones({b}), torch::ones({b, 2}), torch::eye(b), torch::ones({2, b, 1})})
        check("matmul", torch::matmul(x, y), {x, y});
      const Tensor weight = torch::eye(b), bias = torch::zeros({b});
      check("linear", torch::linear(x, weight), {x, weight});
      check("linear", torch::linear(x, weight, bias), {x, weight, bias});
      check("layer_norm", torch::layer_norm(x, {b}), {x});
      check("layer_norm", torch::layer_norm(x, {b}, bias, bias), {x, bias});
    }
  const std::vector<int64_t> no_padding{0};
  for (const int64_t batch : {0, 1, 2}) {
    const Tensor x = torch::ones({batch, 2, 4}), weight = torch::ones({2, 1, 1});
    const auto deeper = [](Tensor tensor, int dimensions) {
      for (int i = 1; i < dimensions; ++i)
        tensor = tensor.unsqueeze(-1);
      return tensor;
    };
    const Tensor x2 = deeper(x, 2), x3 = deeper(x, 3);
    const Tensor w2 = deeper(weight, 2), w3 = deeper(weight, 3);
    check("conv1d", torch::conv1d(x, weight, {}, 1, no_padding, 1, 2), {x, weight});
    check("conv2d", torch::conv2d(x2, w2, {}, 1, no_padding, 1, 2), {x, weight});
    check("conv3d", torch::conv3d(x3, w3, {}, 1, no_padding, 1, 2), {x, weight});
    check("conv2d", torch::conv2d(x2, w2, {}, 1, "same", 1, 2), {x, weight});
    check("conv_transpose1d", torch::conv_transpose1d(x, weight, {}, 1, 0, 0, 2), {x, weight});
    check("conv_transpose2d", torch::conv_transpose2d(x2, w2, {}, 1, 0, 0, 2), {x, weight});
    check("conv_transpose3d", torch::conv_transpose3d(x3, w3, {}, 1, 0, 0, 2), {x, weight});
    const Tensor mean = torch::zeros(2), variance = torch::ones(2);
    check("batch_norm", torch::batch_norm(x, {}, {}, mean, variance, false, 0.1, 0, false),
          {x, mean, variance});
    check("batch_norm", torch::batch_norm(x, variance, mean, mean, variance, false, 0.1, 0, false),
          {x, mean, variance});
    if (batch == 0) continue;
    check("group_norm", torch::group_norm(x, 1), {x});
    check("conv2d without a batch", torch::conv2d(x2.select(0, 0), w2, {}, 1, no_padding, 1, 2),
          {x, weight});
  }
}

TEST(ConstFold, IsLinear) {
  constexpr int count = 100000;
  Root root;
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* w = graph.get_attr("w");
  Node* sum = x;
  for (int i = 0; i < count / 2; ++i)
    sum = graph.call_function("operator.add",
                              {sum, graph.call_function("operator.mul", {w, Argument(i)})});
  graph.output(sum);
  const GraphModule module(root, std::move(graph));
  const auto begin = std::chrono::steady_clock::now();
  const FoldedGraphModule folded = split_const_subgraphs(module);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(num_folded(folded), size_t(count / 2));
  EXPECT_LT(spent.count(), 10) << "a second, and as long again on a busy machine";
}

} // namespace
} // namespace fx
