// torch.fx's test/fx/test_subgraph_rewriter.py: the same cases by the same names, in graph text.
#include "PassTestSupport.h"

#include "fx/Passes/ReplacePattern.h"

namespace fx {
namespace {

using testing::graph_text;

/// graph, pattern, replacement and what comes out, as graph_text reads them
struct Case {
  std::string graph, pattern, replacement, expected;
};

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
  TracedModule model = testing::parse(graph_text(test.graph));
  const size_t count =
      rewrite(model, graph_text(test.pattern), graph_text(test.replacement)).size();
  EXPECT_EQ(testing::normalized(model),
            testing::normalized(testing::parse(graph_text(test.expected))));
  return count;
}

const std::string neg = "x: a = m:neg(%x); return %a";
const std::string relu = "x: a = m:relu(%x); return %a";

TEST(TorchFxRewriter, test_subgraph_rewriter_preserves_logic) {
  const std::string graph = "x: a = m:neg(%x); b = m:relu(%a); c = operator.add(%b, %x); return %c";
  const std::string pattern = "x: a = m:neg(%x); b = m:relu(%a); return %b";
  EXPECT_EQ(check({graph, pattern, pattern, graph}), 1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_with_oneliner_pattern) {
  EXPECT_EQ(check({"x: a = m:neg(%x); b = operator.add(%a, 1); return %b", neg, relu,
                   "x: a = m:relu(%x); b = operator.add(%a, 1); return %b"}),
            1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_with_trivial_replacement) {
  EXPECT_EQ(check({"x: a = m:neg(%x); b = operator.add(%a, 1); return %b", neg, "x: return %x",
                   "x: b = operator.add(%x, 1); return %b"}),
            1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_single_pattern_match) {
  EXPECT_EQ(check({"x: a = m:neg(%x); b = m:relu(%a); c = operator.add(%b, %x); return %c",
                   "x: a = m:neg(%x); b = m:relu(%a); return %b", relu,
                   "x: b = m:relu(%x); c = operator.add(%b, %x); return %c"}),
            1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_multiple_pattern_match) {
  const auto twice = [](const std::string& call) {
    return "x w1 w2: c1 = torch.cat([%w1, %w2]); s1 = m:" + call +
           "(%c1); "
           "c2 = torch.cat([%w1, %w2]); s2 = m:" +
           call + "(%c2); r = operator.add(%s1, %s2); return %r";
  };
  EXPECT_EQ(check({twice("sum"), "a b: c = torch.cat([%a, %b]); s = m:sum(%c); return %s",
                   "a b: c = torch.cat([%a, %b]); s = m:mean(%c); return %s", twice("mean")}),
            2U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_graph_argument_order) {
  const std::string graph = "x y: a = torch.mm(%x, %y); return %a";
  EXPECT_EQ(check({graph, graph, graph, graph}), 1U);
  EXPECT_EQ(check({"x y: a = torch.mm(%y, %x); return %a", graph, graph,
                   "x y: a = torch.mm(%y, %x); return %a"}),
            1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_correct_output_replacement) {
  EXPECT_EQ(check({"x y: a = operator.mul(%y, %x); b = m:relu(%a); "
                   "c = operator.add(%a, %b); return %c",
                   relu, neg,
                   "x y: a = operator.mul(%y, %x); b = m:neg(%a); "
                   "c = operator.add(%a, %b); return %c"}),
            1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_traced_as_callable) {
  // Patterns may be whole models: a class name and modules that the pattern does not use.
  TracedModule model = testing::parse(graph_text("x: a = m:neg(%x); return %a"));
  EXPECT_EQ(rewrite(model, "module Pattern {\n  unused: torch::nn::ReLU()\n}\n" + graph_text(neg),
                    graph_text(relu))
                .size(),
            1U);
  EXPECT_EQ(testing::normalized(model), testing::normalized(testing::parse(graph_text(relu))));
}

TEST(TorchFxRewriter, test_subgraph_rewriter_pattern_is_entire_graph) {
  EXPECT_EQ(check({neg, neg, relu, relu}), 1U);
}

TEST(TorchFxRewriter,
     test_subgraph_rewriter_pattern_output_pattern_node_can_have_users_that_are_not_matched) {
  EXPECT_EQ(check({"x: y = m:relu(%x); a = m:neg(%y); b = operator.sub(%y, %a); return %b", relu,
                   neg, "x: y = m:neg(%x); a = m:neg(%y); b = operator.sub(%y, %a); return %b"}),
            1U);
}

TEST(TorchFxRewriter,
     test_subgraph_rewriter_internal_pattern_nodes_cannot_have_users_that_are_not_matched) {
  // relu's value is used outside of the match: nothing is replaced.
  const std::string graph =
      "x w1 w2 b1 b2: m0 = torch.cat([%w1, %w2]); m1 = torch.cat([%w1, %w2]); "
      "m2 = torch.cat([%x, %b2]); t0 = torch.addmm(%b1, %m1, %m2); "
      "t1 = torch.sum(%w1, 1); t2 = torch.addmm(%b1, %m1, %m2); "
      "t3 = torch.sum(%w1, 1); r = operator.add(%t0, %t2); "
      "q = operator.add(%t1, %t3); z = operator.add(%m0, %q); return (%r, %z)";
  const std::string pattern =
      "x w1 w2 b1 b2: m1 = torch.cat([%w1, %w2]); m2 = torch.cat([%x, %b2]); "
      "t0 = torch.addmm(%b1, %m1, %m2); t1 = torch.sum(%w1, 1); "
      "e = operator.eq(%t0, %t1); return %e";
  EXPECT_EQ(check({graph, pattern, pattern, graph}), 0U);
  const std::string leak = "x: a = m:neg(%x); b = m:relu(%a); c = operator.add(%a, %b); return %c";
  EXPECT_EQ(check({leak, "x: a = m:neg(%x); b = m:relu(%a); return %b", relu, leak}), 0U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_placeholder_matching) {
  // The pattern's input stands for a call.
  EXPECT_EQ(check({"x: a = operator.add(%x, 3.14); b = m:sub(%a, 1); "
                   "c = m:relu(%b); return %c",
                   "x: b = m:sub(%x, 1); c = m:relu(%b); return %c", "x: b = m:tanh(%x); return %b",
                   "x: a = operator.add(%x, 3.14); b = m:tanh(%a); return %b"}),
            1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_replaces_referenced_submodules) {
  const std::string model_text =
      "module Net {\n  sigmoid: torch::nn::Sigmoid()\n  submod: torch::nn::ReLU()\n}\n" +
      graph_text("x: a = operator.add(%x, 1); b = module:submod(%a); "
                 "c = module:sigmoid(%b); return %c");
  const std::string pattern =
      "module Pattern {\n  sigmoid: torch::nn::Sigmoid()\n  submod: torch::nn::ReLU()\n}\n" +
      graph_text("x: b = module:submod(%x); c = module:sigmoid(%b); return %c");
  TracedModule model = testing::parse(model_text);
  EXPECT_EQ(rewrite(model, pattern,
                    "module Replacement {\n  part: User {\n    id: torch::nn::Identity()\n  }\n  "
                    "tanh: torch::nn::Tanh()\n}\n" +
                        graph_text("x: a = module:part.id(%x); b = module:tanh(%a); return %b"))
                .size(),
            1U);
  EXPECT_EQ(model.modules.find("tanh")->cpp_type.view(), "torch::nn::Tanh");
  EXPECT_EQ(model.modules.find("part.id")->cpp_type.view(), "torch::nn::Identity");

  // Neither the model nor the replacement has it.
  model = testing::parse(model_text);
  const TracedModule from = testing::parse(pattern);
  const TracedModule to = testing::parse(graph_text("x: a = module:nowhere(%x); return %a"));
  const auto failed = replace_pattern(model, from, to, AliasAnalysis(model.graph, &model));
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message,
            "the replacement uses 'nowhere', which neither it nor the model has");
}

TEST(TorchFxRewriter, test_subgraph_rewriter_replace_consecutive_submodules) {
  const auto chain = [](const std::string& call) {
    return "x: a = " + call + "(%x); b = " + call + "(%a); c = " + call + "(%b); return %c";
  };
  EXPECT_EQ(check({chain("m:sigmoid"), "x: a = m:sigmoid(%x); return %a",
                   "x: a = m:exp(%x); return %a", chain("m:exp")}),
            3U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_with_overlapping_matches) {
  EXPECT_EQ(check({"x: a = m:sigmoid(%x); b = m:sigmoid(%a); c = m:sigmoid(%b); "
                   "d = m:sigmoid(%c); return %d",
                   "x: a = m:sigmoid(%x); b = m:sigmoid(%a); return %b",
                   "x: a = m:exp(%x); return %a", "x: b = m:exp(%x); d = m:exp(%b); return %d"}),
            2U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_replace_with_multiple_outputs) {
  EXPECT_EQ(check({"x: y = m:sigmoid(%x); z = m:relu(%x); "
                   "r = operator.add(%y, %z); return %r",
                   "a: y = m:sigmoid(%a); z = m:relu(%a); return (%y, %z)",
                   "a: y = m:exp(%a); z = m:abs(%a); return (%y, %z)",
                   "x: y = m:exp(%x); z = m:abs(%x); r = operator.add(%y, %z); return %r"}),
            1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_replace_with_duplicated_outputs) {
  EXPECT_EQ(check({"x: y = m:sigmoid(%x); z = m:relu(%x); "
                   "r = operator.add(%y, %z); return %r",
                   "a: y = m:sigmoid(%a); z = m:relu(%a); return (%y, %z)",
                   "a: y = m:exp(%a); return (%y, %y)",
                   "x: y = m:exp(%x); r = operator.add(%y, %y); return %r"}),
            1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_with_unused_args) {
  EXPECT_EQ(
      check({"x y z: a = m:neg(%x); return %a", neg, relu, "x y z: a = m:relu(%x); return %a"}),
      1U);
  // A pattern's input that nothing uses stands for nothing.
  EXPECT_EQ(check({neg, "x unused: a = m:neg(%x); return %a", "x unused: a = m:relu(%x); return %a",
                   relu}),
            1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_call_method) {
  EXPECT_EQ(check({"x: a = m:dequantize(%x); b = m:sigmoid(%a); "
                   "c = m:to(%b, torch.float16); return %c",
                   "x: a = m:dequantize(%x); b = m:sigmoid(%a); "
                   "c = m:to(%b, torch.float16); return %c",
                   "x: b = m:sigmoid(%x); return %b", "x: b = m:sigmoid(%x); return %b"}),
            1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_nodes_with_kwargs) {
  // The pattern gives by position what the graph gives by keyword, and the reverse.
  const std::string by_keyword = "w b: a = torch.sum(%w, {dim: 1, keepdim: True}); "
                                 "c = operator.add(%a, %b); return %c";
  const std::string by_position =
      "w b: a = torch.sum(%w, 1, True); c = operator.add(%a, %b); return %c";
  const std::string replacement = "w b: a = torch.mul(%w, %b); return %a";
  EXPECT_EQ(check({by_keyword, by_position, replacement, replacement}), 1U);
  EXPECT_EQ(check({by_position, by_keyword, replacement, replacement}), 1U);
}

TEST(TorchFxRewriter, test_subgraph_rewriter_local_revert) {
  // A pattern with parameters is replaced, and the replacement back.
  const std::string head = "module Net {\n  parameter w = %a\n  parameter b = %c\n}\ninit():\n"
                           "%a : = call_function[target=torch.ones](args = (2, 2), kwargs = {})\n"
                           "%c : = call_function[target=torch.ones](args = (2,), kwargs = {})\n";
  const std::string graph =
      head + graph_text("x: %w : = get_attr[target=w]; %b : = get_attr[target=b]; "
                        "l = torch.addmm(%b, %x, %w); return %l");
  const std::string unfused = graph_text("x w b: l = torch.addmm(%b, %x, %w); return %l");
  const std::string fused =
      graph_text("x w b: m = torch.mm(%x, %w); l = operator.add(%m, %b); return %l");
  TracedModule model = testing::parse(graph);
  const std::string before = testing::normalized(model);
  EXPECT_EQ(rewrite(model, unfused, fused).size(), 1U);
  EXPECT_NE(testing::normalized(model), before);
  EXPECT_EQ(rewrite(model, fused, unfused).size(), 1U);
  EXPECT_EQ(testing::normalized(model), before);
}

TEST(TorchFxRewriter, test_replace_pattern_with_filters) {
  const std::string graph =
      graph_text("x: a = operator.add(%x, 1); b = operator.add(%a, 2); return %b");
  ReplaceOptions options;
  options.match.filters.push_back([](const Match& match, const Graph&, const Graph&) {
    return match.inputs.at(1) == Argument(2);
  });
  TracedModule model = testing::parse(graph);
  const auto replaced = rewrite(model, graph_text("x y: a = operator.add(%x, %y); return %a"),
                                graph_text("x y: a = operator.mul(%x, %y); return %a"), options);
  EXPECT_EQ(replaced.size(), 1U);
  EXPECT_EQ(testing::normalized(model),
            testing::normalized(testing::parse(
                graph_text("x: a = operator.add(%x, 1); b = operator.mul(%a, 2); return %b"))));
}

TEST(TorchFxRewriter, test_matching_pattern_with_list_type_arg) {
  EXPECT_EQ(
      check({"x y: c = torch.cat([%x, %y], {dim: 1}); return %c",
             "a b: c = torch.cat([%a, %b], 1); return %c", "a b: c = torch.add(%a, %b); return %c",
             "x y: c = torch.add(%x, %y); return %c"}),
      1U);
}

TEST(TorchFxRewriter, test_matching_variable_arguments) {
  // Defaults that are left out are equal to those that are written.
  EXPECT_EQ(check({"x: a = torch.max_pool2d(%x, [2], [2], [0], [1], False); return %a",
                   "x: a = torch.max_pool2d(%x, [2], [2], [0], [1]); return %a", relu, relu}),
            1U);
  EXPECT_EQ(check({"x: a = torch.flatten(%x, 1); return %a",
                   "x: a = torch.flatten(%x, 1, -1); return %a", relu, relu}),
            1U);
}

TEST(TorchFxRewriter, test_replacement_with_attrs) {
  TracedModule model = testing::parse("module Net {\n}\n" + graph_text(neg));
  rewrite(model, graph_text(neg),
          "module R {\n  buffer scale = %ones\n}\ninit():\n"
          "%ones : = call_function[target=torch.ones](args = (3,), kwargs = {})\n" +
              graph_text(
                  "x: %scale : = get_attr[target=scale]; a = operator.mul(%x, %scale); return %a"));
  ASSERT_NE(model.modules.find_tensor("scale"), nullptr);
  EXPECT_EQ(model.modules.find_tensor("scale")->init->target().view(), "torch.ones");
}

TEST(TorchFxRewriter, test_replaced_nodes) {
  TracedModule model =
      testing::parse(graph_text("x: a = m:neg(%x); b = m:abs(%a); c = m:neg(%b); return %c"));
  const auto replaced =
      rewrite(model, graph_text(neg), graph_text("x: a = m:relu(%x); b = m:exp(%a); return %b"));
  ASSERT_EQ(replaced.size(), 2U);
  for (const ReplacedMatch& match : replaced) {
    ASSERT_EQ(match.replacements.size(), 2U);
    EXPECT_EQ(match.replacements[0]->target().view(), "relu");
    EXPECT_EQ(match.replacements[1]->target().view(), "exp");
  }
}

TEST(TorchFxRewriter, test_replace_pattern_with_callback) {
  const TracedModule with_one = testing::parse(graph_text("x y: a = m:sigmoid(%x); return %a"));
  const TracedModule other = testing::parse(graph_text("x y: a = m:tanh(%x); return %a"));
  ReplaceOptions options;
  options.replacement_for = [&](const Match& match) {
    return match.inputs.at(1) == Argument(1) ? &with_one : &other;
  };
  TracedModule model =
      testing::parse(graph_text("x: a = operator.add(%x, 1); b = operator.add(%a, 2); return %b"));
  EXPECT_EQ(rewrite(model, graph_text("x y: a = operator.add(%x, %y); return %a"), graph_text(neg),
                    options)
                .size(),
            2U);
  EXPECT_EQ(testing::normalized(model), testing::normalized(testing::parse(graph_text(
                                            "x: a = m:sigmoid(%x); b = m:tanh(%a); return %b"))));
}

} // namespace
} // namespace fx
