// A program that leaves its text, or takes something for a character that is none, has no meaning
// in C++: the tracer says where.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <cctype>
#include <cstdio>
#include <cstring>
#include <cwchar>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>

using torch::Tensor;

struct CopiedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    char text[] = {'a', 'b'};
    std::string copy(text, 3);
    // CHECK: texts-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this reads past the end of the characters [characters-behind-the-end]
    return x;
  }
};
TORCH_MODULE(Copied);

struct WrittenImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::ostringstream words;
    words.write("ab", 4);
    // CHECK: texts-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this reads past the end of the characters [characters-behind-the-end]
    return x;
  }
};
TORCH_MODULE(Written);

struct PrintedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    char text[2];
    std::sprintf(text, "%d", 12);
    // CHECK: texts-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this array is too short for the text [array-too-short-for-text]
    return x;
  }
};
TORCH_MODULE(Printed);

struct PoppedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::string text;
    text.pop_back();
    // CHECK: texts-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this string is empty [empty-string-read]
    return x;
  }
};
TORCH_MODULE(Popped);

struct ErasedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::string text = "ab", other = "cd";
    text.erase(other.begin());
    // CHECK: texts-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this iterator is not of the string [iterator-of-another-string]
    return x;
  }
};
TORCH_MODULE(Erased);

struct ErasedToTheEndImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::string text = "ab";
    text.erase(text.end());
    // CHECK: texts-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this iterator is at the end [iterator-at-the-end]
    return x;
  }
};
TORCH_MODULE(ErasedToTheEnd);

struct ShortenedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::string_view("ab").remove_prefix(3);
    // CHECK: texts-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this view has fewer characters than that [view-too-short]
    return x;
  }
};
TORCH_MODULE(Shortened);

struct IndexedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::string text = "ab";
    return x + static_cast<int64_t>(text[3]);
    // CHECK: texts-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this reads a character that the string does not have [character-out-of-range]
  }
};
TORCH_MODULE(Indexed);

struct ClassifiedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    if (std::isalpha(1000)) return x + 1;
    // CHECK: texts-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this is no character [not-a-character]
    return x;
  }
};
TORCH_MODULE(Classified);

struct WithoutZeroImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    wchar_t text[] = {L'a', L'b'};
    return x + static_cast<int64_t>(std::wcslen(text));
    // CHECK: texts-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this text has no end [text-without-an-end]
  }
};
TORCH_MODULE(WithoutZero);

struct CopiedWideImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    wchar_t text[] = {L'a', L'b'};
    wchar_t copy[3];
    std::wmemcpy(copy, text, 3);
    // CHECK: texts-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: these characters are not all there [characters-missing]
    return x;
  }
};
TORCH_MODULE(CopiedWide);

struct FilledImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    wchar_t text[2];
    std::wmemset(text, L'a', 3);
    // CHECK: texts-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: these characters are not all there [characters-missing]
    return x;
  }
};
TORCH_MODULE(Filled);
