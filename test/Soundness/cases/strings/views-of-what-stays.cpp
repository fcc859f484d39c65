// AIM: A view or pointer shows its string as long as that stays what it is, and may be given another.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

#include <string>
#include <string_view>
#include <vector>

struct Net : torch::nn::Module {
  std::vector<std::string> names{"first", "a name that is longer than a short one"};

  static size_t length(std::string_view text) { return text.size(); }
  static std::string twice(const std::string& text) { return text + text; }

  torch::Tensor forward(torch::Tensor x) {
    std::string text = "three";
    std::string_view view = text;
    const char* pointer = text.c_str();
    int64_t sum = static_cast<int64_t>(view.size()) + pointer[1];
    text += " or more";
    view = text;
    pointer = text.c_str();
    sum += static_cast<int64_t>(view.size()) + pointer[6];
    for (const std::string& name : names) {
      const std::string_view shown = name;
      sum += static_cast<int64_t>(length(shown) + length(twice(name)));
    }
    sum += static_cast<int64_t>(std::string(names[1].c_str()).size());
    return x * sum;
  }
};
