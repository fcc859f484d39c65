// What the tracer says of functions on bytes and characters whose values it does not know as bytes.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <bitset>
#include <cstring>
#include <cwchar>

using torch::Tensor;

// Integers that are made of bytes other than zero.
struct FilledImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    int numbers[2];
    std::memset(numbers, 255, sizeof numbers);
    // CHECK: memory-and-bytes.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: filling this memory is not supported yet [filling-this-memory]
    return x;
  }
};
TORCH_MODULE(Filled);

struct MeasuredImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    wchar_t text[] = {static_cast<wchar_t>(x.size(0)), 0};
    return x + static_cast<int64_t>(std::wcslen(text));
    // CHECK: memory-and-bytes.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: the length of this text is not supported yet [length-of-this-text]
  }
};
TORCH_MODULE(Measured);

struct ComparedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    float left[] = {1, 2};
    float right[] = {1, 3};
    return x + std::memcmp(left, right, sizeof left);
    // CHECK: memory-and-bytes.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: a comparison of this memory is not supported yet [comparison-of-this-memory]
  }
};
TORCH_MODULE(Compared);

struct SearchedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    int numbers[] = {1, 2};
    if (std::memchr(numbers, 2, sizeof numbers)) return x + 1;
    // CHECK: memory-and-bytes.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: a search through this memory is not supported yet [search-through-this-memory]
    return x;
  }
};
TORCH_MODULE(Searched);

// The first byte of a word.
struct HashedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    const std::bitset<3> bits(5);
    return x + static_cast<int64_t>(std::hash<std::bitset<3>>()(bits));
    // CHECK: functional_hash.h:{{.*}}: error: the hash of these bytes is not supported yet [hash-of-these-bytes]
    // CHECK: memory-and-bytes.cpp:[[# @LINE - 2]]:{{[0-9]+}}: note: in the call of 'std::hash<std::bitset<3>>::operator()' here
  }
};
TORCH_MODULE(Hashed);
