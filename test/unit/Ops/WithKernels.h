// Tests that ask LibTorch itself, through the plugin of fx/Ops/Kernels.h.
#pragma once

#include "fx/Ops/Kernels.h"

#include <gtest/gtest.h>

namespace fx::ops {

class WithKernels : public ::testing::Test {
protected:
  void SetUp() override {
    Expected<std::shared_ptr<Kernels>> loaded = load_kernels(FX_KERNELS);
    ASSERT_TRUE(loaded) << loaded.error().message;
    kernels_ = *loaded;
  }

  std::shared_ptr<Kernels> kernels_;
};

} // namespace fx::ops
