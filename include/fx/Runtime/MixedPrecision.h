// A module that computes in bfloat16 what autocast would, and what that costs. The pass is
// mixed-precision (fx/Passes), which run_passes() runs too.
//
//     fx::MixedPrecisionModule mixed = fx::mixed_precision(traced, {x});
//     std::cout << mixed.error.relative;
//     torch::Tensor y = mixed.module->forward(x);
#pragma once

#include "fx/Runtime/GraphModule.h"

#include <functional>
#include <string>

namespace fx {

struct MixedPrecisionOptions {
  /// Told what was cast, and where autocast stays on and why, each text by itself. Without: nobody
  /// is.
  std::function<void(const std::string&)> remark = {};
};

/// How far results are from those of more digits.
struct PrecisionError {
  double absolute = 0; // the largest difference of two numbers
  double relative = 0; // to the largest number of the same tensor
};

struct MixedPrecisionModule {
  GraphModule module;
  PrecisionError error; // for the inputs
};

/// A module that shares the state of `module` and computes without autocast, bit for bit, what that
/// computes under torch.autocast("cpu", torch.bfloat16), in both modes; of gradients that come from
/// several users of one cast the sum is rounded to bfloat16. `inputs` say what types
/// there are; other sizes work too. They are run through both modules, in the mode that `module` is
/// in, on copies: parameters, buffers and random numbers are as before.
///
/// RuntimeError: LibTorch refuses a node under autocast; the graph is about autocast itself; a
/// weight is written to between its uses; the graph calls what describe() does not know.
MixedPrecisionModule mixed_precision(const GraphModule& module, const Args& inputs,
                                     const MixedPrecisionOptions& options = {});

/// The greatest of the differences between tensors in two values of the same form, whose types may
/// differ; infinite where one has a number that is none, or other tensors.
PrecisionError precision_error(const Value& expected, const Value& found);

} // namespace fx
