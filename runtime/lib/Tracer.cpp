#include "fx/Runtime/Tracer.h"

#include "ClassName.h"
#include "ConstantValues.h"
#include "ExampleValues.h"
#include "GuardNodes.h"
#include "ModulePaths.h"
#include "OwnTensors.h"
#include "Results.h"
#include "TraceModes.h"
#include "UserFrames.h"

#include "fx/Analysis/Effects.h"
#include "fx/Ops/CallBinding.h"

#include <ATen/autocast_mode.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace fx {

using runtime::ProxyTensor;
using runtime::ThreadTrace;
using runtime::TraceState;

/// While it lives its thread traces.
class Tracer::Running : public ModuleCallListener {
public:
  explicit Running(Tracer& tracer)
      : tracer_(tracer), outer_(std::exchange(runtime::this_thread(), {.tracer = &tracer})),
        keys_(keys(tracer)), guards_(tracer) {
    const bool listens = !tracer.below_autograd_ || tracer.records_module_stack_;
    listener_ = set_module_call_listener(listens ? this : nullptr);
    // Proxies of an earlier trace stay of that one.
    TraceState& state = TraceState::of(tracer);
    state.tracer = &tracer;
    state.below_autograd = tracer.below_autograd_;
    state.thread = std::this_thread::get_id();
    // Autocast would keep what it makes of a weight, which is a value of this trace or of another.
    if (tracer.below_autograd_) at::autocast::set_autocast_cache_enabled(false);
  }
  ~Running() override {
    at::autocast::set_autocast_cache_enabled(has_autocast_cache_);
    set_module_call_listener(listener_);
    runtime::this_thread() = std::move(outer_);
    TraceState::of(tracer_).tracer = nullptr;
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  std::optional<Value> module_called(torch::nn::Module& module, Args args,
                                     const std::function<Value()>& forward) override {
    return tracer_.module_called(module, std::move(args), forward);
  }
  std::optional<Value> method_called(torch::nn::Module& module, std::string_view method, Args args,
                                     const std::function<Value()>& forward) override {
    if (tracer_.below_autograd_) return std::nullopt;
    return tracer_.method_called(module, method, std::move(args), forward);
  }
  // Below autograd the operators say the rest.
  bool norm_started(torch::nn::Module& module, const at::Tensor& input) override {
    return !tracer_.below_autograd_ && tracer_.norm_started(module, input);
  }
  std::optional<Value> script_called(const Value& object, const std::string& method, Args args,
                                     Kwargs kwargs,
                                     const std::function<Value(const Args&)>& run) override {
    if (tracer_.below_autograd_) return std::nullopt;
    return tracer_.script_called(object, method, std::move(args), std::move(kwargs), run);
  }
  void autograd_function_called() override {
    if (!tracer_.below_autograd_) tracer_.autograd_function_called();
  }
  void guard_changed(const GuardChange& change) noexcept override {
    if (tracer_.below_autograd_) return;
    guards_.changed(change);
    tracer_.guard_changed(change);
  }
  void check_guards() const { guards_.check(); }

private:
  /// What a trace around this one sees does not reach it, nor its functionalization.
  static c10::impl::LocalDispatchKeySet keys(const Tracer& tracer) {
    c10::impl::LocalDispatchKeySet keys = c10::impl::tls_local_dispatch_key_set();
    const c10::DispatchKeySet of_traces =
        runtime::trace_keys().add(c10::DispatchKey::Functionalize);
    keys.included_ = (keys.included_ - of_traces)
                         .add(tracer.below_autograd_ ? runtime::below_autograd_key
                                                     : c10::DispatchKey::TESTING_ONLY_GenericMode);
    keys.excluded_ = keys.excluded_ - of_traces - runtime::lazy_keys();
    if (tracer.below_autograd_) keys.excluded_ = keys.excluded_ | runtime::lazy_keys();
    return keys;
  }

  Tracer& tracer_;
  ThreadTrace outer_;
  c10::impl::ForceDispatchKeyGuard keys_;
  bool has_autocast_cache_ = at::autocast::is_autocast_cache_enabled();
  runtime::GuardNodes guards_;
  ModuleCallListener* listener_ = nullptr;
};

namespace {

/// A part of the stack of modules.
class Entered {
public:
  Entered(std::vector<ModuleFrame>& stack, ModuleFrame frame) : stack_(stack) {
    stack_.push_back(frame);
  }
  ~Entered() { stack_.pop_back(); }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

private:
  std::vector<ModuleFrame>& stack_;
};

/// A Tracer is in use; it has one graph, so it cannot be twice.
class Busy {
public:
  explicit Busy(std::atomic<bool>& flag) : flag_(flag) {
    if (flag_.exchange(true))
      throw TraceError("one Tracer traces twice at a time: in two threads, or inside of what it "
                       "traces. Give each trace its own");
  }
  ~Busy() { flag_ = false; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

private:
  std::atomic<bool>& flag_;
};

/// Whether a module that the traced one does not hold has no tensors either: a graph has no name
/// for it, train() and eval() do not reach it, and what its forward computes is all there is to it.
bool is_only_its_forward(const torch::nn::Module& module, const runtime::ModulePaths* paths) {
  return paths != nullptr && paths->find(module) == nullptr && module.parameters().empty() &&
         module.buffers().empty();
}

/// Whether a node may write to the memory of `constant`, or the caller gets it.
bool may_be_written(const Graph& graph, const Node* constant) {
  EffectOracle effects_of;
  std::unordered_set<const Node*> shares{constant};
  for (const Node* node : graph) {
    if (node->op() == Opcode::Placeholder || node->op() == Opcode::GetAttr) continue;
    const Effects effects = effects_of(*node);
    const bool is_output = node->op() == Opcode::Output;
    const size_t count = node->args().size() + node->kwargs().size();
    for (size_t i = 0; i < count; ++i) {
      bool is_shared = false;
      for_each_node(ops::operand(*node, i),
                    [&](const Node* used) { is_shared = is_shared || shares.contains(used); });
      if (!is_shared) continue;
      const uint64_t bit = Effects::operand_bit(i);
      if (is_output || effects.unknown || (effects.writes & bit) != 0) return true;
      if ((effects.aliases & bit) != 0) shares.insert(node);
    }
  }
  return false;
}

/// torch::tensor() in forward makes a new tensor in each call, and a constant is one for all.
void copy_what_is_written(Graph& graph, const std::vector<Node*>& made_constants) {
  for (Node* constant : made_constants) {
    if (!may_be_written(graph, constant)) continue;
    const auto here = graph.inserting_after(constant);
    Node* copy = graph.call_method("clone", {constant});
    copy->copy_meta_from(*constant);
    constant->replace_all_uses_with(copy, [&](Node* user) { return user != copy; });
  }
}

} // namespace

Tracer::Tracer() = default;
Tracer::~Tracer() = default;

void Tracer::read_root() {
  tensor_nodes_.clear();
  constants_.clear();
  first_constants_.clear();
  scripts_.clear();
  modules_.clear();
  values_ = std::make_unique<runtime::ConstantValues>();
  if (root_ == nullptr)
    paths_ = std::make_shared<runtime::ModulePaths>();
  else if (paths_ == nullptr || !paths_->is_current(*root_))
    paths_ = std::make_shared<runtime::ModulePaths>(*root_);
}

Graph Tracer::trace_root(torch::nn::Module* root, const TracedFunction& function,
                         const TraceOptions& options) {
  const Busy busy(is_busy_);
  check_module_calls();
  root_ = root;
  graph_ = Graph();
  read_root();
  renew_state();
  {
    Running running(*this);
    runtime::this_thread().stack_base = __builtin_frame_address(0);
    if (root != nullptr) modules_.push_back({"", runtime::class_name(*root)});
    Args args = create_args_for_root(function, options);
    const Argument result = create_arg(function.call(std::move(args)));
    running.check_guards();
    check_constants();
    create_node(Opcode::Output, "output", {result}, {}, {}, {});
    copy_what_is_written(graph_, runtime::this_thread().made_constants);
    modules_.clear();
    const std::vector<Node*>& parts = TraceState::of(*this).parts;
    // From the last on: a part of a part comes later.
    for (auto node = parts.rbegin(); node != parts.rend(); ++node)
      if (!(*node)->is_erased() && (*node)->users().empty()) graph_.erase_node(*node);
  }
  return std::exchange(graph_, Graph());
}

bool Tracer::is_leaf_module(const torch::nn::Module& module, const std::string&) {
  return runtime::is_leaf_class(module) && !runtime::has_own_tensors(module);
}

std::string Tracer::path_of_module(const torch::nn::Module& module) {
  const std::string* found = paths_ ? paths_->find(module) : nullptr;
  if (found == nullptr)
    throw TraceError(fmt::format(
        "module is not installed as a submodule: a {} is called that the traced module does not "
        "hold{}. Register it with register_module",
        runtime::qualified_class_name(module), runtime::at_user_line()));
  return *found;
}

std::optional<Value> Tracer::module_called(torch::nn::Module& module, Args args,
                                           const std::function<Value()>& forward) {
  // A norm that did not come to its operator ended in an exception.
  runtime::this_thread().norm = nullptr;
  // forward of what is traced is what runs.
  if (&module == root_ || runtime::this_thread().shapes_only ||
      is_only_its_forward(module, paths_.get()))
    return std::nullopt;
  return call_module(module, forward, std::move(args), {});
}

bool Tracer::norm_started(torch::nn::Module& module, const at::Tensor& input) {
  ThreadTrace& trace = runtime::this_thread();
  trace.norm = nullptr;
  if (&module == root_ || trace.shapes_only || ProxyTensor::of(input) == nullptr) return false;
  if (is_only_its_forward(module, paths_.get())) return false;
  if (!is_leaf_module(module, path_of_module(module))) return false;
  trace.norm = &module;
  trace.norm_input = input.unsafeGetTensorImpl();
  return true;
}

Value Tracer::call_module(torch::nn::Module& module, const std::function<Value()>& forward,
                          Args args, Kwargs kwargs) {
  const std::string path = path_of_module(module);
  if (is_leaf_module(module, path)) {
    // What a call of LibTorch's leaves out is None at the end, and None again when it is left out.
    while (!args.empty() && args.back().isNone())
      args.pop_back();
    Value result = call_leaf_at(path, module, forward, std::move(args), std::move(kwargs));
    const std::optional<Proxy> proxy = Proxy::of(result);
    return proxy ? runtime::unpack(*proxy, runtime::result_type(module)) : result;
  }
  const Entered entered(modules_, {path, runtime::class_name(module)});
  return forward();
}

Value Tracer::call_leaf(torch::nn::Module& module, const std::function<Value()>& forward, Args args,
                        Kwargs kwargs) {
  return call_leaf_at(path_of_module(module), module, forward, std::move(args), std::move(kwargs));
}

Value Tracer::call_leaf_at(Symbol path, torch::nn::Module& module,
                           const std::function<Value()>& forward, Args args, Kwargs kwargs) {
  const std::optional<Value> example = runtime::shapes_of(forward, args);
  for (const auto& tensors : {module.parameters(), module.buffers()})
    for (const at::Tensor& tensor : tensors)
      if (tensor.defined()) values_->add_written(tensor);
  const Entered entered(modules_, {path, runtime::class_name(module)});
  Value result = create_proxy(Opcode::CallModule, path, std::move(args), std::move(kwargs));
  if (ProxyTensor* proxy = ProxyTensor::of(result); proxy && example)
    runtime::describe(*proxy, *example);
  return result;
}

Proxy Tracer::getattr(const std::string& path, const at::Tensor& tensor) {
  const Value value = create_proxy(Opcode::GetAttr, path, {}, {});
  const std::optional<Proxy> made = Proxy::of(value);
  if (!made) throw TraceError("create_proxy gives no proxy for " + path);
  if (const std::optional<Value> example = runtime::example_of(Value(tensor)))
    runtime::describe(*ProxyTensor::of(value), *example, tensor.device());
  return *made;
}

Argument Tracer::create_arg(const Value& value) {
  return TracerBase::create_arg(value);
}

Argument Tracer::tensor_arg(const at::Tensor& tensor) {
  const c10::TensorImpl* impl = tensor.unsafeGetTensorImpl();
  if (const auto node = tensor_nodes_.find(impl); node != tensor_nodes_.end())
    return {node->second};
  // A number that C++ made a tensor of.
  if (impl->is_wrapped_number()) {
    const runtime::Untraced untraced;
    return TracerBase::create_arg(Value(tensor.item()));
  }
  std::string path;
  const bool is_made = runtime::this_thread().is_made(tensor);
  if (const std::string* known = paths_->find(tensor)) {
    path = *known;
  } else {
    if (const ThreadTrace::Unfinished* making = runtime::this_thread().find_unfinished(tensor);
        making != nullptr && making->is_indexed && making->empty > 0)
      throw TraceError("a part of a tensor that torch::tensor() makes of a vector is used" +
                       runtime::at_user_line() +
                       ", which below autograd looks like a step of torch::tensor(). Use the whole "
                       "tensor first, clone() say");
    runtime::this_thread().finish(tensor);
    path = fresh_constant_name();
    constants_.emplace(path, tensor);
    // A node that writes to it says so, and changes the constant itself when the graph runs.
    const runtime::Untraced untraced;
    first_constants_.emplace(path, tensor.detach().clone());
  }
  Node* node = &getattr(path, tensor).node();
  tensor_nodes_.emplace(impl, node);
  values_->add_tensor(*node, tensor, is_made);
  if (is_made) runtime::this_thread().made_constants.push_back(node);
  return {node};
}

std::string Tracer::fresh_constant_name() const {
  for (size_t number = constants_.size();; ++number) {
    std::string name = fmt::format("_tensor_constant{}", number);
    const bool is_taken = root_ != nullptr && (root_->named_parameters(false).contains(name) ||
                                               root_->named_buffers(false).contains(name) ||
                                               root_->named_children().contains(name));
    if (!is_taken && !constants_.contains(name)) return name;
  }
}

/// A write through a raw pointer is seen by its result alone.
void Tracer::check_constants() const {
  const runtime::Untraced untraced;
  for (const auto& [path, before] : first_constants_) {
    const at::Tensor& now = constants_.at(path);
    if (runtime::same_contents(before, now)) continue;
    const std::vector<Node*> nodes = graph_.find_nodes(Opcode::GetAttr, path);
    throw TraceError(fmt::format(
        "the program writes to a tensor that it made before, after it was used{}: through a "
        "pointer (data_ptr, accessor) or an iterator, which no node can say. Write to it before "
        "its "
        "first use, or by an operator (index_put_, copy_), or make the module or function one "
        "node, with is_leaf_module or fx::call. The tensor is what node {} gives",
        nodes.empty() ? "" : runtime::place_of(*nodes.front()),
        nodes.empty() ? path : nodes.front()->name().str()));
  }
}

void Tracer::tensor_written(const at::Tensor& tensor, Node* node) {
  tensor_nodes_[tensor.unsafeGetTensorImpl()] = node;
}

std::optional<at::Tensor> Tracer::known_value(const at::Tensor& tensor) {
  if (const ProxyTensor* proxy = ProxyTensor::of(tensor)) {
    if (&proxy->node()->graph() != &graph_) return std::nullopt;
    return values_->value_of(*proxy->node());
  }
  if (!values_->is_written(graph_, tensor)) return tensor;
  const auto node = tensor_nodes_.find(tensor.unsafeGetTensorImpl());
  return node == tensor_nodes_.end() ? std::nullopt : values_->value_of(*node->second);
}

} // namespace fx
