// goto goes forward, back and out of loops; a case label may stand inside a loop or a block.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

static int back(int n) {
  int result = 0;
again:
  if (n > 0) {
    result = result * 10 + n--;
    goto again;
  }
  goto done;
  result = 7;
done:
  return result;
}

static int out() {
  int result = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      if (i * j == 1) goto end;
      result = result * 10 + i + j;
    }
end:
  return result;
}

static int duff(int n) {
  int count = 0;
  int rounds = (n + 3) / 4;
  switch (n % 4) {
  case 0: do { count += 1;
    case 3: count += 10;
    case 2: count += 100;
    case 1: count += 1000;
    } while (--rounds > 0);
  }
  return count;
}

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: operator.add](args = (%x, 321), kwargs = {})
    // CHECK: operator.add](args = (%add, 121), kwargs = {})
    // CHECK: operator.add](args = (%add_1, 2221), kwargs = {})
    return x + back(3) + out() + duff(7);
  }
};
