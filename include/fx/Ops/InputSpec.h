// An example of an input, as text: what --input and the pass shape-prop take.
//
//   x=1x3x224x224             a tensor of float32
//   ids=2x7:int64             a tensor of another dtype; scalar:int64 has no dimensions
//   ids=2x7:int64<100         the same, its values below 100 where it is filled with random ones
//   x=2[batch:1..64]x3        a size that may be another: the example has 2, programs 1 to 64; the
//                             bounds may be left out, one name is one size: [batch:1..], [batch]
//   x=Nx3xHxW                 the same, with numbers of the reader's choice: see with_numbers();
//                             names without an x, beside another size
//   inputs["mask"]=1x7        an element of a map
//   hx=(2x1x64,2x1x64)        a tuple
//   features=[1x64x56x56,1x128x28x28]   a list
//   mask=none                 an optional that is empty, an undefined tensor
//   n=5, flag=true, p=0.5, mode="mean"  numbers and text
#pragma once

#include "fx/IR/Argument.h"
#include "fx/IR/Meta.h"
#include "fx/Ops/Kernels.h"
#include "fx/Support/Error.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fx::ops {

/// A size that is not fixed: torch.export's Dim.
struct DynamicSize {
  size_t dimension = 0;
  std::string name; // an identifier
  std::optional<int64_t> least;
  std::optional<int64_t> most;
};

/// What a size that has a name is at least, where nothing is said: 1 and 0 are sizes of their own,
/// as 1 goes with any other (torch.export's Dim).
constexpr int64_t least_named_size = 2;

struct InputSpec {
  enum class Kind : uint8_t { Tensor, Literal, List, Tuple };
  Kind kind = Kind::Literal;
  TensorMeta tensor;
  int64_t below = 0; // of a tensor of integers, what all its values are below; 0: not said
  std::vector<DynamicSize> dynamic; // of a tensor, in the order of its dimensions
  Argument literal;
  std::vector<InputSpec> items;

  bool is_none() const { return kind == Kind::Literal && literal.is_none(); }
  /// There is a size that may be another, in this or in an item.
  bool has_dynamic_sizes() const;
};

/// Reads what stands behind '='. A bare number is a tensor's only size where `of_tensors`. Nothing
/// when it cannot be read.
/// `names`: a size may be a name alone, "Nx3xHxW", which is one of `dynamic` and -1 in the shape.
std::optional<InputSpec> parse_input_spec(std::string_view text, bool of_tensors,
                                          bool names = false);

/// As parse_input_spec() reads it.
std::string to_text(const InputSpec& spec);

/// Inputs, "x=Nx3xHxW", whose sizes that are names alone have numbers: 2 where all tensors that
/// have a name have it first, as the number of samples is, and `size` else: "x=2[N]x3x64[H]x64[W]".
/// Those without such sizes are as they were.
std::vector<std::string> with_numbers(std::vector<std::string> inputs, int64_t size);
/// Whether a size of one is a name alone.
bool has_names_alone(const std::vector<std::string>& inputs);

/// The value that LibTorch's kernels run on. Error: no such dtype, or more elements than can be
/// counted.
Expected<ExampleValue> make_example(Kernels& kernels, const InputSpec& spec);

} // namespace fx::ops
