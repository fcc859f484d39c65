#include "fx/Runtime/Interpreter.h"

#include "Call.h"
#include "ClassName.h"
#include "GuardCall.h"
#include "ModuleCall.h"
#include "Plan.h"

#include "fx/Runtime/Traceback.h"

#include <ATen/core/Tensor.h>

#include <fmt/format.h>

#include <numeric>
#include <utility>

namespace fx {

/// What is kept between nodes, and between runs.
struct Interpreter::State {
  std::vector<Value> values; // by id
  std::vector<bool> has_value;
  size_t count = 0;
  Args inputs;
  size_t next_input = 0;

  /// What was found of the nodes, until the graph changes or another runs.
  const Graph* prepared = nullptr;
  uint64_t version = 0;
  std::vector<std::unique_ptr<const runtime::Call>> calls; // by id
  // The nodes that are used last at the node of an id are those of the range at that id.
  std::vector<const Node*> used_last;
  std::vector<uint32_t> ranges_of_used_last;

  const Node* running = nullptr; // the node that run_node() is at
  /// Calls that a subclass asked for with another target than a node of the graph has.
  Graph others;
  std::vector<std::pair<const Node*, std::unique_ptr<const runtime::Call>>> other_calls;

  void prepare(const Graph& graph, bool collect) {
    if (prepared == &graph && version == graph.version()) return;
    calls.clear();
    calls.resize(graph.id_limit());
    if (collect) find_last_uses(graph);
    version = graph.version();
    prepared = &graph;
  }

  void find_last_uses(const Graph& graph) {
    std::vector<const Node*> last_user(graph.id_limit());
    for (const Node* node : graph)
      for (const Node* input : node->input_nodes())
        last_user[input->id()] = node;
    // First how many there are, then where the range ends, then, filled from its end, where it
    // begins: the last one in the program is its first.
    ranges_of_used_last.assign(graph.id_limit() + 1, 0);
    for (const Node* user : last_user)
      if (user != nullptr) ++ranges_of_used_last[user->id()];
    std::partial_sum(ranges_of_used_last.begin(), ranges_of_used_last.end(),
                     ranges_of_used_last.begin());
    used_last.resize(ranges_of_used_last.back());
    for (const Node* node : graph)
      if (const Node* user = last_user[node->id()])
        used_last[--ranges_of_used_last[user->id()]] = node;
  }

  void set(const Node& node, Value value) {
    if (values.size() <= node.id()) {
      values.resize(node.graph().id_limit());
      has_value.resize(node.graph().id_limit());
    }
    count += has_value[node.id()] ? 0 : 1;
    has_value[node.id()] = true;
    values[node.id()] = std::move(value);
  }

  void drop(const Node& node) {
    if (values.size() <= node.id() || !has_value[node.id()]) return;
    values[node.id()] = Value();
    has_value[node.id()] = false;
    --count;
  }

  void drop_used_last(const Node& node) {
    for (uint32_t i = ranges_of_used_last[node.id() + 1]; i > ranges_of_used_last[node.id()]; --i)
      drop(*used_last[i - 1]);
  }

  /// What was entered is left when a node throws: here, not where a later run drops the value.
  void drop_guards() {
    for (Value& value : values)
      if (runtime::is_guard(value)) value = Value();
  }
};

Interpreter::Interpreter(GraphModule module, bool garbage_collect_values, Graph* graph)
    : module_(std::move(module)), graph_(graph), garbage_collect_values_(garbage_collect_values),
      state_(std::make_unique<State>()) {}

Interpreter::~Interpreter() = default;

Graph& Interpreter::graph() const {
  // The module is held by a holder that is not const.
  return graph_ != nullptr ? *graph_ : const_cast<Graph&>(module_->current_graph());
}

void Interpreter::use_graph(Graph& graph) {
  graph_ = &graph;
}

Value Interpreter::run(Args args, const Environment& initial_env, bool enable_io_processing) {
  if (enable_io_processing && module_->codegen())
    return module_->process_outputs(
        run(module_->process_inputs(std::move(args)), initial_env, /*enable_io_processing=*/false));
  State& state = *state_;
  Graph& graph = this->graph();
  state.prepare(graph, garbage_collect_values_);
  state.values.clear();
  state.has_value.clear();
  state.count = 0;
  state.inputs = std::move(args);
  state.next_input = 0;
  for (const auto& [node, value] : initial_env)
    state.set(*node, value);
  check_inputs();
  const runtime::ModesOnError modes;
  const bool preserves = traceback::has_preserved_node_meta();
  size_t done = 0;
  for (Node* node : graph) {
    if (progress) progress(done, graph.size());
    ++done;
    if (value(*node) != nullptr) continue;
    try {
      state.running = node;
      state.set(*node, preserves ? run_with_meta(*node) : run_node(*node));
      state.running = nullptr;
    } catch (...) {
      state.running = nullptr;
      state.drop_guards();
      runtime::rethrow_at(*node);
    }
    if (garbage_collect_values_) state.drop_used_last(*node);
    if (node->op() == Opcode::Output) return *value(*node);
  }
  return {};
}

Value Interpreter::run_with_meta(Node& node) {
  const traceback::SetCurrentMeta current(node, runtime::class_name(typeid(*this)));
  return run_node(node);
}

/// torch.fx ignores what no placeholder takes.
void Interpreter::check_inputs() const {
  size_t count = 0;
  for (const Node* node : graph().placeholders()) {
    if (node->target().view().starts_with("*")) return;
    if (value(*node) == nullptr) ++count;
  }
  if (state_->inputs.size() > count)
    throw RuntimeError(
        fmt::format("{} inputs were given, and the graph takes {}", state_->inputs.size(), count));
}

Value Interpreter::boxed_run(Args& args) {
  return run(std::exchange(args, {}));
}

Value Interpreter::run_node(Node& node) {
  const auto [args, kwargs] = fetch_args_kwargs_from_env(node);
  switch (node.op()) {
  case Opcode::Placeholder: return placeholder(node.target(), args, kwargs);
  case Opcode::GetAttr: return get_attr(node.target(), args, kwargs);
  case Opcode::CallFunction: return call_function(node.target(), args, kwargs);
  case Opcode::CallMethod: return call_method(node.target(), args, kwargs);
  case Opcode::CallModule: return call_module(node.target(), args, kwargs);
  case Opcode::Output: break;
  }
  return output(node.target(), args, kwargs);
}

Value Interpreter::placeholder(Symbol target, const Args& args, const Kwargs&) {
  State& state = *state_;
  if (target.view().starts_with("*")) {
    std::vector<Value> rest;
    while (state.next_input < state.inputs.size())
      rest.push_back(std::move(state.inputs[state.next_input++]));
    return c10::ivalue::Tuple::create(std::move(rest));
  }
  if (state.next_input < state.inputs.size()) return std::move(state.inputs[state.next_input++]);
  if (!args.empty()) return args.front();
  throw RuntimeError(fmt::format("Expected positional argument for parameter {}, but one was not "
                                 "passed in!",
                                 target.view()));
}

Value Interpreter::get_attr(Symbol target, const Args&, const Kwargs&) {
  return Value(fetch_attr(target));
}

Value Interpreter::call_function(Symbol target, const Args& args, const Kwargs& kwargs) {
  return call(Opcode::CallFunction, target, args, kwargs);
}

Value Interpreter::call_method(Symbol target, const Args& args, const Kwargs& kwargs) {
  return call(Opcode::CallMethod, target, args, kwargs);
}

Value Interpreter::call_module(Symbol target, const Args& args, const Kwargs& kwargs) {
  const torch::nn::Module* module = module_->find_module(target);
  if (module == nullptr)
    throw RuntimeError(fmt::format("Node referenced nonexistent target {}", target.view()));
  std::vector<Value> operands = operands_of(args, kwargs);
  return runtime::call_module(*module, node_of(Opcode::CallModule, target, args, kwargs), operands);
}

Value Interpreter::output(Symbol, const Args& args, const Kwargs&) {
  return args.empty() ? Value() : args.front();
}

std::vector<Value> Interpreter::operands_of(const Args& args, const Kwargs& kwargs) {
  std::vector<Value> operands;
  operands.reserve(args.size() + kwargs.size());
  operands.insert(operands.end(), args.begin(), args.end());
  for (const KeywordValue& keyword : kwargs)
    operands.push_back(keyword.value);
  return operands;
}

/// Whether a node says a call: its operands may have other values than the node has.
static bool has_shape(const Node& node, Opcode op, Symbol target, const Args& args,
                      const Kwargs& kwargs) {
  if (node.op() != op || node.target() != target || node.args().size() != args.size() ||
      node.kwargs().size() != kwargs.size())
    return false;
  for (size_t i = 0; i < kwargs.size(); ++i)
    if (node.kwargs()[i].name != kwargs[i].name) return false;
  return true;
}

/// The running node, when it is what is called; else a node of a graph of its own, whose operands
/// are inputs.
const Node& Interpreter::node_of(Opcode op, Symbol target, const Args& args, const Kwargs& kwargs) {
  State& state = *state_;
  if (state.running != nullptr && has_shape(*state.running, op, target, args, kwargs))
    return *state.running;
  for (const auto& [node, call] : state.other_calls)
    if (has_shape(*node, op, target, args, kwargs)) return *node;
  const auto operand = [&] { return Argument(state.others.placeholder("operand")); };
  std::vector<Argument> operands;
  operands.reserve(args.size());
  for (size_t i = 0; i < args.size(); ++i)
    operands.push_back(operand());
  std::vector<KeywordArgument> keywords;
  keywords.reserve(kwargs.size());
  for (const KeywordValue& keyword : kwargs)
    keywords.push_back({keyword.name, operand()});
  state.others.set_libtorch(graph().libtorch());
  const Node* made = state.others.create_node(op, target, std::move(operands), std::move(keywords));
  state.other_calls.emplace_back(made, nullptr);
  return *made;
}

Value Interpreter::call(Opcode op, Symbol target, const Args& args, const Kwargs& kwargs) {
  State& state = *state_;
  const Node& node = node_of(op, target, args, kwargs);
  std::unique_ptr<const runtime::Call>* known = nullptr;
  if (&node == state.running) {
    known = &state.calls[node.id()];
  } else {
    for (auto& [other, call] : state.other_calls)
      if (other == &node) known = &call;
  }
  if (!*known) *known = runtime::make_call(node);
  std::vector<Value> operands = operands_of(args, kwargs);
  return (*known)->run(operands);
}

torch::Tensor Interpreter::fetch_attr(std::string_view path) const {
  if (const torch::Tensor* found = module_->find_tensor(path)) return *found;
  throw RuntimeError(fmt::format("Node referenced nonexistent target {}", path));
}

std::pair<Args, Kwargs> Interpreter::fetch_args_kwargs_from_env(const Node& node) const {
  std::pair<Args, Kwargs> operands;
  operands.first.reserve(node.args().size());
  for (const Argument& argument : node.args())
    operands.first.push_back(map_nodes_to_values(argument, node));
  for (const KeywordArgument& keyword : node.kwargs())
    operands.second.push_back({keyword.name, map_nodes_to_values(keyword.value, node)});
  return operands;
}

Value Interpreter::map_nodes_to_values(const Argument& argument, const Node& node) const {
  const auto value_of = [&](const Node* input) -> Value {
    if (const Value* known = value(*input)) return *known;
    throw RuntimeError(fmt::format("Node {} referenced nonexistent value {}! Run Graph.lint() to "
                                   "diagnose such issues",
                                   node.name().view(), input->name().view()));
  };
  if (argument.is_node()) return value_of(argument.as_node());
  return to_value(argument, value_of);
}

const Value* Interpreter::value(const Node& node) const {
  const State& state = *state_;
  if (node.id() >= state.has_value.size() || !state.has_value[node.id()]) return nullptr;
  return &state.values[node.id()];
}

void Interpreter::set_value(const Node& node, Value value) {
  state_->set(node, std::move(value));
}

size_t Interpreter::num_values() const {
  return state_->count;
}

} // namespace fx
