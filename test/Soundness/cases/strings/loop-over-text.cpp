// AIM: A range-for over a string sees its characters, and changes them by reference.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::string word = "abca";
    int count = 0;
    for (char c : word)
      if (c == 'a') ++count;
    for (auto& c : word)
      if (c == 'a') c = 'b';
    for (char c : std::string("xyz"))
      count += c - 'w';
    const std::string copy = word + "!";
    for (const auto& c : copy)
      count += c == 'b';
    return x * count + (word == "bbcb" ? 1 : 2);
  }
};
