#include "fx/Analysis/SymbolicShapes.h"

#include "ShapeFunction.h"
#include "ShapeRuns.h"

#include "fx/Analysis/CallOperations.h"
#include "fx/IR/Parser.h"
#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/Shapes.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unordered_map>

namespace fx {

const MetaKey<Argument>& meta::symbolic_shape() {
  return free_meta_key("symbolic_shape");
}

namespace {

/// What is known of the value of a node.
struct Known {
  enum class Kind : uint8_t { Nothing, Tensor, Other, Tuple };
  Kind kind = Kind::Nothing;
  ShapeValue value = {}; // of a tensor its shape; Unknown: how many dimensions it has is not known
  std::vector<Known> items = {}; // of a tuple with tensors in it

  static Known tensor(ShapeValue shape) { return {Kind::Tensor, std::move(shape)}; }
  static Known of_other(ShapeValue value) { return {Kind::Other, std::move(value)}; }
  bool is(Kind which) const { return kind == which; }
};

ShapeValue shape_of(const TensorMeta& tensor) {
  std::vector<ShapeValue> sizes;
  sizes.reserve(tensor.shape.size());
  for (const int64_t size : tensor.shape)
    sizes.push_back(ShapeValue::of(size));
  return ShapeValue::list_of(std::move(sizes));
}

/// Without `?`, and `length` of int[2].
std::string_view base_type(std::string_view type) {
  return type.ends_with('?') ? type.substr(0, type.size() - 1) : type;
}

} // namespace

class SymbolicShapes::Inference {
public:
  Inference(ops::Kernels& kernels, const InputOf& input_of, const Graph& graph,
            const TracedModule& module)
      : kernels_(kernels), input_of_(input_of), graph_(graph), module_(module),
        operations_(graph, module), known_(graph.id_limit()) {}

  Result run() {
    for (const Node* node : graph_) {
      if (node->op() == Opcode::Output) continue;
      Known known = evaluate(*node);
      known_[node->id()] = {std::move(known), round_};
    }
    return std::move(result_);
  }

  void note(Graph& graph) {
    const MetaKey<Argument>& key = meta::symbolic_shape();
    // Results of calls that are alike are one list, which is spelled once.
    ShapeValue::List last;
    Argument last_text;
    for (Node* node : graph) {
      const Known& known = known_of_node(*node);
      const ShapeValue::List* list = known.is(Known::Kind::Tensor) ? known.value.list() : nullptr;
      if (list == nullptr) {
        node->erase_meta(key);
        continue;
      }
      if (*list != last) last_text = as_argument(known.value);
      last = *list;
      node->set_meta(key, last_text);
    }
  }

  TensorType shape_for(const Node& node, const std::map<std::string, int64_t>& names) {
    const Known& known = known_of_node(node);
    if (!known.is(Known::Kind::Tensor) || known.value.list() == nullptr) return {};
    std::vector<Dimension> shape;
    for (const ShapeValue& size : **known.value.list())
      shape.push_back(size.size() ? arithmetic_.value(*size.size(), names) : std::nullopt);
    return {std::move(shape)};
  }

  std::optional<std::map<std::string, int64_t>>
  numbers_for(const std::map<std::string, int64_t>& wished) {
    // Most of what is needed of a size is a bound, or that a number divides it. Others stay small:
    // there are kernels that compute on as much memory.
    for (const int64_t factor : {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16}) {
      std::map<std::string, int64_t> numbers = wished;
      for (auto& [name, number] : numbers)
        number = clamped(names_.at(name), is_needed(name) ? number * factor : number);
      if (!follow(numbers)) continue;
      if (std::ranges::all_of(needed_, [&](const auto& needed) { return holds(needed, numbers); }))
        return numbers;
    }
    return std::nullopt;
  }

private:
  /// A name that is another expression follows from the others.
  bool follow(std::map<std::string, int64_t>& numbers) {
    for (auto& [name, number] : numbers) {
      const std::optional<int64_t> value =
          arithmetic_.value(arithmetic_.resolved(names_.at(name)), numbers);
      if (!value || *value < 0) return false;
      number = *value;
    }
    return true;
  }

  /// More is needed of it than that it is another name.
  bool is_needed(const std::string& name) const {
    return std::ranges::any_of(needed_, [&](const ShapeValue::Condition& condition) {
      return condition.kind != ShapeValue::Condition::Kind::Equal ||
                     condition.difference.terms().size() == 1
                 ? arithmetic_.mentions(condition.difference, names_.at(name))
                 : false;
    });
  }

  bool holds(const ShapeValue::Condition& condition,
             const std::map<std::string, int64_t>& numbers) const {
    using Kind = ShapeValue::Condition::Kind;
    const std::optional<int64_t> value = arithmetic_.value(condition.difference, numbers);
    if (!value) return false;
    switch (condition.kind) {
    case Kind::Equal: return *value == 0;
    case Kind::NotEqual: return *value != 0;
    case Kind::AtLeastZero: return *value >= 0;
    case Kind::BelowZero: return *value < 0;
    }
    return false;
  }

  int64_t clamped(const Size& name, int64_t number) const {
    if (const std::optional<int64_t> least = arithmetic_.least(name))
      number = std::max(number, *least);
    if (const std::optional<int64_t> most = arithmetic_.most(name))
      number = std::min(number, *most);
    return number;
  }

  Argument as_argument(const ShapeValue& shape) {
    std::vector<Argument> sizes;
    for (const ShapeValue& item : **shape.list()) {
      const std::optional<Size> size = known_size(item);
      sizes.push_back(!size              ? Argument::string("?")
                      : size->constant() ? Argument(*size->constant())
                                         : Argument::string(arithmetic_.text(*size)));
    }
    return Argument::tuple(std::move(sizes));
  }

  std::optional<Size> known_size(const ShapeValue& value) {
    try {
      return value.size() ? std::optional(arithmetic_.resolved(*value.size())) : std::nullopt;
    } catch (const SizeOverflow&) {
      return std::nullopt;
    }
  }

  std::string text(const ShapeValue& shape) {
    std::vector<std::string> sizes;
    for (const ShapeValue& item : **shape.list()) {
      const std::optional<Size> size = known_size(item);
      sizes.push_back(size ? arithmetic_.text(*size) : "?");
    }
    return fmt::format("[{}]", fmt::join(sizes, ", "));
  }

  // Nodes.

  Known evaluate(const Node& node) {
    switch (node.op()) {
    case Opcode::Placeholder:
      known_runs_.clear(); // it may bound a name
      return input(node);
    case Opcode::GetAttr: return noted(node);
    case Opcode::CallModule: return call(node);
    case Opcode::CallFunction:
    case Opcode::CallMethod: break;
    default: return {};
    }
    if (forgets_shapes(node)) return {};
    if (std::optional<Known> known = python_call(node)) return *known;
    return call(node);
  }

  const Known& known_of_node(const Node& node) const {
    static const Known nothing;
    const auto& [known, round] = known_[node.id()];
    return round == round_ ? known : nothing;
  }

  static Known noted(const Node& node) {
    const TensorMeta* tensor = node.meta(meta::tensor_meta);
    return tensor != nullptr ? Known::tensor(shape_of(*tensor)) : Known{};
  }

  Known input(const Node& node) {
    const ops::InputSpec* spec = input_of_(node);
    if (spec != nullptr) return of_spec(*spec);
    if (node.meta(meta::tensor_meta) != nullptr) return noted(node);
    return node.args().empty() ? Known{} : of_argument(node.arg(0));
  }

  Known of_spec(const ops::InputSpec& spec) {
    if (spec.kind == ops::InputSpec::Kind::Literal) return of_argument(spec.literal);
    if (spec.kind != ops::InputSpec::Kind::Tensor) {
      Known tuple{Known::Kind::Tuple};
      for (const ops::InputSpec& item : spec.items)
        tuple.items.push_back(of_spec(item));
      return tuple;
    }
    ShapeValue shape = shape_of(spec.tensor);
    for (const ops::DynamicSize& size : spec.dynamic) {
      const Size name =
          arithmetic_.name(size.name, size.least.value_or(ops::least_named_size), size.most);
      names_.insert_or_assign(size.name, name);
      (**shape.list())[size.dimension] = {name};
    }
    return Known::tensor(std::move(shape));
  }

  Known of_argument(const Argument& argument) {
    switch (argument.kind()) {
    case Argument::Kind::Node: return known_of_node(*argument.as_node());
    case Argument::Kind::None: return Known::of_other({ShapeValue::None()});
    case Argument::Kind::Bool: return Known::of_other({argument.as_bool()});
    case Argument::Kind::Int: return Known::of_other(ShapeValue::of(argument.as_int()));
    case Argument::Kind::Float: return Known::of_other({argument.as_float()});
    case Argument::Kind::String: return Known::of_other({argument.symbol().str()});
    case Argument::Kind::List:
    case Argument::Kind::Tuple: break;
    default: return {};
    }
    Known tuple{Known::Kind::Tuple};
    std::vector<ShapeValue> values;
    bool has_tensors = false;
    for (const Argument& item : argument.items()) {
      tuple.items.push_back(of_argument(item));
      has_tensors |= !tuple.items.back().is(Known::Kind::Other);
      values.push_back(tuple.items.back().value);
    }
    return has_tensors ? tuple : Known::of_other(ShapeValue::list_of(std::move(values)));
  }

  /// A call that may give an operand another shape: from then on nothing is known of it, nor of
  /// what it may be a view of.
  bool forgets_shapes(const Node& node) {
    const auto may = [](const ops::Schema& schema) { return ops::may_change_shape(schema); };
    if (!std::ranges::any_of(ops::callee_of(node).schemas, may) ||
        std::ranges::none_of(ops::bind_all(node),
                             [&](const ops::BoundCall& call) { return may(*call.schema); }))
      return false;
    ++round_;
    return true;
  }

  // What Python computes of shapes and sizes.

  std::optional<Known> python_call(const Node& node) {
    const Known first = node.args().empty() ? Known{} : of_argument(node.arg(0));
    const std::string_view target = node.target();
    const bool is_shape = node.is_call_function("builtins.getattr") && node.args().size() == 2 &&
                          node.arg(1).is(Argument::Kind::String) &&
                          node.arg(1).symbol().view() == "shape";
    const bool is_size = node.is_call_method("size");
    if (is_shape || is_size) {
      if (!first.is(Known::Kind::Tensor) || first.value.list() == nullptr) return Known{};
      if (node.args().size() == 1 || is_shape) return Known::of_other(first.value);
      return item(first.value, of_argument(node.arg(1)).value);
    }
    if (node.is_call_method("dim") && first.is(Known::Kind::Tensor) && first.value.list())
      return Known::of_other(ShapeValue::of(static_cast<int64_t>((*first.value.list())->size())));
    if (node.is_call_function("operator.getitem") && node.args().size() == 2)
      return get_item(node, first, node.arg(1));
    if (node.is_call_function("operator.neg") && first.is(Known::Kind::Other) &&
        first.value.size() != nullptr)
      return computed("sub", ShapeValue::of(0), first.value);
    if (!target.starts_with("operator.") || node.args().size() != 2) return std::nullopt;
    const Known second = of_argument(node.arg(1));
    if (!first.is(Known::Kind::Other) || !second.is(Known::Kind::Other)) return std::nullopt;
    return computed(target.substr(target.find('.') + 1), first.value, second.value);
  }

  static Known item(const ShapeValue& list, const ShapeValue& index) {
    const std::optional<int64_t> at =
        index.size() ? index.size()->constant() : std::optional<int64_t>();
    if (!at || list.list() == nullptr) return {};
    const std::vector<ShapeValue>& items = **list.list();
    const int64_t wrapped = *at < 0 ? *at + static_cast<int64_t>(items.size()) : *at;
    if (wrapped < 0 || wrapped >= static_cast<int64_t>(items.size())) return {};
    return Known::of_other(items[static_cast<size_t>(wrapped)]);
  }

  Known computed(std::string_view name, const ShapeValue& a, const ShapeValue& b) {
    if (a.size() == nullptr || b.size() == nullptr) return {};
    try {
      const Size x = arithmetic_.resolved(*a.size()), y = arithmetic_.resolved(*b.size());
      if (name == "add") return Known::of_other({arithmetic_.add(x, y)});
      if (name == "sub") return Known::of_other({arithmetic_.subtract(x, y)});
      if (name == "mul") return Known::of_other({arithmetic_.multiply(x, y)});
      const std::optional<Size> whole = name == "floordiv" ? arithmetic_.divide(x, y)
                                        : name == "mod"    ? arithmetic_.remainder(x, y)
                                                           : std::nullopt;
      return whole ? Known::of_other({*whole}) : Known{};
    } catch (const SizeOverflow&) {
      return {};
    }
  }

  Known get_item(const Node& node, const Known& of, const Argument& index) {
    if (of.is(Known::Kind::Other)) return item(of.value, of_argument(index).value);
    if (of.is(Known::Kind::Tuple)) {
      const std::optional<int64_t> at =
          index.is(Argument::Kind::Int) ? std::optional(index.as_int()) : std::optional<int64_t>();
      if (!at || *at < 0 || *at >= static_cast<int64_t>(of.items.size())) return {};
      return of.items[static_cast<size_t>(*at)];
    }
    if (of.is(Known::Kind::Tensor) && of.value.list()) return index_tensor(node, of.value, index);
    return {};
  }

  /// x[0], x[:, None], x[..., 1:]: by the functions of select and slice.
  Known index_tensor(const Node& node, ShapeValue shape, const Argument& index) {
    std::vector<Argument> parts{index};
    if (index.is(Argument::Kind::Tuple)) parts.assign(index.items().begin(), index.items().end());
    int64_t dimension = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
      const Argument& part = parts[i];
      const auto count = static_cast<int64_t>((*shape.list())->size());
      if (part.is(Argument::Kind::Ellipsis)) {
        const auto takes = [](const Argument& other) { return !other.is_none(); };
        dimension = count - std::count_if(parts.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                          parts.end(), takes);
        if (dimension < 0) return {};
        continue;
      }
      const bool is_slice = part.is(Argument::Kind::Slice);
      const bool is_new = part.is_none();
      const Known at = is_slice || is_new ? Known{} : of_argument(part);
      // A tensor, a list or a flag picks what it says.
      if (!is_slice && !is_new && at.value.size() == nullptr) return {};
      if (is_slice && is_whole(part)) {
        ++dimension;
        continue;
      }
      std::vector<ShapeValue> inputs{shape, ShapeValue::of(dimension)};
      if (is_slice)
        for (const Argument& bound : part.items())
          inputs.push_back(of_argument(bound).value);
      // Without an end it goes to the end of the dimension.
      if (is_slice && inputs[3].is_none() && dimension < count)
        inputs[3] = (**shape.list())[static_cast<size_t>(dimension)];
      if (is_slice && inputs.back().is_none()) inputs.back() = ShapeValue::of(1);
      if (!is_slice && !is_new) inputs.push_back(at.value);
      const std::optional<ShapeValue> result =
          is_slice ? run_named(node, "slice", "Tensor", std::move(inputs))
          : is_new ? run_named(node, "unsqueeze", "", std::move(inputs))
                   : run_named(node, "select", "int", std::move(inputs));
      if (!result || result->list() == nullptr) return {};
      shape = *result;
      if (is_slice || is_new) ++dimension;
    }
    return Known::tensor(std::move(shape));
  }

  /// [:]
  static bool is_whole(const Argument& slice) {
    const auto items = slice.items();
    return (items[0].is_none() || items[0] == Argument(0)) && items[1].is_none() &&
           (items[2].is_none() || items[2] == Argument(1));
  }

  std::optional<ShapeValue> run_named(const Node& node, std::string_view name,
                                      std::string_view overload, std::vector<ShapeValue> inputs) {
    for (const ops::Schema& schema : ops::libtorch_of(module_).find_schemas(name)) {
      if (schema.overload != overload) continue;
      const Argument* function = function_of(schema);
      if (function == nullptr) return std::nullopt;
      return run(node, *function, std::move(inputs));
    }
    return std::nullopt;
  }

  ShapeValue run(const Node& node, const Argument& function, std::vector<ShapeValue> inputs) {
    if (const ShapeValue* known = known_runs_.find(function, inputs)) return *known;
    ShapeResult result = run_shape_function(function, inputs, arithmetic_);
    if (result.conditions.empty() && !result.refusal)
      known_runs_.add(function, std::move(inputs), result.value);
    else
      known_runs_.clear(); // more is known of the names
    for (ShapeResult::Needed& needed : result.conditions) {
      result_.conditions.push_back({&node, std::move(needed.text)});
      if (needed.condition) needed_.push_back(std::move(*needed.condition));
    }
    if (result.refusal) refuse(node, *result.refusal);
    return std::move(result.value);
  }

  // Operators.

  /// What a parameter of an overload gets.
  struct Given {
    std::optional<Argument> value;
    const TensorMeta* tensor = nullptr; // of a module's own
  };

  Known call(const Node& node) {
    const ops::Operation* operation = operations_.of(node);
    if (operation != nullptr && operation->name.empty())
      return node.args().empty() ? Known{} : of_argument(node.arg(0)); // Identity
    for (const bool is_lax : {false, true}) {
      for (const auto& [schema, given] : candidates(node, operation))
        if (std::optional<Known> known = apply(node, *schema, given, is_lax)) return *known;
    }
    return like_operand(node, operation);
  }

  using Candidate = std::pair<const ops::Schema*, std::vector<Given>>;

  std::vector<Candidate> candidates(const Node& node, const ops::Operation* operation) {
    std::vector<Candidate> result;
    const ops::LibTorch& libtorch = ops::libtorch_of(module_);
    if (operation == nullptr) {
      if (node.op() == Opcode::CallModule) return result;
      for (const ops::BoundCall& bound : ops::bind_all(node)) {
        Candidate candidate{bound.schema, {}};
        for (std::optional<Argument>& value : bound.values(node))
          candidate.second.push_back({std::move(value)});
        result.push_back(std::move(candidate));
      }
      return result;
    }
    // reshape has no function, and gives the shape that view does.
    std::vector<std::string_view> names{operation->name};
    if (operation->name == "reshape") names.emplace_back("view");
    for (const std::string_view name : names)
      for (const ops::Schema& schema : libtorch.find_schemas(name))
        if (std::optional<std::vector<Given>> given = given_to(node, *operation, schema))
          result.emplace_back(&schema, std::move(*given));
    return result;
  }

  /// Nothing: the overload lacks one of the operands.
  std::optional<std::vector<Given>> given_to(const Node& node, const ops::Operation& operation,
                                             const ops::Schema& schema) const {
    std::vector<Given> given(schema.arguments.size());
    size_t found = 0;
    for (const ops::Operation::Operand& operand : operation.operands) {
      size_t at = 0;
      while (at < schema.arguments.size() && !is_parameter(schema.arguments[at], operand.parameter))
        ++at;
      if (at == schema.arguments.size()) {
        if (!operand.is_default) return std::nullopt;
        continue;
      }
      given[at].value = operand.as_list();
      if (!operand.tensor.empty()) given[at].tensor = held_tensor(node, operand.tensor);
      if (!operand.tensor.empty() && given[at].tensor == nullptr) return std::nullopt;
      ++found;
    }
    return found > 0 ? std::optional(std::move(given)) : std::nullopt;
  }

  /// reshape says `shape` where view says `size`.
  static bool is_parameter(const ops::SchemaArgument& argument, std::string_view name) {
    return argument.name == name || (argument.name == "self" && name == "input") ||
           (argument.name == "size" && name == "shape");
  }

  const TensorMeta* held_tensor(const Node& node, std::string_view name) const {
    const ModuleNode* called = module_.modules.find(node.target());
    if (called != nullptr && called->alias_of != nullptr) called = called->alias_of;
    if (called == nullptr || !called->leaf_tensors) return nullptr;
    const auto found = std::ranges::find(*called->leaf_tensors, name,
                                         [](const LeafTensor& held) { return held.name.view(); });
    return found == called->leaf_tensors->end() ? nullptr : &found->tensor;
  }

  /// A value for a parameter; nothing: it takes no such value.
  std::optional<ShapeValue> taken(const Given& given, const ops::SchemaArgument& parameter,
                                  bool is_lax) {
    const std::string_view type = base_type(parameter.type);
    if (given.tensor != nullptr)
      return type == "Tensor" ? std::optional(shape_of(*given.tensor)) : std::nullopt;
    if (!given.value) {
      if (!parameter.has_default)
        return parameter.is_optional() ? std::optional(ShapeValue{ShapeValue::None()})
                                       : std::nullopt;
      return default_of(parameter);
    }
    const Known known = of_argument(*given.value);
    if (known.value.is_none() && known.is(Known::Kind::Other))
      return parameter.is_optional() ? std::optional(known.value) : std::nullopt;
    const bool is_number =
        known.is(Known::Kind::Other) &&
        (known.value.size() || std::holds_alternative<double>(known.value.value) ||
         std::holds_alternative<bool>(known.value.value));
    if (type == "Tensor") {
      if (known.is(Known::Kind::Tensor)) return known.value;
      if (is_number && is_lax) return ShapeValue::list_of({});
      return known.is(Known::Kind::Nothing) && given.value->is_node() ? std::optional(ShapeValue())
                                                                      : std::nullopt;
    }
    if (type == "Tensor[]") return tensors(known);
    if (known.is(Known::Kind::Tensor)) return std::nullopt;
    if (parameter.is_int_list()) {
      if (known.value.list()) return known.value;
      if (known.is(Known::Kind::Nothing)) return ShapeValue();
      if (known.value.size() == nullptr) return std::nullopt;
      return ShapeValue::list_of(
          std::vector<ShapeValue>(std::max<size_t>(1, parameter.list_length()), known.value));
    }
    if (type == "int" || type == "SymInt")
      return known.value.size() || known.is(Known::Kind::Nothing) ? std::optional(known.value)
                                                                  : std::nullopt;
    if (type == "bool" || type == "float" || type == "Scalar")
      return is_number || known.is(Known::Kind::Nothing) ? std::optional(known.value)
                                                         : std::nullopt;
    return ShapeValue(); // a type, a device: no function of sizes reads it
  }

  static std::optional<ShapeValue> tensors(const Known& known) {
    if (!known.is(Known::Kind::Tuple)) return std::nullopt;
    std::vector<ShapeValue> shapes;
    for (const Known& item : known.items) {
      if (item.is(Known::Kind::Other)) return std::nullopt;
      shapes.push_back(item.value);
    }
    return ShapeValue::list_of(std::move(shapes));
  }

  ShapeValue default_of(const ops::SchemaArgument& parameter) {
    const Expected<Argument> value = parse_value(parameter.default_value);
    if (!value) return {};
    const Known known = of_argument(*value);
    if (parameter.is_int_list() && known.value.size())
      return ShapeValue::list_of(
          std::vector<ShapeValue>(std::max<size_t>(1, parameter.list_length()), known.value));
    return known.value;
  }

  /// Nothing: LibTorch has no function for the overload, or it does not take the operands.
  std::optional<Known> apply(const Node& node, const ops::Schema& schema,
                             const std::vector<Given>& given, bool is_lax) {
    if (given.size() != schema.arguments.size()) return std::nullopt;
    const Argument* function = function_of(schema);
    if (function == nullptr) return new_tensor(schema, given);
    std::vector<ShapeValue> inputs;
    for (size_t i = 0; i < given.size(); ++i) {
      std::optional<ShapeValue> value = taken(given[i], schema.arguments[i], is_lax);
      if (!value) return std::nullopt;
      inputs.push_back(std::move(*value));
    }
    return known_of(schema, run(node, *function, std::move(inputs)));
  }

  /// new_zeros, new_empty and the like, for which LibTorch has no functions: what they make has the
  /// size that they are given.
  std::optional<Known> new_tensor(const ops::Schema& schema, const std::vector<Given>& given) {
    if (!schema.name.starts_with("new_")) return std::nullopt;
    const auto size = std::ranges::find(schema.arguments, "size", &ops::SchemaArgument::name);
    if (size == schema.arguments.end()) return std::nullopt;
    const std::optional<ShapeValue> shape =
        taken(given[static_cast<size_t>(size - schema.arguments.begin())], *size, /*is_lax=*/false);
    if (!shape || shape->list() == nullptr) return std::nullopt;
    return Known::tensor(*shape);
  }

  static Known known_of(const ops::Schema& schema, ShapeValue value) {
    if (schema.returns.size() <= 1) return Known::tensor(std::move(value));
    Known tuple{Known::Kind::Tuple};
    for (size_t i = 0; i < schema.returns.size(); ++i)
      tuple.items.push_back(Known::tensor(
          value.list() && i < (*value.list())->size() ? (**value.list())[i] : ShapeValue()));
    return tuple;
  }

  const Argument* function_of(const ops::Schema& schema) {
    const auto [found, is_new] = functions_.try_emplace(&schema);
    if (is_new) found->second = kernels_.shape_function(schema.name, schema.overload);
    return found->second ? &*found->second : nullptr;
  }

  void refuse(const Node& node, const std::string& reason) {
    Refusal refusal{&node, reason, {}};
    for (const Node* input : node.input_nodes()) {
      const Known& known = known_of_node(*input);
      if (known.is(Known::Kind::Tensor) && known.value.list())
        refusal.operands.push_back({input, text(known.value)});
    }
    result_.refusals.push_back(std::move(refusal));
  }

  /// An operator on one tensor that could work in place gives the shape of it.
  Known like_operand(const Node& node, const ops::Operation* operation) {
    const ops::LibTorch& libtorch = ops::libtorch_of(module_);
    const std::span<const ops::Schema> schemas = operation != nullptr
                                                     ? libtorch.find_schemas(operation->name)
                                                     : ops::schemas_on_tensors(node);
    const bool is_like = std::ranges::any_of(schemas, [&](const ops::Schema& schema) {
      return ops::keeps_shape_and_type(libtorch, schema);
    });
    const Known* only = nullptr;
    for (const Node* input : node.input_nodes()) {
      const Known& known = known_of_node(*input);
      if (known.is(Known::Kind::Other)) continue;
      if (only != nullptr || !known.is(Known::Kind::Tensor)) return {};
      only = &known;
    }
    return is_like && only != nullptr ? *only : Known{};
  }

  ops::Kernels& kernels_;
  const InputOf& input_of_;
  const Graph& graph_;
  const TracedModule& module_;
  CallOperations operations_;
  SizeArithmetic arithmetic_;
  std::map<std::string, Size> names_;
  /// By node id, with the round in which it was found: what is older is forgotten.
  std::vector<std::pair<Known, uint32_t>> known_;
  uint32_t round_ = 1;
  std::unordered_map<const ops::Schema*, std::optional<Argument>> functions_;
  ShapeRuns known_runs_;
  std::vector<ShapeValue::Condition> needed_;
  Result result_;
};

SymbolicShapes::SymbolicShapes(std::shared_ptr<ops::Kernels> kernels, InputOf input_of)
    : kernels_(std::move(kernels)), input_of_(std::move(input_of)) {}
SymbolicShapes::~SymbolicShapes() = default;

SymbolicShapes::Result SymbolicShapes::run(Graph& graph, const TracedModule& module) {
  inference_ = std::make_unique<Inference>(*kernels_, input_of_, graph, module);
  Result result = inference_->run();
  if (result.refusals.empty()) inference_->note(graph);
  return result;
}

TensorType SymbolicShapes::shape_for(const Node& node,
                                     const std::map<std::string, int64_t>& names) const {
  return inference_->shape_for(node, names);
}

std::optional<std::map<std::string, int64_t>>
SymbolicShapes::numbers_for(const std::map<std::string, int64_t>& wished) const {
  return inference_->numbers_for(wished);
}

} // namespace fx
