// What opening the plugin with LibTorch's kernels refuses.
#include "fx/Ops/Kernels.h"

#include <gtest/gtest.h>

namespace fx::ops {
namespace {

TEST(Kernels, AreNotLoadedFromAFileThatIsNotThere) {
  const auto kernels = load_kernels("/nowhere/fx-kernels.so");
  ASSERT_FALSE(kernels);
  EXPECT_EQ(kernels.error().id(), "kernels-not-loaded");
  EXPECT_TRUE(kernels.error().message.starts_with("cannot load '/nowhere/fx-kernels.so', which "
                                                  "knows LibTorch's kernels: "));
}

} // namespace
} // namespace fx::ops
