// apply, invoke, visit and call_once run what they are given; variant and any hold what they were
// given, and threads are refused.
// RUN: %fx-clang-trace %s --root='Net()' -- | FileCheck %s
// RUN: not %fx-clang-trace %s --root='Thread()' -- 2>&1 | FileCheck %s --check-prefix=THREAD
#include <any>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <torch/torch.h>
#include <variant>

template <class... T>
struct Overloads : T... {
  using T::operator()...;
};
template <class... T>
Overloads(T...) -> Overloads<T...>;

struct Net : torch::nn::Module {
  torch::Tensor add(torch::Tensor x, int n) { return x + n; }
  torch::Tensor forward(torch::Tensor x) {
    x = std::apply([&](auto a, int n) { return add(a, n); }, std::make_tuple(x, 5));
    x = std::invoke(&Net::add, this, x, 3);
    // CHECK: args = (%x, 5)
    // CHECK: args = (%add, 3)
    int seen = 0;
    std::variant<int, double> number = 2.5;
    std::visit(Overloads{[&](int i) { seen = i; }, [&](double d) { seen = 20; }}, number);
    x = x + seen + static_cast<int>(number.index());
    // CHECK: args = (%add_1, 20)
    // CHECK: args = (%add_2, 1)
    std::once_flag once;
    for (int i = 0; i < 2; ++i)
      std::call_once(once, [&] { x = x + 7; });
    // CHECK: args = (%add_3, 7)
    std::any any = 8;
    x = x + std::any_cast<int>(any);
    // CHECK: args = (%add_4, 8)
    int a = 1;
    std::tuple<int&, int> reference(a, 2);
    std::get<0>(reference) = 9;
    x = x + a;
    // CHECK: args = (%add_5, 9)
    std::priority_queue<int, std::vector<int>, std::greater<int>> smallest;
    for (int k : {30, 10, 20})
      smallest.push(k);
    x = x + smallest.top();
    // CHECK: args = (%add_6, 10)
    return x;
  }
};

// THREAD: error: 'std::thread::thread' runs code at a time that is not known
struct Thread : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int n = 0;
    std::thread thread([&] { n = 1; });
    thread.join();
    return x + n;
  }
};
