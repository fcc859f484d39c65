// Tracing one root: construct it, bring it to evaluation mode, run its forward on placeholders.
#include "Frontend/Eval/BorderTypes.h"
#include "Frontend/Eval/EvaluatorInternals.h"
#include "Frontend/Models/Models.h"

#include "fx/IR/Lint.h"

#include "clang/Basic/Stack.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

Evaluator::Evaluator(CompilerInstance& compiler, const ParseErrors& errors,
                     const TraceOptions& options)
    : compiler_(compiler), context_(compiler.getASTContext()), parse_errors_(errors),
      options_(options) {
  traced_.training = options.training;
  if (options.kernels) options.kernels->forget_modules();
  frames_.emplace_back();
  noteBottomOfStack();
}

std::string Evaluator::type_name(QualType type) const {
  PrintingPolicy policy(context_.getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.FullyQualifiedName = true;
  return type.getNonReferenceType().getUnqualifiedType().getAsString(policy);
}

namespace {

/// A type as a program below the last line of the file can write it.
std::string type_spelling(const ASTContext& context, QualType type) {
  PrintingPolicy policy = context.getPrintingPolicy();
  policy.SuppressUnwrittenScope = true; // of unnamed namespaces
  policy.SuppressTagKeyword = true;
  policy.FullyQualifiedName = true;
  return type.getUnqualifiedType().getAsString(policy);
}

std::string text_of(const ASTContext& context, clang::SourceRange range) {
  const SourceManager& sources = context.getSourceManager();
  return Lexer::getSourceText(
             CharSourceRange::getTokenRange(sources.getExpansionRange(range).getAsRange()), sources,
             context.getLangOpts())
      .str();
}

/// "Net(10)" for `Net(10)`, and for the `net(10)` of a variable `Net net(10);`.
std::string construction_spelling(const ASTContext& context, const Expr* construction) {
  construction = construction->IgnoreImplicit()->IgnoreParens(); // --root stands in parentheses
  const auto* made = dyn_cast<CXXConstructExpr>(construction->IgnoreImplicit());
  if (made == nullptr || isa<CXXTemporaryObjectExpr>(made))
    return text_of(context, construction->getSourceRange());
  std::string arguments;
  for (const Expr* argument : made->arguments())
    if (!isa<CXXDefaultArgExpr>(argument))
      arguments += (arguments.empty() ? "" : ", ") + text_of(context, argument->getSourceRange());
  const bool is_list = made->isListInitialization();
  return type_spelling(context, made->getType()) + (is_list ? "{" : "(") + arguments +
         (is_list ? "}" : ")");
}

const FunctionDecl* find_method(const CXXRecordDecl* record, llvm::StringRef name) {
  for (const CXXMethodDecl* method : record->methods())
    if (method->getNameAsString() == name) return method;
  for (const CXXBaseSpecifier& base : record->bases())
    if (const CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl())
      if (const FunctionDecl* found = find_method(parent->getDefinition(), name)) return found;
  return nullptr;
}

} // namespace

bool Evaluator::trace_default_constructed(const CXXRecordDecl* record) {
  if (!read_assumptions()) return false;
  traced_.origin.root = type_spelling(context_, context_.getCanonicalTagType(record)) + "()";
  // Sema needs an expression to hang locations on; any will do.
  auto* where = new (context_)
      OpaqueValueExpr(record->getLocation(), context_.getCanonicalTagType(record), VK_PRValue);
  Result built;
  if (!construct_resolved(where, context_.getCanonicalTagType(record), {}, built)) {
    if (exception_ && !failed_)
      error(exception_->location, fmt::format("the constructor throws here: {}", exception_->text));
    return false;
  }
  Value value = built.value;
  if (value.is(Value::Kind::Pointer)) value = value.target()->value();
  if (!value.is_record() || value.object()->kind != Object::Kind::Module)
    return error(record->getLocation(), "this class does not construct a module");
  const FunctionDecl* forward = find_method(value.object()->type, options_.method);
  if (forward == nullptr)
    return error(record->getLocation(),
                 fmt::format("'{}' has no {} method", record->getNameAsString(), options_.method));
  return run_forward(where, forward, value.object(), forward->getLocation());
}

bool Evaluator::trace_root(const Expr* construction) {
  if (!read_assumptions()) return false;
  traced_.origin.root = construction_spelling(context_, construction);
  Result built;
  if (!eval(construction, built)) {
    if (exception_ && !failed_)
      error(exception_->location, fmt::format("the constructor throws here: {}", exception_->text));
    return false;
  }
  Value value = built.value;
  if (value.is(Value::Kind::Pointer)) value = value.target()->value();
  if (value.is(Value::Kind::Function)) return trace_function(value.function());
  if (!value.is_record() || value.object()->kind != Object::Kind::Module)
    return error(construction, "--root must construct a torch::nn::Module or name a function");
  const FunctionDecl* forward = find_method(value.object()->type, options_.method);
  if (forward == nullptr && derives_from(value.object()->type, "torch::nn::SequentialImpl"))
    return run_sequential(construction, value.object());
  if (forward == nullptr)
    return error(construction,
                 fmt::format("'{}' has no {} method", value.object()->type->getNameAsString(),
                             options_.method));
  return run_forward(construction, forward, value.object(), forward->getLocation());
}

bool Evaluator::trace_function(const FunctionDecl* function) {
  if (!read_assumptions()) return false;
  traced_.origin.root = function->getQualifiedNameAsString();
  traced_.origin.is_function = true;
  // Lives in the AST's arena, as every expression does.
  auto* where = new (context_) OpaqueValueExpr(function->getLocation(), context_.IntTy, VK_PRValue);
  // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks)
  return run_forward(where, function, nullptr, function->getLocation());
}

bool Evaluator::run_forward(const Expr* where, const FunctionDecl* forward, const Object* root,
                            clang::SourceLocation location) {
  if (root) {
    adopt_root(*this, root);
    traced_.class_name = root->type->getNameAsString();
    if (llvm::StringRef(traced_.class_name).ends_with("Impl"))
      traced_.class_name.resize(traced_.class_name.size() - 4);
    if (traced_.class_name.empty()) traced_.class_name = "Model";
  } else {
    traced_.class_name = forward->getNameAsString();
  }
  traced_.origin.method = options_.method;
  if (options_.syntax && forward->hasBody()) set_body(forward->getBody());
  in_constructor_ = false;
  llvm::SmallVector<Operand, 4> args;
  for (unsigned i = 0; i < forward->getNumParams(); ++i) {
    const ParmVarDecl* parameter = forward->getParamDecl(i);
    const QualType type = parameter->getType();
    std::optional<Argument> default_argument;
    if (parameter->hasDefaultArg() && !parameter->hasUninstantiatedDefaultArg()) {
      Value value;
      Argument argument;
      if (!eval(parameter->getDefaultArg(), value) ||
          !lower(parameter->getDefaultArg(), value, argument))
        return false;
      default_argument = argument;
    }
    std::string name = parameter->getNameAsString();
    if (name.empty()) name = fmt::format("input_{}", i);
    if (Operand module; in_rule_ && make_module_input(type, name, module)) {
      args.push_back(module);
      continue;
    }
    Node* node = graph().placeholder(name, default_argument);
    describe_border(*this, type, type, *node);
    node->set_meta(meta::source_range, source_range(parameter->getSourceRange()));
    origins_[node] = parameter->getLocation();
    Operand operand;
    operand.type = type;
    operand.value = Value::node(node);
    args.push_back(operand);
  }
  if (!set_inputs(forward->getLocation(), forward->getNameAsString(), args)) return false;
  for (const Operand& operand : args)
    if (operand.value.is_node() && !operand.value.node()->args().empty() &&
        operand.value.node()->arg(0).is_none())
      remark(origin(operand.value.node()),
             fmt::format("traced as if '{}' is given: its default is no tensor, and a graph holds "
                         "one of the two cases",
                         operand.value.node()->target().str()));
  // A list of which the length is assumed is its items.
  for (Operand& operand : args) {
    if (!operand.value.is_node()) continue;
    Node* list = operand.value.node();
    const Value* count = assumption(list->target().str() + ".size()");
    if (count == nullptr || !count->is(Value::Kind::Int)) continue;
    std::vector<Value> items;
    items.reserve(static_cast<size_t>(std::max<int64_t>(count->as_int(), 0)));
    for (int64_t item = 0; item < count->as_int(); ++item)
      items.push_back(get_item(nullptr, list, item));
    operand.value = Value::record(storage_.sequence(std::move(items)));
  }
  for (Operand& operand : args)
    if (operand.type->isLValueReferenceType() &&
        !operand.type.getNonReferenceType().isConstQualified())
      operand.place = storage_.allocate(operand.value);
  llvm::SmallVector<Operand, 4> given = args;
  Result result;
  Operand self;
  if (root) {
    self.value = Value::record(root);
    self.place = root->self;
  }
  if (!call_function(where, forward, self, std::move(args), result)) {
    if (exception_ && !failed_)
      error(exception_->location, fmt::format("forward throws here: {}", exception_->text));
    return false;
  }
  for (unsigned i = 0; i < given.size(); ++i)
    if (given[i].place && given[i].value.is_node() && given[i].place->value().is_node() &&
        given[i].place->value().node() != given[i].value.node())
      remark(
          forward->getParamDecl(i)->getLocation(),
          fmt::format("forward gives '{}', a reference, another value: its caller sees that, and "
                      "the graph does not keep it",
                      forward->getParamDecl(i)->getNameAsString()));
  return finish(where, result.value, forward->getReturnType(), location);
}

bool Evaluator::make_module_input(QualType type, const std::string& name, Operand& operand) {
  const CXXRecordDecl* record = record_of(type);
  if (is_handle_class(record)) record = record_of(handle_target(record));
  if (record == nullptr || !is_module_class(record) || !is_torch_library(record)) return false;
  const Object* object = create_module(*this, record);
  object->module->is_input = true;
  traced_.modules.attach(traced_.modules.root(), *object->module, name);
  operand.type = type;
  operand.value =
      is_handle_class(record_of(type)) ? Value::pointer(object->self) : Value::record(object);
  operand.place = storage_.allocate(operand.value);
  return true;
}

/// A bare Sequential, whose forward is LibTorch's: one input, as torch.fx names it.
bool Evaluator::run_sequential(const Expr* where, const Object* root) {
  adopt_root(*this, root);
  traced_.class_name = "Sequential";
  in_constructor_ = false;
  Node* input = graph().placeholder("input");
  input->set_meta(meta::cpp_type, std::string("at::Tensor"));
  origins_[input] = where->getExprLoc();
  llvm::SmallVector<Operand, 4> args(1);
  args.front().expr = where;
  args.front().value = Value::node(input);
  Result result;
  return set_inputs(where->getExprLoc(), "forward", args) &&
         library_forward(*this, where, root, args, result) &&
         finish(where, result.value, {}, where->getExprLoc());
}

/// Through all pointers, smart ones too.
static QualType pointed_to(QualType type) {
  for (;;) {
    const CXXRecordDecl* record = record_of(type);
    if (type->isPointerType())
      type = type->getPointeeType();
    else if (is_handle_class(record) && !handle_target(record).isNull())
      type = handle_target(record);
    else
      return type.getUnqualifiedType();
  }
}

bool Evaluator::finish(const Expr* where, const Value& value, QualType type,
                       clang::SourceLocation location) {
  Argument output;
  if (value.is(Value::Kind::Uninitialized))
    return error(location, "forward returns nothing: there is no output to trace");
  if (!lower(where, value, output)) return false;
  Node* node = graph().output(output);
  if (type.isNull()) { // LibTorch's own forward of a Sequential
    node->set_meta(meta::cpp_type, std::string("at::Tensor"));
  } else {
    const Value* returned = &value;
    while (returned->is(Value::Kind::Pointer))
      returned = &returned->target()->value();
    const bool is_struct = returned->is_record() && returned->object()->kind == Object::Kind::Class;
    const CXXRecordDecl* record = is_struct ? returned->object()->type->getDefinition() : nullptr;
    if (record)
      remark(location, fmt::format("forward returns a '{}': the graph returns the tuple ({})",
                                   border_type(context_, type), names_of_members(record)));
    QualType type_of_value = type.getNonReferenceType();
    if (record)
      type_of_value = context_.getCanonicalTagType(record);
    else if (returned != &value)
      type_of_value = pointed_to(type_of_value);
    // What a pointer points to is returned by value.
    describe_border(*this, type_of_value,
                    returned == &value ? type.getNonReferenceType() : type_of_value, *node);
  }
  report_unused_assumptions();
  report_undestroyed();
  if (options_.kernels)
    for (Module* module : all_modules(traced_.modules))
      module->leaf_tensors = options_.kernels->leaf_tensors(*module, options_.training);
  for (const Error& problem : lint(traced_))
    return error(location, fmt::format("internal error: the traced graph is malformed: {}; please "
                                       "report this",
                                       problem.message));
  return true;
}

} // namespace fx::frontend
