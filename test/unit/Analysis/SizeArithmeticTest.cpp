// Sizes with names compute what the numbers do.
#include "Analysis/SizeArithmetic.h"

#include <gtest/gtest.h>

#include <random>

using namespace fx;

namespace {

using Names = std::map<std::string, int64_t>;

int64_t floor_divide(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

TEST(SizeArithmetic, ComputesWhatTheNumbersDo) {
  unsigned seed = 1; // the same numbers each time
  std::mt19937 random(seed);
  const auto pick = [&](int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(random);
  };
  int checked = 0;
  for (int round = 0; round < 2000; ++round) {
    SizeArithmetic arithmetic;
    Names names{{"A", pick(2, 40)}, {"B", pick(2, 40)}, {"C", pick(2, 40)}};
    std::vector<Size> sizes{arithmetic.name("A", 2, {}), arithmetic.name("B", 2, {}),
                            arithmetic.name("C", 2, {}), Size(pick(-9, 9)), Size(pick(1, 9))};
    std::vector<int64_t> numbers{names["A"], names["B"], names["C"], *sizes[3].constant(),
                                 *sizes[4].constant()};
    for (int step = 0; step < 8; ++step) {
      const auto a = static_cast<size_t>(pick(0, static_cast<int64_t>(sizes.size()) - 1));
      const auto b = static_cast<size_t>(pick(0, static_cast<int64_t>(sizes.size()) - 1));
      const int64_t x = numbers[a], y = numbers[b];
      const int64_t small = pick(1, 7);
      Size result;
      int64_t expected = 0;
      switch (pick(0, 6)) {
      case 0: result = arithmetic.add(sizes[a], sizes[b]), expected = x + y; break;
      case 1: result = arithmetic.subtract(sizes[a], sizes[b]), expected = x - y; break;
      case 2:
        if (std::abs(x) > 10000 || std::abs(y) > 10000) continue;
        result = arithmetic.multiply(sizes[a], sizes[b]), expected = x * y;
        break;
      case 3:
        result = *arithmetic.divide(sizes[a], Size(small)), expected = floor_divide(x, small);
        break;
      case 4:
        result = *arithmetic.remainder(sizes[a], Size(small));
        expected = x - floor_divide(x, small) * small;
        break;
      case 5: result = arithmetic.maximum(sizes[a], sizes[b]), expected = std::max(x, y); break;
      default: result = arithmetic.minimum(sizes[a], sizes[b]), expected = std::min(x, y); break;
      }
      ASSERT_EQ(arithmetic.value(result, names), expected) << arithmetic.text(result);
      ASSERT_EQ(arithmetic.value(arithmetic.resolved(result), names), expected)
          << arithmetic.text(result);
      if (const auto least = arithmetic.least(result)) {
        ASSERT_LE(*least, expected) << arithmetic.text(result);
      }
      if (const auto most = arithmetic.most(result)) {
        ASSERT_GE(*most, expected) << arithmetic.text(result);
      }
      sizes.push_back(result);
      numbers.push_back(expected);
      ++checked;
    }
  }
  EXPECT_GT(checked, 10000);
}

TEST(SizeArithmetic, DivisionsHaveOneForm) {
  SizeArithmetic arithmetic;
  const Size height = arithmetic.name("H", 2, {});
  const auto divide = [&](const Size& size, int64_t by) {
    return *arithmetic.divide(size, Size(by));
  };
  EXPECT_EQ(arithmetic.text(divide(arithmetic.add(height, Size(5)), 2)), "(H + 1) // 2 + 2");
  EXPECT_EQ(divide(divide(height, 2), 3), divide(height, 6));
  EXPECT_EQ(divide(arithmetic.multiply(height, Size(6)), 3), arithmetic.multiply(height, Size(2)));
  EXPECT_EQ(arithmetic.text(arithmetic.multiply(divide(height, 2), height)), "H * (H // 2)");
}

TEST(SizeArithmetic, WhatIsEqualIsPutIn) {
  SizeArithmetic arithmetic;
  const Size n = arithmetic.name("N", 2, {}), m = arithmetic.name("M", 2, 8);
  ASSERT_TRUE(arithmetic.unify(arithmetic.subtract(n, arithmetic.add(m, Size(1)))));
  EXPECT_EQ(arithmetic.text(arithmetic.resolved(arithmetic.multiply(n, Size(2)))), "2 * M + 2");
  ASSERT_TRUE(arithmetic.unify(arithmetic.resolved(arithmetic.subtract(n, Size(4)))));
  EXPECT_EQ(arithmetic.resolved(m).constant(), 3);
  // 9 is beyond what M may be.
  SizeArithmetic other;
  EXPECT_FALSE(other.unify(other.subtract(other.name("M", 2, 8), Size(9))));
}

} // namespace
