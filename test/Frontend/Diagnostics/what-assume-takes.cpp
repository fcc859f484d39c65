// --assume is advised for numbers, booleans, text and pointers alone, and for whole expressions as they
// stand in the source: of && and || for the operands, of -bound for what gave bound its value.
// RUN: not fx-clang-trace %s --root=Operands -- 2>&1 | FileCheck %s --check-prefix=OPERANDS
// RUN: not fx-clang-trace %s --root=Negative -- 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not fx-clang-trace %s --root=Line -- 2>&1 | FileCheck %s --check-prefix=LINE
// RUN: not fx-clang-trace %s --root=Index -- 2>&1 | FileCheck %s --check-prefix=INDEX
// RUN: not fx-clang-trace %s --root=Pointer -- 2>&1 | FileCheck %s --check-prefix=POINTER
#include <torch/torch.h>

#include <fstream>

int next_number();
bool is_ready();
const int* table();

struct Operands : torch::nn::Module {
  Operands() {
    const int n = next_number();
    const bool ready = is_ready();
    // OPERANDS: error: {{.*}} needs a value that is not known when the source is read
    // OPERANDS: note: say what it is with --assume='n>2=<value>' or --assume='ready=<value>', or construct
    if (n > 2 && ready) width = 8;
  }
  torch::Tensor forward(torch::Tensor x) { return x * width; }
  int width = 4;
};

struct Negative : torch::nn::Module {
  Negative() {
    const int bound = next_number();
    // NEGATIVE: error: {{.*}} needs a value that is not known when the source is read
    // NEGATIVE: --assume='next_number()=<value>'
    // NEGATIVE-NOT: -bound=
    layers->push_back(torch::nn::Linear(-bound, 4));
  }
  torch::Tensor forward(torch::Tensor x) { return x; }
  torch::nn::Sequential layers;
};

struct Line : torch::nn::Module {
  Line() {
    std::ifstream file("net.cfg");
    std::string line;
    // LINE: error: the condition of this loop needs a value that is not known when the source is read
    // LINE-NOT: --assume
    // LINE: note: construct the model with a known value: --root='<class>(<value>, ...)'
    while (std::getline(file, line))
      ++lines;
  }
  torch::Tensor forward(torch::Tensor x) { return x * lines; }
  int lines = 0;
};

// The length, of which other indices are made too.
struct Index : torch::nn::Module {
  torch::Tensor forward(std::vector<torch::Tensor> features) {
    const auto length = features.size();
    // INDEX: error: an index into a container depends on the length of 'features'
    // INDEX: note: or --assume='length=<value>' traces for inputs of which that holds
    return features[length - 1];
  }
};

struct Pointer : torch::nn::Module {
  Pointer() {
    // POINTER: error: {{.*}} needs a value that is not known when the source is read
    // POINTER: --assume='table()!=nullptr=<value>'
    if (table() != nullptr) width = 8;
  }
  torch::Tensor forward(torch::Tensor x) { return x * width; }
  int width = 4;
};
