// torch.fx's tests of split_module, split_by_tags, the partitioner and the fuser, by their names.
#include "PassTestSupport.h"

#include "fx/Passes/Outline.h"
#include "fx/Passes/Partition.h"

#include "Support/Evaluator.h"

#include <set>

namespace fx {
namespace {

using testing::graph_text;
using testing::node;
using testing::returns;

std::vector<testing::Value> inputs_for(const TracedModule& module) {
  std::vector<testing::Value> values;
  for (size_t i = 0; i < module.graph.placeholders().size(); ++i)
    values.push_back(
        testing::full_tensor({2, 2}, testing::Dtype::Float, 0.5 + static_cast<double>(i)));
  return values;
}

std::string difference(const std::string& original, const TracedModule& changed) {
  const TracedModule module = testing::parse(original);
  const auto inputs = inputs_for(module);
  EXPECT_TRUE(lint(changed).empty()) << print_graph(changed);
  return testing::describe_difference(testing::evaluate(module, inputs, 1),
                                      testing::evaluate(changed, inputs, 1));
}

/// Splits by a function from names to parts.
std::vector<OutlinedPart> split(TracedModule& module,
                                const std::function<int64_t(std::string_view)>& part_of) {
  const AliasAnalysis aliasing(module.graph, &module);
  auto parts =
      split_module(module, aliasing, [&](const Node& node) { return part_of(node.name()); });
  EXPECT_TRUE(parts) << parts.error().message;
  return parts ? std::move(*parts) : std::vector<OutlinedPart>();
}

std::string targets(const Graph& graph) {
  std::string text;
  for (const Node* node : graph)
    text += (text.empty() ? "" : " ") + node->target().str();
  return text;
}

const std::string chain_program = "x y: a = operator.add(%x, %y); b = torch.relu(%a); "
                                  "c = operator.mul(%b, %y); d = torch.neg(%c); "
                                  "e = operator.sub(%d, %b); f = torch.sin(%e); return %f";
const std::string chain = graph_text(chain_program);

int64_t two_each(std::string_view name) {
  return (name[0] - 'a') / 2;
}

TEST(TorchFxSplit, test_subgraph_creation) {
  TracedModule module = testing::parse(chain);
  const auto parts = split(module, two_each);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(targets(module.graph), "x y submod_0 submod_1 submod_2 output");
  EXPECT_EQ(targets(*module.modules.find("submod_1")->graph), "b y operator.mul torch.neg output");
  EXPECT_EQ(difference(chain, module), "");
}

TEST(TorchFxSplit, test_split_module_dead_code) {
  const std::string text =
      graph_text("x: a = torch.neg(%x); dead = torch.sin(%x); b = torch.cos(%a); "
                 "return %b");
  TracedModule module = testing::parse(text);
  split(module, [](std::string_view name) { return name == "dead" ? 1 : 0; });
  EXPECT_EQ(targets(*module.modules.find("submod_1")->graph), "x torch.sin output");
  EXPECT_EQ(difference(text, module), "");
}

TEST(TorchFxSplit, test_split_module_return_node) {
  const std::string text = graph_text("x: a = m:add_(%x, 1); return None");
  TracedModule module = testing::parse(text);
  split(module, [](std::string_view) { return 0; });
  EXPECT_EQ(print_node(*module.modules.find("submod_0")->graph->back()), "return None");
  EXPECT_EQ(difference(text, module), "");
}

TEST(TorchFxSplit, test_split_module_kwargs_expansion) {
  TracedModule module = testing::parse(
      "graph():\n%x : = placeholder[target=x]\n%_kwargs : = placeholder[target=\"**kwargs\"]\n" +
      node("a", "operator.getitem", "%_kwargs, \"foo\"") + node("b", "operator.add", "%x, %a") +
      returns("%b"));
  split(module, two_each);
  EXPECT_EQ(targets(module.graph), "x **kwargs submod_0 output");
  EXPECT_TRUE(lint(module).empty());
}

TEST(TorchFxSplit, test_split_module_default_arg) {
  TracedModule module = testing::parse(
      "graph():\n%x : = placeholder[target=x]\n%y : = placeholder[target=y](default=3.14)\n" +
      node("a", "operator.add", "%x, %y") + returns("%a"));
  split(module, two_each);
  EXPECT_EQ(print_node(*module.graph.placeholders().at(1)),
            "%y : [num_users=1] = placeholder[target=y](default=3.14)");
}

TEST(TorchFxSplit, test_split_module_keep_original_order_and_noop_graph) {
  TracedModule module = testing::parse(graph_text("x: return %x"));
  EXPECT_TRUE(split(module, two_each).empty());
  EXPECT_EQ(targets(module.graph), "x output");
}

TEST(TorchFxSplit, test_subgraph_trivial_resnet) {
  TracedModule module = testing::parse(chain);
  EXPECT_EQ(split(module, [](std::string_view) { return 0; }).size(), 1U);
  EXPECT_EQ(targets(module.graph), "x y submod_0 output");
  EXPECT_EQ(difference(chain, module), "");
}

TEST(TorchFxSplit, test_subgraph_uniquename) {
  TracedModule module =
      testing::parse(graph_text("x y: add = operator.add(%x, %y); add_1 = operator.add(%add, %y); "
                                "add_2 = operator.add(%add_1, %x); return %add_2"));
  split(module, [](std::string_view name) { return name == "add" ? 0 : 1; });
  for (const auto& graph : inner_graphs(module.modules)) {
    std::set<std::string> names;
    for (const Node* node : *graph)
      EXPECT_TRUE(names.insert(node->name().str()).second);
  }
}

TEST(TorchFxSplit, test_split_qualname_mapping) {
  // The parts have aliases: where a module came from can be asked of the tree.
  TracedModule module =
      testing::parse("module Net {\n  block: User {\n    act: torch::nn::ReLU()\n  }\n}\n" +
                     graph_text("x: a = module:block.act(%x); b = torch.neg(%a); return %b"));
  split(module, [](std::string_view name) { return name[0] - 'a'; });
  const ModuleNode* part = module.modules.root().child("submod_0");
  EXPECT_EQ(part->child("block_act")->alias_of->path(), "block.act");
}

TEST(TorchFxSplit, test_split_preserve_node_meta) {
  TracedModule module =
      testing::parse(graph_text("x", "%a : = call_function[target=torch.neg](args = (%x,), kwargs "
                                     "= {}) meta = {tag: \"one\", note: 7}\n" +
                                         returns("%a")));
  testing::run_passes(module, "split-module");
  EXPECT_EQ(*module.modules.find("submod_0")
                 ->graph->find_nodes(Opcode::CallFunction)
                 .at(0)
                 ->meta(free_meta_key("note")),
            Argument(7));
}

TEST(TorchFxSplit, test_split_by_tags) {
  const auto tagged = [](const std::string& name, const std::string& op, const std::string& args,
                         const std::string& tag) {
    std::string line = node(name, op, args);
    line.pop_back();
    return line + " meta = {tag: \"" + tag + "\"}\n";
  };
  const std::string text = graph_text(
      "x", tagged("a", "torch.neg", "%x", "red") + tagged("b", "torch.sin", "%a", "blue") +
               tagged("c", "torch.cos", "%b", "blue") +
               tagged("d", "operator.add", "%c, %a", "green") + returns("(%d, {\"b\": %b})"));
  TracedModule module = testing::parse(text);
  testing::run_passes(module, "split-module<by=tag>");
  EXPECT_EQ(targets(module.graph),
            "x submod_0 submod_1 operator.getitem operator.getitem submod_2 output");
  EXPECT_EQ(difference(text, module), "");
  // A part that uses a value of a later one cannot be computed as a whole.
  TracedModule crossed = testing::parse(graph_text(
      "x", tagged("a", "torch.neg", "%x", "red") + tagged("b", "torch.sin", "%a", "blue") +
               tagged("c", "torch.cos", "%b", "red") + returns("%c")));
  const auto failed = PassManager::parse("split-module<by=tag>")->run(crossed);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message,
            "the parts depend on each other: 'submod_1' -> 'submod_0' -> 'submod_1'");
}

/// Partitions by a list of supported targets; the names in each, sorted by group.
std::vector<std::string> partitions(const std::string& program,
                                    const std::set<std::string>& supported, bool single = false) {
  const std::string text = graph_text(program);
  TracedModule module = testing::parse(text);
  const AliasAnalysis aliasing(module.graph, &module);
  PartitionOptions options;
  options.is_supported = [&](const Node& node) { return supported.contains(node.target().str()); };
  options.allow_single_node = single;
  const auto groups = propose_partitions(module.graph, aliasing, options);
  std::vector<std::string> names;
  for (const auto& group : groups) {
    names.emplace_back();
    for (const Node* node : group)
      names.back() += (names.back().empty() ? "" : " ") + node->name().str();
  }
  const auto parts = outline(module, aliasing, groups, "fused_");
  EXPECT_TRUE(parts) << parts.error().message;
  EXPECT_EQ(difference(text, module), "");
  return names;
}

using Names = std::vector<std::string>;
const std::set<std::string> only_add{"operator.add"};

TEST(TorchFxPartition, test_partitioner) {
  // A chain with unsupported calls in between, independent branches, a diamond through one.
  EXPECT_EQ(partitions("x y: a = operator.add(%x, %y); b = operator.add(%a, %y); "
                       "n = torch.neg(%b); c = operator.add(%n, %x); "
                       "d = operator.add(%c, %c); return %d",
                       only_add),
            (Names{"a b", "c d"}));
  EXPECT_EQ(partitions("x y: a = operator.add(%x, %y); b = operator.add(%y, %y); "
                       "return (%a, %b)",
                       only_add),
            Names{"a b"});
  EXPECT_EQ(partitions("x y: a = operator.add(%x, %y); n = torch.neg(%a); "
                       "b = operator.add(%a, %n); c = operator.add(%a, %y); "
                       "return (%b, %c)",
                       only_add, true),
            (Names{"a c", "b"}));
  EXPECT_EQ(partitions("x: a = torch.neg(%x); return %a", only_add), Names{});
  // A write in between keeps reads apart.
  EXPECT_EQ(partitions("x y: a = operator.add(%x, 1); w = m:mul_(%x, 2); "
                       "b = operator.add(%x, 1); c = operator.sub(%a, %b); return %c",
                       only_add, true),
            (Names{"a", "b"}));
}

TEST(TorchFxPartition, test_partitioner_xfail) {
  // The case whose fusion has a cycle in torch.fx 1.13: none here.
  EXPECT_EQ(partitions("x y: a = operator.add(%x, %y); n = torch.neg(%a); "
                       "b = operator.add(%n, %y); c = operator.add(%a, %b); "
                       "return %c",
                       only_add, true),
            (Names{"a", "b c"}));
}

TEST(TorchFxPartition, test_partitioner_independent_output) {
  EXPECT_EQ(partitions("x y z: a = operator.add(%x, %y); b = operator.add(%z, 1); "
                       "n = torch.neg(%b); return (%a, %b, %n)",
                       only_add),
            Names{"a b"});
}

TEST(TorchFxPartition, test_partitioner_order) {
  const auto first =
      partitions(chain_program, {"operator.add", "torch.relu", "torch.neg", "operator.sub"});
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(
        partitions(chain_program, {"operator.add", "torch.relu", "torch.neg", "operator.sub"}),
        first);
}

std::string fuse(const std::vector<std::vector<std::string>>& names) {
  TracedModule module = testing::parse(chain);
  std::map<std::string, Node*> nodes;
  for (Node* node : module.graph)
    nodes[node->name().str()] = node;
  std::vector<std::vector<Node*>> groups;
  for (const auto& group : names) {
    groups.emplace_back();
    for (const std::string& name : group)
      groups.back().push_back(nodes.at(name));
  }
  const auto parts = outline(module, AliasAnalysis(module.graph, &module), groups, "fused_");
  return parts ? difference(chain, module) : parts.error().message;
}

TEST(TorchFxPartition, test_fuser_util) {
  EXPECT_EQ(fuse({{"a", "b"}, {"c", "d"}}), "");         // vertical
  EXPECT_EQ(fuse({{"a", "b", "c", "d", "e", "f"}}), ""); // the whole graph
  EXPECT_EQ(fuse({{"f", "e"}, {"b", "a"}}), "");         // any order
  EXPECT_EQ(fuse({{"c"}}), "");                          // one
  EXPECT_EQ(fuse({{"d", "e", "f"}, {"a"}, {"b", "c"}}), "");
}

TEST(TorchFxPartition, test_fuser_util_xfail) {
  EXPECT_EQ(fuse({{"a", "b"}, {"b", "c"}}), "'b' cannot be moved into a module: it is named twice");
  EXPECT_EQ(fuse({{"a", "a"}}), "'a' cannot be moved into a module: it is named twice");
  EXPECT_EQ(fuse({{"b", "d"}}), "the parts depend on each other: 'c' -> 'fused_0' -> 'c'");
  EXPECT_EQ(fuse({{"a", "c"}, {"b", "d"}}),
            "the parts depend on each other: 'fused_0' -> 'fused_1' -> 'fused_0'");
  EXPECT_EQ(fuse({{"x"}}), "'x' cannot be moved into a module: it is no call");
}

TEST(TorchFxPartition, test_fuser_pass_deep_model) {
  TracedModule module;
  Node* last = module.graph.placeholder("x");
  for (int i = 0; i < 50000; ++i) {
    last = module.graph.call_function("operator.add", {last, 1});
    if (i % 7 == 0) last = module.graph.call_function("torch.neg", {last});
  }
  module.graph.output(last);
  const AliasAnalysis aliasing(module.graph, &module);
  PartitionOptions options;
  options.is_supported = [](const Node& node) { return node.target().view() == "operator.add"; };
  const auto groups = propose_partitions(module.graph, aliasing, options);
  EXPECT_GT(groups.size(), 7000U);
  EXPECT_TRUE(outline(module, aliasing, groups, "fused_"));
  EXPECT_TRUE(lint(module).empty());
}

} // namespace
} // namespace fx
