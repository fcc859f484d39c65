// What a constructor has built is destroyed when it throws, its handlers throw again, and a rethrown
// exception keeps its type and its object.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include "Inputs/Written.h"

#include <torch/torch.h>

#include <stdexcept>

struct Thrower {
  Named first{7};
  Named second;
  Thrower() try : second(8) { throw 1; } catch (int) {
    write(9);
  }
};
struct Error {
  int code;
};
static int tried() try { throw 3; } catch (int code) {
  return code * 100;
}

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    try {
      Thrower thrower;
    } catch (int code) {
      write(code);
    }
    // CHECK: operator.add](args = (%x, 8791), kwargs = {})
    x = x + take();
    int caught = 0;
    try {
      try {
        throw Error{3};
      } catch (Error& error) {
        error.code = 8;
        throw;
      }
    } catch (const std::exception&) {
      caught = 1;
    } catch (const Error& error) {
      caught = error.code;
    }
    // CHECK: operator.add](args = (%add, 8), kwargs = {})
    // CHECK: operator.add](args = (%add_1, 300), kwargs = {})
    x = x + caught + tried();
    try {
      std::stoi("none");
    } catch (const std::out_of_range&) {
      write(1);
    } catch (const std::logic_error& error) {
      write(std::string(error.what()) == "stoi" ? 2 : 3);
    }
    // CHECK: operator.add](args = (%add_2, 2), kwargs = {})
    return x + take();
  }
};
