#include "fx/Ops/Callee.h"

#include "fx/IR/Graph.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/PythonArithmetic.h"

#include <gtest/gtest.h>

namespace fx::ops {
namespace {

using Kind = Callee::Kind;

TEST(Callee, TellsWhatATargetNames) {
  EXPECT_TRUE(LibTorch::built_in()->function_callee("torch.relu").is(Kind::Operator));
  EXPECT_EQ(LibTorch::built_in()->function_callee("torch._C._nn.gelu").name, "gelu");
  EXPECT_TRUE(
      LibTorch::built_in()->function_callee("torch.nn.functional.dropout").is(Kind::Functional));
  EXPECT_TRUE(LibTorch::built_in()->function_callee("torch.nn.init.zeros_").is(Kind::Initializer));
  EXPECT_EQ(LibTorch::built_in()->function_callee("torch.nn.init.zeros_").name, "zeros_");
  EXPECT_TRUE(LibTorch::built_in()->function_callee("operator.add").is(Kind::Arithmetic));
  EXPECT_EQ(LibTorch::built_in()->function_callee("operator.add").arithmetic->cpp, "+");
  EXPECT_TRUE(LibTorch::built_in()->function_callee("operator.iadd").is(Kind::Inplace));
  EXPECT_TRUE(LibTorch::built_in()->function_callee("operator.setitem").is(Kind::Inplace));
  EXPECT_TRUE(LibTorch::built_in()->function_callee("builtins.len").is(Kind::Python));
  EXPECT_TRUE(LibTorch::built_in()->function_callee("torch.no_grad").is(Kind::Python));
  EXPECT_TRUE(LibTorch::built_in()->function_callee("somewhere_else").is(Kind::User));
  EXPECT_TRUE(LibTorch::built_in()->function_callee("operator.invented").is(Kind::User));
}

TEST(Callee, AnOverloadHasTheNameOfItsOperator) {
  const Callee& add = LibTorch::built_in()->function_callee("torch.ops.aten.add.Tensor");
  EXPECT_EQ(add.name, "add");
  ASSERT_EQ(add.schemas.size(), 1u);
  EXPECT_EQ(add.schemas.front().overload, "Tensor");
}

TEST(Callee, AMethodIsNoFunctionOfItsName) {
  EXPECT_TRUE(LibTorch::built_in()->method_callee("relu").is(Kind::Operator));
  EXPECT_TRUE(LibTorch::built_in()->function_callee("relu").is(Kind::User));
  EXPECT_TRUE(LibTorch::built_in()->method_callee("size").is(Kind::TensorMember));
  EXPECT_EQ(LibTorch::built_in()->method_callee("size").members.size(), 2u);
  EXPECT_TRUE(LibTorch::built_in()->method_callee("invented").is(Kind::User));
}

TEST(Callee, OfANodeThatCallsNeither) {
  Graph graph;
  EXPECT_TRUE(callee_of(*graph.placeholder("x")).is(Kind::User));
  EXPECT_TRUE(callee_of(*graph.call_module("relu", {})).is(Kind::User));
}

TEST(Callee, IsFoundOnce) {
  EXPECT_EQ(&LibTorch::built_in()->function_callee("torch.relu"),
            &LibTorch::built_in()->function_callee("torch.relu"));
}

/// A language spells a row, or the row says why it does not.
void expect_complete(std::string_view row, const ForeignSpelling& spelling) {
  EXPECT_NE(spelling.text().empty(), spelling.why_not().empty()) << row;
}

/// const-fold computes a function, or its row says why it does not.
void expect_folded(std::string_view row) {
  const Folding* folding = find_folding(row);
  ASSERT_NE(folding, nullptr) << row;
  EXPECT_EQ(folding->exists(), folding->why_not().empty()) << row;
}

TEST(PythonFunctions, EveryRowHasEveryColumnOrSaysWhyNot) {
  for (const PythonBuiltin& row : all_python_builtins()) {
    expect_complete(row.target, row.cpp);
    expect_complete(row.target, row.torchscript);
    if (row.cpp.text().starts_with("static_cast<")) {
      EXPECT_EQ(row.cpp.text(), "static_cast<" + ValueType::of(row.cpp.result()).text + ">");
    }
    EXPECT_EQ(find_python_builtin(row.target), &row);
    expect_folded(row.target);
  }
#define FX_OPERATOR(NAME, PYTHON, CPP, OPERANDS, FUNCTION, TENSORS, FOLDING)                       \
  expect_folded("operator." NAME);                                                                 \
  EXPECT_FALSE(LibTorch::built_in()->find_schemas(TENSORS).empty()) << NAME;
#include "Ops/Operators.def"
  for (const TensorMember& row : all_tensor_members()) {
    expect_complete(row.name, row.cpp);
    expect_complete(row.name, row.torchscript);
    EXPECT_LE(&find_tensor_members(row.name).front(), &row);
    EXPECT_GE(&find_tensor_members(row.name).back(), &row);
  }
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

// The plugin compiles what it runs: C++ that is another call does not compile, or is none.
TEST(TensorMemberRows, CppWritesWhatThePluginRuns) {
#define FX_RUN(EXPRESSION) #EXPRESSION
#define FX_NOT_RUN(WHY) ""
#define FX_TENSOR_MEMBER(NAME, ARGUMENTS, EFFECT, FACT, CPP, TORCHSCRIPT, RUN)                     \
  if (const std::string run = RUN; run.find("self.") != run.npos) {                                \
    std::string cpp;                                                                               \
    for (const TensorMember& row : find_tensor_members(NAME))                                      \
      if (row.arguments == (ARGUMENTS)) cpp = row.cpp.text();                                      \
    EXPECT_NE(run.find("self." + cpp.substr(0, cpp.find('(')) + "("), run.npos) << (NAME);         \
  }
#include "fx/Ops/TensorMembers.def"
#define FX_TENSOR_ATTRIBUTE(NAME, KIND, FACT, CPP, TORCHSCRIPT, RUN)                               \
  if (const std::string run = RUN; run.find("self") != run.npos) {                                 \
    EXPECT_NE(run.find(replaced(replaced(CPP, "$", "self"), "torch::", "at::")), run.npos)         \
        << (NAME);                                                                                 \
  }
#include "fx/Ops/TensorAttributes.def"
}

} // namespace
} // namespace fx::ops
