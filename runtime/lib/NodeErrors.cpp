// What is thrown when a node fails: torch.fx's _WrappedCall, and the notes of its Interpreter.
#include "Plan.h"

#include "fx/CodeGen/Emitter.h"
#include "fx/IR/Meta.h"
#include "fx/Runtime/Errors.h"
#include "fx/Runtime/GraphModule.h"

#include <c10/util/Exception.h>

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <vector>

namespace fx::runtime {

namespace {

SourceLocation location_of(const Node& node) {
  const SourceRange* range = node.meta(meta::source_range);
  return range == nullptr ? SourceLocation()
                          : SourceLocation{range->file.str(), range->line, range->column};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

/// The line of the generated code that computes the node, with two before and two after it, in
/// torch.fx's words. Empty: there is no module that the code could be of, or no such line.
std::string in_generated_code(const Node& node) {
  constexpr size_t reach = 2;
  const GraphModuleImpl* module = node.graph().owning_module();
  if (module == nullptr) return {};
  const bool is_training = &node.graph() == module->training_graph();
  if (!is_training && &node.graph() != &module->graph()) return {};
  try {
    const TracedModule model = module->describe();
    std::vector<const Node*> nodes;
    const std::vector<std::string> lines = lines_of(emit_python_forward(
        model, is_training ? model.training_graph.get() : &model.graph, &nodes));
    const auto found = std::find_if(nodes.begin(), nodes.end(), [&](const Node* other) {
      return other != nullptr && other->name() == node.name();
    });
    if (found == nodes.end()) return {};
    const auto at = static_cast<size_t>(found - nodes.begin());
    std::string text = fmt::format("Call using an FX-traced Module, line {} of the traced Module's "
                                   "generated forward function:\n",
                                   at + 1);
    for (size_t i = at > reach ? at - reach : 0; i < lines.size() && i <= at + reach; ++i) {
      text += lines[i] + '\n';
      if (i == at) text += std::string(lines[i].size(), '~') + "~~~ <--- HERE\n";
    }
    std::ostringstream line;
    line << node;
    return text + "\nWhile executing " + line.str() + '\n';
  } catch (const std::exception&) {
    return {}; // the graph tells
  }
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
  const std::string code = in_generated_code(node);
  text += "\n\n";
  text += code.empty() ? fmt::format("While executing node '{}' of the graph:\n{}",
                                     node.name().view(), around(node))
                       : code;
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
