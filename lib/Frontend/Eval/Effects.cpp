#include "Frontend/Eval/Effects.h"

#include "Frontend/Eval/FatalLog.h"
#include "Frontend/Eval/Machine.h"

#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace fx::frontend {

bool is_torch_operator(const FunctionDecl* callee) {
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  return is_torch_library(callee) &&
         (method ? derives_from(method->getParent(), "at::TensorBase")
                 : is_tensor_type(callee->getReturnType().getNonReferenceType()));
}

namespace {

/// Whether what a library function returns is a way to its operands, and that is all it does.
bool only_gives_access(const ModelEntry* row) {
  return row && row->contract.returns.value() == Returns::Place && row->contract.writes.none();
}

bool writes_in_place(llvm::StringRef name) {
  return (name.ends_with("_") && !name.ends_with("__")) || name.ends_with("_out");
}

bool reaches_data(llvm::StringRef name) {
  return name.contains("data_ptr") || name.contains("accessor");
}

class Finder : public RecursiveASTVisitor<Finder> {
public:
  Finder(Machine& machine, EffectAnalysis& analysis, const FunctionDecl* function, Effects& effects)
      : machine_(machine), analysis_(analysis), function_(function), effects_(effects) {}

  bool VisitDeclRefExpr(DeclRefExpr* expr) {
    // Another thread has one of its own, which its first use there initialises.
    const auto* variable = dyn_cast<VarDecl>(expr->getDecl());
    return variable == nullptr || variable->getTLSKind() == VarDecl::TLS_None ||
           variable->hasConstantInitialization() || unknown(expr->getExprLoc());
  }
  bool VisitVarDecl(VarDecl* variable) {
    if (!variable->isStaticLocal()) own_.insert(variable);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator* op) {
    if (op->isAssignmentOp()) write(op->getLHS(), op->getExprLoc());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator* op) {
    if (op->isIncrementDecrementOp()) write(op->getSubExpr(), op->getExprLoc());
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr* expr) { return unknown(expr->getExprLoc()); }
  // A function ends at its own return statements.
  bool VisitReturnStmt(ReturnStmt*) { return leaves(function_ == nullptr); }
  bool VisitBreakStmt(BreakStmt*) { return leaves(function_ == nullptr); }
  bool VisitContinueStmt(ContinueStmt*) { return leaves(function_ == nullptr); }
  bool VisitGotoStmt(GotoStmt*) { return leaves(function_ == nullptr); }
  bool VisitLabelStmt(LabelStmt*) { return leaves(function_ == nullptr); }
  bool VisitCXXThrowExpr(CXXThrowExpr*) { return leaves(true); }
  bool VisitCXXConstructExpr(CXXConstructExpr* expr) {
    const CXXConstructorDecl* constructor = expr->getConstructor();
    if (!machine_.is_user_code(constructor) || !constructor->isUserProvided()) return true;
    call(constructor, nullptr, expr->getArgs(), expr->getNumArgs(), expr->getExprLoc());
    return true;
  }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr* expr) {
    leaves(ends_program_when_it_dies(expr));
    const CXXDestructorDecl* destructor = expr->getTemporary()->getDestructor();
    if (destructor && destructor->isUserProvided() && machine_.is_user_code(destructor))
      call(destructor, nullptr, nullptr, 0, expr->getExprLoc());
    return true;
  }
  bool VisitCallExpr(CallExpr* expr) {
    const clang::SourceLocation where = expr->getExprLoc();
    const FunctionDecl* callee = expr->getDirectCallee();
    if (callee == nullptr) return unknown(where);
    leaves(callee->isNoReturn());
    const auto* method = dyn_cast<CXXMethodDecl>(callee);
    const Expr* object = nullptr;
    const Expr* const* args = expr->getArgs();
    unsigned count = expr->getNumArgs();
    if (const auto* member = dyn_cast<CXXMemberCallExpr>(expr)) {
      object = member->getImplicitObjectArgument();
    } else if (isa<CXXOperatorCallExpr>(expr) && method && !method->isStatic() && count > 0) {
      object = args[0];
      ++args;
      --count;
    }
    if (machine_.is_user_code(callee)) {
      call(callee, object, args, count, where);
      return true;
    }
    library_call(expr, callee, object, args, count);
    return true;
  }

private:
  bool unknown(clang::SourceLocation where) {
    effects_.writes_unknown = true;
    return note(where);
  }
  bool leaves(bool may) {
    effects_.may_leave |= may;
    return true;
  }
  bool note(clang::SourceLocation where) {
    if (effects_.where.isInvalid()) effects_.where = where;
    return true;
  }

  void call(const FunctionDecl* callee, const Expr* object, const Expr* const* args, unsigned count,
            clang::SourceLocation where) {
    const auto* method = dyn_cast<CXXMethodDecl>(callee);
    const bool is_lambda = method && method->getParent()->isLambda();
    if (method && !method->isUserProvided() && !is_lambda) {
      // A defaulted assignment.
      if (object && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()))
        write(object, where);
      return;
    }
    if ((method && method->isVirtual() && !isa<CXXDestructorDecl>(method)) ||
        !machine_.definition(callee)) {
      unknown(where);
      return;
    }
    const Effects inner = analysis_.of(callee);
    effects_.may_leave |= inner.may_leave;
    effects_.reaches_program |= inner.reaches_program;
    effects_.says |= inner.says;
    if (!inner.any()) return;
    for (const ValueDecl* variable : inner.written)
      if (isa<FieldDecl>(variable) ? object && isa<CXXThisExpr>(object->IgnoreParenImpCasts())
                                   : !own_.contains(variable)) {
        effects_.written.insert(variable);
        note(where);
      }
    for (const unsigned index : inner.parameters)
      if (index < count) write(args[index], where, /*through=*/true);
    if (inner.changes_self && object) {
      const bool knew_all = effects_.changes_all_of_self;
      write(object, where, /*through=*/true);
      // Of the same object the members that it writes are known.
      if (isa<CXXThisExpr>(object->IgnoreParenImpCasts()))
        effects_.changes_all_of_self = knew_all || inner.changes_all_of_self;
    }
    effects_.writes_tensor |= inner.writes_tensor;
    effects_.writes_unknown |= inner.writes_unknown;
    if (inner.writes_tensor || inner.writes_unknown) note(where);
  }

  static bool is_assignment(OverloadedOperatorKind op) {
    return op == OO_Equal || op == OO_PlusPlus || op == OO_MinusMinus ||
           (op >= OO_PlusEqual && op <= OO_PipeEqual) || op == OO_LessLessEqual ||
           op == OO_GreaterGreaterEqual;
  }

  void library_call(const CallExpr* expr, const FunctionDecl* callee, const Expr* object,
                    const Expr* const* args, unsigned count) {
    const clang::SourceLocation where = expr->getExprLoc();
    const auto* method = dyn_cast<CXXMethodDecl>(callee);
    const std::string name = callee->getNameAsString();
    const OverloadedOperatorKind op = callee->getOverloadedOperator();
    const bool on_tensor = object ? is_tensor_type(object->getType())
                                  : count > 0 && is_tensor_type(args[0]->getType());
    const bool assigns = is_assignment(op);
    if (is_torch_library(callee) && (writes_in_place(name) || reaches_data(name))) {
      effects_.writes_tensor = true;
      note(where);
    }
    if (op == OO_Call && !on_tensor) {
      unknown(where); // std::function
      return;
    }
    if (assigns && on_tensor) {
      // x = y names another tensor, x += y and x[0] = y write to this one.
      if (op != OO_Equal || (method && method->getRefQualifier() == RQ_RValue)) {
        effects_.writes_tensor = true;
        note(where);
      } else if (object) {
        write(object, where);
      }
      return;
    }
    // Without a row nothing is proven: what is not const may change.
    const ModelEntry* row = row_of(callee);
    const auto writes = [&](Part part) { return !row || row->contract.writes.has(part); };
    if (row && writes(Part::Program) && !is_torch_operator(callee)) {
      unknown(where);
      return;
    }
    effects_.reaches_program |= may_reach_program(callee, row);
    effects_.says |= op == OO_LessLess || callee->isVariadic();
    // c10::Dict and List name what they hold: their methods are const, also those that write.
    const bool may_write = method && (!method->isConst() || (row && is_torch_library(method)));
    if (object && may_write && !is_torch_operator(callee) && !isa<CXXConversionDecl>(method) &&
        writes(Part::Self))
      write(object, where, /*through=*/true);
    else if (!object && assigns && count > 0)
      write(args[0], where, /*through=*/true);
    for (unsigned i = 0; i < count && i < callee->getNumParams(); ++i)
      library_argument(callee, callee->getParamDecl(i)->getType(), args[i], row, where);
  }

  /// What a function of the library, of which `row` states something, does to an argument.
  void library_argument(const FunctionDecl* callee, QualType type, const Expr* argument,
                        const ModelEntry* row, clang::SourceLocation where) {
    const auto writes = [&](Part part) { return !row || row->contract.writes.has(part); };
    const bool is_pointer = type->isPointerType();
    const QualType target =
        type->isReferenceType() || is_pointer ? type->getPointeeType() : QualType();
    const bool may_change = !target.isNull() && !target.isConstQualified() &&
                            !target->isFunctionType() &&
                            writes(is_pointer ? Part::Reached : Part::Arguments) &&
                            (!type->isRValueReferenceType() || is_moved(argument));
    if (may_change ||
        (writes(Part::Reached) && !is_torch_library(callee) && is_iterator_of_own(argument)))
      write(argument, where, /*through=*/true);
    if (!row || row->contract.calls.has(Calls::Callables)) callable(argument, where);
  }

  const ModelEntry* row_of(const FunctionDecl* callee) const {
    return machine_.library().find(qualified_name(callee), callee);
  }

  /// Whether a function of a library may do more than compute a value. One without a row may do
  /// anything to what its library keeps; LibTorch's may draw random numbers, write
  /// running statistics, fill gradients, change what others read. Without a schema that says
  /// otherwise only questions, `x.size(0)`, are known to do nothing.
  bool may_reach_program(const FunctionDecl* callee, const ModelEntry* row) const {
    const auto* method = dyn_cast<CXXMethodDecl>(callee);
    const bool prints = callee->getOverloadedOperator() == OO_LessLess || callee->isVariadic();
    if (!is_torch_library(callee))
      return !row && !method && !prints && !callee->isInStdNamespace() &&
             callee->getBuiltinID() == 0;
    if (!is_torch_operator(callee)) return !row && !prints && !(method && method->isConst());
    // Functions with options draw by what stands in those.
    if (llvm::StringRef(qualified_name(callee)).starts_with("torch::nn::functional::")) return true;
    if (callee->isOverloadedOperator()) return false;
    const auto schemas = machine_.libtorch().find_schemas(callee->getNameAsString());
    if (!schemas.empty())
      return llvm::any_of(schemas,
                          [](const ops::Schema& schema) {
                            return schema.random || ops::training_argument(schema) ||
                                   ops::has_running_statistics(schema);
                          }) ||
             llvm::all_of(schemas, [](const ops::Schema& schema) { return schema.mutates(); });
    return !method || !method->isConst() || callee->getReturnType()->isVoidType() ||
           is_tensor_type(callee->getReturnType().getNonReferenceType()) ||
           llvm::any_of(callee->parameters(), [](const ParmVarDecl* parameter) {
             return !parameter->getType()->isArithmeticType();
           });
  }

  /// An xvalue that something else owns, which may be moved from: std::move(v).
  static bool is_moved(const Expr* argument) {
    return argument->isXValue() && !isa<MaterializeTemporaryExpr>(argument->IgnoreParens());
  }

  /// A callable that a library function may run. The body of a lambda that is written where it is
  /// given is read like the code around it.
  void callable(const Expr* argument, clang::SourceLocation where) {
    const Expr* given = argument->IgnoreParenImpCasts();
    if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(given))
      given = temporary->getSubExpr()->IgnoreParenImpCasts();
    if (const auto* name = dyn_cast<DeclRefExpr>(given))
      if (const auto* function = dyn_cast<FunctionDecl>(name->getDecl())) {
        if (machine_.is_user_code(function)) call(function, nullptr, nullptr, 0, where);
        return;
      }
    const QualType type = given->getType();
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (type->isFunctionPointerType() || type->isMemberFunctionPointerType()) {
      unknown(where);
    } else if (record && qualified_name(record) == "std::function") {
      unknown(where);
    } else if (record && machine_.is_user_code(record) && !isa<LambdaExpr>(given)) {
      for (const CXXMethodDecl* method : record->methods())
        if (method->getOverloadedOperator() == OO_Call) call(method, given, nullptr, 0, where);
    }
  }

  /// v.begin(), handed to an algorithm.
  bool is_iterator_of_own(const Expr* argument) const {
    const auto* call = dyn_cast<CXXMemberCallExpr>(argument->IgnoreImplicit());
    const CXXMethodDecl* method = call ? call->getMethodDecl() : nullptr;
    return method && !method->isConst() && only_gives_access(row_of(method)) &&
           method->getReturnType()->isRecordType();
  }

  /// The code writes to `target`; `through`: also to what it refers to or points to.
  void write(const Expr* target, clang::SourceLocation where, bool through = false) {
    target = target->IgnoreParenCasts();
    if (const auto* full = dyn_cast<FullExpr>(target))
      return write(full->getSubExpr(), where, through);
    if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(target))
      return write(temporary->getSubExpr(), where, through);
    if (const auto* temporary = dyn_cast<CXXBindTemporaryExpr>(target))
      return write(temporary->getSubExpr(), where, through);
    if (const auto* name = dyn_cast<DeclRefExpr>(target))
      return write(name->getDecl(), where, through);
    if (isa<CXXThisExpr>(target)) {
      effects_.changes_self = effects_.changes_all_of_self = true;
      note(where);
      return;
    }
    if (const auto* member = dyn_cast<MemberExpr>(target)) {
      if (const auto* variable = dyn_cast<VarDecl>(member->getMemberDecl()))
        return write(variable, where, through);
      if (isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts())) {
        effects_.changes_self = true;
        effects_.written.insert(llvm::cast<ValueDecl>(member->getMemberDecl()));
        note(where);
        return;
      }
      return write(member->getBase(), where, through || member->isArrow());
    }
    if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(target))
      return write(subscript->getBase(), where, true);
    if (const auto* unary = dyn_cast<UnaryOperator>(target))
      return write(unary->getSubExpr(), where, through || unary->getOpcode() == UO_Deref);
    if (const auto* binary = dyn_cast<BinaryOperator>(target))
      return write(binary->isAssignmentOp() || binary->getOpcode() == BO_Add ||
                           binary->getOpcode() == BO_Sub
                       ? binary->getLHS()
                       : binary->getRHS(),
                   where, through);
    if (const auto* choice = dyn_cast<ConditionalOperator>(target)) {
      write(choice->getTrueExpr(), where, through);
      return write(choice->getFalseExpr(), where, through);
    }
    if (const auto* member = dyn_cast<CXXMemberCallExpr>(target))
      return write(member->getImplicitObjectArgument(), where, true);
    // std::move(v), std::get<0>(t)
    if (const auto* access = dyn_cast<CallExpr>(target);
        access && !isa<CXXOperatorCallExpr>(access) && access->getNumArgs() > 0 &&
        access->getDirectCallee() && !machine_.is_user_code(access->getDirectCallee()) &&
        only_gives_access(row_of(access->getDirectCallee()))) {
      for (const Expr* argument : access->arguments())
        if (argument->isGLValue()) write(argument, where, through);
      return;
    }
    if (const auto* op = dyn_cast<CXXOperatorCallExpr>(target); op && op->getNumArgs() > 0)
      return write(op->getArg(0), where, true);
    if (isa<CXXConstructExpr, InitListExpr, LambdaExpr, CXXNewExpr, CXXScalarValueInitExpr,
            IntegerLiteral, FloatingLiteral, StringLiteral, CXXNullPtrLiteralExpr,
            CXXBoolLiteralExpr>(target))
      return; // a temporary
    unknown(where);
  }

  void write(const ValueDecl* declaration, clang::SourceLocation where, bool through) {
    const auto* variable = dyn_cast<VarDecl>(declaration);
    if (variable == nullptr) {
      if (const auto* binding = dyn_cast<BindingDecl>(declaration);
          binding && binding->getBinding())
        write(binding->getBinding(), where, through);
      else
        unknown(where);
      return;
    }
    const QualType type = variable->getType();
    if (const auto* parameter = dyn_cast<ParmVarDecl>(variable);
        parameter && function_ && parameter->getFunctionScopeIndex() < function_->getNumParams() &&
        function_->getParamDecl(parameter->getFunctionScopeIndex()) == parameter) {
      if (!type->isReferenceType() && !(through && is_pointer_like(type))) return;
      effects_.parameters.insert(parameter->getFunctionScopeIndex());
      note(where);
      return;
    }
    if (own_.contains(variable)) {
      if (!type->isReferenceType() && !(through && is_pointer_like(type))) return;
      if (!variable->getInit() || !followed_.insert(variable).second) {
        if (!variable->getInit()) unknown(where);
        return;
      }
      write(variable->getInit(), where, through || is_pointer_like(type));
      followed_.erase(variable);
      return;
    }
    if (!machine_.is_user_code(variable)) {
      effects_.reaches_program |= !derives_from(record_of(type), "std::ios_base"); // std::cout
      return;
    }
    effects_.written.insert(llvm::cast<ValueDecl>(variable->getCanonicalDecl()));
    note(where);
    if (through && is_pointer_like(type)) unknown(where);
  }

  static bool is_pointer_like(QualType type) {
    type = type.getNonReferenceType();
    if (type->isPointerType()) return !type->getPointeeType().isConstQualified();
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    return record && is_handle_class(record);
  }

  Machine& machine_;
  EffectAnalysis& analysis_;
  const FunctionDecl* function_;
  Effects& effects_;
  llvm::SmallPtrSet<const ValueDecl*, 8> own_;
  llvm::SmallPtrSet<const ValueDecl*, 4> followed_;
};

} // namespace

Effects EffectAnalysis::of(const Stmt* code) {
  Effects effects;
  Finder(machine_, *this, nullptr, effects).TraverseStmt(const_cast<Stmt*>(code));
  return effects;
}

const Effects& EffectAnalysis::of(const FunctionDecl* function) {
  if (const FunctionDecl* body = machine_.definition(function)) function = body;
  auto [entry, fresh] = functions_.try_emplace(function);
  if (fresh) {
    // A recursive call adds nothing: it finds these, still empty.
    entry->second = std::make_unique<Effects>();
    Effects& effects = *entry->second;
    Finder finder(machine_, *this, function, effects);
    if (const auto* constructor = dyn_cast<CXXConstructorDecl>(function))
      for (const CXXCtorInitializer* initializer : constructor->inits())
        finder.TraverseStmt(initializer->getInit());
    finder.TraverseStmt(function->getBody());
    return effects;
  }
  return *entry->second;
}

} // namespace fx::frontend
