// AIM: goto out of nested loops runs destructors.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Mark {
  int* log;
  int digit;
  ~Mark() { *log = *log * 3 + digit; }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int log = 0;
    for (int i = 0; i < 3; ++i) {
      Mark m{&log, i + 1};
      for (int j = 0; j < 3; ++j) {
        Mark k{&log, 5};
        if (i == 1 && j == 1) goto done;
      }
    }
  done:
    return x + log;
  }
};
