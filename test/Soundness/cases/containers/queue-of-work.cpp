// AIM: queue, stack and priority_queue give back their elements in their own orders.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <functional>
#include <queue>
#include <stack>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::queue<int> queue;
    std::stack<int> stack;
    std::priority_queue<int> largest;
    std::priority_queue<int, std::vector<int>, std::greater<int>> smallest;
    for (int i : {4, 9, 2})
      queue.push(i), stack.push(i), largest.push(i), smallest.push(i);
    for (int i = 0; i < 2; ++i) {
      x = x + queue.front() + 10 * stack.top() + 100 * largest.top() + 1000 * smallest.top();
      queue.pop(), stack.pop(), largest.pop(), smallest.pop();
    }
    return x * double(queue.size());
  }
};
