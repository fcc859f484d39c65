// A module that runs as fast as LibTorch's kernels allow, for inference alone: torch.fx's
// optimize_for_inference (torch/fx/experimental/optimization.py), and what
// torch::jit::optimize_for_inference does to a script.
//
//     net->eval();
//     fx::GraphModule fast = fx::optimize_for_inference(fx::symbolic_trace(*net), {x});
//     torch::NoGradGuard no_grad;
//     torch::Tensor y = fast->forward(x);
#pragma once

#include "fx/Runtime/GraphModule.h"

#include <functional>
#include <string>

namespace fx {

struct OptimizeForInferenceOptions {
  /// Batch norms go into the convolutions and linear layers before them, and what depends on
  /// weights alone is computed now (torch.fx's conv_bn_fuse).
  bool fold_weights = true;
  /// Dropout and Identity go.
  bool remove_dropout = true;
  /// Linear layers of one input, and products of matrices that share an operand, become one where
  /// that is measured to be faster (the passes merge-linears and merge-matmuls).
  bool merge = true;
  /// Convolutions and linear layers with what stands between them (ReLU, limits, additions, pools,
  /// cat) run in oneDNN as one part, in its own layout or in channels_last, with weights that are
  /// packed once, wherever that is measured to be faster (torch.fx's mkldnn_layout_optimize). A
  /// part runs as LibTorch runs it where that would hide a NaN (an input has one, or a number above
  /// 1e10), where an input has another type or lies otherwise than a new tensor, and where oneDNN
  /// does not take the sizes.
  bool use_mkldnn = true;
  /// Choices are made by how long the module takes for the inputs. False: all that can be merged
  /// is, and all that can run in oneDNN does, in its own layout, so that the result is the same
  /// each time.
  bool measure = true;
  /// What is computed goes into memory that nothing reads any more (the pass reinplace).
  bool reinplace = true;
  /// Results of the inputs may differ from those of the original by this much of the largest
  /// number, by which sums in another order differ.
  double tolerance = 1e-4;
  /// Told what was done, and what was left with the reason, each text by itself. Without: nobody
  /// is.
  std::function<void(const std::string&)> remark = {};
};

/// A module that computes what `module` does in evaluation, with weights of its own as they are
/// now: later changes of the original's do not count. Changes of its own do, but for those past
/// LibTorch's version counters: through data() or a pointer. `inputs` decide what is measured, for
/// one thread or as many as LibTorch uses; other sizes work too. Where a BatchNorm1d is taken into
/// the layer before it because inputs have as many dimensions as these, the module checks that and
/// throws for others. Results may have other strides inside, and have those of the original where
/// they are returned. Parts that oneDNN runs are modules `onednn_<number>`, which
/// run_passes(module, "inline-modules") puts back before it is saved or written.
///
/// RuntimeError: the module is in training; a step changed what the module gives for `inputs`, and
/// which.
GraphModule optimize_for_inference(const GraphModule& module, const Args& inputs,
                                   const OptimizeForInferenceOptions& options = {});

} // namespace fx
