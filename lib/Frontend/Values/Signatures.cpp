#include "Frontend/Values/Signatures.h"

#include "Frontend/Values/Names.h"

#include <algorithm>
#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

PrintingPolicy policy_of(const Decl* declaration) {
  PrintingPolicy policy(declaration->getASTContext().getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.FullyQualifiedName = true;
  return policy;
}

/// "const std::vector<int>& sizes"
std::string declaration_of(const ParmVarDecl* parameter, QualType type) {
  const std::string name = parameter->getNameAsString();
  std::string text = name;
  type.getAsStringInternal(text, policy_of(parameter));
  // Clang writes the '&' beside the name.
  size_t mark = text.size() - name.size();
  if (!llvm::StringRef(text).ends_with(name)) return text;
  while (mark > 0 && (text[mark - 1] == '&' || text[mark - 1] == '*'))
    --mark;
  if (mark == 0 || text[mark - 1] != ' ') return text;
  const std::string marks = text.substr(mark, text.size() - name.size() - mark);
  if (marks.empty()) return text;
  return text.substr(0, mark - 1) + marks + (name.empty() ? "" : " ") + name;
}

/// What the caller gives: "int width".
std::string given_for(const ParmVarDecl* parameter) {
  return declaration_of(parameter, parameter->getType().getNonReferenceType().getUnqualifiedType());
}

bool needs_variable(const ParmVarDecl* parameter) {
  const QualType type = parameter->getType();
  return type->isLValueReferenceType() && !type.getNonReferenceType().isConstQualified();
}

/// Whether the scope of the class has a type `name`.
bool declares(const CXXRecordDecl* record, llvm::StringRef name) {
  const auto found = record->getDeclContext()->lookup(&record->getASTContext().Idents.get(name));
  return llvm::any_of(
      found, [](const NamedDecl* other) { return isa<TypeDecl, ClassTemplateDecl>(other); });
}

} // namespace

std::string class_spelling(const CXXRecordDecl* record) {
  const ASTContext& context = record->getASTContext();
  return type_name(context, context.getCanonicalTagType(record));
}

std::string holder_spelling(const CXXRecordDecl* record) {
  std::string name = class_spelling(record);
  llvm::StringRef own = record->getName();
  if (!own.consume_back("Impl") || own.empty() || !declares(record, own)) return name;
  const size_t at = name.find(record->getName().str());
  return at == std::string::npos
             ? name
             : name.substr(0, at) + own.str() + name.substr(at + record->getName().size());
}

std::vector<const CXXConstructorDecl*> constructors_of(const CXXRecordDecl* record) {
  std::vector<const CXXConstructorDecl*> found;
  for (const CXXConstructorDecl* constructor : record->ctors())
    if (!constructor->isCopyOrMoveConstructor() && !constructor->isDeleted() &&
        constructor->getAccess() != AS_private && constructor->getAccess() != AS_protected)
      found.push_back(constructor);
  // Those that need as many stay in their order.
  std::ranges::sort(found, {}, [](const CXXConstructorDecl* constructor) {
    return std::pair(constructor->getMinRequiredArguments(),
                     constructor->getLocation().getRawEncoding());
  });
  return found;
}

std::string signature(const CXXConstructorDecl* constructor) {
  std::string text;
  for (const ParmVarDecl* parameter : constructor->parameters()) {
    text += (text.empty() ? "" : ", ") + declaration_of(parameter, parameter->getType());
    if (!parameter->hasDefaultArg() || parameter->hasUninstantiatedDefaultArg() ||
        parameter->hasUnparsedDefaultArg())
      continue;
    const SourceManager& sources = parameter->getASTContext().getSourceManager();
    const auto range = CharSourceRange::getTokenRange(
        sources.getExpansionRange(parameter->getDefaultArgRange()).getAsRange());
    text += " = " +
            Lexer::getSourceText(range, sources, parameter->getASTContext().getLangOpts()).str();
  }
  return fmt::format("{}({})", constructor->getParent()->getNameAsString(), text);
}

std::string call_to_copy(const std::string& name, const FunctionDecl* function) {
  std::string arguments;
  std::string variables;
  for (unsigned i = 0; i < function->getMinRequiredArguments(); ++i) {
    const ParmVarDecl* parameter = function->getParamDecl(i);
    if (!arguments.empty()) arguments += ", ";
    if (needs_variable(parameter) && !parameter->getName().empty()) {
      variables += fmt::format("{} = <value>; ", given_for(parameter));
      arguments += parameter->getName();
    } else {
      arguments += fmt::format("<{}>", given_for(parameter));
    }
  }
  if (variables.empty()) return fmt::format("{}({})", name, arguments);
  return fmt::format("[] {{ {}return {}({}); }}()", variables, name, arguments);
}

std::vector<std::string> methods_to_trace(const CXXRecordDecl* record) {
  constexpr llvm::StringLiteral of_modules[] = {
      "reset", "reset_parameters", "pretty_print", "train", "clone", "to", "save", "load", "apply"};
  std::vector<std::string> found;
  if (is_torch_library(record)) return found;
  for (const CXXMethodDecl* method : record->methods())
    if (method->getDeclName().isIdentifier() && !method->isImplicit() &&
        method->getAccess() == AS_public && !isa<CXXConstructorDecl, CXXDestructorDecl>(method) &&
        !llvm::is_contained(of_modules, method->getName()) &&
        !llvm::is_contained(found, method->getName()))
      found.push_back(method->getNameAsString());
  for (const CXXBaseSpecifier& base : record->bases())
    if (const CXXRecordDecl* parent = record_of(base.getType()); parent && parent->hasDefinition())
      for (std::string& name : methods_to_trace(parent))
        if (!llvm::is_contained(found, name)) found.push_back(std::move(name));
  return found;
}

} // namespace fx::frontend
