// The body of the traced method written anew, for changes that have no place in the old one.
#include "fx/CodeGen/CppExpressions.h"
#include "fx/Refactor/Format.h"
#include "fx/Refactor/InPlace.h"

#include "Messages.h"
#include "SourceNames.h"
#include "SourceTokens.h"

#include "fx/IR/SequentialElement.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace fx::refactor {

namespace {

using Names = std::unordered_map<std::string, std::string>;

/// What one place of the source calls may stand for all of them there: a variable of a loop. It is
/// no name of any of them. A module of a Sequential has one of its own.
void remove_shared_names(std::span<const Graph* const> graphs, Names& modules) {
  std::map<std::pair<std::string, TextRange>, std::set<std::string>> called;
  for (const Graph* graph : graphs)
    for (const Node* node : *graph)
      if (const SourceSyntax* syntax = node->meta(meta::syntax);
          syntax && node->op() == Opcode::CallModule &&
          node->meta(meta::sequential_element) == nullptr)
        called[{syntax->file.str(), syntax->object}].insert(node->target().str());
  for (const auto& [place, targets] : called)
    if (targets.size() > 1)
      for (const std::string& target : targets)
        modules.erase(target);
}

} // namespace

Expected<FileEdits> method_body_edit(std::span<const Graph* const> before,
                                     const TracedModule& after, FileTexts& texts) {
  const auto refuse = [](const std::string& why, const SourceLocation& place = {}) {
    return Error{say(diag::method_not_written, why), place, {"--emit=cpp writes the whole model"}};
  };
  const Origin& origin = after.origin;
  if (origin.body.empty()) return refuse("a macro makes it, or there is none in these files");
  // Members of other modules are not this method's.
  for (const Graph* graph : after.forward_graphs())
    for (const Node* node : *graph)
      if (node->op() == Opcode::CallModule)
        if (const size_t dot = node->target().view().rfind('.'); dot != std::string_view::npos) {
          const ModuleNode* owner = after.modules.find(node->target().view().substr(0, dot));
          if (owner && owner->kind == ModuleKind::User)
            return refuse(fmt::format("'{}' belongs to '{}', which has a forward of its own",
                                      node->target().str(), owner->cpp_type.str()));
        }
  Names modules, tensors;
  for (const Graph* graph : before) {
    modules.merge(names_of_modules(*graph, after, texts));
    tensors.merge(names_of_tensors(*graph, texts));
  }
  remove_shared_names(before, modules);
  const Expected<std::vector<std::string>> statements =
      cpp_statements(after, std::move(modules), std::move(tensors));
  if (!statements) return refuse(statements.error().message, statements.error().location);
  const llvm::StringRef text = texts.text(origin.body_file);
  const SourceTokens tokens(text);
  const std::string line = tokens.line_end().str() + tokens.indentation(origin.body.begin).str();
  const std::string inner = line + tokens.indentation_step();
  std::string body = "{";
  for (const std::string& statement : *statements)
    body.append(inner).append(statement);
  body += line + "}";
  FileEdits edits;
  edits[origin.body_file].push_back(
      format_edit(text, origin.body_file, Edit{origin.body, std::move(body)}));
  return edits;
}

} // namespace fx::refactor
