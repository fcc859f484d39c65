// What a call computes, in the words of LibTorch's operators, whatever way a program spells it:
// torch::relu(x), x.relu(), F::relu(x), x.relu_() and the module torch::nn::ReLU are one operation.
//
// Which module and which function of torch.nn is one call of which operator is derived from the
// library of TorchScript (lib/CodeGen/TorchScript/*.tsl), by
// utils/torchscript_library/operations.py.
#pragma once

#include "fx/IR/ModuleTree.h"
#include "fx/IR/Node.h"
#include "fx/IR/TracedModule.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fx::ops {

class LibTorch;

struct Operation {
  /// How the program says it.
  enum class Spelling : uint8_t { Function, Method, Functional, Arithmetic, Module };
  struct Operand {
    std::string_view parameter; // of the operator: "input", "p"
    Argument value;
    /// Of a module: its parameter or buffer of this name; `value` is None then.
    std::string_view tensor = {};
    /// Of a module: its option of this name has this value; empty: none has.
    std::string_view option = {};
    /// It is left out, or says what the operator takes then.
    bool is_default = false;
    /// Of a list of so many numbers, for which one number may stand; 0: of no such list.
    size_t length = 0;

    /// The value, or the list that the number stands for.
    Argument as_list() const;
    friend bool operator==(const Operand&, const Operand&) = default;
  };

  Spelling spelling = Spelling::Function;
  std::string_view name; // of the operator, without the _ of the form in place: "relu"
  /// It writes its result to its first operand.
  bool in_place = false;
  /// It is that in evaluation, and another call, or the same with other operands, in training.
  bool in_evaluation_alone = false;
  /// In the order of the operator's parameters. One that is left out is not among them when its
  /// default is nothing that a literal can say.
  std::vector<Operand> operands;
  /// Of a module: the options that decide that it is this operator, with these parameters.
  std::vector<std::string_view> deciding_options;

  const Operand* find(std::string_view parameter) const;
  friend bool operator==(const Operation&, const Operation&) = default;
};

/// The operation of a call; nothing when it is none, or several. `modes`: in which of them its
/// graph is run, where it counts. `module` is where the graph's call_modules are found.
std::optional<Operation> operation_of(const Node& call, const TracedModule& module, Modes modes);

/// A module of LibTorch's that a module can become because it computes another operation then: a
/// class without parameters and buffers, as the other one is.
struct OtherModule {
  Symbol cpp_type; // "torch::nn::GELU"
  std::vector<ModuleOption> options;
  friend bool operator==(const OtherModule&, const OtherModule&) = default;
};
/// The module in the place of `called` that computes the operation of its first input; nothing when
/// there is none. An empty name: it gives what it takes. Options that both classes have carry over
/// where the operation says nothing of them.
std::optional<OtherModule> module_in_place_of(const ModuleNode& called, const Operation& operation,
                                              const TracedModule& module);

/// A call of a module that computes what another call does.
struct ModuleCall {
  OtherModule module;
  std::vector<Argument> inputs;
  /// It computes something else in the other mode.
  bool is_by_mode = false;
};
/// The module without parameters and buffers that computes the operation; nothing when there is
/// none. `training`: the mode of the operation's graph; nothing: both.
std::optional<ModuleCall> module_for(const Operation& operation, const TracedModule& module,
                                     std::optional<bool> training);

/// A call that says the same as another one.
struct OtherCall {
  Opcode op = Opcode::CallFunction;
  Symbol target;
  std::vector<Argument> args;
  std::vector<KeywordArgument> kwargs;
  /// Operation::Operand::option of the operands that have one, by their numbers: the args, then the
  /// kwargs.
  std::vector<std::pair<size_t, std::string_view>> options;
};
/// What `call`, of a function of torch's, is as a method of its first operand or as a function of
/// torch.nn.functional; nothing for other spellings, and where there is none.
std::optional<OtherCall> respelled(const Node& call, Operation::Spelling wanted,
                                   const TracedModule& module);

/// The function of torch's that computes the operation; nothing where Python does not export it,
/// and where an operand is a tensor of a module. `with_options`: what is an option of a module is
/// given where it says the default, too.
std::optional<OtherCall> function_for(const Operation& operation, const TracedModule& module,
                                      bool with_options = false);

/// Whether C++ has a plain value for an option of a module as it is: `options.stride()`. What may
/// be missing, and words that are types of their own, have none.
bool is_plain_option(const ModuleNode& module, std::string_view option, const LibTorch& libtorch);

/// "torch.nn.functional.relu", ".relu_()", "torch::nn::ReLU": for people.
std::string spelling_text(const Node& call, const TracedModule& module);

} // namespace fx::ops
