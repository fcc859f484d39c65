// What the tracer says of smart pointers that it does not follow.
// RUN: not fx-clang-trace %s -- -Wno-deprecated-declarations 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <cstdio>
#include <memory>

using torch::Tensor;

struct Base {
  int value = 1;
};
struct Derived : Base {
  ~Derived() { std::puts("end"); }
};

struct Freeing {
  void operator()(int* number) const { delete number; }
};

struct AutoImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::auto_ptr<int> number(new int(1));
    std::unique_ptr<int> owner(std::move(number));
    // CHECK: smart-pointers.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: a smart pointer that is made of an auto_ptr is not supported yet [smart-pointer-that-is-made-of-an]
    return x;
  }
};
TORCH_MODULE(Auto);

struct OfDerivedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::shared_ptr<Base> object(new Derived);
    // CHECK: smart-pointers.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: a shared_ptr to a base class without a destructor, of an object that has one: give 'Base' a virtual destructor; this is not supported yet [shared-ptr-without-virtual-destructor]
    return x;
  }
};
TORCH_MODULE(OfDerived);

struct WithDeleterImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::unique_ptr<int, Freeing> number(new int(1));
    std::shared_ptr<int> shared(std::move(number));
    // CHECK: smart-pointers.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this construction of a smart pointer is not supported yet [construction-of-a-smart-pointer]
    return x;
  }
};
TORCH_MODULE(WithDeleter);

struct OrderedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::shared_ptr<int> number = std::make_shared<int>(1);
    std::shared_ptr<int> other = number;
    if (number.owner_before(other)) return x + 1;
    // CHECK: smart-pointers.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: 'owner_before' of a handle is not supported yet [method-of-a-handle]
    return x;
  }
};
TORCH_MODULE(Ordered);

struct ReinterpretedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    auto object = std::make_shared<Base>();
    auto number = std::reinterpret_pointer_cast<float>(object);
    // CHECK: smart-pointers.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: an object that is taken for one of another type is not supported yet [object-taken-for-another-type]
    return x;
  }
};
TORCH_MODULE(Reinterpreted);

struct LargeImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    auto numbers = std::make_unique<int[]>(2'000'000);
    // CHECK: smart-pointers.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: a smart pointer to this array is not supported yet [this-array]
    return x;
  }
};
TORCH_MODULE(Large);

struct RowsImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    auto rows = std::make_unique<int[][2]>(2);
    // CHECK: smart-pointers.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: a smart pointer to this array is not supported yet [this-array]
    return x;
  }
};
TORCH_MODULE(Rows);

struct DeletedByCodeImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int deleted = 0;
    {
      // CHECK: smart-pointers.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: a smart pointer with a deleter, an allocator or a shared owner of its own is not supported yet [smart-pointer-with-deleter-or-allocator-or-owner]
      std::shared_ptr<double> owner(new double(3), [&](double* p) {
        deleted += 1;
        delete p;
      });
    }
    return x + deleted;
  }
};
TORCH_MODULE(DeletedByCode);
