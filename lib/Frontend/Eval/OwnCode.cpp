// What of the library is run like the user's own code: functions of the headers that
// InterpretedHeaders.def names, and classes there that no model stands for.
#include "Frontend/Eval/Machine.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// Takes a pointer to a variant or an any and gives one to what is in it.
bool is_access(const FunctionDecl* function) {
  return function->getIdentifier() &&
         (function->getName() == "get_if" || function->getName() == "any_cast");
}

/// The class that a function beside it makes an object of, as std::make_optional does.
const CXXRecordDecl* made_by(const FunctionDecl* function) {
  if (isa<CXXMethodDecl>(function)) return nullptr;
  const CXXRecordDecl* made = function->getReturnType()->getAsCXXRecordDecl();
  if (made == nullptr || !made->hasDefinition()) return nullptr;
  made = made->getDefinition();
  const SourceManager& sources = function->getASTContext().getSourceManager();
  const auto file_of = [&](const Decl* declaration) {
    return sources.getFileID(sources.getExpansionLoc(declaration->getLocation()));
  };
  return file_of(made) == file_of(function) ? made : nullptr;
}

/// The class whose code `declaration` is: itself, that of a method, or of a friend that it defines.
const CXXRecordDecl* class_of(const Decl* declaration) {
  const CXXRecordDecl* record = dyn_cast<CXXRecordDecl>(declaration);
  if (record == nullptr) record = dyn_cast<CXXRecordDecl>(declaration->getDeclContext());
  if (record == nullptr) record = dyn_cast<CXXRecordDecl>(declaration->getLexicalDeclContext());
  return record;
}

} // namespace

HeaderCode Machine::header_code_of(const Decl* declaration) const {
  // A class may be declared in another header before.
  if (const auto* record = dyn_cast<CXXRecordDecl>(declaration); record && record->hasDefinition())
    declaration = record->getDefinition();
  const auto code_at = [&](const Decl* where) {
    const SourceManager& sources = context_.getSourceManager();
    const clang::SourceLocation location = sources.getExpansionLoc(where->getLocation());
    if (location.isInvalid()) return HeaderCode::None; // Clang's own declaration
    const auto [entry, fresh] =
        header_codes_.try_emplace(sources.getFileID(location), HeaderCode::None);
    if (fresh) entry->second = header_code(sources.getFilename(location));
    return entry->second;
  };
  const HeaderCode code = code_at(declaration);
  const auto* function = dyn_cast<FunctionDecl>(declaration);
  if (code == HeaderCode::Whole || function == nullptr) return code;
  // Clang moves an instance to where its template is defined when it instantiates the body: a
  // second trace of the same unit reads what the first did, where the template is declared first.
  const FunctionDecl* pattern = function->getTemplateInstantiationPattern();
  const bool is_whole =
      pattern != nullptr && code_at(pattern->getCanonicalDecl()) == HeaderCode::Whole;
  return is_whole ? HeaderCode::Whole : code;
}

bool Machine::is_own_class(const CXXRecordDecl* record) const {
  record = llvm::cast<CXXRecordDecl>(record->getCanonicalDecl());
  if (const auto known = own_classes_.find(record); known != own_classes_.end())
    return known->second;
  const HeaderCode code = header_code_of(record);
  bool own = false;
  if (code != HeaderCode::None) {
    const Modelled how = library_.modelled(record);
    own = how == Modelled::Not || (how == Modelled::Unlisted && code == HeaderCode::Classes);
  }
  own_classes_[record] = own;
  return own;
}

bool Machine::is_interpreted_library(const Decl* declaration) const {
  const HeaderCode code = header_code_of(declaration);
  if (code != HeaderCode::Classes) return code == HeaderCode::Whole;
  const CXXRecordDecl* record = class_of(declaration);
  return record == nullptr || is_own_class(record);
}

bool Machine::is_own_object(const Value& value) const {
  const Object* object = value.is_object() ? value.object() : nullptr;
  if (object == nullptr || object->kind != Object::Kind::Class || object->type == nullptr ||
      !object->elements.empty())
    return false;
  return is_own_class(object->type) || (header_code_of(object->type) != HeaderCode::None &&
                                        library_.modelled(object->type) == Modelled::ByValue);
}

bool Machine::runs_own_code(const FunctionDecl* function, const Value& self,
                            llvm::ArrayRef<Operand> args) const {
  if (header_code_of(function) == HeaderCode::None) return false;
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  const CXXRecordDecl* record = class_of(function);
  if (record) {
    if (is_own_class(record)) return true;
    const Modelled how = library_.modelled(record);
    if (method && how != Modelled::ByValue) return false;
  }
  // The operands tell, or what a function makes of them.
  const CXXRecordDecl* made = made_by(function);
  bool own = is_own_object(self) || (made && is_own_class(made));
  bool is_modelled = library_.is_modelled_iterator(self);
  for (const Operand& operand : args) {
    own |= is_own_object(operand.value) ||
           (operand.value.is(Value::Kind::Pointer) && is_access(function) &&
            is_own_object(operand.value.target()->value()));
    is_modelled |= operand.value.is_object() && library_.is_modelled_iterator(operand.value);
  }
  if (own || is_modelled || method == nullptr) return own && !is_modelled;
  if (method->isStatic()) return true;
  // An iterator that is made of a node or of nothing.
  const auto* constructor = dyn_cast<CXXConstructorDecl>(method);
  return constructor &&
         (constructor->getNumParams() == 0 ||
          constructor->getParamDecl(0)->getType().getNonReferenceType()->isPointerType());
}

bool Machine::looks_into_modelled(const FunctionDecl* function,
                                  llvm::ArrayRef<Operand> args) const {
  if (header_code_of(function) != HeaderCode::Classes) return false;
  const bool is_operator = function->getOverloadedOperator() != OO_None;
  for (size_t i = 0; i < args.size() && i < function->getNumParams(); ++i) {
    const QualType type = function->getParamDecl(i)->getType().getNonReferenceType();
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (record == nullptr || !record->hasDefinition()) continue;
    const Modelled how = library_.modelled(record->getDefinition());
    if (how == Modelled::Yes ? is_operator : how == Modelled::ByValue) return true;
  }
  return false;
}

} // namespace fx::frontend
