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

std::string CppExpressions::literal(const Argument& argument) {
  return implementation_->writer.value(argument);
}

} // namespace fx
