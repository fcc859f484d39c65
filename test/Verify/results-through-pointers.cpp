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
// RUN: fx-clang-trace %s --root='Several()' --input 2x4 --verify=eval -- | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: eval: output 1: {{.*}} largest difference 0 absolute
struct SeveralImpl : torch::nn::Module {
  std::shared_ptr<std::vector<torch::Tensor>> forward(torch::Tensor x) {
    return std::make_shared<std::vector<torch::Tensor>>(std::vector<torch::Tensor>{x, x.relu()});
  }
};
TORCH_MODULE(Several);

// RUN: not fx-clang-trace %s --root='Circle()' -- 2>&1 | FileCheck %s --check-prefix=CIRCLE
// CIRCLE: error: this object leads back to itself
struct Link {
  torch::Tensor value;
  std::shared_ptr<Link> next;
};
struct CircleImpl : torch::nn::Module {
  std::shared_ptr<Link> forward(torch::Tensor x) {
    auto link = std::make_shared<Link>();
    link->value = x;
    link->next = link;
    return link;
  }
};
TORCH_MODULE(Circle);

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
// PRIVATE: error: Hider(): the original returns a 'Distribution', into which --verify does not see
struct HiderImpl : torch::nn::Module {
  std::unique_ptr<Distribution> forward(torch::Tensor x) { return std::make_unique<Bernoulli>(x); }
};
TORCH_MODULE(Hider);
