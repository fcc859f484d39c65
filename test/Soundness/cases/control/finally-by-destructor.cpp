// AIM: A guard's destructor runs on return, on break and while an exception travels.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <functional>
#include <stdexcept>

struct Finally {
  std::function<void()> run;
  ~Finally() { run(); }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int log = 0;
    for (int i = 0; i < 3; ++i) {
      Finally f{[&] { log = log * 10 + i + 1; }};
      if (i == 1) continue;
      if (i == 2) break;
    }
    try {
      Finally f{[&] { log = log * 10 + 7; }};
      throw std::runtime_error("stop");
    } catch (const std::exception& e) {
      log = log * 10 + std::string(e.what()).size();
    }
    return x + log;
  }
};
