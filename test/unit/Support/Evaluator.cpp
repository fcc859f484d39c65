#include "Support/Evaluator.h"

#include "Support/Operators.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::testing {

namespace {

using Keywords = std::vector<std::pair<std::string, Value>>;

Dtype parse_dtype(std::string_view name) {
  if (name == "bool") return Dtype::Bool;
  if (name == "int64" || name == "long") return Dtype::Int;
  if (name.starts_with("float") || name == "double") return Dtype::Float;
  throw EvaluationError(fmt::format("unknown dtype {}", name));
}

Value to_value(const Argument& argument, const Evaluator::Environment& values) {
  const auto items = [&] {
    std::vector<Value> items;
    for (const Argument& item : argument.items())
      items.push_back(to_value(item, values));
    return items;
  };
  switch (argument.kind()) {
  case Argument::Kind::None: return {};
  case Argument::Kind::Bool: return argument.as_bool();
  case Argument::Kind::Int: return argument.as_int();
  case Argument::Kind::Float: return argument.as_float();
  case Argument::Kind::String:
  case Argument::Kind::Device:
  case Argument::Kind::Layout:
  case Argument::Kind::MemoryFormat: return Value::string(argument.symbol().str());
  case Argument::Kind::Dtype: return Value::of_dtype(parse_dtype(argument.symbol()));
  case Argument::Kind::Ellipsis: return Value::aggregate(Value::Kind::Ellipsis, {});
  case Argument::Kind::Slice: return Value::aggregate(Value::Kind::Slice, items());
  case Argument::Kind::List: return Value::aggregate(Value::Kind::List, items());
  case Argument::Kind::Tuple: return Value::aggregate(Value::Kind::Tuple, items());
  case Argument::Kind::Dict: return Value::aggregate(Value::Kind::Dict, items());
  case Argument::Kind::Node: {
    const auto found = values.find(argument.as_node());
    if (found != values.end()) return found->second;
    throw EvaluationError(fmt::format("'{}' has no value yet", argument.as_node()->name().str()));
  }
  case Argument::Kind::Complex:
  case Argument::Kind::Range: break;
  }
  throw EvaluationError("complex numbers and ranges are not supported");
}

/// A module at a dotted path below `scope`; aliases stand for what they are aliases of.
const ModuleNode* find_module(const ModuleNode& scope, std::string_view path) {
  const ModuleNode* at = &scope;
  while (at && !path.empty()) {
    const size_t dot = std::min(path.find('.'), path.size());
    at = at->child(path.substr(0, dot));
    if (at && at->alias_of) at = at->alias_of;
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  return at;
}

const TensorSlot* find_slot(const ModuleNode& scope, std::string_view path) {
  const size_t dot = path.rfind('.');
  if (dot == path.npos) return scope.tensor(path);
  const ModuleNode* owner = find_module(scope, path.substr(0, dot));
  return owner ? owner->tensor(path.substr(dot + 1)) : nullptr;
}

/// What the option of a leaf is, or `otherwise`.
Value option(const ModuleNode& module, std::string_view name, Value otherwise) {
  const ModuleOption* option = module.option(name);
  return option ? to_value(option->value, {}) : std::move(otherwise);
}

struct LeafModule {
  std::string_view cpp_type;
  /// The operator that computes it, and what it is given besides the input.
  const char* function;
  Keywords (*options)(const ModuleNode& module, bool training);
};

const LeafModule leaf_modules[] = {
    {"torch::nn::ReLU", "torch.nn.functional.relu",
     [](const ModuleNode& module, bool) -> Keywords {
       return {{"inplace", option(module, "inplace", false)}};
     }},
    {"torch::nn::Dropout", "torch.nn.functional.dropout",
     [](const ModuleNode& module, bool training) -> Keywords {
       return {{"p", option(module, "p", 0.5)},
               {"training", training},
               {"inplace", option(module, "inplace", false)}};
     }},
    {"torch::nn::Identity", "torch.detach", [](const ModuleNode&, bool) { return Keywords(); }},
    {"torch::nn::Sigmoid", "torch.sigmoid", [](const ModuleNode&, bool) { return Keywords(); }},
    {"torch::nn::Flatten", "torch.flatten",
     [](const ModuleNode& module, bool) -> Keywords {
       return {{"start_dim", option(module, "start_dim", 1)},
               {"end_dim", option(module, "end_dim", -1)}};
     }},
};

} // namespace

Evaluator::Evaluator(const TracedModule& module, uint64_t seed)
    : training_(module.training || (!module.eval_only && seed % 2 == 1)), generator_(seed) {
  Environment values;
  for (const Node* node : module.init)
    values[node] = run_node(*node, values, module.modules.root());
  fill_slots(module.modules.root(), values);
  if (!module.folding) return;
  const ModuleNode& root = module.modules.root();
  Environment folded;
  for (const Node* node : *module.folding)
    if (node->op() != Opcode::Output) folded[node] = run_node(*node, folded, root);
  const std::span<const Argument> results = module.folding->output_node()->arg(0).items();
  for (size_t i = 0; i < results.size(); i += 2)
    slots_[root.tensor(results[i].symbol().view())] = folded.at(results[i + 1].as_node());
}

void Evaluator::fill_slots(const ModuleNode& module, const Environment& values) {
  for (const TensorSlot& slot : module.tensors)
    slots_[&slot] = slot.init ? values.at(slot.init) : Value();
  for (const ModuleNode* child : module.children)
    if (!child->alias_of) fill_slots(*child, values);
}

Value Evaluator::run_node(const Node& node, const Environment& values, const ModuleNode& scope) {
  std::vector<Value> args;
  for (const Argument& argument : node.args())
    args.push_back(to_value(argument, values));
  Keywords kwargs;
  for (const KeywordArgument& keyword : node.kwargs())
    kwargs.emplace_back(keyword.name.str(), to_value(keyword.value, values));
  const std::string& target = node.target().str();
  switch (node.op()) {
  case Opcode::GetAttr: {
    const TensorSlot* slot = find_slot(scope, target);
    if (slot == nullptr) throw EvaluationError("no parameter or buffer " + target);
    return slots_.at(slot);
  }
  case Opcode::CallModule: {
    const ModuleNode* module = find_module(scope, target);
    if (module == nullptr) throw EvaluationError("no module " + target);
    return call_module(*module, args, kwargs);
  }
  case Opcode::CallFunction: return call_operator(target, args, kwargs, generator_);
  case Opcode::CallMethod: return call_operator("Tensor." + target, args, kwargs, generator_);
  case Opcode::Output: return args.at(0);
  case Opcode::Placeholder: break;
  }
  throw EvaluationError("a placeholder without a value");
}

Value Evaluator::run_graph(const Graph& graph, const ModuleNode& scope,
                           const std::vector<Value>& args, const Keywords& kwargs) {
  Environment values;
  size_t next_input = 0;
  for (const Node* node : graph) {
    try {
      if (node->op() != Opcode::Placeholder) {
        Value value = run_node(*node, values, scope);
        if (node->op() == Opcode::Output) return value;
        values[node] = std::move(value);
        continue;
      }
      const auto keyword = std::find_if(kwargs.begin(), kwargs.end(), [&](const auto& entry) {
        return entry.first == node->target().view();
      });
      if (next_input < args.size())
        values[node] = args[next_input++];
      else if (keyword != kwargs.end())
        values[node] = keyword->second;
      else if (!node->args().empty())
        values[node] = to_value(node->arg(0), values);
      else
        throw EvaluationError("an input is missing");
    } catch (const EvaluationError& error) {
      throw EvaluationError(fmt::format("node '{}': {}", node->name().str(), error.what()));
    }
  }
  return {};
}

Value Evaluator::call_module(const ModuleNode& module, const std::vector<Value>& args,
                             const Keywords& kwargs) {
  if (module.kind == ModuleKind::Graph && module.graph)
    return run_graph(*module.graph, module, args, kwargs);
  for (const LeafModule& leaf : leaf_modules) {
    if (leaf.cpp_type != module.cpp_type.view()) continue;
    Keywords operands = kwargs;
    for (auto& option : leaf.options(module, training_))
      operands.push_back(std::move(option));
    return call_operator(leaf.function, args, operands, generator_);
  }
  throw EvaluationError("unknown module " + module.cpp_type.str());
}

namespace {

using StorageCopies = std::unordered_map<const Storage*, std::shared_ptr<Storage>>;

Value deep_copy(const Value& value, StorageCopies& copies) {
  Value copy = value;
  if (value.is_tensor()) {
    std::shared_ptr<Storage>& storage = copies[value.tensor.storage.get()];
    if (!storage) storage = std::make_shared<Storage>(*value.tensor.storage);
    copy.tensor.storage = storage;
  }
  for (Value& item : copy.items)
    item = deep_copy(item, copies);
  return copy;
}

void collect_slots(const ModuleNode& module, const std::string& prefix,
                   std::map<std::string, const TensorSlot*>& slots) {
  for (const TensorSlot& slot : module.tensors)
    slots[prefix + slot.name.str()] = &slot;
  for (const ModuleNode* child : module.children)
    if (!child->alias_of) collect_slots(*child, prefix + child->name.str() + ".", slots);
}

/// All of the memory behind `value`, also what its views leave out.
Value whole_storage(const Value& value) {
  std::vector<Value> parts;
  for_each_tensor(value, "", [&](const Tensor& tensor, const std::string&) {
    const std::vector<Scalar>& elements = tensor.storage->elements;
    parts.emplace_back(make_tensor({int64_t(elements.size())}, tensor.dtype(), elements));
  });
  return Value::aggregate(Value::Kind::List, std::move(parts));
}

/// "shares memory with ..." for every tensor of the output, by the first place that memory is met:
/// among the inputs, the slots both sides have, earlier parts of the output.
std::vector<std::pair<std::string, std::string>> sharing(const RunResult& result,
                                                         const RunResult& other) {
  std::unordered_map<const Storage*, std::string> owners;
  const auto own = [&](const Value& value, const std::string& name) {
    for_each_tensor(value, name, [&](const Tensor& tensor, const std::string& where) {
      owners.emplace(tensor.storage.get(), where);
    });
  };
  for (size_t i = 0; i < result.inputs.size(); ++i)
    own(result.inputs[i], fmt::format("input {}", i));
  for (const auto& [path, slot] : result.slots)
    if (other.slots.contains(path)) own(slot.last, path);
  std::vector<std::pair<std::string, std::string>> shared;
  for_each_tensor(result.output, "output", [&](const Tensor& tensor, const std::string& where) {
    shared.emplace_back(where, owners.emplace(tensor.storage.get(), where).first->second);
  });
  return shared;
}

std::string describe_lost_slots(const RunResult& a, const RunResult& b) {
  for (const auto& [path, slot] : a.slots) {
    if (b.slots.contains(path)) continue;
    std::string difference = describe_difference(slot.initial, slot.last, path);
    if (!difference.empty()) return "written to, but only on one side: " + difference;
  }
  return {};
}

} // namespace

std::vector<Value> deep_copy(const std::vector<Value>& values) {
  StorageCopies copies;
  std::vector<Value> result;
  result.reserve(values.size());
  for (const Value& value : values)
    result.push_back(deep_copy(value, copies));
  return result;
}

std::string describe_difference(const RunResult& a, const RunResult& b, bool any_layout) {
  if (a.inputs.size() != b.inputs.size()) return "another number of inputs";
  std::string difference = describe_difference(a.output, b.output, "output", any_layout);
  for (size_t i = 0; i < a.inputs.size() && difference.empty(); ++i)
    difference = describe_difference(whole_storage(a.inputs[i]), whole_storage(b.inputs[i]),
                                     fmt::format("input {} afterwards", i));
  for (const auto& [path, slot] : a.slots) {
    const auto found = b.slots.find(path);
    if (found == b.slots.end() || !difference.empty()) continue;
    difference = describe_difference(slot.last, found->second.last, path + " afterwards");
  }
  if (difference.empty()) difference = describe_lost_slots(a, b);
  if (difference.empty()) difference = describe_lost_slots(b, a);
  if (!difference.empty()) return difference;
  const auto left = sharing(a, b);
  const auto right = sharing(b, a);
  for (size_t i = 0; i < left.size(); ++i)
    if (left[i].second != right[i].second)
      return fmt::format("{} is the memory of {} and of {}", left[i].first, left[i].second,
                         right[i].second);
  if (a.generator != b.generator) return "the generator was drawn from more or less often";
  return {};
}

RunResult evaluate(const TracedModule& module, const std::vector<Value>& inputs, uint64_t seed) {
  RunResult result;
  result.inputs = deep_copy(inputs);
  Evaluator evaluator(module, seed);
  std::map<std::string, const TensorSlot*> slots;
  collect_slots(module.modules.root(), "", slots);
  for (const auto& [path, slot] : slots) {
    const Value& value = evaluator.slots().at(slot);
    StorageCopies copies;
    result.slots[path] = {deep_copy(value, copies), value};
  }
  const Graph& graph =
      evaluator.training() && module.training_graph ? *module.training_graph : module.graph;
  result.output = evaluator.run_graph(graph, module.modules.root(), result.inputs);
  result.generator = evaluator.generator();
  return result;
}

} // namespace fx::testing
