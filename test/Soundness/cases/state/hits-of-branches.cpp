// AIM: An element of an array member is written by a function that gets a pointer to it.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

static void count(int* hits, int index) {
  hits[index] += 1;
}
struct Net : torch::nn::Module {
  int hits[3] = {0, 0, 0};
  torch::Tensor forward(torch::Tensor x) {
    count(hits, 0);
    count(hits, hits[0] % 2 ? 1 : 2);
    return x + hits[0] + 10 * hits[1] + 100 * hits[2];
  }
};
