// How a source calls the modules and tensors of its model.
#pragma once

#include "fx/IR/Graph.h"
#include "fx/Refactor/Edits.h"

#include <string>
#include <unordered_map>

namespace fx::refactor {

/// By dotted path: "conv1" for the module that `conv1->forward(x)` calls.
inline std::unordered_map<std::string, std::string> names_of_modules(const Graph& graph,
                                                                     FileTexts& texts) {
  std::unordered_map<std::string, std::string> names;
  for (const Node* node : graph) {
    const SourceSyntax* syntax = node->meta(meta::syntax);
    if (node->op() != Opcode::CallModule || syntax == nullptr || syntax->object.empty()) continue;
    names.emplace(node->target().str(),
                  texts.text(syntax->file.str()).slice(syntax->object.begin, syntax->object.end));
  }
  return names;
}

/// By dotted path: "weight_" for the parameter that an expression reads.
inline std::unordered_map<std::string, std::string> names_of_tensors(const Graph& graph,
                                                                     FileTexts& texts) {
  std::unordered_map<std::string, std::string> names;
  for (const Node* node : graph) {
    const SourceSyntax* syntax = node->meta(meta::syntax);
    if (node->op() != Opcode::GetAttr || syntax == nullptr) continue;
    names.emplace(node->target().str(),
                  texts.text(syntax->file.str()).slice(syntax->whole.begin, syntax->whole.end));
  }
  return names;
}

} // namespace fx::refactor
