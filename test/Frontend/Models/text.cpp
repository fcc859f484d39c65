// Strings and streams do what the library does: overloads, places of characters, formats.
// RUN: %fx-clang-trace %s -- | FileCheck %s
#include <iomanip>
#include <sstream>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    add(std::string(std::string("conv_block"), 5));
    // CHECK: block: torch::nn::Linear
    add(std::string("a_head_b", 2, 4));
    // CHECK: head: torch::nn::Linear
    std::string name = "xayer";
    name[0] = 'l';
    for (char& c : name)
      if (c == 'y') c = 'Y';
    add(name.insert(0, 2, '_').replace(3, 1, "AA"));
    // CHECK: __lAAYer: torch::nn::Linear
    std::ostringstream hex("abcdefgh");
    hex << std::hex << std::showbase << 255 << '_' << std::setw(4) << std::setfill('0') << 7u;
    add(hex.str());
    // CHECK: 0xff_00x7: torch::nn::Linear
    add(std::to_string(static_cast<uint64_t>(-1)));
    // CHECK: 18446744073709551615: torch::nn::Linear
    std::istringstream in("12 abc 0.5");
    int number = 0;
    std::string word;
    double half = 0;
    in >> number >> word >> half;
    add(word + std::to_string(number + static_cast<int>(half * 4)) + (in.eof() ? "e" : "m"));
    // CHECK: abc14e: torch::nn::Linear
    size_t used = 0;
    add("h" + std::to_string(std::stoi("ffz", &used, 16)) + std::to_string(used));
    // CHECK: h2552: torch::nn::Linear
    try {
      std::stoi("none");
    } catch (const std::invalid_argument& error) {
      add(error.what());
    }
    // CHECK: stoi: torch::nn::Linear
  }
  void add(const std::string& name) { last = register_module(name, torch::nn::Linear(2, 2)); }
  torch::Tensor forward(torch::Tensor x) { return last->forward(x); }
  torch::nn::Linear last{nullptr};
};
