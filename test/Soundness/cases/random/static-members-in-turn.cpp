// AIM: Static members get their values in the order of their definitions, not of their declarations.
// EXPECT: equal
// INPUT: torch::randn({2, 6})
#include <torch/torch.h>

inline int64_t next() {
  static int64_t n = 5;
  return n *= 2;
}
struct Table {
  static int64_t first, second;
  static const std::vector<int64_t> widths;
};
inline int64_t Table::second = next();
inline int64_t Table::first = next() + Table::second;
inline const std::vector<int64_t> Table::widths = {Table::first, Table::second, 3};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int64_t sum = 0;
    for (auto width : Table::widths)
      sum = sum * 2 + width;
    return x + 0.01 * static_cast<double>(sum + Table::first);
  }
};
