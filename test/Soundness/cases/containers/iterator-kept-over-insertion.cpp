// AIM: An iterator of a map or a list stays on its element when others are put before it.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <list>
#include <map>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::map<int, double> gains{{5, 50}, {7, 70}};
    auto seventh = gains.find(7);
    gains[1] = 10;
    gains.erase(5);
    std::list<double> line{1, 2, 3};
    auto second = std::next(line.begin());
    line.insert(line.begin(), 100);
    line.erase(line.begin());
    line.push_front(7);
    return x * seventh->second + *second + std::distance(line.begin(), second) * 1000;
  }
};
