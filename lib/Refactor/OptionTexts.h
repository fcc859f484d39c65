// New calls in which a literal is an option of a module, as it is told by meta::option_reads: what
// they look like with the option in place of the literal.
#pragma once

#include "fx/CodeGen/CppExpressions.h"
#include "fx/IR/OptionRead.h"
#include "fx/IR/TracedModule.h"
#include "fx/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fx::refactor {

/// An operand that is an option.
struct OptionOperand {
  OptionRead read;
  std::string text; // "conv1->options.stride()"; empty: C++ cannot say it here
  /// The source has no literal for it: another object of the class may have another value.
  bool varies = false;
};

class OptionTexts {
public:
  using Names = std::unordered_map<std::string, std::string>;
  /// `graph`: of `after`. `modules`, `tensors`: see CppExpressions.
  OptionTexts(const TracedModule& after, const Graph& graph, Names modules, Names tensors)
      : after_(after), graph_(graph), modules_(std::move(modules)), tensors_(std::move(tensors)) {}

  /// Those of a call of the graph that are the module's options still.
  std::vector<OptionOperand> operands_of(const Node& call, CppExpressions& cpp) const;

  /// A call of the graph that reads these options. `inputs`: what its operands are called.
  Expected<std::string> call(const Node& node,
                             const std::vector<std::pair<const Node*, std::string>>& inputs,
                             const std::vector<OptionOperand>& options);

private:
  /// The graph with a value for each option that may be read, which no node computes.
  struct Readable {
    Graph graph;
    Graph::ValueMap copies;
    std::optional<CppExpressions> cpp;
    std::unordered_map<const Node*, std::vector<Node*>> options; // by the call, and the operand
  };
  Readable& readable();

  const TracedModule& after_;
  const Graph& graph_;
  Names modules_, tensors_;
  std::unique_ptr<Readable> readable_; // made when it is asked for
};

} // namespace fx::refactor
