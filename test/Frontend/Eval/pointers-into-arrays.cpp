// Pointers walk over arrays, also over those that were never initialised and over characters.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Grid {
  int cells[2][3];
  Grid() {
    for (int* at = &cells[0][0]; at != &cells[0][3]; ++at)
      *at = 7;
    int (*row)[3] = cells;
    (*(row + 1))[2] = 5;
  }
};

static int sum(const int* first, const int* last) {
  int result = 0;
  while (first < last)
    result += *first++;
  return result;
}

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int values[4] = {1, 2, 3, 4};
    // CHECK: operator.add](args = (%x, 9)
    x = x + sum(values + 1, &values[4]);
    // CHECK: operator.add](args = ({{.*}}, 21)
    Grid grid;
    x = x + sum(grid.cells[0], grid.cells[0] + 3) + grid.cells[1][2];
    // CHECK: operator.add](args = ({{.*}}, 118)
    char word[] = "abc";
    char* letter = word;
    *letter = 'v';
    x = x + static_cast<int>(word[0]);
    // CHECK: operator.add](args = ({{.*}}, 3)
    int length = 0;
    for (const char* at = "fox"; *at; ++at)
      ++length;
    x = x + length;
    // CHECK: operator.add](args = ({{.*}}, 2)
    int one = 1;
    int* lone = &one;
    lone[0] = 2;
    x = x + static_cast<int>(lone + 1 - &one) * one;
    // CHECK: operator.add](args = ({{.*}}, 960)
    x = x + static_cast<int>(L"\u03c0\u03c0"[1] + u8"a"[1] + sizeof(U"ab") - 12 + 0 * u"b"[0]);
    return x;
  }
};
