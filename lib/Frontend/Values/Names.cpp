// Questions about declarations: what something is called, and what kind of class it is.
#include "Frontend/Values/Names.h"

#include "clang/AST/CXXInheritance.h"

using namespace clang;

namespace fx::frontend {

std::string qualified_name(const NamedDecl* declaration) {
  llvm::SmallVector<std::string, 6> parts;
  parts.push_back(declaration->getNameAsString());
  // A constructor template prints its class with arguments: only the name identifies a model.
  if (isa<CXXConstructorDecl>(declaration))
    parts.back() = cast<CXXRecordDecl>(declaration->getDeclContext())->getNameAsString();
  for (const DeclContext* scope = declaration->getDeclContext(); scope;
       scope = scope->getParent()) {
    if (const auto* space = dyn_cast<NamespaceDecl>(scope)) {
      if (!space->isInline() && !space->isAnonymousNamespace())
        parts.push_back(space->getNameAsString());
    } else if (const auto* tag = dyn_cast<TagDecl>(scope)) {
      parts.push_back(tag->getNameAsString());
    }
  }
  std::string name;
  for (const std::string& part : llvm::reverse(parts)) {
    if (!name.empty()) name += "::";
    name += part;
  }
  return name;
}

std::optional<std::string> c_string(const Value& pointer) {
  if (!pointer.is(Value::Kind::Iterator) || pointer.index() < 0) return std::nullopt;
  const auto& elements = pointer.object()->elements;
  std::string text;
  for (size_t i = static_cast<size_t>(pointer.index()); i < elements.size(); ++i) {
    const Value& character = elements[i]->value();
    if (!character.is(Value::Kind::Int) || character.width() != 8) return std::nullopt;
    if (character.as_int() == 0) return text;
    text += static_cast<char>(character.as_int());
  }
  return std::nullopt;
}

const CXXRecordDecl* record_of(QualType type) {
  if (type.isNull()) return nullptr;
  type = type.getNonReferenceType();
  if (type->isPointerType()) type = type->getPointeeType();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record && record->hasDefinition() ? record->getDefinition() : record;
}

const CXXRecordDecl* base_named(const CXXRecordDecl* record, std::string_view name) {
  if (record == nullptr) return nullptr;
  // The last part of the name tells most apart.
  const IdentifierInfo* last = record->getIdentifier();
  if (last && name.ends_with(last->getName()) && qualified_name(record) == name) return record;
  if (!record->hasDefinition()) return nullptr;
  for (const CXXBaseSpecifier& base : record->bases())
    if (const auto* found = base_named(base.getType()->getAsCXXRecordDecl(), name)) return found;
  return nullptr;
}

bool derives_from(const CXXRecordDecl* record, std::string_view name) {
  return base_named(record, name) != nullptr;
}

bool is_public_base(const CXXRecordDecl* base, const CXXRecordDecl* derived) {
  if (!base->hasDefinition() || !derived->hasDefinition()) return false;
  CXXBasePaths paths;
  if (!derived->isDerivedFrom(base, paths)) return false;
  const ASTContext& context = base->getASTContext();
  return !paths.isAmbiguous(context.getCanonicalTagType(base)) &&
         llvm::any_of(paths, [](const CXXBasePath& path) { return path.Access == AS_public; });
}

bool is_module_class(const CXXRecordDecl* record) {
  return derives_from(record, "torch::nn::Module");
}

bool is_torch_library(const Decl* declaration) {
  for (const DeclContext* scope = declaration->getDeclContext(); scope; scope = scope->getParent())
    if (const auto* space = dyn_cast<NamespaceDecl>(scope))
      if (const auto* parent = space->getParent(); parent && parent->isTranslationUnit())
        return space->getName() == "torch" || space->getName() == "at" || space->getName() == "c10";
  return false;
}

bool is_tensor_type(QualType type) {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && derives_from(record, "at::TensorBase");
}

bool is_handle_class(const CXXRecordDecl* record) {
  if (record == nullptr) return false;
  if (const auto* spec = dyn_cast<ClassTemplateSpecializationDecl>(record)) {
    const std::string name = qualified_name(spec);
    if (name == "std::unique_ptr") {
      // One with a deleter of its own is a class like others.
      const auto& arguments = spec->getTemplateArgs();
      const CXXRecordDecl* deleter =
          arguments.size() > 1 ? arguments[1].getAsType()->getAsCXXRecordDecl() : nullptr;
      return arguments.size() < 2 || (deleter && qualified_name(deleter) == "std::default_delete");
    }
    if (name == "std::shared_ptr" || name == "std::weak_ptr" || name == "c10::intrusive_ptr" ||
        name == "std::reference_wrapper")
      return true;
  }
  return derives_from(record, "torch::nn::ModuleHolder");
}

QualType handle_target(const CXXRecordDecl* record) {
  if (const auto* holder = base_named(record, "torch::nn::ModuleHolder")) record = holder;
  if (const auto* spec = dyn_cast<ClassTemplateSpecializationDecl>(record))
    return spec->getTemplateArgs()[0].getAsType();
  return {};
}

std::string without_spaces(llvm::StringRef text) {
  std::string result;
  std::ranges::copy_if(text, std::back_inserter(result),
                       [](char c) { return !clang::isWhitespace(c); });
  return result;
}

bool is_unknown(const Value& value) {
  return value.is_node() || value.is(Value::Kind::TensorSlot) || value.is(Value::Kind::Opaque);
}

bool touches_graph(const Value& given) {
  Value value = given;
  if (value.is(Value::Kind::Pointer)) value = value.target()->value();
  if (value.is_node() || value.is(Value::Kind::TensorSlot)) return true;
  if (value.is_object() && value.object()->kind == Object::Kind::Sequence)
    return llvm::any_of(value.object()->elements, [](const Location* element) {
      return element->value().is_node() || element->value().is(Value::Kind::TensorSlot);
    });
  return false;
}

const Object* module_of(const Value& value) {
  Value target = value;
  if (target.is(Value::Kind::Pointer)) target = target.target()->value();
  return target.is_object() && target.object()->kind == Object::Kind::Module ? target.object()
                                                                             : nullptr;
}

fx::SourceRange source_range(const ASTContext& context, clang::SourceRange range) {
  const SourceManager& sources = context.getSourceManager();
  const PresumedLoc begin = sources.getPresumedLoc(sources.getExpansionLoc(range.getBegin()));
  const clang::SourceLocation last = sources.getExpansionLoc(range.getEnd());
  const PresumedLoc end =
      sources.getPresumedLoc(Lexer::getLocForEndOfToken(last, 0, sources, context.getLangOpts()));
  fx::SourceRange result;
  if (begin.isInvalid()) return result;
  result.file = begin.getFilename();
  result.line = begin.getLine();
  result.column = begin.getColumn();
  if (end.isValid()) {
    result.end_line = end.getLine();
    result.end_column = end.getColumn();
  }
  return result;
}

bool is_in_user_file(const ASTContext& context, const Decl* declaration) {
  const SourceManager& sources = context.getSourceManager();
  const clang::SourceLocation location = sources.getExpansionLoc(declaration->getLocation());
  return location.isValid() && !sources.isInSystemHeader(location);
}

std::string type_name(const ASTContext& context, QualType type) {
  PrintingPolicy policy(context.getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.FullyQualifiedName = true;
  return type.getNonReferenceType().getUnqualifiedType().getAsString(policy);
}

} // namespace fx::frontend
