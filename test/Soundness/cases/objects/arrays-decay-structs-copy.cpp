// AIM: An array parameter is the caller's array, a struct with an array is copied.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Box {
  int values[3];
};
static void change(int a[3]) {
  a[0] = 9;
}
static int change(Box b) {
  return b.values[0] = 7;
}
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int raw[3] = {1, 2, 3};
    Box box{{1, 2, 3}};
    change(raw);
    int seen = change(box);
    auto other = box;
    other.values[2] = 50;
    int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int (*row)[3] = grid;
    (*++row)[1] = 50;
    int* flat = &grid[0][0];
    flat[2] = 30;
    return x + raw[0] + box.values[0] * 10 + seen + other.values[2] + grid[1][1] + grid[0][2] * 100;
  }
};
