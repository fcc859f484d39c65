// What is seen of a model when it is constructed and called, and what two models differ in: the one
// comparison of --verify, of test/Soundness and of utils/fuzz.
//
//   Process process;
//   auto model = construct(make, process);
//   Seen seen = observe(*model, process, ForwardCall(), Copier()(inputs), {}, seed);
//   compare(seen, other, allowed, sink);
#pragma once

#include "Values.h"

#include <exception>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <typeinfo>
#include <utility>
#include <vector>

namespace fx_verify {

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

/// A fresh model hides mistakes: a new batch norm is the identity, a new bias often zero. What is
/// summed over, in twenty layers say, is moved both ways: else the results grow beyond all numbers,
/// and their gradients differ where one overflows. Variances stay positive.
inline void stir(torch::nn::Module& model, double amount) {
  torch::NoGradGuard no_grad;
  for (const Named& named : {model.named_parameters(), model.named_buffers()})
    for (const auto& item : named)
      if (item.value().defined() && item.value().is_floating_point()) {
        const double middle = item.value().dim() > 1 ? 0.5 : 0;
        torch::Tensor(item.value()).add_((torch::rand_like(item.value()) - middle) * amount);
      }
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

/// What belongs to the process and not to a model: each model has its own, so that what one of them
/// changes is seen, and does not reach the other.
struct Process {
  caffe2::TypeMeta dtype = torch::get_default_dtype();
  bool grad = torch::GradMode::is_enabled();
};

/// Makes a model's process state the present one for a scope, and takes note of it at the end.
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

/// A model made under the seed that all are made under.
template <class Make>
auto construct(Make make, Process& process) {
  const Entered entered(process);
  torch::manual_seed(0);
  return hold(make);
}

struct NotComparable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Something that is seen of a model: a tensor, or what a text says.
struct Item {
  std::string name;
  torch::Tensor value;
  std::string text;
  bool is_text = false;
};

struct Seen {
  std::vector<Item> items;
  /// The type of what was thrown, and its message; empty: nothing was.
  std::string threw;
  std::string message;

  void add(const std::string& name, const torch::Tensor& value) {
    items.push_back({name, value.defined() ? copied(value) : value, {}, false});
  }
  void add_text(const std::string& name, std::string text) {
    items.push_back({name, {}, std::move(text), true});
  }
  void add_flag(const std::string& name, bool flag) { add_text(name, flag ? "yes" : "no"); }
  Tensors starting_with(const std::string& name) const {
    Tensors found;
    for (const Item& item : items)
      if (!item.is_text && item.name.compare(0, name.size(), name) == 0)
        found.push_back(item.value);
    return found;
  }
};

/// Parameters and buffers by name, with what a caller sees of them.
inline void add_state(Seen& seen, const torch::nn::Module& model) {
  const auto add = [&](const std::string& kind, const Named& named) {
    for (const auto& item : named) {
      const std::string name = kind + " '" + item.key() + "'";
      seen.add(name, item.value());
      if (item.value().defined())
        seen.add_flag(name + " requires a gradient", item.value().requires_grad());
    }
  };
  add("buffer", model.named_buffers());
  add("parameter", model.named_parameters());
}

inline void clear_gradients(const torch::nn::Module& model) {
  for (const auto& item : model.named_parameters())
    if (item.value().defined()) torch::Tensor(item.value()).mutable_grad() = torch::Tensor();
}

/// The gradients of the sum of all squares of the outputs.
inline void add_gradients(Seen& seen, const torch::nn::Module& model, const Tensors& outputs,
                          const Tensors& inputs) {
  torch::Tensor total;
  for (const torch::Tensor& output : outputs) {
    if (!output.defined() || !output.requires_grad()) continue;
    if (!output.is_floating_point() && !output.is_complex()) continue;
    const torch::Tensor real = output.is_complex() ? torch::view_as_real(output) : output;
    const torch::Tensor part = (real * real).sum().to(torch::kDouble);
    total = total.defined() ? total + part : part;
  }
  if (!total.defined()) return;
  clear_gradients(model);
  try {
    total.backward();
    for (size_t i = 0; i < inputs.size(); ++i)
      seen.add(c10::str("gradient of input ", i), inputs[i].grad());
    for (const auto& item : model.named_parameters())
      if (item.value().defined()) seen.add("gradient of '" + item.key() + "'", item.value().grad());
  } catch (const std::exception&) {
    seen.add_text("gradients", "backward throws");
  }
  clear_gradients(model);
}

inline bool share_memory(const torch::Tensor& a, const torch::Tensor& b) {
  return a.defined() && b.defined() && a.has_storage() && b.has_storage() && a.is_alias_of(b);
}

inline void add_outputs(Seen& seen, const Leaves& outputs, const Tensors& inputs) {
  seen.add_text("structure of the result", outputs.structure);
  for (size_t i = 0; i < outputs.tensors.size(); ++i) {
    const torch::Tensor& output = outputs.tensors[i];
    const std::string name = c10::str("output ", i);
    seen.add(name, output);
    if (!output.defined()) continue;
    seen.add_flag(name + " requires a gradient", output.requires_grad());
    std::string shared;
    for (size_t input = 0; input < inputs.size(); ++input)
      if (share_memory(inputs[input], output)) shared += c10::str(" ", input);
    seen.add_text(name + " shares memory with", shared.empty() ? "no input" : "input" + shared);
  }
}

/// Keeps what `call` returns, if it returns something. Throws NotComparable when that has members
/// that are not known.
template <class Call>
void keep(Leaves& out, Call call) {
  if constexpr (std::is_void_v<std::invoke_result_t<Call>>) {
    call();
  } else {
    out.add(call());
    if (!out.not_read.empty()) throw NotComparable(out.not_read);
  }
}

/// What calls a model where its forward is meant.
struct ForwardCall {
  template <class Model, class... Inputs>
  void operator()(Model& model, Leaves& out, Inputs&... inputs) const {
    keep(out, [&]() -> decltype(auto) { return model.forward(inputs...); });
  }
};

/// Calls a model on `inputs`, which it may write to, and takes note of all that a caller sees.
/// `leaves`: inputs that get a gradient (Copier).
template <class Model, class Call, class... Inputs>
Seen observe(Model& model, Process& process, Call call, std::tuple<Inputs...> inputs,
             const Tensors& leaves, uint64_t seed) {
  const Entered entered(process);
  torch::manual_seed(seed);
  Seen seen;
  Leaves outputs;
  // Before the call: a parameter that is a reference may become another tensor, which is no write.
  const Tensors given = tensors_of(inputs);
  try {
    std::apply([&](auto&... input) { call(model, outputs, input...); }, inputs);
  } catch (const NotComparable&) {
    throw;
  } catch (const std::exception& error) {
    seen.threw = c10::demangle(typeid(error).name());
    const auto* of_torch = dynamic_cast<const c10::Error*>(&error);
    seen.message = of_torch ? of_torch->what_without_backtrace() : error.what();
  } catch (...) {
    seen.threw = "what is no std::exception";
  }
  seen.add("random generator", at::detail::getDefaultCPUGenerator().get_state());
  seen.add_flag("grad mode", torch::GradMode::is_enabled());
  seen.add_text("default dtype",
                dtype_name(torch::typeMetaToScalarType(torch::get_default_dtype())));
  torch::AutoGradMode enabled(true);
  if (seen.threw.empty()) add_outputs(seen, outputs, given);
  for (size_t i = 0; i < given.size(); ++i)
    seen.add(c10::str("input ", i, " afterwards"),
             given[i].defined() ? given[i].detach() : given[i]);
  add_state(seen, model);
  if (seen.threw.empty()) add_gradients(seen, model, outputs.tensors, leaves);
  return seen;
}

/// A type without the namespaces that it is in: regenerated classes have one of their own.
inline std::string plain_type(const std::string& name) {
  const size_t at = name.rfind("::", name.find('<'));
  return at == std::string::npos ? name : name.substr(at + 2);
}

inline bool is_gradient(const std::string& name) {
  return name.compare(0, 12, "gradient of ") == 0;
}

/// Tells `sink` of each thing that was seen of one of the two: sink.same(name, value, difference)
/// for tensors that agree, sink.differs(name, how) for all that does not. Gradients may differ ten
/// times as much: a pass that computes another way rounds twice more on the way back.
template <class Sink>
void compare(const Seen& original, const Seen& regenerated, const Allowed& allowed, Sink&& sink) {
  if (plain_type(original.threw) != plain_type(regenerated.threw)) {
    const auto thrown = [](const Seen& seen) {
      return seen.threw.empty() ? std::string("nothing is thrown")
                                : seen.threw + " is thrown (" + seen.message + ")";
    };
    sink.differs("exceptions", thrown(original) + " in the original, " + thrown(regenerated) +
                                   " in the regenerated model");
    return;
  }
  std::map<std::string, const Item*> others;
  for (const Item& item : regenerated.items)
    others[item.name] = &item;
  for (const Item& item : original.items) {
    const auto found = others.find(item.name);
    if (found == others.end()) {
      sink.differs(item.name, "in the original only");
      continue;
    }
    const Item& other = *found->second;
    others.erase(found);
    if (item.is_text || other.is_text) {
      if (item.text != other.text)
        sink.differs(item.name, "'" + item.text + "' in the original, '" + other.text +
                                    "' in the regenerated model");
      continue;
    }
    const Difference by = difference(item.value, other.value, allowed.other_precision);
    if (by.within(is_gradient(item.name) ? 10 * allowed.tolerance : allowed.tolerance))
      sink.same(item.name, item.value, by);
    else if (item.name == "random generator" && by.comparable)
      sink.differs(item.name, "another number of values was drawn, or another generator seeded");
    else if (!by.comparable)
      sink.differs(item.name, shape(item.value) + " in the original, " + shape(other.value) +
                                  " in the regenerated model");
    else
      sink.differs(item.name, described(item.value, by));
  }
  for (const Item& item : regenerated.items)
    if (others.count(item.name)) sink.differs(item.name, "in the regenerated model only");
}

} // namespace fx_verify
