// Values are given back after their last use: a long chain needs no more memory than the same
// program without a graph.
#include "fx/Runtime/GraphModule.h"
#include "fx/Runtime/Interpreter.h"
#include "fx/Runtime/SymbolicTrace.h"

#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>
#include <gtest/gtest.h>

namespace fx {
namespace {

/// Hears what LibTorch allocates. The type of the totals depends on LibTorch.
class Peak : public c10::MemoryReportingInfoBase {
public:
  void reportMemoryUsage(void*, int64_t size, int64_t, int64_t, c10::Device) { count(size); }
  void reportMemoryUsage(void*, int64_t size, size_t, size_t, c10::Device) { count(size); }
  bool memoryProfilingEnabled() const { return true; }
  int64_t peak() const { return peak_; }

private:
  void count(int64_t size) {
    now_ += size;
    peak_ = std::max(peak_, now_);
  }

  int64_t now_ = 0, peak_ = 0;
};

int64_t peak_of(const std::function<void()>& run) {
  const auto peak = std::make_shared<Peak>();
  const c10::DebugInfoGuard guard(c10::DebugInfoKind::PROFILER_STATE, peak);
  run();
  return peak->peak();
}

/// A thousand layers, and a thousand operators between them.
struct DeepImpl : torch::nn::Module {
  DeepImpl() {
    for (int i = 0; i < 1000; ++i)
      layers->push_back(torch::nn::Linear(8, 8));
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (const auto& layer : *layers)
      x = torch::relu(layer->as<torch::nn::Linear>()->forward(x));
    return x;
  }
  torch::nn::ModuleList layers;
};
TORCH_MODULE(Deep);

class Memory : public ::testing::Test {
protected:
  Memory() {
    traced = symbolic_trace(original);
    traced->forward(x); // makes the plan
  }
  /// The bytes at the most of a call of `forward`, beside the original's.
  void expect_little_more(const std::function<void()>& forward) {
    const int64_t eager = peak_of([&] { original->forward(x); });
    // Two layers' results at least: the figure is not that of an empty run.
    ASSERT_GE(eager, 2 * static_cast<int64_t>(x.nbytes()));
    const int64_t graph = peak_of(forward);
    EXPECT_LE(static_cast<double>(graph), 1.1 * static_cast<double>(eager));
    RecordProperty("eager", std::to_string(eager));
    RecordProperty("graph", std::to_string(graph));
  }

  torch::NoGradGuard no_grad;
  torch::Tensor x = torch::randn({1024, 8});
  Deep original;
  GraphModule traced{nullptr};
};

TEST_F(Memory, of_a_graph_of_a_thousand_layers_is_that_of_the_original) {
  expect_little_more([&] { traced->forward(x); });
}

TEST_F(Memory, of_an_interpreter_is_that_of_the_original) {
  expect_little_more([&] { Interpreter(traced).run({x}); });
}

TEST_F(Memory, is_kept_by_an_interpreter_that_is_told_to) {
  const int64_t eager = peak_of([&] { original->forward(x); });
  Interpreter keeps(traced, /*garbage_collect_values=*/false);
  EXPECT_GT(peak_of([&] { keeps.run({x}); }), 100 * eager);
}

} // namespace
} // namespace fx
