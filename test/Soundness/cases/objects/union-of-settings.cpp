// AIM: A tagged union holds what was written last; its bytes are shared.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Setting {
  enum { Integer, Real } tag;
  union {
    int64_t integer;
    double real;
  };
};
struct Net : torch::nn::Module {
  static double value(const Setting& s) {
    return s.tag == Setting::Integer ? double(s.integer) : s.real;
  }
  torch::Tensor forward(torch::Tensor x) {
    Setting setting;
    setting.tag = Setting::Real;
    setting.real = 1.5;
    double first = value(setting);
    setting.integer = 7;
    setting.tag = Setting::Integer;
    auto copy = setting;
    copy.integer += 1;
    return x * first + value(setting) * 10 + value(copy) * 100;
  }
};
