// What the tracer says of text that it does not follow: each use is refused where it stands. Most
// of them have a character that only a run of the model knows.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <algorithm>
#include <cctype>
#include <locale>
#include <string>
#include <string_view>

using torch::Tensor;

/// Text whose first character only a run knows.
static std::string of_input(const Tensor& x) {
  std::string text = "ab";
  text[0] = static_cast<char>(x.size(0));
  return text;
}

struct JoinedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::string text = of_input(x);
    std::string longer = text + "c";
    // CHECK: strings.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this concatenation is not supported yet [concatenation]
    return x;
  }
};
TORCH_MODULE(Joined);

struct MeasuredImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::string text = of_input(x);
    return x + static_cast<int64_t>(text.size());
    // CHECK: strings.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: a string of characters that are not known is not supported yet [this-string]
  }
};
TORCH_MODULE(Measured);

struct FromCharactersImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    char text[] = {static_cast<char>(x.size(0)), 0};
    std::string copy(text);
    // CHECK: strings.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: text of characters that are not known is not supported yet [this-text]
    return x;
  }
};
TORCH_MODULE(FromCharacters);

struct SearchedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::string text = "ab";
    std::string part = of_input(x);
    return x + static_cast<int64_t>(text.find(part));
    // CHECK: strings.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this search in a text is not supported yet [search-in-a-text]
  }
};
TORCH_MODULE(Searched);

struct ParsedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::string text = of_input(x);
    return x + std::stoi(text);
    // CHECK: strings.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this conversion of a text is not supported yet [conversion-of-a-text]
  }
};
TORCH_MODULE(Parsed);

struct SwappedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::string text = "ab";
    std::string other = of_input(x);
    text.swap(other);
    // CHECK: strings.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this swap is not supported yet [this-swap]
    return x;
  }
};
TORCH_MODULE(Swapped);

// The library's own function that asks for the characters.
struct HashedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::string text = of_input(x);
    return x + static_cast<int64_t>(std::hash<std::string>()(text));
    // CHECK: basic_string.h:{{.*}}: error: a string of characters that are not known is not supported yet [this-string]
    // CHECK: strings.cpp:[[# @LINE - 2]]:{{[0-9]+}}: note: in the call of 'std::{{hash<std::basic_string<char>>|__str_hash_base<.*>}}::operator()' here
  }
};
TORCH_MODULE(Hashed);

struct ReservedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::string text = "ab";
    return x + static_cast<int64_t>(text.capacity());
    // CHECK: strings.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: 'capacity' of a string is not supported yet [method-of-a-string]
  }
};
TORCH_MODULE(Reserved);

struct ViewedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::string_view text = "ab";
    return x + static_cast<int64_t>(std::count(text.begin(), text.end(), 'b'));
    // CHECK: strings.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: iterating over a view of a text is not supported yet [iterating-over-a-view-of-a-text]
  }
};
TORCH_MODULE(Viewed);

// The text is not that of a variable.
struct NamedBackwardsImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    return x + static_cast<int64_t>(*this->name().rbegin());
    // CHECK: strings.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: iterating over this text is not supported yet [iterating-over-this-text]
  }
};
TORCH_MODULE(NamedBackwards);

struct WideImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    return x + std::stod(std::wstring(L"1.5"));
    // CHECK: basic_string.h:{{.*}}: error: reading a number from text of this type of characters is not supported yet [number-from-text-of-these-characters]
    // CHECK: strings.cpp:[[# @LINE - 2]]:{{[0-9]+}}: note: in the call of 'std::stod' here
  }
};
TORCH_MODULE(Wide);

struct LocalImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    if (std::isalpha('a', std::locale())) x = x + 1;
    // CHECK: strings.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: asking a locale about a character is not supported yet [character-of-a-locale]
    return x;
  }
};
TORCH_MODULE(Local);
