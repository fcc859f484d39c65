// Every check of lint can fail.
#include "fx/IR/Lint.h"

#include <gtest/gtest.h>

namespace fx {
namespace {

using Messages = std::vector<std::string>;

Messages messages(const std::vector<Error>& errors) {
  Messages texts;
  for (const Error& error : errors)
    texts.push_back(error.message);
  return texts;
}

std::string first(const std::vector<Error>& errors) {
  return errors.empty() ? "" : errors.front().message;
}

TEST(Lint, AcceptsAWholeGraph) {
  Graph graph;
  graph.output(graph.call_function("torch.relu", {graph.placeholder("x")}));
  EXPECT_EQ(first(lint(graph)), "");
}

TEST(Lint, FindsUseBeforeDefinition) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* a = graph.call_function("a", {x});
  Node* b = graph.call_function("b", {a});
  a->prepend(b);
  EXPECT_EQ(first(lint(graph)), "node 'b' (call_function) uses 'a' before it is defined");
}

TEST(Lint, FindsArgumentsAndUsersOfAnotherGraph) {
  Graph graph;
  Graph other;
  graph.call_function("a", {other.placeholder("x")});
  EXPECT_EQ(first(lint(graph)),
            "node 'a' (call_function) uses 'x', which belongs to another graph");
  EXPECT_EQ(first(lint(other)),
            "node 'x' (placeholder) has the user 'a', which belongs to another graph");
}

TEST(Lint, FindsErasedArguments) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* a = graph.call_function("a", {x});
  graph.erase_node(a);
  graph.call_function("b", {x, a});
  EXPECT_EQ(first(lint(graph)), "node 'b' (call_function) uses 'a', which was erased");
}

TEST(Lint, FindsUsedOutputsAndASecondOutput) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* result = graph.output(x);
  graph.output(result);
  EXPECT_EQ(messages(lint(graph)),
            (Messages{"node 'output' (output) is an output that is used",
                      "node 'output_1' (output) stands after the output node"}));
}

TEST(Lint, FindsEmptyTargets) {
  Graph graph;
  graph.call_function("f")->set_target("");
  graph.get_attr("");
  EXPECT_EQ(messages(lint(graph)), (Messages{"node 'f' (call_function) has no target",
                                             "node '_unnamed' (get_attr) has no target"}));
}

TEST(Lint, FindsNodesAfterTheOutputAndLatePlaceholders) {
  Graph graph;
  Node* x = graph.placeholder("x");
  graph.output(x);
  graph.placeholder("y");
  EXPECT_EQ(messages(lint(graph)),
            (Messages{"node 'y' (placeholder) stands after the output node",
                      "node 'y' (placeholder) is a placeholder after another operation"}));
}

TEST(Lint, FindsMethodsWithoutAnObject) {
  Graph graph;
  graph.call_method("relu");
  EXPECT_EQ(first(lint(graph)), "node 'relu' (call_method) is a method call without an object");
}

TEST(Lint, FindsReferencesOutOfTheModuleTree) {
  TracedModule module;
  ModuleNode& conv = module.modules.create("torch::nn::Conv2d", ModuleKind::Leaf);
  module.modules.attach(module.modules.root(), conv, "conv");
  Node* x = module.graph.placeholder("x");
  module.graph.call_module("conv", {x});
  module.graph.get_attr("conv.weight");
  EXPECT_EQ(first(lint(module)), "");
  module.graph.call_module("missing", {x});
  EXPECT_EQ(first(lint(module)),
            "node 'missing' calls module 'missing', which the model does not have");
}

TEST(Lint, FindsReferencesOutOfTheModuleTreeInTheInitialGraph) {
  TracedModule module;
  module.class_name = "Net"; // without one it is a graph alone
  module.init.get_attr("weight");
  EXPECT_EQ(first(lint(module)), "node 'weight' reads 'weight', which the model does not have");
}

} // namespace
} // namespace fx
