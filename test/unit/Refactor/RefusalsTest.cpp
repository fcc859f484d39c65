// Why a changed graph has no place in the source, of changes that no pass of ours makes.
#include "fx/IR/Parser.h"
#include "fx/Refactor/Edits.h"
#include "fx/Refactor/InPlace.h"

#include <gtest/gtest.h>

using namespace fx;
using namespace fx::refactor;

namespace {

constexpr const char* file = "/nowhere/net.cpp";
const std::string text =
    "{ y = relu(x); z = neg(y); w = abs(x); u = tanh(y); v = exp(z); return z; }\n";

TextRange range_of(std::string_view part, size_t from = 0) {
  const auto begin = static_cast<uint32_t>(text.find(part, from));
  return {begin, begin + static_cast<uint32_t>(part.size())};
}

struct Refusals : testing::Test {
  Refusals()
      : model(std::move(
            *parse_graph("graph():\n"
                         "    %x : = placeholder[target=x]\n"
                         "    %y : = call_function[target=torch.relu](args = (%x,), kwargs = {})\n"
                         "    %z : = call_function[target=torch.neg](args = (%y,), kwargs = {})\n"
                         "    %w : = call_function[target=torch.abs](args = (%x,), kwargs = {})\n"
                         "    %u : = call_function[target=torch.tanh](args = (%y,), kwargs = {})\n"
                         "    %v : = call_function[target=torch.exp](args = (%z,), kwargs = {})\n"
                         "    return %z\n"))),
        texts([](const std::string&) { return &text; }) {
    for (Node* node : model.graph)
      named[node->name().str()] = node;
  }

  /// Says where a node stands; an empty argument is not spelled there.
  void place(const char* name, std::string_view whole, std::string_view argument) {
    SourceSyntax syntax;
    syntax.file = Symbol(file);
    syntax.whole = range_of(whole);
    if (!argument.empty()) syntax.arguments = {range_of(argument, syntax.whole.begin)};
    syntax.items.resize(syntax.arguments.size());
    named.at(name)->set_meta(meta::syntax, std::move(syntax));
  }
  std::string id_after(const std::function<void(Graph&)>& change) {
    const GraphHistory history(model.graph);
    const ModuleHistory modules(model);
    change(model.graph);
    const Expected<FileEdits> edits =
        edits_in_place(history, /*training=*/nullptr, modules, model, texts);
    return edits ? "" : std::string(edits.error().id());
  }

  TracedModule model;
  FileTexts texts;
  std::map<std::string, Node*> named;
};

TEST_F(Refusals, ANewModuleHasNoMember) {
  EXPECT_EQ(
      id_after([&](Graph& graph) { named["z"]->append(graph.call_module("fresh", {named["z"]})); }),
      "new-module-without-a-member");
}

TEST_F(Refusals, ANewNodeThatNobodyUsesHasNoPlace) {
  EXPECT_EQ(id_after([&](Graph& graph) {
              named["z"]->append(graph.call_function("torch._assert", {named["z"]}));
            }),
            "new-node-without-a-place");
}

TEST_F(Refusals, AnOperandHasToBeOneExpression) {
  place("z", "neg(y)", "");
  EXPECT_EQ(id_after([&](Graph&) { named["z"]->set_args({named["x"]}); }),
            "operand-not-one-expression");
}

TEST_F(Refusals, AResultHasToBeOneExpression) {
  EXPECT_EQ(id_after([&](Graph& graph) { graph.output_node()->set_args({named["y"]}); }),
            "result-not-one-expression");
}

TEST_F(Refusals, AnExpressionInsideOfOneThatStaysDoesNotGo) {
  place("w", "abs(x)", "x");
  EXPECT_EQ(id_after([&](Graph& graph) { graph.erase_node(named["w"]); }),
            "code-to-erase-is-a-part");
}

TEST_F(Refusals, NewCodeNeedsNamesForItsOperands) {
  place("z", "neg(y)", "y");
  EXPECT_EQ(id_after([&](Graph&) {
              named["z"]->prepend(named["w"]), named["z"]->set_args({named["w"]});
            }),
            "new-code-needs-a-variable");
}

TEST_F(Refusals, NewCodeHasToBeCpp) {
  place("z", "neg(y)", "y");
  EXPECT_EQ(id_after([&](Graph& graph) {
              Node* fresh = graph.call_function("my.function", {named["x"]});
              named["z"]->prepend(fresh);
              named["z"]->set_args({fresh});
            }),
            "new-code-not-written");
}

TEST_F(Refusals, ANewVariableNeedsRoomForItsStatement) {
  place("z", "neg(y)", "y");
  place("w", "abs(x)", "x");
  EXPECT_EQ(id_after([&](Graph& graph) {
              Node* fresh = graph.call_function("torch.sin", {named["x"]});
              named["z"]->prepend(fresh);
              named["z"]->set_args({fresh});
              named["w"]->set_args({fresh});
            }),
            "room-for-a-statement-missing");
}

TEST_F(Refusals, AMethodThatAMacroMakesIsNotWrittenAnew) {
  const Graph* before = &model.graph;
  const Expected<FileEdits> edits = method_body_edit({&before, 1}, model, texts);
  ASSERT_FALSE(edits);
  EXPECT_EQ(edits.error().message_with_id(),
            "the body of the method cannot be written anew: a macro makes it, or there is none in "
            "these files [method-not-written]");
}

TEST_F(Refusals, TwoModelsDoNotChangeTheSameLines) {
  FileEdits all{{file, {{range_of("x"), "a"}}}};
  const std::optional<Error> error = merge_edits(all, {{file, {{range_of("x"), "b"}}}});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->id(), "models-change-the-same-lines");
}

} // namespace
