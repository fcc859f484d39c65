// The copy of an exception as one of the library's classes is one of those: what the program's own
// class says is left out.
// RUN: fx-clang-trace %s --root=main -- | FileCheck %s
#include <cstring>
#include <stdexcept>
#include <vector>

struct Named : std::runtime_error {
  explicit Named(const char* text) : runtime_error(text) {}
  const char* what() const noexcept override { return "named"; }
};

struct Plain : std::exception {
  const char* what() const noexcept override { return "plain"; }
};

bool says(std::runtime_error given, const char* text) {
  return std::strcmp(given.what(), text) == 0;
}

struct Holder {
  std::runtime_error held;
};

int main() {
  int result = 0;
  const Named named("text");
  result += says(named, "text") ? 1 : 0;
  const Holder holder{named};
  result += says(holder.held, "text") ? 10 : 0;
  try {
    throw Named("text");
  } catch (std::runtime_error caught) {
    result += says(caught, "text") ? 100 : 0;
  }
  try {
    try {
      throw Plain();
    } catch (std::exception copy) {
      result += std::strcmp(copy.what(), "std::exception") == 0 ? 1000 : 0;
      throw;
    }
  } catch (const std::exception& whole) {
    result += std::strcmp(whole.what(), "plain") == 0 ? 10000 : 0;
  }
  const std::exception least = std::out_of_range("text");
  result += std::strcmp(least.what(), "std::exception") == 0 ? 100000 : 0;
  std::vector<std::runtime_error> list;
  list.push_back(named);
  // CHECK: return 1111111
  return result + (std::strcmp(list[0].what(), "text") == 0 ? 1000000 : 0);
}
