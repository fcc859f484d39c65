// What is used behind the end of its lifetime is an error at the use, with the place of the end.
// RUN: not fx-clang-trace %s --root='Net(0)' -- 2>&1 | FileCheck %s --check-prefix=SCOPE
// RUN: not fx-clang-trace %s --root='Net(1)' -- 2>&1 | FileCheck %s --check-prefix=RETURNED
// RUN: not fx-clang-trace %s --root='Net(2)' -- 2>&1 | FileCheck %s --check-prefix=DELETED
// RUN: not fx-clang-trace %s --root='Net(3)' -- 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not fx-clang-trace %s --root='Net(4)' -- 2>&1 | FileCheck %s --check-prefix=RESET
// RUN: not fx-clang-trace %s --root='Net(5)' -- 2>&1 | FileCheck %s --check-prefix=TEMPORARY
// RUN: not fx-clang-trace %s --root='Net(6)' -- 2>&1 | FileCheck %s --check-prefix=ERASED
// RUN: not fx-clang-trace %s --root='Net(7)' -- 2>&1 | FileCheck %s --check-prefix=ARRAY
#include <map>
#include <memory>
#include <torch/torch.h>

struct Bounded {
  explicit Bounded(const int64_t& limit) : limit(limit) {}
  const int64_t& limit;
};

struct Net : torch::nn::Module {
  explicit Net(int64_t way) : way(way) {}

  static int64_t& local() {
    int64_t factor = 3;
    return factor;
  }

  int64_t factor() {
    if (way == 0) {
      int64_t* left = nullptr;
      {
        int64_t inner = 3;
        left = &inner;
      }
      // SCOPE: :[[@LINE+2]]:{{.*}} error: this refers to something whose lifetime is over, which C++ gives no meaning: keep the object alive, or copy what is needed of it
      // SCOPE: :[[@LINE-2]]:{{.*}} note: it ended, or its container moved it, here
      return *left;
    }
    // RETURNED: :[[@LINE+1]]:{{.*}} error: this refers to something whose lifetime is over
    if (way == 1) return local();
    if (way == 2 || way == 3) {
      auto* made = new int64_t(3);
      delete made;
      // TWICE: :[[@LINE+1]]:{{.*}} error: this refers to something whose lifetime is over
      if (way == 3) delete made;
      // DELETED: :[[@LINE+1]]:{{.*}} error: this refers to something whose lifetime is over
      return *made;
    }
    if (way == 4) {
      auto owner = std::make_unique<int64_t>(3);
      const int64_t* watcher = owner.get();
      owner.reset();
      // RESET: :[[@LINE+1]]:{{.*}} error: this refers to something whose lifetime is over
      return *watcher;
    }
    if (way == 5) {
      const Bounded bounded(3);
      // TEMPORARY: :[[@LINE+1]]:{{.*}} error: this refers to something whose lifetime is over
      return bounded.limit;
    }
    if (way == 6) {
      std::map<int, int64_t> factors{{1, 3}};
      const int64_t& kept = factors.at(1);
      factors.erase(1);
      // ERASED: :[[@LINE+1]]:{{.*}} error: this refers to something whose lifetime is over
      return kept;
    }
    auto* several = new int64_t[2]{3, 4};
    // ARRAY: :[[@LINE+1]]:{{.*}} error: this ends an array that new[] made, which C++ gives no meaning: write delete[]
    delete several;
    return 3;
  }

  torch::Tensor forward(torch::Tensor x) { return x * factor(); }

  int64_t way;
};
