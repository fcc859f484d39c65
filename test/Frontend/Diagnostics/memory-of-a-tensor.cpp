// A tensor whose memory the constructor writes through a pointer or an accessor is not known, and
// neither are its views.
// RUN: not fx-clang-trace %s --root=Net -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=View -- 2>&1 | FileCheck %s --check-prefix=VIEW
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor table;
  Net() {
    auto values = torch::zeros({3});
    auto cells = values.accessor<float, 1>();
    cells[0] = 1;
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: error: the values of this tensor are not known: the constructor has its memory from 'accessor'
    // CHECK: :[[#@LINE-3]]:{{[0-9]+}}: note: here
    table = register_buffer("table", values);
  }
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};

struct View : torch::nn::Module {
  torch::Tensor table;
  View() {
    table = register_buffer("table", torch::zeros({3, 2}));
    // VIEW: error: the values of this tensor are not known: the constructor has its memory from 'data_ptr'
    table.view({-1}).data_ptr<float>()[0] = 1;
  }
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};
