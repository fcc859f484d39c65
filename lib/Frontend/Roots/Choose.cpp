#include "Frontend/Roots/Choose.h"

#include "Frontend/Values/Names.h"
#include "Frontend/Values/Signatures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace clang;

namespace fx::frontend {

namespace {

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

/// Whether --root names a class: with its namespace or without, by itself or by its holder.
bool is_named(const NamedDecl* declaration, llvm::StringRef name) {
  const std::string whole = declaration->getQualifiedNameAsString();
  llvm::StringRef holder(whole);
  holder.consume_back("Impl");
  return llvm::any_of(std::initializer_list<llvm::StringRef>{whole, holder},
                      [&](llvm::StringRef spelling) {
                        return spelling == name || spelling.ends_with(("::" + name).str());
                      });
}

template <class Declaration>
const Declaration* named(const std::vector<const Declaration*>& candidates, llvm::StringRef name) {
  const Declaration* found = nullptr;
  for (const Declaration* candidate : candidates)
    if (is_named(candidate, name)) found = candidate;
  return found;
}

/// Each way to make the class, with a line to copy.
void suggest_constructors(const CXXRecordDecl* record, std::vector<RootProblem>& problems) {
  for (const CXXConstructorDecl* constructor : constructors_of(record))
    problems.push_back(note(constructor->getLocation(),
                            fmt::format("{}: --root='{}'", signature(constructor),
                                        call_to_copy(holder_spelling(record), constructor))));
}

/// Says that it is abstract, and the classes that are not.
void suggest_derived(const CXXRecordDecl* record, const RootCandidates& candidates,
                     std::vector<RootProblem>& problems) {
  bool found = false;
  for (const CXXRecordDecl* candidate : candidates.classes) {
    if (!candidate->isDerivedFrom(record)) continue;
    problems.push_back(suggestion(candidate));
    found = true;
  }
  if (!found)
    problems.push_back(note(record->getLocation(),
                            "no class of the files that were read derives from it: name the file "
                            "of one that does on the command line too"));
}

/// The instantiations of the files that were read; without one, how to write it.
void suggest_instantiations(const ClassTemplateDecl* declared, std::vector<RootProblem>& problems) {
  const size_t before = problems.size();
  for (const ClassTemplateSpecializationDecl* made : declared->specializations())
    if (made->hasDefinition() && !made->getDefinition()->isAbstract())
      problems.push_back(suggestion(llvm::cast<CXXRecordDecl>(made->getDefinition())));
  if (problems.size() > before) return;
  std::string names;
  std::string what;
  for (const NamedDecl* parameter : *declared->getTemplateParameters()) {
    const std::string name = parameter->getNameAsString();
    const char* kind = isa<NonTypeTemplateParmDecl>(parameter) ? "a value" : "a type";
    names += (names.empty() ? "" : ", ") + name;
    what += fmt::format("{}{} for '{}'", what.empty() ? "" : " and ", kind, name);
  }
  problems.push_back(note(declared->getLocation(),
                          fmt::format("write --root='{}<{}>(...)' with {}",
                                      declared->getQualifiedNameAsString(), names, what)));
}

void not_found(const RootCandidates& candidates, const std::string& name,
               std::vector<RootProblem>& problems) {
  if (const CXXRecordDecl* record = named(candidates.abstract_classes, name)) {
    problems.push_back(error(record->getLocation(), diag::root_is_abstract, name));
    return suggest_derived(record, candidates, problems);
  }
  if (const ClassTemplateDecl* declared = named(candidates.templates, name)) {
    problems.push_back(error(declared->getLocation(), diag::root_is_a_template, name));
    return suggest_instantiations(declared, problems);
  }
  for (const FunctionDecl* function : candidates.declared_functions)
    if (function->getQualifiedNameAsString() == name) {
      problems.push_back(error(function->getLocation(), diag::root_is_not_defined, name));
      const CXXRecordDecl* made = record_of(function->getReturnType());
      if (is_handle_class(made) || is_module_class(made))
        problems.push_back(
            note(function->getLocation(),
                 fmt::format("--root='{}' makes the model by it", call_to_copy(name, function))));
      return;
    }
  problems.push_back(error({}, diag::root_not_found, name));
  for (const CXXRecordDecl* candidate : candidates.classes)
    problems.push_back(suggestion(candidate));
}

/// A name: of a class, its holder, or a function.
RootChoice choose_by_name(const RootCandidates& candidates, const std::string& name) {
  const CXXRecordDecl* record = named(candidates.classes, name);
  const FunctionDecl* function = nullptr;
  for (const FunctionDecl* candidate : candidates.functions)
    if (candidate->getQualifiedNameAsString() == name) function = candidate;
  RootChoice choice;
  if (record && has_usable_default_constructor(record)) {
    choice.roots.push_back({.record = record});
  } else if (record) {
    choice.problems = {error(record->getLocation(), diag::root_needs_arguments, name)};
    suggest_constructors(record, choice.problems);
  } else if (function) {
    choice.roots.push_back({.function = function});
  } else {
    not_found(candidates, name, choice.problems);
  }
  return choice;
}

} // namespace

std::string construction_example(const CXXRecordDecl* record) {
  const std::string name = holder_spelling(record);
  const std::vector<const CXXConstructorDecl*> constructors = constructors_of(record);
  if (!constructors.empty()) return call_to_copy(name, constructors.front());
  return name + (has_usable_default_constructor(record) ? "()" : "(...)");
}

RootChoice choose_roots(const RootCandidates& candidates, const std::string& name,
                        const std::string& method) {
  if (!name.empty())
    return candidates.appended ? choose_appended(candidates.appended)
                               : choose_by_name(candidates, name);
  RootChoice choice;
  for (const CXXRecordDecl* record : candidates.classes)
    if (has_method(record, method) && has_usable_default_constructor(record))
      choice.roots.push_back({.record = record});
  for (const auto& [record, init] : candidates.constructions)
    if (has_method(record, method))
      choice.roots.push_back({.record = record, .construction = init, .is_guess = true});
  return choice;
}

namespace {

/// That none of the classes has the method, and what they have.
std::vector<RootProblem> explain_no_method(const RootCandidates& candidates,
                                           const std::string& method) {
  std::vector<RootProblem> problems = {
      error(candidates.classes.front()->getLocation(), diag::no_forward, method)};
  for (const CXXRecordDecl* candidate : candidates.classes)
    if (const auto methods = methods_to_trace(candidate); !methods.empty())
      problems.push_back(note(candidate->getLocation(),
                              fmt::format("'{}' has {}: --root='{}' --method={}",
                                          class_spelling(candidate), fmt::join(methods, ", "),
                                          construction_example(candidate), methods.front())));
  return problems;
}

} // namespace

std::vector<RootProblem> explain_no_roots(const RootCandidates& candidates,
                                          const std::string& method, const SourceManager& sources) {
  const clang::SourceLocation start = sources.getLocForStartOfFile(sources.getMainFileID());
  const auto& [appended, classes, abstract_classes, templates, functions, declared_functions,
               constructions] = candidates;
  if (classes.empty() && abstract_classes.empty() && templates.empty())
    return {error(start, diag::no_module),
            note(start, "to trace a plain function of tensors, name it: --root=<function>")};
  if (!classes.empty() && llvm::none_of(classes, [&](const CXXRecordDecl* record) {
        return has_method(record, method);
      }))
    return explain_no_method(candidates, method);
  const NamedDecl* first = !classes.empty()     ? static_cast<const NamedDecl*>(classes.front())
                           : !templates.empty() ? static_cast<const NamedDecl*>(templates.front())
                                                : abstract_classes.front();
  std::vector<RootProblem> problems = {error(first->getLocation(), diag::no_root)};
  for (const CXXRecordDecl* candidate : classes)
    if (has_method(candidate, method)) problems.push_back(suggestion(candidate));
  for (const ClassTemplateDecl* declared : templates)
    suggest_instantiations(declared, problems);
  for (const CXXRecordDecl* record : abstract_classes)
    if (classes.empty())
      problems.push_back(note(record->getLocation(),
                              fmt::format("'{}' is abstract: name the file of a class that derives "
                                          "from it on the command line too",
                                          class_spelling(record))));
  return problems;
}

} // namespace fx::frontend
