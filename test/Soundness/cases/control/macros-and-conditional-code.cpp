// AIM: Macros with do-while and arguments that run once or twice.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CHECKED(condition, action)                                                                 \
  do {                                                                                             \
    if (condition) {                                                                               \
      action;                                                                                      \
    } else {                                                                                       \
      i = 0;                                                                                       \
    }                                                                                              \
  } while (0)
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int i = 1;
    int big = MAX(i++, 0);
    CHECKED(i < 10, i += 5);
    return x + i * 10 + big;
  }
};
