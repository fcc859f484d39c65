// What the tracer says of streams that it does not follow, and of text that is printed into memory.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <cstdio>
#include <sstream>
#include <string>

using torch::Tensor;

std::string& line_elsewhere();

struct WideImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::wistringstream words(L"1");
    // CHECK: streams.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this construction of a stream is not supported yet [construction-of-a-stream]
    return x;
  }
};
TORCH_MODULE(Wide);

struct WordImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::istringstream words("a b");
    char word[8];
    words >> word;
    // CHECK: streams.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: reading into this value is not supported yet [reading-into-this-value]
    return x;
  }
};
TORCH_MODULE(Word);

struct AddressImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    void* address = nullptr;
    std::istringstream("0x10") >> address;
    // CHECK: streams.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: reading into this value is not supported yet [reading-into-this-value]
    return x;
  }
};
TORCH_MODULE(Address);

// The line is read into a string of which only a reference is known.
struct LineImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::istringstream words("a b");
    std::getline(words, line_elsewhere());
    // CHECK: streams.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this std::getline is not supported yet [std-getline]
    return x;
  }
};
TORCH_MODULE(Line);

struct ThrowingImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::istringstream words("1");
    words.exceptions(std::ios::failbit);
    // CHECK: streams.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: 'exceptions' of a stream is not supported yet [method-of-a-stream]
    return x;
  }
};
TORCH_MODULE(Throwing);

struct PrintedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    char text[8];
    std::snprintf(text, sizeof text, "%d", static_cast<int>(x.size(0)));
    // CHECK: streams.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: snprintf of values that are not known is not supported yet [stream-of-unknown-values]
    return x;
  }
};
TORCH_MODULE(Printed);

struct OneCharacterImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    char text = 'a';
    std::snprintf(&text, 1, "");
    // CHECK: streams.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: printing to this place is not supported yet [printing-to-this-place]
    return x;
  }
};
TORCH_MODULE(OneCharacter);
