// Which classes of the library the models stand for, and which run their own code: models keep
// elements as a graph wants them, and so know no allocator, no character but char and no deleter.
#include "Frontend/Models/Elements.h"
#include "Frontend/Models/Torch/Modules.h"

using namespace clang;

namespace fx::frontend {

namespace {

bool is_container(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases({"vector", "deque", "list", "map", "multimap", "set", "multiset"}, true)
      .Cases({"unordered_map", "unordered_multimap", "unordered_set"}, true)
      .Case("unordered_multiset", true)
      .Default(false);
}

bool is_iterator(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases({"_Deque_iterator", "_Bit_iterator", "_Bit_const_iterator", "_Bit_reference"}, true)
      .Cases({"_Bit_iterator_base", "_List_iterator", "_List_const_iterator"}, true)
      .Cases({"_Rb_tree_iterator", "_Rb_tree_const_iterator", "_Node_iterator"}, true)
      .Cases({"_Node_const_iterator", "_Node_iterator_base", "_Local_iterator"}, true)
      .Cases({"_Local_const_iterator", "_Local_iterator_base"}, true)
      .Default(false);
}

/// A template argument whose parameter the library calls `name`.
const TemplateArgument* argument_named(const ClassTemplateSpecializationDecl* made,
                                       llvm::StringRef name) {
  const TemplateParameterList* parameters = made->getSpecializedTemplate()->getTemplateParameters();
  for (unsigned i = 0; i < parameters->size() && i < made->getTemplateArgs().size(); ++i)
    if (parameters->getParam(i)->getName() == name) return &made->getTemplateArgs()[i];
  return nullptr;
}

bool is_of_std_class(const TemplateArgument* argument, llvm::StringRef name) {
  return argument == nullptr || (argument->getKind() == TemplateArgument::Type &&
                                 is_std_class(record_of(argument->getAsType()), name));
}

/// char with its std::char_traits.
bool is_plain_text(const CXXRecordDecl* record) {
  const QualType character = template_type(record, 0);
  const QualType traits = template_type(record, 1);
  if (character.isNull() || !character->isSpecificBuiltinType(BuiltinType::Char_S))
    return !character.isNull() && character->isSpecificBuiltinType(BuiltinType::Char_U);
  return traits.isNull() || is_std_class(record_of(traits), "char_traits");
}

bool has_own_members(const CXXRecordDecl* record);

/// A class of the user's whose copies, moves or end run code, or a guard: models do not tell each
/// from another.
bool runs_code(QualType type) {
  const CXXRecordDecl* record =
      type->getBaseElementTypeUnsafe()->getCanonicalTypeInternal()->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition()) return false;
  record = record->getDefinition();
  if (is_guard_class(record)) return true;
  const SourceManager& sources = record->getASTContext().getSourceManager();
  return !record->isInStdNamespace() && !is_torch_library(record) &&
         !sources.isInSystemHeader(record->getLocation()) && !is_module_class(record) &&
         !is_handle_class(record) && has_own_members(record);
}

/// Whether the class or a part of it has a copy, a move, an end or a construction of its own from
/// an optional, which a model takes for what the optional holds.
bool has_own_members(const CXXRecordDecl* record) {
  if (record->hasUserDeclaredDestructor() && record->getDestructor() &&
      record->getDestructor()->isUserProvided())
    return true;
  for (const CXXMethodDecl* method : record->methods()) {
    const auto* constructor = dyn_cast<CXXConstructorDecl>(method);
    if (!method->isUserProvided()) continue;
    if (constructor ? constructor->isCopyOrMoveConstructor()
                    : method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator())
      return true;
    if (constructor && constructor->getNumParams() > 0) {
      const QualType taken = constructor->getParamDecl(0)->getType().getNonReferenceType();
      if (is_std_class(taken->getAsCXXRecordDecl(), "optional")) return true;
    }
  }
  return llvm::any_of(record->bases(),
                      [](const CXXBaseSpecifier& base) { return runs_code(base.getType()); }) ||
         llvm::any_of(record->fields(),
                      [](const FieldDecl* field) { return runs_code(field->getType()); });
}

} // namespace

Modelled modelled(const CXXRecordDecl* record) {
  const auto* made = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!record->getIdentifier()) return Modelled::Unlisted;
  // Models know these by their names.
  if (made == nullptr && llvm::StringSwitch<bool>(record->getName())
                             .Cases({"nullopt_t", "monostate", "bad_optional_access"}, true)
                             .Cases({"bad_any_cast", "bad_variant_access"}, true)
                             .Default(false))
    return Modelled::Yes;
  if (made == nullptr)
    return is_iterator(record->getName()) ? Modelled::ByValue : Modelled::Unlisted;
  const llvm::StringRef name = record->getName();
  if (name == "__normal_iterator") {
    const QualType container = template_type(record, 1);
    const CXXRecordDecl* of = container.isNull() ? nullptr : record_of(container);
    return of && modelled(of) == Modelled::Not ? Modelled::Not : Modelled::Yes;
  }
  if (is_iterator(name)) return Modelled::ByValue;
  if (is_container(name))
    return is_of_std_class(argument_named(made, "_Alloc"), "allocator") ? Modelled::Yes
                                                                        : Modelled::Not;
  if (name == "basic_string" || name == "basic_string_view")
    return is_plain_text(record) && is_of_std_class(argument_named(made, "_Alloc"), "allocator")
               ? Modelled::Yes
               : Modelled::Not;
  if (name.starts_with("_Node_handle"))
    return is_of_std_class(argument_named(made, "_NodeAlloc"), "allocator") ? Modelled::Yes
                                                                            : Modelled::Not;
  if (name == "variant") return Modelled::Yes;
  if (name == "optional")
    return runs_code(made->getTemplateArgs()[0].getAsType()) ? Modelled::Not : Modelled::Yes;
  if (name == "unique_ptr") return is_handle_class(record) ? Modelled::Yes : Modelled::Not;
  return Modelled::Unlisted;
}

bool is_modelled_iterator(const Value& value) {
  return value.is(Value::Kind::Iterator) || is_node_iterator(value);
}

} // namespace fx::frontend
