// A call that is not known may throw: an error where a handler around it goes on from there, and
// none where each handler throws, too.
// RUN: not fx-clang-trace %s --root=goes_on -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=throws -- 2>&1 | FileCheck %s --check-prefix=THROWS
#include <future>
#include <stdexcept>
int goes_on() {
  std::promise<int> promise;
  try {
    promise.get_future();
    promise.get_future();
  } catch (const std::future_error&) {
    return 1;
  }
  return 2;
}
// CHECK: unknown-call-in-a-try.cpp:[[@LINE-7]]:13: error: what 'std::promise::get_future' does is not known, and it may throw: a handler around it goes on from there
// CHECK: unknown-call-in-a-try.cpp:[[@LINE-9]]:3: note: call it outside of this 'try', or leave the handler to what calls the model

int throws() {
  std::promise<int> promise;
  try {
    promise.get_future();
  } catch (const std::future_error&) {
    throw std::runtime_error("no future");
  }
  return 2;
}
// THROWS: return 2
