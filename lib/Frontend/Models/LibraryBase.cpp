// The part of a user's object that belongs to a base class of the library's, unless it is a module.
#include "Frontend/Models/Elements.h"
#include "Frontend/Models/Text.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// Nothing that a program could read: tags, std::enable_shared_from_this.
bool holds_nothing(const CXXRecordDecl* record) {
  if (record == nullptr || !record->hasDefinition()) return false;
  record = record->getDefinition();
  const std::string name = qualified_name(record);
  if (name == "std::enable_shared_from_this" || name == "c10::intrusive_ptr_target") return true;
  return record->field_empty() && llvm::all_of(record->bases(), [](const CXXBaseSpecifier& base) {
           return holds_nothing(record_of(base.getType()));
         });
}

/// A model that changes and gives nothing: what it stands for is nothing to a graph, as a mutex is.
bool does_nothing(const ModelEntry& model) {
  return model.contract.writes.none() && model.contract.returns.value() == Returns::Nothing;
}

} // namespace

Value exception_text(const Operand& given) {
  std::string text;
  return text_of(given.value, text) ? Value::string(text) : given.value;
}

bool has_library_text(const CXXRecordDecl* record) {
  if (!record->hasDefinition()) return true;
  return llvm::any_of(record->bases(), [](const CXXBaseSpecifier& base) {
    const CXXRecordDecl* parent = record_of(base.getType());
    if (parent == nullptr || !derives_from(parent, "std::exception")) return false;
    if (parent->isInStdNamespace() || is_torch_library(parent))
      return qualified_name(parent) != "std::exception";
    return has_library_text(parent);
  });
}

bool init_class_base(Machine& machine, const Expr* where, const CXXConstructorDecl* constructor,
                     const Object* object, llvm::ArrayRef<Operand> args) {
  const CXXRecordDecl* record = constructor->getParent();
  if (holds_nothing(record)) return true;
  const ModelEntry* model = machine.library().find(qualified_name(constructor), constructor);
  Storage& storage = machine.storage();
  if (derives_from(record, "std::exception")) {
    Object* changed = storage.change(object);
    if (constructor->isCopyOrMoveConstructor() && !args.empty() && args[0].value.is_object()) {
      for (const Location* element : args[0].value.object()->elements)
        changed->elements.push_back(storage.allocate(element->value()));
      return true;
    }
    const bool is_known = model && args.size() == 1;
    changed->elements.push_back(storage.allocate(
        is_known ? exception_text(args[0])
                 : Value::opaque(where->getExprLoc(),
                                 fmt::format("the text that '{}' makes is not known",
                                             qualified_name(record)))));
    return true;
  }
  if (model == nullptr || does_nothing(*model)) return true;
  return machine.report().error(where, diag::derived_from_a_library_class, qualified_name(record));
}

} // namespace fx::frontend
