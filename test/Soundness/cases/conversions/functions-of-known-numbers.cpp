// AIM: functions of <cmath> on known numbers, in float and in double.
// EXPECT: equal
// INPUT: torch::zeros({2}, torch::kDouble)
#include <cmath>
#include <limits>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::vector<torch::Tensor> forward(torch::Tensor x) {
    const float a = 1.1f;
    const double b = 2.3;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return {x + std::hypot(a, 2.2f),
            x + std::hypot(1.1, b),
            x + std::hypot(1.1, b, 3.7),
            x + std::hypot(a, 2.2f, 3.3f),
            x + std::fmax(a, 0.3f),
            x + std::fmax(nan, b),
            x + std::fmin(3, b),
            x + std::remainder(7.5, b),
            x + std::remainder(7.5f, a),
            x + std::nearbyint(2.5),
            x + std::rint(-3.5f),
            x + static_cast<int64_t>(std::llround(-2.5)),
            x + static_cast<int64_t>(std::llrint(2.5)),
            x + std::copysign(b, -0.0),
            x + std::copysign(a, -1.0f),
            x + (std::isnan(nan) ? 1 : 2),
            x + (std::isnan(b) ? 1 : 2),
            x + (std::isinf(1 / 0.0) ? 3 : 4),
            x + (std::isfinite(a) ? 5 : 6),
            x + (std::signbit(-0.0f) ? 7 : 8)};
  }
};
