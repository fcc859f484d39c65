// Several threads run one GraphModule, as GraphModule.h and docs/Live.md promise: in evaluation and in
// training, by Interpreters, first after an edit, where the plan is still to be made, and while others
// trace. With --race the graph calls a function that writes to a variable without a lock, which the
// thread sanitizer has to find.
//
// usage: fx-one-module COUNT [--race]
#include "fx/IR/Printer.h"
#include "fx/Runtime/Functions.h"
#include "fx/Runtime/Interpreter.h"
#include "fx/Runtime/SymbolicTrace.h"

#include <torch/torch.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <latch>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

constexpr int threads = 4;

/// What is wrong, by whichever thread finds it.
class Wrong {
public:
  void expect(bool is_right, const std::string& what) {
    if (is_right) return;
    const std::lock_guard lock(mutex_);
    ++count_;
    std::printf("error: %s\n", what.c_str());
  }
  int count() const { return count_; }

private:
  std::mutex mutex_;
  int count_ = 0;
};
Wrong wrong;

/// Runs `work` in all threads at once, with the number of each.
void in_threads(const std::function<void(int)>& work) {
  std::latch start(threads);
  std::vector<std::jthread> running;
  for (int i = 0; i < threads; ++i)
    running.emplace_back([&, i] {
      start.arrive_and_wait();
      try {
        work(i);
      } catch (const std::exception& error) {
        wrong.expect(false, error.what());
      }
    });
}

/// Another graph in training, a tensor that is not registered, and a mode of the thread.
struct NetImpl : torch::nn::Module {
  NetImpl() : layers(torch::nn::Linear(8, 8), torch::nn::ReLU()), norm(Norm({8})) {
    register_module("layers", layers);
    register_module("norm", norm);
    scale = register_parameter("scale", torch::full({8}, 2.0));
  }
  torch::Tensor forward(torch::Tensor x) {
    x = norm(layers->forward(x)) * scale + constant;
    torch::Tensor mean;
    {
      const torch::NoGradGuard guard;
      mean = x.mean({1}, true);
    }
    x = torch::cat({x - mean, torch::relu(x)}, 1);
    return torch::nn::functional::dropout(
        x, torch::nn::functional::DropoutFuncOptions().p(0.5).training(is_training()));
  }
  using Norm = torch::nn::LayerNormOptions;
  torch::nn::Sequential layers;
  torch::nn::LayerNorm norm;
  torch::Tensor scale, constant = torch::linspace(0, 1, 8);
};
TORCH_MODULE(Net);

void run_in_evaluation(fx::GraphModule module, const torch::Tensor& x, const torch::Tensor& once,
                       int count) {
  in_threads([&](int thread) {
    fx::Interpreter interpreter(module);
    for (int i = 0; i < count; ++i) {
      const bool by_interpreter = (thread + i) % 2 == 0;
      const torch::Tensor y = by_interpreter ? interpreter.run({x}).toTensor() : module->forward(x);
      wrong.expect(torch::equal(y, once), "a run in evaluation gives something else");
    }
  });
}

void run_in_training(fx::GraphModule module, const torch::Tensor& x, const torch::Tensor& once,
                     int count) {
  in_threads([&](int) {
    for (int i = 0; i < count; ++i) {
      const torch::Tensor own = x.detach().clone().requires_grad_();
      const torch::Tensor y = module->forward(own);
      const auto is_dropped = y == 0;
      wrong.expect(torch::where(is_dropped, 2 * once, y).allclose(2 * once),
                   "a run in training gives something else");
      const torch::Tensor gradient = torch::autograd::grad({y.sum()}, {own})[0];
      wrong.expect(gradient.sizes() == x.sizes(), "a gradient has another shape");
    }
  });
}

/// Each time all threads meet a plan that has to be made, and one that registers functions.
void run_after_edits(fx::GraphModule module, const torch::Tensor& x, int count) {
  fx::Node* changed = nullptr;
  for (fx::Node& node : module->graph().nodes())
    if (node.is_call_function("torch.relu")) changed = &node;
  for (int i = 0; i < count; ++i) {
    changed->set_target(i % 2 == 0 ? "torch.tanh" : "torch.relu");
    const torch::Tensor last = fx::Interpreter(module).run({x}).toTensor();
    // The Interpreter makes no plan.
    in_threads([&](int thread) {
      if (thread == 0)
        fx::register_function("own.function" + std::to_string(i),
                              [](const fx::Args& args, const fx::Kwargs&) { return args[0]; });
      wrong.expect(torch::equal(module->forward(x), last),
                   "a run after an edit gives something else");
    });
  }
}

/// What fails says in each thread which node it is, and writes the code around it.
void fail(fx::GraphModule module) {
  const torch::Tensor x = torch::ones({2, 3});
  in_threads([&](int thread) {
    try {
      if (thread % 2 == 0)
        (void)module->forward(x);
      else
        (void)fx::Interpreter(module).run({x});
      wrong.expect(false, "a run of tensors that do not fit does not fail");
    } catch (const fx::ExecutionError& error) {
      wrong.expect(error.node() == "layers_0", "another node fails: " + error.node());
    }
  });
}

/// One net by two Tracers, a net of each thread's own, and a graph that others run.
void trace(Net net, fx::GraphModule module, const torch::Tensor& x, const torch::Tensor& once,
           int count) {
  const std::string text = print_graph(module->graph());
  in_threads([&](int thread) {
    for (int i = 0; i < count; ++i) {
      const auto same = [&](const fx::Graph& graph) {
        wrong.expect(print_graph(graph) == text, "a trace gives something else");
      };
      if (thread == 0) {
        Net own;
        own->eval();
        same(fx::symbolic_trace(own)->graph());
      } else if (thread == 1) {
        wrong.expect(torch::equal(module->forward(x), once),
                     "a run beside traces gives something else");
      } else {
        same(fx::Tracer().trace(net));
      }
    }
  });
}

/// A sum without a lock.
int unprotected = 0;

void race() {
  // One after the other the threads would be ordered by the counts of who holds the plan: each waits
  // until all are there, which orders nothing.
  static std::atomic<int> arrived = 0;
  fx::register_function("own.count", [](const fx::Args& args, const fx::Kwargs&) {
    arrived.fetch_add(1, std::memory_order_relaxed);
    while (arrived.load(std::memory_order_relaxed) < threads)
      std::this_thread::yield();
    ++unprotected;
    return args[0];
  });
  fx::Graph graph;
  graph.output(graph.call_function("own.count", {graph.placeholder("x")}));
  fx::GraphModule module(fx::AttributeMap(), std::move(graph));
  const torch::Tensor x = torch::ones(1);
  in_threads([&](int) { (void)module->forward(x); });
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: fx-one-module COUNT [--race]\n", stderr);
    return 2;
  }
  const int count = std::atoi(argv[1]);
  if (argc > 2 && std::string_view(argv[2]) == "--race") {
    race();
    return 0;
  }
  Net net;
  net->eval();
  const torch::Tensor x = torch::randn({4, 8});
  const torch::Tensor once = net->forward(x).detach();
  fx::GraphModule module = fx::symbolic_trace(net);
  run_in_evaluation(module, x, once, count);
  fail(module);
  trace(net, module, x, once, count);
  module->train();
  run_in_training(module, x, once, count);
  module->eval();
  run_after_edits(module, x, count);
  std::printf("%d threads: %d wrong\n", threads, wrong.count());
  return wrong.count() == 0 ? 0 : 1;
}
