// What running a node does besides computing its value: the facts every transformation asks for
// before it removes, merges or moves a node (torch.fx: Node.is_impure, which knows far less).
//
// Facts come from LibTorch's operator schemas, from the tables of fx/Ops and from the module tree.
// A target that none of them knows is impure.
#pragma once

#include "fx/IR/TracedModule.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace fx {

/// The operands of a node are numbered: args first, then kwargs.
struct Effects {
  /// The target is unknown: it may write to whatever it can reach, and must stay.
  bool unknown = false;
  /// Draws from a random number generator: two runs differ, and removing one changes the next.
  bool random = false;
  /// Has to run whatever becomes of its value: placeholder, output, assertions, declared effects.
  bool required = false;
  /// Enters or leaves a mode of computing (no_grad, autocast) for all nodes behind it: no node
  /// moves across it, and a node before it never equals one behind it.
  bool barrier = false;
  /// call_module: writes to parameters or buffers of the module (running statistics).
  bool writes_state = false;
  /// The value is no tensor and holds none (a size, a flag): it has no memory.
  bool no_memory = false;
  /// Bit i: the node writes to the memory of operand i. Operands from 63 on share bit 63.
  uint64_t writes = 0;
  /// Bit i: the value may share memory with operand i.
  uint64_t aliases = 0;

  /// Computing the value is all it does, and equal operands give equal values.
  bool is_pure() const { return !unknown && !random && !required && !writes_state && writes == 0; }

  friend bool operator==(const Effects&, const Effects&) = default;

  static constexpr uint64_t operand_bit(size_t index) {
    return uint64_t(1) << (index < 63 ? index : 63);
  }
};

/// Answers for the nodes of the graphs of one model, in the modes in which each graph is run
/// (TracedModule::modes_of): a call of a Dropout is random in a graph of both modes. Remembers what
/// it found for each target: ask one oracle for all nodes. The model must outlive it; its module
/// tree must not change meanwhile.
class EffectOracle {
public:
  /// Without a model every call_module is unknown.
  /// `modes`: asked of calls of modules instead of what TracedModule::modes_of says.
  explicit EffectOracle(const TracedModule* module = nullptr, std::optional<Modes> modes = {});
  ~EffectOracle();
  Effects operator()(const Node& node);

private:
  struct Cache;
  Effects module_effects(Symbol path, Modes modes);
  Effects graph_module_effects(const ModuleNode& module, Modes modes);

  const TracedModule* module_;
  std::optional<Modes> modes_;
  std::unique_ptr<Cache> cache_;
};

/// Whether a call of a module draws random numbers or writes to its state in training and not in
/// evaluation.
bool acts_in_training_alone(const Node& node, const TracedModule& module);

/// Declares for the whole process that calls of the function `target` ("mylib::log") have these
/// effects and no others. torch.fx's has_side_effect does this for impure functions alone. Not
/// thread-safe.
void declare_effects(Symbol target, Effects effects);

} // namespace fx
