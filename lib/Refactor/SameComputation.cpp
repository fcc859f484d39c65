#include "fx/Analysis/Aliasing.h"
#include "fx/IR/Printer.h"
#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/Modules.h"
#include "fx/Ops/PythonArithmetic.h"
#include "fx/Refactor/InPlace.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace fx::refactor {

namespace {

/// Whether nothing registers a module without weights: a trace knows it by the class that calls it
/// first. `original` was traced with syntax, which has the registrations.
bool is_loose(const ModuleNode& module, const TracedModule& model, const TracedModule& original) {
  if (module.kind != ModuleKind::Leaf || ops::module_class_of(module) == nullptr ||
      ops::may_have_tensors(module, model))
    return false;
  const ModuleNode* known = original.modules.find(module.path());
  return known == nullptr || (known->registration == nullptr && known->parent != nullptr &&
                              known->parent->kind == ModuleKind::User);
}

/// A number for every different computation, the same in both models.
class Numbering {
public:
  /// `unheeded`: tensors for which it does not matter what is done with them.
  explicit Numbering(const TracedModule& original, std::unordered_set<Symbol> unheeded = {})
      : original_(original), unheeded_(std::move(unheeded)) {}

  /// What one of its graphs returns, and what its nodes with effects do, in order.
  std::vector<size_t> of(const TracedModule& module, const Graph& graph) {
    const AliasAnalysis aliasing(graph, module);
    // How often what a class of memory holds has been overwritten so far.
    std::unordered_map<AliasAnalysis::MemoryClass, size_t> overwritten;
    std::unordered_map<Symbol, size_t> overwritten_attributes;
    numbers_.clear();
    literals_.clear();
    passed_over_.clear();
    std::vector<size_t> result;
    size_t placeholders = 0;
    size_t barriers = 0;
    for (const Node* node : graph) {
      if (is_unheeded(*node)) continue;
      // Who reads the source again computes what its literals say.
      if (const std::optional<Argument> literal = literal_of(*node)) {
        literals_.emplace(node, *literal);
        continue;
      }
      const bool is_input = node->op() == Opcode::Placeholder;
      std::string key = is_input ? fmt::format("placeholder {}", placeholders++)
                                 : fmt::format("{} {} {}", static_cast<int>(node->op()),
                                               callee(module, *node), operands(*node));
      // Within no_grad the same call is another one.
      if (!is_input && node->op() != Opcode::GetAttr && barriers > 0)
        key += fmt::format(" |{}", barriers);
      const Effects& effects = aliasing.effects(*node);
      if (effects.barrier) ++barriers;
      const bool is_ordered = !is_input && !effects.is_pure();
      if (is_ordered) key += fmt::format(" #{}", result.size());
      // Before it is overwritten the same tensor is another value.
      size_t operand = 0;
      for (const Node* input : node->all_input_nodes()) {
        // Much may share memory with something from outside, and little does with a weight.
        const bool is_attribute = input->op() == Opcode::GetAttr;
        const auto attribute = overwritten_attributes.find(input->target());
        const auto memory = overwritten.find(aliasing.memory(*input));
        if (is_attribute && attribute != overwritten_attributes.end())
          key += fmt::format(" {}@{}", operand, attribute->second);
        if (!is_attribute && memory != overwritten.end())
          key += fmt::format(" {}@{}", operand, memory->second);
        ++operand;
      }
      for (const Node* target : aliasing.written_by(*node)) {
        if (const Node* attribute = attribute_behind(*target))
          ++overwritten_attributes[attribute->target()];
        if (const auto memory = aliasing.memory(*target); memory != AliasAnalysis::none)
          ++overwritten[memory];
      }
      const size_t number = known_.try_emplace(key, known_.size()).first->second;
      numbers_[node] = number;
      if (is_ordered) result.push_back(number);
    }
    return result;
  }

  /// Those of the nodes of the graph that was numbered last.
  const std::unordered_map<const Node*, size_t>& numbers() const { return numbers_; }

private:
  bool is_unheeded(const Node& node) {
    const bool is_root = node.op() == Opcode::GetAttr && unheeded_.contains(node.target());
    const bool reads = !passed_over_.empty() &&
                       std::ranges::any_of(node.all_input_nodes(), [&](const Node* input) {
                         return passed_over_.contains(input);
                       });
    if (is_root || reads) passed_over_.insert(&node);
    return is_root || reads;
  }

  /// The parameter or buffer that a node gives, or a view of it; null: it is none.
  static const Node* attribute_behind(const Node& node) {
    const Node* value = &node;
    while ((value->op() == Opcode::CallMethod || value->is_call_function("operator.getitem")) &&
           !value->args().empty() && value->arg(0).is_node())
      value = value->arg(0).as_node();
    return value->op() == Opcode::GetAttr ? value : nullptr;
  }

  /// The target, and of a module its class and what it was told beside the defaults.
  std::string callee(const TracedModule& module, const Node& node) const {
    const ModuleNode* called =
        node.op() == Opcode::CallModule ? module.modules.find(node.target()) : nullptr;
    while (called != nullptr && called->alias_of != nullptr)
      called = called->alias_of;
    if (called == nullptr) return node.target().str();
    const ops::ModuleClass* known = ops::module_class_of(*called);
    std::vector<std::string> options;
    for (const ModuleOption& option : called->options) {
      const std::optional<Argument> usual =
          known ? ops::ModuleOptions(ops::libtorch_of(module), *known, {}).value(option.name)
                : std::nullopt;
      if (!usual || !(*usual == option.value))
        options.push_back(fmt::format("{}={}", option.name.view(), python_repr(option.value)));
    }
    std::ranges::sort(options);
    return fmt::format("{} {}({})",
                       is_loose(*called, module, original_) ? "" : node.target().view(),
                       called->cpp_type.view(), fmt::join(options, ","));
  }

  /// The argument with the nodes that are literals as such.
  Argument current(const Argument& argument) const {
    return map_nodes(argument, [&](Node* node) {
      const auto literal = literals_.find(node);
      return literal == literals_.end() ? Argument(node) : literal->second;
    });
  }

  /// What Python computes there from literals.
  std::optional<Argument> literal_of(const Node& node) const {
    if (node.op() != Opcode::CallFunction || !node.kwargs().empty()) return std::nullopt;
    std::vector<Argument> operands;
    operands.reserve(node.args().size());
    for (const Argument& argument : node.args())
      operands.push_back(current(argument));
    std::optional<Argument> value = ops::python_call(node.target(), operands);
    return value && !value->has_nodes() ? value : std::nullopt;
  }

  std::string text(const Argument& argument) const { return settled_text(current(argument)); }

  std::string settled_text(const Argument& argument) const {
    if (argument.is_node()) return fmt::format("%{}", numbers_.at(argument.as_node()));
    if (!argument.has_nodes() && !argument.is_sequence()) return python_repr(argument);
    std::string items;
    for (const Argument& item : argument.items())
      items += settled_text(item) + ",";
    // The lists of C++ are tuples or lists in Python's words.
    return "[" + items + "]";
  }

  /// The operands by the names of the operator's parameters, without those that say the default.
  std::string operands(const Node& node) const {
    if (node.op() == Opcode::CallFunction || node.op() == Opcode::CallMethod)
      for (const ops::BoundCall& call : ops::bind_all(node))
        if (std::ranges::find(call.parameters, -1) == call.parameters.end())
          return bound(node, *call.schema, call.parameters);
    std::string result;
    for (const Argument& argument : node.args())
      result += " " + text(argument);
    for (const KeywordArgument& keyword : node.kwargs())
      result += fmt::format(" {}={}", keyword.name.view(), text(keyword.value));
    return result;
  }

  std::string bound(const Node& node, const ops::Schema& schema,
                    const std::vector<int>& binding) const {
    std::vector<std::vector<std::string>> values(schema.arguments.size());
    for (size_t i = 0; i < binding.size(); ++i) {
      const Argument& value = ops::operand(node, i);
      const auto parameter = static_cast<size_t>(binding[i]);
      const bool is_list = schema.arguments[parameter].is_int_list() &&
                           (value.is(Argument::Kind::List) || value.is(Argument::Kind::Tuple));
      if (!is_list) {
        values[parameter].push_back(text(value));
        continue;
      }
      for (const Argument& item : value.items())
        values[parameter].push_back(text(item));
    }
    std::string result = std::string(schema.overload);
    for (size_t i = 0; i < values.size(); ++i) {
      const ops::SchemaArgument& parameter = schema.arguments[i];
      // One number stands for as many as the list has.
      const auto widen = [&](std::vector<std::string> list) {
        if (parameter.is_int_list() && list.size() == 1)
          list.resize(std::max<size_t>(1, parameter.list_length()), list.front());
        return list;
      };
      const std::vector<std::string> value = widen(values[i]);
      if (value.empty() ||
          (parameter.has_default && value == widen({std::string(parameter.default_value)})))
        continue;
      result += fmt::format(" {}={}", parameter.name, fmt::join(value, ","));
    }
    return result;
  }

  const TracedModule& original_;
  std::unordered_set<Symbol> unheeded_;
  std::unordered_set<const Node*> passed_over_;
  std::unordered_map<std::string, size_t> known_;
  std::unordered_map<const Node*, size_t> numbers_;
  std::unordered_map<const Node*, Argument> literals_;
};

} // namespace

namespace {

const Graph& in_training(const TracedModule& module) {
  return module.training_graph ? *module.training_graph : module.graph;
}

std::unordered_set<Symbol> loaded_tensors(const ModuleTree& modules) {
  std::unordered_set<Symbol> tensors;
  for (const ModuleNode* module : all_modules(modules))
    for (const Symbol name : module->loaded_tensors)
      tensors.insert(Symbol(fmt::format("{}.{}", module->path(), name.view())));
  return tensors;
}

} // namespace

bool same_computation(const TracedModule& a, const TracedModule& b) {
  Numbering numbering(a), of_init(a, loaded_tensors(a.modules));
  const auto same = [&](const Graph& of_a, const Graph& of_b, Numbering& numbers) {
    const std::vector<size_t> first = numbers.of(a, of_a);
    return first == numbers.of(b, of_b);
  };
  // What makes a module that was not registered comes in another order where it is now.
  const bool has_same_init = std::ranges::any_of(all_modules(a.modules),
                                                 [](const ModuleNode* module) {
                                                   return module->parent != nullptr &&
                                                          module->registration == nullptr &&
                                                          module->parent->kind == ModuleKind::User;
                                                 }) ||
                             same(a.init, b.init, of_init);
  return same(a.graph, b.graph, numbering) && same(in_training(a), in_training(b), numbering) &&
         has_same_init;
}

bool same_in_one_mode(const TracedModule& a, const TracedModule& b) {
  Numbering numbering(a);
  const auto same = [&](const Graph& of_a, const Graph& of_b) {
    const std::vector<size_t> first = numbering.of(a, of_a);
    return first == numbering.of(b, of_b);
  };
  return same(a.graph, b.graph) != same(in_training(a), in_training(b));
}

/// The first module with weights that has another place among them: their order is how optimizers
/// know them.
static std::string other_order(const TracedModule& a, const TracedModule& b) {
  const auto order_of = [](const TracedModule& model) {
    std::vector<std::string> order;
    for (const ModuleNode* module : all_modules(model.modules))
      if (module->parent != nullptr && module->alias_of == nullptr && module->registered &&
          ops::may_have_tensors(*module, model))
        order.push_back(module->path());
    return order;
  };
  const std::vector<std::string> order_a = order_of(a), order_b = order_of(b);
  const auto differ = std::ranges::mismatch(order_a, order_b);
  return differ.in1 == order_a.end() ? std::string() : *differ.in1;
}

std::string other_registration(const TracedModule& a, const TracedModule& b) {
  const auto classes_of = [](const TracedModule& model) {
    std::map<std::string, std::string> classes;
    for (const ModuleNode* module : all_modules(model.modules)) {
      // What passes make of a graph stands in no class.
      if (module->parent == nullptr || module->kind == ModuleKind::Graph) continue;
      const ModuleNode* real = module;
      while (real->alias_of != nullptr)
        real = real->alias_of;
      classes.emplace(module->path(),
                      fmt::format("{} {}", real->cpp_type.view(), module->registered));
    }
    // Constructors may register tensors for modules that they find.
    for (const ModuleNode* module : all_modules(model.modules))
      for (const TensorSlot& slot : module->tensors)
        if (slot.is_saved() && module->kind == ModuleKind::User)
          classes.emplace(module->parent == nullptr
                              ? slot.name.str()
                              : fmt::format("{}.{}", module->path(), slot.name.view()),
                          std::string(role_name(slot.role)));
    return classes;
  };
  // A trace finds what a member holds without registering it only where it is called.
  const auto is_unseen = [&](const std::string& path) {
    const ModuleNode* module = a.modules.find(path);
    const bool is_registered = module == nullptr || module->registration != nullptr ||
                               module->parent == nullptr ||
                               module->parent->kind != ModuleKind::User;
    return !is_registered && std::ranges::none_of(a.forward_graphs(), [&](const Graph* graph) {
      return !graph->find_nodes(Opcode::CallModule, Symbol(path)).empty();
    });
  };
  const auto is_loose_in = [&](const TracedModule& model, const std::string& path) {
    const ModuleNode* module = model.modules.find(path);
    return module != nullptr && is_loose(*module, model, a);
  };
  const auto of_a = classes_of(a), of_b = classes_of(b);
  std::multiset<std::string> elsewhere; // classes of modules that have another place in b
  for (const auto& [path, type] : of_a) {
    const auto other = of_b.find(path);
    if (other == of_b.end() && is_loose_in(a, path))
      elsewhere.insert(type);
    else if (other == of_b.end() ? !is_unseen(path) : other->second != type)
      return path;
  }
  for (const auto& [path, type] : of_b) {
    if (of_a.contains(path)) continue;
    const auto moved = is_loose_in(b, path) ? elsewhere.find(type) : elsewhere.end();
    if (moved == elsewhere.end()) return path;
    elsewhere.erase(moved);
  }
  return other_order(a, b);
}

const Node* first_difference(const TracedModule& a, const TracedModule& b) {
  Numbering numbering(a);
  const auto differs = [&](const Graph& of_a, const Graph& of_b) -> const Node* {
    (void)numbering.of(b, of_b);
    std::unordered_set<size_t> has;
    for (const auto& [node, number] : numbering.numbers())
      has.insert(number);
    (void)numbering.of(a, of_a);
    for (const Node* node : of_a)
      if (const auto number = numbering.numbers().find(node);
          number != numbering.numbers().end() && !has.contains(number->second))
        return node;
    return nullptr;
  };
  const Node* first = differs(a.graph, b.graph);
  return first != nullptr ? first : differs(in_training(a), in_training(b));
}

} // namespace fx::refactor
