// Arguments that AnyModule and Sequential add to a call: they know forward by a pointer to it,
// which has no default arguments, and take those of FORWARD_HAS_DEFAULT_ARGS in the class.
#include "Frontend/Models/Torch/Modules.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// The method of this name that a module of class `record` has, the user's or LibTorch's.
const CXXMethodDecl* find_method(const CXXRecordDecl* record, llvm::StringRef name) {
  record = record ? record->getDefinition() : nullptr;
  if (record == nullptr) return nullptr;
  for (const CXXMethodDecl* method : record->methods())
    if (method->getDeclName().isIdentifier() && method->getName() == name) return method;
  for (const CXXBaseSpecifier& base : record->bases())
    if (const CXXMethodDecl* found = find_method(record_of(base.getType()), name)) return found;
  return nullptr;
}

struct DefaultArgument {
  uint64_t index;
  const Expr* value; // an AnyValue
};

/// The pairs {index, AnyValue(value)} that the macro was given, in their order.
void find_pairs(const ASTContext& context, const Stmt* statement,
                std::vector<DefaultArgument>& found) {
  if (statement == nullptr) return;
  if (const auto* pair = dyn_cast<CXXConstructExpr>(statement);
      pair && pair->getNumArgs() == 2 && record_of(pair->getType()) &&
      qualified_name(record_of(pair->getType())) == "std::pair") {
    Expr::EvalResult index;
    if (pair->getArg(0)->EvaluateAsInt(index, context))
      found.push_back({index.Val.getInt().getZExtValue(), pair->getArg(1)});
    return;
  }
  for (const Stmt* child : statement->children())
    find_pairs(context, child, found);
}

/// What an AnyValue is made of, or null.
const Expr* any_value(const Stmt* statement) {
  const auto* made = dyn_cast_or_null<CXXConstructExpr>(statement);
  if (made && made->getNumArgs() == 1 && made->getConstructor()->isTemplateInstantiation())
    return made->getArg(0);
  if (statement != nullptr)
    for (const Stmt* child : statement->children())
      if (const Expr* found = any_value(child)) return found;
  return nullptr;
}

bool reads_this(const Stmt* statement) {
  return statement &&
         (isa<CXXThisExpr>(statement) ||
          llvm::any_of(statement->children(), [](const Stmt* child) { return reads_this(child); }));
}

} // namespace

bool add_forward_defaults(Machine& machine, const Expr* expr, const Object& module,
                          llvm::SmallVector<Operand, 4>& args) {
  if (is_torch_library(module.type)) return true; // they state their default arguments
  const CXXMethodDecl* forward = find_method(module.type, "forward");
  if (forward == nullptr || is_torch_library(forward) || args.size() == forward->getNumParams())
    return true;
  const CXXMethodDecl* adds = find_method(module.type, "_forward_populate_default_args");
  if (adds == nullptr || is_torch_library(adds) || args.size() > forward->getNumParams())
    return machine.report().error(expr, diag::any_module_arguments, module.type->getNameAsString(),
                                  forward->getNumParams(), args.size());
  std::vector<DefaultArgument> defaults;
  find_pairs(machine.context(), adds->getBody(), defaults);
  for (const DefaultArgument& argument : defaults) {
    if (argument.index < args.size()) continue;
    const Expr* value = any_value(argument.value);
    if (value == nullptr || reads_this(value) || argument.index > args.size())
      return machine.report().unsupported(expr, missing::default_of_forward_has_default_args);
    Operand operand;
    if (!machine.eval_operand(value, operand)) return false;
    args.push_back(std::move(operand));
  }
  return true;
}

} // namespace fx::frontend
