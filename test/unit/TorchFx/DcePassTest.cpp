// torch.fx's test/fx/test_dce_pass.py.
#include "PassTestSupport.h"

#include "fx/Passes/DeadCode.h"

namespace fx {
namespace {

using testing::graph_text;

/// Targets that dead code elimination leaves, in order.
std::string left(const std::string& text, const std::string& pipeline = "dce") {
  TracedModule model = testing::parse(text);
  testing::run_passes(model, pipeline);
  std::string targets;
  for (const Node* node : model.graph)
    targets += (targets.empty() ? "" : " ") + node->target().str();
  return targets;
}

TEST(TorchFxDce, test_simple) {
  EXPECT_EQ(left(graph_text("x: dead = operator.add(%x, 1); a = operator.mul(%x, 2); "
                            "return %a")),
            "x operator.mul output");
}

TEST(TorchFxDce, test_dead_chain) {
  EXPECT_EQ(left(graph_text("x: a = operator.add(%x, 1); b = operator.mul(%a, 7); return %x")),
            "x output");
}

TEST(TorchFxDce, test_dead_getattr) {
  EXPECT_EQ(left("module Net {\n  parameter attr_1 = %o\n}\ninit():\n"
                 "%o : = call_function[target=torch.ones](args = (1,), kwargs = {})\n" +
                 graph_text("x: a = operator.add(%x, 1); %attr : = get_attr[target=attr_1]; "
                            "b = operator.mul(%a, %attr); c = operator.add(%x, 11); "
                            "return %c")),
            "x operator.add output");
}

TEST(TorchFxDce, test_dead_placeholder) {
  EXPECT_EQ(left(graph_text("x y: a = operator.add(%x, 7); return %a")), "x y operator.add output");
}

TEST(TorchFxDce, test_dead_placeholder_with_user) {
  EXPECT_EQ(left(graph_text("x y: d = operator.add(%y, 2); a = operator.add(%x, 7); return %a")),
            "x y operator.add output");
}

TEST(TorchFxDce, test_keep_module_with_side_effects) {
  // A user's class: nothing is known of what it does. LibTorch's ReLU does nothing else.
  const std::string head = "module Net {\n  submod: ReLUImpure()\n  pure: torch::nn::ReLU()\n}\n";
  EXPECT_EQ(left(head + graph_text("a: r = module:submod(%a); p = module:pure(%a); "
                                   "m = operator.mul(%a, 2); return %m")),
            "a submod operator.mul output");
}

TEST(TorchFxDce, test_keep_torch_assert) {
  EXPECT_EQ(left(graph_text("a: t = torch._assert(%a, \"needs to be true\"); "
                            "m = operator.mul(%a, 2); return %m")),
            "a torch._assert operator.mul output");
}

TEST(TorchFxDce, test_impure_nodes_args) {
  EXPECT_EQ(left(graph_text("a: t = torch.ops.aten.add_.Tensor(%a, 1); "
                            "m = operator.mul(%a, 2); return %m")),
            "a torch.ops.aten.add_.Tensor operator.mul output");
}

TEST(TorchFxDce, test_impure_kwargs) {
  EXPECT_EQ(left(graph_text("a b: t = torch.ops.aten.add.out(%a, 1, {out: %b}); "
                            "m = operator.mul(%a, 2); return %m")),
            "a b torch.ops.aten.add.out operator.mul output");
}

TEST(TorchFxDce, test_impure_custom) {
  TracedModule model =
      testing::parse(graph_text("a: t = operator.add(%a, 1); m = operator.mul(%a, 2); return %m"));
  DeadCodeOptions options;
  options.is_impure = [](const Node& node) { return node.target().view() == "operator.add"; };
  EXPECT_EQ(eliminate_dead_code(model.graph, AliasAnalysis(model.graph), options), 0U);
  EXPECT_EQ(eliminate_dead_code(model.graph, AliasAnalysis(model.graph)), 1U);
}

TEST(TorchFxDce, test_keep_collectives) {
  EXPECT_EQ(
      left(graph_text("a: t = torch.ops._c10d_functional.all_reduce.default(%a, \"sum\", \"0\"); "
                      "m = operator.mul(%a, 2); return %m")),
      "a torch.ops._c10d_functional.all_reduce.default operator.mul output");
}

TEST(TorchFxDce, test_keep_collectives_no_overload) {
  EXPECT_EQ(left(graph_text("a: t = torch.ops._c10d_functional.all_reduce(%a, \"sum\", \"0\"); "
                            "m = operator.mul(%a, 2); return %m")),
            "a torch.ops._c10d_functional.all_reduce operator.mul output");
}

TEST(TorchFxSchemas, test_adding_side_effect_function) {
  const std::string text = graph_text("a: t = mylib::log(%a); m = operator.mul(%a, 2); return %m");
  EXPECT_EQ(left(text), "a mylib::log operator.mul output"); // unknown functions are impure
  declare_effects("mylib::log", Effects{});
  EXPECT_EQ(left(text), "a operator.mul output");
  Effects required;
  required.required = true;
  declare_effects("mylib::log", required);
  EXPECT_EQ(left(text), "a mylib::log operator.mul output");
}

} // namespace
} // namespace fx
