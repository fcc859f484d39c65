// AIM: A derived object in a container, optional, pair or parameter of its base is the base's part.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <functional>
#include <map>
#include <optional>

struct Base {
  int n = 1;
  virtual ~Base() = default;
  virtual int which() const { return 1; }
};
struct Derived : Base {
  Derived() { n = 4; }
  int which() const override { return 2; }
};
static int by_value(Base b) {
  return b.which() + b.n;
}
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Derived d;
    std::vector<Base> v;
    v.push_back(d);
    v.push_back(Derived{});
    v.emplace_back(d);
    std::optional<Base> o = d;
    std::pair<Base, int> p(d, 1);
    std::map<int, Base> m;
    m[0] = d;
    m.emplace(1, d);
    std::function<int(Base)> f = [](Base b) { return b.which(); };
    Base array[2] = {d, Derived{}};
    int code = 0;
    for (auto& b : v)
      code = code * 3 + b.which() + b.n;
    code = code * 3 + o->which();
    code = code * 3 + p.first.which();
    code = code * 3 + m[0].which() + m.at(1).which();
    code = code * 3 + f(d) + by_value(d) + array[1].which();
    return x + code;
  }
};
