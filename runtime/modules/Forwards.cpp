// The functions themselves: utils/redefine-forward.py writes them from LibTorch's symbols.
#include "Announce.h"

#include <ATen/autocast_mode.h>
#include <c10/core/AutogradState.h>
#include <c10/core/GradMode.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/nn.h>

#define FX_REDEFINED __attribute__((visibility("default")))

using fx::Announced;
using fx::announced_type;
using fx::AnnouncedApply;
using fx::AnnouncedNorm;
using fx::AnnouncedScript;
using fx::AnnouncedSetter;
using fx::Redefined;

#include "TorchForwards.inc"

std::span<const Redefined> fx::all_redefined_functions() {
  return all_redefined;
}
