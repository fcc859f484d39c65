// Python code for a reader: torch.fx's GraphModule.print_readable.
#include "PythonWriter.h"

#include <fmt/format.h>
#include <fstream>

namespace fx {

namespace codegen {

namespace {

struct DtypeName {
  std::string_view dtype, abbreviation;
};
constexpr DtypeName dtype_names[] = {
#define FX_DTYPE(DTYPE, ABBREVIATION) {DTYPE, ABBREVIATION},
#include "DtypeAbbreviations.def"
};

/// "f32[2, 4]".
std::string short_type(const TensorMeta& tensor) {
  std::string_view dtype = tensor.dtype;
  for (const DtypeName& name : dtype_names)
    if (name.dtype == dtype) dtype = name.abbreviation;
  return fmt::format("{}[{}]", dtype, fmt::join(tensor.shape, ", "));
}

} // namespace

std::string SourceLines::line(const SourceRange& range) {
  const auto [file, is_new] = files_.try_emplace(range.file.str());
  if (is_new) {
    std::ifstream stream(range.file.str());
    for (std::string text; std::getline(stream, text);)
      file->second.push_back(std::move(text));
  }
  if (range.line == 0 || range.line > file->second.size()) return {};
  const std::string_view text = file->second[range.line - 1];
  constexpr std::string_view blanks = " \t\r";
  const size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos
             ? std::string()
             : std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

std::string PythonWriter::annotation(const Node* node) const {
  if (style_ == PythonStyle::Runnable) return {};
  if (const TensorMeta* tensor = node->meta(meta::tensor_meta))
    return ": " + python_quoted(short_type(*tensor));
  return node->type().empty() ? std::string() : ": " + python_quoted(node->type());
}

/// A comment with the place in the source, where that is another one than before.
void PythonWriter::write_place(const Node* node, std::vector<std::string>& lines) {
  std::string place = "# No source location for the following nodes";
  if (const SourceRange* range = node->meta(meta::source_range)) {
    place = fmt::format("# File: {}:{}", range->file.str(), range->line);
    if (const std::string code = source_.line(*range); !code.empty()) place += ", code: " + code;
  }
  if (place == last_place_) return;
  lines.emplace_back();
  lines.push_back(place);
  last_place_ = std::move(place);
}

namespace {

/// One class and those of the graph modules below it, each inside the one it belongs to.
std::string readable_class(const GraphModule& module, const Graph& graph, const Module& owner,
                           std::string_view name) {
  Failure failure; // of nothing: a reader understands what Python could not run
  PythonWriter writer(module, failure, PythonStyle::Readable);
  std::string text = fmt::format("class {}(torch.nn.Module):\n", name);
  text += "    def forward(" + writer.parameters(graph) + "):\n";
  for (const std::string& line : writer.statements(graph, true))
    text += line.empty() ? "\n" : "        " + line + "\n";
  std::vector<const Module*> pending(owner.children.rbegin(), owner.children.rend());
  while (!pending.empty()) {
    const Module& child = *pending.back();
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

Expected<std::string> emit_readable(const GraphModule& module, const EmitOptions& options) {
  return codegen::readable_class(module, module.graph, module.modules.root(),
                                 codegen::python_class_name(module, options));
}

} // namespace fx
