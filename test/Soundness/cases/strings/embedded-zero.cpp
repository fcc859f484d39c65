// AIM: A std::string counts its characters, also those after a zero; a C string ends there.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::string s("ab\0cd", 5);
    std::string t = s.c_str();
    s.push_back('\0');
    std::string u = "ab\0cd";
    return x + double(s.size()) + 10 * double(t.size()) + 100 * double(u.length());
  }
};
