// A graph compiled for running: one instruction a node, values in numbered slots, each given back
// after its last use.
#pragma once

#include "Attributes.h"
#include "Call.h"

#include "fx/IR/Graph.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace fx::runtime {

/// How an operand of a node is made of the slots.
struct OperandPlan {
  enum class Kind : uint8_t { Constant, Slot, LastUse, Aggregate };
  Kind kind = Kind::Constant;
  uint32_t slot = 0;
  Value constant;
  Argument aggregate; // what kind it is of
  std::vector<OperandPlan> items;
};

struct Instruction {
  const Node* node = nullptr;
  Opcode op = Opcode::Output;
  uint32_t result = 0;
  std::vector<OperandPlan> operands; // args, then kwargs
  std::shared_ptr<const Call> call;  // of a function or method
  Path path = Path("");              // of an attribute or module
  std::vector<uint32_t> unused;      // slots whose last use this is, but in `operands` as LastUse
};

class Plan {
public:
  /// Throws GraphError when the graph is not well formed, RuntimeError when a target is not known
  /// or `root` does not have it.
  Plan(const Graph& graph, const Root& root);

  /// The graph it was made of has not changed since.
  bool is_current(const Graph& graph) const {
    return &graph == &graph_ && graph.version() == version_;
  }
  /// Runs the instructions. Throws RuntimeError for a wrong number of inputs, ExecutionError for
  /// what fails. May run in several threads.
  Value run(Args inputs, const Root& root) const;

private:
  struct Frame;
  void compile(const Node& node, std::vector<uint32_t>& last_user);
  void check_inputs(size_t given) const;
  Value step(const Instruction& instruction, Frame& frame, const Root& root) const;

  const Graph& graph_;
  uint64_t version_;
  size_t required_ = 0, inputs_ = 0;
  bool takes_rest_ = false; // *args
  bool sets_modes_ = false; // of the thread
  uint32_t slots_ = 0;
  std::vector<Instruction> instructions_;
};

/// Throws an ExecutionError around what is being thrown: which node failed, where it comes from,
/// and the nodes around it. Call it in a catch block.
[[noreturn]] void rethrow_at(const Node& node);

} // namespace fx::runtime
