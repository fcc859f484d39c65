// Drawings for Graphviz: what torch.fx's FxGraphDrawer draws.
#include "fx/CodeGen/Emitter.h"
#include "fx/IR/Printer.h"

#include <fmt/format.h>

namespace fx {
namespace {

/// Text inside a DOT string.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n')
      result += "\\n";
    else if (static_cast<unsigned char>(c) >= 0x20)
      result += c;
  }
  return result;
}

std::string_view fill_colour(Opcode op) {
  switch (op) {
  case Opcode::Placeholder: return "#cfe8fc";
  case Opcode::GetAttr: return "#e8e8e8";
  case Opcode::CallFunction: return "#fff3c4";
  case Opcode::CallMethod: return "#ffe2c4";
  case Opcode::CallModule: return "#d8f0d0";
  case Opcode::Output: return "#f6d5e5";
  }
  return "white";
}

class DotWriter {
public:
  explicit DotWriter(const TracedModule& module) : module_(module) {}

  std::string write() {
    text_ = fmt::format("digraph \"{}\" {{\n", escaped(module_.class_name));
    text_ += "  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=10];\n"
             "  edge [color=\"#606060\"];\n";
    graph(module_.graph, module_.modules.root(), "", 1);
    if (module_.training_graph) {
      text_ += "  subgraph \"cluster training graph\" {\n    label=\"training\";\n";
      graph(*module_.training_graph, module_.modules.root(), "training graph/", 2);
      text_ += "  }\n";
    }
    for (const ModuleNode* inner : all_modules(module_.modules))
      if (inner->graph) cluster(*inner);
    text_ += "}\n";
    return std::move(text_);
  }

private:
  void cluster(const ModuleNode& inner) {
    const std::string path = inner.path();
    text_ += fmt::format("  subgraph \"cluster_{}\" {{\n    label=\"{}\";\n", escaped(path),
                         escaped(path));
    graph(*inner.graph, inner, path + "/", 2);
    text_ += "  }\n";
  }

  /// Node names are unique in their graph; `prefix` tells the graphs apart.
  void graph(const Graph& graph, const ModuleNode& owner, const std::string& prefix, size_t depth) {
    const std::string indent(2 * depth, ' ');
    for (const Node* node : graph)
      text_ +=
          fmt::format("{}\"{}{}\" [label=\"{}\", fillcolor=\"{}\"];\n", indent, escaped(prefix),
                      node->name().str(), escaped(label(*node, owner)), fill_colour(node->op()));
    for (const Node* node : graph)
      for (const Node* user : node->users())
        text_ += fmt::format("{}\"{}{}\" -> \"{}{}\";\n", indent, escaped(prefix),
                             node->name().str(), escaped(prefix), user->name().str());
  }

  std::string label(const Node& node, const ModuleNode& owner) const {
    std::string text = "%" + node.name().str();
    text += "\n" + std::string(to_string(node.op())) + " " + node.target().str();
    if (node.op() == Opcode::CallModule) text += module_line(owner, node.target());
    if (!node.type().empty()) text += "\n" + node.type().str();
    if (const TensorMeta* tensor = node.meta(meta::tensor_meta))
      text += fmt::format("\n{}[{}]", tensor->dtype.str(), fmt::join(tensor->shape, ", "));
    return text;
  }

  std::string module_line(const ModuleNode& owner, std::string_view path) const {
    const std::string prefix = owner.path();
    const ModuleNode* called =
        module_.modules.find(prefix.empty() ? std::string(path) : prefix + "." + std::string(path));
    if (called == nullptr) return {};
    std::string options;
    for (const ModuleOption& option : called->options)
      options += fmt::format("{}{}={}", options.empty() ? "" : ", ", option.name.str(),
                             python_repr(option.value));
    return "\n" + called->cpp_type.str() + (options.empty() ? "" : "(" + options + ")");
  }

  const TracedModule& module_;
  std::string text_;
};

} // namespace

Expected<std::string> emit_dot(const TracedModule& module, const EmitOptions& options) {
  return DotWriter(module).write();
}

} // namespace fx
