#include "fx/Analysis/Numbers.h"

#include "fx/IR/Parser.h"

#include <gtest/gtest.h>

namespace fx {
namespace {

/// Whether the node `n` is a number in a graph with the tensor x and the sizes h and shape of it.
bool is_number(const std::string& line) {
  const Expected<TracedModule> module =
      parse_graph("graph():\n%x : = placeholder[target=x]\n"
                  "%h : = call_method[target=size](args = (%x, 0), kwargs = {})\n"
                  "%shape : = call_function[target=builtins.getattr](args = (%x, \"shape\"), "
                  "kwargs = {})\n%n : = " +
                  line + "\n");
  EXPECT_TRUE(module) << module.error().to_string();
  return NumberAnalysis(module->graph, *module).is_number(*module->graph.back());
}

TEST(Numbers, SizesAndWhatIsComputedOfThem) {
  EXPECT_TRUE(is_number("call_function[target=operator.add](args = (%h, 1), kwargs = {})"));
  EXPECT_TRUE(is_number("call_function[target=operator.getitem](args = (%shape, 1), kwargs = {})"));
  EXPECT_TRUE(is_number("call_function[target=math.sqrt](args = (%h,), kwargs = {})"));
  EXPECT_TRUE(is_number("call_method[target=dim](args = (%x,), kwargs = {})"));
}

TEST(Numbers, InputsByTheirTypes) {
  const auto is_number_type = [](const std::string& type) {
    Expected<TracedModule> module = parse_graph("graph():\n%x : = placeholder[target=x]\n");
    EXPECT_TRUE(module) << module.error().to_string();
    module->graph.back()->set_meta(meta::cpp_type, type);
    return NumberAnalysis(module->graph, *module).is_number(*module->graph.back());
  };
  for (const char* number : {"long", "c10::ArrayRef<long>", "std::array<long, 2>",
                             "std::optional<std::pair<long, double>>", "c10::Scalar"})
    EXPECT_TRUE(is_number_type(number)) << number;
  for (const char* other : {"at::Tensor", "std::vector<at::Tensor>", "Scalars", "net::Config"})
    EXPECT_FALSE(is_number_type(other)) << other;
}

TEST(Numbers, TensorsAreNone) {
  EXPECT_FALSE(is_number("call_function[target=operator.add](args = (%x, %h), kwargs = {})"));
  EXPECT_FALSE(is_number("call_function[target=operator.getitem](args = (%x, 1), kwargs = {})"));
  EXPECT_FALSE(is_number("call_function[target=torch.ones](args = (%h,), kwargs = {})"));
  EXPECT_FALSE(
      is_number("call_function[target=builtins.getattr](args = (%x, \"T\"), kwargs = {})"));
  EXPECT_FALSE(is_number("get_attr[target=weight]"));
}

} // namespace
} // namespace fx
