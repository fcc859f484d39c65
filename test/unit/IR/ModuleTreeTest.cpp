// Names in one module of many children and tensors, which an index has.
#include "fx/IR/ModuleTree.h"

#include <gtest/gtest.h>

using namespace fx;

namespace {

TensorSlot slot(const std::string& name) {
  TensorSlot made;
  made.name = name;
  return made;
}

TEST(ModuleTree, FindsEachOfManyTensors) {
  ModuleTree tree;
  ModuleNode& root = tree.root();
  for (int i = 0; i < 20000; ++i) {
    ASSERT_EQ(root.tensor("w" + std::to_string(i)), nullptr);
    root.tensors.push_back(slot("w" + std::to_string(i)));
    ASSERT_EQ(root.tensor("w" + std::to_string(i)), &root.tensors.back());
  }
  EXPECT_EQ(root.tensor("w7"), &root.tensors[7]);
  EXPECT_EQ(root.tensor("v"), nullptr);
}

TEST(ModuleTree, TensorsAndChildrenHaveTheirOwnNames) {
  ModuleTree tree;
  ModuleNode& root = tree.root();
  for (int i = 0; i < 40; ++i) {
    tree.attach(root, tree.create("Block", ModuleKind::User), "m" + std::to_string(i));
    root.tensors.push_back(slot("w" + std::to_string(i)));
  }
  EXPECT_NE(root.child("m30"), nullptr);
  EXPECT_EQ(root.child("w30"), nullptr);
  EXPECT_EQ(root.tensor("w30"), &root.tensors[30]);
  EXPECT_EQ(root.tensor("m30"), nullptr);
  tree.detach(*root.child("m30"));
  EXPECT_EQ(root.child("m30"), nullptr);
  EXPECT_EQ(root.tensor("w30"), &root.tensors[30]);
}

TEST(ModuleTree, OtherTensorsHaveOtherNames) {
  ModuleTree tree;
  ModuleNode& root = tree.root();
  for (int i = 0; i < 40; ++i)
    root.tensors.push_back(slot("w" + std::to_string(i)));
  EXPECT_NE(root.tensor("w30"), nullptr);
  std::vector<TensorSlot> others;
  for (int i = 0; i < 40; ++i)
    others.push_back(slot("v" + std::to_string(i)));
  root.set_tensors(others);
  EXPECT_EQ(root.tensor("w30"), nullptr);
  EXPECT_EQ(root.tensor("v30"), &root.tensors[30]);
}

} // namespace
