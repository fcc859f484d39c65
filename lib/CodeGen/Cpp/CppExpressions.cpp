#include "fx/CodeGen/CppExpressions.h"

#include "CppWriter.h"

namespace fx {

using namespace codegen;

struct CppExpressions::Implementation {
  CppMembers members;
  Failure failure;
  CppWriter writer;

  Implementation(const GraphModule& module, CppMembers named)
      : members(std::move(named)), writer(module, members, cpp_scope(), failure) {
    writer.omit_defaults();
    writer.learn_types(module.graph);
    failure = {};
  }
};

CppExpressions::CppExpressions(const GraphModule& module,
                               std::unordered_map<std::string, std::string> modules,
                               std::unordered_map<std::string, std::string> tensors)
    : implementation_(std::make_unique<Implementation>(
          module, CppMembers{std::move(modules), std::move(tensors), {}})) {}

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

Expected<std::vector<std::string>>
cpp_statements(const GraphModule& module, std::unordered_map<std::string, std::string> modules,
               std::unordered_map<std::string, std::string> tensors) {
  Failure failure;
  Identifiers names = cpp_scope();
  for (const auto* table : {&modules, &tensors})
    for (const auto& [path, name] : *table)
      names.reserve(name);
  const CppMembers members{std::move(modules), std::move(tensors), {}};
  CppWriter writer(module, members, std::move(names), failure);
  writer.parameters(module.graph);
  std::vector<std::string> lines = writer.statements(module.graph, {}, "_out");
  if (failure.error()) return *failure.error();
  const CppType result = writer.result_type(module.graph);
  if (std::string last = writer.return_statement(module.graph, result); !last.empty())
    lines.push_back(std::move(last));
  if (failure.error()) return *failure.error();
  for (const std::string& line : lines)
    if (line.find("F::") != line.npos) {
      lines.insert(lines.begin(), "namespace F = torch::nn::functional;");
      break;
    }
  return lines;
}

std::string CppExpressions::literal(const Argument& argument) {
  return implementation_->writer.value(argument);
}

} // namespace fx
