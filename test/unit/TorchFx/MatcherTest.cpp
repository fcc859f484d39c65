// torch.fx's test/fx/test_matcher_utils.py and test_subgraph_matcher of test_fx_passes.py.
#include "PassTestSupport.h"

#include "fx/Passes/SubgraphMatcher.h"

namespace fx {
namespace {

using testing::graph_text;
using testing::node;
using testing::returns;

struct Found {
  TracedModule target, pattern;
  std::vector<Match> matches;
};

std::unique_ptr<Found> find(const std::string& target, const std::string& pattern,
                            MatchOptions options = {}) {
  auto found = std::make_unique<Found>();
  found->target = testing::parse(target);
  found->pattern = testing::parse(pattern);
  const auto matcher = SubgraphMatcher::create(found->pattern, std::move(options));
  EXPECT_TRUE(matcher) << matcher.error().message;
  found->matches = matcher->match(found->target.graph, found->target,
                                  AliasAnalysis(found->target.graph, &found->target));
  // Every computing node of the pattern has its node.
  for (const Match& match : found->matches)
    for (const Node* node : found->pattern.graph)
      if (node->op() != Opcode::Placeholder && node->op() != Opcode::Output) {
        EXPECT_TRUE(match.nodes_map.contains(node));
      }
  return found;
}

size_t count(const std::string& target, const std::string& pattern, MatchOptions options = {}) {
  return find(target, pattern, std::move(options))->matches.size();
}

const std::string parameter = "module Net {\n  parameter w = %o\n}\ninit():\n%o : = "
                              "call_function[target=torch.ones](args = (1,), kwargs = {})\n";

TEST(TorchFxMatcher, test_subgraph_matcher_with_attributes) {
  const std::string graph =
      parameter + graph_text("x", "%w : = get_attr[target=w]\n" +
                                      node("a", "operator.mul", "%x, %w") + returns("%a"));
  EXPECT_EQ(count(graph, graph), 1U);
  // An input of the pattern matches a parameter, a parameter no input.
  const std::string plain = graph_text("x y", node("a", "operator.mul", "%x, %y") + returns("%a"));
  EXPECT_EQ(count(graph, plain), 1U);
  EXPECT_EQ(count(plain, graph), 0U);
}

TEST(TorchFxMatcher, test_subgraph_matcher_with_list) {
  const std::string graph =
      graph_text("x y", node("a", "m:reshape", "%x, (%y, 4)") + returns("%a"));
  EXPECT_EQ(count(graph, graph_text("x s", node("a", "m:reshape", "%x, %s") + returns("%a"))), 1U);
  EXPECT_EQ(count(graph, graph_text("x s", node("a", "m:reshape", "%x, (%s, 4)") + returns("%a"))),
            1U);
}

TEST(TorchFxMatcher, test_subgraph_matcher_with_list_bad) {
  EXPECT_EQ(count(graph_text("x y", node("a", "torch.cat", "[%x, %y, %x]") + returns("%a")),
                  graph_text("x y", node("a", "torch.cat", "[%x, %y]") + returns("%a"))),
            0U);
}

TEST(TorchFxMatcher, test_subgraph_matcher_ignore_literals) {
  const std::string one = graph_text("x", node("a", "operator.add", "%x, 1") + returns("%a"));
  const std::string two = graph_text("x", node("a", "operator.add", "%x, 2") + returns("%a"));
  EXPECT_EQ(count(two, one), 0U);
  EXPECT_EQ(count(two, one, {.ignore_literals = true, .filters = {}}), 1U);
}

TEST(TorchFxMatcher, test_variatic_arg_matching) {
  const auto pool = [](const std::string& rest) {
    return graph_text("x", node("a", "torch.max_pool2d", "%x, " + rest) + returns("%a"));
  };
  for (const std::string given :
       {"[2]", "[2], []", "[2], [], [0]", "[2], [], [0], [1]", "[2], [], [0], [1], False"}) {
    EXPECT_EQ(count(pool("[2], [], [0], [1], True"), pool(given)), 0U) << given;
    EXPECT_EQ(count(pool(given), pool(given)), 1U) << given;
  }
  EXPECT_EQ(count(pool("[2], [], [0], [1], False"), pool("[2], [], [0], [1]")), 1U);
}

TEST(TorchFxMatcher, test_split_to_graph_and_name_node_map) {
  const auto found =
      find(graph_text("x", node("a", "m:relu", "%x") + node("b", "operator.mul", "%a, 2") +
                               returns("%b")),
           graph_text("x", node("a", "m:relu", "%x") + node("b", "operator.mul", "%a, 2") +
                               returns("(%b, {\"relu\": %a})")));
  ASSERT_EQ(found->matches.size(), 1U);
  EXPECT_EQ(found->matches[0].outputs.size(), 1U);
  EXPECT_EQ(found->matches[0].named.at("relu")->name().view(), "a");
}

TEST(TorchFxMatcher, test_matcher_with_name_node_map_function) {
  const auto found =
      find(graph_text("x w", node("c", "torch.nn.functional.conv2d", "%x, %w") +
                                 node("r", "m:relu", "%c") + node("m", "operator.mul", "%r, 2") +
                                 returns("%m")),
           graph_text("x w", node("c", "torch.nn.functional.conv2d", "%x, %w") +
                                 node("r", "m:relu", "%c") + node("m", "operator.mul", "%r, 2") +
                                 returns("(%m, {\"conv\": %c, \"relu\": %r, \"input\": %x})")));
  ASSERT_EQ(found->matches.size(), 1U);
  // The nodes can be edited by their names.
  Match& match = found->matches[0];
  match.named.at("conv")->set_type("torch.Tensor");
  EXPECT_EQ(match.named.at("conv")->target().view(), "torch.nn.functional.conv2d");
  EXPECT_EQ(match.named.at("input")->op(), Opcode::Placeholder);
}

TEST(TorchFxMatcher, test_matcher_with_name_node_map_module) {
  const std::string head =
      "module Net {\n  linear: torch::nn::Linear(in_features = 5, out_features = 5)\n}\n";
  const auto found = find(head + graph_text("x", node("l", "module:linear", "%x") + returns("%l")),
                          head + graph_text("x", node("l", "module:linear", "%x") +
                                                     returns("(%l, {\"linear\": %l, \"x\": %x})")));
  ASSERT_EQ(found->matches.size(), 1U);
  EXPECT_EQ(found->matches[0].named.at("linear")->op(), Opcode::CallModule);
}

TEST(TorchFxMatcher, test_subgraph_matcher) {
  const std::string add = graph_text("x y", node("a", "operator.add", "%x, %y") + returns("%a"));
  const std::string add_relu = graph_text("x y", node("a", "operator.add", "%x, %y") +
                                                     node("r", "m:relu", "%a") + returns("%r"));
  // One node, several places, not when an operand differs.
  EXPECT_EQ(count(graph_text("x", node("a", "operator.add", "%x, 1") +
                                      node("b", "operator.add", "%a, %x") + returns("%b")),
                  add),
            2U);
  EXPECT_EQ(count(graph_text("x", node("a", "operator.sub", "%x, 1") + returns("%a")), add), 0U);
  // A chain; inside of it nothing is used elsewhere.
  EXPECT_EQ(count(add_relu, add_relu), 1U);
  EXPECT_EQ(
      count(graph_text("x y", node("a", "operator.add", "%x, %y") + node("r", "m:relu", "%a") +
                                  node("s", "operator.add", "%r, %a") + returns("%s")),
            add_relu),
      0U);
  // A diamond: the same value on both ways.
  const std::string diamond = graph_text(
      "x", node("a", "m:relu", "%x") + node("b", "m:sigmoid", "%a") + node("c", "m:tanh", "%a") +
               node("d", "operator.add", "%b, %c") + returns("%d"));
  EXPECT_EQ(count(diamond, diamond), 1U);
  EXPECT_EQ(count(graph_text("x", node("a", "m:relu", "%x") + node("e", "m:relu", "%x") +
                                      node("b", "m:sigmoid", "%a") + node("c", "m:tanh", "%e") +
                                      node("d", "operator.add", "%b, %c") + returns("%d")),
                  diamond),
            0U);
  // Several results, found through what they share.
  const std::string two = graph_text("x", node("a", "m:relu", "%x") + node("b", "m:sigmoid", "%a") +
                                              node("c", "m:tanh", "%a") + returns("(%b, %c)"));
  EXPECT_EQ(count(graph_text("x", node("a", "m:relu", "%x") + node("c", "m:tanh", "%a") +
                                      node("b", "m:sigmoid", "%a") +
                                      node("d", "operator.sub", "%b, %c") + returns("%d")),
                  two),
            1U);
  // Modules by class and options.
  const auto with_module = [](const std::string& module) {
    return "module Net {\n  m: " + module + "\n}\n" +
           graph_text("x", node("a", "module:m", "%x") + returns("%a"));
  };
  EXPECT_EQ(count(with_module("torch::nn::ReLU()"), with_module("torch::nn::ReLU()")), 1U);
  EXPECT_EQ(count(with_module("torch::nn::Sigmoid()"), with_module("torch::nn::ReLU()")), 0U);
  EXPECT_EQ(
      count(with_module("torch::nn::Dropout(p = 0.5)"), with_module("torch::nn::Dropout(p = 0.1)")),
      0U);
  // Patterns that are none.
  EXPECT_FALSE(SubgraphMatcher::create(testing::parse(graph_text("x", returns("%x")))));
  EXPECT_FALSE(SubgraphMatcher::create(testing::parse(
      graph_text("x", node("dead", "m:relu", "%x") + node("a", "m:neg", "%x") + returns("%a")))));
}

TEST(ReplacePatternSoundness, ARegionThatSpansAWriteToItsInputIsLeftAlone) {
  // torch.fx moves neg behind the write.
  const std::string pattern =
      graph_text("x", node("a", "m:neg", "%x") + node("b", "m:relu", "%a") + returns("%b"));
  EXPECT_EQ(count(graph_text("x", node("a", "m:neg", "%x") + node("w", "m:add_", "%x, 1") +
                                      node("b", "m:relu", "%a") +
                                      node("c", "operator.add", "%b, %w") + returns("%c")),
                  pattern),
            0U);
  EXPECT_EQ(count(graph_text("x y", node("a", "m:neg", "%x") + node("w", "m:cos", "%y") +
                                        node("b", "m:relu", "%a") +
                                        node("c", "operator.add", "%b, %w") + returns("%c")),
                  pattern),
            1U);
}

TEST(ReplacePatternSoundness, AListIsNoTuple) {
  // cat([x, y]) and the pattern cat((a, b)).
  EXPECT_EQ(
      count(graph_text("x y", node("c", "torch.cat", "[%x, %y]") + returns("%c")),
            graph_text("a b",
                       "%c : = call_function[target=torch.cat](args = ((%a, %b),), kwargs = {})\n" +
                           returns("%c"))),
      0U);
}

TEST(ReplacePatternSoundness, ARepeatedOperandIsTwoValues) {
  // add(x, x) and the pattern add(a, b); and add(a, a) does not find add(x, y).
  EXPECT_EQ(count(graph_text("x", node("c", "torch.add", "%x, %x") + returns("%c")),
                  graph_text("a b", node("c", "torch.add", "%a, %b") + returns("%c"))),
            1U);
  EXPECT_EQ(count(graph_text("x y", node("c", "torch.add", "%x, %y") + returns("%c")),
                  graph_text("a", node("c", "torch.add", "%a, %a") + returns("%c"))),
            0U);
}

} // namespace
} // namespace fx
