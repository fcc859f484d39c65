// libstdc++ moves elements of a deque onto themselves where nothing is inserted between them, which
// empties text: an error, where a number or an end is none.
// RUN: not fx-clang-trace %s --root=text -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=numbers -- 2>&1 | FileCheck %s --check-prefix=NUMBERS
#include <deque>
#include <string>
int text() {
  std::deque<std::string> words{"a", "b", "c", "d"};
  words.insert(words.begin(), 0, "x");
  words.insert(words.begin() + 2, 0, "x");
  return static_cast<int>(words[2].size());
}
// CHECK: deque-insert-nothing.cpp:[[@LINE-3]]:3: error: inserting nothing into the middle of a deque, whose elements libstdc++ moves onto themselves then, is not supported yet

int numbers() {
  std::deque<int> numbers{1, 2, 3};
  numbers.insert(numbers.begin() + 1, 0, 5);
  return numbers[1];
}
// NUMBERS: return 2
