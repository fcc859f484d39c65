// What makes nodes of what a running program does: torch.fx's TracerBase, GraphAppendingTracer
// (torch/fx/proxy.py) and Tracer (torch/fx/_symbolic_trace.py). Every step is virtual.
//
//     struct NoInplace : fx::Tracer {
//       fx::Node* create_node(fx::Opcode op, fx::Symbol target, ...) override { ... }
//     };
//     fx::Graph graph = NoInplace().trace(net);
//
// Flags of torch.fx that have no meaning here: param_shapes_constant and proxy_buffer_attributes,
// because parameters and buffers stay tensors with sizes, and always are get_attr nodes where they
// are used; trace_asserts, because no assertion of C++ can be seen.
#pragma once

#include "fx/Runtime/GraphModule.h"
#include "fx/Runtime/ModuleCalls.h"
#include "fx/Runtime/Proxy.h"
#include "fx/Runtime/TracedFunction.h"

#include <atomic>
#include <compare>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fx {

namespace runtime {
struct TraceState;
class ConstantValues;
class ModulePaths;
} // namespace runtime

class TracerBase : public std::enable_shared_from_this<TracerBase> {
public:
  TracerBase();
  virtual ~TracerBase();
  TracerBase(const TracerBase&) = delete;
  TracerBase& operator=(const TracerBase&) = delete;

  virtual Graph& graph() = 0;

  /// Every node gets where it comes from: meta::source_range, meta::call_stack, and their text as
  /// free_meta_key("stack_trace"). Needs debug information (-g) for lines.
  bool record_stack_traces = false;
  /// An operator that writes to an operand is a TraceError.
  bool check_mutable_operations = false;

  /// Appends a node: all go through here.
  virtual Node* create_node(Opcode op, Symbol target, std::vector<Argument> args,
                            std::vector<KeywordArgument> kwargs, std::string_view name = {},
                            Symbol type = {});
  /// What stands for the value of a node.
  virtual Proxy proxy(Node* node);
  /// Makes a node of values, and gives what stands for its result: a tensor that is a Proxy. All
  /// operators, leaf modules and placeholders go through here.
  virtual Value create_proxy(Opcode op, Symbol target, Args args, Kwargs kwargs,
                             std::string_view name = {}, Symbol type = {});
  /// A value as an operand. RuntimeError: "argument of type ..." for what no graph can hold.
  virtual Argument create_arg(const Value& value);

  // What a Proxy cannot tell. They throw TraceErrors with torch.fx's texts.
  /// A tensor decides where the program goes on: is_nonzero(), item<bool>().
  virtual bool to_bool(const Proxy& proxy);
  /// The tensors of a list whose length is not known: unbind(), split().
  virtual std::vector<Value> iter(const Proxy& proxy);
  /// The keys of a dictionary.
  virtual std::vector<Value> keys(const Proxy& proxy);

protected:
  /// The operand for a tensor that is no proxy: a parameter, a buffer, a constant.
  virtual Argument tensor_arg(const at::Tensor& tensor);
  /// The modules that the trace is in, outermost first.
  virtual const std::vector<ModuleFrame>& module_stack() const;
  /// A tensor that is no proxy has been written to by a node.
  virtual void tensor_written(const at::Tensor& tensor, Node* node);
  /// The tensor with the numbers that a program may ask it for, which it has in any run of the
  /// graph. Nothing: they depend on inputs, or are not known.
  virtual std::optional<at::Tensor> known_value(const at::Tensor& tensor);
  /// Proxies made before belong to a trace that is over.
  void renew_state();

private:
  friend struct runtime::TraceState;
  std::shared_ptr<runtime::TraceState> state_;
};

/// Appends to a graph what is computed of Proxy(node).
class GraphAppendingTracer : public TracerBase {
public:
  explicit GraphAppendingTracer(Graph& graph) : graph_(&graph) {}
  /// To the graph of a node, wherever that moves.
  explicit GraphAppendingTracer(Node* node) : node_(node) {}
  Graph& graph() override { return node_ ? node_->graph() : *graph_; }

private:
  Graph* graph_ = nullptr;
  Node* node_ = nullptr;
};

/// A value that stands for "to be traced" among concrete arguments (torch.fx's PH).
Value PH(); // NOLINT(readability-identifier-naming): torch.fx says it so
/// The same; the node that stands for it, a placeholder or a part of one, gets `meta` under
/// free_meta_key() of the names (torch.fx's PHWithMeta). RuntimeError, in the trace: a value that
/// no operand can be.
// NOLINTNEXTLINE(readability-identifier-naming)
Value PHWithMeta(std::map<std::string, Value> meta);

/// An argument of the traced function, by its number from 0 or by its name in
/// TraceOptions::input_names.
class InputKey {
public:
  InputKey(int number) : number_(number) {}
  InputKey(const char* name) : name_(name) {}
  InputKey(std::string name) : name_(std::move(name)) {}
  int number() const { return number_; }
  const std::string& name() const { return name_; }
  friend auto operator<=>(const InputKey&, const InputKey&) = default;

private:
  int number_ = -1;
  std::string name_;
};

struct TraceOptions {
  /// Values that the trace is for. A number, text or None is checked by the graph, as torch.fx
  /// does: torch._assert(x == value, "... has been specialized to have value ..."); in lists and
  /// tuples PH() stands for what is traced.
  std::map<InputKey, Value> concrete_args = {};
  /// One for each argument. Sizes, types and devices of proxies are then those that the program
  /// computes for these, and what the program decides by them holds for such inputs only.
  Args example_inputs = {};
  /// Names of the placeholders. C++ does not keep names of parameters: those that have none here
  /// are input, input_1 and so on.
  std::vector<std::string> input_names = {};
  /// Which modes of a module symbolic_trace() traces. A Tracer traces the mode that it is in.
  Modes modes = Modes::Both;
  /// Whether symbolic_trace(), without example inputs, looks if the program decides something by
  /// answers that proxies cannot but give: dtype(), device(), layout(), requires_grad() and
  /// is_contiguous(). forward then runs seven times where two would do. A Tracer does not look.
  bool checks_decisions = true;
};

/// Traces modules and functions. One trace at a time, but a function that is traced may trace
/// another with a Tracer of its own, which is no part of the outer trace; several Tracers may trace
/// in several threads.
class Tracer : public TracerBase, public ModuleCallListener {
public:
  Tracer();
  ~Tracer() override;

  Graph& graph() override { return graph_; }
  /// What is traced; null for a function.
  torch::nn::Module* root() const { return root_; }

  /// Records a module's forward.
  template <ModuleLike M>
  Graph trace(M& module, const TraceOptions& options = {}) {
    auto& root = detail::module_of(module);
    return trace_root(&root, TracedFunction::forward_of(root), options);
  }
  /// Records another method of it, &NetImpl::other (torch.fx's traced_func_name).
  template <ModuleLike M, class Method>
    requires std::is_member_function_pointer_v<Method>
  Graph trace(M& module, Method method, const TraceOptions& options = {}) {
    auto& root = detail::module_of(module);
    return trace_root(&root, TracedFunction::method_of(root, method), options);
  }
  /// Records a function, a lambda.
  Graph trace(const TracedFunction& function, const TraceOptions& options = {}) {
    return trace_root(nullptr, function, options);
  }
  /// What the others come to. TraceError: the trace cannot go on, and where in the user's program.
  Graph trace_root(torch::nn::Module* root, const TracedFunction& function,
                   const TraceOptions& options);

  /// Whether a call of the module becomes one node. Here: those of torch::nn but Sequential.
  virtual bool is_leaf_module(const torch::nn::Module& module, const std::string& path);
  /// Where the module stands in root(). RuntimeError: "module is not installed as a submodule".
  virtual std::string path_of_module(const torch::nn::Module& module);
  /// A module is called: makes a node of it where is_leaf_module() says so, else runs `forward`.
  virtual Value call_module(torch::nn::Module& module, const std::function<Value()>& forward,
                            Args args, Kwargs kwargs);
  /// What stands for a parameter or buffer of root(), at its first use: a get_attr node.
  virtual Proxy getattr(const std::string& path, const at::Tensor& tensor);
  /// The values that the function is called with: placeholders.
  virtual Args create_args_for_root(const TracedFunction& function, const TraceOptions& options);

  /// Tensors that are neither parameters nor buffers nor computed, by the paths of their get_attr
  /// nodes: _tensor_constant0.
  const std::map<std::string, at::Tensor>& tensor_constants() const { return constants_; }
  /// What was called of torch::jit, by the paths of their call_module nodes.
  const std::map<std::string, std::shared_ptr<torch::nn::Module>>& script_modules() const {
    return scripts_;
  }

  Argument create_arg(const Value& value) override;
  std::optional<Value> module_called(torch::nn::Module& module, Args args,
                                     const std::function<Value()>& forward) override;
  bool norm_started(torch::nn::Module& module, const at::Tensor& input) override;
  /// A torch::jit::Module that the program keeps becomes a module of the GraphModule, by the name
  /// _script_module0, and its call a call_module node; methods but forward likewise, by
  /// _script_module0_method. Its parameters are no part of the state, as in the original.
  std::optional<Value> script_called(const Value& object, const std::string& method, Args args,
                                     Kwargs kwargs,
                                     const std::function<Value(const Args&)>& run) override;
  /// TraceError: backward of a torch::autograd::Function would be lost.
  void autograd_function_called() override;
  /// Makes a call_module node, whatever is_leaf_module() says. The result is one proxy, also where
  /// the module gives several tensors.
  Value call_leaf(torch::nn::Module& module, const std::function<Value()>& forward, Args args,
                  Kwargs kwargs);

protected:
  Argument tensor_arg(const at::Tensor& tensor) override;
  const std::vector<ModuleFrame>& module_stack() const override { return modules_; }
  void tensor_written(const at::Tensor& tensor, Node* node) override;
  std::optional<at::Tensor> known_value(const at::Tensor& tensor) override;

  /// Operators are recorded as autograd calls them, after what is made of others has been taken
  /// apart, by their own names (torch.ops.aten.add.Tensor); modules and guards are not seen. What
  /// make_fx() sets; it takes example inputs.
  bool below_autograd_ = false;
  /// Below autograd: modules that are called are entered by call_module(), so that nodes have the
  /// stack of them.
  bool records_module_stack_ = false;

private:
  class Running;
  Value call_leaf_at(Symbol path, torch::nn::Module& module, const std::function<Value()>& forward,
                     Args args, Kwargs kwargs);
  void read_root();
  std::string fresh_constant_name() const;
  std::string script_path(const Value& object, const std::string& method);
  void check_constants() const;

  Graph graph_;
  torch::nn::Module* root_ = nullptr;
  std::vector<ModuleFrame> modules_;
  std::shared_ptr<runtime::ModulePaths> paths_;
  std::unordered_map<const c10::TensorImpl*, Node*> tensor_nodes_;
  std::map<std::string, at::Tensor> constants_;
  /// What they were when a node was made of them.
  std::map<std::string, at::Tensor> first_constants_;
  std::unique_ptr<runtime::ConstantValues> values_;
  std::map<std::string, std::shared_ptr<torch::nn::Module>> scripts_;
  std::atomic<bool> is_busy_ = false;
};

} // namespace fx
