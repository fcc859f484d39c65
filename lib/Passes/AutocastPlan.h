// What autocast on the CPU would do to a graph, node by node, as LibTorch itself does it to example
// tensors (fx/Ops/Kernels.h: run_in_autocast).
#pragma once

#include "fx/Analysis/Aliasing.h"
#include "fx/IR/TracedModule.h"
#include "fx/Ops/Kernels.h"
#include "fx/Ops/Operations.h"
#include "fx/Support/Error.h"

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace fx {

/// How a graph says what a module of LibTorch's computes.
enum class OperationForm : uint8_t {
  Function, // ops::function_for()
  // What LibTorch's own Linear is, which is not its operator linear.
  Addmm,  // addmm(bias, input, weight.t())
  Matmul, // matmul(input, weight.t()).add_(bias)
};

/// Writes calls of an operation whose operands are all values of the graph, at the insertion point;
/// the last one gives its result. Empty: the form is none of this operation.
std::vector<Node*> write_operation(Graph& graph, const ops::Operation& operation,
                                   OperationForm form, const TracedModule& module);

/// What is to be done to a node so that it computes without autocast what it does with it.
struct AutocastStep {
  enum class Kind : uint8_t {
    Casts,  // its operands are cast before it
    Region, // autocast is on for this node alone: it casts what comes to be inside
  };
  Node* node = nullptr;
  Kind kind = Kind::Casts;
  std::vector<ops::AutocastRun::Cast> casts = {};
  /// Kind Casts, of a call_module: the operation that it is, which calls of that form compute.
  std::optional<ops::Operation> operation = {};
  OperationForm form = OperationForm::Function;
  std::string why = {}; // of a region, for people
};

struct AutocastPlan {
  std::vector<AutocastStep> steps; // in the order of the program
  /// What each node is under autocast; null: not known.
  std::unordered_map<const Node*, ops::ExampleValue> values;
};

/// Error: what autocast does cannot be written into this graph, at which node, and why. `place`:
/// where messages place a node. `known`: what is known of inputs beyond their meta, null of others,
/// and of nodes of the init graph.
Expected<AutocastPlan> plan_autocast(Graph& graph, const TracedModule& module,
                                     ops::Kernels& kernels, Symbol dtype,
                                     const std::function<ops::ExampleValue(const Node&)>& known,
                                     const std::function<SourceLocation(const Node&)>& place);

/// What the nodes of the model's init graph are.
std::unordered_map<const Node*, ops::ExampleValue> init_values(const TracedModule& module,
                                                               ops::Kernels& kernels);

} // namespace fx
