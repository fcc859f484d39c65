#include "fx/Analysis/ExampleTypes.h"

#include "fx/Analysis/Effects.h"
#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Modules.h"
#include "fx/Ops/Shapes.h"

#include <algorithm>
#include <utility>

namespace fx {

namespace {

/// Whether types may be others than operators give by themselves, node by node in the order of the
/// program: autocast may be on, or another default type. The functions are named here, and not in a
/// table, because which operand of each turns it on is this class's alone.
class AutocastState {
public:
  bool may_be_on() const { return is_set_ || !open_.empty(); }

  void pass(const Node& node) {
    if (node.is_call_method("__enter__") && is_on(guard_of(node))) open_.insert(guard_of(node));
    if (node.is_call_method("__exit__")) open_.erase(guard_of(node));
    const bool is_setter = node.is_call_function("torch.set_autocast_enabled") ||
                           node.is_call_function("torch.set_autocast_cpu_enabled");
    if (is_setter && !(node.args().size() == 1 && node.arg(0) == Argument(false))) is_set_ = true;
    if (node.is_call_function("torch.set_default_dtype") ||
        node.is_call_function("torch.set_default_tensor_type"))
      is_set_ = true;
  }

private:
  static const Node* guard_of(const Node& node) {
    return !node.args().empty() && node.arg(0).is_node() ? node.arg(0).as_node() : nullptr;
  }
  /// torch.autocast(device, dtype, enabled)
  static bool is_on(const Node* guard) {
    if (guard == nullptr || !guard->is_call_function("torch.autocast")) return false;
    const Argument* enabled = guard->args().size() > 2 ? &guard->arg(2) : guard->kwarg("enabled");
    return enabled == nullptr || !(*enabled == Argument(false));
  }

  std::unordered_set<const Node*> open_;
  bool is_set_ = false; // until the graph ends: whoever sets it back may set it to a value
};

bool has_no_value(const Node& node) {
  return node.op() == Opcode::Output;
}

/// Whether a call in a forward or in a graph module writes to memory of an operand.
bool writes_to_operands(TracedModule& module) {
  EffectOracle effects(&module);
  const auto writes = [&](const Node* node) { return effects(*node).writes != 0; };
  return std::ranges::any_of(
             module.forward_graphs(),
             [&](const Graph* graph) { return std::ranges::any_of(*graph, writes); }) ||
         std::ranges::any_of(inner_graphs(module.modules), [&](const auto& inner) {
           return std::ranges::any_of(*inner, writes);
         });
}

/// In the order in which values are needed: the init graph's first.
std::vector<Graph*> graphs_of(TracedModule& module) {
  std::vector<Graph*> graphs{&module.init};
  for (Graph* graph : module.forward_graphs())
    graphs.push_back(graph);
  return graphs;
}

std::string path_below(const ModuleNode& base, std::string_view name) {
  std::string path = base.path();
  if (!path.empty()) path += '.';
  return path += name;
}

/// `base`: at which the paths of the node's graph start.
const ModuleNode* called_module(const Node& node, const ModuleNode& base,
                                const TracedModule& module) {
  if (node.op() != Opcode::CallModule) return nullptr;
  const ModuleNode* called = module.modules.find(path_below(base, node.target()));
  return called != nullptr && called->alias_of != nullptr ? called->alias_of : called;
}

const ModuleNode* called_graph_module(const Node& node, const TracedModule& module) {
  const ModuleNode* called = called_module(node, module.modules.root(), module);
  return called != nullptr && called->graph ? called : nullptr;
}

} // namespace

void add_leaf_tensors(TracedModule& module, ops::Kernels& kernels) {
  for (ModuleNode* leaf : all_modules(module.modules))
    if (leaf->kind == ModuleKind::Leaf && !leaf->leaf_tensors)
      leaf->leaf_tensors = kernels.leaf_tensors(*leaf, ops::libtorch_of(module), module.training);
}

ExampleTypes::ExampleTypes(std::shared_ptr<ops::Kernels> kernels, TracedModule& module,
                           InputOf input_of)
    : input_of_(std::move(input_of)), run_(std::move(kernels)) {
  for (Graph* graph : graphs_of(module)) {
    AutocastState autocast;
    for (Node* node : *graph) {
      if (has_no_value(*node)) continue;
      take_over(*node, module, autocast.may_be_on());
      if (const ModuleNode* called = called_graph_module(*node, module)) {
        const auto [caller, is_first] = callers_.try_emplace(called->graph.get(), node);
        if (!is_first) caller->second = nullptr;
      }
      remember(*node, autocast.may_be_on());
      autocast.pass(*node);
    }
  }
}

ops::ExampleValue ExampleTypes::noted_value(const Node& node) const {
  const TensorMeta* meta = node.meta(meta::tensor_meta);
  if (meta == nullptr) return nullptr;
  Expected<ops::ExampleValue> tensor = run_.kernels().tensor(*meta);
  return tensor ? *tensor : nullptr;
}

void ExampleTypes::take_over(Node& node, const TracedModule& module, bool autocast) {
  if (ops::ExampleValue noted = noted_value(node)) return run_.set(node, std::move(noted));
  if (node.op() == Opcode::Placeholder) return run_.set(node, input_of_(node));
  run_.run(node, module, autocast);
  // The tracer noted no type where it was not sure of it.
  if (node.meta(meta::tensor_meta) == nullptr) return;
  node.erase_meta(meta::tensor_meta);
  run_.set_unsure_type(node);
}

void ExampleTypes::remember(const Node& node, bool autocast) {
  Record& record = records_[node];
  const auto num_args = static_cast<uint32_t>(node.args().size());
  const auto num_kwargs = static_cast<uint32_t>(node.kwargs().size());
  const bool fits = record.is_set && num_args + num_kwargs <= record.num_args + record.num_kwargs;
  if (!fits) {
    record.first = static_cast<uint32_t>(operands_.size());
    operands_.resize(operands_.size() + num_args + num_kwargs);
  }
  auto operand = operands_.begin() + record.first;
  for (const Argument& argument : node.args())
    *operand++ = {Symbol(), argument};
  std::ranges::copy(node.kwargs(), operand);
  record = {node.target(),     node.op(),    true,     autocast,
            record.changed_in, record.first, num_args, num_kwargs};
}

bool ExampleTypes::has_same_operands(const Record& was, const Node& node) const {
  const std::span all(operands_);
  const auto same_keyword = [](const KeywordArgument& a, const KeywordArgument& b) {
    return a.name == b.name && a.value == b.value;
  };
  return std::ranges::equal(all.subspan(was.first, was.num_args), node.args(), {},
                            &KeywordArgument::value) &&
         std::ranges::equal(all.subspan(was.first + was.num_args, was.num_kwargs), node.kwargs(),
                            same_keyword);
}

bool ExampleTypes::has_changed_value(const Node& node) const {
  const Record* record = records_.find(node);
  return record != nullptr && record->changed_in == update_;
}

bool ExampleTypes::is_as_it_was(const Node& node, const TracedModule& module, bool autocast) const {
  const Record* found = records_.find(node);
  if (found == nullptr || !found->is_set) return false;
  const Record& was = *found;
  if (was.op != node.op() || was.target != node.target() || was.autocast != autocast ||
      !has_same_operands(was, node))
    return false;
  const TensorSlot* slot =
      node.op() == Opcode::GetAttr ? module.modules.find_tensor(node.target()) : nullptr;
  if (slot != nullptr && slot->init != nullptr && has_changed_value(*slot->init)) return false;
  const auto has_changed_input = [&](const Node& user) {
    return std::ranges::any_of(user.input_nodes(),
                               [&](const Node* input) { return has_changed_value(*input); });
  };
  const ModuleNode* called = called_graph_module(node, module);
  const Node* result = called != nullptr ? called->graph->output_node() : nullptr;
  return !has_changed_input(node) && (result == nullptr || !has_changed_input(*result)) &&
         (called == nullptr || !changed_graphs_.contains(called->graph.get()));
}

bool ExampleTypes::is_same_value(const ops::ExampleValue& a, const ops::ExampleValue& b) const {
  if (!a || !b) return a == b;
  const std::optional<TensorMeta> tensor = run_.kernels().tensor_meta(a);
  if (tensor) return tensor == run_.kernels().tensor_meta(b);
  const std::optional<Argument> literal = run_.kernels().as_literal(a);
  return literal && literal == run_.kernels().as_literal(b);
}

void ExampleTypes::note(Node& node) const {
  const ops::ExampleValue value = run_.value(node);
  const std::optional<TensorMeta> meta = value ? run_.kernels().tensor_meta(value) : std::nullopt;
  if (meta)
    node.set_meta(meta::tensor_meta, *meta);
  else
    node.erase_meta(meta::tensor_meta);
}

ops::ExampleValue ExampleTypes::result_of(const Node& call, const ModuleNode& called) const {
  const std::vector<Node*> inputs = called.graph->placeholders();
  const Node* output = called.graph->output_node();
  if (output == nullptr || output->args().empty() || !call.kwargs().empty() ||
      inputs.size() != call.args().size())
    return nullptr;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const TensorMeta* was = inputs[i]->meta(meta::tensor_meta);
    const ops::ExampleValue is =
        call.arg(i).is_node() ? run_.value(*call.arg(i).as_node()) : nullptr;
    if (was == nullptr || !is || run_.kernels().tensor_meta(is) != *was) return nullptr;
  }
  const auto noted = [&](const Argument& argument) {
    return argument.is_node() ? noted_value(*argument.as_node()) : run_.kernels().literal(argument);
  };
  const Argument& result = output->arg(0);
  if (!result.is(Argument::Kind::Tuple)) return noted(result);
  std::vector<ops::ExampleValue> items;
  for (const Argument& item : result.items()) {
    items.push_back(noted(item));
    if (!items.back()) return nullptr;
  }
  return run_.kernels().sequence(items, /*is_tuple=*/true);
}

ExampleTypes::Refusal ExampleTypes::refusal_of(const Node& node, std::string reason) const {
  Refusal refusal{&node, std::move(reason)};
  for (const Node* input : node.input_nodes()) {
    const ops::ExampleValue value = run_.value(*input);
    std::optional<TensorMeta> tensor = value ? run_.kernels().tensor_meta(value) : std::nullopt;
    if (tensor) refusal.operands.push_back({input, std::move(*tensor)});
  }
  return refusal;
}

ops::ExampleValue ExampleTypes::value_of(const Argument& argument) const {
  if (argument.is_node()) return run_.value(*argument.as_node());
  if (!argument.has_nodes()) return run_.kernels().literal(argument);
  if (!argument.is_sequence()) return nullptr; // a dict, a slice with a size in it
  std::vector<ops::ExampleValue> items;
  for (const Argument& item : argument.items()) {
    items.push_back(value_of(item));
    if (!items.back()) return nullptr;
  }
  return run_.kernels().sequence(items, argument.is(Argument::Kind::Tuple));
}

void ExampleTypes::bind_inputs(const Node& call, const Graph& inner) {
  const std::vector<Node*> inputs = inner.placeholders();
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Argument* given = i < call.args().size() ? &call.arg(i) : call.kwarg(inputs[i]->target());
    if (given == nullptr && !inputs[i]->args().empty()) given = &inputs[i]->arg(0); // the default
    run_.set(*inputs[i], given != nullptr ? value_of(*given) : nullptr);
    note(*inputs[i]);
  }
}

ops::ExampleValue ExampleTypes::attribute(const ModuleNode& base, std::string_view name,
                                          const TracedModule& module) const {
  const std::string path = path_below(base, name);
  if (const TensorSlot* slot = module.modules.find_tensor(path))
    return slot->init ? run_.value(*slot->init) : run_.kernels().literal(Argument());
  const size_t dot = path.rfind('.');
  const ModuleNode* leaf = dot == std::string::npos
                               ? nullptr
                               : module.modules.find(std::string_view(path).substr(0, dot));
  if (leaf != nullptr && leaf->alias_of != nullptr) leaf = leaf->alias_of;
  if (leaf == nullptr || !leaf->leaf_tensors) return nullptr;
  const auto found = std::ranges::find(*leaf->leaf_tensors, std::string_view(path).substr(dot + 1),
                                       [](const LeafTensor& held) { return held.name.view(); });
  if (found == leaf->leaf_tensors->end()) return nullptr;
  Expected<ops::ExampleValue> tensor = run_.kernels().tensor(found->tensor);
  return tensor ? *tensor : nullptr;
}

void ExampleTypes::run_inner_node(Node& node, const ModuleNode& base, const TracedModule& module,
                                  bool autocast, std::vector<Refusal>& refusals) {
  const ModuleNode* called = called_module(node, base, module);
  if (node.op() == Opcode::GetAttr) {
    run_.set(node, attribute(base, node.target(), module));
    note(node);
  } else if (called != nullptr && called->graph) {
    run_.set(node, run_inner(node, *called, module, autocast, refusals));
    note(node);
  } else if (node.op() == Opcode::CallModule && called == nullptr) {
    run_.set(node, nullptr);
    note(node);
  } else {
    const ops::ExampleResult result = run_.run(node, module, autocast, called);
    if (!result.failure.empty()) refusals.push_back(refusal_of(node, result.failure));
  }
}

ops::ExampleValue ExampleTypes::run_inner(const Node& call, const ModuleNode& called,
                                          const TracedModule& module, bool autocast,
                                          std::vector<Refusal>& refusals) {
  Graph& inner = *called.graph;
  const bool ran = stale_graphs_.erase(&inner) == 0;
  const auto [caller, is_first] = callers_.try_emplace(&inner, &call);
  if (caller->second != &call) caller->second = nullptr;
  if (ran)
    if (ops::ExampleValue same = result_of(call, called)) return same;
  std::vector<TensorMeta> kept;
  const bool is_shared = !is_first && caller->second == nullptr && ran;
  if (is_shared)
    for (const Node* node : inner) {
      const TensorMeta* meta = node->meta(meta::tensor_meta);
      kept.push_back(meta != nullptr ? *meta : TensorMeta{});
    }
  bind_inputs(call, inner);
  AutocastState state;
  const Node* output = nullptr;
  for (Node* node : inner) {
    if (node->op() == Opcode::Output) output = node;
    if (node->op() == Opcode::Output || node->op() == Opcode::Placeholder) continue;
    run_inner_node(*node, called, module, autocast || state.may_be_on(), refusals);
    state.pass(*node);
  }
  ops::ExampleValue result =
      output != nullptr && !output->args().empty() ? value_of(output->arg(0)) : nullptr;
  size_t index = 0;
  if (is_shared)
    for (Node* node : inner) {
      const TensorMeta* meta = node->meta(meta::tensor_meta);
      if (meta != nullptr && *meta != kept[index]) node->erase_meta(meta::tensor_meta);
      ++index;
    }
  return result;
}

bool ExampleTypes::has_changed(const Graph& graph, const TracedModule& module) const {
  AutocastState autocast;
  for (const Node* node : graph) {
    if (has_no_value(*node)) continue;
    if (!is_as_it_was(*node, module, autocast.may_be_on())) return true;
    autocast.pass(*node);
  }
  return false;
}

/// Whether a call may give an operand another shape in place: unsqueeze_, t_, resize_, out=.
static bool changes_shape(const Node* node) {
  const auto may = [](const ops::Schema& schema) { return ops::may_change_shape(schema); };
  if (!std::ranges::any_of(ops::callee_of(*node).schemas, may)) return false;
  return std::ranges::any_of(ops::bind_all(*node),
                             [&](const ops::BoundCall& call) { return may(*call.schema); });
}

void ExampleTypes::refresh(Node& node, const TracedModule& module, bool autocast,
                           std::vector<Refusal>& refusals) {
  if (is_as_it_was(node, module, autocast)) return;
  const ops::ExampleValue before = run_.value(node);
  remember(node, autocast);
  if (node.op() == Opcode::Placeholder) {
    ops::ExampleValue noted = noted_value(node);
    run_.set(node, noted ? std::move(noted) : input_of_(node));
  } else if (const ModuleNode* called = called_graph_module(node, module)) {
    run_.set(node, run_inner(node, *called, module, autocast, refusals));
    note(node);
  } else {
    const ops::ExampleResult result = run_.run(node, module, autocast);
    if (!result.failure.empty()) refusals.push_back(refusal_of(node, result.failure));
  }
  if (!is_same_value(before, run_.value(node))) records_[node].changed_in = update_;
}

void ExampleTypes::forget_changed(Graph& inner, const TracedModule& module) {
  for (Node* node : inner) {
    if (has_no_value(*node) || is_as_it_was(*node, module, /*autocast=*/false)) continue;
    const Record* record = records_.find(*node);
    const bool is_known = record != nullptr && record->is_set;
    remember(*node, /*autocast=*/false);
    if (!is_known) continue;
    node->erase_meta(meta::tensor_meta);
    records_[*node].changed_in = update_;
    changed_graphs_.insert(&inner);
    stale_graphs_.insert(&inner);
  }
}

std::vector<ExampleTypes::Refusal> ExampleTypes::run_all(TracedModule& module) {
  records_.clear();
  operands_.clear();
  callers_.clear();
  stale_graphs_.clear();
  for (const std::shared_ptr<Graph>& inner : inner_graphs(module.modules)) {
    stale_graphs_.insert(inner.get());
    for (Node* node : *inner)
      node->erase_meta(meta::tensor_meta);
  }
  for (Graph* graph : graphs_of(module))
    for (Node* node : *graph) {
      run_.set(*node, nullptr);
      // What runs is noted then.
      if (node->op() != Opcode::Placeholder && !has_no_value(*node)) continue;
      const ops::ExampleValue given =
          node->op() == Opcode::Placeholder ? input_of_(*node) : nullptr;
      const std::optional<TensorMeta> meta =
          given ? run_.kernels().tensor_meta(given) : std::nullopt;
      if (meta)
        node->set_meta(meta::tensor_meta, *meta);
      else if (given || node->op() != Opcode::Placeholder)
        node->erase_meta(meta::tensor_meta);
    }
  return update(module);
}

void ExampleTypes::update_graph(Graph& graph, TracedModule& module,
                                std::vector<Refusal>& refusals) {
  // What a tensor is depends on the place then: all of it runs once more, in order.
  if (std::ranges::any_of(graph, changes_shape) && has_changed(graph, module))
    records_.clear(graph);
  AutocastState autocast;
  for (Node* node : graph) {
    if (has_no_value(*node)) continue;
    refresh(*node, module, autocast.may_be_on(), refusals);
    autocast.pass(*node);
  }
}

std::vector<ExampleTypes::Refusal> ExampleTypes::update(TracedModule& module) {
  run_.kernels().forget_modules(); // a pass may have put others in their place
  add_leaf_tensors(module, run_.kernels());
  ++update_;
  changed_graphs_.clear();
  const bool remembered = std::exchange(remembers_calls_, !writes_to_operands(module));
  // One tensor may stand for several then, which a write would tell apart.
  if (remembered && !remembers_calls_)
    for (const Graph* graph : module.forward_graphs())
      records_.clear(*graph);
  for (const std::shared_ptr<Graph>& inner : inner_graphs(module.modules))
    forget_changed(*inner, module);
  std::vector<Refusal> refusals;
  run_.remember_calls(false);
  update_graph(module.init, module, refusals);
  run_.remember_calls(remembers_calls_);
  for (Graph* graph : module.forward_graphs())
    update_graph(*graph, module, refusals);
  return refusals;
}

} // namespace fx
