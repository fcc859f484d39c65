// Text out of GraphModules: code, listings, files.
#include "fx/CodeGen/Emitter.h"
#include "fx/IR/Printer.h"
#include "fx/Runtime/GraphModule.h"

#include <torch/nn/module.h>

#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <ostream>
#include <sstream>

namespace fx {

namespace {

/// Whether it makes text of a model that has run on nothing.
bool makes_code(const Emitter& emitter) {
  return !emitter.needs_shapes && !emitter.is_archive_only();
}

std::string languages() {
  std::string names;
  for (const Emitter& emitter : emitters())
    if (makes_code(emitter)) names += (names.empty() ? "" : ", ") + std::string(emitter.name);
  return names;
}

/// The items of a list of parameters: commas outside of brackets and strings.
std::vector<std::string> split_parameters(std::string_view text) {
  std::vector<std::string> items(1);
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0)
      quote = c == quote ? '\0' : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else
      depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    if (c == ',' && depth == 0 && quote == 0)
      items.emplace_back();
    else if (!items.back().empty() || c != ' ')
      items.back() += c;
  }
  std::erase_if(items, [](const std::string& item) { return item.empty() || item == "self"; });
  return items;
}

/// Python in which the outermost forward begins as the code generator says.
std::string with_definition(const std::string& text, const CodeGen& codegen) {
  // The last class is the module itself; those of its parts stand before it.
  const size_t at = text.rfind("def forward(");
  const size_t end = text.find(":\n", at);
  if (at == std::string::npos || end == std::string::npos) return text;
  const size_t line = text.rfind('\n', at) + 1;
  const std::string indentation = text.substr(line, at - line);
  const size_t open = at + std::string_view("def forward(").size();
  const size_t close = text.rfind(')', end);
  std::string definition =
      codegen.gen_fn_def(split_parameters(std::string_view(text).substr(open, close - open)));
  for (size_t next = definition.find('\n'); next != std::string::npos;
       next = definition.find('\n', next + 1))
    definition.insert(next + 1, indentation);
  return text.substr(0, at) + definition + text.substr(end + 1);
}

std::string checked(Expected<std::string> text) {
  if (!text) throw RuntimeError(text.error().to_string());
  return std::move(*text);
}

} // namespace

std::string GraphModuleImpl::code(std::string_view language) const {
  const Emitter* emitter = find_emitter(language);
  if (emitter == nullptr || !makes_code(*emitter))
    throw RuntimeError(fmt::format("there is no code in '{}'; one of: {}", language, languages()));
  std::string text = checked(emitter->finished(checked(emitter->emit(describe(), {}))));
  if (!codegen_) return text;
  if (language == "python" || language == "readable") text = with_definition(text, *codegen_);
  return codegen_->on_generate_code(language, std::move(text));
}

std::string GraphModuleImpl::forward_code() const {
  try {
    return emit_python_forward(describe());
  } catch (const RuntimeError&) {
    // A module is of a class that this program alone has. Its name is enough here.
    TracedModule graphs;
    graphs.graph = graph().clone();
    if (training_graph() != nullptr)
      graphs.training_graph = std::make_unique<Graph>(training_graph()->clone());
    return emit_python_forward(graphs);
  }
}

void GraphModuleImpl::print_readable(std::ostream& stream) const {
  stream << code("readable");
}

void GraphModuleImpl::print_tabular(std::ostream& stream) const {
  stream << print_table(current_graph());
}

std::string GraphModuleImpl::str() const {
  std::ostringstream text;
  text << static_cast<const torch::nn::Module&>(*this) << "\n\n\n"
       << forward_code()
       << "\n# To see more debug info, please use `graph_module.print_readable()`";
  return text.str();
}

std::ostream& operator<<(std::ostream& stream, const GraphModuleImpl& module) {
  return stream << module.str();
}

std::ostream& operator<<(std::ostream& stream, const GraphModule& module) {
  return stream << module->str();
}

void save(const GraphModule& module, const std::string& graph) {
  std::ofstream file(graph, std::ios::binary);
  file << print_graph(module->describe());
  file.close();
  if (!file) throw RuntimeError(fmt::format("{}: the file cannot be written", graph));
}

} // namespace fx
