// What a returned pointer points to is returned by value; an object with private members is a tuple
// in the graph, and what the original returns cannot be looked into.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --root='Owner()' --input 2x4 --verify=eval -- | FileCheck %s
// RUN: fx-clang-trace %s --root='Owner()' --emit=cpp -- | FileCheck %s --check-prefix=STRUCT
// RUN: fx-clang-trace %s --root='Hider()' --emit=cpp -- | FileCheck %s --check-prefix=TUPLE
// RUN: bash -c "fx-clang-trace %s --root='Hider()' --input 2x4 --verify=eval --; test \$? = 1" 2>&1 | FileCheck %s --check-prefix=PRIVATE
#include <torch/torch.h>

struct Scores {
  torch::Tensor logits;
  torch::Tensor mean;
};

// CHECK: eval: output 0: 2x4:float32, largest difference 0 absolute
// CHECK: eval: output 1: {{.*}} largest difference 0 absolute
// STRUCT: Scores forward(torch::Tensor x)
struct OwnerImpl : torch::nn::Module {
  std::unique_ptr<Scores> forward(torch::Tensor x) {
    return std::make_unique<Scores>(Scores{torch::relu(x), x.mean()});
  }
};
TORCH_MODULE(Owner);

class Distribution {
public:
  virtual ~Distribution() = default;
  virtual torch::Tensor sample() = 0;
};

class Bernoulli : public Distribution {
public:
  explicit Bernoulli(const torch::Tensor& logits) : logits_(logits) {}
  torch::Tensor sample() override { return torch::bernoulli(torch::sigmoid(logits_)); }

private:
  torch::Tensor logits_;
};

// TUPLE: std::tuple<torch::Tensor> forward(torch::Tensor x)
// PRIVATE: error: Hider(): the original returns a 'Distribution', whose members are not public: they cannot be compared
struct HiderImpl : torch::nn::Module {
  std::unique_ptr<Distribution> forward(torch::Tensor x) { return std::make_unique<Bernoulli>(x); }
};
TORCH_MODULE(Hider);
