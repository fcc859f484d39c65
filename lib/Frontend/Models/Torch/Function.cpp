// Free functions of LibTorch: operators by schema, torch::nn::functional by Python's signatures.
#include "Frontend/Models/Elements.h"
#include "Frontend/Models/Torch/Modules.h"
#include "Frontend/Values/ListViews.h"
#include "Frontend/Values/Wrappers.h"

#include "fx/Ops/Schema.h"
#include "fx/Ops/Spelling.h"

#include <algorithm>
#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// add(self, Scalar other, Scalar alpha): Python takes alpha by name, as add(self, other, *, alpha)
/// has it.
bool is_keyword_of_sibling(const ops::LibTorch& libtorch, const ops::Schema& schema,
                           const ops::SchemaArgument& argument) {
  const size_t place = &argument - schema.arguments.data();
  return llvm::any_of(libtorch.find_schemas(schema.name), [&](const ops::Schema& sibling) {
    return sibling.arguments.size() == schema.arguments.size() &&
           sibling.arguments[place].keyword_only &&
           llvm::equal(sibling.arguments, schema.arguments,
                       [](const ops::SchemaArgument& a, const ops::SchemaArgument& b) {
                         return a.name == b.name;
                       });
  });
}

/// int[], int[]?: in C++ one number stands for a list of one, in Python only for a list of known
/// length.
bool is_open_list(const ops::SchemaArgument& argument) {
  return argument.is_int_list() && argument.type.find("[]") != std::string_view::npos;
}

bool is_one_number(const Operand& operand) {
  if (operand.value.is(Value::Kind::Int)) return true;
  if (operand.value.is_object() && only_number(*operand.value.object())) return true;
  return operand.value.is_node() && operand.expr &&
         operand.expr->IgnoreUnlessSpelledInSource()->getType()->isIntegerType();
}

/// A call of an operator on its way from C++'s parameters to Python's arguments.
class OperatorCall {
public:
  OperatorCall(ModelCall& call, bool is_method, std::vector<Argument>& args,
               std::vector<KeywordArgument>& kwargs)
      : call_(call), is_method_(is_method), args_(args), kwargs_(kwargs) {}

  /// The overload that is called, by the names and types of its parameters.
  bool find_schema() {
    std::vector<std::string> types;
    if (is_method_) {
      names_.emplace_back("self");
      types.emplace_back("at::Tensor");
    }
    std::vector<const ParmVarDecl*> parameters(call_.callee->param_begin(),
                                               call_.callee->param_end());
    // C++ has the tensor that is written to first, the schema last.
    const bool writes = !is_method_ && !parameters.empty() && parameters[0]->getName() == "out";
    if (writes) std::rotate(parameters.begin(), parameters.begin() + 1, parameters.end());
    for (const ParmVarDecl* parameter : parameters) {
      // x.to(y.dtype()) has an overload of its own for what dtype() returns.
      names_.push_back(parameter->getName() == "type_meta" ? "dtype"
                                                           : parameter->getNameAsString());
      types.push_back(call_.machine.type_name(parameter->getType()));
    }
    std::vector<std::string_view> views(names_.begin(), names_.end());
    const std::vector<std::string_view> type_views(types.begin(), types.end());
    if (call_.callee->getNumParams() == 3 &&
        call_.callee->getParamDecl(0)->getName() == "type_meta")
      views.emplace_back("memory_format");
    schema_ = call_.machine.libtorch().match_schema(call_.name, views, type_views);
    if (!schema_ && !is_method_ && !views.empty() && views.front() == "tensor") {
      // at::conj, at::size and others that ATen/Functions.h writes by hand call it so.
      names_.front() = "self";
      views.front() = names_.front();
      schema_ = call_.machine.libtorch().match_schema(call_.name, views, type_views);
    }
    if (!schema_ && !is_method_) match_in_order(type_views);
    return schema_ != nullptr || call_.error(diag::unknown_operator, qualified_name(call_.callee));
  }

  bool lower_arguments() {
    bool keywords_from_here = false; // a defaulted argument before a given one: the rest by name
    for (size_t i = 0; i < call_.num_given(); ++i) {
      const Operand& operand = call_.args[i];
      const std::string_view name = names_[i + (is_method_ ? 1 : 0)];
      if (operand.defaulted) {
        keywords_from_here = true;
        continue;
      }
      if (name == "options" ? !lower_options(operand)
                            : !lower_argument(operand, name, keywords_from_here))
        return false;
    }
    return true;
  }

  /// The functions of Python that these operators are bound to take 0, no reduction, when nothing
  /// is said.
  void say_mean() {
    for (const ops::SchemaArgument& argument : schema_->arguments) {
      const auto is_it = [&](std::string_view name) { return name == argument.name; };
      if (argument.default_value != "Mean") continue;
      const auto place = llvm::find_if(names_, is_it) - names_.begin() - (is_method_ ? 1 : 0);
      if (static_cast<size_t>(place) >= call_.num_given() || call_.args[place].defaulted)
        kwargs_.push_back({argument.name, Argument(1)});
    }
  }

private:
  /// torch::linalg's functions have names of their own for parameters: det(self) is linalg_det(A).
  void match_in_order(const std::vector<std::string_view>& types) {
    for (const ops::Schema& schema : call_.machine.libtorch().find_schemas(call_.name)) {
      if (schema.arguments.size() != names_.size()) continue;
      std::vector<std::string_view> names;
      for (const ops::SchemaArgument& argument : schema.arguments)
        names.push_back(argument.name);
      schema_ = call_.machine.libtorch().match_schema(call_.name, names, types);
      if (schema_ == nullptr) continue;
      names_.assign(names.begin(), names.end());
      return;
    }
  }

  /// TensorOptions: its parts are keywords.
  bool lower_options(const Operand& operand) {
    Argument options;
    if (!call_.graph().lower(operand, options)) return false;
    if (!options.is(Argument::Kind::Dict)) return call_.unsupported(missing::tensor_options);
    for (const char* key : {"dtype", "layout", "device", "requires_grad", "pin_memory"})
      for (size_t k = 0; k + 1 < options.items().size(); k += 2)
        if (options.items()[k].symbol().view() == key)
          kwargs_.push_back({key, options.items()[k + 1]});
    return true;
  }

  /// The variable of which a view is made for this argument alone. A view that is kept is not
  /// known when its text is known to the run of the model only, because the text may change; this
  /// one shows what the variable holds.
  static const Expr* text_viewed_by(const Operand& operand) {
    if (!operand.value.is(Value::Kind::Opaque) || operand.expr == nullptr) return nullptr;
    const Expr* variable = operand.expr->IgnoreUnlessSpelledInSource();
    if (!is_std_class(record_of(variable->getType()), "basic_string")) return nullptr;
    return isa<DeclRefExpr>(variable) ? variable : nullptr;
  }

  bool lower_argument(const Operand& operand, std::string_view name, bool by_keyword) {
    const ops::SchemaArgument* argument = nullptr;
    for (const ops::SchemaArgument& candidate : schema_->arguments)
      if (candidate.name == name) argument = &candidate;
    Argument value;
    Value given = operand.value;
    if (const Expr* text = text_viewed_by(operand); text && !call_.machine.eval(text, given))
      return false;
    if (!call_.graph().lower(operand.expr ? operand.expr : call_.expr, given, value)) return false;
    // Of "Tensor?" LibTorch takes one.
    if (argument && value.is_none() && argument->type.starts_with("Tensor") &&
        argument->type.find_first_of("?[") == std::string_view::npos)
      return call_.error(diag::undefined_tensor);
    if (argument == nullptr)
      args_.push_back(std::move(value));
    else if (!argument->keyword_only && !by_keyword &&
             !is_keyword_of_sibling(call_.machine.libtorch(), *schema_, *argument))
      push_positional(*argument, operand, std::move(value));
    else if (!value.is_none() || !argument->keyword_only)
      kwargs_.push_back({name, value});
    return true;
  }

  /// As Python spells lists: sizes in tuples or one by one, tensors in lists.
  void push_positional(const ops::SchemaArgument& argument, const Operand& operand,
                       Argument value) {
    if (argument.is_int_list() && value.is(Argument::Kind::List))
      value = Argument::tuple({value.items().begin(), value.items().end()});
    if (argument.type.starts_with("Tensor") && argument.type.find('[') != std::string_view::npos)
      value = as_list(value);
    // x.view({-1, 10}) is x.view(-1, 10) in Python.
    if (argument.is_int_list() && value.is(Argument::Kind::Tuple) &&
        schema_->allows_spread_int_list(is_method_) && !value.items().empty()) {
      for (const Argument& item : value.items())
        args_.push_back(item);
      return;
    }
    if (is_open_list(argument) && !schema_->allows_spread_int_list(is_method_) &&
        is_one_number(operand))
      value = Argument::tuple({value});
    args_.push_back(std::move(value));
  }

  ModelCall& call_;
  bool is_method_;
  const ops::Schema* schema_ = nullptr;
  std::vector<std::string> names_; // of the parameters, after "self" of a method
  std::vector<Argument>& args_;
  std::vector<KeywordArgument>& kwargs_;
};

} // namespace

Argument as_list(const Argument& argument) {
  return argument.is(Argument::Kind::Tuple)
             ? Argument::list({argument.items().begin(), argument.items().end()})
             : argument;
}

std::string_view without_symint(std::string_view name) {
  constexpr std::string_view suffix = "_symint";
  return name.ends_with(suffix) ? name.substr(0, name.size() - suffix.size()) : name;
}

bool lower_by_schema(ModelCall& call, bool is_method, std::vector<Argument>& args,
                     std::vector<KeywordArgument>& kwargs) {
  OperatorCall lowered(call, is_method, args, kwargs);
  if (!lowered.find_schema() || !lowered.lower_arguments()) return false;
  lowered.say_mean();
  return true;
}

Value operator_result(const ModelCall& call, Node* node) {
  const QualType type = call.callee->getReturnType().getNonReferenceType();
  if (type->isVoidType()) return Value::none();
  return Value::node(node, false);
}

namespace {

using NamedArguments = std::vector<std::pair<std::string, Argument>>;

/// What a call of C++ gives, handed out to the parameters of a function of Python's. The first
/// `num_positional` were given by position.
class GivenArguments {
public:
  GivenArguments(NamedArguments given, size_t num_positional)
      : given_(std::move(given)), num_positional_(num_positional), used_(given_.size(), false) {}

  std::optional<Argument> take(std::string_view name) {
    for (size_t i = 0; i < given_.size(); ++i)
      if (!used_[i] && given_[i].first == name) return use(i);
    return std::nullopt;
  }
  /// The next that was given by position.
  std::optional<Argument> take_next() {
    for (size_t i = 0; i < given_.size() && i < num_positional_; ++i)
      if (!used_[i]) return use(i);
    return std::nullopt;
  }
  /// How one that is left is called: by its name, or its number where it has none.
  std::optional<std::string> left() const {
    for (size_t i = 0; i < given_.size(); ++i) {
      const std::string& name = given_[i].first;
      if (!used_[i])
        return name.empty() ? fmt::format("number {}", i + 1) : fmt::format("'{}'", name);
    }
    return std::nullopt;
  }

private:
  Argument use(size_t i) {
    used_[i] = true;
    return given_[i].second;
  }

  NamedArguments given_;
  size_t num_positional_;
  std::vector<bool> used_;
};

/// The arguments that Python's `function` takes by position.
bool take_positional(ModelCall& call, const ops::PythonFunction& function, GivenArguments& given,
                     std::vector<Argument>& args) {
  std::vector<std::optional<Argument>> positional;
  for (std::string_view name : function.positional)
    positional.push_back(given.take(name));
  // Python and C++ may name the leading tensors differently: they agree in order.
  for (size_t p = 0; p < positional.size(); ++p) {
    if (!positional[p]) positional[p] = given.take_next();
    if (!positional[p])
      return call.error(diag::python_needs_an_argument, function.target, function.positional[p]);
  }
  for (auto& argument : positional)
    args.push_back(*argument);
  return true;
}

/// torch.einsum(equation, *operands): the list arrives as arguments of their own.
void take_variadic(GivenArguments& given, std::vector<Argument>& args) {
  while (const std::optional<Argument> next = given.take_next())
    args.push_back(*next);
  if (args.empty() || !args.back().is(Argument::Kind::List)) return;
  const Argument rest = args.back();
  args.pop_back();
  args.insert(args.end(), rest.items().begin(), rest.items().end());
}

/// The arguments in Python's order; keywords with their defaults.
bool arrange(ModelCall& call, const ops::PythonFunction& function, GivenArguments given,
             std::vector<Argument>& args, std::vector<KeywordArgument>& kwargs) {
  if (!take_positional(call, function, given, args)) return false;
  if (function.variadic) take_variadic(given, args);
  for (const ops::PythonKeyword& keyword : function.keywords) {
    auto value = given.take(keyword.name);
    kwargs.push_back(
        {keyword.name, value ? *value : ops::parse_python_literal(keyword.default_value)});
  }
  if (const auto left = given.left())
    return call.error(diag::python_has_no_argument, function.target, *left);
  return true;
}

/// Calls `function` as Python would: positional names in order, keywords with their defaults.
bool call_python(ModelCall& call, const ops::PythonFunction& function, NamedArguments given,
                 size_t num_positional) {
  std::vector<Argument> args;
  std::vector<KeywordArgument> kwargs;
  if (function.passes_through) {
    for (size_t i = 0; i < given.size(); ++i) {
      if (i < num_positional)
        args.push_back(given[i].second);
      else
        kwargs.push_back({given[i].first, given[i].second});
    }
  } else if (!arrange(call, function, GivenArguments(std::move(given), num_positional), args,
                      kwargs)) {
    return false;
  }
  const Opcode op = function.is_method ? Opcode::CallMethod : Opcode::CallFunction;
  return call.ret(operator_result(
      call, call.graph().emit(call.expr, op, function.target, std::move(args), std::move(kwargs))));
}

/// torch::nn::functional::NAME(tensors..., options).
bool functional(ModelCall& call) {
  Machine& machine = call.machine;
  const CXXRecordDecl* made = isa<CXXConstructorDecl>(call.callee)
                                  ? llvm::cast<CXXConstructorDecl>(call.callee)->getParent()
                                  : nullptr;
  if (is_options_class(made)) return options_model(call);
  if (const auto* method = dyn_cast<CXXMethodDecl>(call.callee);
      method && is_options_class(method->getParent()))
    return options_model(call);
  const ops::PythonFunction* function =
      ops::find_functional(call.name, call.machine.libtorch().version());
  if (function == nullptr) return call.error(diag::python_has_no_function, call.name);
  std::vector<std::pair<std::string, Argument>> given;
  const Object* options = nullptr;
  for (size_t i = 0; i < call.num_given(); ++i) {
    const Operand& operand = call.args[i];
    if (operand.defaulted) continue;
    const ParmVarDecl* parameter = call.callee->getParamDecl(i);
    if (is_options_class(record_of(parameter->getType()))) {
      options = ModelCall::object_of(operand);
      continue;
    }
    Argument argument;
    if (!machine.graph().lower(operand.expr ? operand.expr : call.expr, operand.value, argument))
      return false;
    given.emplace_back(parameter->getNameAsString(), argument);
  }
  size_t num_positional = given.size();
  if (options) {
    for (const bool constructor : {true, false})
      for (const SetOption& option : options->options) {
        if (option.constructor_argument != constructor) continue;
        // smooth_l1_loss has beta twice, and LibTorch does not look at the option.
        if (llvm::any_of(call.callee->parameters(), [&](const ParmVarDecl* parameter) {
              return parameter->getName() == option.name;
            })) {
          machine.report().remark(call.location(), diag::option_not_looked_at, call.name,
                                  option.name);
          continue;
        }
        Argument argument;
        if (!machine.graph().lower(call.expr, option.location->value(), argument)) return false;
        given.emplace_back(ops::python_option(option.name), argument);
        num_positional += constructor;
      }
  }
  return call_python(call, *function, std::move(given), num_positional);
}

/// torch::linalg::norm is the operator linalg_norm, torch::fft::fft is fft_fft.
std::string operator_name(const ModelCall& call) {
  const std::string_view plain = without_symint(call.name);
  const std::string space = qualified_name(call.callee);
  for (const char* prefix : {"fft", "linalg", "special"})
    if (std::string name = fmt::format("{}_{}", prefix, plain);
        llvm::StringRef(space).starts_with(fmt::format("torch::{}::", prefix)) &&
        (!plain.starts_with(prefix) || !call.machine.libtorch().find_schemas(name).empty()))
      return name;
  return std::string(plain);
}

/// add_out(out, self, other): Python's function with the keyword `out`. Becomes that call, with
/// `out` behind the others. False, where it is none.
bool move_out_behind(ModelCall& call, std::string& name) {
  if (!llvm::StringRef(call.name).ends_with("_out") || call.args.empty()) return false;
  name = call.name.substr(0, call.name.size() - std::string_view("_out").size());
  // torch::special calls it `result`.
  const llvm::StringRef first = call.callee->getParamDecl(0)->getName();
  return !call.machine.libtorch().find_schemas(name).empty() &&
         (first == "out" || first == "result");
}

bool has_unknown_operand(const ModelCall& call) {
  return llvm::any_of(call.args,
                      [](const Operand& operand) { return operand.value.is(Value::Kind::Opaque); });
}

/// What is computed of tensors that the constructor does not know.
bool of_unknown_values(ModelCall& call) {
  // add_out(out, ...), relu_(x): what is written to would be unknown.
  const llvm::StringRef name = call.name;
  if (name.ends_with("_") || name.ends_with("_out") || name.ends_with("_outf"))
    for (const Operand& operand : call.args)
      if (operand.value.is_node() || operand.value.is(Value::Kind::TensorSlot))
        return call.error(diag::unknown_values_written);
  if (name.ends_with("_")) note_initial_values(call);
  return call.ret(Value::opaque(call.location(), "a tensor computed from unknown values"));
}

/// at::NAME and torch::NAME: an operator, spelled as torch.fx prints it.
bool torch_function(ModelCall& call) {
  Machine& machine = call.machine;
  if (call.callee->isOverloadedOperator() || isa<CXXMethodDecl>(call.callee))
    return call.machine.opaque_call(call, false);
  if (machine.graph().in_constructor() && has_unknown_operand(call)) return of_unknown_values(call);
  const std::string operator_called = operator_name(call);
  call.name = operator_called;
  Operand out;
  std::string name;
  const bool writes = move_out_behind(call, name);
  if (writes) {
    call.name = name;
    out = call.args[0];
    std::rotate(call.args.begin(), call.args.begin() + 1, call.args.end());
  }
  const ops::PythonFunction* function =
      ops::find_torch_function(call.name, call.machine.libtorch().version());
  if (function == nullptr) {
    if (call.machine.libtorch().find_schemas(call.name).empty())
      return call.machine.opaque_call(call, false);
    return call.error(diag::python_has_no_operator, call.name);
  }
  std::vector<Argument> args;
  std::vector<KeywordArgument> kwargs;
  if (!lower_by_schema(call, /*is_method=*/false, args, kwargs)) return false;
  if (writes) {
    if (!function->passes_through || function->is_method)
      return call.error(diag::python_has_no_operator, call.name);
    machine.graph().emit(call.expr, Opcode::CallFunction, function->target, std::move(args),
                         std::move(kwargs));
    call.result.place = out.place;
    return call.ret(out.value);
  }
  if (function->passes_through) {
    const Opcode op = function->is_method ? Opcode::CallMethod : Opcode::CallFunction;
    return call.ret(
        operator_result(call, machine.graph().emit(call.expr, op, function->target, std::move(args),
                                                   std::move(kwargs))));
  }
  std::vector<std::pair<std::string, Argument>> given;
  for (size_t i = 0; i < args.size(); ++i) {
    std::string name = i < call.callee->getNumParams()
                           ? call.callee->getParamDecl(i)->getNameAsString()
                           : std::string();
    if (i >= function->positional.size() &&
        i - function->positional.size() < function->keywords.size())
      name = function->keywords[i - function->positional.size()].name;
    given.emplace_back(name, args[i]);
  }
  // Python takes the dimensions of both as a pair.
  if (call.name == "tensordot" && given.size() >= 4) {
    given[2].second = Argument::tuple({given[2].second, given[3].second});
    given.erase(given.begin() + 3);
  }
  const size_t num_positional = given.size();
  for (const KeywordArgument& keyword : kwargs)
    given.emplace_back(keyword.name.str(), keyword.value);
  return call_python(call, *function, std::move(given), num_positional);
}

/// The C++ type of the numbers that a TensorDataContainer is made of; null when it is not seen.
QualType element_type(const Expr* expr) {
  while (expr) {
    expr = expr->IgnoreParenImpCasts();
    if (const Expr* inner = inside<ExprWithCleanups, MaterializeTemporaryExpr, CXXBindTemporaryExpr,
                                   CXXFunctionalCastExpr, CXXStdInitializerListExpr>(expr))
      expr = inner;
    else if (const auto* items = dyn_cast<InitListExpr>(expr))
      expr = items->getNumInits() > 0 ? items->getInit(0) : nullptr;
    else
      break;
  }
  const auto* made = dyn_cast_or_null<CXXConstructExpr>(expr);
  if (made == nullptr || made->getNumArgs() == 0) return {};
  const QualType taken = made->getConstructor()->getParamDecl(0)->getType().getNonReferenceType();
  const CXXRecordDecl* record = taken->getAsCXXRecordDecl();
  if (record == nullptr) return taken;
  const llvm::StringRef name = record->getName();
  if (name == "TensorDataContainer" || name == "initializer_list")
    return element_type(made->getArg(0));
  const auto* instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (instance && (name == "ArrayRef" || name == "vector"))
    return instance->getTemplateArgs()[0].getAsType();
  return taken;
}

/// The dtype that torch::tensor gives such numbers, where Python's gives them another.
std::string_view literal_dtype(const ASTContext& context, QualType type, bool empty) {
  if (type.isNull()) return {};
  type = type.getCanonicalType().getUnqualifiedType();
  if (type->isBooleanType()) return empty ? "bool" : "";
  if (type->isIntegerType() && !type->isEnumeralType()) {
    const uint64_t width = context.getTypeSize(type);
    if (width == 8) return type->isUnsignedIntegerType() ? "uint8" : "int8";
    if (width == 16) return "int16";
    return empty ? "int64" : "";
  }
  if (type->isFloatingType()) return empty ? "float32" : "";
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  const std::string name = record ? qualified_name(record) : "";
  if (name == "c10::Half") return "float16";
  if (name == "c10::BFloat16") return "bfloat16";
  const auto* complex = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  if (name == "c10::complex" && complex)
    return complex->getTemplateArgs()[0].getAsType()->isSpecificBuiltinType(BuiltinType::Double)
               ? "complex128"
               : "complex64";
  return {};
}

/// torch::tensor({...}), torch::tensor(1.5): a constant made of literals.
bool tensor_literal(ModelCall& call) {
  Machine& machine = call.machine;
  Argument data;
  if (!machine.graph().lower(call.args[0], data)) return false;
  data = as_list(data);
  std::vector<KeywordArgument> kwargs;
  if (call.num_given() > 1) {
    Argument options;
    if (!machine.graph().lower(call.args[1], options)) return false;
    for (size_t k = 0; k + 1 < options.items().size(); k += 2)
      kwargs.push_back({options.items()[k].symbol(), options.items()[k + 1]});
  }
  const auto is_dtype = [](const KeywordArgument& option) { return option.name.view() == "dtype"; };
  const bool empty = data.is(Argument::Kind::List) && data.items().empty();
  const std::string_view dtype =
      literal_dtype(machine.context(), element_type(call.args[0].expr), empty);
  if (!dtype.empty() && llvm::none_of(kwargs, is_dtype))
    kwargs.insert(kwargs.begin(), {"dtype", Argument::dtype(dtype)});
  return call.ret(Value::node(machine.graph().emit(call.expr, Opcode::CallFunction, "torch.tensor",
                                                   {data}, std::move(kwargs))));
}

/// The dtype of numbers as they lie in memory.
std::string_view dtype_of_number(const ASTContext& context, QualType type) {
  if (type.isNull()) return {};
  type = type.getCanonicalType().getUnqualifiedType();
  if (type->isBooleanType()) return "bool";
  if (!type->isIntegerType() && !type->isRealFloatingType()) return {};
  switch (context.getTypeSize(type)) {
  case 8: return type->isUnsignedIntegerType() ? "uint8" : "int8";
  case 16: return "int16";
  case 32: return type->isRealFloatingType() ? "float32" : "int32";
  case 64: return type->isRealFloatingType() ? "float64" : "int64";
  default: return {};
  }
}

/// What lies in memory one after the other: numbers, and the arrays that they stand in.
struct NumbersInMemory {
  std::vector<const Value*> numbers;
  std::vector<const Object*> arrays;

  /// Takes numbers from element `index` of `array` on, arrays in it included, until there are
  /// `count`. False: there is something else.
  bool take(const Object& array, size_t index, size_t count) {
    arrays.push_back(&array);
    for (; numbers.size() < count && index < array.elements.size(); ++index) {
      const Value& value = array.elements[index]->value();
      const bool is_array = value.is_object() && value.object()->kind == Object::Kind::Sequence &&
                            has_fixed_size(*value.object());
      if (is_array ? !take(*value.object(), 0, count) : !(value.is_number() || value.is_node()))
        return false;
      if (!is_array) numbers.push_back(&value);
    }
    return true;
  }
};

/// The dtype of the numbers that a pointer leads to, through arrays of arrays of them.
std::string_view held_dtype(const ASTContext& context, const Expr* pointer) {
  QualType type = pointer ? pointer->getType() : QualType();
  const ArrayType* whole = pointer ? context.getAsArrayType(type) : nullptr;
  if (pointer) type = whole ? whole->getElementType() : type->getPointeeType();
  while (!type.isNull()) {
    const CXXRecordDecl* record = record_of(type);
    if (const ArrayType* array = context.getAsArrayType(type))
      type = array->getElementType();
    else if (is_std_class(record, "array"))
      type = template_type(record, 0);
    else
      break;
  }
  return dtype_of_number(context, type);
}

/// torch::from_blob(data, sizes, options) of numbers that are known: a tensor of them.
bool from_blob(ModelCall& call) {
  Machine& machine = call.machine;
  const Value& data = call.args[0].value;
  Argument sizes;
  if (!machine.graph().lower(call.args[1], sizes)) return false;
  int64_t count = 1;
  bool known = data.is(Value::Kind::Iterator) && sizes.is(Argument::Kind::Tuple);
  for (size_t i = 0; known && i < sizes.items().size(); ++i) {
    known = sizes.items()[i].is(Argument::Kind::Int);
    if (known) count *= sizes.items()[i].as_int();
  }
  NumbersInMemory memory;
  known =
      known && count >= 0 && data.index() >= 0 &&
      memory.take(*data.object(), static_cast<size_t>(data.index()), static_cast<size_t>(count)) &&
      memory.numbers.size() == static_cast<size_t>(count);
  std::vector<Argument> numbers;
  if (known)
    for (const Value* value : memory.numbers)
      if (!machine.graph().lower(call.expr, *value, numbers.emplace_back())) return false;
  const Expr* pointer = call.args[0].expr ? call.args[0].expr->IgnoreParenCasts() : nullptr;
  const std::string_view held = held_dtype(machine.context(), pointer);
  if (!known || (memory.arrays.size() > 1 && held.empty()))
    return call.ret(Value::opaque(call.location(), "a tensor made from memory that is not known"));
  std::vector<KeywordArgument> kwargs{{"dtype", Argument::dtype("float32")}};
  const Operand& options = call.args.back();
  for (size_t i = 2; i + 1 < call.args.size(); ++i)
    if (!call.args[i].defaulted)
      return call.unsupported(missing::from_blob_with_strides_or_deleter);
  if (!options.defaulted && options.value.is(Value::Kind::Constant)) {
    Argument given;
    if (!machine.graph().lower(options, given)) return false;
    for (size_t k = 0; given.is(Argument::Kind::Dict) && k + 1 < given.items().size(); k += 2) {
      if (given.items()[k].symbol().view() == "dtype") kwargs.clear();
      kwargs.push_back({given.items()[k].symbol(), given.items()[k + 1]});
    }
  }
  // The memory is read as numbers of that type, whatever stands there.
  const auto dtype = llvm::find_if(
      kwargs, [](const KeywordArgument& option) { return option.name.view() == "dtype"; });
  if (!held.empty() && dtype != kwargs.end() && dtype->value != Argument::dtype(held))
    return call.unsupported(missing::from_blob_with_another_dtype);
  Node* flat = machine.graph().emit(call.expr, Opcode::CallFunction, "torch.tensor",
                                    {Argument::list(std::move(numbers))}, std::move(kwargs));
  machine.graph().note_blob(flat);
  for (const Object* array : memory.arrays)
    call.storage().watch(array, flat);
  return call.ret(Value::node(
      machine.graph().emit(call.expr, Opcode::CallMethod, "reshape", {Argument(flat), sizes})));
}

/// torch::manual_seed(n): the generator's state outlives the call, in the original too.
bool manual_seed(ModelCall& call) {
  Argument seed;
  if (!call.graph().lower(call.args[0], seed)) return false;
  call.graph().emit(call.expr, Opcode::CallFunction, "torch.manual_seed", {seed});
  return call.ret(Value::none());
}

/// torch::cuda::is_available(), device_count(), and those of other devices: a trace is of one
/// machine, and the usual one that it is made on has no GPU. The user hears of it, and can say
/// otherwise.
bool without_device(ModelCall& call) {
  const bool counts = call.name == "device_count";
  const std::string spelling = fmt::format("{}()", qualified_name(call.callee));
  std::string device = llvm::StringRef(spelling).split("::").second.split("::").first.upper();
  if (call.machine.oracle().assumption(call.report().source_text(call.expr)))
    return call.ret(Value::opaque(
        call.location(), fmt::format("whether there is {} depends on the machine", device)));
  call.report().remark_once(call.location(), diag::machine_without_cuda, device, spelling,
                            counts ? "0" : "false", counts ? "<number>" : "true");
  return call.ret(counts ? Value::integer(0, 64, false) : Value::boolean(false));
}

} // namespace

extern const ModelTable torch_function_models = {
    {"torch::nn::functional::*", functional, writes_tensors},
    {"torch::tensor", tensor_literal, operates},
    {"{torch,at}::from_blob", from_blob, operates},
    {"{torch,at}::manual_seed", manual_seed, sets_program},
    {"torch::{cuda,xpu,mps}::is_available", without_device, computes},
    {"torch::{cuda::cudnn_is_available,cuda::device_count,xpu::device_count}", without_device,
     computes},
    {"{torch,at}::*", torch_function, writes_tensors},
};

} // namespace fx::frontend
