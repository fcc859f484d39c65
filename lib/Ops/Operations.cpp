#include "fx/Ops/Operations.h"

#include "Lookup.h"

#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Modules.h"
#include "fx/Ops/PythonSignature.h"
#include "fx/Ops/Spelling.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <span>
#include <tuple>

namespace fx::ops {

namespace {

/// Of an option of the module, or a parameter of the function.
struct Condition {
  enum class Kind : uint8_t { IsTrue, IsNone, Equals };
  Kind kind;
  std::string_view setting;
  std::string_view value; // as python_repr writes it
  bool holds;             // or must not
};

struct RowOperand {
  enum class Kind : uint8_t { Input, Setting, Tensor, Training, Literal };
  std::string_view keyword; // empty: by its place
  Kind kind;
  std::string_view text; // the name, of a module's input the number, or what Python writes
};

enum class Mode : uint8_t { Any, Training, Evaluation };

/// A module or a function of torch.nn that is one call of an operator, on conditions.
struct Row {
  std::string_view name; // "ReLU", "relu"
  std::string_view operation;
  std::span<const Condition> conditions;
  Mode mode;
  std::span<const RowOperand> operands;
};

#include "Operations.inc"

std::span<const Row> rows_named(std::span<const Row> rows, std::string_view name) {
  const auto [first, last] = std::ranges::equal_range(rows, name, {}, &Row::name);
  return {first, last};
}

/// What a module or function of torch.nn is told, and takes.
class Given {
public:
  virtual ~Given() = default;
  /// Nothing when it is not known.
  virtual std::optional<Argument> setting(std::string_view name) const = 0;
  /// Null when it is left out.
  virtual const Argument* input(std::string_view text) const = 0;
  /// The name of a tensor that the module has; empty: it is made without it.
  virtual std::string_view tensor(std::string_view name) const = 0;
};

std::optional<bool> holds(const Condition& condition, const Given& given) {
  const std::optional<Argument> value = given.setting(condition.setting);
  if (!value || value->has_nodes()) return std::nullopt;
  const auto is = [&] {
    switch (condition.kind) {
    case Condition::Kind::IsTrue: return *value == Argument(true);
    case Condition::Kind::IsNone: return value->is_none();
    case Condition::Kind::Equals: return *value == parse_python_literal(condition.value);
    }
    return false;
  };
  return is() == condition.holds;
}

Argument spread(const Argument& value, size_t length) {
  if (length == 0 || value.is_none() || value.is_node()) return value;
  std::vector<Argument> items{value};
  if (value.is_aggregate()) items.assign(value.items().begin(), value.items().end());
  if (items.size() == 1) items.resize(length, items.front());
  return Argument::list(std::move(items));
}

/// A literal of Python's; nothing for text that is none, "contiguous_format".
std::optional<Argument> literal(std::string_view text) {
  if (text.empty()) return std::nullopt;
  Argument value = parse_python_literal(text);
  const bool is_other_text = value.is(Argument::Kind::String) && value.symbol().view() == text;
  return is_other_text ? std::nullopt : std::optional(std::move(value));
}

/// The operands of a call by the parameters of its operator. False: it is none of LibTorch's, its
/// overloads disagree on which parameters it gives, or it writes to another tensor than its first
/// operand (`out`), which no operation says.
bool bind_operands(const Node& call, std::vector<Operation::Operand>& out) {
  const std::vector<BoundCall> bound = bind_all(call);
  if (bound.empty()) return false;
  const Schema& first = *bound.front().schema;
  for (const BoundCall& other : bound) {
    // What no schema has stays as it is.
    if (std::ranges::find(other.parameters, -1) != other.parameters.end()) return false;
    for (size_t i = 0; i < other.parameters.size(); ++i)
      if (first.arguments[static_cast<size_t>(bound.front().parameters[i])].name !=
          other.schema->arguments[static_cast<size_t>(other.parameters[i])].name)
        return false;
  }
  const std::vector<std::optional<Argument>> values = bound.front().values(call);
  for (size_t i = 0; i < first.arguments.size(); ++i) {
    const SchemaArgument& parameter = first.arguments[i];
    // The default, where all overloads have the same.
    std::optional<Argument> usual =
        parameter.has_default ? literal(parameter.default_value) : std::nullopt;
    size_t length = 0;
    for (const BoundCall& other : bound)
      for (const SchemaArgument& argument : other.schema->arguments) {
        if (argument.name != parameter.name) continue;
        if (argument.default_value != parameter.default_value) usual.reset();
        if (argument.is_int_list()) length = std::max(length, argument.list_length());
      }
    if (!values[i] && !usual) continue;
    if (values[i] && parameter.mutated && i > 0) return false;
    Operation::Operand operand;
    operand.parameter = parameter.name == "self" ? "input" : parameter.name;
    operand.value = values[i] ? *values[i] : *usual;
    operand.length = length;
    operand.is_default = usual && operand.as_list() == spread(*usual, length);
    out.push_back(std::move(operand));
  }
  return true;
}

/// relu_ is relu in place.
void take_mark(Operation& operation, const LibTorch& libtorch) {
  if (!operation.name.ends_with('_') || operation.name.ends_with("__")) return;
  const std::string_view base = operation.name.substr(0, operation.name.size() - 1);
  if (libtorch.find_schemas(base).empty()) return;
  operation.name = base;
  operation.in_place = true;
}

/// The call of an operator that a row stands for, in Python's words. What is no literal has a
/// stand-in there.
class CallInWords {
public:
  CallInWords(const Node& call, const Given& given, Modes modes) : given_(given), modes_(modes) {
    words_.set_libtorch(call.graph().libtorch());
  }

  /// Nothing when an operand is not known, or Python has no such function.
  std::optional<Operation> operation(const Row& row, const LibTorch& libtorch) {
    Operation operation;
    operation.in_evaluation_alone = row.mode == Mode::Evaluation && modes_ == Modes::Both;
    operation.name = row.operation;
    const PythonFunction* function = find_torch_function(row.operation, libtorch.python_torch());
    take_mark(operation, libtorch);
    if (function == nullptr)
      function = find_torch_function(operation.name, libtorch.python_torch());
    if (function == nullptr || function->is_method) return std::nullopt;
    std::vector<Argument> args;
    std::vector<KeywordArgument> kwargs;
    for (const RowOperand& operand : row.operands) {
      std::optional<Argument> value = this->value(operand);
      if (!value) return std::nullopt;
      operation.in_evaluation_alone |=
          operand.kind == RowOperand::Kind::Training && modes_ == Modes::Both;
      if (operand.keyword.empty())
        args.push_back(std::move(*value));
      else
        kwargs.push_back({Symbol(operand.keyword), std::move(*value)});
    }
    const Node* said =
        words_.call_function(Symbol(function->target), std::move(args), std::move(kwargs));
    if (!bind_operands(*said, operation.operands)) return std::nullopt;
    for (Operation::Operand& operand : operation.operands)
      if (operand.value.is_node())
        std::tie(operand.value, operand.tensor) = stand_ins_.at(operand.value.as_node());
    return operation;
  }

private:
  std::optional<Argument> value(const RowOperand& operand) {
    switch (operand.kind) {
    case RowOperand::Kind::Input: {
      const Argument* input = given_.input(operand.text);
      return input == nullptr ? std::nullopt : std::optional(in_words(*input));
    }
    case RowOperand::Kind::Setting: {
      const std::optional<Argument> setting = given_.setting(operand.text);
      return setting ? std::optional(in_words(*setting)) : std::nullopt;
    }
    case RowOperand::Kind::Tensor: {
      const std::string_view tensor = given_.tensor(operand.text);
      return tensor.empty() ? Argument() : stand_in({}, tensor);
    }
    case RowOperand::Kind::Training: return Argument(modes_ == Modes::Train);
    case RowOperand::Kind::Literal: return parse_python_literal(operand.text);
    }
    return std::nullopt;
  }

  Argument in_words(const Argument& value) {
    return value.has_nodes() ? stand_in(value, {}) : value;
  }

  Argument stand_in(const Argument& value, std::string_view tensor) {
    Node* node = words_.placeholder("x");
    stand_ins_.emplace(node, std::pair(value, tensor));
    return {node};
  }

  const Given& given_;
  Modes modes_;
  Graph words_;
  std::unordered_map<const Node*, std::pair<Argument, std::string_view>> stand_ins_;
};

/// The operator's parameter that an operand of a row is given to.
std::optional<std::string_view> parameter_of(std::span<const Schema> schemas,
                                             const RowOperand& operand, size_t at) {
  if (!operand.keyword.empty()) return operand.keyword;
  if (schemas.empty() || at >= schemas.front().arguments.size()) return std::nullopt;
  const std::string_view name = schemas.front().arguments[at].name;
  return name == "self" ? "input" : name;
}

/// Which options of a module the operands are, and which have decided that it is this operation.
void note_options(const Row& row, std::span<const Schema> schemas, Operation& operation) {
  for (const Condition& condition : row.conditions)
    operation.deciding_options.push_back(condition.setting);
  for (size_t i = 0; i < row.operands.size(); ++i) {
    if (row.operands[i].kind != RowOperand::Kind::Setting) continue;
    const std::optional<std::string_view> parameter = parameter_of(schemas, row.operands[i], i);
    const auto operand = std::ranges::find(operation.operands, parameter.value_or(""),
                                           &Operation::Operand::parameter);
    if (operand != operation.operands.end())
      operand->option = row.operands[i].text;
    else
      operation.deciding_options.push_back(row.operands[i].text);
  }
}

std::optional<Operation> by_row(const Node& call, std::span<const Row> rows, const Given& given,
                                Modes modes) {
  for (const Row& row : rows) {
    // In a graph of both modes what holds in evaluation is told of.
    const Mode other = modes == Modes::Train ? Mode::Evaluation : Mode::Training;
    if (row.mode == other || !std::ranges::all_of(row.conditions, [&](const Condition& condition) {
          return holds(condition, given).value_or(false);
        }))
      continue;
    if (row.operation.empty()) return std::nullopt; // it computes nothing
    std::optional<Operation> operation =
        CallInWords(call, given, modes).operation(row, libtorch_of(call));
    if (operation && call.op() == Opcode::CallModule)
      note_options(row, libtorch_of(call).find_schemas(operation->name), *operation);
    return operation;
  }
  return std::nullopt;
}

class GivenToModule final : public Given {
public:
  GivenToModule(const Node& call, const ModuleNode& module, const ModuleClass& of)
      : options_(libtorch_of(call), of, module.options),
        signature_(module_signature(call, module)) {}

  std::optional<Argument> setting(std::string_view name) const override {
    return options_.value(name);
  }
  const Argument* input(std::string_view number) const override {
    size_t at = 0;
    std::from_chars(number.data(), number.data() + number.size(), at);
    return signature_ && at < signature_->values.size() ? signature_->values[at] : nullptr;
  }
  std::string_view tensor(std::string_view name) const override {
    if (!tensors_) tensors_ = registered_tensors(options_);
    if (!tensors_) return name;
    return std::ranges::find(*tensors_, name, &RegisteredTensor::name) == tensors_->end()
               ? std::string_view()
               : name;
  }

private:
  ModuleOptions options_;
  std::optional<PythonSignature> signature_;
  mutable std::optional<std::vector<RegisteredTensor>> tensors_;
};

class GivenToFunction final : public Given {
public:
  explicit GivenToFunction(const Node& call) : signature_(python_signature(call)) {}

  std::optional<Argument> setting(std::string_view name) const override {
    const Argument* value = input(name);
    return value == nullptr ? std::nullopt : std::optional(*value);
  }
  const Argument* input(std::string_view name) const override {
    if (!signature_) return nullptr;
    const auto found =
        std::ranges::find(signature_->parameters, name, &PythonSignature::Parameter::name);
    return found == signature_->parameters.end()
               ? nullptr
               : signature_->values[static_cast<size_t>(found - signature_->parameters.begin())];
  }
  std::string_view tensor(std::string_view) const override { return {}; }

private:
  std::optional<PythonSignature> signature_;
};

/// What Python's operator module computes of tensors: x + y, x += y.
std::optional<Operation> arithmetic(const Node& call, const Callee& callee) {
  const OperatorSpelling* spelling = callee.arithmetic;
  const bool in_place = callee.is(Callee::Kind::Inplace);
  if (spelling == nullptr && in_place && callee.name.starts_with('i'))
    spelling = find_operator(fmt::format("operator.{}", callee.name.substr(1)));
  if (spelling == nullptr || spelling->on_tensors.empty() || !call.kwargs().empty() ||
      call.args().empty() || call.args().size() > 2)
    return std::nullopt;
  Operation operation;
  operation.spelling = Operation::Spelling::Arithmetic;
  operation.name = spelling->on_tensors;
  operation.in_place = in_place;
  operation.operands.push_back({"input", call.arg(0)});
  if (call.args().size() == 2) operation.operands.push_back({"other", call.arg(1)});
  return operation;
}

std::optional<Operation> of_function(const Node& call, Modes modes) {
  const Callee& callee = callee_of(call);
  if (callee.is_python()) return arithmetic(call, callee);
  if (callee.functional != nullptr && callee.functional->target == call.target().view()) {
    if (const std::span<const Row> rows = rows_named(function_rows, callee.functional->name);
        !rows.empty()) {
      std::optional<Operation> operation = by_row(call, rows, GivenToFunction(call), modes);
      if (operation) operation->spelling = Operation::Spelling::Functional;
      return operation;
    }
  }
  if (callee.schemas.empty()) return std::nullopt;
  Operation operation;
  operation.spelling =
      call.op() == Opcode::CallMethod ? Operation::Spelling::Method : Operation::Spelling::Function;
  operation.name = callee.schemas.front().name;
  take_mark(operation, libtorch_of(call));
  if (!bind_operands(call, operation.operands)) return std::nullopt;
  return operation;
}

/// What an option has to be for a condition on it to hold; nothing where any other value will do,
/// or it cannot be said.
std::optional<Argument> value_for(const Condition& condition) {
  switch (condition.kind) {
  case Condition::Kind::IsTrue: return Argument(condition.holds);
  case Condition::Kind::IsNone: return condition.holds ? std::optional(Argument()) : std::nullopt;
  case Condition::Kind::Equals:
    return condition.holds ? std::optional(parse_python_literal(condition.value)) : std::nullopt;
  }
  return std::nullopt;
}

/// The options with which a class is the operation, as one of its rows has it; nothing when it is
/// not.
class OptionsFor {
public:
  /// `others`: those of the module in whose place it comes, which carry over; or null.
  OptionsFor(const ModuleClass& of, const ModuleOptions* others, const LibTorch& libtorch,
             std::optional<bool> training = std::nullopt)
      : own_(libtorch, of, {}), others_(others), fields_(libtorch.find_module_options(of.name)),
        training_(training) {}

  std::optional<std::vector<ModuleOption>> find(const Row& row, const Operation& operation) {
    const LibTorch& libtorch = own_.libtorch();
    const std::span<const Schema> schemas = libtorch.find_schemas(operation.name);
    std::vector<bool> told(operation.operands.size());
    for (size_t i = 0; i < row.operands.size(); ++i) {
      const RowOperand& wanted = row.operands[i];
      const std::optional<std::string_view> parameter = parameter_of(schemas, wanted, i);
      const Operation::Operand* given = parameter ? operation.find(*parameter) : nullptr;
      if (given == nullptr) return std::nullopt;
      told[static_cast<size_t>(given - operation.operands.data())] = true;
      if (!takes(wanted, *given)) return std::nullopt;
    }
    for (size_t i = 0; i < told.size(); ++i)
      if (!told[i] && !operation.operands[i].is_default) return std::nullopt;
    for (const Condition& condition : row.conditions) {
      const std::optional<Argument> value = value_for(condition);
      if (!value || !set(condition.setting, *value)) return std::nullopt;
    }
    return options();
  }

  /// What `find` found depends on the mode.
  bool is_by_mode() const { return is_by_mode_; }

private:
  bool takes(const RowOperand& wanted, const Operation::Operand& given) {
    switch (wanted.kind) {
    case RowOperand::Kind::Input: return given.value.is_node();
    case RowOperand::Kind::Setting:
      // An empty stride is the kernel's size, which the module has too where nothing is said.
      if (given.is_default && given.value.is_aggregate() && given.value.items().empty())
        return true;
      return !given.value.has_nodes() && set(wanted.text, given.value);
    case RowOperand::Kind::Literal: return given.value == parse_python_literal(wanted.text);
    case RowOperand::Kind::Training:
      is_by_mode_ = true;
      return training_ && given.value == Argument(*training_);
    // What the weights would have to be is not the operation's to say.
    case RowOperand::Kind::Tensor: return false;
    }
    return false;
  }

  bool set(std::string_view name, const Argument& value) {
    if (fields_ == nullptr || fields_->field(name) == nullptr) return false;
    return set_.try_emplace(std::string(name), value).first->second == value;
  }

  std::vector<ModuleOption> options() {
    std::vector<ModuleOption> result;
    if (fields_ == nullptr) return result;
    for (const OptionsField& field : fields_->fields) {
      const auto said = set_.find(field.name);
      const std::optional<Argument> value =
          said != set_.end() ? std::optional(said->second) : carried_over(field.name);
      if (value && own_.value(field.name) != value) result.push_back({Symbol(field.name), *value});
    }
    // What the constructor of the options takes first is given to it.
    for (const std::string_view name : fields_->constructor) {
      const auto option = std::ranges::find(
          result, name, [](const ModuleOption& each) { return each.name.view(); });
      if (option == result.end()) break;
      option->constructor_argument = true;
    }
    return result;
  }

  std::optional<Argument> carried_over(std::string_view name) const {
    if (others_ == nullptr) return std::nullopt;
    const OptionsClass* fields = others_->libtorch().find_module_options(others_->of().name);
    return fields != nullptr && fields->field(name) ? others_->value(name) : std::nullopt;
  }

  ModuleOptions own_;
  const ModuleOptions* others_;
  const OptionsClass* fields_;
  std::optional<bool> training_;
  bool is_by_mode_ = false;
  std::map<std::string, Argument, std::less<>> set_;
};

bool has_tensors(const ModuleOptions& options) {
  const std::optional<std::vector<RegisteredTensor>> tensors = registered_tensors(options);
  return !tensors || !tensors->empty();
}

/// The class of a row for modules, when it is one without tensors and the row is of this operator.
const ModuleClass* class_of(const Row& row, std::string_view operation, bool in_place,
                            const LibTorch& libtorch) {
  Operation meant;
  meant.name = row.operation;
  take_mark(meant, libtorch);
  if (row.mode != Mode::Any || meant.name != operation || meant.in_place != in_place)
    return nullptr;
  const ModuleClass* of = find_module_class(row.name);
  const bool is_other = of == nullptr || libtorch.find_module_holder(row.name) == nullptr ||
                        has_tensors(ModuleOptions(libtorch, *of, {}));
  return is_other ? nullptr : of;
}

} // namespace

Argument Operation::Operand::as_list() const {
  return spread(value, length);
}

const Operation::Operand* Operation::find(std::string_view parameter) const {
  const auto found = std::ranges::find(operands, parameter, &Operand::parameter);
  return found == operands.end() ? nullptr : &*found;
}

std::optional<Operation> operation_of(const Node& call, const TracedModule& module, Modes modes) {
  if (call.op() == Opcode::CallFunction || call.op() == Opcode::CallMethod)
    return of_function(call, modes);
  if (call.op() != Opcode::CallModule) return std::nullopt;
  const ModuleNode* called = module.modules.find(call.target());
  while (called != nullptr && called->alias_of != nullptr)
    called = called->alias_of;
  const ModuleClass* known = called == nullptr ? nullptr : module_class_of(*called);
  if (known == nullptr) return std::nullopt;
  const std::span<const Row> rows = rows_named(module_rows, known->name);
  if (rows.empty()) return std::nullopt;
  std::optional<Operation> operation =
      by_row(call, rows, GivenToModule(call, *called, *known), modes);
  if (operation) operation->spelling = Operation::Spelling::Module;
  return operation;
}

std::optional<OtherModule> module_in_place_of(const ModuleNode& called, const Operation& operation,
                                              const TracedModule& module) {
  const ModuleClass* known = module_class_of(called);
  const LibTorch& libtorch = libtorch_of(module);
  if (known == nullptr) return std::nullopt;
  const ModuleOptions given(libtorch, *known, called.options);
  if (has_tensors(given)) return std::nullopt;
  // In place where the other one is, if there is such a form: first those rows.
  const bool in_place = given.is_on("inplace").value_or(false);
  for (const bool wanted_in_place : {in_place, false})
    for (const Row& row : module_rows) {
      const ModuleClass* other = class_of(row, operation.name, wanted_in_place, libtorch);
      if (other == nullptr) continue;
      if (row.operation.empty())
        return OtherModule{Symbol(fmt::format("torch::nn::{}", row.name)), {}};
      std::optional<std::vector<ModuleOption>> options =
          OptionsFor(*other, &given, libtorch).find(row, operation);
      if (options)
        return OtherModule{Symbol(fmt::format("torch::nn::{}", row.name)), std::move(*options)};
    }
  return std::nullopt;
}

std::optional<ModuleCall> module_for(const Operation& operation, const TracedModule& module,
                                     std::optional<bool> training) {
  const LibTorch& libtorch = libtorch_of(module);
  for (const Row& row : module_rows) {
    const ModuleClass* of = class_of(row, operation.name, operation.in_place, libtorch);
    if (of == nullptr || row.operation.empty()) continue;
    OptionsFor finder(*of, nullptr, libtorch, training);
    std::optional<std::vector<ModuleOption>> options = finder.find(row, operation);
    if (!options) continue;
    ModuleCall call{{Symbol(fmt::format("torch::nn::{}", row.name)), std::move(*options)}, {}};
    call.is_by_mode = finder.is_by_mode();
    const std::span<const Schema> schemas = libtorch.find_schemas(operation.name);
    std::map<std::string_view, Argument> inputs; // by their numbers
    for (size_t i = 0; i < row.operands.size(); ++i)
      if (row.operands[i].kind == RowOperand::Kind::Input)
        inputs.emplace(row.operands[i].text,
                       operation.find(*parameter_of(schemas, row.operands[i], i))->value);
    for (const auto& [number, value] : inputs)
      call.inputs.push_back(value);
    return call;
  }
  return std::nullopt;
}

namespace {

/// Operators for which one number does not stand for a list of it, unlike for most.
constexpr std::string_view operators_of_whole_lists[] = {"col2im", "im2col"};

} // namespace

std::optional<OtherCall> function_for(const Operation& operation, const TracedModule& module,
                                      bool with_options) {
  const LibTorch& libtorch = libtorch_of(module);
  const PythonFunction* function = find_torch_function(
      fmt::format("{}{}", operation.name, operation.in_place ? "_" : ""), libtorch.python_torch());
  const auto has_all = [&](const Schema& schema) {
    return std::ranges::all_of(operation.operands, [&](const Operation::Operand& operand) {
      return std::ranges::any_of(schema.arguments, [&](const SchemaArgument& argument) {
        return (argument.name == "self" ? "input" : argument.name) == operand.parameter;
      });
    });
  };
  const std::span<const Schema> schemas = libtorch.find_schemas(operation.name);
  const auto schema = std::ranges::find_if(schemas, has_all);
  if (function == nullptr || function->is_method || schema == schemas.end()) return std::nullopt;
  OtherCall call{Opcode::CallFunction, Symbol(function->target), {}, {}, {}};
  std::vector<std::string_view> of_args, of_kwargs; // the options that they are
  const bool takes_whole_lists = std::ranges::find(operators_of_whole_lists, operation.name) !=
                                 std::end(operators_of_whole_lists);
  // torch::relu_ takes no temporary, which an edit of source may give it; the method does.
  if (operation.in_place && is_tensor_method(function->name, libtorch.version())) {
    call.op = Opcode::CallMethod;
    call.target = Symbol(function->name);
  } else if (operation.in_place && with_options) {
    return std::nullopt;
  }
  for (size_t i = 0; i < schema->arguments.size(); ++i) {
    const SchemaArgument& parameter = schema->arguments[i];
    const Operation::Operand* operand =
        operation.find(parameter.name == "self" ? "input" : parameter.name);
    const bool is_said = with_options && operand != nullptr && !operand->option.empty();
    if (operand == nullptr || (operand->is_default && !is_said)) continue;
    if (!operand->tensor.empty()) return std::nullopt;
    Argument value = takes_whole_lists ? operand->as_list() : operand->value;
    if (i == call.args.size() && !parameter.keyword_only) {
      call.args.push_back(std::move(value));
      of_args.push_back(operand->option);
    } else {
      call.kwargs.push_back({Symbol(parameter.name), std::move(value)});
      of_kwargs.push_back(operand->option);
    }
  }
  of_args.insert(of_args.end(), of_kwargs.begin(), of_kwargs.end());
  for (size_t i = 0; i < of_args.size(); ++i)
    if (!of_args[i].empty()) call.options.emplace_back(i, of_args[i]);
  return call;
}

namespace {

std::optional<OtherCall> as_method(const Node& call, const Operation& operation) {
  const LibTorch& libtorch = libtorch_of(call);
  const bool is_first = !call.args().empty() && call.arg(0).is_node() &&
                        operation.operands.front().parameter == "input" &&
                        operation.operands.front().value == call.arg(0);
  if (!is_first || !is_tensor_method(operation.name, libtorch.version())) return std::nullopt;
  return OtherCall{Opcode::CallMethod,
                   Symbol(operation.name),
                   {call.args().begin(), call.args().end()},
                   {call.kwargs().begin(), call.kwargs().end()},
                   {}};
}

using Settings = std::map<std::string, Argument, std::less<>>;

/// What a function is given to be the operation as a row has it; nothing when an operand has no
/// place there, or a condition cannot be met.
std::optional<Settings> settings_for(const Row& row, const Operation& operation,
                                     const LibTorch& libtorch) {
  const std::span<const Schema> schemas = libtorch.find_schemas(operation.name);
  Settings told;
  const auto tell = [&](std::string_view name, const Argument& value) {
    return told.try_emplace(std::string(name), value).first->second == value;
  };
  std::vector<bool> is_given(operation.operands.size());
  for (size_t i = 0; i < row.operands.size(); ++i) {
    const RowOperand& wanted = row.operands[i];
    const std::optional<std::string_view> parameter = parameter_of(schemas, wanted, i);
    const Operation::Operand* given = parameter ? operation.find(*parameter) : nullptr;
    const bool is_told =
        wanted.kind == RowOperand::Kind::Input || wanted.kind == RowOperand::Kind::Setting;
    if (given == nullptr || !is_told || !tell(wanted.text, given->value)) return std::nullopt;
    is_given[static_cast<size_t>(given - operation.operands.data())] = true;
  }
  for (size_t i = 0; i < is_given.size(); ++i)
    if (!is_given[i] && !operation.operands[i].is_default) return std::nullopt;
  for (const Condition& condition : row.conditions) {
    const std::optional<Argument> value = value_for(condition);
    if (!value || !tell(condition.setting, *value)) return std::nullopt;
  }
  return told;
}

/// A function that takes the operands by its inputs and settings, as the frontend would have it in
/// the graph.
std::optional<OtherCall> as_functional(const Operation& operation, const LibTorch& libtorch) {
  for (const Row& row : function_rows) {
    const PythonFunction* function = find_functional(row.name, libtorch.version());
    if (row.operation != operation.name || row.mode != Mode::Any || function == nullptr ||
        function->is_method || function->passes_through || function->variadic)
      continue;
    const std::optional<Settings> settings = settings_for(row, operation, libtorch);
    if (!settings) continue;
    Settings told = *settings;
    OtherCall other{Opcode::CallFunction, Symbol(function->target), {}, {}, {}};
    for (const std::string_view name : function->positional) {
      const auto value = told.find(name);
      if (value == told.end()) break;
      other.args.push_back(value->second);
      told.erase(value);
    }
    for (const PythonKeyword& keyword : function->keywords) {
      const auto value = told.find(keyword.name);
      other.kwargs.push_back(
          {Symbol(keyword.name),
           value == told.end() ? parse_python_literal(keyword.default_value) : value->second});
      if (value != told.end()) told.erase(value);
    }
    if (other.args.size() == function->positional.size() && told.empty()) return other;
  }
  return std::nullopt;
}

} // namespace

std::optional<OtherCall> respelled(const Node& call, Operation::Spelling wanted,
                                   const TracedModule& module) {
  const std::optional<Operation> operation = operation_of(call, module, Modes::Both);
  if (!operation || operation->in_place || operation->operands.empty() ||
      operation->spelling != Operation::Spelling::Function)
    return std::nullopt;
  switch (wanted) {
  case Operation::Spelling::Method: return as_method(call, *operation);
  case Operation::Spelling::Functional: return as_functional(*operation, libtorch_of(call));
  default: return std::nullopt;
  }
}

bool is_plain_option(const ModuleNode& module, std::string_view option, const LibTorch& libtorch) {
  const ModuleClass* of = module_class_of(module);
  const OptionsClass* options = of ? libtorch.find_module_options(of->name) : nullptr;
  const OptionsField* field = options ? options->field(option) : nullptr;
  if (field == nullptr) return false;
  const std::optional<Argument> value = ModuleOptions(libtorch, *of, module.options).value(option);
  if (!value || value->has_nodes()) return false;
  // A convolution's padding is a variant: sizes, or a word.
  if (field->type == "padding_t") return value->is(Argument::Kind::Int) || value->is_sequence();
  constexpr std::string_view plain[] = {"int64_t", "double", "bool", "std::string"};
  return std::ranges::find(plain, field->type) != std::end(plain) ||
         field->type.starts_with("ExpandingArray<");
}

std::string spelling_text(const Node& call, const TracedModule& module) {
  if (call.op() == Opcode::CallMethod) return fmt::format(".{}()", call.target().view());
  if (call.op() != Opcode::CallModule) return call.target().str();
  const ModuleNode* called = module.modules.find(call.target());
  return called == nullptr ? call.target().str() : called->cpp_type.str();
}

} // namespace fx::ops
