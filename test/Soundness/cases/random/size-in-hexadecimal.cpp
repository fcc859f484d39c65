// AIM: Manipulators of a stream change how it writes what follows.
// EXPECT: equal
// INPUT: torch::randn({2, 6})
#include <torch/torch.h>

#include <sstream>

struct Net : torch::nn::Module {
  explicit Net(int64_t width = 6) : width(width) {}
  torch::Tensor forward(torch::Tensor x) {
    std::ostringstream out;
    out << std::hex << width + 40 << std::boolalpha << (width > 3);
    return x * (static_cast<double>(out.str().size()) + (out.str()[0] == '2' ? 0.5 : 0.25));
  }
  int64_t width;
};
