#include "Frontend/ModelTracer.h"

#include "Frontend/Lower/Construction.h"
#include "Frontend/Models/InputMaps.h"
#include "Frontend/Models/Torch/Modules.h"
#include "Frontend/SignatureTypes.h"
#include "Frontend/Values/Signatures.h"

#include "fx/Frontend/InputSpec.h"
#include "fx/IR/Lint.h"
#include "fx/IR/Printer.h"
#include "fx/Ops/LibTorch.h"

#include "clang/Basic/Stack.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace clang;

namespace fx::frontend {

ModelTracer::ModelTracer(const ParsedUnit& unit, const TraceOptions& options)
    : context_(unit.context()), options_(options), report_(unit.compiler(), unit.errors(), frames_),
      graph_(context_, options, report_, frames_), oracle_(options, report_, graph_, storage_),
      machine_(unit, options, frames_, storage_, report_, graph_, oracle_, model_library()) {
  graph_.set_libtorch(unit.libtorch());
  graph_.set_listener(&oracle_);
  graph_.traced().training = options.training;
  graph_.traced().eval_only = options.eval_only;
  if (options.kernels) options.kernels->forget_modules();
  frames_.emplace_back();
  noteBottomOfStack();
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

/// Of a class that was made by a constructor without arguments that does nothing, how it is made
/// otherwise: what the error misses is mostly what another constructor sets.
void note_constructors_with_arguments(Reporter& report, const CXXRecordDecl* record) {
  const auto does_nothing = [](const CXXConstructorDecl* constructor) {
    const auto* body = dyn_cast_or_null<CompoundStmt>(constructor->getBody());
    return constructor->isDefaultConstructor() &&
           llvm::none_of(constructor->inits(), std::mem_fn(&CXXCtorInitializer::isWritten)) &&
           (constructor->isDefaulted() || (body && body->body_empty()));
  };
  const auto constructors = constructors_of(record);
  if (llvm::none_of(constructors, does_nothing)) return;
  for (const CXXConstructorDecl* constructor : constructors)
    if (constructor->getMinRequiredArguments() > 0)
      report.note(constructor->getLocation(),
                  fmt::format("it was made by the constructor without arguments, which does "
                              "nothing; there is {}: --root='{}'",
                              signature(constructor),
                              call_to_copy(holder_spelling(record), constructor)));
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

bool ModelTracer::report_exception(const char* where_it_ends) {
  if (const Exception* exception = machine_.exception(); exception && !report_.failed())
    report_.error(exception->location, diag::program_throws, where_it_ends, exception->text);
  return false;
}

bool ModelTracer::trace_object(const Expr* where, const Value& built,
                               Message<MessageKind::Error, 0> no_module) {
  Value value = built;
  if (value.is(Value::Kind::Pointer)) value = value.target()->value();
  if (value.is(Value::Kind::Function)) return trace_function(value.function());
  const Object* root = module_of(value);
  if (root == nullptr) {
    report_.error(where, no_module);
    if (value.is(Value::Kind::None)) {
      report_.note(where->getExprLoc(), "it gives an empty handle, as one that is made of nullptr");
      return false;
    }
    QualType made = where->getType();
    const CXXRecordDecl* record = record_of(made);
    if (is_handle_class(record)) made = handle_target(record);
    record = record_of(made);
    report_.note(record ? record->getLocation() : where->getExprLoc(),
                 fmt::format("it gives a '{}', which is not derived from torch::nn::Module",
                             type_name(context_, made)));
    return false;
  }
  if (root->module->kind == ModuleKind::Leaf && !machine_.is_user_code(root->type)) {
    report_.error(where, diag::root_is_a_library_module, root->module->cpp_type);
    report_.note(where->getExprLoc(),
                 "trace the class that has it, or torch::nn::Sequential(...) around it");
    return false;
  }
  const FunctionDecl* forward = find_method(root->type, options_.method);
  if (forward == nullptr && derives_from(root->type, "torch::nn::SequentialImpl"))
    return run_forward(where, nullptr, root, where->getExprLoc());
  if (forward == nullptr) {
    report_.error(where, diag::no_such_method, root->type->getNameAsString(), options_.method);
    if (const auto methods = methods_to_trace(root->type); !methods.empty())
      report_.note(
          root->type->getLocation(),
          fmt::format("it has {}: --method={}", fmt::join(methods, ", "), methods.front()));
    return false;
  }
  return run_forward(where, forward, root, forward->getLocation());
}

bool ModelTracer::trace_default_constructed(const CXXRecordDecl* record) {
  if (!oracle_.read_assumptions()) return false;
  machine_.initialize_globals();
  graph_.traced().origin.root =
      type_spelling(context_, context_.getCanonicalTagType(record)) + "()";
  // Sema needs an expression to hang locations on; any will do.
  auto* where = new (context_)
      OpaqueValueExpr(record->getLocation(), context_.getCanonicalTagType(record), VK_PRValue);
  Result built;
  const bool ok =
      machine_.construct_resolved(where, context_.getCanonicalTagType(record), {}, built)
          ? trace_object(where, built.value, diag::class_makes_no_module)
          : report_exception("the constructor");
  if (!ok) note_constructors_with_arguments(report_, record);
  return ok;
}

bool ModelTracer::trace_root(const Expr* construction) {
  if (!oracle_.read_assumptions()) return false;
  machine_.initialize_globals();
  graph_.traced().origin.root = construction_spelling(context_, construction);
  Result built;
  if (!machine_.eval(construction, built)) return report_exception("the constructor");
  const Value& made = built.place ? built.place->value() : built.value;
  if (const auto& missing = machine_.missing_bodies();
      made.is(Value::Kind::Opaque) && !missing.empty()) {
    report_.error(construction, diag::root_without_a_body, missing.front().name);
    report_.note(made.origin(), "name the file that defines it on the command line too, or the "
                                "folder of a compile_commands.json that has it with -p");
    return false;
  }
  // As it was written: the parentheses around a --root are those of a function that nobody wrote.
  const Expr* written = construction->IgnoreUnlessSpelledInSource()->IgnoreParens();
  return trace_object(written->IgnoreUnlessSpelledInSource(), built.value,
                      diag::root_makes_no_module);
}

bool ModelTracer::trace_function(const FunctionDecl* function) {
  if (!oracle_.read_assumptions()) return false;
  if (!machine_.initialize_globals(/*is_program=*/function->isMain()))
    return report_exception("what runs before main");
  const std::string name = function->getQualifiedNameAsString();
  const CXXRecordDecl* made = record_of(function->getReturnType());
  if (is_handle_class(made)) made = record_of(handle_target(made));
  if (!in_rule_ && is_module_class(made)) {
    report_.error(function->getLocation(), diag::root_is_a_factory, name);
    report_.note(function->getLocation(), fmt::format("--root='{}'", call_to_copy(name, function)));
    return false;
  }
  graph_.traced().origin.root = name;
  graph_.traced().origin.is_function = true;
  // Lives in the AST's arena, as every expression does.
  auto* where = new (context_) OpaqueValueExpr(function->getLocation(), context_.IntTy, VK_PRValue);
  // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks)
  return run_forward(where, function, nullptr, function->getLocation());
}

namespace {

/// Whether `text` has the identifier `name` in it.
bool names(llvm::StringRef text, llvm::StringRef name) {
  const auto continues = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (size_t at = text.find(name); at != llvm::StringRef::npos; at = text.find(name, at + 1))
    if ((at == 0 || !continues(text[at - 1])) &&
        (at + name.size() == text.size() || !continues(text[at + name.size()])))
      return true;
  return false;
}

/// The same parameter where the body of its function stands.
const ParmVarDecl* in_definition(Machine& machine, const ParmVarDecl* parameter) {
  const auto* function = dyn_cast<FunctionDecl>(parameter->getDeclContext());
  const FunctionDecl* defined = function == nullptr ? nullptr : machine.definition(function);
  return defined == nullptr ? parameter : defined->getParamDecl(parameter->getFunctionScopeIndex());
}

/// Whether the user says what a parameter of `main` is.
bool says_arguments(const FunctionDecl* main, const TraceOptions& options) {
  return !options.inputs.empty() ||
         llvm::any_of(main->parameters(), [&](const ParmVarDecl* parameter) {
           return !parameter->getName().empty() &&
                  llvm::any_of(options.assumptions, [&](llvm::StringRef assumption) {
                    return names(assumption, parameter->getName());
                  });
         });
}

} // namespace

void ModelTracer::make_command_line(const FunctionDecl* main, llvm::SmallVector<Operand, 4>& args) {
  const clang::SourceLocation where = main->getLocation();
  const Value name = Value::opaque(where, "the name by which the program is started");
  const Value environment = Value::opaque(where, "the environment of the program");
  const Value words = Value::iterator(
      storage_.sequence({Value::pointer(storage_.allocate(name)), Value::none()}), 0);
  const Value given[] = {Value::integer(1, 32), words, environment};
  bool is_read = false;
  for (const ParmVarDecl* parameter : main->parameters()) {
    Operand operand;
    operand.type = parameter->getType();
    operand.value = given[std::min<size_t>(args.size(), 2)];
    args.push_back(operand);
    is_read |= parameter->isReferenced();
  }
  if (is_read) report_.remark(where, diag::main_without_arguments);
}

bool ModelTracer::make_input(const ParmVarDecl* parameter, llvm::SmallVector<Operand, 4>& args) {
  std::optional<Argument> default_argument;
  if (parameter->hasDefaultArg() && !parameter->hasUninstantiatedDefaultArg()) {
    Value value;
    Argument argument;
    const Node* last = graph_.last();
    if (!machine_.eval(parameter->getDefaultArg(), value) ||
        !graph_.lower(parameter->getDefaultArg(), value, argument))
      return false;
    if (argument.has_nodes()) {
      report_.remark(parameter->getLocation(), diag::default_argument_is_computed,
                     parameter->getNameAsString());
      graph_.erase_after(last);
    } else {
      default_argument = argument;
    }
  }
  Operand operand;
  operand.type = parameter->getType();
  std::string name = parameter->getNameAsString();
  if (name.empty()) name = fmt::format("input_{}", args.size());
  if (in_rule_ && make_module_input(operand.type, name, operand)) {
    args.push_back(operand);
    return true;
  }
  Node* node = graph_.graph().placeholder(name, default_argument);
  describe_signature_type(machine_, operand.type, operand.type, *node);
  node->set_meta(meta::source_range,
                 graph_.source_range(in_definition(machine_, parameter)->getSourceRange()));
  report_.note_origin(node, parameter->getLocation());
  operand.value = Value::node(node);
  args.push_back(operand);
  return true;
}

bool ModelTracer::unfold_assumed(const ParmVarDecl* parameter, Value& value) {
  if (!value.is_node()) return true;
  Node* list = value.node();
  Assumption* assumption = oracle_.assumption(list->target().str() + ".size()");
  if (assumption == nullptr || !assumption->value.is(Value::Kind::Int)) return true;
  const int64_t count = assumption->value.as_int();
  assumption->was_used = true;
  assumption->first.emplace();
  assumption->first->is_parameter = parameter;
  if (!machine_.check_length(nullptr, *assumption, list)) return false;
  std::vector<Value> items;
  items.reserve(static_cast<size_t>(std::max<int64_t>(count, 0)));
  for (int64_t item = 0; item < count; ++item)
    items.push_back(graph_.get_item(nullptr, list, item));
  value = Value::object(storage_.sequence(std::move(items)));
  return true;
}

bool ModelTracer::make_inputs(const FunctionDecl* forward, llvm::SmallVector<Operand, 4>& args) {
  if (forward->isMain() && !says_arguments(forward, options_)) {
    make_command_line(forward, args);
    return true;
  }
  for (const ParmVarDecl* parameter : forward->parameters())
    if (!make_input(parameter, args)) return false;
  if (!oracle_.set_inputs(forward->getLocation(), forward->getNameAsString(), args)) return false;
  for (const Operand& operand : args)
    if (operand.value.is_node() && !operand.value.node()->args().empty() &&
        operand.value.node()->arg(0).is_none())
      report_.remark(report_.origin(operand.value.node()), diag::default_argument_is_no_tensor,
                     operand.value.node()->target().str());
  for (unsigned i = 0; i < args.size(); ++i)
    if (!unfold_assumed(forward->getParamDecl(i), args[i].value) ||
        !unfold_map(forward->getParamDecl(i), args[i]))
      return false;
  return true;
}

bool ModelTracer::unfold_map(const ParmVarDecl* parameter, Operand& input) {
  const std::vector<Argument>* keys =
      input.value.is_node() ? input.value.node()->meta(example_keys) : nullptr;
  if (keys == nullptr) return true;
  std::optional<Value> map = map_of_input(machine_, method_.where, input.type.getNonReferenceType(),
                                          input.value.node(), *keys);
  if (!map)
    return report_.error(parameter->getLocation(), diag::input_is_no_map,
                         parameter->getNameAsString());
  std::string names;
  for (const Argument& key : *keys)
    names += (names.empty() ? "" : ", ") + python_repr(key);
  report_.remark_once(parameter->getLocation(), diag::keys_of_an_example,
                      parameter->getNameAsString(), names,
                      is_map_in_order(input.type.getNonReferenceType()) ? ", in this order," : "");
  input.value = *map;
  return true;
}

namespace {

/// What a list or a map that forward was given holds.
std::vector<Value> contents(const Value& value) {
  const Object* object = value.is_object() ? value.object()
                         : value.is(Value::Kind::Pointer) && value.target()->value().is_object()
                             ? value.target()->value().object()
                             : nullptr;
  std::vector<Value> found;
  if (object == nullptr || object->kind == Object::Kind::Module) return found;
  for (const Location* element : object->elements) {
    found.push_back(element->value());
    if (const Value& item = found.back(); item.is_object() && item.object()->is_tuple)
      llvm::append_range(found, contents(Value(item)));
  }
  return found;
}

} // namespace

bool ModelTracer::run_forward(const Expr* where, const FunctionDecl* forward, const Object* root,
                              clang::SourceLocation location) {
  TracedModule& traced = graph_.traced();
  method_ = {where, forward, root, location};
  if (root) {
    if (options_.syntax) note_members(machine_, *root);
    adopt_root(machine_, root);
    traced.class_name = root->type->getNameAsString();
    if (llvm::StringRef(traced.class_name).ends_with("Impl"))
      traced.class_name.resize(traced.class_name.size() - 4);
    if (traced.class_name.empty()) traced.class_name = "Model";
    if (!overrides_train(machine_, *root)) note_modes_of_constructor(machine_, location, *root);
  } else {
    traced.class_name = forward->getNameAsString();
  }
  traced.origin.method = options_.method;
  machine_.note_traced_method(forward);
  if (!graph_.construction().leaves_are_plain(root ? root->module : nullptr, location))
    return false;
  if (options_.syntax && forward) graph_.set_method(*forward);
  if (!trace_modes()) {
    explain_numbers();
    return false;
  }
  if (!graph_.construction().leaves_are_plain(root ? root->module : nullptr, location))
    return false;
  if (!graph_.construction().settle() || (options_.strict && !report_.refuse_losses()))
    return false;
  oracle_.report_unused_assumptions();
  if (options_.kernels)
    for (ModuleNode* module : all_modules(traced.modules))
      module->leaf_tensors =
          options_.kernels->leaf_tensors(*module, ops::libtorch_of(traced), options_.training);
  for (const Error& problem : lint(traced))
    return report_.error(location, diag::malformed_graph, problem.message);
  return true;
}

namespace {

/// What a call is given, to be compared with what it leaves there.
class GivenInputs {
public:
  GivenInputs(llvm::ArrayRef<Operand> args, Storage& storage)
      : operands_(args.begin(), args.end()) {
    for (Operand& operand : operands_) {
      held_.push_back(contents(operand.value));
      // c10::Dict: whoever has a copy sees what is written.
      if (!operand.place && operand.value.is(Value::Kind::Pointer))
        operand.place = storage.allocate(operand.value);
    }
  }

  unsigned size() const { return static_cast<unsigned>(operands_.size()); }
  bool is_changed(unsigned i) const {
    if (operands_[i].place == nullptr) return false;
    const Value& before = operands_[i].value;
    const Value& now = operands_[i].place->value();
    if (before.is_node()) return !now.is_node() || now.node() != before.node();
    return !llvm::equal(contents(now), held_[i],
                        [](const Value& a, const Value& b) { return a.is_same(b); });
  }

private:
  llvm::SmallVector<Operand, 4> operands_;
  std::vector<std::vector<Value>> held_;
};

} // namespace

bool ModelTracer::run_call(Graph& graph, bool training, Start start) {
  machine_.begin_call();
  graph_.begin_call(graph, training);
  oracle_.begin_call();
  if (!graph_.gradients_are_on()) return false;
  hide_buffers();
  if (start == Start::Left) storage_.expect_no_change();
  if (method_.root &&
      !(prepare_root(machine_, method_.where, method_.root) &&
        (start == Start::Made || train_root(machine_, method_.where, method_.root))))
    return report_exception("train()");
  if (!are_buffers_hidden()) return false;
  if (start == Start::Unknown) forget_changes(); // train() does not run before each call
  if (start == Start::Unknown)
    for (const auto& [module, left] : modes_left_)
      if (module.second == static_cast<unsigned>(training))
        storage_.change(module.first)->training = left.on;
  llvm::SmallVector<Operand, 4> args;
  Result result;
  if (method_.forward == nullptr)
    return make_sequential_input(args) &&
           library_forward(machine_, method_.where, method_.root, args, result) &&
           make_output(result.value, {});
  if (!make_inputs(method_.forward, args)) return false;
  read_buffers();
  for (Operand& operand : args)
    if (operand.type->isLValueReferenceType() &&
        !operand.type.getNonReferenceType().isConstQualified())
      operand.place = storage_.allocate(operand.value);
  const GivenInputs given(args, storage_);
  Operand self;
  if (method_.root) {
    self.value = Value::object(method_.root);
    self.place = method_.root->self;
  }
  if (!machine_.call_function(method_.where, method_.forward, self, std::move(args), result))
    return report_exception("forward");
  if (method_.forward->isMain() && !machine_.end_program_objects())
    return report_exception("the end of the program");
  for (unsigned i = 0; i < given.size(); ++i)
    if (given.is_changed(i))
      report_.loss(method_.forward->getParamDecl(i)->getLocation(),
                   diag::lost_result_through_a_reference,
                   method_.forward->getParamDecl(i)->getNameAsString());
  const bool ok = graph_.all_guards_left() &&
                  make_output(result.value, method_.forward->getReturnType()) && write_buffers();
  machine_.report_undestroyed();
  graph_.erase_unused_conversions();
  return ok;
}

bool ModelTracer::make_module_input(QualType type, const std::string& name, Operand& operand) {
  const CXXRecordDecl* record = record_of(type);
  if (is_handle_class(record)) record = record_of(handle_target(record));
  if (record == nullptr || !is_module_class(record) || !is_torch_library(record)) return false;
  const Object* object = create_module(machine_, record);
  object->module->is_input = true;
  graph_.traced().modules.attach(graph_.traced().modules.root(), *object->module, name);
  operand.type = type;
  operand.value =
      is_handle_class(record_of(type)) ? Value::pointer(object->self) : Value::object(object);
  operand.place = storage_.allocate(operand.value);
  return true;
}

bool ModelTracer::make_sequential_input(llvm::SmallVector<Operand, 4>& args) {
  Node* input = graph_.graph().placeholder("input");
  input->set_meta(meta::cpp_type, std::string("at::Tensor"));
  report_.note_origin(input, method_.where->getExprLoc());
  args.resize(1);
  args.front().expr = method_.where;
  args.front().value = Value::node(input);
  return oracle_.set_inputs(method_.where->getExprLoc(), "forward", args);
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

bool ModelTracer::make_output(const Value& value, QualType type) {
  Argument output;
  if (value.is(Value::Kind::Uninitialized)) return report_.error(method_.location, diag::no_output);
  if (!graph_.lower(method_.where, value, output)) return false;
  Node* node = graph_.graph().output(output);
  if (type.isNull()) { // LibTorch's own forward of a Sequential
    node->set_meta(meta::cpp_type, std::string("at::Tensor"));
  } else {
    const Value* returned = &value;
    while (returned->is(Value::Kind::Pointer))
      returned = &returned->target()->value();
    const bool is_struct = returned->is_object() && returned->object()->kind == Object::Kind::Class;
    const CXXRecordDecl* record = is_struct ? returned->object()->type->getDefinition() : nullptr;
    if (record)
      report_.remark(method_.location, diag::struct_returned_as_a_tuple,
                     signature_type(context_, type), names_of_members(record));
    QualType type_of_value = type.getNonReferenceType();
    if (record)
      type_of_value = context_.getCanonicalTagType(record);
    else if (returned != &value)
      type_of_value = pointed_to(type_of_value);
    // What a pointer points to is returned by value.
    describe_signature_type(machine_, type_of_value,
                            returned == &value ? type.getNonReferenceType() : type_of_value, *node);
  }
  return true;
}

} // namespace fx::frontend
