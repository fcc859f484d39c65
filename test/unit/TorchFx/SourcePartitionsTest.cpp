// torch.fx's source_matcher_utils (test/fx/test_source_matcher_utils.py).
#include "PassTestSupport.h"

#include "fx/Passes/SourcePartitions.h"

namespace fx {
namespace {

using testing::graph_text;

/// "path: nodes <- inputs -> outputs [params]" of each partition.
std::vector<std::string> shown(const SourcePartitions& partitions) {
  std::vector<std::string> texts;
  const auto names = [](const std::vector<Node*>& nodes) {
    std::string text;
    for (const Node* node : nodes)
      text += " " + node->name().str();
    return text;
  };
  texts.reserve(partitions.partitions.size());
  for (const SourcePartition& partition : partitions.partitions)
    texts.push_back(partition.path.str() + ":" + names(partition.nodes) + " <-" +
                    names(partition.input_nodes) + " ->" + names(partition.output_nodes) +
                    (partition.params.empty() ? "" : " [" + names(partition.params) + " ]"));
  return texts;
}
using Texts = std::vector<std::string>;

TEST(TorchFxSourcePartitions, test_module_partitioner_linear_relu_linear) {
  const std::string linear = "torch::nn::Linear(in_features = 3, out_features = 3)\n";
  const TracedModule module =
      testing::parse("module Net {\n  linear1: " + linear + "  linear2: " + linear +
                     "  linear3: " + linear + "  relu: torch::nn::ReLU()\n}\n" +
                     graph_text("x: a = module:linear1(%x); b = module:linear2(%a); "
                                "c = module:relu(%b); d = module:linear3(%c); return %d"));
  const auto found = get_source_partitions(
      module.graph, &module, {"torch::nn::Linear", "torch::nn::ReLU", "torch::nn::Conv2d"});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].source.view(), "torch::nn::Linear");
  EXPECT_EQ(shown(found[0]),
            (Texts{"linear1: a <- x -> a", "linear2: b <- a -> b", "linear3: d <- c -> d"}));
  EXPECT_EQ(shown(found[1]), Texts{"relu: c <- b -> c"});
  const auto& linears = found[0].partitions;
  EXPECT_TRUE(check_subgraphs_connected(linears[0], linears[1]));
  EXPECT_FALSE(check_subgraphs_connected(linears[1], linears[0]));
  EXPECT_FALSE(check_subgraphs_connected(linears[1], linears[2]));
  EXPECT_TRUE(check_subgraphs_connected(found[1].partitions[0], linears[2]));
}

TEST(TorchFxSourcePartitions, test_module_partitioner_functional_linear_relu_linear) {
  const TracedModule module = testing::parse(
      "module Net {\n  parameter w = %i\n  parameter v = %i\n}\ninit():\n"
      "%i : = call_function[target=torch.ones](args = ([3, 3],), kwargs = {})\n" +
      graph_text("x: %w : = get_attr[target=w]; a = torch.nn.functional.linear(%x, %w); "
                 "b = torch.nn.functional.relu(%a); %v : = get_attr[target=v]; "
                 "c = torch.nn.functional.linear(%b, %v); d = operator.add(%c, %v); return %d"));
  const auto found = get_source_partitions(
      module.graph, &module, {"torch.nn.functional.linear", "torch.nn.functional.relu"});
  ASSERT_EQ(found.size(), 2U);
  // A parameter that others use too is an input.
  EXPECT_EQ(shown(found[0]), (Texts{": a <- x -> a [ w ]", ": c <- b v -> c"}));
  EXPECT_EQ(shown(found[1]), Texts{": b <- a -> b"});
}

TEST(TorchFxSourcePartitions, ModulesThatWereTracedInto) {
  TracedModule module = testing::parse(
      graph_text("x: a = torch.neg(%x); b = torch.sin(%a); c = operator.add(%b, %a); "
                 "d = torch.relu(%c); e = torch.sin(%d); return %e"));
  const auto frames = [&](std::string_view names, const std::vector<ModuleFrame>& stack) {
    for (Node* node : module.graph)
      if (names.find(node->name().view()) != std::string_view::npos)
        node->set_meta(meta::module_stack, stack);
  };
  frames("ab", {{"block", "BlockImpl"}});
  frames("c", {{"block", "BlockImpl"}, {"block.inner", "AddImpl"}});
  frames("de", {{"other", "BlockImpl"}});
  const auto blocks = get_source_partitions(module.graph, nullptr, {"Block"});
  EXPECT_EQ(shown(blocks.at(0)), (Texts{"block: a b c <- x -> c", "other: d e <- c -> e"}));
  // Of several the innermost that is wanted.
  const auto both = get_source_partitions(module.graph, nullptr, {"Block", "AddImpl"});
  EXPECT_EQ(shown(both.at(0)), (Texts{"block: a b <- x -> a b", "other: d e <- c -> e"}));
  EXPECT_EQ(shown(both.at(1)), Texts{"block.inner: c <- b a -> c"});
  const auto filtered = get_source_partitions(
      module.graph, nullptr, {"Block"}, [](const Node& node) { return node.name().view() != "e"; });
  EXPECT_EQ(shown(filtered.at(0)), Texts{"block: a b c <- x -> c"});
}

} // namespace
} // namespace fx
