// The first thing that could not be written, kept while the rest of the text is thrown away.
#pragma once

#include "fx/CodeGen/Emitter.h"
#include "fx/IR/TracedModule.h"
#include "fx/Support/Error.h"

#include <optional>

namespace fx::codegen {

class Failure {
public:
  Failure() = default;
  explicit Failure(const EmitOptions& options) : place_(options.place) {}

  /// Records `message` at `where` unless something failed before. Returns an empty text, so that it
  /// can stand where an expression was wanted.
  std::string at(const SourceRange* where, std::string message) {
    if (!error_) {
      error_.emplace();
      error_->message = std::move(message);
      if (where) error_->location = {where->file.str(), where->line, where->column};
    }
    return {};
  }
  std::string at(const Node* node, std::string message) {
    const bool is_first = !error_;
    const SourceRange* range = node ? node->meta(meta::source_range) : nullptr;
    at(range, node ? "%" + node->name().str() + ": " + message : std::move(message));
    if (is_first && node && !range && place_) error_->location = place_(*node);
    return {};
  }
  /// Records a node that is no call, where a call is wanted.
  std::string at_misplaced(const Node* node) {
    return at(node, "placeholders stand first in a graph and the output last, and this one does "
                    "not; --verify-each names the pass that left it here");
  }
  /// Records the first graph module: generated models have one graph.
  void at_graph_modules(const TracedModule& module) {
    for (const ModuleNode* inner : all_modules(module.modules))
      if (inner->graph) {
        at(&inner->location, "'" + inner->path() +
                                 "' has a graph of its own, which a pass made; take it back with "
                                 "--passes=inline-modules,remove-unused-modules");
        return;
      }
  }
  /// Records the first write into a tensor that the constructor leaves undefined: there is nothing
  /// to write into.
  void at_undefined_writes(const TracedModule& module) {
    for (const Graph* graph : module.forward_graphs())
      for (const Node* node : *graph) {
        const bool writes = node->op() == Opcode::CallMethod &&
                            node->target().view().ends_with('_') &&
                            !node->target().view().ends_with("__") && !node->args().empty() &&
                            node->arg(0).is_node();
        const Node* object = writes ? node->arg(0).as_node() : nullptr;
        if (object == nullptr || object->op() != Opcode::GetAttr) continue;
        const TensorSlot* slot = module.modules.find_tensor(object->target());
        if (slot != nullptr && slot->init == nullptr) {
          at(node,
             "'" + object->target().str() +
                 "' is undefined at first, and forward writes into it; give it a value in the "
                 "constructor");
          return;
        }
      }
  }
  const std::optional<Error>& error() const { return error_; }

private:
  std::function<SourceLocation(const Node&)> place_;
  std::optional<Error> error_;
};

} // namespace fx::codegen
