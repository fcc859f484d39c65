// Which part of ResNet-18 takes how long: an interpreter that takes the time of every node.
#include "resnet18.h"

#include <torch/torch.h>

#include <fx/fx.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <numeric>
#include <vector>

class ProfilingInterpreter : public fx::Interpreter {
public:
  /// Traces the module itself: any will do.
  template <fx::ModuleLike M>
  explicit ProfilingInterpreter(M& module)
      : Interpreter(fx::symbolic_trace(module, {.input_names = {"x"}})) {}

  fx::Value run(fx::Args args) {
    const auto start = Clock::now();
    fx::Value result = Interpreter::run(std::move(args));
    total_runtimes_.push_back(seconds_since(start));
    return result;
  }

  fx::Value run_node(fx::Node& node) override {
    const auto start = Clock::now();
    fx::Value result = Interpreter::run_node(node);
    runtimes_[&node].push_back(seconds_since(start));
    return result;
  }

  /// One line a node, those that took longest first.
  void print_summary() const {
    struct Line {
      const fx::Node* node;
      double mean;
    };
    std::vector<Line> lines;
    for (const auto& [node, runtimes] : runtimes_)
      lines.push_back({node, mean_of(runtimes)});
    std::sort(lines.begin(), lines.end(),
              [](const Line& a, const Line& b) { return a.mean > b.mean; });
    const double total = mean_of(total_runtimes_);
    std::printf("%-13s %-21s %19s %18s\n", "Op type", "Op", "Average runtime (s)",
                "Pct total runtime");
    for (const auto& [node, mean] : lines)
      std::printf("%-13s %-21s %19.6f %18.2f\n", fx::to_string(node->op()).data(),
                  node->name().c_str(), mean, mean / total * 100);
  }

private:
  using Clock = std::chrono::steady_clock;
  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  static double mean_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
  }

  std::vector<double> total_runtimes_;
  std::unordered_map<const fx::Node*, std::vector<double>> runtimes_;
};

int main() {
  const torch::InferenceMode no_gradients;
  ResNet18 resnet;
  resnet->eval();
  const torch::Tensor input = torch::randn({1, 3, 64, 64});

  ProfilingInterpreter interpreter(resnet);
  for (int i = 0; i < 3; ++i)
    TORCH_CHECK(torch::equal(interpreter.run({input}).toTensor(), resnet(input)));
  interpreter.print_summary();
}

// Prints:
// Op type       Op                    Average runtime (s)  Pct total runtime
// call_module   ...
// ...
// placeholder   x ...
// ...
