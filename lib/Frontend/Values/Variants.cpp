#include "Frontend/Values/Variants.h"

#include "Frontend/Values/Names.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fx::frontend {

namespace {

bool is_enum_tag(const TemplateArgument& alternative) {
  const CXXRecordDecl* record = alternative.getAsType()->getAsCXXRecordDecl();
  return record && llvm::StringRef(qualified_name(record)).starts_with("torch::enumtype::");
}

/// A variant of which LibTorch's options are made.
bool is_choice(const CXXRecordDecl* record) {
  return is_variant_class(record) &&
         llvm::any_of(llvm::cast<ClassTemplateSpecializationDecl>(record)
                          ->getTemplateArgs()[0]
                          .pack_elements(),
                      is_enum_tag);
}

} // namespace

bool is_variant_class(const CXXRecordDecl* record) {
  return record && isa<ClassTemplateSpecializationDecl>(record) && record->getIdentifier() &&
         record->getName() == "variant" && (record->isInStdNamespace() || is_torch_library(record));
}

Value chosen(const Value& value) {
  if (!value.is_object()) return value;
  const Object& object = *value.object();
  const bool is_it = object.kind == Object::Kind::Class && object.elements.size() == 1 &&
                     object.hidden.size() == 1 && is_choice(object.type);
  return is_it ? object.elements[0]->value() : value;
}

} // namespace fx::frontend
