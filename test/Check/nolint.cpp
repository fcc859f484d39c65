// Comments of clang-tidy's allow what a check finds.
// RUN: fx-clang-check --checks=module-without-holder %s -- 2>&1 | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

struct AImpl : torch::nn::Module {}; // NOLINT
struct BImpl : torch::nn::Module {}; // NOLINT(module-without-holder, other)
// NOLINTNEXTLINE(module-*)
struct CImpl : torch::nn::Module {};
// NOLINTBEGIN
struct DImpl : torch::nn::Module {};
// NOLINTEND
struct EImpl : torch::nn::Module {}; // NOLINT(registered-again)
// CHECK: [[@LINE-1]]:8: warning: 'EImpl' has no holder
