// AIM: std::visit calls the alternative's overload, which may write what it captured.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <variant>

template <typename... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <typename... F>
Overloaded(F...) -> Overloaded<F...>;
struct Scale {
  double by;
};
struct Shift {
  double by;
};
struct Net : torch::nn::Module {
  std::vector<std::variant<Scale, Shift>> steps{Scale{2}, Shift{5}, Scale{0.5}};
  torch::Tensor forward(torch::Tensor x) {
    int shifts = 0;
    for (const auto& step : steps)
      std::visit(Overloaded{[&](const Scale& s) { x = x * s.by; },
                            [&](const Shift& s) {
                              x = x + s.by;
                              ++shifts;
                            }},
                 step);
    return x + shifts * 100;
  }
};
