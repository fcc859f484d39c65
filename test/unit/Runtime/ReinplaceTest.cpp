// Programs whose writes are taken out (make_fx's functionalize), and put back (the pass reinplace).
#include "TraceTest.h"

#include "fx/Runtime/MakeFx.h"
#include "fx/Runtime/RunPasses.h"
#include "fx/Runtime/ShapeProp.h"

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

/// The same of a program that writes, functionalized.
std::string functional(const TracedFunction& function, const Tensor& x,
                       const char* pipeline = nullptr) {
  const MakeFxOptions options{.functionalize = true};
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
  // torch.fx writes add_.Tensor(view_5, view_6) at last, of which seed 003 says that kernels do not
  // guarantee it: both are the same memory.
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
