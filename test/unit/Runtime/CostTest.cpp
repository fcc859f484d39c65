// The memory that CostAnalysis says against what LibTorch's allocator is asked for.
#include "TraceTest.h"

#include "fx/Runtime/RunPasses.h"

#include <c10/core/CPUAllocator.h>

#include <algorithm>
#include <cstdlib>

namespace fx {
namespace {

using torch::Tensor;

/// Counts the bytes of tensors that are there at once.
class CountingAllocator final : public at::Allocator {
public:
  at::DataPtr allocate(size_t size) const override {
    constexpr size_t header = 64;
    void* block = std::aligned_alloc(header, (header + size + header - 1) / header * header);
    *static_cast<size_t*>(block) = size;
    live += size;
    peak = std::max(peak, live);
    return {static_cast<char*>(block) + header, block, &release, at::Device(at::kCPU)};
  }
  static void release(void* block) {
    live -= *static_cast<size_t*>(block);
    std::free(block);
  }
  inline static size_t live = 0, peak = 0;
};

size_t peak_of(GraphModule& module, const Tensor& x) {
  torch::NoGradGuard no_grad;
  static CountingAllocator counting;
  at::Allocator* const before = c10::GetCPUAllocator();
  constexpr uint8_t priority = 200;
  c10::SetCPUAllocator(&counting, priority);
  CountingAllocator::live = CountingAllocator::peak = 0;
  module->forward(x);
  c10::SetCPUAllocator(before, priority);
  return CountingAllocator::peak;
}

TEST(Cost, ThePeakIsThatOfARun) {
  struct Net : torch::nn::Module {
    Tensor forward(const Tensor& x) {
      const Tensor a = torch::relu(linear(x));
      Tensor b = a.t().contiguous();
      b.mul_(2);
      const Tensor c = torch::cat({b, b, a.t()}, 1);
      const Tensor d = c.view({-1}).neg();
      return torch::tanh(d).sum();
    }
    torch::nn::Linear linear{register_module("linear", torch::nn::Linear(32, 48))};
  } net;
  GraphModule module = symbolic_trace(net);
  run_passes(module, "shape-prop<input=64x32>");
  const ModuleCost cost = cost_of(module);
  EXPECT_FALSE(cost.is_peak_a_bound);
  EXPECT_TRUE(cost.unknown.empty());
  EXPECT_EQ(cost.total.multiply_adds.value(), 64 * 32 * 48);
  EXPECT_EQ(cost.size.parameters.value(), 32 * 48 + 48);
  EXPECT_EQ(static_cast<size_t>(cost.total.live_bytes.value()),
            peak_of(module, torch::rand({64, 32})));
}

} // namespace
} // namespace fx
