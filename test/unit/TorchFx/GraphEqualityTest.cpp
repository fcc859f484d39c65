// torch.fx's compare_graphs: the form of two graphs.
#include "PassTestSupport.h"

#include "fx/Passes/GraphEquality.h"

#include <ctime>

namespace fx {
namespace {

using testing::graph_text;

/// What differs between two programs; empty: nothing.
std::string difference(const std::string& first, const std::string& second,
                       const GraphEqualityOptions& options = {}) {
  const TracedModule a = testing::parse(graph_text(first)), b = testing::parse(graph_text(second));
  const auto found = compare_graphs(a.graph, b.graph, options);
  EXPECT_EQ(graphs_equal(b.graph, a.graph, options), !found) << first << second;
  if (found && found->first != nullptr) {
    EXPECT_EQ(&found->first->graph(), &a.graph);
  }
  if (found && found->second != nullptr) {
    EXPECT_EQ(&found->second->graph(), &b.graph);
  }
  return found ? found->what : "";
}

TEST(TorchFxGraphEquality, NamesDoNotCount) {
  EXPECT_EQ(difference("x y: a = torch.neg(%x); b = operator.add(%a, %y); return (%b, %a)",
                       "p q: b = torch.neg(%p); c = operator.add(%b, %q); return (%c, %b)"),
            "");
}

TEST(TorchFxGraphEquality, OrderOfWhatIsIndependentDoesNotCount) {
  EXPECT_EQ(difference("x: a = torch.neg(%x); b = torch.sin(%x); c = operator.add(%a, %b); "
                       "return %c",
                       "x: b = torch.sin(%x); a = torch.neg(%x); c = operator.add(%a, %b); "
                       "return %c"),
            "");
}

TEST(TorchFxGraphEquality, TellsTheFirstNodeThatDiffers) {
  EXPECT_EQ(difference("x: a = torch.neg(%x); b = torch.relu(%a); c = torch.sin(%b); return %c",
                       "x: a = torch.neg(%x); b = torch.tanh(%a); c = torch.sin(%b); return %c"),
            "'b' is call_function torch.relu, and 'b' is call_function torch.tanh");
  EXPECT_EQ(difference("x: a = m:neg(%x); return %a", "x: a = torch.neg(%x); return %a"),
            "'a' is call_method neg, and 'a' is call_function torch.neg");
}

TEST(TorchFxGraphEquality, ComparesLiteralsTypeForType) {
  EXPECT_EQ(difference("x: a = operator.add(%x, 1); return %a",
                       "x: a = operator.add(%x, 1.0); return %a"),
            "argument 1 of 'a' is 1, and that of 'a' 1.0");
  EXPECT_EQ(difference("x: a = torch.sum(%x, {dim: [0, 1], keepdim: True}); return %a",
                       "x: a = torch.sum(%x, {keepdim: True, dim: [0, 1]}); return %a"),
            "");
  EXPECT_EQ(
      difference("x: a = torch.sum(%x, {dim: 1}); return %a", "x: a = torch.sum(%x); return %a"),
      "'a' has the keyword dim, and 'a' has not");
  EXPECT_EQ(
      difference("x: a = torch.cat([%x, %x]); return %a", "x: a = torch.cat([%x]); return %a"),
      "argument 0 of 'a' is [x, x], and that of 'a' [x]");
}

TEST(TorchFxGraphEquality, NodesStandForOneAnother) {
  const std::string two = "x: a = torch.neg(%x); b = torch.neg(%x); c = operator.add(%a, %b); "
                          "return %c";
  const std::string one = "x: a = torch.neg(%x); c = operator.add(%a, %a); return %c";
  EXPECT_NE(difference(two, one), "");
  EXPECT_NE(difference(one, two), "");
  EXPECT_NE(difference("x y: a = operator.sub(%x, %y); return %a",
                       "x y: a = operator.sub(%y, %x); return %a"),
            "");
}

TEST(TorchFxGraphEquality, DeadCodeDoesNotCountUnlessAsked) {
  const std::string with = "x: a = torch.neg(%x); dead = torch.sin(%x); return %a";
  const std::string without = "x: a = torch.neg(%x); return %a";
  EXPECT_EQ(difference(with, without), "");
  GraphEqualityOptions options;
  options.ignores_dead_code = false;
  EXPECT_EQ(difference(with, without, options),
            "'dead' of the first graph, call_function torch.sin, has nothing like it in the other");
}

TEST(TorchFxGraphEquality, EffectsCountWithoutAUser) {
  // torch.fx's compare_graphs walks back from the output and calls these equal.
  EXPECT_EQ(difference("x: w = m:add_(%x, 1); return %x", "x: return %x"),
            "'w' of the first graph, call_method add_, has nothing like it in the other");
  EXPECT_NE(difference("x: w = m:add_(%x, 1); v = m:mul_(%x, 2); return %x",
                       "x: v = m:mul_(%x, 2); w = m:add_(%x, 1); return %x"),
            "");
  EXPECT_NE(difference("x: r = torch.rand_like(%x); return %x", "x: return %x"), "");
}

TEST(TorchFxGraphEquality, WhatIsReadBeforeAWriteIsNotWhatIsReadAfterIt) {
  EXPECT_EQ(difference("x: a = torch.neg(%x); w = m:add_(%x, 1); return %a",
                       "x: w = m:add_(%x, 1); a = torch.neg(%x); return %a"),
            "'a' reads memory before all that change it, and 'a' after 'w'");
  // Through a view.
  EXPECT_NE(difference("x: v = m:view(%x, -1); a = torch.neg(%v); w = m:add_(%x, 1); return %a",
                       "x: v = m:view(%x, -1); w = m:add_(%x, 1); a = torch.neg(%v); return %a"),
            "");
}

TEST(TorchFxGraphEquality, ComparesTheModulesThatAreCalled) {
  const auto model = [](const std::string& module) {
    return testing::parse("module Net {\n  act: " + module + "\n}\n" +
                          graph_text("x: a = module:act(%x); return %a"));
  };
  const TracedModule relu = model("torch::nn::ReLU()"), tanh = model("torch::nn::Tanh()");
  EXPECT_FALSE(compare_graphs(relu, model("torch::nn::ReLU()")));
  EXPECT_EQ(compare_graphs(relu, tanh)->what,
            "'a' calls a torch::nn::ReLU, and 'a' a torch::nn::Tanh");
  EXPECT_EQ(compare_graphs(relu, model("torch::nn::ReLU(inplace = True)"))->what,
            "'a' of the second graph, call_module act, has nothing like it in the other");
  const TracedModule rows = model("torch::nn::Softmax(dim = 0)");
  EXPECT_EQ(compare_graphs(rows, model("torch::nn::Softmax(dim = 1)"))->what,
            "the modules that 'a' and 'a' call have other options");
}

TEST(TorchFxGraphEquality, IsLinear) {
  Graph a;
  Node* last = a.placeholder("x");
  for (int i = 0; i < 100000; ++i)
    last = a.call_function("operator.add", {last, i % 2 ? Argument(last) : Argument(i)});
  a.output(last);
  const Graph b = a.clone();
  const std::clock_t start = std::clock();
  EXPECT_TRUE(graphs_equal(a, b));
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 5);
}

} // namespace
} // namespace fx
