// What nodes compute, by LibTorch's own kernels: shapes, dtypes, and numbers that follow from them.
//
// The tools do not link LibTorch (285 shared libraries). A plugin does, behind a border of plain C
// (KernelsApi.h), and is opened when a user gives example inputs; see runtime/. Tensors have no
// data: operators run on LibTorch's Meta device, and those without a Meta kernel run twice on real
// memory with different contents, which shows a shape that depends on data.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Ops/KernelsApi.h"
#include "fx/Support/Error.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fx::ops {

class LibTorch;

/// A value of a run, whose tensors are LibTorch's; null: not known.
using ExampleValue = std::shared_ptr<const void>;

/// What came of running a node.
struct ExampleResult {
  ExampleValue value;  // null: what it is depends on data, or the node is nothing LibTorch knows
  std::string failure; // why LibTorch refuses these inputs: "mat1 and mat2 shapes cannot be ..."
};

/// What autocast on the CPU makes of a node (Kernels::run_in_autocast).
struct AutocastRun {
  /// Of an operand, as a node or as a parameter of the module that is called: "weight".
  struct Cast {
    const Node* input; // null: a parameter
    std::string tensor;
    Symbol dtype;
  };
  /// Whether it ran; else an operand is not known, or the node is nothing that LibTorch knows.
  bool is_known = false;
  ExampleValue value; // null: what it is depends on data
  /// Autocast changes the types that operators run in.
  bool has_effect = false;
  /// What it casts, itself or views of it. With these casts before it, the node does without
  /// autocast what it does with it, unless `is_inside`: then autocast casts what comes to be inside
  /// of it too. Of a module whose parameters it casts, operators_of() has to say that of the
  /// function in its place.
  std::vector<Cast> casts;
  std::string operators; // Kernels::operators_of()
  bool is_inside = false;
  /// Why LibTorch refuses it with autocast on, and takes the same operands with autocast off; or
  /// that it gives an operand another shape. Empty: it does not.
  std::string failure;
  /// Why LibTorch refuses these operands, autocast or not, whatever numbers are in them.
  std::string refusal;
};

/// What a tensor without memory is, but for which other tensors share its storage: tensors that are
/// equal in it are the same to each operator that writes to nothing.
struct TensorState {
  TensorMeta meta;
  int64_t offset = 0;
  uint64_t storage_bytes = 0;
  bool requires_grad = false;
  friend bool operator==(const TensorState&, const TensorState&) = default;
};

/// A call whose effect LibTorch refuses when gradients are computed (Kernels::backward_refusal).
struct BackwardRefusal {
  const Node* node;
  std::string reason;
};

class Kernels {
public:
  virtual ~Kernels() = default;

  /// The version of the LibTorch whose kernels these are, "1.13.0"; empty: not known.
  virtual std::string_view libtorch_version() const { return {}; }

  /// A tensor of that shape, dtype and strides, those of a contiguous one where none are given.
  /// Error: no such dtype.
  virtual Expected<ExampleValue> tensor(const TensorMeta& meta) = 0;
  /// A number, a string, a dtype, None. A node in it makes it unknown.
  virtual ExampleValue literal(const Argument& argument) = 0;
  virtual ExampleValue sequence(const std::vector<ExampleValue>& items, bool is_tuple) = 0;

  /// Runs a call_function, call_method, call_module or get_attr. `values` gives the value of an
  /// input node, or null when it is not known: then the result is not known either. Modules are
  /// built from their options, their parameters have no data. `called`: the module of a call_module
  /// that has no path yet.
  virtual ExampleResult run(const Node& node, const TracedModule& module,
                            const std::function<ExampleValue(const Node&)>& values,
                            const ModuleNode* called = nullptr) = 0;

  /// Runs a call_function, call_method or call_module as run() does, but on memory and with
  /// autocast on the CPU on in a type, and looks at which operators run and what autocast casts for
  /// them. Random numbers that it draws are put back.
  virtual AutocastRun run_in_autocast(const Node& node, const TracedModule& module,
                                      const std::function<ExampleValue(const Node&)>& values,
                                      Symbol dtype) {
    return {};
  }

  /// Which operators the node runs, on operands of which types, with autocast off, as a text to
  /// compare with AutocastRun::operators. Empty: it does not run, or is not known.
  virtual std::string operators_of(const Node& node, const TracedModule& module,
                                   const std::function<ExampleValue(const Node&)>& values) {
    return {};
  }

  /// Runs a forward graph on memory, with gradients recorded, then backward from what it returns,
  /// and finds the call that writes to what backward reads, or to what no call may write to.
  /// `values` gives the examples of the placeholders, `writes` are the nodes that write to their
  /// operands, in their order. Nothing: there is none, or the graph cannot be run so. Time: that of
  /// a forward and a backward, times the logarithm of the writes where one is refused.
  virtual std::optional<BackwardRefusal>
  backward_refusal(const Graph& graph, const TracedModule& module,
                   const std::function<ExampleValue(const Node&)>& values,
                   std::span<const Node* const> writes) {
    return std::nullopt;
  }

  /// The parameters, then the buffers, that a module of LibTorch's own holds; empty when it is
  /// none. `libtorch`: whose options it has.
  virtual std::vector<LeafTensor> leaf_tensors(const ModuleNode& module, const LibTorch& libtorch,
                                               bool training) = 0;
  /// Forgets the modules, which are remembered by their addresses: from now on there may be other
  /// modules at these.
  virtual void forget_modules() = 0;

  /// Shape, dtype and strides; nothing when the value is no tensor.
  virtual std::optional<TensorMeta> tensor_meta(const ExampleValue& value) = 0;
  /// Nothing when the value is no tensor, or one of a kind that this does not tell all of.
  virtual std::optional<TensorState> tensor_state(const ExampleValue& value) {
    return std::nullopt;
  }
  /// The value as a literal when it holds no tensor and does not name a device; lists and tuples
  /// of such values too.
  virtual std::optional<Argument> as_literal(const ExampleValue& value) = 0;
  /// What LibTorch computes the shape of an operator's result by, from the shapes of its operands:
  /// a function of TorchScript, as FxKernelsApi::shape_function writes it. Nothing: there is none.
  virtual std::optional<Argument> shape_function(std::string_view operator_name,
                                                 std::string_view overload) {
    return std::nullopt;
  }
  /// How many items a list or tuple has; nothing when it is neither.
  virtual std::optional<size_t> length(const ExampleValue& value) = 0;
};

/// Opens kernels when they are first needed.
using KernelsOpener = std::function<Expected<std::shared_ptr<Kernels>>()>;

/// Opens the plugin in `file`. Error: it cannot be loaded, or is of another version.
Expected<std::shared_ptr<Kernels>> load_kernels(const std::string& file);
/// Those of a program that has the plugin's code in itself. The table outlives what is returned.
std::shared_ptr<Kernels> kernels_of(const FxKernelsApi& api);

} // namespace fx::ops
