// Iterators, pointers and references that a change of their container took the meaning of are errors.
// RUN: not fx-clang-trace %s --root='Net(0)' -- 2>&1 | FileCheck %s --check-prefix=GROWN
// RUN: not fx-clang-trace %s --root='Net(1)' -- 2>&1 | FileCheck %s --check-prefix=REFERENCE
// RUN: not fx-clang-trace %s --root='Net(2)' -- 2>&1 | FileCheck %s --check-prefix=MEMBER
// RUN: not fx-clang-trace %s --root='Net(3)' -- 2>&1 | FileCheck %s --check-prefix=ERASED
// RUN: not fx-clang-trace %s --root='Net(4)' -- 2>&1 | FileCheck %s --check-prefix=DEQUE
// RUN: not fx-clang-trace %s --root='Net(5)' -- 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not fx-clang-trace %s --root='Net(6)' -- 2>&1 | FileCheck %s --check-prefix=VIEW
// RUN: not fx-clang-trace %s --root='Net(7)' -- 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: fx-clang-trace %s --root='Net(8)' --emit=fx -- | FileCheck %s --check-prefix=VALID
#include <deque>
#include <string>
#include <torch/torch.h>
#include <vector>

struct Size {
  int64_t height, width;
};

struct Net : torch::nn::Module {
  explicit Net(int64_t way) : way(way) {}

  int64_t factor() {
    std::vector<int64_t> sizes{2, 3, 4};
    std::string text = "three";
    if (way == 0) {
      const auto second = sizes.begin() + 1;
      sizes.push_back(5);
      // GROWN: :[[@LINE+2]]:{{.*}} error: this iterator or pointer was made before its container changed, which took its meaning: make it anew behind the change
      // GROWN: :[[@LINE-2]]:{{.*}} note: the container changed here
      return *second;
    }
    if (way == 1) {
      const int64_t& second = sizes[1];
      sizes.insert(sizes.end(), {5, 6});
      // REFERENCE: :[[@LINE+1]]:{{.*}} error: this refers to something whose lifetime is over
      return second;
    }
    if (way == 2) {
      std::vector<Size> pairs{{2, 3}};
      const int64_t& width = pairs[0].width;
      pairs.push_back({4, 5});
      // MEMBER: :[[@LINE+1]]:{{.*}} error: this refers to something whose lifetime is over
      return width;
    }
    if (way == 3) {
      const int64_t* second = &sizes[1];
      sizes.erase(sizes.begin());
      // ERASED: :[[@LINE+1]]:{{.*}} error: this refers to something whose lifetime is over
      return *second;
    }
    if (way == 4) {
      std::deque<int64_t> queue{2, 3};
      const auto first = queue.begin();
      queue.push_front(1);
      // DEQUE: :[[@LINE+1]]:{{.*}} error: this iterator or pointer was made before its container changed
      return *first;
    }
    if (way == 5) {
      char& first = text[0];
      text += " or four, which is longer";
      // TEXT: :[[@LINE+1]]:{{.*}} error: this refers to something whose lifetime is over
      first = 'T';
      return text[0];
    }
    if (way == 6) {
      const char* shown = text.c_str();
      text = "four";
      // VIEW: :[[@LINE+1]]:{{.*}} error: this shows the characters of a string that changed since: make the view or pointer anew behind the change, or copy the text
      return shown[0];
    }
    if (way == 7) {
      std::vector<int64_t> others{2};
      // OTHER: :[[@LINE+1]]:{{.*}} error: iterators of two containers are compared or subtracted here
      return sizes.end() - others.begin();
    }
    // VALID: operator.mul](args = (%x, 24)
    sizes.reserve(10);
    int64_t& first = sizes[0];
    const auto at = sizes.begin();
    sizes.push_back(5);
    first = 7;
    std::vector<int64_t> taken(std::move(sizes));
    first += *taken.begin();
    return taken[0] + static_cast<int64_t>(taken.capacity());
  }

  torch::Tensor forward(torch::Tensor x) { return x * factor(); }

  int64_t way;
};
