#include "Frontend/SignatureTypes.h"

using namespace clang;

namespace fx::frontend {

std::string signature_type(const ASTContext& context, QualType type) {
  PrintingPolicy policy(context.getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.SuppressInlineNamespace =
      llvm::to_underlying(PrintingPolicy::SuppressInlineNamespaceMode::All);
  policy.SuppressDefaultTemplateArgs = true;
  policy.UsePreferredNames = false;
  return type.getNonReferenceType().getCanonicalType().getUnqualifiedType().getAsString(policy);
}

namespace {

/// Calls `visit` with the fields of a struct, those of bases first.
template <class Visit>
bool visit_fields(const CXXRecordDecl* record, Visit visit) {
  for (const CXXBaseSpecifier& base : record->bases())
    if (const CXXRecordDecl* parent = record_of(base.getType());
        parent && !visit_fields(parent->getDefinition(), visit))
      return false;
  return llvm::all_of(record->fields(), visit);
}

std::string members_as_tuple(const ASTContext& context, const CXXRecordDecl* record) {
  std::string types;
  visit_fields(record, [&](const FieldDecl* field) {
    types += (types.empty() ? "" : ", ") + signature_type(context, field->getType());
    return true;
  });
  return "std::tuple<" + types + ">";
}

/// What a member's initializer makes, when another program can write it: a constant, or None for
/// nothing in particular.
std::optional<Argument> initial_value(const ASTContext& context, const FieldDecl* field) {
  const Expr* init = field->getInClassInitializer();
  if (init == nullptr) return std::nullopt;
  init = init->IgnoreUnlessSpelledInSource();
  if (const auto* list = dyn_cast<InitListExpr>(init); list && list->getNumInits() == 1)
    init = list->getInit(0)->IgnoreUnlessSpelledInSource();
  if (const auto* text = dyn_cast<StringLiteral>(init)) return Argument::string(text->getString());
  if (const auto* list = dyn_cast<InitListExpr>(init); list && list->getNumInits() == 0)
    return Argument();
  if (const auto* made = dyn_cast<CXXConstructExpr>(init); made && made->getNumArgs() == 0)
    return Argument();
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(init)) return Argument();
  if (const CXXRecordDecl* record = record_of(init->getType());
      record && llvm::StringRef(record->getName()) == "nullopt_t")
    return Argument();
  Expr::EvalResult result;
  if (init->isValueDependent() || !init->EvaluateAsRValue(result, context)) return std::nullopt;
  if (field->getType()->isBooleanType() && result.Val.isInt())
    return Argument(!result.Val.getInt().isZero());
  if (result.Val.isInt() && result.Val.getInt().isRepresentableByInt64())
    return Argument(result.Val.getInt().getExtValue());
  if (result.Val.isFloat()) return Argument(result.Val.getFloat().convertToDouble());
  return std::nullopt;
}

/// Collects the structs in a type. One that is more than public members, or is no type by itself
/// (a template's, a function's), cannot be written down again.
class StructCollector {
public:
  explicit StructCollector(const Machine& machine, const ASTContext& context)
      : machine_(machine), context_(context) {}

  bool add(QualType type) {
    type = type.getNonReferenceType().getCanonicalType();
    if (type->isBuiltinType()) return true;
    if (const auto* tag = type->getAsTagDecl(); tag && isa<EnumDecl>(tag))
      return !machine_.is_user_code(tag);
    const CXXRecordDecl* record = record_of(type);
    if (record == nullptr || !type->isRecordType()) return false;
    if (machine_.is_user_code(record)) return add_struct(record->getDefinition());
    const auto* made = dyn_cast<ClassTemplateSpecializationDecl>(record);
    return made == nullptr ||
           llvm::all_of(made->getTemplateArgs().asArray(),
                        [&](const TemplateArgument& argument) { return add(argument); });
  }

  std::vector<StructLayout> take() { return std::move(structs_); }

private:
  bool add(const TemplateArgument& argument) {
    if (argument.getKind() == TemplateArgument::Pack)
      return llvm::all_of(argument.pack_elements(),
                          [&](const TemplateArgument& item) { return add(item); });
    return argument.getKind() != TemplateArgument::Type || add(argument.getAsType());
  }

  bool add_struct(const CXXRecordDecl* record) {
    if (record == nullptr) return false;
    if (!seen_.insert(record->getCanonicalDecl()).second) return true;
    if (record->isUnion() || record->isPolymorphic() || record->getNumVBases() > 0 ||
        record->isLambda() || is_module_class(record) || !record->getIdentifier() ||
        isa<ClassTemplateSpecializationDecl>(record) || record->isDependentContext())
      return false;
    StructLayout layout;
    layout.cpp_type = signature_type(context_, context_.getCanonicalTagType(record));
    for (const DeclContext* scope = record->getParent(); scope; scope = scope->getParent()) {
      if (scope->isFunctionOrMethod() || isa<ClassTemplateSpecializationDecl>(scope)) return false;
      const auto* space = dyn_cast<NamespaceDecl>(scope);
      if (space && !space->isInline() && !space->isAnonymousNamespace())
        layout.scope = space->getNameAsString() + (layout.scope.empty() ? "" : "::" + layout.scope);
    }
    const bool whole = visit_fields(record, [&](const FieldDecl* field) {
      const QualType type = field->getType();
      const std::optional<Argument> initial = initial_value(context_, field);
      if (field->getAccess() != AS_public || !field->getIdentifier() || field->isBitField() ||
          type->isReferenceType() || (field->hasInClassInitializer() && !initial) || !add(type))
        return false;
      layout.members.push_back({field->getNameAsString(), signature_type(context_, type), initial});
      return true;
    });
    if (whole) structs_.push_back(std::move(layout));
    return whole;
  }

  const Machine& machine_;
  const ASTContext& context_;
  std::vector<StructLayout> structs_;
  llvm::SmallPtrSet<const CXXRecordDecl*, 8> seen_;
};

} // namespace

std::string names_of_members(const CXXRecordDecl* record) {
  std::string names;
  visit_fields(record, [&](const FieldDecl* field) {
    names += (names.empty() ? "" : ", ") + field->getNameAsString();
    return true;
  });
  return names;
}

void describe_signature_type(const Machine& machine, QualType type, QualType declared, Node& node) {
  const ASTContext& context = machine.context();
  StructCollector structs(machine, context);
  const bool is_definable = structs.add(declared);
  const CXXRecordDecl* record = record_of(type);
  const bool is_output = node.op() == Opcode::Output;
  const std::string name = signature_type(context, type);
  std::string as_value = name;
  if (is_output && record && machine.is_user_code(record))
    as_value = members_as_tuple(context, record->getDefinition());
  std::string as_declared = is_definable ? signature_type(context, declared) : as_value;
  if (!is_output && declared->isReferenceType()) {
    if (declared.getNonReferenceType().isConstQualified()) as_declared.insert(0, "const ");
    as_declared += declared->isRValueReferenceType() ? " &&" : " &";
  }
  node.set_meta(meta::cpp_type, as_value);
  if (as_declared != as_value) node.set_meta(meta::declared_type, as_declared);
  if (std::vector<StructLayout> found = structs.take(); is_definable && !found.empty())
    node.set_meta(meta::structs, std::move(found));
}

} // namespace fx::frontend
