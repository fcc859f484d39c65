// Runs two modules side by side, twice in eval and twice in train mode, and prints a line for each
// thing that differs. Included by the programs of program.py, through a precompiled header.
#pragma once

#include "../../runtime/verify/Comparison.h"

#include <sys/wait.h>
#include <unistd.h>

namespace fuzz {

using namespace fx_verify;

/// Prints and counts what differs.
struct Printer {
  std::string what;
  bool print = true;
  int bad = 0;
  void same(const std::string&, const torch::Tensor&, const Difference&) {}
  void differs(const std::string& name, const std::string& how) {
    if (print) std::cout << "DIFF " << what << ' ' << name << ": " << how << std::endl;
    ++bad;
  }
};

template <typename Model, typename Inputs>
Seen run(Model& model, Process& process, Inputs make_inputs, int64_t seed) {
  torch::manual_seed(5);
  return observe(model, process, ForwardCall(), make_inputs(), {}, seed);
}

/// How many things differ; printed after `what`.
inline int compare_calls(const std::string& what, const Seen& a, const Seen& b, bool print = true) {
  Printer printer{what, print};
  compare(a, b, {1e-4}, printer);
  if (!a.threw.empty() && printer.bad == 0 && print)
    std::cout << "NOTE " << what << " both throw " << a.message.substr(0, 100) << std::endl;
  return printer.bad;
}

/// Moves parameters and buffers away from their initial values.
inline void stir(torch::nn::Module& model) {
  torch::manual_seed(77);
  fx_verify::stir(model, 0.1);
}

/// Parameters that depend on their names only, so that models with fewer of them can be compared.
template <typename Model>
void fill_by_name(Model& model) {
  torch::NoGradGuard guard;
  for (const auto& item : model.named_parameters()) {
    double phase = 0;
    for (char c : item.key())
      phase = std::fmod(phase * 3.1 + c, 17.0);
    torch::Tensor tensor = item.value();
    tensor.copy_(torch::sin(torch::arange(tensor.numel()).to(tensor.dtype()) * 0.7 + phase)
                     .reshape(tensor.sizes()) *
                 0.5);
  }
}

/// Gives `to` what `from` has, and tells of what it cannot be given.
inline int copy_state(torch::nn::Module& from, torch::nn::Module& to) {
  Printer printer{"state:"};
  State state = state_of(from);
  const auto go = [&](const std::string& kind, const Named& a, const Named& b) {
    if (a.keys() != b.keys()) printer.differs(kind, c10::str(a.keys(), " and ", b.keys()));
    for (const auto& item : b) {
      const torch::Tensor* other = a.find(item.key());
      if (other == nullptr || shape(*other) == shape(item.value())) continue;
      printer.differs(kind + " " + item.key(), shape(*other) + " and " + shape(item.value()));
      state.erase(item.key());
    }
  };
  go("parameters", from.named_parameters(), to.named_parameters());
  go("buffers", from.named_buffers(), to.named_buffers());
  set_state(to, state);
  return printer.bad;
}

inline int initial(const torch::nn::Module& a, const torch::nn::Module& b) {
  Seen of_a, of_b;
  add_state(of_a, a);
  add_state(of_b, b);
  Printer printer{"initial"};
  compare(of_a, of_b, {1e-5}, printer);
  return printer.bad;
}

using Answers = c10::Dict<std::string, c10::List<torch::Tensor>>;
inline void keep(Answers& answers, const std::string& key, const Tensors& tensors) {
  c10::List<torch::Tensor> list;
  for (const auto& tensor : tensors)
    list.push_back(tensor.defined() ? tensor.detach().clone() : torch::zeros({0}));
  answers.insert(key, list);
}
template <typename Model>
void keep_state(Answers& answers, Model& model) {
  for (const auto& named : {model.named_parameters(), model.named_buffers()})
    for (const auto& item : named)
      keep(answers, "state " + item.key(), Tensors{item.value()});
}
inline void keep_call(Answers& answers, const std::string& mode, const Seen& seen) {
  for (const std::string kind : {"output", "input", "buffer"})
    keep(answers, mode + " " + kind, seen.starting_with(kind + " "));
  if (!seen.threw.empty()) keep(answers, mode + " threw", Tensors());
}
inline void save(const Answers& answers, const std::string& path) {
  auto bytes = torch::pickle_save(answers);
  std::ofstream(path, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

template <typename A, typename B, typename InputsA, typename InputsB>
int pair(A& a, B& b, InputsA inputs_a, InputsB inputs_b, const char* path) {
  int bad = 0;
  int64_t seed = 1;
  Process process_a, process_b;
  Answers answers;
  if (path) {
    keep_state(answers, a);
    torch::manual_seed(5);
    keep(answers, "inputs", tensors_of(inputs_a()));
  }
  for (bool mode : {false, true}) {
    a.train(mode);
    b.train(mode);
    for (int call = 0; call < 2; ++call, ++seed) {
      const Seen x = run(a, process_a, inputs_a, seed), y = run(b, process_b, inputs_b, seed);
      const std::string tag = (mode ? "train " : "eval ") + std::to_string(call);
      bad += compare_calls(tag + ":", x, y);
      if (path) keep_call(answers, tag, x);
    }
  }
  if (path) save(answers, path);
  return bad;
}

/// Whether outputs tell two models apart.
template <typename A, typename B, typename InputsA, typename InputsB>
bool differ(A& a, B& b, InputsA inputs_a, InputsB inputs_b) {
  fill_by_name(a);
  fill_by_name(b);
  int64_t seed = 1;
  Process process_a, process_b;
  const auto outputs = [](const Seen& seen) {
    Seen result;
    for (const Item& item : seen.items)
      if (item.name.compare(0, 7, "output ") == 0 && !item.is_text) result.items.push_back(item);
    result.threw = seen.threw;
    return result;
  };
  for (bool mode : {false, true}) {
    a.train(mode);
    b.train(mode);
    for (int call = 0; call < 2; ++call, ++seed) {
      const Seen x = run(a, process_a, inputs_a, seed), y = run(b, process_b, inputs_b, seed);
      if (compare_calls("", outputs(x), outputs(y), false)) return true;
    }
  }
  return false;
}

/// Runs each case in a process of its own, at most 20 s.
inline void go(const std::string& name, const std::function<int()>& run) {
  std::cout << "CASE " << name << std::endl;
  pid_t child = fork();
  if (child == 0) {
    alarm(20);
    int bad = run();
    std::cout << "BAD " << bad << std::endl;
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status) std::cout << "STATUS " << status << std::endl;
}

} // namespace fuzz
