// torch.fx's splitter_base on graphs: which nodes run where, and in which parts.
#include "PassTestSupport.h"

#include "fx/Passes/OperatorSupport.h"
#include "fx/Passes/Splitter.h"

#include <ctime>

namespace fx {
namespace {

using testing::graph_text;
using Names = std::vector<std::string>;

/// "acc: a b", "cpu: c".
Names names_of(const std::vector<Subgraph>& subgraphs) {
  Names names;
  for (const Subgraph& subgraph : subgraphs) {
    names.emplace_back(subgraph.is_acc ? "acc:" : "cpu:");
    for (const Node* node : subgraph.nodes)
      names.back() += " " + node->name().str();
  }
  return names;
}

/// Nodes whose names start with 'n' are no tensors; functions other than torch.sin, and methods,
/// are supported.
Names split(const std::string& program, const SplitterSettings& settings = {}) {
  const TracedModule module = testing::parse(graph_text(program));
  for (Node* node : module.graph)
    if (node->op() != Opcode::Output && !node->name().view().starts_with("n"))
      node->set_meta(meta::tensor_meta, TensorMeta{{2}, "float32", {}});
  const AliasAnalysis aliasing(module.graph, module);
  const auto is_supported = [](const Node& node) { return node.target().view() != "torch.sin"; };
  NodeSet acc = find_acc_nodes(module.graph, is_supported, settings.allow_non_tensor);
  std::vector<std::vector<Node*>> fusions;
  if (!settings.skip_fusion) fusions = find_fusions(module.graph, aliasing, acc);
  const auto subgraphs = put_nodes_into_subgraphs(module.graph, aliasing, acc, fusions);
  EXPECT_TRUE(subgraphs) << subgraphs.error().message;
  const auto large = remove_small_acc_subgraphs(*subgraphs, settings.min_acc_module_size);
  if (auto error = check_acc_splits(large, settings)) return {error->message_with_id()};
  return names_of(large);
}

TEST(TorchFxSplitter, PartsAlternate) {
  EXPECT_EQ(split("x: a = torch.neg(%x); b = torch.sin(%a); c = torch.relu(%b); return %c"),
            (Names{"acc: a", "cpu: b", "acc: c"}));
  // Both branches of the first side are one part.
  EXPECT_EQ(split("x: a = torch.cos(%x); b = torch.tanh(%x); s = torch.sin(%a); "
                  "d = operator.add(%s, %b); return %d"),
            (Names{"acc: a b", "cpu: s", "acc: d"}));
  EXPECT_EQ(split("x: s = torch.sin(%x); a = torch.neg(%x); b = operator.add(%a, %s); return %b"),
            (Names{"cpu: s", "acc: a b"}));
  EXPECT_EQ(split("x: return %x"), Names{});
  // torch.fx starts at the users of inputs, and never comes to this one.
  EXPECT_EQ(split("x: a = torch.ones(2); b = operator.add(%a, %x); return %b"), Names{"acc: a b"});
}

TEST(TorchFxSplitter, KeepsTheOrderOfWrites) {
  EXPECT_EQ(split("x: s = torch.sin(%x); a = m:mul_(%x, 2); t = torch.sin(%x); return (%s, %t)"),
            (Names{"cpu: s", "acc: a", "cpu: t"}));
}

TEST(TorchFxSplitter, min_acc_module_size) {
  const std::string program = "x: a = torch.neg(%x); s = torch.sin(%a); b = torch.neg(%s); "
                              "c = torch.neg(%b); t = torch.sin(%c); d = torch.neg(%t); return %d";
  EXPECT_EQ(split(program), (Names{"acc: a", "cpu: s", "acc: b c", "cpu: t", "acc: d"}));
  SplitterSettings settings;
  settings.min_acc_module_size = 2;
  EXPECT_EQ(split(program, settings), (Names{"cpu: a s", "acc: b c", "cpu: t d"}));
  settings.min_acc_module_size = 3;
  EXPECT_EQ(split(program, settings), Names{"cpu: a s b c t d"});
}

TEST(TorchFxSplitter, max_acc_splits) {
  SplitterSettings settings;
  settings.max_acc_splits = 1;
  EXPECT_EQ(
      split("x: a = torch.neg(%x); s = torch.sin(%a); b = torch.neg(%s); return %b", settings),
      Names{"2 parts would run on the accelerator, and max_acc_splits allows 1 "
            "[too-many-splits]"});
  settings.max_acc_splits = 2;
  EXPECT_EQ(split("x: a = torch.neg(%x); s = torch.sin(%a); b = torch.neg(%s); return %b", settings)
                .size(),
            3U);
}

TEST(TorchFxSplitter, allow_non_tensor) {
  // The size goes from the accelerator to the processor: torch.fx's chain of such nodes.
  const std::string program =
      "x: a = torch.neg(%x); n1 = m:size(%a, 0); n2 = operator.mul(%n1, 2); "
      "s = torch.sin(%n2); b = torch.neg(%x); return (%s, %b)";
  SplitterSettings settings;
  settings.skip_fusion = true;
  EXPECT_EQ(split(program, settings), (Names{"acc: a b", "cpu: n1 n2 s"}));
  settings.allow_non_tensor = true;
  EXPECT_EQ(split(program, settings), (Names{"acc: a n1 n2 b", "cpu: s"}));
  // And from the processor to the accelerator.
  const std::string other = "x: n1 = torch.sin(%x); a = operator.add(%x, %n1); b = torch.neg(%a); "
                            "return %b";
  EXPECT_EQ(split(other, settings), (Names{"cpu: n1", "acc: a b"}));
  settings.allow_non_tensor = false;
  EXPECT_EQ(split(other, settings), (Names{"cpu: n1 a", "acc: b"}));
}

TEST(TorchFxSplitter, FusionsStayTogether) {
  // The size and its user are one group, with what is computed between them.
  const std::string program = "x: n = m:size(%x, 0); s = torch.sin(%x); "
                              "b = operator.add(%s, %n); return %b";
  EXPECT_EQ(split(program), (Names{"cpu: s", "acc: n b"}));
  SplitterSettings settings;
  settings.skip_fusion = true;
  EXPECT_EQ(split(program, settings), (Names{"cpu: s", "acc: n b"}));
  // One that the processor has to compute a part of is none.
  EXPECT_EQ(split("x: n = m:size(%x, 0); a = operator.mul(%x, %n); s = torch.sin(%a); "
                  "b = operator.add(%s, %n); return %b"),
            Names{"cpu: n a s b"});
}

TEST(TorchFxSplitter, IsLinear) {
  TracedModule module;
  Node* last = module.graph.placeholder("x");
  for (int i = 0; i < 100000; ++i)
    last = module.graph.call_function(i % 5 ? "torch.relu" : "torch.sin", {last});
  module.graph.output(last);
  const std::clock_t start = std::clock();
  const AliasAnalysis aliasing(module.graph, module);
  const auto is_supported = [](const Node& node) { return node.target().view() != "torch.sin"; };
  for (Node* node : module.graph)
    node->set_meta(meta::tensor_meta, TensorMeta{});
  NodeSet acc = find_acc_nodes(module.graph, is_supported, false);
  const auto fusions = find_fusions(module.graph, aliasing, acc);
  EXPECT_EQ(put_nodes_into_subgraphs(module.graph, aliasing, acc, fusions)->size(), 40000U);
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 10);
}

} // namespace
} // namespace fx
