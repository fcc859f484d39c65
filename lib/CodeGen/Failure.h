// The first thing that could not be written, kept while the rest of the text is thrown away.
#pragma once

#include "Comments.h"
#include "Messages.h"

#include "fx/CodeGen/Emitter.h"
#include "fx/IR/TracedModule.h"
#include "fx/Support/Error.h"

#include <algorithm>
#include <optional>

namespace fx::codegen {

class Failure {
public:
  Failure() = default;
  explicit Failure(const EmitOptions& options) : place_(options.place) {}

  /// Records what is said at `where` unless something failed before. Returns an empty text, so that
  /// it can stand where an expression was wanted.
  std::string at(const SourceRange* where, Error error) {
    if (!error_) {
      error_ = std::move(error);
      if (where) error_->location = {where->file.str(), where->line, where->column};
    }
    return {};
  }
  std::string at(const Node* node, Saying said, std::vector<std::string> notes = {}) {
    if (!node) return at(static_cast<const SourceRange*>(nullptr), std::move(said));
    const bool is_first = !error_;
    const SourceRange* range = node->meta(meta::source_range);
    said.text.insert(0, "%" + node->name().str() + ": ");
    at(range, Error(std::move(said), {}, std::move(notes)));
    if (is_first && !range && place_) error_->location = place_(*node);
    return {};
  }
  template <class Place, unsigned N, class... Arguments>
  std::string at(const Place* where, Message<MessageKind::Error, N> message,
                 const Arguments&... arguments) {
    return at(where, say(message, arguments...));
  }
  /// Records a node that is no call, where a call is wanted. Only a defect brings that about: the
  /// message has no row.
  std::string at_misplaced(const Node* node) {
    return at(node,
              Saying{nullptr, "placeholders stand first in a graph and the output last, and this "
                              "one does not; --verify-each names the pass that left it here"});
  }
  /// Records the first type or function whose name would begin a line of code of its own: these are
  /// written as they are named, where other names are quoted.
  void at_control_characters(const TracedModule& module) {
    const auto check = [&](const Node* node, const char* what, std::string_view name) {
      if (std::ranges::any_of(name, is_control))
        at(node, diag::control_character_in_code, what, comment_text(name));
    };
    const auto check_graph = [&](const Graph& graph) {
      for (const Node* node : graph) {
        if (node->op() == Opcode::CallFunction) check(node, "function", node->target());
        check(node, "type", node->type());
        for (const auto* key : {&meta::cpp_type, &meta::declared_type})
          if (const std::string* type = node->meta(*key)) check(node, "type", *type);
      }
    };
    check_graph(module.init);
    for (const Graph* graph : module.root_graphs())
      check_graph(*graph);
  }
  /// Records the first write into a tensor that the constructor leaves undefined: there is nothing
  /// to write into.
  void at_undefined_writes(const TracedModule& module) {
    for (const Graph* graph : module.root_graphs())
      for (const Node* node : *graph) {
        const bool writes = node->op() == Opcode::CallMethod &&
                            node->target().view().ends_with('_') &&
                            !node->target().view().ends_with("__") && !node->args().empty() &&
                            node->arg(0).is_node();
        const Node* object = writes ? node->arg(0).as_node() : nullptr;
        if (object == nullptr || object->op() != Opcode::GetAttr) continue;
        const TensorSlot* slot = module.modules.find_tensor(object->target());
        if (slot != nullptr && slot->init == nullptr) {
          at(node, diag::undefined_tensor_written, object->target().str());
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
