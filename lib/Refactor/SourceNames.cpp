#include "SourceNames.h"

#include "fx/IR/SequentialElement.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace fx::refactor {

namespace {

bool is_call(const SourceSyntax& syntax) {
  return !syntax.callee.empty() || !syntax.object.empty() || !syntax.arguments.empty();
}

/// Where a call has the operand of a node; nothing where its operands are not those of the node.
std::optional<TextRange> operand_of(const Node& user, const Node& operand) {
  const SourceSyntax& call = *user.meta(meta::syntax);
  const size_t has_object = call.object.empty() ? 0 : 1;
  if (!user.kwargs().empty() || user.args().size() != call.arguments.size() + has_object)
    return std::nullopt;
  for (size_t i = 0; i < user.args().size(); ++i)
    if (user.arg(i).is_node() && user.arg(i).as_node() == &operand)
      return i < has_object ? call.object : call.arguments[i - has_object];
  return std::nullopt;
}

/// A tensor that is read where a call needs it is there with the call's syntax.
std::optional<TextRange> place_of(const Node& tensor) {
  const SourceSyntax& syntax = *tensor.meta(meta::syntax);
  if (!is_call(syntax)) return syntax.whole;
  for (const Node* user : tensor.users()) {
    const SourceSyntax* call = user->meta(meta::syntax);
    if (call != nullptr && call->file == syntax.file && call->whole == syntax.whole)
      if (const std::optional<TextRange> place = operand_of(*user, tensor)) return place;
  }
  return std::nullopt;
}

} // namespace

std::string name_in_sequential(const Node& call, const ModuleNode& module, FileTexts& texts) {
  const SourceSyntax& syntax = *call.meta(meta::syntax);
  const std::string object =
      texts.text(syntax.file.str()).slice(syntax.object.begin, syntax.object.end).str();
  const auto& all = module.parent->children;
  const auto number = std::ranges::find(all, &module) - all.begin();
  std::string element = fmt::format("ptr({})", number);
  if (call.meta(meta::sequential_element)->is_indexed && !object.empty())
    element = fmt::format("{}[{}]", object, number);
  else if (!object.empty())
    element = object + "->" + element;
  return fmt::format("{}->as<{}>()", element, module.cpp_type.view());
}

std::unordered_map<std::string, std::string>
names_of_modules(const Graph& graph, const TracedModule& model, FileTexts& texts) {
  std::unordered_map<std::string, std::string> names;
  for (const Node* node : graph) {
    const SourceSyntax* syntax = node->meta(meta::syntax);
    if (node->op() != Opcode::CallModule || syntax == nullptr) continue;
    if (const SequentialElement* element = node->meta(meta::sequential_element)) {
      if (const ModuleNode* module = model.modules.find(element->path))
        names.emplace(node->target().str(), name_in_sequential(*node, *module, texts));
    } else if (!syntax->object.empty()) {
      names.emplace(node->target().str(),
                    texts.text(syntax->file.str()).slice(syntax->object.begin, syntax->object.end));
    }
  }
  return names;
}

std::unordered_map<std::string, std::string> names_of_tensors(const Graph& graph,
                                                              FileTexts& texts) {
  std::unordered_map<std::string, std::string> names;
  for (const Node* node : graph) {
    const SourceSyntax* syntax = node->meta(meta::syntax);
    if (node->op() != Opcode::GetAttr || syntax == nullptr) continue;
    if (const std::optional<TextRange> place = place_of(*node))
      names.emplace(node->target().str(),
                    texts.text(syntax->file.str()).slice(place->begin, place->end));
  }
  return names;
}

} // namespace fx::refactor
