// AIM: Assignment through a base reference copies the base part, and keeps the object's class.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Shape {
  double side = 1;
  virtual ~Shape() = default;
  virtual double area() const { return side; }
};
struct Square : Shape {
  double border = 0;
  double area() const override { return side * side + border; }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Square a, b;
    a.side = 3;
    a.border = 100;
    b.side = 4;
    b.border = 7;
    Shape& target = b;
    target = a;
    Shape plain;
    plain = b;
    return x * b.area() + plain.area() + target.area();
  }
};
