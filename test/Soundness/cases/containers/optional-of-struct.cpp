// AIM: optional of a struct: copies, assignment through *, emplace, comparison.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <optional>

struct Part {
  int n;
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::optional<Part> a, b = Part{2};
    a = b;
    a->n = 5;
    *b = Part{7};
    b.emplace(Part{b->n + 1});
    auto c = a;
    a.reset();
    std::optional<int> n = 3, none;
    int score =
        (n > none ? 1 : 0) + (none == std::nullopt ? 2 : 0) + (n == 3 ? 4 : 0) + (none < n ? 8 : 0);
    return x + c->n + b->n * 10 + a.has_value() + score * 100 + n.value_or(1) + none.value_or(9);
  }
};
