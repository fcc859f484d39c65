// Each row of the tables of Python's functions and of tensors' members, written in both languages.
#include "TestModel.h"

#include "fx/Ops/PythonFunctions.h"

#include <set>

namespace fx {
namespace {

using ops::PythonBuiltin;
using ops::TensorMember;

/// What a row stands for has to be in the text, and why there is nothing of it in the message.
void expect_written(const TestModel& model, std::string_view emitter,
                    const ops::ForeignSpelling& spelling, const std::string& expected) {
  const Expected<std::string> text = find_emitter(emitter)->emit(model, {});
  if (!spelling.exists()) {
    ASSERT_FALSE(text) << *text;
    EXPECT_NE(text.error().to_string().find(spelling.why_not()), std::string::npos)
        << text.error().to_string();
    return;
  }
  ASSERT_TRUE(text) << text.error().to_string();
  EXPECT_NE(text->find(expected), std::string::npos) << expected << " in\n" << *text;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

TEST(PythonFunctions, AreWrittenAsTheirRowsSay) {
  for (const PythonBuiltin& row : ops::all_python_builtins()) {
    // What emitters write by other means: operators, attributes, items, checks and guards.
    if (row.target == "builtins.getattr" || row.target == "operator.getitem" ||
        row.target == "operator.pos" || row.target == "torch._assert" ||
        row.target == "builtins.len" || row.target == "torch.tensor" ||
        row.effect == ops::PythonEffect::Required || row.target == "torch.set_grad_enabled")
      continue;
    SCOPED_TRACE(row.target);
    TestModel model;
    Node* number = model.input("n", "int64_t");
    const std::set<std::string_view> of_two{
        "builtins.max",
        "builtins.min",
#define FX_MATH_2(NAME, NAMES, TARGET, RESULT, FOLDING, TORCHSCRIPT) TARGET,
#include "fx/Ops/MathFunctions.def"
    };
    const bool takes_two = of_two.contains(row.target);
    Node* call = takes_two ? model.graph.call_function(row.target, {number, number})
                           : model.graph.call_function(row.target, {number});
    model.output(call, "int64_t");
    const std::string operands = takes_two ? "(n, n)" : "(n)";
    const std::string cpp = replaced(std::string(row.cpp.text()), "$", "int64_t");
    expect_written(model, "cpp", row.cpp, " " + cpp + operands);
    expect_written(model, "torchscript", row.torchscript,
                   " " + std::string(row.torchscript.text()) + operands);
  }
}

TEST(PythonFunctions, MembersOfTensorsAreWrittenAsTheirRowsSay) {
  for (const TensorMember& row : ops::all_tensor_members()) {
    // What schemas spell, and what guards have.
    if (row.arguments < 0 && !row.cpp.exists() && row.name != "new_tensor") continue;
    SCOPED_TRACE(row.name);
    TestModel model;
    Node* tensor = model.input("x");
    Node* call = row.arguments == 1 ? model.graph.call_method(row.name, {tensor, Argument(1)})
                                    : model.graph.call_method(row.name, {tensor});
    model.output(call, "int64_t");
    std::string cpp(row.cpp.text());
    if (!cpp.ends_with(')')) cpp += row.arguments == 1 ? "(1)" : "()";
    expect_written(model, "cpp", row.cpp, "x." + cpp);
    const std::string with_argument = replaced(std::string(row.torchscript.text()), "$1", "1");
    expect_written(model, "torchscript", row.torchscript,
                   " = " + replaced(with_argument, "$", "x"));
  }
}

} // namespace
} // namespace fx
