#include "Frontend/Eval/Oracle.h"

#include "Frontend/Eval/Library.h"
#include "Frontend/Lower/Construction.h"
#include "Frontend/Lower/Device.h"
#include "Frontend/Values/Names.h"
#include "fx/Analysis/Types.h"
#include "fx/Frontend/InputSpec.h"
#include "fx/IR/ElementType.h"
#include "fx/Ops/Callee.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// The '=' between expression and value: the last one that is no part of ==, <=, >= or !=.
size_t assignment_in(std::string_view text) {
  for (size_t at = text.size(); at-- > 1;) {
    if (text[at] != '=') continue;
    if (std::string_view("=<>!").find(text[at - 1]) == std::string_view::npos) return at;
    --at;
  }
  return std::string_view::npos;
}

std::optional<Value> parse_value(llvm::StringRef text) {
  int64_t integer = 0;
  double number = 0;
  if (text == "true" || text == "false") return Value::boolean(text == "true");
  if (text == "nullptr") return Value::none();
  if (!text.getAsInteger(0, integer)) return Value::integer(integer);
  if (!text.getAsDouble(number)) return Value::floating(number);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    return Value::string(std::string_view(text.drop_front().drop_back()));
  return std::nullopt;
}

constexpr const char* how_to_write =
    "write --input <parameter>=<sizes>[:<dtype>[<<bound>]], as in --input x=1x3x224x224 or --input "
    "ids=2x7:int64; 2[batch:1..64] is a size that may be another; (..., ...) is a tuple, [..., "
    "...] a list, none an empty optional; numbers, "
    "true, "
    "false and \"text\" stand for themselves";

/// "float32[1, 3, 8, 8]"
std::string shape_text(const TensorMeta& meta) {
  return fmt::format("{}[{}]", meta.dtype.view(), fmt::join(meta.shape, ", "));
}

/// A tensor, or a container of tensors.
bool holds_tensors(QualType type) {
  if (is_tensor_type(type)) return true;
  const auto* container = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record_of(type));
  if (container == nullptr) return false;
  const auto holds = [](const TemplateArgument& argument) {
    if (argument.getKind() == TemplateArgument::Pack)
      return llvm::any_of(argument.pack_elements(), [](const TemplateArgument& part) {
        return part.getKind() == TemplateArgument::Type && holds_tensors(part.getAsType());
      });
    return argument.getKind() == TemplateArgument::Type && holds_tensors(argument.getAsType());
  };
  return llvm::any_of(container->getTemplateArgs().asArray(), holds);
}

} // namespace

Oracle::Oracle(const TraceOptions& options, Reporter& report, GraphBuilder& graph, Storage& storage)
    : options_(options), report_(report), graph_(graph), storage_(storage),
      constructed_(options, report, graph), config_(options.config) {
  if (options_.kernels) examples_.emplace(options_.kernels);
}

bool Oracle::read_assumptions() {
  for (const std::string& text : options_.assumptions) {
    const size_t at = assignment_in(text);
    const std::optional<Value> value =
        at == std::string_view::npos ? std::nullopt
                                     : parse_value(llvm::StringRef(text).substr(at + 1).trim());
    if (!value) return report_.error(clang::SourceLocation(), diag::assumption_not_readable, text);
    Assumption assumption;
    assumption.text = without_spaces(llvm::StringRef(text).take_front(at));
    assumption.value = *value;
    assumption.is_key = llvm::StringRef(assumption.text).starts_with("[");
    assumptions_[assumption.text] = assumption;
  }
  return true;
}

Assumption* Oracle::assumption(const std::string& text) {
  if (const auto found = assumptions_.find(text); found != assumptions_.end())
    return &found->second;
  // The longest of the keys: ["model"]["width"] before ["width"].
  Assumption* of_key = nullptr;
  for (auto& [key, assumption] : assumptions_)
    if (assumption.is_key && llvm::StringRef(text).ends_with(key) &&
        (of_key == nullptr || key.size() > of_key->text.size()))
      of_key = &assumption;
  return of_key;
}

void Oracle::begin_call() {
  constructed_.end();
  for (auto& [text, assumption] : assumptions_) {
    if (assumption.first && assumption.first->in_constructor) continue;
    assumption.first.reset();
    assumption.others.clear();
    assumption.is_checked = false;
  }
}

void Oracle::report_unused_assumptions() {
  for (const auto& [text, assumption] : assumptions_)
    if (!assumption.was_used)
      report_.remark(clang::SourceLocation(), diag::assumption_not_used, text);
}

ops::ExampleValue Oracle::example(const Node& node) const {
  return examples_ ? examples_->value(node) : nullptr;
}

/// The --input of one method's parameters.
class Oracle::Inputs {
public:
  Inputs(Oracle& oracle, clang::SourceLocation where, llvm::StringRef method,
         llvm::SmallVectorImpl<Operand>& args);

  bool set(const std::string& text);

private:
  bool find_parameter(const std::string& text);
  bool set_member(const std::string& text);
  const char* add_key();
  std::optional<InputSpec> read(const std::string& text);
  bool fits(const std::string& text, const InputSpec& spec);
  bool give(const std::string& text, const InputSpec& spec);

  Node* node() const { return parameters_[at_]; }
  QualType type() const { return args_[at_].type; }
  // A bare Sequential's input has no declaration; it is a tensor.
  bool is_tensor() const { return type().isNull() || is_tensor_type(type()); }

  Oracle& oracle_;
  Reporter& report_;
  clang::SourceLocation where_;
  llvm::StringRef method_;
  llvm::SmallVectorImpl<Operand>& args_;
  std::vector<Node*> parameters_;
  std::string names_;
  size_t at_ = 0;      // the parameter that is given
  std::string member_; // of a struct: "pose.angle"
  size_t next_ = 0;    // of those without a name
};

Oracle::Inputs::Inputs(Oracle& oracle, clang::SourceLocation where, llvm::StringRef method,
                       llvm::SmallVectorImpl<Operand>& args)
    : oracle_(oracle), report_(oracle.report_), where_(where), method_(method), args_(args) {
  parameters_.reserve(args.size());
  for (const Operand& operand : args) {
    parameters_.push_back(operand.value.node());
    oracle_.examples_->set(*operand.value.node(), nullptr); // nor what a default was computed of
    names_ += (names_.empty() ? "" : ", ") + operand.value.node()->target().str();
  }
}

bool Oracle::Inputs::set(const std::string& text) {
  if (!find_parameter(text)) return false;
  if (!member_.empty()) return set_member(text);
  const std::optional<InputSpec> spec = read(text);
  return spec && fits(text, *spec) && give(text, *spec);
}

/// What --input names and what it gives, as in 'm["a=b"]=1x3'; without a name all is given.
std::pair<llvm::StringRef, llvm::StringRef> split_input(llvm::StringRef text) {
  const size_t key = text.find("[\"");
  const size_t equals = text.find('=');
  const size_t end = key < equals ? text.find("\"]", key + 2) : llvm::StringRef::npos;
  const size_t at = end == llvm::StringRef::npos ? equals : text.find('=', end);
  if (at == llvm::StringRef::npos) return {"", text};
  return {text.take_front(at).trim(), text.drop_front(at + 1)};
}

/// By its name, or the next one.
bool Oracle::Inputs::find_parameter(const std::string& text) {
  at_ = next_;
  member_.clear();
  if (llvm::StringRef(text).contains('=')) {
    const llvm::StringRef given = split_input(text).first;
    const llvm::StringRef name = given.take_until([](char c) { return c == '.' || c == '['; });
    member_ = given.drop_front(name.size()).ltrim('.').str();
    at_ = static_cast<size_t>(
        std::ranges::find(parameters_, Symbol(std::string_view(name)), &Node::target) -
        parameters_.begin());
  }
  if (at_ >= args_.size())
    return report_.error(where_, diag::input_of_no_parameter, text, method_.str(), names_);
  next_ = at_ + 1;
  return true;
}

/// Nothing, with an error, where it cannot be read, or is no tensor where there has to be one.
std::optional<InputSpec> Oracle::Inputs::read(const std::string& text) {
  std::optional<InputSpec> spec =
      parse_input_spec(split_input(text).second, is_tensor() || holds_tensors(type()));
  if (!spec)
    report_.error(where_, diag::input_not_readable, text);
  else if (is_tensor() && spec->kind != InputSpec::Kind::Tensor && !spec->is_none())
    report_.error(where_, diag::input_is_a_tensor, text, node()->target().view());
  else
    return spec;
  report_.note(where_, how_to_write);
  return std::nullopt;
}

/// The example's sizes are among those that it allows.
bool is_in_range(const InputSpec& spec) {
  return llvm::all_of(spec.dynamic,
                      [&](const DynamicSize& dynamic) {
                        const int64_t size = spec.tensor.shape[dynamic.dimension];
                        return size >= dynamic.least.value_or(size) &&
                               size <= dynamic.most.value_or(size);
                      }) &&
         llvm::all_of(spec.items, is_in_range);
}

/// False, with an error, where the parameter takes no such example.
bool Oracle::Inputs::fits(const std::string& text, const InputSpec& spec) {
  const QualType type = this->type().isNull() ? QualType() : this->type().getNonReferenceType();
  const CXXRecordDecl* record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  const bool is_number = !type.isNull() && type->isArithmeticType();
  const char* wrong = nullptr;
  if (is_number && (spec.kind != InputSpec::Kind::Literal || spec.is_none()))
    wrong = "is a number";
  else if (record && is_in_user_file(oracle_.graph_.context(), record))
    wrong = "is a struct: give its members, as in --input x.pose=1x3";
  else if (oracle_.examples_->has(*node()))
    wrong = "is given twice";
  else if (!is_in_range(spec))
    wrong = "has a size that is not in the range behind it";
  if (wrong)
    return report_.error(where_, diag::input_does_not_fit, text, node()->target().view(), wrong);
  return true;
}

/// Whether an object of `type` has a member "pose.angle".
bool has_member(QualType type, llvm::StringRef path) {
  while (!path.empty()) {
    const auto [name, rest] = path.split('.');
    const CXXRecordDecl* record = type.isNull() ? nullptr : record_of(type);
    if (record == nullptr || !record->hasDefinition()) return false;
    const auto field = llvm::find_if(
        record->fields(), [&](const FieldDecl* each) { return each->getName() == name; });
    if (field == record->field_end()) return false;
    type = field->getType();
    path = rest;
  }
  return true;
}

/// "["mask"]", "[3]": the key of an element; nothing when it is none.
std::optional<Argument> key_of(llvm::StringRef text) {
  int64_t number = 0;
  if (!text.consume_front("[") || !text.consume_back("]")) return std::nullopt;
  if (!text.getAsInteger(10, number)) return Argument(number);
  if (text.size() < 2 || !text.consume_front("\"") || !text.consume_back("\"")) return std::nullopt;
  return Argument::string(std::string_view(text));
}

/// An element of a map, of which there is one then. What is wrong with its key; null: nothing.
const char* Oracle::Inputs::add_key() {
  const auto* map = type().isNull() ? nullptr
                                    : dyn_cast_or_null<ClassTemplateSpecializationDecl>(
                                          record_of(type().getNonReferenceType()));
  if (map == nullptr || map->getTemplateArgs().size() < 2 ||
      map->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return "it is no map";
  const QualType type = map->getTemplateArgs()[0].getAsType();
  const CXXRecordDecl* record = record_of(type);
  const bool takes_numbers = type->isIntegerType() && !type->isBooleanType();
  const bool takes_text =
      record && record->isInStdNamespace() && record->getName() == "basic_string";
  if (!takes_numbers && !takes_text) return "keys can be said that are text or whole numbers";
  const std::optional<Argument> key = key_of(member_);
  if (!key || takes_numbers != key->is(Argument::Kind::Int))
    return takes_numbers ? "its keys are whole numbers, as in m[3]=1x3"
                         : "its keys are text, as in m[\"name\"]=1x3";
  const std::vector<Argument>* known = node()->meta(example_keys);
  std::vector<Argument> keys = known ? *known : std::vector<Argument>();
  if (llvm::is_contained(keys, *key)) return "this key is given twice";
  keys.push_back(*key);
  node()->set_meta(example_keys, std::move(keys));
  return nullptr;
}

/// A member of a struct, or an element of a map: what nodes that read it give.
bool Oracle::Inputs::set_member(const std::string& text) {
  const bool is_key = llvm::StringRef(member_).starts_with("[");
  if (const char* wrong = is_key ? add_key() : nullptr)
    return report_.error(where_, diag::input_of_no_key, text, node()->target().view(), wrong);
  if (!is_key && !has_member(type(), member_))
    return report_.error(where_, diag::input_of_no_parameter, text, method_.str(), names_);
  const std::optional<InputSpec> spec =
      parse_input_spec(split_input(text).second, /*of_tensors=*/true);
  if (!spec) {
    report_.error(where_, diag::input_not_readable, text);
    return report_.note(where_, how_to_write), false;
  }
  const auto value = make_example(*oracle_.options_.kernels, *spec);
  if (!value) return report_.error(where_, diag::input_cannot_be_made, text, value.error().message);
  oracle_.members_[{node(), member_}] = *value;
  return true;
}

bool Oracle::Inputs::give(const std::string& text, const InputSpec& spec) {
  ops::Kernels& kernels = *oracle_.options_.kernels;
  const fx::Expected<ops::ExampleValue> value = make_example(kernels, spec);
  if (!value) return report_.error(where_, diag::input_cannot_be_made, text, value.error().message);
  oracle_.examples_->set(*node(), *value);
  node()->set_meta(example_input, spec);
  if (const std::optional<TensorMeta> meta = kernels.tensor_meta(*value))
    node()->set_meta(meta::tensor_meta, *meta);
  if (spec.is_none()) {
    args_[at_].value = Value::none();
  } else if (spec.kind == InputSpec::Kind::List) {
    std::vector<Value> items;
    items.reserve(spec.items.size());
    for (size_t item = 0; item < spec.items.size(); ++item)
      items.push_back(oracle_.graph_.get_item(nullptr, node(), static_cast<int64_t>(item)));
    args_[at_].value = Value::object(oracle_.storage_.sequence(std::move(items)));
  }
  return true;
}

bool Oracle::set_inputs(clang::SourceLocation where, llvm::StringRef method,
                        llvm::SmallVectorImpl<Operand>& args) {
  if (options_.kernels == nullptr) return true;
  members_.clear();
  Inputs inputs(*this, where, method, args);
  return llvm::all_of(options_.inputs, [&](const std::string& text) { return inputs.set(text); });
}

/// Whether `node` reads a member of which --input says what it is.
bool Oracle::set_member(Node& node) {
  std::vector<std::string> names;
  const Node* object = &node;
  const auto reads = [&] {
    const bool is_member = object->is_call_function("builtins.getattr") ||
                           object->is_call_function("operator.getitem");
    return is_member && object->args().size() == 2 && object->arg(0).is_node();
  };
  for (; reads(); object = object->arg(0).as_node()) {
    const Argument& name = object->arg(1);
    if (object->is_call_function("operator.getitem"))
      names.push_back(name.is(Argument::Kind::String)
                          ? fmt::format("[\"{}\"]", name.symbol().view())
                      : name.is(Argument::Kind::Int) ? fmt::format("[{}]", name.as_int())
                                                     : std::string());
    else
      names.push_back(name.is(Argument::Kind::String) ? name.symbol().str() : std::string());
  }
  const std::string path = llvm::join(llvm::reverse(names), ".");
  const auto found = members_.find({object, path});
  if (path.empty() || found == members_.end()) return false;
  examples_->set(node, found->second);
  if (const auto meta = options_.kernels->tensor_meta(found->second))
    node.set_meta(meta::tensor_meta, *meta);
  return true;
}

void Oracle::on_node(const Expr* expr, Node* node) {
  if (!examples_ || (!members_.empty() && set_member(*node))) return;
  const ops::ExampleResult result =
      examples_->run(*node, graph_.traced(), graph_.autocast().may_be_on());
  if (result.failure.empty() || graph_.in_constructor() || report_.failed()) return;
  report_.error(expr ? expr->getExprLoc() : clang::SourceLocation(), diag::example_fails,
                result.failure);
  for (const Node* input : node->all_input_nodes())
    if (const TensorMeta* meta = input->meta(meta::tensor_meta))
      report_.note(report_.origin(input),
                   fmt::format("'{}' is {}", input->name().str(), shape_text(*meta)));
}

namespace {

bool is_asserted(const Node* node) {
  return llvm::any_of(node->users(),
                      [](const Node* user) { return user->is_call_function("torch._assert"); });
}

/// Where a size may be another than that of its example, the graph checks what was decided by it.
void check_example(GraphBuilder& graph, const Expr* where, Node* computed, const Argument& known) {
  const bool is_dynamic = llvm::any_of(graph.graph().placeholders(), [](const Node* input) {
    const InputSpec* spec = input->meta(example_input);
    return spec && spec->has_dynamic_sizes();
  });
  if (!is_dynamic || graph.in_constructor() || known.is(Argument::Kind::String)) return;
  std::string_view condition;
  std::vector<Argument> args{Argument(computed)};
  if (!known.is(Argument::Kind::Bool)) {
    condition = "operator.eq";
    args.push_back(known);
  } else if (!known.as_bool()) {
    condition = "operator.not_";
  }
  const auto is_condition = [&](const Node* user) {
    return user->is_call_function(condition) && llvm::equal(user->args(), args);
  };
  if (condition.empty() ? is_asserted(computed)
                        : llvm::any_of(computed->users(), [&](const Node* user) {
                            return is_condition(user) && is_asserted(user);
                          }))
    return;
  Node* holds = condition.empty()
                    ? computed
                    : graph.emit(where, Opcode::CallFunction, condition, std::move(args));
  graph.emit(where, Opcode::CallFunction, "torch._assert",
             {Argument(holds), Argument::string("the example of the trace decides otherwise")});
}

} // namespace

namespace {

/// A number or a text; nothing for other literals.
std::optional<Value> value_of(const Argument& literal) {
  switch (literal.kind()) {
  case Argument::Kind::Bool: return Value::boolean(literal.as_bool());
  case Argument::Kind::Int: return Value::integer(literal.as_int());
  case Argument::Kind::Float: return Value::floating(literal.as_float());
  case Argument::Kind::String: return Value::string(literal.symbol());
  default: return std::nullopt;
  }
}

} // namespace

bool Oracle::is_on_cpu(const Node& tensor) const {
  return examples_ && examples_->has(tensor) && !graph_.construction().has_moved() &&
         stays_on_cpu(tensor);
}

std::optional<Argument> Oracle::known_literal(const Node& node) {
  if (graph_.in_constructor()) return constructed_.literal(node);
  const bool asks_for_cuda = node.is_call_function("builtins.getattr") && node.arg(0).is_node() &&
                             node.arg(1) == Argument::string("is_cuda");
  if (asks_for_cuda && is_on_cpu(*node.arg(0).as_node())) return Argument(false);
  return options_.kernels->as_literal(example(node));
}

void Oracle::say_example(const Expr* where, const std::string& what) {
  if (!concretized_.insert(where->getExprLoc()).second) return;
  std::string text = report_.source_text(where);
  constexpr size_t longest = 60;
  if (text.size() > longest) {
    size_t end = longest - 3;
    while ((text[end] & 0xC0) == 0x80) // in the middle of a character
      --end;
    text = text.substr(0, end) + "...";
  }
  report_.remark(where->getExprLoc(), diag::value_of_an_example, text.empty() ? "..." : text, what);
}

std::optional<Argument> Oracle::known_device(const Expr* where, const Value& device) {
  if (!device.is_node() || graph_.in_constructor()) return std::nullopt;
  const Node& node = *device.node();
  if (!node.is_call_function("builtins.getattr") || !node.arg(0).is_node() ||
      node.arg(1) != Argument::string("device") || !is_on_cpu(*node.arg(0).as_node()))
    return std::nullopt;
  say_example(where, "the CPU");
  return Argument::device("cpu");
}

void Oracle::concretize(const Expr* where, Value& value) {
  if (!value.is_node()) return;
  const bool is_constructed = graph_.in_constructor();
  if (!is_constructed && options_.kernels == nullptr) return;
  const std::optional<Argument> known = known_literal(*value.node());
  const std::optional<Value> number = known ? value_of(*known) : std::nullopt;
  if (!number) return;
  Node* const computed = value.node();
  value = *number;
  if (where == nullptr || is_constructed) return;
  check_example(graph_, where, computed, *known);
  say_example(where, known->is(Argument::Kind::Bool)  ? (known->as_bool() ? "true" : "false")
                     : known->is(Argument::Kind::Int) ? fmt::format("{}", known->as_int())
                                                      : std::string("known"));
}

std::optional<int64_t> length_by_arguments(const Node& node) {
  if (node.op() != Opcode::CallFunction && node.op() != Opcode::CallMethod) return std::nullopt;
  const ops::Callee& callee = ops::callee_of(node);
  const std::string_view name = callee.name;
  const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
    return llvm::is_contained(names, name);
  };
  const auto count = [](const Argument& list) { return static_cast<int64_t>(list.items().size()); };
  const auto is_list = [](const Argument& value) {
    return value.is(Argument::Kind::Tuple) || value.is(Argument::Kind::List);
  };
  if (node.is_call_function("torch.autograd.grad"))
    return node.args().size() > 1 && is_list(node.arg(1)) ? std::optional(count(node.arg(1)))
                                                          : std::nullopt;
  if (node.op() == Opcode::CallFunction && callee.package != "torch") return std::nullopt;
  if (node.args().empty()) return std::nullopt;
  if (is_one_of({"meshgrid", "broadcast_tensors"})) {
    if (is_list(node.arg(0))) return count(node.arg(0));
    const bool each = llvm::all_of(node.args(), [](const Argument& a) { return a.is_node(); });
    return each ? std::optional(static_cast<int64_t>(node.args().size())) : std::nullopt;
  }
  if (node.args().size() < 2 || !node.arg(0).is_node()) return std::nullopt;
  // A method of this name may be that of a struct which forward takes.
  const Node* self = node.arg(0).as_node();
  while (self->is_call_function("builtins.getattr") && self->arg(0).is_node())
    self = self->arg(0).as_node();
  const bool is_of_struct =
      self->op() == Opcode::Placeholder && !input_type(*self).is(ValueType::Kind::Tensor);
  if (node.op() == Opcode::CallMethod && is_of_struct) return std::nullopt;
  const Argument& parts = node.arg(1);
  if (is_one_of({"split", "split_with_sizes", "unsafe_split_with_sizes"}))
    return is_list(parts) ? std::optional(count(parts)) : std::nullopt;
  if (is_one_of({"tensor_split", "hsplit", "vsplit", "dsplit"})) {
    if (is_list(parts)) return count(parts) + 1;
    return parts.is(Argument::Kind::Int) ? std::optional(parts.as_int()) : std::nullopt;
  }
  const bool whole = is_one_of({"chunk", "unsafe_chunk"}) && parts == Argument(int64_t{1});
  return whole ? std::optional<int64_t>(1) : std::nullopt;
}

std::optional<int64_t> Oracle::known_length(const Expr* where, const Value& value) {
  if (!value.is_node()) return std::nullopt;
  if (const std::optional<int64_t> length = length_by_arguments(*value.node())) return length;
  if (graph_.in_constructor()) {
    const std::optional<size_t> length = constructed_.length(*value.node());
    return length ? std::optional(static_cast<int64_t>(*length)) : std::nullopt;
  }
  if (options_.kernels == nullptr) return std::nullopt;
  const std::optional<size_t> length = options_.kernels->length(example(*value.node()));
  if (!length) return std::nullopt;
  if (concretized_.insert(where->getExprLoc()).second)
    report_.remark(where->getExprLoc(), diag::length_of_an_example, *length);
  return static_cast<int64_t>(*length);
}

} // namespace fx::frontend
