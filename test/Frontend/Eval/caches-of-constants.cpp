// What forward keeps to save work, and computes from sizes and constants alone, is computed in each
// call of the graph: a second call was traced that found it and changed nothing.
// RUN: fx-clang-trace %s --root=Rotary --input=x=2x6x4 -- 2>&1 | FileCheck %s --check-prefix=ROTARY
// RUN: fx-clang-trace %s --root=BySize --input=x=2x6x4 -- 2>&1 | FileCheck %s --check-prefix=BYSIZE
// RUN: fx-clang-trace %s --root=Lazy --mode=train -- 2>&1 | FileCheck %s --check-prefix=LAZY
// RUN: fx-clang-trace %s --root=InBothModes -- 2>&1 | FileCheck %s --check-prefix=MODES
// RUN: not fx-clang-trace %s --root=Rotary -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not fx-clang-trace %s --root=OfWeight --input=x=2x6x4 -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not fx-clang-trace %s --root=OfInput --input=x=2x6x4 -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not fx-clang-trace %s --root=OfTypeUnsaid -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not fx-clang-trace %s --root=Drawn --input=x=2x6x4 -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not fx-clang-trace %s --root=Counts --input=x=2x6x4 -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not fx-clang-trace %s --root=Written --input=x=2x6x4 -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not fx-clang-trace %s --root=WrittenByInput --input=x=2x6x4 -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not fx-clang-trace %s --root=Returned --input=x=2x6x4 -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not fx-clang-trace %s --root=OtherThen --input=x=2x6x4 -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not fx-clang-trace %s --root=WithGradient --input=x=2x6x4 -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not fx-clang-trace %s --root=Emptied --input=x=2x6x4 -- 2>&1 | FileCheck %s --check-prefix=REFUSED
#include <torch/torch.h>

// REFUSED: error: forward changes {{.*}} here, and a later call reads it

struct Rotary : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const int64_t length = x.size(1);
    if (table == nullptr || cached != length) {
      cached = length;
      auto made = torch::empty({length, 4}, x.options());
      made.index_put_({torch::indexing::Slice()}, torch::arange(4, x.options()));
      // ROTARY: :[[@LINE+1]]:{{[0-9]+}}: remark: the member 'table' keeps what forward computes from sizes and constants
      table = std::make_shared<torch::Tensor>(made.cos());
    }
    return x * *table;
  }
  std::shared_ptr<torch::Tensor> table;
  int64_t cached = 0;
};
// ROTARY: %size : {{.*}}call_method[target=size](args = (%x, 1)
// ROTARY: %empty : {{.*}}call_function[target=torch.empty](args = (%size, 4)
// ROTARY: %mul : {{.*}}call_function[target=operator.mul](args = (%x, %cos)

struct BySize : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const int64_t length = x.size(1);
    if (masks.find(length) == masks.end()) masks[length] = torch::ones({length, length}).triu(1);
    return x.transpose(1, 2).unsqueeze(2) + masks.at(length);
  }
  std::map<int64_t, torch::Tensor> masks;
};
// BYSIZE: remark: the member 'masks' keeps what forward computes from sizes and constants
// BYSIZE: call_function[target=torch.ones](args = (%size, %size)
// BYSIZE: call_function[target=operator.add](args = (%unsqueeze, %triu)

struct Lazy : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (!scale.defined()) scale = torch::arange(4) + 1;
    static torch::Tensor bias;
    if (!bias.defined()) bias = torch::zeros({4});
    return x * scale + bias;
  }
  torch::Tensor scale;
};
// LAZY: remark: the member 'scale' keeps what forward computes
// LAZY: remark: the variable 'bias' keeps what forward computes
// LAZY: call_function[target=torch.arange]

struct InBothModes : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = torch::dropout(x, 0.5, is_training());
    if (!scale.defined()) scale = torch::arange(4) + 1;
    return x * scale;
  }
  torch::Tensor scale;
};
// MODES: remark: the member 'scale' keeps what forward computes
// MODES: call_function[target=torch.dropout]

struct OfWeight : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (!half.defined()) half = weight / 2;
    return x * half;
  }
  torch::Tensor weight = register_parameter("weight", torch::ones({4}));
  torch::Tensor half;
};

struct OfInput : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (!first.defined()) first = x.sum();
    return x * first;
  }
  torch::Tensor first;
};

struct OfTypeUnsaid : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (!ones.defined()) ones = torch::ones({4}, x.options());
    return x * ones;
  }
  torch::Tensor ones;
};

struct Drawn : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (!noise.defined()) noise = torch::rand({4});
    return x * noise;
  }
  torch::Tensor noise;
};

struct Counts : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    ++calls;
    if (!scale.defined()) scale = torch::arange(4);
    return x * scale + calls;
  }
  torch::Tensor scale;
  int64_t calls = 0;
};

struct Written : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (!scale) scale = std::make_shared<torch::Tensor>(torch::ones({4}));
    scale->add_(1);
    return x * *scale;
  }
  std::shared_ptr<torch::Tensor> scale;
};

struct WrittenByInput : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (!scale) scale = std::make_shared<torch::Tensor>(torch::ones({4}));
    torch::Tensor y = x * *scale;
    scale->view({2, 2}).fill_(x.sum());
    return y;
  }
  std::shared_ptr<torch::Tensor> scale;
};

struct Returned : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (!scale) scale = std::make_shared<torch::Tensor>(torch::ones({x.size(2)}));
    return scale->view({2, 2});
  }
  std::shared_ptr<torch::Tensor> scale;
};

struct OtherThen : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (scale) return x - *scale;
    scale = std::make_shared<torch::Tensor>(torch::ones({4}));
    return x * *scale;
  }
  std::shared_ptr<torch::Tensor> scale;
};

struct WithGradient : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (!scale) scale = std::make_shared<torch::Tensor>(torch::ones({4}).requires_grad_());
    return x * *scale;
  }
  std::shared_ptr<torch::Tensor> scale;
};

// train() may run before a call, or not.
struct Emptied : torch::nn::Module {
  void train(bool on) override {
    torch::nn::Module::train(on);
    if (scale) scale.reset();
  }
  torch::Tensor forward(torch::Tensor x) {
    if (scale) return x - *scale;
    scale = std::make_shared<torch::Tensor>(torch::ones({4}));
    return x * *scale;
  }
  std::shared_ptr<torch::Tensor> scale;
};
