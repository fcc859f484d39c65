#include "fx/Ops/InputSpec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fx::ops {
namespace {

using testing::ElementsAre;

TEST(InputSpec, IsWrittenAsItIsRead) {
  for (const std::string text :
       {"2x7:int64<100", "scalar:float32", "2[batch:1..64]x3:float32", "2[batch]x3:float32",
        "2[batch:1..]x3:float32", "(1x8:float32,[2:int64,none])", "5", "true", "0.5", "\"mean\""}) {
    const std::optional<InputSpec> spec = parse_input_spec(text, /*of_tensors=*/false);
    ASSERT_TRUE(spec) << text;
    EXPECT_EQ(to_text(*spec), text);
  }
}

TEST(InputSpec, GivesNumbersToNamesAlone) {
  EXPECT_THAT(with_numbers({"x=Nx3xHxW"}, 64), ElementsAre("x=2[N]x3x64[H]x64[W]:float32"));
  // What is first in one tensor and not in another counts no samples.
  EXPECT_THAT(with_numbers({"x=NxT:int64", "mask=TxT"}, 16),
              ElementsAre("x=2[N]x16[T]:int64", "mask=16[T]x16[T]:float32"));
  EXPECT_THAT(with_numbers({"x=4[N]x8", "y=Nx8", "n=5", "mode=\"mean\"", "mask=none"}, 64),
              ElementsAre("x=4[N]x8", "y=4[N]x8:float32", "n=5", "mode=\"mean\"", "mask=none"));
  EXPECT_TRUE(has_names_alone({"n=5", "hx=(1xNx8,1xNx8)"}));
  // A word alone may be anything.
  EXPECT_FALSE(has_names_alone({"x=2[N]x3", "flag=True", "n=5", "mode=\"NxH\"", "mask=none"}));
}

} // namespace
} // namespace fx::ops
