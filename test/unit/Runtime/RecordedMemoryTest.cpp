// The pass reinplace where gradients may be asked: values and gradients are what they were.
#include "TraceTest.h"

#include "fx/Runtime/RunPasses.h"
#include "fx/Runtime/ShapeProp.h"

#include <memory>
#include <random>

namespace fx {
namespace {

using torch::Tensor;

/// Steps with and without gradients, of floats and of integers, which take rows; the same ones for
/// the same seed.
Tensor random_program(const Tensor& x, const Tensor& w, const Tensor& ids, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Tensor> floats{x * 2, w.exp()}, integers{ids + 1, ids * 2};
  const auto pick = [&](std::vector<Tensor>& of) -> Tensor& {
    // Mostly one of the last, which is then read for the last time.
    return of[random() % 3 == 0 ? random() % of.size() : of.size() - 1 - random() % 2];
  };
  std::unique_ptr<torch::NoGradGuard> no_gradients;
  for (int step = 0; step < 16; ++step) {
    const Tensor &a = pick(floats), &b = pick(floats), &i = pick(integers);
    switch (random() % 11) {
    case 0: floats.push_back(a * b); break;
    case 1: floats.push_back(a + b); break;
    case 2: floats.push_back(a.sigmoid()); break;
    case 3: floats.push_back(torch::relu(a)); break;
    case 4: integers.push_back(i + pick(integers)); break;
    case 5: integers.push_back(i.remainder(3)); break;
    case 6: floats.push_back(a.gather(0, i.remainder(3))); break;
    case 7: floats.push_back(torch::div(i, 2)); break;
    case 8: floats.push_back(floats.back().mul_(0.5)); break;
    case 9: floats.push_back(a.detach().mul(b)); break;
    default:
      if (no_gradients)
        no_gradients.reset();
      else
        no_gradients = std::make_unique<torch::NoGradGuard>();
    }
  }
  no_gradients.reset();
  return floats.back() * x + floats[floats.size() - 2] + pick(floats) + pick(integers);
}

struct Outcome {
  Tensor value, of_x, of_w;
  bool is_refused = false; // LibTorch has no gradients: the program overwrites what they need
};

template <class Run>
Outcome outcome(const Run& run) {
  torch::manual_seed(1);
  const Tensor x = torch::randn({3, 3}).requires_grad_(), w = torch::randn({3, 3}).requires_grad_();
  const Tensor value = run(x, w, torch::arange(9).reshape({3, 3}));
  try {
    value.sum().backward();
  } catch (const c10::Error&) {
    return {value.detach(), {}, {}, true};
  }
  return {value.detach(), x.grad(), w.grad()};
}

bool same(const Tensor& a, const Tensor& b) {
  return a.defined() == b.defined() && (!a.defined() || a.equal(b));
}

TEST(Reinplace, KeepsGradientsThatMayBeAsked) {
  size_t done = 0, compared = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const auto program = [seed](const Tensor& x, const Tensor& w, const Tensor& ids) {
      return random_program(x, w, ids, seed);
    };
    const Outcome expected = outcome(program);
    GraphModule module = symbolic_trace(program);
    const Tensor example = torch::ones({3, 3});
    ShapeProp(module).propagate({example, example, torch::ones({3, 3}, torch::kLong)});
    const std::string before = testing::calls(module->graph());
    done += run_passes(module, "reinplace") ? 1 : 0;
    const Outcome found = outcome([&](const Tensor& x, const Tensor& w, const Tensor& ids) {
      return module->forward(x, w, ids);
    });
    compared += expected.is_refused ? 0 : 1;
    ASSERT_TRUE(expected.is_refused == found.is_refused && same(expected.value, found.value) &&
                same(expected.of_x, found.of_x) && same(expected.of_w, found.of_w))
        << "seed " << seed << "\n"
        << before << "---\n"
        << testing::calls(module->graph());
  }
  EXPECT_GT(done, 1000U);
  EXPECT_GT(compared, 1000U);
}

} // namespace
} // namespace fx
