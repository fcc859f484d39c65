// AIM: new T[n] constructs in order, and delete[] destroys in the opposite order.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  struct Trace {
    double*& log;
    int id;
    ~Trace() { *log = *log * 4 + id; }
  };
  torch::Tensor forward(torch::Tensor x) {
    double value = 0;
    double* log = &value;
    auto* traces = new Trace[3]{{log, 1}, {log, 2}, {log, 3}};
    double before = value;
    delete[] traces;
    return x * (value + 1) + before;
  }
};
