// The tests of torch.fx's test_fx.py about printing and generated code, by their names.
#include "PassTestSupport.h"

#include "fx/CodeGen/Emitter.h"

namespace fx {
namespace {

using testing::graph_text;
using testing::node;
using testing::returns;

std::string python(const std::string& text) {
  TracedModule module = testing::parse(text);
  const Expected<std::string> code = emit_python(module, {});
  EXPECT_TRUE(code) << code.error().message;
  return code ? *code : std::string();
}

#define EXPECT_HAS(TEXT, PART) EXPECT_NE((TEXT).find(PART), std::string::npos) << (TEXT)

TEST(TorchFxPrinting, test_pretty_print) {
  const std::string code =
      python("module Net {\n}\n" + graph_text("x", node("a", "torch.relu", "%x") + returns("%a")));
  EXPECT_HAS(code, "class Net(torch.nn.Module)");
  EXPECT_HAS(code, "torch.relu");
}

TEST(TorchFxPrinting, test_pretty_print_graph) {
  const TracedModule module =
      testing::parse(graph_text("x", node("a", "torch.relu", "%x") + returns("%a")));
  EXPECT_HAS(print_fx(module.graph),
             "[num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})");
}

TEST(TorchFxPrinting, test_pretty_print_node) {
  const TracedModule module = testing::parse(
      graph_text("x", "%p : = get_attr[target=linear.weight]\n" + node("l", "module:linear", "%x") +
                          node("m", "m:relu", "%l") + node("t", "torch.topk", "%m, 3", "dim: -1") +
                          returns("(%t, %p)")));
  std::vector<std::string> lines;
  for (const Node* node : module.graph)
    lines.push_back(print_node(*node));
  EXPECT_EQ(lines[0], "%x : [num_users=1] = placeholder[target=x]");
  EXPECT_EQ(lines[1], "%p : [num_users=1] = get_attr[target=linear.weight]");
  EXPECT_EQ(lines[2], "%l : [num_users=1] = call_module[target=linear](args = (%x,), kwargs = {})");
  EXPECT_EQ(lines[3], "%m : [num_users=1] = call_method[target=relu](args = (%l,), kwargs = {})");
  EXPECT_EQ(
      lines[4],
      "%t : [num_users=1] = call_function[target=torch.topk](args = (%m, 3), kwargs = {dim: -1})");
  EXPECT_EQ(lines[5], "return (%t, %p)");
}

TEST(TorchFxPrinting, test_pretty_print_targets) {
  const TracedModule module = testing::parse(graph_text(
      "x", "%s : = call_function[target=builtins.getattr](args = (%x, \"foo\"), kwargs = {})\n" +
               node("a", "operator.add", "%s, %x") + node("b", "torch.add", "%a, %x") +
               returns("%b")));
  const std::string text = print_fx(module.graph);
  for (const char* target : {"target=builtins.getattr", "target=operator.add", "target=torch.add"})
    EXPECT_HAS(text, target);
}

TEST(TorchFxPrinting, test_typename_print) {
  Graph graph;
  graph.placeholder("x")->set_type("typing.List[float]");
  EXPECT_HAS(print_fx(graph), "%x : typing.List[float] [num_users=0]");
}

TEST(TorchFxPrinting, test_inf_nan) {
  const std::string code = python(
      "module Net {\n}\n" +
      graph_text("x", node("a", "operator.add", "%x, inf") + node("b", "operator.add", "%a, -inf") +
                          node("c", "operator.add", "%b, nan") + returns("%c")));
  EXPECT_HAS(code, "inf");
  EXPECT_HAS(code, "nan");
}

TEST(TorchFxPrinting, test_inf_nan_kwds) {
  Graph graph;
  EXPECT_EQ(graph.create_node(Opcode::Placeholder, "x", {}, {}, "inf")->name().view(), "inf_1");
  EXPECT_EQ(graph.create_node(Opcode::Placeholder, "y", {}, {}, "nan")->name().view(), "nan_1");
}

TEST(TorchFxPrinting, test_ellipsis) {
  const std::string code =
      python("module Net {\n}\n" +
             graph_text("x y", node("g", "operator.getitem",
                                    "%y, (slice(None, None, None), slice(1, 10, None), Ellipsis)") +
                                   node("a", "operator.add", "%x, %g") + returns("%a")));
  EXPECT_HAS(code, "y[(slice(None, None, None), slice(1, 10, None), Ellipsis)]");
}

TEST(TorchFxPrinting, test_layout) {
  const std::string code = python(
      "module Net {\n}\n" + graph_text("x", node("a", "torch.empty_like", "%x",
                                                 "layout: torch.strided, pin_memory: False") +
                                                node("b", "m:fill_", "%a, 0") + returns("%b")));
  EXPECT_HAS(code, "layout = torch.strided, pin_memory = False");
}

TEST(TorchFxPrinting, test_empty_graph_codegen) {
  EXPECT_EQ(print_fx(Graph()), "graph():\n");
  EXPECT_EQ(print_graph(testing::parse("graph():\n")), "graph():\n");
}

TEST(TorchFxPrinting, test_string_literal_return) {
  EXPECT_HAS(python("module Net {\n}\n" + graph_text("", returns("\"foo\""))), "return 'foo'");
}

TEST(TorchFxPrinting, test_torch_op_overloads) {
  const TracedModule module = testing::parse(
      graph_text("a", node("b", "torch.ops.aten.add.Tensor", "%a, %a") + returns("%b")));
  EXPECT_HAS(print_fx(module.graph), "target=torch.ops.aten.add.Tensor");
  Graph graph;
  EXPECT_EQ(graph.call_function("torch.ops.aten.add.Tensor")->name().view(), "add_tensor");
}

} // namespace
} // namespace fx
