// AIM: swap() of optionals, anys and variants, empty or of several types, by name and by std::swap.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

#include <any>
#include <functional>
#include <optional>
#include <variant>

struct Size {
  int width = 0;
  std::string name;
};

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    double sum = 0;
    double weight = 1;
    const auto add = [&](double v) { sum += v * (weight *= 1.5); };
    std::optional<Size> a = Size{1, "a"};
    std::optional<Size> b = Size{2, "bbb"};
    std::optional<Size> none;
    const Size& kept = *a;
    std::swap(a, b);
    add(kept.width);
    a.swap(b);
    add(kept.width * 10 + b->name.size());
    std::swap(b, none);
    add(none->width + (b ? 10 : 20));
    c10::optional<std::vector<int>> list = std::vector<int>{1, 2};
    c10::optional<std::vector<int>> empty;
    std::swap(list, empty);
    add(empty->at(1) + (list.has_value() ? 10 : 20));
    std::optional<std::function<int()>> f = [n = 3] { return n; };
    std::optional<std::function<int()>> g = [] { return 4; };
    std::swap(f, g);
    add((*f)() * 10 + (*g)());
    std::any text = std::string("abc");
    std::any number = Size{5, "e"};
    std::swap(text, number);
    add(std::any_cast<std::string>(number).size() + std::any_cast<Size>(text).width * 10);
    std::variant<int, Size> left = 3;
    std::variant<int, Size> right = Size{7, "g"};
    std::swap(left, right);
    add(std::get<Size>(left).width * 10 + std::get<int>(right));
    return x + sum;
  }
};
