// Our own text: the module tree, the init graph, the forward graph.
#include "NodeText.h"

#include "fx/IR/Printer.h"

#include <cctype>
#include <fmt/format.h>

namespace fx {

namespace {

std::string option_list(const Module& module, bool constructor) {
  std::string text;
  for (const ModuleOption& option : module.options)
    if (option.constructor_argument == constructor)
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", option.name.str(),
                          format_argument(option.value, Dialect::Lossless));
  return text;
}

/// A name that is no plain word is quoted: "U-Net_Block".
std::string tree_name(Symbol name) {
  for (const char c : name.view())
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_')
      return format_argument(Argument::string(name), Dialect::Lossless);
  return name.str();
}

void print_contents(const Module& module, unsigned depth, std::string& text) {
  const std::string indent(size_t(2) * depth, ' ');
  for (const TensorSlot& slot : module.tensors) {
    text +=
        fmt::format("{}{} {}", indent, slot.role == TensorRole::Parameter ? "parameter" : "buffer",
                    tree_name(slot.name));
    text += slot.init ? fmt::format(" = %{}", slot.init->name().str()) : ": undefined";
    if (slot.role == TensorRole::Parameter && !slot.requires_grad)
      text += " {requires_grad = False}";
    text += "\n";
  }
  for (const Module* child : module.children) {
    text += indent + tree_name(child->name) + ": ";
    if (child->alias_of) {
      text += "alias of " + child->alias_of->path() + "\n";
      continue;
    }
    text += child->cpp_type.str();
    if (child->kind == ModuleKind::Leaf || child->kind == ModuleKind::Function) {
      text += "(" + option_list(*child, true) + ")";
      const std::string set = option_list(*child, false);
      if (!set.empty()) text += " {" + set + "}";
    }
    if (child->children.empty() && child->tensors.empty()) {
      text += "\n";
      continue;
    }
    text += " {\n";
    print_contents(*child, depth + 1, text);
    text += indent + "}\n";
  }
}

void print_nodes(const Graph& graph, std::string_view header, std::string& text) {
  text += fmt::format("{}():\n", header);
  for (const Node* node : graph)
    text += "    " + format_node(*node, Dialect::Lossless) + "\n";
}

} // namespace

std::string print_graph(const Graph& graph) {
  std::string text;
  print_nodes(graph, "graph", text);
  return text;
}

std::string print_graph(const GraphModule& module) {
  std::string text = fmt::format("module {} {{\n", module.class_name);
  print_contents(module.modules.root(), 1, text);
  text += "}\n";
  if (!module.init.empty()) print_nodes(module.init, "init", text);
  print_nodes(module.graph, "graph", text);
  return text;
}

} // namespace fx
