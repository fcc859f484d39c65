// What the program that --verify builds runs: the original and the regenerated model, side by side.
//
// The tool writes this text in front of both models and compiles all of it as the user's file is
// compiled, so it has to be C++17 and to lean on LibTorch alone.
#pragma once

// First: as C++20 clang does not take torch/torch.h otherwise.
#include <ATen/core/ivalue.h>

#include <torch/torch.h>

#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace fx_verify {

using Tensors = std::vector<torch::Tensor>;
using Named = torch::OrderedDict<std::string, torch::Tensor>;

/// A line for the tool, on a line of its own whatever the models print.
__attribute__((format(printf, 1, 2))) inline void answer(const char* format, ...) {
  std::printf("\n@fx-verify ");
  va_list arguments;
  va_start(arguments, format);
  std::vprintf(format, arguments);
  va_end(arguments);
  std::printf("\n");
}

// --- Values ------------------------------------------------------------------------------------

struct Anything {
  template <class T>
  operator T() const; // NOLINT: converts to any member
};

template <class T, class Sequence, class = void>
struct TakesImpl : std::false_type {};
template <class T, size_t... I>
struct TakesImpl<T, std::index_sequence<I...>, std::void_t<decltype(T{((void)I, Anything())...})>>
    : std::true_type {};
/// How many members an aggregate has.
template <class T, size_t N = 16>
constexpr size_t num_members() {
  if constexpr (N == 0 || TakesImpl<T, std::make_index_sequence<N>>::value)
    return N;
  else
    return num_members<T, N - 1>();
}

template <class T, class = void>
struct IsRange : std::false_type {};
template <class T>
struct IsRange<T, std::void_t<decltype(std::declval<const T&>().begin()),
                              decltype(std::declval<const T&>().end())>> : std::true_type {};
template <class T, class = void>
struct IsTuple : std::false_type {};
template <class T>
struct IsTuple<T, std::void_t<decltype(std::tuple_size<T>::value)>> : std::true_type {};
template <class T, class = void>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<T, std::void_t<decltype(std::declval<const T&>().has_value()),
                                 decltype(*std::declval<const T&>())>> : std::true_type {};
template <class T, class = void>
struct IsItem : std::false_type {};
template <class T>
struct IsItem<T, std::void_t<decltype(std::declval<const T&>().key()),
                             decltype(std::declval<const T&>().value())>> : std::true_type {};
/// Its iterators give proxies.
template <class T>
struct IsList : std::false_type {};
template <class T>
struct IsList<c10::List<T>> : std::true_type {};
template <class T>
struct IsShared : std::false_type {};
template <class T>
struct IsShared<std::shared_ptr<T>> : std::true_type {};
template <class T>
struct IsShared<std::unique_ptr<T>> : std::true_type {};

/// Not text, and nothing unknown.
template <class T>
inline constexpr bool is_pointer_to_object =
    std::is_pointer_v<T> && std::is_class_v<std::remove_pointer_t<T>>;

/// A type that `flatten` met and could not look into; empty: none.
inline std::string not_read;

/// The tensors and numbers in a value of any type, in order; names of things (strings, dtypes,
/// devices) are passed over.
template <class T>
void flatten(Tensors& out, const T& value) {
  if constexpr (std::is_same_v<T, torch::Tensor>) {
    out.push_back(value);
  } else if constexpr (std::is_same_v<T, bool>) {
    out.push_back(torch::tensor(value, torch::kBool));
  } else if constexpr (std::is_arithmetic_v<T>) {
    out.push_back(std::is_floating_point_v<T>
                      ? torch::tensor(static_cast<double>(value), torch::kDouble)
                      : torch::tensor(static_cast<int64_t>(value), torch::kLong));
  } else if constexpr (std::is_same_v<T, c10::Scalar>) {
    out.push_back(torch::scalar_tensor(value));
  } else if constexpr (std::is_same_v<T, std::string>) {
  } else if constexpr (IsTuple<T>::value && !IsRange<T>::value) {
    std::apply([&](const auto&... part) { (flatten(out, part), ...); }, value);
  } else if constexpr (IsList<T>::value) {
    flatten(out, value.vec());
  } else if constexpr (IsRange<T>::value) {
    for (const auto& item : value)
      flatten(out, item);
  } else if constexpr (IsOptional<T>::value) {
    if (value.has_value()) flatten(out, *value);
  } else if constexpr (IsItem<T>::value) {
    flatten(out, value.value());
  } else if constexpr (IsShared<T>::value || is_pointer_to_object<T>) {
    if (value) flatten(out, *value);
  } else if constexpr (std::is_aggregate_v<T>) {
    constexpr size_t members = num_members<T>();
    if constexpr (members == 1) {
      const auto& [a] = value;
      flatten(out, a);
    } else if constexpr (members == 2) {
      const auto& [a, b] = value;
      flatten(out, std::tie(a, b));
    } else if constexpr (members == 3) {
      const auto& [a, b, c] = value;
      flatten(out, std::tie(a, b, c));
    } else if constexpr (members == 4) {
      const auto& [a, b, c, d] = value;
      flatten(out, std::tie(a, b, c, d));
    } else if constexpr (members == 5) {
      const auto& [a, b, c, d, e] = value;
      flatten(out, std::tie(a, b, c, d, e));
    } else if constexpr (members == 6) {
      const auto& [a, b, c, d, e, f] = value;
      flatten(out, std::tie(a, b, c, d, e, f));
    } else if constexpr (members == 7) {
      const auto& [a, b, c, d, e, f, g] = value;
      flatten(out, std::tie(a, b, c, d, e, f, g));
    } else if constexpr (members == 8) {
      const auto& [a, b, c, d, e, f, g, h] = value;
      flatten(out, std::tie(a, b, c, d, e, f, g, h));
    } else if constexpr (members > 8) {
      not_read = c10::demangle_type<T>();
    }
  } else if constexpr (std::is_class_v<T> && !std::is_same_v<T, torch::Device> &&
                       !std::is_same_v<T, caffe2::TypeMeta>) {
    not_read = c10::demangle_type<T>();
  }
}

/// A copy that shares no memory.
template <class T>
T copied(const T& value) {
  if constexpr (std::is_same_v<T, torch::Tensor>) {
    return value.defined() ? value.clone() : value;
  } else if constexpr (IsTuple<T>::value && !IsRange<T>::value) {
    return std::apply([](const auto&... part) { return T(copied(part)...); }, value);
  } else if constexpr (IsRange<T>::value && !std::is_same_v<T, std::string>) {
    T result = value;
    for (auto& item : result)
      item = copied(item);
    return result;
  } else if constexpr (IsOptional<T>::value) {
    return value.has_value() ? T(copied(*value)) : value;
  } else {
    return value;
  }
}

inline torch::Tensor random_tensor(std::vector<int64_t> sizes, torch::Dtype dtype, int64_t below) {
  if (dtype == torch::kBool) return torch::rand(sizes) < 0.5;
  if (!c10::isIntegralType(dtype, /*includeBool=*/false)) return torch::randn(sizes, dtype);
  return torch::randint(below > 0 ? below : 4, sizes, torch::kLong).to(dtype);
}

/// As --input spells it.
inline std::string dtype_name(torch::Dtype dtype) {
  switch (dtype) {
  case torch::kFloat: return "float32";
  case torch::kDouble: return "float64";
  case torch::kHalf: return "float16";
  case torch::kLong: return "int64";
  case torch::kInt: return "int32";
  case torch::kShort: return "int16";
  case torch::kChar: return "int8";
  case torch::kByte: return "uint8";
  case torch::kBool: return "bool";
  default: return c10::toString(dtype);
  }
}

/// As --input spells it: "2x10:float32".
inline std::string shape(const torch::Tensor& tensor) {
  if (!tensor.defined()) return "undefined";
  std::string sizes;
  for (const int64_t size : tensor.sizes())
    sizes += (sizes.empty() ? "" : "x") + std::to_string(size);
  return (sizes.empty() ? std::string("scalar") : sizes) + ":" + dtype_name(tensor.scalar_type());
}

// --- Comparison --------------------------------------------------------------------------------

struct Difference {
  bool comparable = true; // both defined or not, shapes and dtypes alike
  double absolute = 0;
  double relative = 0; // to the largest value of the first
  bool within(double tolerance) const {
    return comparable && (absolute <= tolerance || relative <= tolerance);
  }
};

/// NaNs and infinities must stand at the same places.
inline Difference difference(const torch::Tensor& a, const torch::Tensor& b) {
  if (a.defined() != b.defined()) return {false, INFINITY, INFINITY};
  if (!a.defined()) return {};
  if (a.sizes() != b.sizes() || a.scalar_type() != b.scalar_type() || a.layout() != b.layout())
    return {false, INFINITY, INFINITY};
  const auto plain = [](const torch::Tensor& t) {
    torch::Tensor value = t.detach();
    if (value.is_sparse()) value = value.to_dense();
    if (value.is_complex()) value = torch::view_as_real(value);
    return value.to(torch::kDouble);
  };
  const torch::Tensor x = plain(a), y = plain(b);
  if (x.numel() == 0) return {};
  const torch::Tensor same = (x == y).logical_or(x.isnan().logical_and(y.isnan()));
  const torch::Tensor apart = torch::where(same, torch::zeros_like(x), (x - y).abs());
  if (apart.isnan().any().item<bool>()) return {true, INFINITY, INFINITY};
  const double absolute = apart.max().item<double>();
  const torch::Tensor finite = torch::where(x.isfinite(), x.abs(), torch::zeros_like(x));
  const double largest = finite.max().item<double>();
  return {true, absolute, absolute == 0 ? 0 : largest > 0 ? absolute / largest : INFINITY};
}

inline bool is_finite(const Tensors& values) {
  for (const torch::Tensor& value : values)
    if (value.defined() && (value.is_floating_point() || value.is_complex()) &&
        !value.isfinite().all().item<bool>())
      return false;
  return true;
}

// --- Models ------------------------------------------------------------------------------------

/// A model by shared pointer, whether `made` is an object, a holder or a pointer.
template <class Make>
auto hold(Make make) {
  using Root = std::invoke_result_t<Make>;
  if constexpr (std::is_base_of_v<torch::nn::Module, Root>)
    return std::shared_ptr<Root>(new Root(make()));
  else if constexpr (IsShared<Root>::value)
    return make();
  else if constexpr (std::is_pointer_v<Root>)
    return std::shared_ptr<std::remove_pointer_t<Root>>(make());
  else
    return make().ptr();
}

/// Stands for the model where a function was traced.
struct NoModel : torch::nn::Module {};

/// A fresh model hides mistakes: a new batch norm is the identity, a new bias often zero.
inline void stir(torch::nn::Module& model, double amount) {
  torch::NoGradGuard no_grad;
  for (const Named& named : {model.named_parameters(), model.named_buffers()})
    for (const auto& item : named)
      if (item.value().defined() && item.value().is_floating_point())
        torch::Tensor(item.value()).add_(torch::rand_like(item.value()) * amount);
}

using State = std::map<std::string, torch::Tensor>;

inline State state_of(const torch::nn::Module& model) {
  State state;
  for (const Named& named : {model.named_parameters(), model.named_buffers()})
    for (const auto& item : named)
      state[item.key()] = item.value().defined() ? item.value().detach().clone() : item.value();
  return state;
}

inline void set_state(torch::nn::Module& model, const State& state) {
  torch::NoGradGuard no_grad;
  for (const Named& named : {model.named_parameters(), model.named_buffers()})
    for (const auto& item : named) {
      const auto found = state.find(item.key());
      if (found == state.end() || !item.value().defined() || !found->second.defined()) continue;
      if (item.value().sizes() != found->second.sizes())
        TORCH_CHECK(false, "'", item.key(), "' is ", shape(item.value()),
                    " in the regenerated model, ", shape(found->second), " in the original");
      torch::Tensor(item.value()).copy_(found->second);
    }
}

struct NotComparable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct NoCounterpart : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Keeps what `call` returns, if it returns something. Throws NotComparable when that has members
/// that are not known.
template <class Call>
void keep(Tensors& out, Call call) {
  if constexpr (std::is_void_v<std::invoke_result_t<Call>>) {
    call();
  } else {
    not_read.clear();
    flatten(out, call());
    if (!not_read.empty()) throw NotComparable(not_read);
  }
}

/// What a run computed: what forward returned, the inputs as it left them, the buffers after it.
struct Ran {
  Tensors outputs;
  Tensors inputs;
  State state;
};

template <class Model, class Call, class... Inputs>
Ran run(Model& model, const State& state, bool training, Call call,
        const std::tuple<Inputs...>& inputs, uint64_t seed = 1) {
  torch::NoGradGuard no_grad;
  set_state(model, state);
  model.train(training);
  Ran ran;
  auto given = copied(inputs);
  // Before the call: a parameter that is a reference may become another tensor, which is no write.
  flatten(ran.inputs, given);
  torch::manual_seed(seed);
  std::apply([&](auto&... input) { call(model, ran.outputs, input...); }, given);
  // Whoever keeps a result may write to it later.
  for (torch::Tensor& output : ran.outputs)
    output = copied(output);
  ran.state = state_of(model);
  return ran;
}

// --- Reports -----------------------------------------------------------------------------------

/// Prints a line for everything that was compared; true when all of it agrees. Without a mode it
/// says nothing.
class Report {
public:
  Report(std::string mode, double tolerance) : mode_(std::move(mode)), tolerance_(tolerance) {}

  void compare(const std::string& what, const torch::Tensor& original,
               const torch::Tensor& regenerated, bool say_when_same = true) {
    const Difference found = difference(original, regenerated);
    if (found.within(tolerance_)) {
      if (say_when_same) say(what, original, found, "");
      return;
    }
    agrees_ = false;
    if (!found.comparable)
      print("%s: %s in the original, %s in the regenerated model: DIFFERENT", what.c_str(),
            shape(original).c_str(), shape(regenerated).c_str());
    else
      say(what, original, found, ": DIFFERENT");
  }
  void fail(const std::string& message) {
    agrees_ = false;
    print("%s: DIFFERENT", message.c_str());
  }
  void remark(const std::string& message) { print("%s", message.c_str()); }
  bool agrees() const { return agrees_; }

private:
  void say(const std::string& what, const torch::Tensor& value, const Difference& found,
           const char* verdict) {
    print("%s: %s, largest difference %.3g absolute, %.3g relative%s", what.c_str(),
          shape(value).c_str(), found.absolute, found.relative, verdict);
  }
  template <class... Parts>
  void print(const char* format, Parts... parts) {
    if (!mode_.empty()) answer((mode_ + ": " + format).c_str(), parts...);
  }

  std::string mode_;
  double tolerance_;
  bool agrees_ = true;
};

inline void compare(Report& report, const Ran& original, const Ran& regenerated) {
  if (original.outputs.size() != regenerated.outputs.size())
    report.fail(c10::str(original.outputs.size(), " outputs in the original, ",
                         regenerated.outputs.size(), " in the regenerated model"));
  else
    for (size_t i = 0; i < original.outputs.size(); ++i)
      report.compare(original.outputs.size() == 1 ? "output" : c10::str("output ", i),
                     original.outputs[i], regenerated.outputs[i]);
  if (original.outputs.empty()) report.remark("nothing is returned");
  for (size_t i = 0; i < original.inputs.size() && i < regenerated.inputs.size(); ++i)
    report.compare(c10::str("input ", i, " afterwards"), original.inputs[i], regenerated.inputs[i],
                   /*say_when_same=*/false);
  // What a pass took out of the model has no counterpart.
  for (const auto& [name, value] : regenerated.state) {
    const auto found = original.state.find(name);
    if (found != original.state.end())
      report.compare("'" + name + "' afterwards", found->second, value, /*say_when_same=*/false);
  }
}

/// Parameters and buffers as constructed: names, shapes, and the values of buffers, which come of
/// arithmetic and not of a generator. Throws NoCounterpart when the two cannot be given the same.
inline void compare_constructed(Report& report, const torch::nn::Module& original,
                                const torch::nn::Module& regenerated) {
  const auto check = [&](const char* what, const Named& theirs, const Named& ours) {
    std::vector<std::string> order;
    for (const auto& item : theirs)
      if (ours.contains(item.key())) order.push_back(item.key());
    const bool has_all = order.size() == theirs.size();
    for (const std::string& name : ours.keys())
      if (!theirs.contains(name)) {
        // What has another name is another model; what has none, nobody can set.
        if (has_all) throw NoCounterpart(c10::str(what, " '", name, "'"));
        report.fail(c10::str("the original has no ", what, " '", name, "'"));
      }
    if (order.size() == ours.size() && order != ours.keys())
      report.fail(c10::str("the order of ", what, "s"));
    for (const std::string& name : order) {
      if (shape(theirs[name]) != shape(ours[name]))
        report.fail(c10::str(what, " '", name, "': ", shape(theirs[name]), " in the original, ",
                             shape(ours[name]), " in the regenerated model"));
      // Of the modules of LibTorch's own a graph does not tell; forward computes the same.
      if (theirs[name].requires_grad() != ours[name].requires_grad())
        report.remark(c10::str(what, " '", name, "' has a gradient in the ",
                               ours[name].requires_grad() ? "regenerated model" : "original",
                               " only"));
    }
  };
  check("parameter", original.named_parameters(), regenerated.named_parameters());
  check("buffer", original.named_buffers(), regenerated.named_buffers());
  const Named theirs = original.named_buffers(), ours = regenerated.named_buffers();
  for (const auto& item : ours)
    if (theirs.contains(item.key()))
      report.compare("buffer '" + item.key() + "' as constructed", theirs[item.key()], item.value(),
                     /*say_when_same=*/false);
}

// --- Node by node ------------------------------------------------------------------------------

/// What every node of a graph computed, in order.
struct Recording {
  std::vector<std::pair<std::string, Tensors>> nodes;
  template <class T>
  void operator()(const char* name, const T& value) {
    Tensors tensors;
    flatten(tensors, value);
    for (torch::Tensor& tensor : tensors)
      tensor = copied(tensor.detach());
    nodes.emplace_back(name, std::move(tensors));
  }
};
inline Recording recording;

/// Tells of each node of `changed` whether its value is that of the node of the same name.
inline void print_nodes(const Recording& traced, const Recording& changed, double tolerance) {
  std::map<std::string, const Tensors*> expected;
  for (const auto& [name, values] : traced.nodes)
    expected[name] = &values;
  for (const auto& [name, values] : changed.nodes) {
    const auto found = expected.find(name);
    if (found == expected.end() || (found->second->empty() && values.empty())) continue;
    bool agrees = found->second->size() == values.size();
    for (size_t i = 0; agrees && i < values.size(); ++i)
      agrees = difference((*found->second)[i], values[i]).within(tolerance);
    answer("%s %s", agrees ? "same" : "differs", name.c_str());
  }
}

/// Tells which of the nodes that are returned, by their names in order, have another value as
/// outputs. Nothing, when the outputs are not all theirs.
inline void print_outputs(const Tensors& expected, const Tensors& outputs, const Recording& changed,
                          const std::vector<std::string>& returned, double tolerance) {
  std::map<std::string, size_t> counts;
  for (const auto& [name, values] : changed.nodes)
    counts[name] = values.size();
  size_t total = 0;
  for (const std::string& name : returned)
    total += counts[name];
  if (total != outputs.size() || total != expected.size()) return;
  size_t at = 0;
  for (const std::string& name : returned) {
    bool agrees = true;
    for (const size_t end = at + counts[name]; at < end; ++at)
      agrees &= difference(expected[at], outputs[at]).within(tolerance);
    if (!agrees) answer("returned %s", name.c_str());
  }
}

// --- The programs ------------------------------------------------------------------------------

/// What is done, as the subject of "throws".
inline const char* doing = "the program";

/// What a program answers: 0 the models agree, 1 they do not, 2 something was thrown.
template <class Body>
int ended(Body body) {
  try {
    return body() ? 0 : 1;
  } catch (const NotComparable& type) {
    answer("thrown: %s returns a '%s', into which --verify does not see: it compares tensors, "
           "numbers, containers, and structs of at most 8 members, all of them public",
           doing, type.what());
  } catch (const NoCounterpart& tensor) {
    answer("thrown: the original's state dict has no %s: what is not registered there under this "
           "name cannot be given the same values in both models",
           tensor.what());
  } catch (const c10::Error& error) {
    answer("thrown: %s throws: %s", doing, error.what_without_backtrace());
  } catch (const std::exception& error) {
    answer("thrown: %s throws: %s", doing, error.what());
  }
  return 2;
}

/// The state in which the original is run, and what it computes: stirred, unless that gives what
/// is no number and the state as constructed does not.
template <class Model, class Call, class... Inputs>
std::pair<State, Ran> run_original(Model& model, bool training, Call call,
                                   const std::tuple<Inputs...>& inputs) {
  const State constructed = state_of(model);
  stir(model, 0.1);
  const State stirred = state_of(model);
  Ran ran = run(model, stirred, training, call, inputs);
  if (is_finite(ran.outputs)) return {stirred, std::move(ran)};
  Ran again = run(model, constructed, training, call, inputs);
  if (is_finite(again.outputs)) return {constructed, std::move(again)};
  return {stirred, std::move(ran)};
}

inline void write_pickle(const std::string& file, const c10::IValue& value) {
  const std::vector<char> bytes = torch::pickle_save(value);
  std::ofstream(file, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// What verify.py compares the regenerated Python with.
template <class Model, class Call, class... Inputs>
void save(const std::string& folder, const std::shared_ptr<Model>& model, const State& state,
          bool training, Call call, const std::tuple<Inputs...>& inputs, const Ran& first) {
  const Ran second = run(*model, state, training, call, inputs, 2);
  set_state(*model, state);
  torch::save(std::static_pointer_cast<torch::nn::Module>(model), folder + "/weights.pt");
  const auto list = [](const Tensors& tensors) {
    c10::List<torch::Tensor> result;
    for (const torch::Tensor& tensor : tensors)
      if (tensor.defined()) result.push_back(tensor.detach());
    return result;
  };
  Tensors given;
  flatten(given, inputs);
  c10::Dict<std::string, c10::List<torch::Tensor>> values;
  values.insert("inputs", list(given));
  values.insert("outputs", list(first.outputs));
  values.insert("outputs again", list(second.outputs));
  values.insert("inputs afterwards", list(first.inputs));
  values.insert("inputs afterwards again", list(second.inputs));
  write_pickle(folder + "/values.pickle", values);
  const auto buffers = [&](const State& ran) {
    c10::Dict<std::string, torch::Tensor> result;
    for (const auto& item : model->named_buffers())
      if (item.value().defined()) result.insert(item.key(), ran.at(item.key()));
    return result;
  };
  c10::Dict<std::string, c10::Dict<std::string, torch::Tensor>> both;
  both.insert("first", buffers(first.state));
  both.insert("again", buffers(second.state));
  write_pickle(folder + "/buffers.pickle", both);
}

/// `folder`: where to save what a comparison in Python needs; empty: nowhere.
template <class MakeOriginal, class CallOriginal, class Make, class Call, class... Inputs>
bool verify(const char* mode, bool training, double tolerance, const std::string& folder,
            MakeOriginal make_original, CallOriginal call_original, Make make, Call call,
            const std::tuple<Inputs...>& inputs) {
  Report report(mode, tolerance);
  doing = "the constructor of the original";
  torch::manual_seed(0);
  auto original = hold(make_original);
  doing = "the constructor of the regenerated model";
  torch::manual_seed(0);
  auto regenerated = hold(make);
  compare_constructed(report, *original, *regenerated);
  doing = "the original";
  const auto [state, expected] = run_original(*original, training, call_original, inputs);
  if (!is_finite(expected.outputs)) report.remark("some outputs are infinite or no numbers");
  doing = "the regenerated model";
  if (report.agrees()) compare(report, expected, run(*regenerated, state, training, call, inputs));
  doing = "saving the original";
  if (!folder.empty())
    save(folder + "/" + mode, original, state, training, call_original, inputs, expected);
  return report.agrees();
}

template <class MakeOriginal, class CallOriginal, class MakeTraced, class CallTraced,
          class MakeChanged, class CallChanged, class... Inputs>
void find_node(bool training, double tolerance, MakeOriginal make_original,
               CallOriginal call_original, MakeTraced make_traced, CallTraced call_traced,
               MakeChanged make_changed, CallChanged call_changed,
               const std::vector<std::string>& returned, const std::tuple<Inputs...>& inputs) {
  Report report("", tolerance);
  torch::manual_seed(0);
  auto original = hold(make_original);
  torch::manual_seed(0);
  auto traced = hold(make_traced);
  compare_constructed(report, *original, *traced);
  const auto [state, expected] = run_original(*original, training, call_original, inputs);
  if (report.agrees())
    compare(report, expected, run(*traced, state, training, call_traced, inputs));
  if (!report.agrees()) {
    answer("traced");
    return;
  }
  const Recording of_traced = std::exchange(recording, {});
  auto changed = hold(make_changed);
  const Ran from_changed = run(*changed, state, training, call_changed, inputs);
  print_nodes(of_traced, recording, tolerance);
  print_outputs(expected.outputs, from_changed.outputs, recording, returned, tolerance);
}

} // namespace fx_verify
