// What edits in place say of changes that no pass of ours makes.
#include "fx/Refactor/InPlace.h"
#include "fx/IR/Parser.h"
#include "fx/Refactor/Edits.h"

#include <gtest/gtest.h>

using namespace fx;

namespace {

TEST(InPlace, AParameterThatAPassRemovedIsAChangeOfTheSignature) {
  ParseResult result =
      parse_graphs("graph():\n"
                   "    %x : = placeholder[target=x]\n"
                   "    %n : = placeholder[target=n]\n"
                   "    %a : = call_function[target=operator.mul](args = (%x, %n), kwargs = {})\n"
                   "    return %x\n");
  ASSERT_TRUE(result.errors.empty());
  TracedModule model = std::move(result.modules.front().module);
  const refactor::GraphHistory history(model.graph);
  const refactor::ModuleHistory modules(model);
  for (const std::string_view name : {"a", "n"})
    for (Node* node : model.graph)
      if (node->name().view() == name) model.graph.erase_node(node);
  refactor::FileTexts texts;
  // The call has no place in a file here: it is not what the error is about.
  const Expected<refactor::FileEdits> edits =
      refactor::edits_in_place(history, /*training=*/nullptr, modules, model, texts);
  ASSERT_FALSE(edits);
  EXPECT_EQ(edits.error().message,
            "this cannot be changed in place: the signature changed: the parameter 'n' is gone");
  ASSERT_FALSE(edits.error().notes.empty());
  EXPECT_EQ(edits.error().notes.front(),
            "leave the parameter where it is, unused, so that callers need not change");
}

TEST(GraphHistory, FollowsANodeToTheLiteralThatTookItsPlace) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* first = graph.call_function("f", {x});
  Node* second = graph.call_function("g", {x});
  graph.call_function("h", {first, second});
  const refactor::GraphHistory history(graph);
  first->replace_all_uses_with(second);
  second->replace_all_uses_with(Argument(6));
  EXPECT_EQ(history.successor("f").literal, Argument(6));
  EXPECT_EQ(history.successor("g").literal, Argument(6));
  EXPECT_TRUE(history.successor("x").node.empty());
  EXPECT_FALSE(history.successor("x").literal);
}

} // namespace
