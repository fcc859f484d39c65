// AIM: In a base's destructor the object is of the base's class already.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Scope {
  std::vector<int>& log;
  explicit Scope(std::vector<int>& log) : log(log) { log.push_back(code()); }
  virtual ~Scope() { log.push_back(code()); }
  virtual int code() const { return 1; }
};
struct NamedScope : Scope {
  using Scope::Scope;
  ~NamedScope() override { log.push_back(code()); }
  int code() const override { return 7; }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int> log;
    {
      std::unique_ptr<Scope> scope = std::make_unique<NamedScope>(log);
      log.push_back(scope->code() * 10);
    }
    double code = 0;
    for (int entry : log)
      code = code * 3 + entry;
    return x + code;
  }
};
