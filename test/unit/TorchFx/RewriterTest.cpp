// torch.fx's test/fx/test_subgraph_rewriter.py: the same cases by the same names, in graph text.
#include "PassTestSupport.h"

#include "fx/Passes/ReplacePattern.h"

namespace fx {
namespace {

using testing::node;
using testing::returns;

/// graph, pattern, replacement and what comes out; a body is the lines without placeholders.
struct Case {
  std::string graph, pattern, replacement, expected;
};

/// `inputs` is "x y": placeholders, then the lines of the body.
std::string text(const std::string& inputs, const std::string& body) {
  return testing::graph_text(inputs, body);
}

std::vector<ReplacedMatch> rewrite(TracedModule& model, const std::string& pattern,
                                   const std::string& replacement,
                                   const ReplaceOptions& options = {}) {
  static std::vector<std::unique_ptr<TracedModule>> kept; // matches point into patterns
  kept.push_back(std::make_unique<TracedModule>(testing::parse(pattern)));
  const TracedModule& from = *kept.back();
  kept.push_back(std::make_unique<TracedModule>(testing::parse(replacement)));
  const AliasAnalysis aliasing(model.graph, &model);
  auto replaced = replace_pattern(model, from, *kept.back(), aliasing, options);
  EXPECT_TRUE(replaced) << replaced.error().message;
  EXPECT_TRUE(lint(model).empty()) << lint(model).front().message << print_graph(model);
  return replaced ? std::move(*replaced) : std::vector<ReplacedMatch>();
}

/// Runs a case; how many matches there were.
size_t check(const Case& test) {
  TracedModule model = testing::parse(test.graph);
  const size_t count = rewrite(model, test.pattern, test.replacement).size();
  EXPECT_EQ(testing::normalized(model), testing::normalized(testing::parse(test.expected)));
  return count;
}

const std::string neg = text("x", node("a", "m:neg", "%x") + returns("%a"));
const std::string relu = text("x", node("a", "m:relu", "%x") + returns("%a"));

TEST(TorchFxRewriter, test_subgraph_rewriter_preserves_logic) {
  const std::string body = node("a", "m:neg", "%x") + node("b", "m:relu", "%a") +
                           node("c", "operator.add", "%b, %x") + returns("%c");
  const std::string pattern =
      text("x", node("a", "m:neg", "%x") + node("b", "m:relu", "%a") + returns("%b"));
  EXPECT_EQ(check({text("x", body), pattern, pattern, text("x", body)}), 1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_with_oneliner_pattern) {
  EXPECT_EQ(check({text("x", node("a", "m:neg", "%x") + node("b", "operator.add", "%a, 1") +
                                 returns("%b")),
                   neg, relu,
                   text("x", node("a", "m:relu", "%x") + node("b", "operator.add", "%a, 1") +
                                 returns("%b"))}),
            1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_with_trivial_replacement) {
  EXPECT_EQ(check({text("x", node("a", "m:neg", "%x") + node("b", "operator.add", "%a, 1") +
                                 returns("%b")),
                   neg, text("x", returns("%x")),
                   text("x", node("b", "operator.add", "%x, 1") + returns("%b"))}),
            1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_single_pattern_match) {
  EXPECT_EQ(
      check({text("x", node("a", "m:neg", "%x") + node("b", "m:relu", "%a") +
                           node("c", "operator.add", "%b, %x") + returns("%c")),
             text("x", node("a", "m:neg", "%x") + node("b", "m:relu", "%a") + returns("%b")), relu,
             text("x", node("b", "m:relu", "%x") + node("c", "operator.add", "%b, %x") +
                           returns("%c"))}),
      1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_multiple_pattern_match) {
  const auto twice = [](const std::string& call) {
    return text("x w1 w2", node("c1", "torch.cat", "[%w1, %w2]") + node("s1", "m:" + call, "%c1") +
                               node("c2", "torch.cat", "[%w1, %w2]") +
                               node("s2", "m:" + call, "%c2") +
                               node("r", "operator.add", "%s1, %s2") + returns("%r"));
  };
  EXPECT_EQ(check({twice("sum"),
                   text("a b", node("c", "torch.cat", "[%a, %b]") + node("s", "m:sum", "%c") +
                                   returns("%s")),
                   text("a b", node("c", "torch.cat", "[%a, %b]") + node("s", "m:mean", "%c") +
                                   returns("%s")),
                   twice("mean")}),
            2U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_graph_argument_order) {
  const std::string graph = text("x y", node("a", "torch.mm", "%x, %y") + returns("%a"));
  EXPECT_EQ(check({graph, graph, graph, graph}), 1U);
  EXPECT_EQ(check({text("x y", node("a", "torch.mm", "%y, %x") + returns("%a")), graph, graph,
                   text("x y", node("a", "torch.mm", "%y, %x") + returns("%a"))}),
            1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_correct_output_replacement) {
  EXPECT_EQ(check({text("x y", node("a", "operator.mul", "%y, %x") + node("b", "m:relu", "%a") +
                                   node("c", "operator.add", "%a, %b") + returns("%c")),
                   relu, neg,
                   text("x y", node("a", "operator.mul", "%y, %x") + node("b", "m:neg", "%a") +
                                   node("c", "operator.add", "%a, %b") + returns("%c"))}),
            1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_traced_as_callable) {
  // Patterns may be whole models: a class name and modules that the pattern does not use.
  TracedModule model = testing::parse(text("x", node("a", "m:neg", "%x") + returns("%a")));
  EXPECT_EQ(rewrite(model, "module Pattern {\n  unused: torch::nn::ReLU()\n}\n" + neg, relu).size(),
            1U);
  EXPECT_EQ(testing::normalized(model), testing::normalized(testing::parse(relu)));
}

TEST(TorchFxRewriter, test_subgraph_rewriter_pattern_is_entire_graph) {
  EXPECT_EQ(check({neg, neg, relu, relu}), 1U);
}

TEST(TorchFxRewriter,
     test_subgraph_rewriter_pattern_output_pattern_node_can_have_users_that_are_not_matched) {
  EXPECT_EQ(check({text("x", node("y", "m:relu", "%x") + node("a", "m:neg", "%y") +
                                 node("b", "operator.sub", "%y, %a") + returns("%b")),
                   relu, neg,
                   text("x", node("y", "m:neg", "%x") + node("a", "m:neg", "%y") +
                                 node("b", "operator.sub", "%y, %a") + returns("%b"))}),
            1U);
}

TEST(TorchFxRewriter,
     test_subgraph_rewriter_internal_pattern_nodes_cannot_have_users_that_are_not_matched) {
  // relu's value is used outside of the match: nothing is replaced.
  const std::string graph =
      text("x w1 w2 b1 b2",
           node("m0", "torch.cat", "[%w1, %w2]") + node("m1", "torch.cat", "[%w1, %w2]") +
               node("m2", "torch.cat", "[%x, %b2]") + node("t0", "torch.addmm", "%b1, %m1, %m2") +
               node("t1", "torch.sum", "%w1, 1") + node("t2", "torch.addmm", "%b1, %m1, %m2") +
               node("t3", "torch.sum", "%w1, 1") + node("r", "operator.add", "%t0, %t2") +
               node("q", "operator.add", "%t1, %t3") + node("z", "operator.add", "%m0, %q") +
               returns("(%r, %z)"));
  const std::string pattern =
      text("x w1 w2 b1 b2",
           node("m1", "torch.cat", "[%w1, %w2]") + node("m2", "torch.cat", "[%x, %b2]") +
               node("t0", "torch.addmm", "%b1, %m1, %m2") + node("t1", "torch.sum", "%w1, 1") +
               node("e", "operator.eq", "%t0, %t1") + returns("%e"));
  EXPECT_EQ(check({graph, pattern, pattern, graph}), 0U);
  const std::string leak = text("x", node("a", "m:neg", "%x") + node("b", "m:relu", "%a") +
                                         node("c", "operator.add", "%a, %b") + returns("%c"));
  EXPECT_EQ(
      check({leak, text("x", node("a", "m:neg", "%x") + node("b", "m:relu", "%a") + returns("%b")),
             relu, leak}),
      0U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_placeholder_matching) {
  // The pattern's input stands for a call.
  EXPECT_EQ(
      check({text("x", node("a", "operator.add", "%x, 3.14") + node("b", "m:sub", "%a, 1") +
                           node("c", "m:relu", "%b") + returns("%c")),
             text("x", node("b", "m:sub", "%x, 1") + node("c", "m:relu", "%b") + returns("%c")),
             text("x", node("b", "m:tanh", "%x") + returns("%b")),
             text("x", node("a", "operator.add", "%x, 3.14") + node("b", "m:tanh", "%a") +
                           returns("%b"))}),
      1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_replaces_referenced_submodules) {
  const std::string model_text =
      "module Net {\n  sigmoid: torch::nn::Sigmoid()\n  submod: torch::nn::ReLU()\n}\n" +
      text("x", node("a", "operator.add", "%x, 1") + node("b", "module:submod", "%a") +
                    node("c", "module:sigmoid", "%b") + returns("%c"));
  const std::string pattern =
      "module Pattern {\n  sigmoid: torch::nn::Sigmoid()\n  submod: torch::nn::ReLU()\n}\n" +
      text("x",
           node("b", "module:submod", "%x") + node("c", "module:sigmoid", "%b") + returns("%c"));
  TracedModule model = testing::parse(model_text);
  EXPECT_EQ(rewrite(model, pattern,
                    "module Replacement {\n  part: User {\n    id: torch::nn::Identity()\n  }\n  "
                    "tanh: torch::nn::Tanh()\n}\n" +
                        text("x", node("a", "module:part.id", "%x") +
                                      node("b", "module:tanh", "%a") + returns("%b")))
                .size(),
            1U);
  EXPECT_EQ(model.modules.find("tanh")->cpp_type.view(), "torch::nn::Tanh");
  EXPECT_EQ(model.modules.find("part.id")->cpp_type.view(), "torch::nn::Identity");

  // Neither the model nor the replacement has it.
  model = testing::parse(model_text);
  const TracedModule from = testing::parse(pattern);
  const TracedModule to =
      testing::parse(text("x", node("a", "module:nowhere", "%x") + returns("%a")));
  const auto failed = replace_pattern(model, from, to, AliasAnalysis(model.graph, &model));
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message,
            "the replacement uses 'nowhere', which neither it nor the model has");
}

TEST(TorchFxRewriter, test_subgraph_rewriter_replace_consecutive_submodules) {
  const auto chain = [](const std::string& call) {
    return text("x", node("a", call, "%x") + node("b", call, "%a") + node("c", call, "%b") +
                         returns("%c"));
  };
  EXPECT_EQ(check({chain("m:sigmoid"), text("x", node("a", "m:sigmoid", "%x") + returns("%a")),
                   text("x", node("a", "m:exp", "%x") + returns("%a")), chain("m:exp")}),
            3U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_with_overlapping_matches) {
  EXPECT_EQ(
      check({text("x", node("a", "m:sigmoid", "%x") + node("b", "m:sigmoid", "%a") +
                           node("c", "m:sigmoid", "%b") + node("d", "m:sigmoid", "%c") +
                           returns("%d")),
             text("x", node("a", "m:sigmoid", "%x") + node("b", "m:sigmoid", "%a") + returns("%b")),
             text("x", node("a", "m:exp", "%x") + returns("%a")),
             text("x", node("b", "m:exp", "%x") + node("d", "m:exp", "%b") + returns("%d"))}),
      2U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_replace_with_multiple_outputs) {
  EXPECT_EQ(
      check({text("x", node("y", "m:sigmoid", "%x") + node("z", "m:relu", "%x") +
                           node("r", "operator.add", "%y, %z") + returns("%r")),
             text("a",
                  node("y", "m:sigmoid", "%a") + node("z", "m:relu", "%a") + returns("(%y, %z)")),
             text("a", node("y", "m:exp", "%a") + node("z", "m:abs", "%a") + returns("(%y, %z)")),
             text("x", node("y", "m:exp", "%x") + node("z", "m:abs", "%x") +
                           node("r", "operator.add", "%y, %z") + returns("%r"))}),
      1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_replace_with_duplicated_outputs) {
  EXPECT_EQ(check({text("x", node("y", "m:sigmoid", "%x") + node("z", "m:relu", "%x") +
                                 node("r", "operator.add", "%y, %z") + returns("%r")),
                   text("a", node("y", "m:sigmoid", "%a") + node("z", "m:relu", "%a") +
                                 returns("(%y, %z)")),
                   text("a", node("y", "m:exp", "%a") + returns("(%y, %y)")),
                   text("x", node("y", "m:exp", "%x") + node("r", "operator.add", "%y, %y") +
                                 returns("%r"))}),
            1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_with_unused_args) {
  EXPECT_EQ(check({text("x y z", node("a", "m:neg", "%x") + returns("%a")), neg, relu,
                   text("x y z", node("a", "m:relu", "%x") + returns("%a"))}),
            1U);
  // A pattern's input that nothing uses stands for nothing.
  EXPECT_EQ(check({neg, text("x unused", node("a", "m:neg", "%x") + returns("%a")),
                   text("x unused", node("a", "m:relu", "%x") + returns("%a")), relu}),
            1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_call_method) {
  EXPECT_EQ(check({text("x", node("a", "m:dequantize", "%x") + node("b", "m:sigmoid", "%a") +
                                 node("c", "m:to", "%b, torch.float16") + returns("%c")),
                   text("x", node("a", "m:dequantize", "%x") + node("b", "m:sigmoid", "%a") +
                                 node("c", "m:to", "%b, torch.float16") + returns("%c")),
                   text("x", node("b", "m:sigmoid", "%x") + returns("%b")),
                   text("x", node("b", "m:sigmoid", "%x") + returns("%b"))}),
            1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_nodes_with_kwargs) {
  // The pattern gives by position what the graph gives by keyword, and the reverse.
  const std::string by_keyword =
      text("w b", node("a", "torch.sum", "%w", "dim: 1, keepdim: True") +
                      node("c", "operator.add", "%a, %b") + returns("%c"));
  const std::string by_position =
      text("w b", node("a", "torch.sum", "%w, 1, True") + node("c", "operator.add", "%a, %b") +
                      returns("%c"));
  const std::string replacement = text("w b", node("a", "torch.mul", "%w, %b") + returns("%a"));
  EXPECT_EQ(check({by_keyword, by_position, replacement, replacement}), 1U);
  EXPECT_EQ(check({by_position, by_keyword, replacement, replacement}), 1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_local_revert) {
  // A pattern with parameters is replaced, and the replacement back.
  const std::string head = "module Net {\n  parameter w = %a\n  parameter b = %c\n}\ninit():\n"
                           "%a : = call_function[target=torch.ones](args = (2, 2), kwargs = {})\n"
                           "%c : = call_function[target=torch.ones](args = (2,), kwargs = {})\n";
  const std::string graph =
      head + text("x", "%w : = get_attr[target=w]\n%b : = get_attr[target=b]\n" +
                           node("l", "torch.addmm", "%b, %x, %w") + returns("%l"));
  const std::string unfused = text("x w b", node("l", "torch.addmm", "%b, %x, %w") + returns("%l"));
  const std::string fused = text("x w b", node("m", "torch.mm", "%x, %w") +
                                              node("l", "operator.add", "%m, %b") + returns("%l"));
  TracedModule model = testing::parse(graph);
  const std::string before = testing::normalized(model);
  EXPECT_EQ(rewrite(model, unfused, fused).size(), 1U);
  EXPECT_NE(testing::normalized(model), before);
  EXPECT_EQ(rewrite(model, fused, unfused).size(), 1U);
  EXPECT_EQ(testing::normalized(model), before);
}

TEST(TorchFxRewriter, test_replace_pattern_with_filters) {
  const std::string graph = text("x", node("a", "operator.add", "%x, 1") +
                                          node("b", "operator.add", "%a, 2") + returns("%b"));
  ReplaceOptions options;
  options.match.filters.push_back([](const Match& match, const Graph&, const Graph&) {
    return match.inputs.at(1) == Argument(2);
  });
  TracedModule model = testing::parse(graph);
  const auto replaced =
      rewrite(model, text("x y", node("a", "operator.add", "%x, %y") + returns("%a")),
              text("x y", node("a", "operator.mul", "%x, %y") + returns("%a")), options);
  EXPECT_EQ(replaced.size(), 1U);
  EXPECT_EQ(testing::normalized(model),
            testing::normalized(
                testing::parse(text("x", node("a", "operator.add", "%x, 1") +
                                             node("b", "operator.mul", "%a, 2") + returns("%b")))));
}

TEST(TorchFxRewriter, test_matching_pattern_with_list_type_arg) {
  EXPECT_EQ(check({text("x y", node("c", "torch.cat", "[%x, %y]", "dim: 1") + returns("%c")),
                   text("a b", node("c", "torch.cat", "[%a, %b], 1") + returns("%c")),
                   text("a b", node("c", "torch.add", "%a, %b") + returns("%c")),
                   text("x y", node("c", "torch.add", "%x, %y") + returns("%c"))}),
            1U);
}

TEST(TorchFxRewriter, test_matching_variable_arguments) {
  // Defaults that are left out are equal to those that are written.
  EXPECT_EQ(
      check({text("x",
                  node("a", "torch.max_pool2d", "%x, [2], [2], [0], [1], False") + returns("%a")),
             text("x", node("a", "torch.max_pool2d", "%x, [2], [2], [0], [1]") + returns("%a")),
             relu, relu}),
      1U);
  EXPECT_EQ(check({text("x", node("a", "torch.flatten", "%x, 1") + returns("%a")),
                   text("x", node("a", "torch.flatten", "%x, 1, -1") + returns("%a")), relu, relu}),
            1U);
}

TEST(TorchFxRewriter, test_replacement_with_attrs) {
  TracedModule model = testing::parse("module Net {\n}\n" + neg);
  rewrite(model, neg,
          "module R {\n  buffer scale = %ones\n}\ninit():\n"
          "%ones : = call_function[target=torch.ones](args = (3,), kwargs = {})\n" +
              text("x", "%scale : = get_attr[target=scale]\n" +
                            node("a", "operator.mul", "%x, %scale") + returns("%a")));
  ASSERT_NE(model.modules.find_tensor("scale"), nullptr);
  EXPECT_EQ(model.modules.find_tensor("scale")->init->target().view(), "torch.ones");
}

TEST(TorchFxRewriter, test_replaced_nodes) {
  TracedModule model =
      testing::parse(text("x", node("a", "m:neg", "%x") + node("b", "m:abs", "%a") +
                                   node("c", "m:neg", "%b") + returns("%c")));
  const auto replaced = rewrite(
      model, neg, text("x", node("a", "m:relu", "%x") + node("b", "m:exp", "%a") + returns("%b")));
  ASSERT_EQ(replaced.size(), 2U);
  for (const ReplacedMatch& match : replaced) {
    ASSERT_EQ(match.replacements.size(), 2U);
    EXPECT_EQ(match.replacements[0]->target().view(), "relu");
    EXPECT_EQ(match.replacements[1]->target().view(), "exp");
  }
}

TEST(TorchFxRewriter, test_replace_pattern_with_callback) {
  const TracedModule with_one =
      testing::parse(text("x y", node("a", "m:sigmoid", "%x") + returns("%a")));
  const TracedModule other = testing::parse(text("x y", node("a", "m:tanh", "%x") + returns("%a")));
  ReplaceOptions options;
  options.replacement_for = [&](const Match& match) {
    return match.inputs.at(1) == Argument(1) ? &with_one : &other;
  };
  TracedModule model =
      testing::parse(text("x", node("a", "operator.add", "%x, 1") +
                                   node("b", "operator.add", "%a, 2") + returns("%b")));
  EXPECT_EQ(
      rewrite(model, text("x y", node("a", "operator.add", "%x, %y") + returns("%a")), neg, options)
          .size(),
      2U);
  EXPECT_EQ(testing::normalized(model),
            testing::normalized(testing::parse(text(
                "x", node("a", "m:sigmoid", "%x") + node("b", "m:tanh", "%a") + returns("%b")))));
}

} // namespace
} // namespace fx
