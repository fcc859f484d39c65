#include "Frontend/Roots/Choose.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

std::string holder_spelling(const CXXRecordDecl* record) {
  std::string name = record->getQualifiedNameAsString();
  if (llvm::StringRef(name).ends_with("Impl")) name.resize(name.size() - 4);
  return name;
}

/// "10, 3" for a constructor (int64_t classes, int64_t channels): an example to type.
std::string example_arguments(const CXXRecordDecl* record) {
  const CXXConstructorDecl* chosen = nullptr;
  for (const CXXConstructorDecl* constructor : record->ctors())
    if (!constructor->isCopyOrMoveConstructor() && !constructor->isDeleted() &&
        (!chosen || constructor->getMinRequiredArguments() < chosen->getMinRequiredArguments()))
      chosen = constructor;
  if (chosen == nullptr) return "...";
  std::string text;
  for (unsigned i = 0; i < chosen->getMinRequiredArguments(); ++i) {
    const ParmVarDecl* parameter = chosen->getParamDecl(i);
    if (!text.empty()) text += ", ";
    text += fmt::format("<{}>", parameter->getNameAsString().empty()
                                    ? parameter->getType().getAsString()
                                    : parameter->getNameAsString());
  }
  return text;
}

template <unsigned N, class... Arguments>
RootProblem error(clang::SourceLocation where, Message<MessageKind::Error, N> message,
                  const Arguments&... arguments) {
  return {DiagnosticsEngine::Error, where, say(message, arguments...).text, message.info};
}

RootProblem note(clang::SourceLocation where, std::string message) {
  return {DiagnosticsEngine::Note, where, std::move(message), nullptr};
}

RootProblem suggestion(const CXXRecordDecl* record) {
  return note(record->getLocation(),
              fmt::format("candidate: --root='{}'", construction_example(record)));
}

RootChoice choose_appended(const FunctionDecl* function) {
  const auto* body = dyn_cast<CompoundStmt>(function->getBody());
  const auto* statement =
      body && !body->body_empty() ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
  RootChoice choice;
  if (statement == nullptr || statement->getRetValue() == nullptr) {
    choice.problems = {error(function->getLocation(), diag::root_is_no_expression)};
    choice.is_malformed = true;
    return choice;
  }
  choice.roots.push_back({.construction = statement->getRetValue()});
  return choice;
}

/// A name: of a class, its holder, or a function.
RootChoice choose_by_name(const RootCandidates& candidates, const std::string& name) {
  const CXXRecordDecl* record = nullptr;
  for (const CXXRecordDecl* candidate : candidates.classes)
    for (const std::string& spelling :
         {candidate->getQualifiedNameAsString(), holder_spelling(candidate)})
      if (spelling == name || llvm::StringRef(spelling).ends_with("::" + name)) record = candidate;
  const FunctionDecl* function = nullptr;
  for (const FunctionDecl* candidate : candidates.functions)
    if (candidate->getQualifiedNameAsString() == name) function = candidate;
  RootChoice choice;
  if (record && has_usable_default_constructor(record)) {
    choice.roots.push_back({.record = record});
  } else if (record) {
    choice.problems = {
        error(record->getLocation(), diag::root_needs_arguments, name),
        note(record->getLocation(),
             fmt::format("say how to construct it: --root='{}'", construction_example(record)))};
  } else if (function) {
    choice.roots.push_back({.function = function});
  } else {
    choice.problems.push_back(error({}, diag::root_not_found, name));
    for (const CXXRecordDecl* candidate : candidates.classes)
      choice.problems.push_back(suggestion(candidate));
  }
  return choice;
}

} // namespace

std::string construction_example(const CXXRecordDecl* record) {
  return fmt::format("{}({})", holder_spelling(record), example_arguments(record));
}

RootChoice choose_roots(const RootCandidates& candidates, const std::string& name) {
  if (!name.empty())
    return candidates.appended ? choose_appended(candidates.appended)
                               : choose_by_name(candidates, name);
  RootChoice choice;
  for (const CXXRecordDecl* record : candidates.classes)
    if (has_forward(record) && has_usable_default_constructor(record))
      choice.roots.push_back({.record = record});
  for (const auto& [record, init] : candidates.constructions)
    if (has_forward(record))
      choice.roots.push_back({.record = record, .construction = init, .is_guess = true});
  return choice;
}

std::vector<RootProblem> explain_no_roots(const RootCandidates& candidates,
                                          const SourceManager& sources) {
  const clang::SourceLocation start = sources.getLocForStartOfFile(sources.getMainFileID());
  if (candidates.classes.empty())
    return {error(start, diag::no_module),
            note(start, "to trace a plain function of tensors, name it: --root=<function>")};
  std::vector<RootProblem> problems = {
      error(candidates.classes.front()->getLocation(), diag::no_root)};
  for (const CXXRecordDecl* candidate : candidates.classes)
    if (has_forward(candidate)) problems.push_back(suggestion(candidate));
  return problems;
}

} // namespace fx::frontend
