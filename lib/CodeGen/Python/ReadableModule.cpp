// Python code for a reader: torch.fx's GraphModule.print_readable.
#include "PythonWriter.h"

#include "fx/IR/Printer.h"

#include <fmt/format.h>

namespace fx {

namespace codegen {

std::string PythonWriter::annotation(const Node* node) const {
  const TensorMeta* tensor = node->meta(meta::tensor_meta);
  if (style_ == PythonStyle::Readable && tensor) return ": " + python_quoted(short_type(*tensor));
  const std::string type =
      node->op() == Opcode::Placeholder ? python_annotation(node) : std::string(node->type());
  return type.empty() ? type : " : " + comment_text(type);
}

/// A comment with the place in the source, where that is another one than before.
void PythonWriter::write_place(const Node* node, std::vector<std::string>& lines) {
  const std::string place = source_.new_place(node, "No source location for the following nodes");
  if (place.empty()) return;
  lines.emplace_back();
  lines.push_back("# " + place);
}

namespace {

/// One class and those of the graph modules below it, each inside the one it belongs to.
std::string readable_class(const TracedModule& module, const Graph& graph, const ModuleNode& owner,
                           std::string_view name) {
  Failure failure; // of nothing: a reader understands what Python could not run
  PythonForward forward;
  if (&graph == &module.graph) {
    forward = python_forward(module, failure, PythonStyle::Readable, true);
  } else {
    PythonWriter writer(module, failure, PythonStyle::Readable, true);
    forward.parameters = writer.parameters(graph);
    forward.result = graph.output_node() ? python_annotation(graph.output_node()) : std::string();
    forward.lines = writer.statements(graph, true);
  }
  std::string text = fmt::format("class {}(torch.nn.Module):\n", name);
  text += "    def forward(" + forward.parameters + ")" +
          (forward.result.empty() ? "" : " -> " + forward.result) + ":\n";
  for (const std::string& line : forward.lines)
    text += line.empty() ? "\n" : "        " + line + "\n";
  std::vector<const ModuleNode*> pending(owner.children.rbegin(), owner.children.rend());
  while (!pending.empty()) {
    const ModuleNode& child = *pending.back();
    pending.pop_back();
    if (!child.graph) {
      pending.insert(pending.end(), child.children.rbegin(), child.children.rend());
      continue;
    }
    text += "\n";
    const std::string inner =
        readable_class(module, *child.graph, child, to_identifier(child.name.view()));
    for (size_t at = 0; at < inner.size();) {
      const size_t end = inner.find('\n', at);
      text += (end == at ? "" : "    ") + inner.substr(at, end - at + 1);
      at = end + 1;
    }
  }
  return text;
}

} // namespace
} // namespace codegen

Expected<std::string> emit_readable(const TracedModule& module, const EmitOptions& options) {
  return codegen::readable_class(module, module.graph, module.modules.root(),
                                 python_class_name(module, options));
}

} // namespace fx
