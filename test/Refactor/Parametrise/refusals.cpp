// Where no parameter of a constructor can decide, or the code cannot have both forms, no file is touched.
// RUN: not %fx-clang-trace %s --rules=%S/Inputs/leaky-relu-without-slope.cpp --root=Loop --rewrite=parametrise -- 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not %fx-clang-trace %s --rules=%S/Inputs/leaky-relu-without-slope.cpp --root=Derived --rewrite=parametrise -- 2>&1 | FileCheck %s --check-prefix=DERIVED
// RUN: not %fx-clang-trace %s --rules=%S/Inputs/leaky-relu-without-slope.cpp --root=Assigned --rewrite=parametrise -- 2>&1 | FileCheck %s --check-prefix=ASSIGNED
// RUN: not %fx-clang-trace %s --rules=%S/Inputs/leaky-relu-without-slope.cpp --root=Default --rewrite=parametrise -- 2>&1 | FileCheck %s --check-prefix=DEFAULT
// RUN: not %fx-clang-trace %s --mode=eval --passes=fuse-conv-bn --root=Constant --rewrite=parametrise -- 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: not %fx-clang-trace %s --rules=%S/Inputs/leaky-relu-without-slope.cpp --root=Twice --rewrite=parametrise -- 2>&1 | FileCheck %s --check-prefix=TWICE
// Without the option the way out is told.
// RUN: not %fx-clang-trace %s --rules=%S/Inputs/leaky-relu-without-slope.cpp --root=Derived --rewrite -- 2>&1 | FileCheck %s --check-prefix=EDITS
// EDITS: error: this cannot be changed in place: this code runs 2 times, and 1 of them changed [change-of-some-runs]
// EDITS: note: a changes; b does not
// EDITS-NEXT: note: --rewrite=parametrise makes it a parameter of the constructor

#include <torch/torch.h>

struct Block : torch::nn::Module {
  explicit Block(double slope) : slope(slope) {}
  torch::Tensor forward(torch::Tensor x) { return torch::leaky_relu(x, slope); }
  double slope;
};
struct Loop : torch::nn::Module {
  Loop() {
    for (double slope : {0.0, 0.1})
      layers->push_back(Block(slope));
    register_module("layers", layers);
  }
  // LOOP: error: a parameter of the block cannot decide about this: 'layers.1' and others that change are made at one place [no-parameter-decides]
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
  torch::nn::Sequential layers;
};

// DERIVED: error: a parameter of the block cannot decide about this: objects of several classes run the code [no-parameter-decides]
struct Other : Block {
  Other() : Block(0.1) {}
};
struct Derived : torch::nn::Module {
  std::shared_ptr<Block> a{register_module("a", std::make_shared<Block>(0.0))};
  std::shared_ptr<Other> b{register_module("b", std::make_shared<Other>())};
  torch::Tensor forward(torch::Tensor x) { return b->forward(a->forward(x)); }
};

struct Set : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::leaky_relu(x, slope); }
  double slope = 0.1;
};
struct Assigned : torch::nn::Module {
  Assigned() { a->slope = 0; }
  // ASSIGNED: error: a parameter of the block cannot decide about this: the class has no constructor in a file, or several [no-parameter-decides]
  std::shared_ptr<Set> a{register_module("a", std::make_shared<Set>())};
  std::shared_ptr<Set> b{register_module("b", std::make_shared<Set>())};
  torch::Tensor forward(torch::Tensor x) { return b->forward(a->forward(x)); }
};

constexpr double usual = 2;
struct Scaled : torch::nn::Module {
  explicit Scaled(double slope, double scale = usual) : slope(slope), scale(scale) {}
  torch::Tensor forward(torch::Tensor x) { return torch::leaky_relu(x, slope) * scale; }
  double slope, scale;
};
struct Default : torch::nn::Module {
  // DEFAULT: refusals.cpp:[[@LINE+1]]:{{[0-9]+}}: error: a parameter of the block cannot decide about this: the default of 'scale' is no literal that could stand here [no-parameter-decides]
  std::shared_ptr<Scaled> a{register_module("a", std::make_shared<Scaled>(0.0))};
  std::shared_ptr<Scaled> b{register_module("b", std::make_shared<Scaled>(0.1, 3))};
  torch::Tensor forward(torch::Tensor x) { return b->forward(a->forward(x)); }
};

struct NormedImpl : torch::nn::Module {
  explicit NormedImpl(bool tracks)
      : norm(torch::nn::BatchNorm2dOptions(4).track_running_stats(tracks)) {
    register_module("conv", conv);
    register_module("norm", norm);
  }
  torch::Tensor forward(torch::Tensor x) {
    // CONSTANT: refusals.cpp:[[@LINE+1]]:{{[0-9]+}}: error: this cannot become a branch of the code: it declares a variable that cannot be assigned later [code-without-two-forms]
    const auto y = norm(conv(x));
    return y + 1;
  }
  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(4, 4, 3)};
  torch::nn::BatchNorm2d norm;
};
TORCH_MODULE(Normed);
struct Constant : torch::nn::Module {
  Normed a{register_module("a", Normed(true))}, b{register_module("b", Normed(false))};
  torch::Tensor forward(torch::Tensor x) { return b(a(x)); }
};

// One object runs the code twice, and not alike.
struct Twice : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    for (double slope : {0.0, 0.1})
      // TWICE: refusals.cpp:[[@LINE+1]]:{{[0-9]+}}: error: this cannot be changed in place: this code runs 2 times, and 1 of them changed [change-of-some-runs]
      x = torch::leaky_relu(x, slope);
    return x;
  }
};
