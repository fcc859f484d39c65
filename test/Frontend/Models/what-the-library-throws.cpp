// Exceptions of the library say what libstdc++ says, with the name of the class or function.
// RUN: %fx-clang-trace %s --root=said -- | FileCheck %s
// RUN: not %fx-clang-trace %s --root=owned -- 2>&1 | FileCheck %s --check-prefix=OWNED
#include <array>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

template <typename Call>
std::string text_of(Call call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing";
}

std::vector<std::string> said() {
  std::vector<int> numbers(2);
  std::vector<bool> bits(2);
  std::deque<int> deque(2);
  std::array<int, 2> array{};
  const std::string text = "ab";
  return {text_of([&] { numbers.at(5); }),
          text_of([&] { bits.at(5); }),
          text_of([&] { deque.at(5); }),
          text_of([&] { array.at(5); }),
          text_of([&] { std::string part(text, 5, 1); }),
          text_of([&] { std::stol("x"); }),
          text_of([&] { std::stoul("x"); })};
}
// CHECK: "vector::_M_range_check: __n (which is 5) >= this->size() (which is 2)"
// CHECK-SAME: "vector<bool>::_M_range_check: __n (which is 5) >= this->size() (which is 2)"
// CHECK-SAME: "deque::_M_range_check: __n (which is 5)>= this->size() (which is 2)"
// CHECK-SAME: "array::at: __n (which is 5) >= _Nm (which is 2)"
// CHECK-SAME: "basic_string::basic_string: __pos (which is 5) > this->size() (which is 2)"
// CHECK-SAME: "stol", "stoul"

// Who holds a lock is not kept.
// OWNED: error: 'owns_lock' of a lock is not supported yet
bool owned() {
  std::mutex mutex;
  std::unique_lock<std::mutex> lock(mutex);
  lock.unlock();
  return lock.owns_lock();
}
