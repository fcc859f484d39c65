#include "fx/Analysis/Types.h"

#include "fx/Ops/Callee.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/PythonArithmetic.h"

#include <algorithm>
#include <memory>

namespace fx {

namespace {

using Kind = ValueType::Kind;

ValueType without_optional(const ValueType& type) {
  return type.is(Kind::Optional) ? type.items.front() : type;
}

bool is_or_may_be_tensor(const ValueType& type) {
  return type.is(Kind::Tensor) || type.is(Kind::Unknown);
}

bool is_comparison(std::string_view symbol) {
  return symbol == "==" || symbol == "!=" || symbol == "<" || symbol == "<=" || symbol == ">" ||
         symbol == ">=";
}

/// What Python computes of numbers: a float if one is, an integer of truth values.
ValueType promoted(std::span<const ValueType> numbers) {
  const auto has = [&](Kind kind) {
    return std::ranges::any_of(numbers, [&](const ValueType& type) { return type.is(kind); });
  };
  return ValueType::of(has(Kind::Scalar)  ? Kind::Scalar
                       : has(Kind::Float) ? Kind::Float
                                          : Kind::Int);
}

bool are_all(std::span<const ValueType> types, Kind kind) {
  return std::ranges::all_of(types, [&](const ValueType& type) { return type.is(kind); });
}

/// Of an expression of Python's operator module.
ValueType operator_type(const ops::OperatorSpelling& spelling,
                        std::span<const ValueType> operands) {
  const bool numbers = std::ranges::all_of(
      operands, [](const ValueType& type) { return type.is_number() || type.is(Kind::Scalar); });
  const bool compares = is_comparison(spelling.python);
  if (!numbers) {
    if (std::ranges::any_of(operands, is_or_may_be_tensor)) return ValueType::tensor();
    // Whole shapes and dtypes are compared, not their elements.
    return compares ? ValueType::of(Kind::Bool) : operands.front();
  }
  if (compares) return ValueType::of(Kind::Bool);
  if (operands.size() == 1 && !operands.front().is(Kind::Bool)) return operands.front();
  const bool is_bitwise =
      spelling.python == "&" || spelling.python == "|" || spelling.python == "^";
  if (is_bitwise && are_all(operands, Kind::Bool)) return ValueType::of(Kind::Bool);
  return spelling.target == "operator.truediv" ? ValueType::of(Kind::Float) : promoted(operands);
}

/// Of value[index].
ValueType item_type(const ValueType& container, const Argument& index) {
  const ValueType held = without_optional(container);
  switch (held.kind) {
  case Kind::Tensor:
  case Kind::Unknown: return ValueType::tensor();
  case Kind::Map: return held.items.back().computed();
  case Kind::Sizes:
  case Kind::List: {
    const bool is_sizes = held.is(Kind::Sizes);
    if (index.is(Argument::Kind::Slice))
      return is_sizes ? ValueType::list(ValueType::of(Kind::Int)) : held;
    return is_sizes ? ValueType::of(Kind::Int) : held.items.front().computed();
  }
  case Kind::Tuple:
  case Kind::Struct: {
    if (!index.is(Argument::Kind::Int)) return {};
    const std::optional<size_t> at = ops::python_index(index.as_int(), held.items.size());
    return at ? held.items[*at].computed() : ValueType();
  }
  default: return {};
  }
}

ValueType attribute_type(const ValueType& object, const Argument& attribute) {
  if (!attribute.is(Argument::Kind::String)) return {};
  const std::string_view name = attribute.symbol();
  if (const ValueType held = without_optional(object); held.is(Kind::Struct)) {
    const auto found = std::ranges::find(held.members, name);
    return found == held.members.end()
               ? ValueType()
               : held.items[static_cast<size_t>(found - held.members.begin())].computed();
  }
  const ops::TensorAttribute* known = ops::find_tensor_attribute(name);
  return known != nullptr ? ValueType::of(known->kind) : ValueType();
}

/// Of a function of Python's own, by what the languages say that it gives.
ValueType builtin_type(const ops::PythonBuiltin& builtin, std::span<const ValueType> operands) {
  const ops::ForeignSpelling& spelling =
      builtin.torchscript.exists() ? builtin.torchscript : builtin.cpp;
  if (!spelling.exists()) return {};
  if (!spelling.result_text().empty()) return ValueType::parse(spelling.result_text());
  if (spelling.result() != Kind::Unknown) return ValueType::of(spelling.result());
  // What the operands are: max(a, b), abs(a).
  if (operands.empty()) return {};
  const bool is_extreme = builtin.target == "builtins.max" || builtin.target == "builtins.min";
  if (is_extreme && are_all(operands, Kind::Bool)) return ValueType::of(Kind::Bool);
  if (is_extreme && operands.size() == 1 && operands.front().is(Kind::Sizes))
    return ValueType::of(Kind::Int);
  const bool has_items = operands.size() == 1 && !operands.front().items.empty();
  const std::span<const ValueType> values = has_items ? operands.front().items : operands;
  const bool numbers = std::ranges::all_of(
      values, [](const ValueType& type) { return type.is_number() || type.is(Kind::Scalar); });
  return numbers ? promoted(values) : values.front();
}

} // namespace

ValueType input_type(const Node& placeholder) {
  if (const std::string* declared = placeholder.meta(meta::cpp_type))
    return ValueType::parse(*declared);
  const ValueType said = ValueType::from_annotation(placeholder.type());
  return said.is(Kind::Unknown) ? ValueType::tensor() : said;
}

ValueType slot_type(const TensorSlot& slot, const TypeAnalysis& init) {
  if (slot.role != TensorRole::Constant || slot.init == nullptr) return ValueType::tensor();
  const ValueType& type = init.type(*slot.init);
  return type.is_number() ? type : ValueType::tensor();
}

/// Walks over the graph, operands before users.
class TypeAnalysis::Inference {
public:
  Inference(TypeAnalysis& analysis, const Graph& graph, const TracedModule& module)
      : analysis_(analysis), graph_(graph), module_(module) {}

  Value infer(const Node& node) {
    switch (node.op()) {
    case Opcode::Placeholder:
      return {input_type(node), node.meta(meta::cpp_type) != nullptr || !node.type().empty(), {}};
    case Opcode::GetAttr: return certain(attribute(node));
    case Opcode::CallModule: return call_module(node);
    case Opcode::CallMethod: return call_method(node);
    case Opcode::CallFunction: return call_function(node);
    case Opcode::Output: break;
    }
    return {};
  }

private:
  static Value certain(ValueType type) {
    const bool is_known = !type.is(Kind::Unknown);
    return {std::move(type), is_known, {}};
  }

  std::vector<ValueType> operands(const Node& node) const {
    std::vector<ValueType> types;
    for (const Argument& argument : node.args())
      types.push_back(without_optional(analysis_.type(argument)));
    return types;
  }

  ValueType attribute(const Node& node) {
    const TensorSlot* slot = module_.modules.find_tensor(node.target());
    // The frontend says what no tensor is: the module that TorchScript has.
    const std::string* said = slot == nullptr ? node.meta(meta::cpp_type) : nullptr;
    if (said != nullptr) return ValueType::parse(*said);
    if (slot == nullptr || slot->role != TensorRole::Constant || !module_.is_root_graph(graph_))
      return ValueType::tensor();
    if (!init_) init_ = std::make_unique<TypeAnalysis>(module_.init, module_);
    return slot_type(*slot, *init_);
  }

  Value call_module(const Node& node) const {
    // The paths of other graphs start at another module.
    const bool is_forward = module_.is_forward_graph(graph_);
    const ModuleNode* called = is_forward ? module_.modules.find(node.target()) : nullptr;
    if (called != nullptr && called->alias_of != nullptr) called = called->alias_of;
    const bool is_of_libtorch = called != nullptr && called->kind == ModuleKind::Leaf &&
                                called->cpp_type.view().starts_with("torch::nn::");
    const ops::LibTorch& libtorch = ops::libtorch_of(node);
    const ops::ModuleHolder* holder =
        is_of_libtorch ? libtorch.find_module_holder(called->cpp_type) : nullptr;
    if (holder == nullptr) return module_result(node, called);
    ValueType type = libtorch.result_type(*holder);
    // forward_with_packed_input gives what forward does, packed as what it was given.
    const ValueType given = node.args().empty() ? ValueType() : analysis_.type(node.arg(0));
    if (given.is(Kind::Struct) && type.is(Kind::Tuple) && !type.items.empty()) {
      type.items.front() = given;
      type = ValueType::tuple(std::move(type.items));
    }
    return certain(std::move(type));
  }

  /// Of a module that is none of LibTorch's: what is said of the call, or what its graph returns.
  Value module_result(const Node& node, const ModuleNode* called) const {
    if (const std::string* said = node.meta(meta::cpp_type))
      return certain(ValueType::parse(*said));
    const Node* output =
        called != nullptr && called->graph ? called->graph->output_node() : nullptr;
    if (output != nullptr && !output->args().empty()) {
      const ValueType type = TypeAnalysis(*called->graph, module_).type(output->arg(0));
      if (!type.is(Kind::Unknown)) return Value{type, false, {}};
    }
    return Value{ValueType::tensor(), false, {}};
  }

  Value call_method(const Node& node) const {
    const ops::Callee& callee = ops::callee_of(node);
    for (const ops::TensorMember& member : callee.members) {
      if (!node.kwargs().empty() || node.args().empty() || !member.takes(node.args().size() - 1))
        continue;
      const ops::ForeignSpelling& spelling = member.cpp.exists() ? member.cpp : member.torchscript;
      if (!spelling.exists()) continue;
      // x.item<double>()
      const std::string* said = node.meta(meta::cpp_type);
      if (spelling.result() == Kind::Scalar && said != nullptr)
        return certain(ValueType::parse(*said));
      return certain(ValueType::of(spelling.result()));
    }
    return call_operator(node, nullptr);
  }

  Value call_function(const Node& node) const {
    const ops::Callee& callee = ops::callee_of(node);
    const std::string_view target = node.target();
    const size_t count = node.args().size();
    if (callee.is(ops::Callee::Kind::Initializer)) return certain(ValueType::tensor());
    if (target == "operator.setitem" || target == "torch._assert")
      return certain(ValueType::of(Kind::Void));
    const auto follows = [&](ValueType type) { return Value{std::move(type), know(node), {}}; };
    if (target == "operator.getitem" && count == 2) {
      Value value = follows(item_type(analysis_.type(node.arg(0)), node.arg(1)));
      value.is_certain &= !node.arg(0).is(Argument::Kind::Dict) || is_of_one_type(node.arg(0));
      return value;
    }
    if (target == "builtins.getattr" && count >= 2)
      return follows(attribute_type(analysis_.type(node.arg(0)), node.arg(1)));
    if (callee.arithmetic != nullptr && count > 0) {
      Value value = follows(operator_type(*callee.arithmetic, operands(node)));
      // 2 ** -1 is a float, and -8.0 ** 0.5 complex: the values decide.
      if (target == "operator.pow" && !value.type.is(Kind::Tensor))
        value.is_certain &=
            count == 2 && node.arg(1).is(Argument::Kind::Int) && node.arg(1).as_int() >= 0;
      return value;
    }
    if (callee.python != nullptr &&
        (callee.python->cpp.exists() || callee.python->torchscript.exists())) {
      const std::vector<ValueType> types = operands(node);
      Value value = follows(builtin_type(*callee.python, types));
      // max(1, 2.5) gives back one of them, with its own type.
      value.is_certain &= count < 2 || are_all(types, types.front().kind);
      return value;
    }
    Value value = call_operator(node, callee.cpp ? callee.cpp->python : nullptr);
    if (callee.cpp && callee.cpp->functional != nullptr) {
      value.type = ValueType::parse(callee.cpp->functional->result);
      value.is_certain = true;
    }
    return value;
  }

  /// Whether all values of a dict have one type, as those of C++'s maps do.
  bool is_of_one_type(const Argument& dict) const {
    const auto items = dict.items(); // key, value, key, value
    for (size_t i = 1; i < items.size(); i += 2)
      if (analysis_.type(items[i]).kind != analysis_.type(items[1]).kind) return false;
    return true;
  }

  /// Whether all operands are known: what follows from them is, then.
  bool know(const Node& node) const {
    return std::ranges::all_of(node.input_nodes(),
                               [&](const Node* input) { return analysis_.is_certain(*input); });
  }

  Value call_operator(const Node& node, const ops::PythonFunction* python) const {
    const ops::Callee& callee = ops::callee_of(node);
    // Functions of torch::nn::functional that the operator of their name computes.
    const std::span<const ops::Schema> schemas =
        callee.is(ops::Callee::Kind::Functional) ? ops::libtorch_of(node).find_schemas(callee.name)
                                                 : callee.schemas;
    if (schemas.empty()) return {ValueType::tensor(), false, {}};
    const ops::TypeOf likely = [&](const Node* operand) -> const ValueType& {
      return analysis_.type(*operand);
    };
    std::optional<ops::BoundCall> best = ops::bind_best(node, schemas, python, likely);
    // Without a fitting one it compiled as the user wrote it: C++ converts more than schemas say.
    ValueType type = ops::return_type(best ? *best->schema : schemas.front());
    return {std::move(type), all_agree(node), std::move(best)};
  }

  /// Whether all overloads that may be meant return the same, whatever is only guessed so far.
  bool all_agree(const Node& node) const {
    std::optional<ValueType> agreed;
    for (const ops::BoundCall& call : ops::bind_all(node)) {
      ValueType type = ops::return_type(*call.schema);
      if (agreed && (agreed->kind != type.kind || agreed->text != type.text)) return false;
      agreed = std::move(type);
    }
    return agreed.has_value();
  }

  TypeAnalysis& analysis_;
  const Graph& graph_;
  const TracedModule& module_;
  std::unique_ptr<TypeAnalysis> init_; // of the init graph, when a constant was read
};

TypeAnalysis::TypeAnalysis(const Graph& graph, const TracedModule& module, const Declare& declare)
    : values_(graph.id_limit()) {
  Inference inference(*this, graph, module);
  for (const Node* node : graph) {
    Value value = inference.infer(*node);
    const ValueType said =
        value.is_certain ? ValueType() : ValueType::from_annotation(node->type());
    if (!said.is(Kind::Unknown)) value = {said, true, std::move(value.call)};
    std::optional<ValueType> declared = declare ? declare(*node) : std::nullopt;
    if (declared) value = {std::move(*declared), true, std::move(value.call)};
    values_[node->id()] = std::move(value);
  }
}

const TypeAnalysis::Value& TypeAnalysis::at(const Node& node) const {
  static const Value unknown;
  return node.id() < values_.size() ? values_[node.id()] : unknown;
}

const ops::BoundCall* TypeAnalysis::call(const Node& node) const {
  const std::optional<ops::BoundCall>& call = at(node).call;
  return call ? &*call : nullptr;
}

bool TypeAnalysis::agrees_with(const TypeAnalysis& other, const Graph& graph) const {
  return std::ranges::all_of(graph, [&](const Node* node) {
    const ops::BoundCall *a = call(*node), *b = other.call(*node);
    return type(*node) == other.type(*node) && is_certain(*node) == other.is_certain(*node) &&
           (a == nullptr ? b == nullptr : b != nullptr && a->schema == b->schema);
  });
}

ValueType TypeAnalysis::type(const Argument& argument) const {
  const auto items = argument.items();
  switch (argument.kind()) {
  case Argument::Kind::Node: return type(*argument.as_node());
  case Argument::Kind::None: return ValueType::of(Kind::None);
  case Argument::Kind::Bool: return ValueType::of(Kind::Bool);
  case Argument::Kind::Int: return ValueType::of(Kind::Int);
  case Argument::Kind::Float: return ValueType::of(Kind::Float);
  case Argument::Kind::String: return ValueType::of(Kind::String);
  case Argument::Kind::Dtype: return ValueType::of(Kind::Dtype);
  case Argument::Kind::Device: return ValueType::of(Kind::Device);
  case Argument::Kind::Layout: return ValueType::of(Kind::Layout);
  case Argument::Kind::List: {
    if (items.empty()) return ValueType::list(ValueType::tensor());
    ValueType item = type(items.front());
    for (const Argument& other : items.subspan(1))
      if (ValueType held = type(other); held.is(Kind::Optional)) item = std::move(held);
    return ValueType::list(std::move(item));
  }
  case Argument::Kind::Tuple: {
    std::vector<ValueType> types;
    for (const Argument& item : items)
      types.push_back(type(item));
    return ValueType::tuple(std::move(types));
  }
  case Argument::Kind::Dict:
    if (items.size() < 2) break;
    return ValueType::map("torch::OrderedDict", type(items[0]), type(items[1]));
  default: break;
  }
  return {};
}

} // namespace fx
