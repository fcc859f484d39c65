// Runs an original module and its regenerated twin side by side, and prints a line for each thing
// that differs. Included by the programs that run.py writes.
#pragma once

#include "../../runtime/verify/Comparison.h"

#include <iostream>

namespace soundness {

using namespace fx_verify;

/// Prints and counts what differs.
struct Printer {
  std::string when;
  int bad = 0;
  void same(const std::string&, const torch::Tensor&, const Difference&) {}
  void differs(const std::string& what, const std::string& how) {
    std::cout << "DIFF " << when << what << ": " << how << '\n';
    ++bad;
  }
};

/// The number of the call decides the seed and the scale of the inputs.
template <typename Model, typename Inputs>
Seen call(Model& model, Process& process, const Inputs& given, int number) {
  return observe(model, process, ForwardCall(), Copier{1 - 0.125 * number}(given), {},
                 100 + number);
}

/// Compares names, shapes and initial values, moves the original's by random amounts, and gives
/// them to the regenerated.
inline int start(torch::nn::Module& original, torch::nn::Module& regenerated) {
  Printer printer;
  const auto compare_names = [&](const std::string& kind, const Named& theirs, const Named& ours) {
    if (theirs.keys() != ours.keys())
      printer.differs("names of " + kind, c10::str(theirs.keys(), " and ", ours.keys()));
  };
  compare_names("parameters", original.named_parameters(), regenerated.named_parameters());
  compare_names("buffers", original.named_buffers(), regenerated.named_buffers());
  Seen theirs, ours;
  add_state(theirs, original);
  add_state(ours, regenerated);
  printer.when = "initial ";
  compare(theirs, ours, {1e-5}, printer);
  torch::manual_seed(77);
  stir(original, 0.1);
  State state = state_of(original);
  for (const Named& named : {regenerated.named_parameters(), regenerated.named_buffers()})
    for (const auto& item : named)
      if (shape(item.value()) != shape(state[item.key()])) state.erase(item.key());
  set_state(regenerated, state);
  return printer.bad;
}

/// The number of differences between two modules: as constructed, and in two calls of each mode.
template <typename MakeOriginal, typename MakeRegenerated, typename Inputs>
int run(MakeOriginal original, MakeRegenerated regenerated, const Inputs& inputs,
        bool in_train_mode) {
  Process process_a, process_b;
  auto a = construct(original, process_a);
  const torch::Tensor generator = at::detail::getDefaultCPUGenerator().get_state();
  auto b = construct(regenerated, process_b);
  int bad = 0;
  if (process_a.dtype != process_b.dtype) {
    std::cout << "DIFF default dtype after the constructor\n";
    ++bad;
  }
  if (!torch::equal(generator, at::detail::getDefaultCPUGenerator().get_state()))
    std::cout << "NOTE the constructors leave the generator in different states\n";
  bad += start(*a, *b);
  for (bool train : {false, true}) {
    if (train && !in_train_mode) break;
    a->train(train);
    b->train(train);
    for (int number = 0; number < 2; ++number) {
      Printer printer{(train ? "train " : "eval ") + std::to_string(number) + ": "};
      const Seen seen = call(*a, process_a, inputs, number);
      if (!seen.threw.empty())
        std::cout << "NOTE " << printer.when << "throws " << seen.message.substr(0, 150) << '\n';
      compare(seen, call(*b, process_b, inputs, number), {1e-4}, printer);
      bad += printer.bad;
    }
  }
  return bad;
}

/// A case by itself: its forward gives the same twice over, from two objects, and does not throw.
template <typename Make, typename Inputs>
int run_alone(Make make, const Inputs& inputs, bool in_train_mode) {
  Process process;
  auto model = construct(make, process);
  int bad = 0;
  for (bool train : {false, true}) {
    if (train && !in_train_mode) break;
    model->train(train);
    for (int number = 0; number < 2; ++number) {
      const Seen seen = call(*model, process, inputs, number);
      if (seen.threw.empty()) continue;
      std::cout << "DIFF throws " << seen.message.substr(0, 150) << '\n';
      ++bad;
    }
  }
  return bad;
}

} // namespace soundness
