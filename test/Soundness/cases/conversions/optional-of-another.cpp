// AIM: An optional built from an optional of another type converts its value.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <optional>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::optional<double> given = 2.75, none;
    std::optional<int> cut = given;
    std::optional<int> empty(none);
    cut = cut ? std::optional<int>(given.value() * 2) : std::nullopt;
    int fallback = empty.value_or(9.9);
    return x * *cut + fallback;
  }
};
