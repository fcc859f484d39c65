// AIM: stoi, stod, strtol and from a stream.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <sstream>
#include <string>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::istringstream in("3x4 2.5");
    int a, b;
    char by;
    double c;
    in >> a >> by >> b >> c;
    std::string shape = "16,8";
    auto comma = shape.find(',');
    int d = std::stoi(shape.substr(0, comma)), e = std::stoi(shape.substr(comma + 1));
    return x * a + b + c + d * 10 + e * 100 + (by == 'x');
  }
};
