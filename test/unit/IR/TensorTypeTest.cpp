#include "fx/IR/TensorType.h"

#include <gtest/gtest.h>

namespace fx {
namespace {

constexpr Dimension dyn = std::nullopt;
const TensorType any;

TensorType sizes(std::vector<Dimension> dimensions) {
  return {std::move(dimensions)};
}

TEST(TensorType, UnknownSizesAgreeWithEverything) {
  EXPECT_TRUE(is_consistent(any, sizes({1, 2})));
  EXPECT_TRUE(is_consistent(sizes({1, dyn}), sizes({dyn, 2})));
  EXPECT_FALSE(is_consistent(sizes({1, 2}), sizes({1, 3})));
  EXPECT_FALSE(is_consistent(sizes({1, 2}), sizes({1, 2, 3})));
}

TEST(TensorType, WhatSaysMoreIsMorePrecise) {
  EXPECT_TRUE(is_more_precise(sizes({1, 2}), any));
  EXPECT_TRUE(is_more_precise(sizes({1, 2}), sizes({1, dyn})));
  EXPECT_FALSE(is_more_precise(sizes({1, dyn}), sizes({1, 2})));
  EXPECT_FALSE(is_more_precise(any, sizes({1})));
  EXPECT_FALSE(is_more_precise(sizes({1, 2}), sizes({1})));
}

TEST(TensorType, IsWrittenAsTorchFxDoes) {
  EXPECT_EQ(sizes({1, dyn}).to_string(), "TensorType[1, Dyn]");
  EXPECT_EQ(any.to_string(), "Dyn");
}

} // namespace
} // namespace fx
