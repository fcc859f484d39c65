#include "fx/Passes/Reducer.h"

#include "fx/IR/Lint.h"
#include "fx/IR/Parser.h"
#include "fx/IR/Printer.h"

#include <algorithm>

namespace fx {

namespace {

std::vector<Graph*> graphs(TracedModule& module) {
  std::vector<Graph*> all = module.forward_graphs();
  all.push_back(&module.init);
  for (const std::shared_ptr<Graph>& inner : inner_graphs(module.modules))
    all.push_back(inner.get());
  return all;
}

template <class Accept>
std::vector<Node*> nodes_of(TracedModule& module, Accept accept) {
  std::vector<Node*> found;
  for (Graph* graph : graphs(module))
    for (Node* node : *graph)
      if (accept(*node)) found.push_back(node);
  return found;
}

void replace_operand(Node& user, Node* old, const Argument& value) {
  const auto map = [&](Node* input) { return input == old ? value : Argument(input); };
  std::vector<Argument> args;
  for (const Argument& argument : user.args())
    args.push_back(map_nodes(argument, map));
  std::vector<KeywordArgument> kwargs;
  for (const KeywordArgument& keyword : user.kwargs())
    kwargs.push_back({keyword.name, map_nodes(keyword.value, map)});
  user.set_args(std::move(args));
  user.set_kwargs(std::move(kwargs));
}

/// Erases a node; its users get what it was computed from, or None.
void remove_node(TracedModule& module, Node* node) {
  Argument value;
  if (node->num_inputs() > 0) value = *node->input_nodes().begin();
  for (Node* user : std::vector<Node*>(node->users().begin(), node->users().end()))
    replace_operand(*user, node, value);
  for (ModuleNode* owner : all_modules(module.modules))
    for (TensorSlot& slot : owner->tensors)
      if (slot.init == node) slot.init = value.is_node() ? value.as_node() : nullptr;
  node->graph().erase_node(node);
}

bool is_computation(const Node& node) {
  return node.op() != Opcode::Placeholder && node.op() != Opcode::Output;
}

size_t count_nodes(TracedModule& module) {
  return nodes_of(module, is_computation).size();
}
void remove_nodes(TracedModule& module, size_t begin, size_t end) {
  const std::vector<Node*> nodes = nodes_of(module, is_computation);
  // From the end: what a node was computed from is still there.
  for (size_t i = end; i-- > begin;)
    remove_node(module, nodes[i]);
}

bool is_unused_input(const Node& node) {
  return node.op() == Opcode::Placeholder && node.num_users() == 0;
}
size_t count_inputs(TracedModule& module) {
  return nodes_of(module, is_unused_input).size();
}
void remove_inputs(TracedModule& module, size_t begin, size_t end) {
  const std::vector<Node*> nodes = nodes_of(module, is_unused_input);
  for (size_t i = begin; i < end; ++i)
    nodes[i]->graph().erase_node(nodes[i]);
}

/// A place of a value that can go: an operand of a node, or an item of an operand.
struct Operand {
  Node* node;
  size_t index;               // args first, then kwargs
  std::optional<size_t> item; // of an aggregate
};

std::vector<Operand> operands(TracedModule& module) {
  std::vector<Operand> all;
  for (Node* node : nodes_of(module, [](const Node&) { return true; })) {
    const size_t total = node->args().size() + node->kwargs().size();
    for (size_t i = total; i-- > 0;) {
      const bool positional = i < node->args().size();
      const Argument& value =
          positional ? node->arg(i) : node->kwargs()[i - node->args().size()].value;
      if (value.is(Argument::Kind::List) || value.is(Argument::Kind::Tuple))
        for (size_t item = value.items().size(); item-- > 0;)
          all.push_back({node, i, item});
      if (node->op() != Opcode::Output && (!positional || i + 1 == node->args().size()) &&
          (node->op() != Opcode::CallMethod || i > 0))
        all.push_back({node, i, std::nullopt});
    }
  }
  return all;
}

void remove_operand(const Operand& operand) {
  Node& node = *operand.node;
  std::vector<Argument> args(node.args().begin(), node.args().end());
  std::vector<KeywordArgument> kwargs(node.kwargs().begin(), node.kwargs().end());
  const bool positional = operand.index < args.size();
  Argument& value = positional ? args[operand.index] : kwargs[operand.index - args.size()].value;
  if (operand.item) {
    std::vector<Argument> items(value.items().begin(), value.items().end());
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(*operand.item));
    value = value.rebuild(std::move(items));
  } else if (positional) {
    args.erase(args.begin() + static_cast<std::ptrdiff_t>(operand.index));
  } else {
    kwargs.erase(kwargs.begin() + static_cast<std::ptrdiff_t>(operand.index - args.size()));
  }
  node.set_args(std::move(args));
  node.set_kwargs(std::move(kwargs));
}

size_t count_operands(TracedModule& module) {
  return operands(module).size();
}
void remove_operands(TracedModule& module, size_t begin, size_t end) {
  // Later operands of a node come first in the list, so that the numbers of the others stay.
  const std::vector<Operand> all = operands(module);
  for (size_t i = begin; i < end; ++i)
    remove_operand(all[i]);
}

size_t count_modules(TracedModule& module) {
  return all_modules(module.modules).size() - 1;
}
void remove_modules(TracedModule& module, size_t begin, size_t end) {
  const std::vector<ModuleNode*> modules = all_modules(module.modules);
  for (size_t i = begin; i < end; ++i)
    module.modules.detach(*modules[i + 1]);
}

/// What all modules have of `Items`: their tensors, their options.
template <auto Items>
size_t count_in_modules(TracedModule& module) {
  size_t count = 0;
  for (const ModuleNode* owner : all_modules(module.modules))
    count += (owner->*Items).size();
  return count;
}
template <auto Items>
void remove_in_modules(TracedModule& module, size_t begin, size_t end) {
  size_t at = 0;
  for (ModuleNode* owner : all_modules(module.modules))
    std::erase_if(owner->*Items, [&](const auto&) {
      const bool removed = at >= begin && at < end;
      ++at;
      return removed;
    });
}

size_t count_training_graph(TracedModule& module) {
  return module.training_graph ? 1 : 0;
}
void remove_training_graph(TracedModule& module, size_t, size_t) {
  module.training_graph.reset();
}

size_t count_folding(TracedModule& module) {
  return module.folding ? 1 : 0;
}
void inline_folding(TracedModule& module, size_t, size_t) {
  module.inline_folding();
}

bool has_extras(const Node& node) {
  return (node.meta_store() != nullptr && !node.meta_store()->empty()) || !node.type().empty();
}
size_t count_extras(TracedModule& module) {
  return nodes_of(module, has_extras).size();
}
void remove_extras(TracedModule& module, size_t begin, size_t end) {
  const std::vector<Node*> nodes = nodes_of(module, has_extras);
  for (size_t i = begin; i < end; ++i) {
    nodes[i]->set_type({});
    nodes[i]->clear_meta();
  }
}

} // namespace

const Reducer::Strategy Reducer::strategies[] = {
    {count_training_graph, remove_training_graph},
    {count_folding, inline_folding},
    {count_nodes, remove_nodes},
    {count_inputs, remove_inputs},
    {count_operands, remove_operands},
    {count_modules, remove_modules},
    {count_in_modules<&ModuleNode::tensors>, remove_in_modules<&ModuleNode::tensors>},
    {count_in_modules<&ModuleNode::options>, remove_in_modules<&ModuleNode::options>},
    {count_extras, remove_extras},
};

bool Reducer::attempt(const Strategy& strategy, size_t begin, size_t end, std::string& text) {
  Expected<TracedModule> module = parse_graph(text);
  if (!module) return false;
  const bool was_clean = lint(*module).empty();
  strategy.remove(*module, begin, end);
  // A broken graph fails for a reason of its own.
  if (was_clean && !lint(*module).empty()) return false;
  std::string smaller = print_graph(*module, {.meta = true});
  ++attempts_;
  if (smaller == text || !is_interesting_(smaller)) return false;
  text = std::move(smaller);
  return true;
}

bool Reducer::run(const Strategy& strategy, std::string& text) {
  const auto count = [&] {
    Expected<TracedModule> module = parse_graph(text);
    return module ? strategy.count(*module) : 0;
  };
  bool changed = false;
  size_t parts = count();
  for (size_t size = parts; size > 0; size /= 2) {
    // Backwards: what is computed last is not needed.
    for (size_t end = parts; end > 0;) {
      const size_t begin = end > size ? end - size : 0;
      if (attempt(strategy, begin, end, text)) {
        changed = true;
        parts = count();
        end = std::min(begin, parts);
      } else {
        end = begin;
      }
    }
  }
  return changed;
}

std::string Reducer::reduce(std::string text) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Strategy& strategy : strategies)
      changed |= run(strategy, text);
  }
  return text;
}

} // namespace fx
