#include "fx/CodeGen/CppExpressions.h"

#include "CppHelpers.h"
#include "CppWriter.h"

#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Modules.h"
#include "fx/Ops/Operations.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx {

using namespace codegen;

namespace {

/// Before, LibTorch had a variant of its own.
constexpr ops::LibTorchVersion std_variant_since{2, 1, 0};

} // namespace

struct CppExpressions::Implementation {
  CppMembers members;
  const ops::LibTorch& libtorch;
  Failure failure;
  CppWriter writer;

  const TracedModule& module;

  Implementation(const TracedModule& model, const Graph& graph, CppMembers named)
      : members(std::move(named)), libtorch(ops::libtorch_of(model)),
        writer(model, members, cpp_scope(), failure), module(model) {
    writer.omit_defaults();
    writer.begin_calls(graph);
  }
};

CppExpressions::CppExpressions(const TracedModule& module,
                               std::unordered_map<std::string, std::string> modules,
                               std::unordered_map<std::string, std::string> tensors)
    : CppExpressions(module, module.graph, std::move(modules), std::move(tensors)) {}

CppExpressions::CppExpressions(const TracedModule& module, const Graph& graph,
                               std::unordered_map<std::string, std::string> modules,
                               std::unordered_map<std::string, std::string> tensors)
    : implementation_(std::make_unique<Implementation>(
          module, graph, CppMembers{std::move(modules), std::move(tensors)})) {}

CppExpressions::~CppExpressions() = default;

void CppExpressions::set_operand(const Node& node, const std::string& text) {
  implementation_->writer.set_expression(&node, text);
}

Expected<std::string> CppExpressions::call(const Node& node) {
  implementation_->failure = {};
  std::string text = implementation_->writer.call_text(&node);
  if (const auto& error = implementation_->failure.error()) return *error;
  return text;
}

Expected<std::string> CppExpressions::construction(const ModuleNode& module) {
  implementation_->failure = {};
  std::string text =
      construction_of(module, {module.cpp_type, module.options}, implementation_->writer,
                      implementation_->failure, implementation_->libtorch);
  if (const auto& error = implementation_->failure.error()) return *error;
  return text;
}

namespace {

/// The lines of a text that is indented like the members of a class.
void add_lines(std::vector<std::string>& lines, std::string_view text) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    line.remove_prefix(std::min<size_t>(line.size(), 2));
    if (!line.empty()) lines.emplace_back(line);
  }
}

} // namespace

Expected<std::vector<std::string>>
cpp_statements(const TracedModule& module, std::unordered_map<std::string, std::string> modules,
               std::unordered_map<std::string, std::string> tensors) {
  Failure failure;
  CppHelpers helpers;
  helpers.is_local = true;
  const CppMembers members{std::move(modules), std::move(tensors)};
  std::vector<std::string> lines;
  const auto add_body = [&](const Graph& graph, const std::string& indent) {
    Identifiers names = cpp_scope();
    CppHelpers::reserve(names);
    for (const auto* table : {&members.modules, &members.tensors})
      for (const auto& [path, name] : *table)
        names.reserve(name);
    CppWriter writer(module, members, std::move(names), failure);
    writer.set_helpers(&helpers);
    writer.parameters(graph);
    std::vector<std::string> body = writer.statements(graph, {}, "_out");
    if (failure.error()) return;
    const ValueType result = writer.result_type(graph);
    if (std::string last = writer.return_statement(graph, result); !last.empty())
      body.push_back(std::move(last));
    else if (!indent.empty())
      body.emplace_back("return;");
    for (const std::string& line : body)
      lines.push_back(indent + line);
  };
  if (module.training_graph) {
    lines.emplace_back("if (is_training()) {");
    add_body(*module.training_graph, "  ");
    lines.emplace_back("}");
  }
  if (!failure.error()) add_body(module.graph, "");
  if (failure.error()) return *failure.error();
  std::vector<std::string> before;
  for (const std::string& line : lines)
    if (line.find("F::") != line.npos) {
      before.emplace_back("namespace F = torch::nn::functional;");
      break;
    }
  add_lines(before, helpers.definitions(ops::libtorch_of(module).version()));
  lines.insert(lines.begin(), before.begin(), before.end());
  return lines;
}

std::string CppExpressions::literal(const Argument& argument) {
  return implementation_->writer.value(argument);
}

std::string CppExpressions::option(const std::string& path, std::string_view name) {
  const auto member = implementation_->members.modules.find(path);
  const ModuleNode* module = implementation_->module.modules.find(path);
  while (module != nullptr && module->alias_of != nullptr)
    module = module->alias_of;
  const ops::LibTorch& libtorch = implementation_->libtorch;
  if (module == nullptr || member == implementation_->members.modules.end() ||
      !ops::is_plain_option(*module, name, libtorch))
    return {};
  std::string read = fmt::format("{}->options.{}()", member->second, name);
  const ops::ModuleClass& of = *ops::module_class_of(*module);
  if (libtorch.find_module_options(of.name)->field(name)->type != "padding_t") return read;
  return fmt::format("{}::get<torch::ExpandingArray<{}>>({})",
                     libtorch.version() < std_variant_since ? "c10" : "std", of.dimensions, read);
}

} // namespace fx
