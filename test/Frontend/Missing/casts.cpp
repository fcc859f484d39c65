// What the tracer does not know of casts and types.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=error:
#include <torch/torch.h>

using torch::Tensor;

struct Bytes : torch::nn::Module {
  Tensor forward(Tensor x) {
    int number = 1;
    int* pointer = &number;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: 'int *' seen as 'int64_t' is not supported yet [object-seen-as-another-type]
    return x + __builtin_bit_cast(int64_t, pointer);
  }
};

// More than a double holds.
struct RoundedToFloat : torch::nn::Module {
  Tensor forward(Tensor x) {
    long double large = 1e4000L;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: rounding a number in long double that no double holds is not supported yet [rounding-of-a-long-double]
    return x * static_cast<float>(large);
  }
};

struct Cut : torch::nn::Module {
  Tensor forward(Tensor x) {
    long double small = 1e-4000L;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: cutting a number in long double that no double holds is not supported yet [cut-of-a-long-double]
    return x * static_cast<int64_t>(small);
  }
};

struct Root {
  virtual ~Root() = default;
};
struct Middle : virtual Root {};
struct Left : Middle {};
struct Right : Middle {};
struct Whole : Left, Right {};

struct DownToOneOfTwo : torch::nn::Module {
  Tensor forward(Tensor x) {
    Whole whole;
    Root* root = &whole;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a cast to one of several bases of this class is not supported yet [cast-to-one-of-several-bases-of]
    return dynamic_cast<Middle*>(root) ? x : -x;
  }
};

struct NumberOfADtype : torch::nn::Module {
  Tensor forward(Tensor x) {
    auto dtype = torch::kFloat;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: the number of 'c10::ScalarType' is not supported yet [number-of-this-type]
    return x + static_cast<int>(dtype);
  }
};

struct ReferenceToBits : torch::nn::Module {
  Tensor forward(Tensor x) {
    float number = 1;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a reference to an object as one of another type is not supported yet [reference-as-another-type]
    int& bits = reinterpret_cast<int&>(number);
    ++bits;
    return x * number;
  }
};

struct Asked {
  int get() { return 1; }
};
struct Other {};

struct PointerToAMemberOfAnotherClass : torch::nn::Module {
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a cast of kind ReinterpretMemberPointer is not supported yet [cast-of-this-kind]
    auto get = reinterpret_cast<int (Other::*)()>(&Asked::get);
    return get == nullptr ? x : -x;
  }
};

using Four = int __attribute__((vector_size(16)));

struct VectorOfZeros : torch::nn::Module {
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a default value of this type is not supported yet [default-value-of-this-type]
    Four four = Four();
    return x + four[0];
  }
};
