// torch.fx's operator_support, and the options of the partitioner that it is made for.
#include "PassTestSupport.h"

#include "fx/Passes/OperatorSupport.h"
#include "fx/Passes/Partition.h"

namespace fx {
namespace {

using testing::graph_text;

/// The names of the nodes that a support supports, calls alone.
std::string supported(const TracedModule& module, const OperatorSupportPointer& support) {
  std::string names;
  for (const Node* node : module.graph)
    if (is_callable(*node) && support->is_node_supported(submodules_of(module), *node))
      names += (names.empty() ? "" : " ") + node->name().str();
  return names;
}

TracedModule model() {
  TracedModule module = testing::parse(
      "module Net {\n  fc: torch::nn::Linear(in_features = 2, out_features = 2)\n}\n" +
      graph_text("x i: a = module:fc(%x); b = torch.relu(%a); c = operator.add(%i, 1); "
                 "d = operator.add(%b, %c); e = m:sum(%d); f = operator.add(%e, {alpha: %c}); "
                 "return %f"));
  for (Node* node : module.graph)
    if (node->op() != Opcode::Output) {
      const bool is_int = node->name() == Symbol("i") || node->name() == Symbol("c");
      node->set_meta(meta::tensor_meta, TensorMeta{{2}, is_int ? "int64" : "float32", {}});
    }
  return module;
}

TEST(TorchFxOperatorSupport, SupportsTargetsByTheirNames) {
  const TracedModule module = model();
  EXPECT_EQ(supported(module, operator_support(
                                  {{"torch.relu", {}}, {"torch::nn::Linear", {}}, {"sum", {}}})),
            "a b e");
  EXPECT_EQ(supported(module, operator_support({})), "");
  // What is no call is supported, as in torch.fx.
  EXPECT_TRUE(
      operator_support({})->is_node_supported(submodules_of(module), *module.graph.front()));
}

TEST(TorchFxOperatorSupport, SupportsTypesOfOperands) {
  TracedModule module = model();
  const auto adds = [&](SupportedArgumentDtypes dtypes) {
    return supported(module, operator_support({{"operator.add", std::move(dtypes)}}));
  };
  const std::vector<Symbol> floats{"float32"}, ints{"int64"};
  EXPECT_EQ(adds({}), "c d f");
  EXPECT_EQ(adds({.args = {floats}, .kwargs = {}}), "d f");
  EXPECT_EQ(adds({.args = {std::nullopt, floats}, .kwargs = {}}), "c f"); // 1 is no node
  EXPECT_EQ(adds({.args = {}, .kwargs = {{"alpha", floats}}}), "c d");
  EXPECT_EQ(adds({.args = {}, .kwargs = {{"alpha", ints}}}), "c d f");
  // A type that is not known is none of them.
  for (Node* node : module.graph)
    node->erase_meta(meta::tensor_meta);
  EXPECT_EQ(adds({.args = {floats}, .kwargs = {}}), "");
}

TEST(TorchFxOperatorSupport, ChainsAreAllAndAny) {
  const TracedModule module = model();
  const auto adds = operator_support({{"operator.add", {}}});
  const auto relus = operator_support({{"torch.relu", {}}});
  const auto not_d = OpSupports::decline_if_node_in_names({"d"});
  EXPECT_EQ(supported(module, chain({adds, not_d})), "c f");
  EXPECT_EQ(supported(module, any_chain({adds, relus})), "b c d f");
  EXPECT_EQ(supported(module, chain({any_chain({adds, relus}), not_d})), "b c f");
  EXPECT_EQ(supported(module, chain({})), "a b c d e f");
  EXPECT_EQ(supported(module, any_chain({})), "");
  const auto by_users =
      create_op_support([](const Submodules&, const Node& node) { return node.num_users() == 2; });
  EXPECT_EQ(supported(module, by_users), "c");
}

TEST(TorchFxOperatorSupport, DeclinesTypesOfInputs) {
  TracedModule module = model();
  const auto no_ints = OpSupports::decline_if_input_dtype("int64");
  EXPECT_EQ(supported(module, no_ints), "a b e");
  // One whose type is not known may have it; a number has none.
  module.graph.front()->erase_meta(meta::tensor_meta);
  EXPECT_EQ(supported(module, no_ints), "b e");
}

/// The groups for supported adds and negations, each as names.
std::vector<std::string> groups(const std::string& program, PartitionOptions options) {
  const TracedModule module = testing::parse(graph_text(program));
  options.submodules = submodules_of(module);
  options.is_supported = supported_by(
      operator_support({{"operator.add", {}}, {"torch.neg", {}}, {"torch.t", {}}, {"add_", {}}}),
      options.submodules);
  std::vector<std::string> names;
  for (const auto& group :
       propose_partitions(module.graph, AliasAnalysis(module.graph, module), options)) {
    names.emplace_back();
    for (const Node* node : group)
      names.back() += (names.back().empty() ? "" : " ") + node->name().str();
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(TorchFxPartition, non_compute_ops) {
  const std::string program = "x: t = torch.t(%x); a = operator.add(%t, 1); s = torch.sin(%a); "
                              "b = torch.neg(%s); c = operator.add(%b, 1); return %c";
  EXPECT_EQ(groups(program, {}), (Names{"t a", "b c"}));
  PartitionOptions options;
  options.non_compute_ops = {"torch.t"};
  EXPECT_EQ(groups(program, options), Names{"b c"});
}

TEST(TorchFxPartition, allowed_single_node_partition_ops) {
  const std::string program = "x: a = torch.neg(%x); s = torch.sin(%a); b = operator.add(%s, 1); "
                              "return %b";
  EXPECT_EQ(groups(program, {}), Names{});
  PartitionOptions options;
  options.allowed_single_node_partition_ops = {"torch.neg"};
  EXPECT_EQ(groups(program, options), Names{"a"});
}

TEST(TorchFxPartition, skip_horizontal_fusion) {
  const std::string program = "x y: a = torch.neg(%x); b = operator.add(%a, 1); p = torch.neg(%y); "
                              "q = operator.add(%p, 1); return (%b, %q)";
  EXPECT_EQ(groups(program, {}), Names{"a b p q"});
  PartitionOptions options;
  options.skip_horizontal_fusion = true;
  EXPECT_EQ(groups(program, options), (Names{"a b", "p q"}));
  // Memory that one writes to and another reads connects them.
  EXPECT_EQ(groups("x: a = torch.neg(%x); w = m:add_(%x, 1); b = operator.add(%x, 1); "
                   "return (%a, %b)",
                   options),
            Names{"a w b"});
}

} // namespace
} // namespace fx
