// torch.fx's extract_subgraph (experimental/optimization.py).
#include "PassTestSupport.h"

#include "fx/Passes/ExtractSubgraph.h"

namespace fx {
namespace {

using testing::graph_text;

/// The lines of the extracted graph without what is known of users, or the error.
std::string extracted(const std::string& program, const std::vector<std::string>& nodes,
                      const std::vector<std::string>& inputs,
                      const std::vector<std::string>& outputs) {
  const TracedModule module = testing::parse(graph_text(program));
  const auto named = [&](const std::vector<std::string>& names) {
    std::vector<Node*> found;
    for (const std::string& name : names)
      for (Node* node : module.graph)
        if (node->name().view() == name) found.push_back(node);
    EXPECT_EQ(found.size(), names.size());
    return found;
  };
  const Expected<Graph> graph = extract_subgraph(module.graph, AliasAnalysis(module.graph, module),
                                                 named(nodes), named(inputs), named(outputs));
  if (!graph) return graph.error().message_with_id();
  graph->lint();
  std::string text;
  for (const Node* node : *graph) {
    text += text.empty() ? "" : "; ";
    text += node->op() == Opcode::Output ? "return "
                                         : node->name().str() + " = " + node->target().str();
    for (const Argument& argument : node->args())
      text += (node->op() == Opcode::Output ? "" : " ") + python_repr(argument);
  }
  return text;
}

const std::string program = "x y: a = operator.add(%x, %y); b = torch.relu(%a); "
                            "c = operator.mul(%b, %y); d = torch.neg(%c); return %d";

TEST(TorchFxExtract, CopiesNodesInProgramOrder) {
  EXPECT_EQ(extracted(program, {"c", "b"}, {"a", "y"}, {"c", "b"}),
            "a = a; y = y; b = torch.relu a; c = operator.mul b y; return [c, b]");
  EXPECT_EQ(extracted(program, {}, {"a"}, {"a"}), "a = a; return [a]");
}

TEST(TorchFxExtract, ParametersComeAlong) {
  const std::string text = "x: %w : = get_attr[target=w]; a = operator.add(%x, %w); "
                           "b = operator.mul(%a, %w); return %b";
  const TracedModule module =
      testing::parse("module Net {\n  parameter w = %i\n}\ninit():\n"
                     "%i : = call_function[target=torch.ones](args = ([2],), kwargs = {})\n" +
                     graph_text(text));
  std::vector<Node*> calls = module.graph.find_nodes(Opcode::CallFunction);
  const auto graph = extract_subgraph(module.graph, AliasAnalysis(module.graph, module), calls,
                                      module.graph.placeholders(), {calls.back()});
  ASSERT_TRUE(graph);
  EXPECT_EQ(graph->find_nodes(Opcode::GetAttr).size(), 1U);
  EXPECT_EQ(graph->find_nodes(Opcode::CallFunction).size(), 2U);
}

TEST(TorchFxExtract, SaysWhatIsMissing) {
  EXPECT_EQ(extracted(program, {"b", "c"}, {"a"}, {"c"}),
            "'c' keeps the nodes from being a graph of their own: it uses 'y', which is "
            "neither a node of it nor an input [not-extracted]");
  EXPECT_EQ(extracted(program, {"b"}, {"a"}, {"d"}),
            "'d' keeps the nodes from being a graph of their own: it is to be returned, and "
            "is neither a node of it nor an input [not-extracted]");
  EXPECT_EQ(extracted(program, {"b", "b"}, {"a"}, {"b"}),
            "'b' keeps the nodes from being a graph of their own: it is named twice "
            "[not-extracted]");
}

TEST(TorchFxExtract, RefusesAWriteInBetweenThatStaysBehind) {
  const std::string written = "x: a = torch.neg(%x); w = m:add_(%x, 1); b = operator.add(%a, %x); "
                              "return %b";
  EXPECT_EQ(extracted(written, {"a", "b"}, {"x"}, {"b"}),
            "'w' keeps the nodes from being a graph of their own: it writes to memory that "
            "nodes around it use, and stays behind [not-extracted]");
  EXPECT_EQ(extracted(written, {"a", "w", "b"}, {"x"}, {"b"}),
            "x = x; a = torch.neg x; w = add_ x 1; b = operator.add a x; return [b]");
}

} // namespace
} // namespace fx
