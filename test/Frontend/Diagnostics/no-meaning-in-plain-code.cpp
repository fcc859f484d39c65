// What C++ gives no meaning is refused where it stands: pointers to nothing, division by zero,
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=error:
// calls of what is not there.
#include <torch/torch.h>

#include <cstdarg>

using torch::Tensor;

struct Point {
  int get() { return across; }
  int across = 1;
};

struct BehindAnArray : torch::nn::Module {
  Tensor forward(Tensor x) {
    int numbers[2] = {1, 2};
    int* end = numbers + 2;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this pointer is past the end [past-the-end]
    return x + *end;
  }
};

struct NullRead : torch::nn::Module {
  Tensor forward(Tensor x) {
    int* number = nullptr;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a null pointer is dereferenced here [null-pointer-dereferenced]
    return x + *number;
  }
};

struct NullMoved : torch::nn::Module {
  Tensor forward(Tensor x) {
    int* number = nullptr;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a number is added to a null pointer here [arithmetic-on-a-null-pointer]
    number += 1;
    return number ? x : -x;
  }
};

struct NullMember : torch::nn::Module {
  Tensor forward(Tensor x) {
    Point* point = nullptr;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: 'across' is read through a null pointer or an empty module holder [read-through-a-null-pointer]
    return x + point->across;
  }
};

struct NullCall : torch::nn::Module {
  Tensor forward(Tensor x) {
    Point* point = nullptr;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: 'get' is called through a null pointer or an empty module holder [call-through-a-null-pointer]
    return x + point->get();
  }
};

struct NullMemberPointer : torch::nn::Module {
  Tensor forward(Tensor x) {
    int (Point::*get)() = nullptr;
    Point point;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a null pointer to a member is called here [null-pointer-to-a-member]
    return x + (point.*get)();
  }
};

struct TwoVariables : torch::nn::Module {
  Tensor forward(Tensor x) {
    int first = 1, second = 2;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: pointers into different arrays have no order and no distance [pointers-without-order]
    return &first < &second ? x : -x;
  }
};

struct EmptyFunction : torch::nn::Module {
  Tensor forward(Tensor x) {
    int (*function)() = nullptr;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: an empty function is called here [empty-function-called]
    return x + function();
  }
};

struct NothingThrown : torch::nn::Module {
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: there is no exception to throw again: the program ends [nothing-to-throw-again]
    throw;
  }
};

struct Quotient : torch::nn::Module {
  Tensor forward(Tensor x) {
    int nothing = 0;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this divides by zero [division-by-zero]
    return x + 1 / nothing;
  }
};

struct LeadingZeros : torch::nn::Module {
  Tensor forward(Tensor x) {
    unsigned nothing = 0;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this counts the zeros of 0, which is undefined [zeros-of-zero]
    return x + __builtin_clz(nothing);
  }
};

int second(int count, ...) {
  va_list numbers;
  va_start(numbers, count);
  int number = va_arg(numbers, int);
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: the call has no more arguments [no-more-arguments]
  number = va_arg(numbers, int);
  va_end(numbers);
  return number;
}

struct TooFewArguments : torch::nn::Module {
  Tensor forward(Tensor x) { return x + second(1, 2); }
};

struct NegativeArray : torch::nn::Module {
  int size = -1;
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this array has less than no elements [negative-array-size]
    int numbers[size];
    return x;
  }
};

int falls_off(bool returns) {
  if (returns) return 1;
}

struct NoValue : torch::nn::Module {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: 'falls_off' ends without returning a value [no-return-value]
  Tensor forward(Tensor x) { return x + falls_off(false); }
};

struct Shape {
  Shape() { sides = ask(); }
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: the pure virtual function 'Shape::count' is called here [pure-virtual-call]
  int ask() { return count(); }
  virtual int count() = 0;
  int sides;
};
struct Square : Shape {
  int count() override { return 4; }
};

struct PureVirtual : torch::nn::Module {
  Tensor forward(Tensor x) { return x + Square().sides; }
};
