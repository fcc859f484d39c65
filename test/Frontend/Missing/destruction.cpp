// What the tracer does not know of destructors and of memory that a program handles itself.
// RUN: not fx-clang-trace %s -- -std=c++20 2>&1 | FileCheck %s --implicit-check-not=error:
#include <torch/torch.h>

using torch::Tensor;

// CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a destructor that is defined in another file is not supported yet [destructor-that-is-defined-in-another-file]
struct Elsewhere {
  ~Elsewhere();
};
struct EndsElsewhere : torch::nn::Module {
  Tensor forward(Tensor x) {
    Elsewhere object;
    return x;
  }
};

// CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a destructor whose body is a 'try' is not supported yet [destructor-whose-body-is-a-try]
struct Tries {
  ~Tries() try {
  } catch (...) {
  }
};
struct EndsWithATry : torch::nn::Module {
  Tensor forward(Tensor x) {
    Tries object;
    return x;
  }
};

struct OwnNew {
  static void* operator new(std::size_t size) { return ::operator new(size); }
  int number = 1;
};
struct MadeByAnOwnNew : torch::nn::Module {
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: an operator new of the program's own is not supported yet [operator-new-of-its-own]
    auto* object = new OwnNew;
    return x + object->number;
  }
};

struct OwnDelete {
  static void operator delete(void* memory) { ::operator delete(memory); }
};
struct EndedByAnOwnDelete : torch::nn::Module {
  Tensor forward(Tensor x) {
    auto* object = new OwnDelete;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: an operator delete of the program's own is not supported yet [operator-delete-of-its-own]
    delete object;
    return x;
  }
};

struct BehindTheEnd : torch::nn::Module {
  Tensor forward(Tensor x) {
    alignas(int) unsigned char memory[4];
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: placement new in this place is not supported yet [placement-new-in-this-place]
    auto* number = new (memory + 4) int(1);
    return x + *number;
  }
};

struct ArrayInMemory : torch::nn::Module {
  Tensor forward(Tensor x) {
    alignas(int) unsigned char memory[16];
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: placement new of an array is not supported yet [placement-new-of-an-array]
    auto* numbers = new (memory) int[4]{1, 2, 3, 4};
    return x + numbers[1];
  }
};

struct TextInANewArray : torch::nn::Module {
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a string literal in a new array is not supported yet [string-literal-in-a-new-array]
    auto* text = new char[4]("abc");
    return x + text[0];
  }
};

struct PairInRawMemory : torch::nn::Module {
  Tensor forward(Tensor x) {
    auto* pair = static_cast<std::pair<int, int>*>(std::malloc(sizeof(std::pair<int, int>)));
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: reading a member of this value is not supported yet [reading-a-member-of-this-value]
    pair->first = 1;
    return x + pair->first;
  }
};
