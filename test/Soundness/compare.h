// Runs an original module and its regenerated twin side by side, and prints a line for each thing
// that differs. Included by the programs that run.py writes.
#pragma once
#include <torch/torch.h>

#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace soundness {

using Tensors = std::vector<torch::Tensor>;
using Named = torch::OrderedDict<std::string, torch::Tensor>;

/// What belongs to the process and not to a module: each side has its own, so that what one of them
/// changes is seen, and does not reach the other.
struct Process {
  caffe2::TypeMeta dtype = torch::get_default_dtype();
  bool grad = torch::GradMode::is_enabled();
};

/// Makes a side's process state the present one for a scope, and takes note of it at the end.
class Entered {
public:
  explicit Entered(Process& side) : side_(side) { set(side_); }
  ~Entered() {
    side_ = Process();
    set(outside_);
  }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

private:
  static void set(const Process& wanted) {
    torch::set_default_dtype(wanted.dtype);
    torch::GradMode::set_enabled(wanted.grad);
  }

  Process outside_;
  Process& side_;
};

template <typename T>
struct IsShared : std::false_type {};
template <typename T>
struct IsShared<std::shared_ptr<T>> : std::true_type {};

/// The module in a shared_ptr, whether `make` gives a module, a holder or a pointer.
template <typename Make>
auto hold(Make make) {
  using Root = std::invoke_result_t<Make>;
  if constexpr (std::is_base_of_v<torch::nn::Module, Root>) {
    return std::shared_ptr<Root>(new Root(make()));
  } else if constexpr (IsShared<Root>::value) {
    return make();
  } else {
    return make().ptr();
  }
}

// All tensors and numbers in a value, in order. A container says how many it has.
inline void flatten(Tensors& out, const torch::Tensor& value) {
  out.push_back(value);
}
inline void flatten(Tensors& out, const at::Scalar& value) {
  out.push_back(torch::tensor(value.toDouble(), torch::kDouble));
}
template <typename T>
std::enable_if_t<std::is_arithmetic_v<T>> flatten(Tensors& out, T value) {
  out.push_back(torch::tensor(static_cast<double>(value), torch::kDouble));
}
template <typename T>
void flatten(Tensors& out, const c10::optional<T>& value);
template <typename T>
void flatten(Tensors& out, const std::vector<T>& values);
template <typename T, size_t N>
void flatten(Tensors& out, const std::array<T, N>& values);
template <typename A, typename B>
void flatten(Tensors& out, const std::pair<A, B>& value);
template <typename... T>
void flatten(Tensors& out, const std::tuple<T...>& value);
template <typename T>
void flatten(Tensors& out, const c10::optional<T>& value) {
  flatten(out, value.has_value());
  if (value) flatten(out, *value);
}
template <typename T>
void flatten(Tensors& out, const std::vector<T>& values) {
  flatten(out, values.size());
  for (const auto& value : values)
    flatten(out, value);
}
template <typename T, size_t N>
void flatten(Tensors& out, const std::array<T, N>& values) {
  for (const auto& value : values)
    flatten(out, value);
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

// Copies whose tensors of floating point are scaled: a call that gets what an earlier one got would
// not show that it used the earlier one's.
template <typename T>
T copy_of(const T& value, double = 1) {
  return value;
}
inline torch::Tensor copy_of(const torch::Tensor& value, double scale = 1) {
  if (!value.defined()) return value;
  auto copy = value.detach().clone();
  return scale != 1 && value.is_floating_point() ? copy * scale : copy;
}
inline Tensors copy_of(const Tensors& values, double scale = 1) {
  Tensors result;
  for (const auto& value : values)
    result.push_back(copy_of(value, scale));
  return result;
}
template <typename... T>
std::tuple<T...> copy_of(const std::tuple<T...>& values, double scale = 1) {
  return std::apply(
      [&](const auto&... parts) { return std::tuple<T...>(copy_of(parts, scale)...); }, values);
}

inline std::string shape(const torch::Tensor& value) {
  return value.defined() ? c10::str(value.scalar_type(), value.sizes()) : "undefined";
}

/// The largest difference, relative to the largest value; infinite where shapes or types differ.
inline double difference(const torch::Tensor& left, const torch::Tensor& right) {
  if (!left.defined() || !right.defined()) return left.defined() == right.defined() ? 0 : INFINITY;
  if (left.sizes() != right.sizes() || left.scalar_type() != right.scalar_type()) return INFINITY;
  if (left.numel() == 0 || torch::equal(left, right)) return 0;
  if (left.is_complex()) return (left - right).abs().max().item<double>();
  auto a = left.detach().to(torch::kDouble), b = right.detach().to(torch::kDouble);
  if (!torch::equal(a.isnan(), b.isnan())) return INFINITY;
  if (!torch::equal(a.isinf(), b.isinf())) return INFINITY;
  double scale = std::max(1.0, a.abs().nan_to_num(0., 0., 0.).max().item<double>());
  return (a - b).abs().nan_to_num(0., 0., 0.).max().item<double>() / scale;
}

/// What one call gave and left behind.
struct Seen {
  std::vector<std::pair<std::string, torch::Tensor>> values;
  std::string threw;

  void add(const std::string& name, const torch::Tensor& value) {
    values.emplace_back(name, copy_of(value));
  }
  void add(const std::string& name, double value) {
    values.emplace_back(name, torch::tensor(value, torch::kDouble));
  }
};

template <typename Model>
void clear_gradients(Model& model) {
  for (auto& item : model.named_parameters())
    if (item.value().defined()) item.value().mutable_grad() = torch::Tensor();
}

template <typename Model>
void add_gradients(Seen& seen, Model& model, const Tensors& outputs) {
  torch::Tensor total;
  for (const auto& output : outputs) {
    if (!output.defined() || !output.requires_grad() || !output.is_floating_point()) continue;
    auto part = (output * output).sum();
    total = total.defined() ? total + part : part;
  }
  if (!total.defined()) return;
  clear_gradients(model);
  try {
    total.backward();
    for (auto& item : model.named_parameters())
      seen.add("gradient of " + item.key(), item.value().grad());
  } catch (const std::exception&) {
    seen.add("backward throws", 1);
  }
  clear_gradients(model);
}

/// Calls forward on copies of the inputs, and takes note of all that a caller sees. The number of
/// the call decides the seed and the scale of the inputs.
template <typename Model, typename Inputs>
Seen call(Model& model, Process& process, const Inputs& given, int number) {
  Entered entered(process);
  torch::manual_seed(100 + number);
  Seen seen;
  auto inputs = copy_of(given, 1 - 0.125 * number);
  Tensors outputs, changed;
  try {
    flatten(outputs, std::apply([&](auto&... parts) { return model.forward(parts...); }, inputs));
  } catch (const std::exception& error) {
    seen.threw = std::string(error.what()).substr(0, 150);
  } catch (...) {
    seen.threw = "something that is no std::exception";
  }
  seen.add("state of the generator", at::detail::getDefaultCPUGenerator().get_state());
  seen.add("grad mode", torch::GradMode::is_enabled());
  seen.add("default dtype",
           static_cast<double>(torch::typeMetaToScalarType(torch::get_default_dtype())));
  torch::AutoGradMode with_gradients(true);
  flatten(changed, inputs);
  for (size_t i = 0; i < outputs.size(); ++i) {
    std::string name = "output " + std::to_string(i);
    seen.add(name, outputs[i]);
    if (!outputs[i].defined()) continue;
    seen.add(name + " requires_grad", outputs[i].requires_grad());
    double aliases = 0;
    for (const auto& input : changed)
      aliases = aliases * 2 + (input.defined() && input.is_alias_of(outputs[i]));
    seen.add(name + " shares memory with inputs", aliases);
  }
  for (size_t i = 0; i < changed.size(); ++i)
    seen.add("input " + std::to_string(i), changed[i]);
  for (const auto& item : model.named_buffers())
    seen.add("buffer " + item.key(), item.value());
  for (const auto& item : model.named_parameters()) {
    seen.add("parameter " + item.key(), item.value());
    if (item.value().defined())
      seen.add("requires_grad of " + item.key(), item.value().requires_grad());
  }
  if (seen.threw.empty()) add_gradients(seen, model, outputs);
  return seen;
}

inline int differ(const std::string& what) {
  std::cout << "DIFF " << what << '\n';
  return 1;
}

/// Two that both throw agree: the message of an operator may differ.
inline int compare(const std::string& when, const Seen& original, const Seen& regenerated) {
  if (original.threw.empty() != regenerated.threw.empty())
    return differ(when + " throws: original '" + original.threw + "', regenerated '" +
                  regenerated.threw + "'");
  if (!original.threw.empty()) std::cout << "NOTE " << when << " throws " << original.threw << '\n';
  int bad = 0;
  std::map<std::string, torch::Tensor> others(regenerated.values.begin(), regenerated.values.end());
  for (const auto& [name, value] : original.values) {
    auto other = others.find(name);
    if (other == others.end()) {
      bad += differ(c10::str(when, ' ', name, " is missing"));
    } else if (double by = difference(value, other->second); !(by < 1e-4)) {
      std::string text = c10::str(when, ' ', name, " by ", by);
      if (shape(value) != shape(other->second)) {
        text += ": " + shape(value) + " and " + shape(other->second);
      } else if (value.defined() && value.numel() > 0 && !value.is_complex()) {
        text += c10::str(": first ", value.reshape({-1})[0].item<double>(), " and ",
                         other->second.reshape({-1})[0].item<double>());
      }
      bad += differ(text);
    }
  }
  if (original.values.size() < regenerated.values.size())
    bad += differ(when + " the regenerated has more parameters, buffers or outputs");
  return bad;
}

/// Compares names, shapes and initial values of one kind of tensors, moves the original's by random
/// amounts, and gives them to the regenerated.
inline int start(const std::string& kind, const Named& original, const Named& regenerated) {
  torch::NoGradGuard no_grad;
  int bad = 0;
  if (original.keys() != regenerated.keys())
    bad += differ(c10::str("names of ", kind, "s: ", original.keys(), " and ", regenerated.keys()));
  for (const auto& item : original) {
    const auto* other = regenerated.find(item.key());
    if (other == nullptr || !item.value().defined() || !other->defined()) continue;
    std::string name = kind + " " + item.key();
    if (!(difference(item.value(), *other) < 1e-5)) bad += differ("initial " + name);
    if (item.value().requires_grad() != other->requires_grad())
      bad += differ("initial requires_grad of " + name);
  }
  for (const auto& item : original)
    if (item.value().defined() && item.value().is_floating_point())
      torch::Tensor(item.value()).add_(torch::rand_like(item.value()) * 0.1);
  for (const auto& item : original) {
    const auto* other = regenerated.find(item.key());
    if (other != nullptr && item.value().defined() && shape(item.value()) == shape(*other))
      torch::Tensor(*other).copy_(item.value());
  }
  return bad;
}

template <typename Make>
auto construct(Make make, Process& process, torch::Tensor& generator) {
  Entered entered(process);
  torch::manual_seed(0);
  auto model = hold(make);
  generator = at::detail::getDefaultCPUGenerator().get_state();
  return model;
}

/// The number of differences between two modules: as constructed, and in two calls of each mode.
template <typename MakeOriginal, typename MakeRegenerated, typename Inputs>
int run(MakeOriginal original, MakeRegenerated regenerated, Inputs inputs, bool in_train_mode) {
  Process process_a, process_b;
  torch::Tensor generator_a, generator_b;
  auto a = construct(original, process_a, generator_a);
  auto b = construct(regenerated, process_b, generator_b);
  int bad = 0;
  if (process_a.dtype != process_b.dtype) bad += differ("default dtype after the constructor");
  if (!torch::equal(generator_a, generator_b))
    std::cout << "NOTE the constructors leave the generator in different states\n";
  torch::manual_seed(77);
  bad += start("parameter", a->named_parameters(), b->named_parameters());
  bad += start("buffer", a->named_buffers(), b->named_buffers());
  for (bool train : {false, true}) {
    if (train && !in_train_mode) break;
    a->train(train);
    b->train(train);
    for (int number = 0; number < 2; ++number) {
      std::string when = (train ? "train " : "eval ") + std::to_string(number) + ":";
      auto seen = call(*a, process_a, inputs, number);
      bad += compare(when, seen, call(*b, process_b, inputs, number));
    }
  }
  return bad;
}

/// A case by itself: its forward gives the same twice over, from two objects, and does not throw.
template <typename Make, typename Inputs>
int run_alone(Make make, Inputs inputs, bool in_train_mode) {
  Process process;
  torch::Tensor generator;
  auto model = construct(make, process, generator);
  int bad = 0;
  for (bool train : {false, true}) {
    if (train && !in_train_mode) break;
    model->train(train);
    for (int number = 0; number < 2; ++number) {
      auto seen = call(*model, process, inputs, number);
      if (!seen.threw.empty()) bad += differ("throws " + seen.threw);
    }
  }
  return bad;
}

} // namespace soundness
