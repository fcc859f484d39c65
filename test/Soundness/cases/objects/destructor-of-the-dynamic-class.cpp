// AIM: What a smart pointer to a base class owns ends with the destructor of its own class, also where the base's does nothing.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

#include <memory>
#include <vector>

struct Base {
  virtual ~Base() = default;
};

struct Counted : Base {
  Counted(int64_t& count, int64_t by) : count(count), by(by) {}
  ~Counted() override { count = count * 10 + by; }
  int64_t& count;
  int64_t by;
};

struct Net : torch::nn::Module {
  Net() {
    {
      std::unique_ptr<Base> owner = std::make_unique<Counted>(count, 1);
      std::shared_ptr<Base> shared = std::make_shared<Counted>(count, 2);
      const std::shared_ptr<Base> second = shared;
      shared.reset();
      std::vector<std::unique_ptr<Base>> all;
      all.push_back(std::make_unique<Counted>(count, 3));
      all.clear();
    }
  }

  torch::Tensor forward(torch::Tensor x) { return x * count; }

  int64_t count = 0;
};
