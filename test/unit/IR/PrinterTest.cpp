// The three texts of a graph; torch.fx's lines are those it printed itself.
#include "fx/IR/Printer.h"

#include <gtest/gtest.h>

namespace fx {
namespace {

Argument text(const char* value) {
  return Argument::string(value);
}

TEST(PrintFx, WritesTheLinesOfTorchFx) {
  // M01 and M02 of torch.fx 2.6's output, in parts.
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* weight = graph.get_attr("linear.weight");
  Node* clamp = graph.call_method("clamp", {x}, {{"min", 0.0}, {"max", 1.0}});
  Node* sum = graph.call_function("torch.sum", {clamp}, {{"dim", -1}});
  Node* zeros = graph.call_function(
      "torch.zeros_like", {x},
      {{"dtype", Argument::dtype("float16")}, {"device", Argument::device("cpu")}});
  Node* pad = graph.call_function("torch.nn.functional.pad", {x, Argument::tuple({1, 1, 2, 2})},
                                  {{"mode", text("con'st\"a\nnt")}, {"value", Argument()}});
  Node* item = graph.call_function(
      "operator.getitem",
      {x, Argument::tuple({Argument::slice({}, sum, 2), Argument::ellipsis(), 0})});
  graph.output(Argument::tuple({sum, zeros, pad, weight, item}));
  EXPECT_EQ(print_fx(graph), R"(graph():
    %x : [num_users=4] = placeholder[target=x]
    %linear_weight : [num_users=1] = get_attr[target=linear.weight]
    %clamp : [num_users=1] = call_method[target=clamp](args = (%x,), kwargs = {min: 0.0, max: 1.0})
    %sum_1 : [num_users=2] = call_function[target=torch.sum](args = (%clamp,), kwargs = {dim: -1})
    %zeros_like : [num_users=1] = call_function[target=torch.zeros_like](args = (%x,), kwargs = {dtype: torch.float16, device: cpu})
    %pad : [num_users=1] = call_function[target=torch.nn.functional.pad](args = (%x, (1, 1, 2, 2)), kwargs = {mode: con'st"a
nt, value: None})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%x, (slice(None, sum_1, 2), Ellipsis, 0)), kwargs = {})
    return (sum_1, zeros_like, pad, linear_weight, getitem)
)");
}

TEST(PrintFx, WritesTypesAndDefaults) {
  Graph graph;
  graph.placeholder("x", std::nullopt, "torch.Tensor");
  graph.placeholder("mask", Argument());
  EXPECT_EQ(print_fx(graph),
            "graph():\n"
            "    %x : torch.Tensor [num_users=0] = placeholder[target=x]\n"
            "    %mask : [num_users=0] = placeholder[target=mask](default=None)\n");
}

TEST(PrintFx, WritesDefaultsAndABareResultAsPythonsStr) {
  Graph graph;
  graph.placeholder("s", text("abc"));
  graph.placeholder("t", Argument::tuple({text("a"), 1}));
  graph.placeholder("d", Argument::dict({{text("k"), text("v")}}));
  graph.placeholder("c", Argument::device("cuda:1"));
  graph.output(text("it's"));
  EXPECT_EQ(print_fx(graph), R"(graph():
    %s : [num_users=0] = placeholder[target=s](default=abc)
    %t : [num_users=0] = placeholder[target=t](default=('a', 1))
    %d : [num_users=0] = placeholder[target=d](default={'k': 'v'})
    %c : [num_users=0] = placeholder[target=c](default=cuda:1)
    return it's
)");
}

TEST(PrintFx, WritesTheEmptyGraph) {
  EXPECT_EQ(print_fx(Graph()), "graph():\n");
}

TEST(PrintGraph, QuotesWhatTorchFxLeavesAmbiguous) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* f = graph.call_function(
      "f", {x, text("a\"b"), Argument::slice(x, {}, {}), Argument::device("cuda:0")});
  graph.output(Argument::dict({{text("k"), Argument(f)}}));
  EXPECT_EQ(print_graph(graph), R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %f : [num_users=1] = call_function[target=f](args = (%x, "a\"b", slice(%x, None, None), device("cuda:0")), kwargs = {})
    return {"k": %f}
)");
}

TEST(PrintGraph, WritesTheModuleTree) {
  TracedModule module;
  module.class_name = "Net";
  ModuleTree& tree = module.modules;
  ModuleNode& conv = tree.create("torch::nn::Conv2d", ModuleKind::Leaf);
  conv.options = {{"in_channels", 1, true}, {"stride", Argument::tuple({2, 2}), false}};
  tree.attach(tree.root(), conv, "U-Net");
  ModuleNode& alias = tree.create("torch::nn::Conv2d", ModuleKind::Leaf);
  alias.alias_of = &conv;
  tree.attach(tree.root(), alias, "again");
  TensorSlot slot;
  slot.name = "w";
  slot.init = module.init.call_function("torch.randn", {3});
  tree.root().tensors.push_back(slot);
  EXPECT_EQ(print_graph(module), R"(module Net {
  parameter w = %randn
  "U-Net": torch::nn::Conv2d(in_channels = 1) {stride = (2, 2)}
  again: alias of U-Net
}
init():
    %randn : [num_users=0] = call_function[target=torch.randn](args = (3,), kwargs = {})
graph():
)");
  EXPECT_EQ(tree.find("again"), &conv);
  EXPECT_NE(tree.find_tensor("w"), nullptr);
}

TEST(PrintTable, PadsColumnsAsTabulateDoes) {
  Graph graph;
  Node* x = graph.placeholder("x");
  graph.output(graph.call_method("clamp", {x}, {{"min", 0.0}}));
  EXPECT_EQ(print_table(graph), "opcode       name    target    args      kwargs\n"
                                "-----------  ------  --------  --------  ------------\n"
                                "placeholder  x       x         ()        {}\n"
                                "call_method  clamp   clamp     (x,)      {'min': 0.0}\n"
                                "output       output  output    (clamp,)  {}\n");
}

} // namespace
} // namespace fx
