// What the tracer says of std::variant and std::optional where it does not follow them: where code
// of the program runs when what they hold changes, and where it is not known what they hold.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <cstdio>
#include <optional>
#include <stdexcept>
#include <variant>

using torch::Tensor;

std::variant<int, float> variant_elsewhere();

struct Ending {
  int value = 0;
  Ending() {}
  ~Ending() { std::puts("end"); }
  operator int() const { return value; }
};

struct Throwing {
  Throwing() = default;
  Throwing(int number) {
    if (number > 0) throw std::runtime_error("no");
  }
};

struct Exchanged {
  int value = 0;
  friend void swap(Exchanged& left, Exchanged& right) { left.value = right.value; }
};

struct OfOptionalImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::optional<Ending> object;
    object.emplace();
    std::optional<int> number = object;
    // CHECK: variants-and-optionals.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: an optional that is made of one whose class runs code of its own is not supported yet [optional-of-an-optional-with-code]
    return x;
  }
};
TORCH_MODULE(OfOptional);

struct SwappedOptionalsImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::optional<Exchanged> left = Exchanged{1};
    std::optional<Exchanged> right = Exchanged{2};
    left.swap(right);
    // CHECK: variants-and-optionals.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: swapping optionals of objects whose copies, moves or swap() do something is not supported yet [swap-of-optionals-with-code]
    return x;
  }
};
TORCH_MODULE(SwappedOptionals);

struct UnknownImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::variant<int, float> variant = variant_elsewhere();
    return x * std::get<0>(variant);
    // CHECK: variants-and-optionals.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: a variant that holds what is not known is not supported yet [this-variant]
  }
};
TORCH_MODULE(Unknown);

struct AssignedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::variant<int, float> variant;
    variant = variant_elsewhere();
    // CHECK: variants-and-optionals.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this assignment to a variant is not supported yet [assignment-to-a-variant]
    return x;
  }
};
TORCH_MODULE(Assigned);

struct HeldImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::variant<int, Ending> variant;
    variant.emplace<1>();
    // CHECK: variants-and-optionals.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: an alternative of a variant whose destructor runs code is not supported yet [alternative-with-a-destructor]
    return x;
  }
};
TORCH_MODULE(Held);

struct LeftImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::variant<int, Throwing> variant;
    try {
      variant.emplace<1>(1);
      // CHECK: variants-and-optionals.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: an exception that leaves a variant without a value is not supported yet [valueless-variant]
    } catch (const std::exception&) {
    }
    return x;
  }
};
TORCH_MODULE(Left);

struct SwappedVariantsImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::variant<int, Exchanged> left = Exchanged{1};
    std::variant<int, Exchanged> right = Exchanged{2};
    left.swap(right);
    // CHECK: variants-and-optionals.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: swapping variants of objects whose copies, moves or swap() do something is not supported yet [swap-of-variants-with-code]
    return x;
  }
};
TORCH_MODULE(SwappedVariants);
