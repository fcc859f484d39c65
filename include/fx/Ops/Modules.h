// What is known of the classes of torch::nn: what they take, what they register, and which of their
// options are read when.
//
// Data: fx/Ops/Modules.def, held against LibTorch by test/unit/Ops/ModulesTest.cpp. Options, their
// defaults, members and forward are of LibTorch's headers (fx/Ops/Spelling.h), effects of
// fx/Ops/Facts.h.
#pragma once

#include "fx/IR/ModuleTree.h"
#include "fx/IR/TracedModule.h"
#include "fx/Ops/LibTorch.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fx::ops {

/// Classes that differ in the number of dimensions alone, or in nothing that is told here.
enum class ModuleFamily : uint8_t {
#define FX_MODULE_FAMILY(NAME, TAKES, SAME, READS, REGISTERS) NAME,
#include "fx/Ops/Modules.def"
};

/// What the tensors that a module takes have to be.
struct ModuleInput {
  enum class Kind : uint8_t {
    Channels,   // an image with so many channels: any number where no option says it
    Features,   // the last dimension; of the second input the second option
    Indices,    // of rows, of which there are so many
    Sequence,   // the last dimension, with one or two before it
    Cell,       // the last dimension, and the state's
    Recurrent,  // Sequence, and the state's last dimension
    Normalized, // the last dimensions
    Shuffled,   // an image whose channels are a multiple of its square
  };
  Kind kind;
  std::string_view option;
  std::string_view second;
};

/// Names of options, with blanks between them; "*": all of the class.
struct OptionReads {
  std::string_view by_forward_alone;
  std::string_view by_constructor_alone;
  std::string_view why_not; // others; empty when there are none
};

/// A class of torch::nn.
struct ModuleClass {
  std::string_view name; // "Conv2d"
  ModuleFamily family;
  int dimensions; // of the images that it takes; 0: any number
  ModuleInput takes;
  /// The condition on which training and evaluation compute the same; see is_same_in_both_modes.
  std::string_view same;
  OptionReads reads;
  /// See registered_tensors.
  std::span<const std::string_view> registers;

  bool is(ModuleFamily which) const { return family == which; }
  /// Whether a parameter is used once for each place of the output, and not for each row.
  bool is_convolution() const { return is(ModuleFamily::Conv) || is(ModuleFamily::ConvTranspose); }
  /// Sequential and its like, Functional: what they do is what they are given.
  bool is_container() const { return is(ModuleFamily::Container); }
};

/// "Conv2d", "torch::nn::Conv2d"; null for anything else.
const ModuleClass* find_module_class(std::string_view holder);
/// The class of a leaf of LibTorch's own; null for any other module, a user's `Linear` too.
const ModuleClass* module_class_of(const ModuleNode& module);
std::span<const ModuleClass> all_module_classes();

/// The options of a module: those that were given, and for others their defaults.
class ModuleOptions {
public:
  ModuleOptions(const LibTorch& libtorch, const ModuleClass& of,
                std::span<const ModuleOption> given)
      : libtorch_(&libtorch), class_(&of), given_(given) {}

  const LibTorch& libtorch() const { return *libtorch_; }
  const ModuleClass& of() const { return *class_; }
  /// Nothing when it was not given and has no default, or none that a literal can say.
  std::optional<Argument> value(std::string_view name) const;
  /// Whether a flag is on or a number is not zero; nothing when that is not known.
  std::optional<bool> is_on(std::string_view name) const;

private:
  const LibTorch* libtorch_;
  const ModuleClass* class_;
  std::span<const ModuleOption> given_;
};

/// Whether forward computes the same in training and in evaluation; false where it is not known.
bool is_same_in_both_modes(const ModuleOptions& options);

/// A parameter or buffer that a module registers and that is defined.
struct RegisteredTensor {
  std::string name; // "weight", "out_proj.bias"
  TensorRole role = TensorRole::Parameter;
  /// Nothing where they are not known.
  std::optional<std::vector<int64_t>> sizes;
  /// The number that it is filled with, or the tensor that was given; nothing: it is drawn.
  std::optional<Argument> initial;

  bool is_buffer() const { return role == TensorRole::Buffer; }
};
/// In the order of registration, a child's behind those before it; nothing when that is not known.
std::optional<std::vector<RegisteredTensor>> registered_tensors(const ModuleOptions& options);
/// Whether the constructor draws random numbers, as far as that is known.
bool draws_initial_values(const ModuleOptions& options);
/// Whether making a module of the tree, with all that is in it, may draw random numbers.
bool may_draw(const ModuleNode& made, const TracedModule& module);
/// Whether a module of the tree, or one in it, may have parameters or buffers.
bool may_have_tensors(const ModuleNode& of, const TracedModule& module);
/// A tensor of a leaf of LibTorch's own at a dotted path: "layer1.bn.running_mean". Where options
/// are not known, one that there may be.
std::optional<RegisteredTensor> find_leaf_tensor(const TracedModule& module, std::string_view path);

} // namespace fx::ops
