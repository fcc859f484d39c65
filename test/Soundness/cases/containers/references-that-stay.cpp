// AIM: References to elements hold where the container does not move these: with room, in lists, maps and deques, behind swaps and moves.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <deque>
#include <list>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

struct Net : torch::nn::Module {
  static int64_t number() {
    std::vector<int64_t> sizes{2, 3, 4};
    sizes.pop_back();
    int64_t& first = sizes[0];
    sizes.push_back(5); // there is room
    first = 7;
    std::vector<int64_t> others{1};
    sizes.swap(others);
    first += 1;
    const std::vector<int64_t> taken(std::move(others));
    first += 1;
    std::deque<int64_t> queue{1, 2};
    int64_t& second = queue[1];
    queue.push_front(0);
    queue.push_back(3);
    second = 9;
    std::list<int64_t> list{1, 2, 3};
    int64_t& middle = *std::next(list.begin());
    list.pop_front();
    list.push_front(6);
    middle = 8;
    std::map<int, int64_t> map{{1, 1}};
    int64_t& mapped = map[1];
    std::unordered_map<int, int64_t> table{{1, 1}};
    int64_t& kept = table[1];
    for (int i = 2; i < 40; ++i) {
      map[i] = i;
      table[i] = i;
    }
    mapped = 4;
    kept = 5;
    std::vector<std::vector<int64_t>> nested(1, std::vector<int64_t>{1, 2});
    int64_t& inner = nested[0][1]; // its vector moves, its memory does not
    nested.emplace_back();
    inner = 3;
    return taken[0] * 1000000 + queue[2] * 100000 + *std::next(list.begin()) * 10000 +
           map[1] * 1000 + table[1] * 100 + nested[0][1] * 10 + static_cast<int64_t>(taken.size());
  }

  torch::Tensor forward(torch::Tensor x) { return torch::cat({x, torch::full({1, 3}, number())}); }
};
