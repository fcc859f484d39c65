// AIM: A Meyers singleton is one object for all calls; what forward sets in it is read again.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

class Settings {
public:
  static Settings& get() {
    static Settings instance;
    return instance;
  }
  double temperature() const { return temperature_; }
  void cool() { temperature_ *= 0.9; }

private:
  double temperature_ = 2.0;
};
struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 5};
  Net() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) {
    Settings::get().cool();
    return torch::softmax(fc(x) / Settings::get().temperature(), -1);
  }
};
