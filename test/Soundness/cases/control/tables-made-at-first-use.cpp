// AIM: Tables that loops fill, constexpr and static, first used in forward, are the same each call.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

constexpr std::array<int, 3> widths{4, 5, 6};

template <int N>
constexpr std::array<int, N> fibonacci() {
  std::array<int, N> a{};
  a[0] = a[1] = 1;
  for (int i = 2; i < N; ++i)
    a[i] = a[i - 1] + a[i - 2];
  return a;
}
constexpr auto numbers = fibonacci<7>();

struct Squares {
  int at[4];
  constexpr Squares(int scale) : at() {
    for (int i = 0; i < 4; ++i)
      at[i] = i * i * scale;
  }
};

static std::vector<int> sums(int n) {
  std::vector<int> made;
  int sum = 0;
  for (int i = 0; i < n; ++i)
    made.push_back(sum += i);
  std::reverse(made.begin(), made.end());
  return made;
}

struct Net : torch::nn::Module {
  static constexpr Squares squares{3};
  torch::Tensor forward(torch::Tensor x) {
    static const auto list = sums(5);
    static const std::map<std::string, int> by_name = [] {
      std::map<std::string, int> made;
      for (int i = 0; i < 3; ++i)
        made["k" + std::to_string(i)] = i * i;
      return made;
    }();
    static constexpr Squares local(2);
    return x + widths.back() + numbers.back() + squares.at[2] + local.at[3] + list.front() +
           by_name.at("k2");
  }
};
