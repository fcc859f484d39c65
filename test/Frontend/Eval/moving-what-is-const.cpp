// std::move of something const moves nothing: what it names is copied.
// RUN: %fx-clang-trace %s --root=kept -- | FileCheck %s
#include <string>
#include <utility>
#include <vector>

std::string kept() {
  const std::string text = "text";
  const std::vector<int> numbers{1, 2};
  std::string more = "more";
  std::string first = std::move(text);
  std::vector<int> second(std::move(numbers));
  std::string third(std::move(std::as_const(more)));
  return first + text + third + more + std::to_string(numbers.size() + second.size());
}
// CHECK: return "texttextmoremore4"
