// A tracer that sees the ranges of the profiler, which are no operators: LibTorch announces them,
// and the tracer makes a node of each end.
#include <torch/torch.h>

#include <ATen/record_function.h>
#include <fx/fx.h>

#include <functional>
#include <iostream>
#include <memory>
#include <string>

struct FooImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    RECORD_USER_SCOPE("foo");
    return torch::relu(x);
  }
};
TORCH_MODULE(Foo);

class ProfilerTracer : public fx::Tracer {
public:
  template <fx::ModuleLike M>
  fx::Graph trace_with_ranges(M& module, const fx::TraceOptions& options) {
    tracing = this;
    const auto handle = at::addThreadLocalCallback(
        at::RecordFunctionCallback(enter, leave).scopes({at::RecordScope::USER_SCOPE}));
    fx::Graph graph = trace(module, options);
    at::removeCallback(handle);
    return graph;
  }

private:
  struct Range : at::ObserverContext {
    fx::Value handle;
  };
  static std::unique_ptr<at::ObserverContext> enter(const at::RecordFunction& range) {
    auto entered = std::make_unique<Range>();
    entered->handle = tracing->create_proxy(fx::Opcode::CallFunction,
                                            "torch.ops.profiler._record_function_enter_new",
                                            {std::string(range.name())}, {});
    return entered;
  }
  static void leave(const at::RecordFunction&, at::ObserverContext* range) {
    tracing->create_proxy(fx::Opcode::CallFunction,
                          "torch.ops.profiler._record_function_exit._RecordFunction",
                          {static_cast<Range*>(range)->handle}, {});
  }

  static inline thread_local ProfilerTracer* tracing = nullptr; // callbacks have no state
};

/// What LibTorch announces while `run` runs, indented by what it is in.
void profile(const std::string& title, const std::function<void()>& run) {
  static thread_local int depth;
  depth = 1;
  std::cout << title << ":\n";
  const auto handle = at::addThreadLocalCallback(at::RecordFunctionCallback(
      [](const at::RecordFunction& function) -> std::unique_ptr<at::ObserverContext> {
        std::cout << std::string(2 * depth++, ' ') << function.name() << "\n";
        return nullptr;
      },
      [](const at::RecordFunction&, at::ObserverContext*) { --depth; }));
  run();
  at::removeCallback(handle);
}

int main() {
  Foo foo;
  const torch::Tensor x = torch::randn({5, 3, 2});
  const fx::TraceOptions named_x{.input_names = {"x"}};
  profile("the module", [&] { foo(x); });

  fx::GraphModule traced = fx::symbolic_trace(foo, named_x);
  profile("traced", [&] { traced->forward(x); });

  ProfilerTracer tracer;
  fx::GraphModule with_ranges =
      fx::make_graph_module(tracer, tracer.trace_with_ranges(foo, named_x));
  for (const fx::Node& node : with_ranges->graph().nodes())
    std::cout << node.target().view() << "\n";
  profile("traced with ranges", [&] { with_ranges->forward(x); });
}

// Prints:
// the module:
//   foo
//     aten::relu
//       aten::clamp_min
// traced:
//   aten::relu
//     aten::clamp_min
// x
// torch.ops.profiler._record_function_enter_new
// torch.relu
// torch.ops.profiler._record_function_exit._RecordFunction
// output
// traced with ranges:
//   foo
//     aten::relu
//       aten::clamp_min
