// Texts and arrays of absurd sizes: each is refused where it is made, before it is in memory.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <array>
#include <cstdio>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

using torch::Tensor;

struct TextImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::string text(1ULL << 60, 'x');
    // CHECK: more-than-is-kept.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this string has more characters than the tracer keeps [string-too-large]
    return x;
  }
};
TORCH_MODULE(Text);

struct StaticArrayImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    static int numbers[1ULL << 40];
    // CHECK: more-than-is-kept.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: gave up: this array has millions of elements [array-too-large]
    return x + numbers[5];
  }
};
TORCH_MODULE(StaticArray);

struct InitialisedArrayImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    static char characters[1ULL << 30] = {1};
    // CHECK: more-than-is-kept.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: gave up: this array has millions of elements [array-too-large]
    return x + characters[0];
  }
};
TORCH_MODULE(InitialisedArray);

struct EmptyBracesImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::array<int, (1ULL << 30)> numbers{};
    // CHECK: more-than-is-kept.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: gave up: this array has millions of elements [array-too-large]
    return x + numbers[0];
  }
};
TORCH_MODULE(EmptyBraces);

// Each of the two is small enough.
struct SquareImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::vector<std::vector<int>> rows(1 << 16, std::vector<int>(1 << 16, 1));
    // CHECK: more-than-is-kept.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: gave up: the program holds millions of objects by now; does what it allocates ever end? [too-many-objects]
    return x + rows[0][0];
  }
};
TORCH_MODULE(Square);

struct WidthImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::ostringstream stream;
    stream << std::setw(2'000'000'000) << 1;
    // CHECK: more-than-is-kept.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this string has more characters than the tracer keeps [string-too-large]
    return x;
  }
};
TORCH_MODULE(Width);

struct PrecisionImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::ostringstream stream;
    stream << std::fixed << std::setprecision(2'000'000'000) << 1.0;
    // CHECK: more-than-is-kept.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this string has more characters than the tracer keeps [string-too-large]
    return x;
  }
};
TORCH_MODULE(Precision);

struct FormatImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    char text[8];
    std::snprintf(text, sizeof(text), "%2000000000d", 1);
    // CHECK: more-than-is-kept.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this string has more characters than the tracer keeps [string-too-large]
    return x;
  }
};
TORCH_MODULE(Format);

// The sixth argument, of one.
struct PlaceInFormatImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    char text[8];
    std::snprintf(text, sizeof(text), "%6$s", "a");
    // CHECK: more-than-is-kept.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: snprintf of values that are not known is not supported yet [stream-of-unknown-values]
    return x;
  }
};
TORCH_MODULE(PlaceInFormat);
