// AIM: Work lists: stack, queue, priority_queue and deque.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <deque>
#include <queue>
#include <stack>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::priority_queue<std::pair<int, int>> q;
    q.push({1, 5});
    q.push({3, 1});
    q.push({3, 2});
    std::stack<int> s;
    for (; !q.empty(); q.pop())
      s.push(q.top().second);
    std::deque<int> d;
    while (!s.empty()) {
      d.push_front(s.top());
      s.pop();
    }
    d.push_back(d.front());
    d.pop_front();
    int code = 0;
    for (int n : d)
      code = code * 10 + n;
    return x + code;
  }
};
