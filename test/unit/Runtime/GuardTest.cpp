// Modes of a thread (gradients, inference, autocast) in a traced program.
#include "TraceTest.h"

#include "fx/Runtime/Interpreter.h"

#include <ATen/autocast_mode.h>

namespace fx {
namespace {

using testing::calls_of;
using torch::Tensor;

Tensor half_quiet(Tensor x) {
  Tensor quiet;
  {
    const torch::NoGradGuard guard;
    quiet = x.sin();
  }
  return quiet * x;
}

Tensor gradient(const std::function<Tensor(Tensor)>& function) {
  Tensor x = torch::arange(4.).requires_grad_();
  function(x).sum().backward();
  return x.grad();
}

TEST(Guards, AreNodes) {
  EXPECT_EQ(calls_of(half_quiet), "no_grad = call_function torch.no_grad\n"
                                  "enter = call_method __enter__ no_grad\n"
                                  "sin = call_function torch.sin input_1\n"
                                  "exit_1 = call_method __exit__ no_grad None None None\n"
                                  "mul = call_function torch.mul sin input_1\n");
}

TEST(Guards, GiveTheSameGradients) {
  GraphModule traced = symbolic_trace(half_quiet);
  const Tensor expected = gradient(half_quiet);
  EXPECT_TRUE(gradient([&](Tensor x) { return traced->forward(x); }).equal(expected));
  Interpreter interpreter(traced);
  EXPECT_TRUE(gradient([&](Tensor x) { return interpreter.run({x}).toTensor(); }).equal(expected));
  EXPECT_TRUE(torch::GradMode::is_enabled());
  const auto whole = [](Tensor x) { return x.sin() * x; };
  EXPECT_FALSE(gradient(whole).equal(expected)) << "the guard makes a difference";
  EXPECT_TRUE(gradient([&, plain = symbolic_trace(whole)](Tensor x) mutable {
                return plain->forward(x);
              }).equal(gradient(whole)));
}

TEST(Guards, NestAsTheyDoInThePrograms) {
  const auto function = [](Tensor x) {
    const torch::NoGradGuard outer;
    Tensor y = x.sin();
    {
      const torch::AutoGradMode inner(true);
      const torch::NoGradGuard again;
      const torch::AutoGradMode innermost(true);
      y = y + x.cos();
    }
    return y * x;
  };
  GraphModule traced = symbolic_trace(function);
  Tensor x = torch::arange(4.).requires_grad_();
  for (const bool enabled : {true, false}) {
    const torch::AutoGradMode mode(enabled);
    const Tensor y = traced->forward(x);
    EXPECT_TRUE(y.equal(function(x)));
    EXPECT_FALSE(y.requires_grad());
    EXPECT_EQ(torch::GradMode::is_enabled(), enabled);
  }
}

TEST(Guards, AreLeftWhenANodeThrows) {
  const auto function = [](Tensor x) {
    const torch::NoGradGuard guard;
    const torch::InferenceMode inference;
    return torch::matmul(x, x).sin();
  };
  GraphModule traced = symbolic_trace(function);
  EXPECT_TRUE(traced->forward(torch::ones({2, 2})).is_inference());
  EXPECT_THROW(traced->forward(torch::ones({2, 3})), ExecutionError);
  EXPECT_TRUE(torch::GradMode::is_enabled());
  EXPECT_FALSE(c10::InferenceMode::is_enabled());
  {
    Interpreter interpreter(traced);
    EXPECT_THROW(interpreter.run({torch::ones({2, 3})}), ExecutionError);
    EXPECT_TRUE(torch::GradMode::is_enabled());
    EXPECT_FALSE(c10::InferenceMode::is_enabled());
  }
  EXPECT_TRUE((torch::ones({1}).requires_grad_() * 2).requires_grad());
}

TEST(Guards, OfInferenceAreOneNode) {
  EXPECT_EQ(calls_of([](Tensor x) {
              const torch::InferenceMode mode;
              return x.sin();
            }),
            "inference_mode = call_function torch.inference_mode True\n"
            "enter = call_method __enter__ inference_mode\n"
            "sin = call_function torch.sin input_1\n"
            "exit_1 = call_method __exit__ inference_mode None None None\n");
}

struct CpuAutocast {
  CpuAutocast() {
    at::autocast::increment_nesting();
#if TORCH_VERSION_MAJOR >= 2
    at::autocast::set_autocast_enabled(torch::kCPU, true);
#else
    at::autocast::set_cpu_enabled(true);
#endif
  }
  ~CpuAutocast() {
    if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
#if TORCH_VERSION_MAJOR >= 2
    at::autocast::set_autocast_enabled(torch::kCPU, false);
#else
    at::autocast::set_cpu_enabled(false);
#endif
  }
};

TEST(Guards, OfAutocastComputeInTheSameTypes) {
  const auto function = [](Tensor x) {
    const CpuAutocast cast;
    return torch::matmul(x, x);
  };
  EXPECT_EQ(calls_of(function),
            "autocast = call_function torch.autocast 'cpu' torch.bfloat16 True\n"
            "enter = call_method __enter__ autocast\n"
            "matmul = call_function torch.matmul input_1 input_1\n"
            "exit_1 = call_method __exit__ autocast None None None\n");
  GraphModule traced = symbolic_trace(function);
  const Tensor x = torch::randn({3, 3});
  EXPECT_EQ(traced->forward(x).scalar_type(), torch::kBFloat16);
  EXPECT_TRUE(traced->forward(x).equal(function(x)));
  EXPECT_THROW(traced->forward(torch::ones({2, 3})), ExecutionError);
  EXPECT_EQ(torch::matmul(x, x).scalar_type(), torch::kFloat32) << "it is left";
}

// Those of LibTorch's own operators, and of what a trace itself does, are none of the program's.
TEST(Guards, ThatRecordNothingAreNoNodes) {
  EXPECT_EQ(calls_of(
                [](Tensor x) {
                  const torch::NoGradGuard guard;
                  const Tensor constant = torch::tensor({1., 2.});
                  (void)constant;
                  return x;
                },
                {.example_inputs = {torch::ones({2})}}),
            "");
  EXPECT_EQ(calls_of([](Tensor x) { return torch::log_softmax(x, 0); },
                     {.example_inputs = {torch::ones({2})}}),
            "log_softmax = call_function torch.log_softmax input_1 0\n");
}

} // namespace
} // namespace fx
