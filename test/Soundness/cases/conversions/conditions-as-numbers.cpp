// AIM: A comparison of sizes that becomes an int, a char or a double is a number, whatever it comes through.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <array>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

struct Net : torch::nn::Module {
  static int as_int(int value) { return value; }

  std::vector<torch::Tensor> forward(torch::Tensor x) {
    const auto n = x.size(0);
    const bool many = n > 3;
    std::vector<torch::Tensor> all;
    const int number = n > 3;
    all.push_back(torch::full({2}, number));
    const char letter = n > 3;
    all.push_back(torch::full({2}, letter));
    const double ratio = n > 3;
    all.push_back(torch::full({2}, ratio));
    all.push_back(torch::full({2}, many));
    all.push_back(torch::full({2}, -many));
    all.push_back(torch::full({2}, ~(n > 3)));
    all.push_back(torch::full({2}, (n > 3) & (n > 2)));
    all.push_back(torch::full({2}, as_int(n > 3)));
    all.push_back(torch::full({2}, std::max<int>(0, n > 3)));
    int64_t counts[2] = {n > 3, n};
    all.push_back(torch::full({2}, counts[0]));
    std::vector<int64_t> list;
    list.push_back(n > 3);
    list.emplace_back(n > 4);
    all.push_back(torch::full({2}, list[0]) + list[1]);
    std::vector<bool> bits{n > 3};
    for (int bit : bits)
      all.push_back(torch::full({2}, bit));
    const std::pair<int, double> both = std::make_pair(n > 3, n > 4);
    all.push_back(torch::full({2}, both.first));
    all.push_back(torch::full({2}, both.second));
    const std::function<int()> give = [n] { return n > 3; };
    all.push_back(torch::full({2}, give()));
    const std::array<int64_t, 2> pair{many, 2};
    const std::vector<double> copied(pair.begin(), pair.end());
    all.push_back(torch::full({2}, pair[0]));
    all.push_back(torch::full({2}, copied[0]));
    c10::optional<int64_t> maybe;
    maybe = n > 2;
    all.push_back(torch::full({2}, *maybe));
    std::map<std::string, int> named;
    named["a"] = many;
    named.emplace("b", many);
    all.push_back(torch::full({2}, named["a"]) + torch::full({2}, named["b"]));
    int sum = 0;
    sum += n > 3;
    all.push_back(torch::full({2}, sum));
    bool any = false;
    any |= n > 3;
    all.push_back(torch::full({2}, any));
    all.push_back(torch::tensor({static_cast<int64_t>(many), n}));
    return all;
  }
};
