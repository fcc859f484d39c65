#include "model.h"

#include <iostream>

int main() {
  Digits digits;
  digits->eval();
  std::cout << digits(torch::zeros({1, 1, 28, 28})).sizes() << '\n';
  torch::save(digits, "digits.pt");
}
