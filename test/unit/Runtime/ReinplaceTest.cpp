// Programs whose writes are taken out (make_fx's functionalize), and put back (the pass reinplace).
#include "TraceTest.h"

#include "fx/Runtime/MakeFx.h"
#include "fx/Runtime/RunPasses.h"
#include "fx/Runtime/ShapeProp.h"

#include <random>

namespace fx {
namespace {

using testing::calls;
using ::testing::HasSubstr;
using torch::Tensor;

// torch.fx's test_fx_reinplace_pass.py, the code is what its tests
// expect, but that C++ calls add.Scalar and leaves defaults out. torch.fx gives results other strides, and takes views for what they are
// of; the two tests that want that say any-layout.

std::string aten_calls(const Graph& graph) {
  std::string code = calls(graph);
  for (size_t at; (at = code.find("call_function torch.ops.aten.")) != std::string::npos;)
    code.erase(at, std::string("call_function torch.ops.aten.").size());
  return code + "return " + testing::result(graph) + "\n";
}

std::string reinplaced(const TracedFunction& function, const Tensor& x,
                       const char* pipeline = "reinplace<inference>") {
  GraphModule module = make_fx(function, {x});
  ShapeProp(module).propagate({x});
  const Tensor expected = module->forward(x.clone());
  run_passes(module, pipeline);
  module->graph().lint();
  const torch::NoGradGuard no_grad;
  const Tensor given = x.clone();
  EXPECT_TRUE(module->forward(given).equal(expected));
  EXPECT_TRUE(given.equal(x));
  return aten_calls(module->graph());
}

enum class Functionalization : uint8_t { Traced, ByPipeline };

/// The same of a program that writes, functionalized while it is traced, or by the pipeline.
std::string functional(const TracedFunction& function, const Tensor& x,
                       const char* pipeline = nullptr,
                       Functionalization functionalization = Functionalization::Traced) {
  const MakeFxOptions options{.functionalize = functionalization == Functionalization::Traced};
  GraphModule module = make_fx(function, {x}, options);
  ShapeProp(module).propagate({x.clone()});
  if (pipeline != nullptr) run_passes(module, pipeline);
  module->graph().lint();
  const torch::NoGradGuard no_grad;
  const Tensor given = x.clone(), written = x.clone();
  const Tensor expected = function.call({written}).toTensor();
  EXPECT_TRUE(module->forward(given).equal(expected));
  EXPECT_TRUE(given.equal(written));
  return aten_calls(module->graph());
}

TEST(TorchFxReinplace, test_reinplace_basic) {
  EXPECT_EQ(reinplaced([](const Tensor& x) { return x.clone().add(1); }, torch::ones({2})),
            "clone = clone.default input_1\n"
            "add = add_.Scalar clone 1\n"
            "return clone\n");
}

TEST(TorchFxReinplace, test_reinplace_with_view) {
  EXPECT_EQ(reinplaced(
                [](const Tensor& x) {
                  const Tensor a = x.clone();
                  const Tensor view = a.view(-1);
                  const Tensor b = a.add(1);
                  return view.add(1);
                },
                torch::ones({2})),
            "clone = clone.default input_1\n"
            "view = view.default clone [-1]\n"
            "add = add.Scalar clone 1\n"
            "add_1 = add_.Scalar view 1\n"
            "return view\n");
}

TEST(TorchFxReinplace, test_reinplace_different_metadata) {
  EXPECT_EQ(reinplaced(
                [](const Tensor& x) {
                  const Tensor a = x.clone();
                  return torch::ge(a + 1, a);
                },
                torch::ones({4})),
            "clone = clone.default input_1\n"
            "add = add.Scalar clone 1\n"
            "ge = ge.Tensor add clone\n"
            "return ge\n");
}

TEST(TorchFxReinplace, test_reinplace_overlapping_memory) {
  EXPECT_EQ(
      reinplaced([](const Tensor& x) { return x.clone().expand({4, 4}).add(1); }, torch::ones({1})),
      "clone = clone.default input_1\n"
      "expand = expand.default clone [4, 4]\n"
      "add = add.Scalar expand 1\n"
      "return add\n");
}

TEST(TorchFxReinplace, test_reinplace_scatter_op) {
  // torch.fx writes add_.Tensor(view_5, view_6) at last. Both are the same memory, for which, as its
  // own documentation says, kernels guarantee nothing.
  EXPECT_EQ(functional(
                [](const Tensor& x) {
                  const Tensor a = x.clone();
                  const Tensor e = a.view(-1);
                  const Tensor b = a.view(-1);
                  const Tensor d = b.select(0, 0).view(-1);
                  d.add_(1);
                  return a + e;
                },
                torch::ones({4}), "reinplace<inference>"),
            "clone = clone.default input_1\n"
            "view = view.default clone [-1]\n"
            "view_1 = view.default clone [-1]\n"
            "select = select.int view_1 0 0\n"
            "view_2 = view.default select [-1]\n"
            "add = add_.Scalar view_2 1\n"
            "view_3 = view.default clone [-1]\n"
            "select_1 = select.int view_3 0 0\n"
            "view_4 = view.default view_2 []\n"
            "view_5 = view.default view_3 [4]\n"
            "view_6 = view.default view_5 [-1]\n"
            "add_1 = add.Tensor view_5 view_6\n"
            "return add_1\n");
}

TEST(TorchFxReinplace, test_reinplace_scatter_twice) {
  EXPECT_EQ(functional(
                [](const Tensor& x) {
                  const Tensor a = x.clone();
                  a.slice(0).select(1, 1).select(0, 1).add_(1);
                  return a;
                },
                torch::ones({4, 4}), "reinplace<inference>"),
            "clone = clone.default input_1\n"
            "slice_1 = slice.Tensor clone\n"
            "select = select.int slice_1 1 1\n"
            "select_1 = select.int select 0 1\n"
            "add = add_.Scalar select_1 1\n"
            "slice_2 = slice.Tensor clone\n"
            "select_2 = select.int slice_2 1 1\n"
            "return clone\n");
}

/// A scatter into another view of the same memory.
TracedFunction into_mirror(int64_t offset, int64_t dim, int64_t index) {
  return [=](const Tensor& x) {
    const Tensor a = x.clone();
    const Tensor sum = a.slice(0).select(1, 1).select(0, 1).add(1);
    return torch::select_scatter(a.as_strided({4}, {4}, offset), sum, dim, index);
  };
}

TEST(TorchFxReinplace, test_reinplace_scatter_twice_with_different_view_op_valid) {
  const char* const expected = "clone = clone.default input_1\n"
                               "slice_1 = slice.Tensor clone\n"
                               "select = select.int slice_1 1 1\n"
                               "select_1 = select.int select 0 1\n"
                               "add = add_.Scalar select_1 1\n"
                               "as_strided = as_strided.default clone [4] [4] 1\n"
                               "return as_strided\n";
  EXPECT_EQ(
      reinplaced(into_mirror(1, 0, 1), torch::ones({4, 4}), "reinplace<inference;any-layout>"),
      expected);
  // What the scatter gives is a tensor of its own.
  EXPECT_THAT(reinplaced(into_mirror(1, 0, 1), torch::ones({4, 4})), HasSubstr("add.Scalar"));
}

/// What is left when the sum stays a tensor of its own.
std::string copied_into_mirror(const char* offset, const char* index) {
  return std::string("clone = clone.default input_1\n"
                     "slice_1 = slice.Tensor clone\n"
                     "select = select.int slice_1 1 1\n"
                     "select_1 = select.int select 0 1\n"
                     "add = add.Scalar select_1 1\n"
                     "as_strided = as_strided.default clone [4] [4] ") +
         offset + "\nselect_int = select.int as_strided 0 " + index +
         "\ncopy__default = copy_.default select_int add\nreturn as_strided\n";
}

TEST(TorchFxReinplace, test_reinplace_scatter_twice_with_different_view_op_invalid) {
  EXPECT_EQ(
      reinplaced(into_mirror(1, 0, 0), torch::ones({4, 4}), "reinplace<inference;any-layout>"),
      copied_into_mirror("1", "0"));
}

TEST(TorchFxReinplace, test_reinplace_scatter_twice_with_different_view_op_invalid2) {
  EXPECT_EQ(
      reinplaced(into_mirror(0, 0, 1), torch::ones({4, 4}), "reinplace<inference;any-layout>"),
      copied_into_mirror("0", "1"));
}

TEST(TorchFxReinplace, test_out_node_updated) {
  EXPECT_EQ(reinplaced(
                [](const Tensor&) {
                  const Tensor x = torch::zeros({2, 2});
                  return torch::diagonal_scatter(x, x.diagonal().add(1));
                },
                torch::ones({1})),
            "zeros = zeros.default [2, 2]\n"
            "diagonal = diagonal.default zeros\n"
            "add = add_.Scalar diagonal 1\n"
            "return zeros\n");
}

TEST(TorchFxReinplace, test_reinplace_index_mutation) {
  EXPECT_EQ(functional(
                [](const Tensor&) {
                  Tensor a = torch::zeros({4, 4, 4});
                  a.slice(0).slice(1, 2).copy_(torch::ones({4, 2, 4}));
                  return a;
                },
                torch::ones({1}), "reinplace<inference>"),
            "zeros = zeros.default [4, 4, 4]\n"
            "slice_1 = slice.Tensor zeros\n"
            "slice_2 = slice.Tensor slice_1 1 2\n"
            "ones = ones.default [4, 2, 4]\n"
            "slice_3 = slice.Tensor zeros\n"
            "slice_tensor = slice.Tensor slice_3 1 2\n"
            "copy__default = copy_.default slice_tensor ones\n"
            "return zeros\n");
}

// What functionalization makes of writes, and reinplace of that.

/// A program of views, writes and sums, the same one for the same seed.
Tensor random_program(const Tensor& x, uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](size_t count) { return static_cast<int64_t>(random() % count); };
  std::vector<Tensor> values{below(4) == 0 ? x : x.clone(), x};
  for (int step = 0; step < 14; ++step) {
    Tensor a = values[static_cast<size_t>(below(values.size()))];
    const Tensor& b = values[static_cast<size_t>(below(values.size()))];
    const int64_t dim = a.dim() > 0 ? below(static_cast<size_t>(a.dim())) : 0;
    switch (a.dim() == 0 ? 5 + below(6) : below(11)) {
    case 0: values.push_back(a.select(dim, below(static_cast<size_t>(a.size(dim))))); break;
    case 1: values.push_back(a.slice(dim, 0, 1 + below(static_cast<size_t>(a.size(dim))))); break;
    case 2: values.push_back(a.transpose(0, dim)); break;
    case 3: values.push_back(a.dim() == 2 ? a.diagonal() : a.unsqueeze(0)); break;
    case 4: values.push_back(below(2) == 0 ? a.squeeze(dim) : a.reshape(-1)); break;
    case 5: a.add_(1 + below(3)); break;
    case 6: a.mul_(0.5); break;
    case 7: a.copy_(a.mul(2)); break;
    case 8: values.push_back(a.sizes() == b.sizes() ? a + b : a.sum()); break;
    case 9: values.push_back(a.sigmoid().add(1)); break;
    default:
      if (a.sizes() == b.sizes())
        a.sub_(b.clone());
      else
        a.relu_();
    }
  }
  return below(2) == 0 ? values.back() : values.back() * 2 + values.front().sum();
}

size_t count_writes(const std::string& code) {
  size_t count = 0;
  for (size_t at = 0; (at = code.find("_.", at + 1)) != std::string::npos;)
    ++count;
  return count;
}

TEST(Functionalize, RandomProgramsComputeTheSame) {
  const Tensor x = torch::arange(12, torch::kFloat).reshape({3, 4}) / 8 - 0.5;
  size_t writes = 0, writes_again = 0, refused = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    const TracedFunction program = [seed](const Tensor& y) { return random_program(y, seed); };
    std::string plain;
    try {
      plain = functional(program, x);
    } catch (const TraceError&) { // of strides that are not known
      ++refused;
      continue;
    }
    const std::string again = functional(program, x, "reinplace<inference>");
    const std::string less = functional(program, x, "cse,dce,reinplace<inference>");
    writes += count_writes(plain);
    writes_again += count_writes(again);
    if (HasFailure()) FAIL() << plain << "---\n" << again << "---\n" << less;
  }
  // What is left writes to inputs alone.
  EXPECT_LT(writes, 2000U);
  EXPECT_GT(writes_again, 1000U);
  EXPECT_LT(refused, 1000U);
}

TEST(Functionalize, RandomProgramsComputeTheSameByThePass) {
  const Tensor x = torch::arange(12, torch::kFloat).reshape({3, 4}) / 8 - 0.5;
  size_t left = 0, writes = 0, writes_again = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    const TracedFunction program = [seed](const Tensor& y) { return random_program(y, seed); };
    const auto by = [&](const char* pipeline) {
      return functional(program, x, pipeline, Functionalization::ByPipeline);
    };
    const std::string original = by("dce");
    const std::string plain = by("functionalize,cse,dce");
    const std::string again = by("functionalize,dce,reinplace<inference>");
    writes += count_writes(original);
    left += count_writes(plain);
    writes_again += count_writes(again);
    if (HasFailure()) FAIL() << original << "---\n" << plain << "---\n" << again;
  }
  EXPECT_GT(writes, 3 * left); // copies to inputs, at the end
  EXPECT_GT(writes_again, 1000U);
}

TEST(Functionalize, RandomProgramsComputeTheSameByPassesInRandomOrder) {
  const char* const passes[] = {"dce",
                                "cse",
                                "const-fold",
                                "normalize-args<keywords>",
                                "normalize-operators",
                                "functionalize",
                                "reinplace<inference>",
                                "reinplace<inference;any-layout>"};
  const Tensor x = torch::arange(12, torch::kFloat).reshape({3, 4}) / 8 - 0.5;
  for (uint64_t seed = 0; seed < 2000 && !HasFailure(); ++seed) {
    std::mt19937_64 random(seed);
    std::string pipeline;
    for (uint64_t count = 2 + random() % 5; count > 0; --count)
      pipeline += (pipeline.empty() ? "" : ",") + std::string(passes[random() % std::size(passes)]);
    SCOPED_TRACE(std::to_string(seed) + ": " + pipeline);
    const TracedFunction program = [seed](const Tensor& y) { return random_program(y, seed); };
    const std::string code =
        functional(program, x, pipeline.c_str(), Functionalization::ByPipeline);
    if (HasFailure()) FAIL() << code;
  }
}

TEST(Functionalize, WritesNothing) {
  EXPECT_EQ(functional(
                [](const Tensor& x) {
                  Tensor a = x.clone();
                  a.add_(1);
                  a.select(0, 1).mul_(2);
                  return a;
                },
                torch::ones({2, 2})),
            "clone = clone.default input_1\n"
            "add = add.Scalar clone 1\n"
            "select = select.int add 0 1\n"
            "select_1 = select.int add 0 1\n"
            "mul = mul.Scalar select_1 2\n"
            "select_scatter = select_scatter.default add mul 0 1\n"
            "return select_scatter\n");
}

TEST(Functionalize, KnowsNoStridesOncePartsAreWrittenTo) {
  // Views here, whatever LibTorch says of the strides of what it puts in the place of the part.
  const auto refusal_of = [](const TracedFunction& function) {
    try {
      make_fx(function, {torch::ones({3, 3})}, {.functionalize = true});
    } catch (const TraceError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(refusal_of([](const Tensor& x) {
                const Tensor part = x.clone().diagonal();
                part.mul_(2);
                return part.reshape(-1);
              }),
              HasSubstr("Write to a clone() of the part"));
  EXPECT_THAT(refusal_of([](const Tensor& x) {
                Tensor base = x.clone();
                const Tensor part = base.diagonal();
                part.copy_(torch::ones({3}));
                const Tensor flat = part.reshape(-1);
                base.add_(1);
                return flat;
              }),
              HasSubstr("Write to a clone() of the part"));
  EXPECT_EQ(refusal_of([](const Tensor& x) { return x.clone().relu_().reshape(-1); }), "no error");
}

TEST(Functionalize, CopiesToInputsAtLast) {
  EXPECT_EQ(functional(
                [](const Tensor& x) {
                  x.add_(1);
                  return x.mul(2);
                },
                torch::ones({2})),
            "add = add.Scalar input_1 1\n"
            "mul = mul.Scalar add 2\n"
            "copy_ = copy_.default input_1 add\n"
            "return mul\n");
}

TEST(Functionalize, ReinplaceWritesToTheInputAgain) {
  EXPECT_EQ(functional(
                [](const Tensor& x) {
                  x.add_(1);
                  return x.mul(2);
                },
                torch::ones({2}), "reinplace<inference>"),
            "add = add_.Scalar input_1 1\n"
            "mul = mul.Scalar input_1 2\n"
            "return mul\n");
}

TEST(Functionalize, ReinplaceBringsTheWritesBack) {
  EXPECT_EQ(functional(
                [](const Tensor& x) {
                  Tensor a = x.clone();
                  a.add_(1);
                  a.select(0, 1).mul_(2);
                  return a;
                },
                torch::ones({2, 2}), "reinplace<inference>"),
            "clone = clone.default input_1\n"
            "add = add_.Scalar clone 1\n"
            "select = select.int clone 0 1\n"
            "select_1 = select.int clone 0 1\n"
            "mul = mul_.Scalar select_1 2\n"
            "return clone\n");
}

} // namespace
} // namespace fx
