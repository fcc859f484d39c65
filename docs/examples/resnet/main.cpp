#include "resnet.h"

#include <iostream>

int main() {
  ResNet18 net;
  net->eval();
  std::cout << net(torch::zeros({1, 3, 64, 64})).sizes() << '\n';
  torch::save(net, "resnet.pt");
}
