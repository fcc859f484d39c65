// Shapes with names for sizes: [N, 3, H, W] goes in, [N, 64, (H - 1) // 2 + 1, ...] comes out.
//
// What operators do to sizes LibTorch says by functions of its own (Kernels::shape_function), which
// are run on names (torch.fx: experimental.graph_gradual_typechecker, unification). A size of which
// they tell nothing is not known, which is no error.
#pragma once

#include "fx/IR/TensorType.h"
#include "fx/Ops/InputSpec.h"
#include "fx/Ops/Kernels.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fx {

namespace meta {
/// The shape of a node's value as a tuple of numbers and of texts: ("N", 64, "H // 2", "?").
const MetaKey<Argument>& symbolic_shape();
} // namespace meta

class SymbolicShapes {
public:
  /// The example of an input, whose sizes may have names; null: none was given.
  using InputOf = std::function<const ops::InputSpec*(const Node& placeholder)>;

  SymbolicShapes(std::shared_ptr<ops::Kernels> kernels, InputOf input_of);
  ~SymbolicShapes();

  /// For no sizes do the operands of a node go together.
  struct Refusal {
    const Node* node;
    std::string reason;
    struct Operand {
      const Node* node;
      std::string shape; // "[N, 3, H]"
    };
    std::vector<Operand> operands;
  };
  /// What sizes have to be so that the operands of a node go together: "N == M".
  struct Condition {
    const Node* node;
    std::string text;
  };
  struct Result {
    std::vector<Refusal> refusals;
    std::vector<Condition> conditions;
  };
  /// Finds the shapes of a forward graph, and notes them as meta::symbolic_shape. Where a refusal
  /// comes back, nothing was noted. Shapes of parameters are those that are noted (ExampleTypes).
  Result run(Graph& graph, const TracedModule& module);

  /// The noted shape with numbers for names; Dyn for a size that is not known, and for the whole
  /// where nothing is.
  TensorType shape_for(const Node& node, const std::map<std::string, int64_t>& names) const;
  /// Numbers for all names with which the conditions hold, near those that are wished for; nothing
  /// where none were found.
  std::optional<std::map<std::string, int64_t>>
  numbers_for(const std::map<std::string, int64_t>& wished) const;

private:
  class Inference;
  std::shared_ptr<ops::Kernels> kernels_;
  InputOf input_of_;
  std::unique_ptr<Inference> inference_; // of the last run
};

} // namespace fx
