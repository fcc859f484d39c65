// Text out of GraphModules: code, listings, files.
#include "fx/CodeGen/Emitter.h"
#include "fx/IR/Printer.h"
#include "fx/Runtime/GraphModule.h"

#include <torch/nn/module.h>

#include <fmt/format.h>

#include <fstream>
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

std::string checked(Expected<std::string> text) {
  if (!text) throw RuntimeError(text.error().to_string());
  return std::move(*text);
}

} // namespace

std::string GraphModuleImpl::code(std::string_view language) const {
  const Emitter* emitter = find_emitter(language);
  if (emitter == nullptr || !makes_code(*emitter))
    throw RuntimeError(fmt::format("there is no code in '{}'; one of: {}", language, languages()));
  return checked(emitter->finished(checked(emitter->emit(describe(), {}))));
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
       << emit_python_forward(describe())
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
