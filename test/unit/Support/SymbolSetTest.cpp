#include "fx/Support/SymbolSet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace fx {
namespace {

TEST(SymbolSet, HoldsWhatWasInsertedAndNothingElse) {
  // Neighbours in memory: every second is inserted, those between share its pieces.
  std::vector<Symbol> symbols;
  constexpr int num_symbols = 20000;
  symbols.reserve(num_symbols);
  for (int i = 0; i < num_symbols; ++i)
    symbols.emplace_back("symbol_set_test_" + std::to_string(i));
  std::mt19937 random(1); // NOLINT(bugprone-random-generator-seed): the same each time
  std::shuffle(symbols.begin(), symbols.end(), random);

  SymbolSet set;
  EXPECT_FALSE(set.contains(symbols[0]));
  for (size_t i = 0; i < symbols.size(); i += 2)
    ASSERT_TRUE(set.insert(symbols[i])) << symbols[i].str();
  for (size_t i = 0; i < symbols.size(); ++i)
    ASSERT_EQ(set.contains(symbols[i]), i % 2 == 0) << symbols[i].str();
  EXPECT_EQ(set.size(), symbols.size() / 2);
}

TEST(SymbolSet, SaysWhetherASymbolWasThere) {
  SymbolSet set;
  set.reserve(100);
  EXPECT_FALSE(set.contains(Symbol()));
  EXPECT_TRUE(set.insert(Symbol()));
  EXPECT_FALSE(set.insert(Symbol("")));
  EXPECT_TRUE(set.contains(Symbol()));
  EXPECT_EQ(set.size(), 1U);
}

} // namespace
} // namespace fx
