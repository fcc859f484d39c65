// What is thrown when a node fails: torch.fx's _WrappedCall, and the notes of its Interpreter.
#include "Plan.h"

#include "fx/IR/Meta.h"
#include "fx/Runtime/Errors.h"

#include <c10/util/Exception.h>

#include <fmt/format.h>

#include <sstream>

namespace fx::runtime {

namespace {

SourceLocation location_of(const Node& node) {
  const SourceRange* range = node.meta(meta::source_range);
  return range == nullptr ? SourceLocation()
                          : SourceLocation{range->file.str(), range->line, range->column};
}

/// The node with two before and two after it.
std::string around(const Node& node) {
  constexpr int reach = 2;
  const Node* first = &node;
  for (int i = 0; i < reach && first->prev() != nullptr; ++i)
    first = first->prev();
  std::ostringstream text;
  int after = 0;
  for (const Node* at = first; at != nullptr && after <= reach; at = at->next()) {
    text << "    " << *at << '\n';
    if (at == &node) text << "    ~~~ <--- HERE\n";
    if (at == &node || after > 0) ++after;
  }
  return text.str();
}

[[noreturn]] void fail(const Node& node, std::string_view what) {
  const SourceLocation location = location_of(node);
  std::string text(what);
  text += fmt::format("\n\nWhile executing node '{}' of the graph:\n{}", node.name().view(),
                      around(node));
  if (location.line != 0)
    text += fmt::format("traced from {}:{}:{}\n", location.file, location.line, location.column);
  throw ExecutionError(text, node.name().str(), location);
}

} // namespace

void rethrow_at(const Node& node) {
  try {
    throw;
  } catch (const ExecutionError& error) {
    // A node of a graph that this node calls.
    throw ExecutionError(error.what() + fmt::format("called by node '{}'\n", node.name().view()),
                         error.node(), error.location());
  } catch (const TraceError&) {
    throw;
  } catch (const c10::Error& error) {
    fail(node, error.what_without_backtrace());
  } catch (const std::exception& error) {
    fail(node, error.what());
  }
}

} // namespace fx::runtime
