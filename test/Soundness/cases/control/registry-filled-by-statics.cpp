// AIM: Statics with constructors fill a registry before any model is made.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <functional>
#include <map>

using Maker = std::function<torch::Tensor(torch::Tensor)>;
static std::map<std::string, Maker>& registry() {
  static std::map<std::string, Maker> instance;
  return instance;
}
struct Registered {
  Registered(const std::string& name, Maker maker) { registry()[name] = std::move(maker); }
};
static Registered doubled("double", [](torch::Tensor x) { return x * 2; });
static Registered shifted("shift", [](torch::Tensor x) { return x + 5; });
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    for (auto& [name, make] : registry())
      x = make(x);
    return x * double(registry().size());
  }
};
