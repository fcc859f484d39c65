// Runs two modules side by side, twice in eval and twice in train mode, and prints a line for each
// thing that differs. Included by the programs of program.py, through a precompiled header.
#pragma once

#include <torch/torch.h>

#include <sys/wait.h>
#include <unistd.h>

namespace fuzz {

using Tensors = std::vector<torch::Tensor>;
using Named = torch::OrderedDict<std::string, torch::Tensor>;

template <typename T>
struct IsShared : std::false_type {};
template <typename T>
struct IsShared<std::shared_ptr<T>> : std::true_type {};

// What `make` gives, as a shared pointer: it may give a module, a holder or a shared pointer.
template <typename Make>
auto hold(Make make) {
  using Root = std::invoke_result_t<Make>;
  if constexpr (std::is_base_of_v<torch::nn::Module, Root>)
    return std::shared_ptr<Root>(new Root(make()));
  else if constexpr (IsShared<Root>::value)
    return make();
  else
    return make().ptr();
}

// The tensors of a value, in order. An aggregate of the user has two members.
inline void flatten(Tensors& out, const torch::Tensor& value) {
  out.push_back(value);
}
template <typename T>
void flatten(Tensors& out, const c10::optional<T>& value);
template <typename T>
void flatten(Tensors& out, const std::vector<T>& value);
template <typename A, typename B>
void flatten(Tensors& out, const std::pair<A, B>& value);
template <typename... T>
void flatten(Tensors& out, const std::tuple<T...>& value);
template <typename A, typename B>
void flatten(Tensors& out, const std::map<A, B>& value);
template <typename T, size_t N>
void flatten(Tensors& out, const std::array<T, N>& value) {
  for (const auto& part : value)
    flatten(out, part);
}
template <typename T>
void flatten(Tensors& out, const T& value) {
  if constexpr (std::is_arithmetic_v<T>) {
    out.push_back(torch::tensor(static_cast<double>(value), torch::kDouble));
  } else {
    const auto& [first, second] = value;
    flatten(out, first);
    flatten(out, second);
  }
}
template <typename T>
void flatten(Tensors& out, const c10::optional<T>& value) {
  if (value) flatten(out, *value);
}
template <typename T>
void flatten(Tensors& out, const std::vector<T>& value) {
  for (const auto& part : value)
    flatten(out, part);
}
template <typename A, typename B>
void flatten(Tensors& out, const std::pair<A, B>& value) {
  flatten(out, value.first);
  flatten(out, value.second);
}
template <typename... T>
void flatten(Tensors& out, const std::tuple<T...>& value) {
  std::apply([&](const auto&... parts) { (flatten(out, parts), ...); }, value);
}
template <typename A, typename B>
void flatten(Tensors& out, const std::map<A, B>& value) {
  for (const auto& [key, part] : value)
    flatten(out, part);
}

inline torch::Tensor copy_of(const torch::Tensor& tensor) {
  return tensor.defined() ? tensor.detach().clone() : tensor;
}
inline std::string shape(const torch::Tensor& t) {
  return t.defined() ? c10::str(t.scalar_type(), t.sizes()) : "undefined";
}

// The largest difference, relative to the largest value; infinite when the tensors are not of one
// kind.
inline double difference(const torch::Tensor& a, const torch::Tensor& b) {
  if (!a.defined() || !b.defined()) return a.defined() == b.defined() ? 0 : INFINITY;
  if (a.sizes() != b.sizes() || a.scalar_type() != b.scalar_type()) return INFINITY;
  if (a.numel() == 0 || torch::equal(a, b)) return 0;
  auto x = a.detach().to(torch::kDouble), y = b.detach().to(torch::kDouble);
  if (!torch::equal(x.isnan(), y.isnan()) || !torch::equal(x.isinf(), y.isinf())) return INFINITY;
  double scale = std::max(1.0, x.nan_to_num(0., 0., 0.).abs().max().item<double>());
  return (x - y).abs().nan_to_num(0., 0., 0.).max().item<double>() / scale;
}

// What can be seen of one call.
struct Seen {
  std::vector<std::pair<std::string, torch::Tensor>> values;
  std::string threw;
  std::vector<bool> needs_gradient;
};

template <typename Model, typename Inputs>
Seen run(Model& model, Inputs make_inputs, int64_t seed) {
  torch::manual_seed(5);
  auto inputs = make_inputs();
  torch::manual_seed(seed);
  Seen seen;
  Tensors outputs, after;
  try {
    flatten(outputs, std::apply([&](auto&... each) { return model.forward(each...); }, inputs));
    for (const auto& output : outputs)
      seen.needs_gradient.push_back(output.defined() && output.requires_grad());
  } catch (const std::exception& error) {
    seen.threw = std::string(error.what()).substr(0, 200);
  }
  flatten(after, inputs);
  auto note = [&](const std::string& key, const torch::Tensor& tensor) {
    seen.values.emplace_back(key, copy_of(tensor));
  };
  for (size_t i = 0; i < outputs.size(); ++i)
    note("output " + std::to_string(i), outputs[i]);
  for (size_t i = 0; i < after.size(); ++i)
    note("input " + std::to_string(i), after[i]);
  for (const auto& item : model.named_buffers())
    note("buffer " + item.key(), item.value());
  for (const auto& item : model.named_parameters())
    note("parameter " + item.key(), item.value());
  note("random numbers", torch::rand({1}));
  if (!seen.threw.empty()) return seen;
  auto clear = [&] {
    for (auto& parameter : model.parameters())
      if (parameter.defined()) parameter.mutable_grad() = torch::Tensor();
  };
  try {
    clear();
    torch::Tensor total;
    for (const auto& output : outputs)
      if (output.defined() && output.requires_grad())
        total = total.defined() ? total + (output * output).sum() : (output * output).sum();
    if (total.defined()) total.backward();
    for (const auto& item : model.named_parameters())
      note("gradient " + item.key(), item.value().grad());
    clear();
  } catch (const std::exception&) {
    seen.values.emplace_back("backward throws", torch::Tensor());
  }
  return seen;
}

// How many things differ; printed after `what`.
inline int compare(const std::string& what, const Seen& a, const Seen& b, bool print = true) {
  int bad = 0;
  auto say = [&](const std::string& text) {
    if (print) std::cout << "DIFF " << what << ' ' << text << std::endl;
    ++bad;
  };
  if (a.threw.empty() != b.threw.empty()) {
    say("throws: original '" + a.threw.substr(0, 150) + "' other '" + b.threw.substr(0, 150) + "'");
    return bad;
  }
  if (!a.threw.empty() && print)
    std::cout << "NOTE " << what << " both throw " << a.threw.substr(0, 100) << std::endl;
  std::map<std::string, torch::Tensor> others(b.values.begin(), b.values.end());
  for (const auto& [key, value] : a.values) {
    auto other = others.find(key);
    if (other == others.end())
      say(key + " is missing");
    else if (double d = difference(value, other->second); !(d < 1e-4))
      say(key + " by " + std::to_string(d) + ", " + shape(value) + " and " + shape(other->second));
  }
  if (a.values.size() != b.values.size()) say("number of values");
  if (a.needs_gradient != b.needs_gradient) say("requires_grad of outputs");
  return bad;
}

// Moves parameters and buffers away from their initial values.
template <typename Model>
void stir(Model& model) {
  torch::NoGradGuard guard;
  torch::manual_seed(77);
  for (const auto& named : {model.named_parameters(), model.named_buffers()})
    for (const auto& item : named)
      if (torch::Tensor tensor = item.value(); tensor.defined() && tensor.is_floating_point())
        tensor.add_(torch::rand_like(tensor) * 0.1);
}

// Parameters that depend on their names only, so that models with fewer of them can be compared.
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

template <typename From, typename To>
int copy_state(From& from, To& to) {
  torch::NoGradGuard guard;
  int bad = 0;
  auto go = [&](const char* what, const Named& a, const Named& b) {
    auto say = [&](const std::string& text) {
      std::cout << "DIFF state: " << what << ' ' << text << std::endl;
      ++bad;
    };
    if (a.keys() != b.keys()) say("names " + c10::str(a.keys()) + " and " + c10::str(b.keys()));
    for (const auto& item : a) {
      if (!b.contains(item.key()) || !item.value().defined()) continue;
      torch::Tensor target = b[item.key()];
      if (shape(target) != shape(item.value())) {
        say(item.key() + " " + shape(item.value()) + " and " + shape(target));
        continue;
      }
      if (target.requires_grad() != item.value().requires_grad())
        say(item.key() + " requires_grad");
      target.copy_(item.value());
    }
  };
  go("parameters", from.named_parameters(), to.named_parameters());
  go("buffers", from.named_buffers(), to.named_buffers());
  return bad;
}

template <typename A, typename B>
int initial(A& a, B& b) {
  int bad = 0;
  auto go = [&](const char* what, const Named& x, const Named& y) {
    for (const auto& item : x)
      if (y.contains(item.key()) && !(difference(item.value(), y[item.key()]) < 1e-5)) {
        std::cout << "DIFF initial " << what << ' ' << item.key() << std::endl;
        ++bad;
      }
  };
  go("parameter", a.named_parameters(), b.named_parameters());
  go("buffer", a.named_buffers(), b.named_buffers());
  return bad;
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
      keep(answers, "state " + item.key(), {item.value()});
}
inline void keep_call(Answers& answers, const std::string& mode, const Seen& seen) {
  for (const std::string kind : {"output", "input", "buffer"}) {
    Tensors tensors;
    for (const auto& [key, value] : seen.values)
      if (key.compare(0, kind.size() + 1, kind + " ") == 0) tensors.push_back(value);
    keep(answers, mode + " " + kind, tensors);
  }
  if (!seen.threw.empty()) keep(answers, mode + " threw", {});
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
  Answers answers;
  if (path) {
    keep_state(answers, a);
    torch::manual_seed(5);
    Tensors inputs;
    flatten(inputs, inputs_a());
    keep(answers, "inputs", inputs);
  }
  for (bool mode : {false, true}) {
    a.train(mode);
    b.train(mode);
    for (int call = 0; call < 2; ++call, ++seed) {
      auto x = run(a, inputs_a, seed), y = run(b, inputs_b, seed);
      std::string tag = (mode ? "train " : "eval ") + std::to_string(call);
      bad += compare(tag, x, y);
      if (path) keep_call(answers, tag, x);
    }
  }
  if (path) save(answers, path);
  return bad;
}

// Whether outputs or state tell two models apart.
template <typename A, typename B, typename InputsA, typename InputsB>
bool differ(A& a, B& b, InputsA inputs_a, InputsB inputs_b) {
  fill_by_name(a);
  fill_by_name(b);
  int64_t seed = 1;
  for (bool mode : {false, true}) {
    a.train(mode);
    b.train(mode);
    for (int call = 0; call < 2; ++call, ++seed) {
      auto x = run(a, inputs_a, seed), y = run(b, inputs_b, seed);
      auto outputs = [](Seen& seen) {
        seen.values.erase(
            std::remove_if(seen.values.begin(), seen.values.end(),
                           [](auto& item) { return item.first.compare(0, 7, "output ") != 0; }),
            seen.values.end());
        seen.needs_gradient.clear();
      };
      outputs(x);
      outputs(y);
      if (compare("", x, y, false)) return true;
    }
  }
  return false;
}

// Runs each case in a process of its own, at most 20 s.
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
