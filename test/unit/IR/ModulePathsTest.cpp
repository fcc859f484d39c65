// Where modules are after they were moved and renamed.
#include "fx/IR/ModulePaths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fx {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

class ModulePathsTest : public testing::Test {
protected:
  ModuleNode& add(ModuleNode& parent, const char* name) {
    ModuleNode& child = tree_.create(Symbol("torch::nn::Module"), ModuleKind::User);
    tree_.attach(parent, child, Symbol(name));
    return child;
  }
  ModuleTree tree_;
};

TEST_F(ModulePathsTest, NothingMoved) {
  add(add(tree_.root(), "a"), "b");
  const ModulePaths before(tree_);
  EXPECT_THAT(before.moved(tree_), IsEmpty());
  EXPECT_THAT(before.key_map(tree_), IsEmpty());
}

TEST_F(ModulePathsTest, WhatIsInsideFollows) {
  ModuleNode& a = add(tree_.root(), "a");
  add(a, "b");
  const ModulePaths before(tree_);
  tree_.rename(a, Symbol("c"));
  EXPECT_THAT(before.moved(tree_), ElementsAre(Pair("a", "c"), Pair("a.b", "c.b")));
  EXPECT_THAT(before.key_map(tree_), ElementsAre(Pair("a", "c")));
}

TEST_F(ModulePathsTest, WhatIsInsideMayGoElsewhere) {
  ModuleNode& a = add(tree_.root(), "a");
  ModuleNode& b = add(a, "b");
  const ModulePaths before(tree_);
  tree_.detach(b);
  tree_.attach(tree_.root(), b, Symbol("b"));
  tree_.rename(a, Symbol("c"));
  EXPECT_THAT(before.key_map(tree_), ElementsAre(Pair("a", "c"), Pair("a.b", "b")));
}

TEST_F(ModulePathsTest, WhatStaysWhereItWasNeedsAnEntryInsideOfOneThatMoved) {
  ModuleNode& a = add(tree_.root(), "a");
  ModuleNode& b = add(a, "b");
  const ModulePaths before(tree_);
  tree_.rename(a, Symbol("c"));
  tree_.detach(b);
  tree_.attach(add(tree_.root(), "a"), b, Symbol("b"));
  EXPECT_THAT(before.key_map(tree_), ElementsAre(Pair("a", "c"), Pair("a.b", "a.b")));
}

TEST_F(ModulePathsTest, WhatWasNotRegisteredIsInNoKeyMap) {
  ModuleNode& a = add(tree_.root(), "a");
  a.registered = false;
  const ModulePaths before(tree_);
  tree_.rename(a, Symbol("b"));
  a.registered = true;
  EXPECT_THAT(before.moved(tree_), ElementsAre(Pair("a", "b")));
  EXPECT_THAT(before.key_map(tree_), IsEmpty());
}

TEST_F(ModulePathsTest, MovedPathsAreThoseOfTheInnermostModule) {
  const std::map<std::string, std::string> moved{{"a", "c"}, {"a.b", "b"}};
  EXPECT_EQ(moved_path("a.b.weight", moved), "b.weight");
  EXPECT_EQ(moved_path("a.bias", moved), "c.bias");
  EXPECT_EQ(moved_path("a", moved), "c");
  EXPECT_EQ(moved_path("ab.weight", moved), "ab.weight");
}

} // namespace
} // namespace fx
