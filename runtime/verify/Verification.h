// What the program that --verify builds runs: the original and the regenerated model, side by side.
//
// The tool writes this text and those of Values.h, Comparison.h and Transcript.h in front of both
// models, and compiles all of it as the user's file is compiled.
#pragma once

#include "Transcript.h"

#include <algorithm>
#include <cstdarg>
#include <fstream>
#include <functional>
#include <new>
#include <set>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace fx_verify {

/// A line for the tool, on a line of its own whatever the models print.
__attribute__((format(printf, 1, 2))) inline void answer(const char* format, ...) {
  std::printf("\n@fx-verify ");
  va_list arguments;
  va_start(arguments, format);
  std::vprintf(format, arguments);
  va_end(arguments);
  std::printf("\n");
  std::fflush(stdout); // the program may be killed
}

inline torch::Tensor random_tensor(std::vector<int64_t> sizes, torch::Dtype dtype, int64_t below) {
  if (dtype == torch::kBool) return torch::rand(sizes) < 0.5;
  if (!c10::isIntegralType(dtype, /*includeBool=*/false)) return torch::randn(sizes, dtype);
  return torch::randint(below > 0 ? below : 4, sizes, torch::kLong).to(dtype);
}

struct NoCounterpart : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a model throws where it asks for more memory than the program may have: nothing that could
/// be compared.
struct OutOfMemory : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void refuse_memory(const Seen& seen) {
  if (seen.threw == "std::bad_alloc" ||
      seen.message.find("DefaultCPUAllocator") != std::string::npos)
    throw OutOfMemory(seen.message);
}

/// As long as this lives fresh memory has other contents than before, so that a result shows that
/// depends on memory which nothing has written to.
class FilledMemory {
public:
  FilledMemory() { fill(0xb4); } // the bytes are 0x4b, and a float of them is 1.3e7
  ~FilledMemory() { fill(0); }
  FilledMemory(const FilledMemory&) = delete;
  FilledMemory& operator=(const FilledMemory&) = delete;

private:
  static void fill([[maybe_unused]] int byte) {
#ifdef __GLIBC__
    mallopt(M_PERTURB, byte);
#endif
  }
};

/// Calls a model as often as the plan says, its state kept from call to call. `after` is told of
/// each call: (training, number, what was seen); false: no further call in this mode.
template <class Model, class Call, class Inputs, class After>
void call_all(const Plan& plan, Model& model, Process& process, Call call, const Inputs& inputs,
              bool gradients, After after) {
  int count = 0;
  for (const bool training : plan.modes) {
    static_cast<torch::nn::Module&>(model).train(training); // a method of its own may hide it
    bool goes_on = true;
    for (int number = 0; number < num_calls; ++number, ++count) {
      if (!goes_on) continue;
      Tensors leaves;
      const Copier copier{1 - 0.125 * count, gradients ? &leaves : nullptr};
      Seen seen = observe(model, process, call, copier(inputs), leaves, 100 + count);
      refuse_memory(seen);
      goes_on = after(training, number, std::move(seen));
    }
  }
}

/// What is done, as the subject of "throws".
inline std::string doing = "the program";

/// The original in one setting: with the weights as constructed, or stirred; with inputs that need
/// a gradient, or not.
template <class Make, class Call, class Inputs>
auto record(const Plan& plan, Make make, Call call, const Inputs& inputs, bool stirred,
            bool gradients) {
  Transcript result;
  Process process;
  doing = "the constructor of the original";
  auto model = construct(make, process);
  doing = "the original";
  add_state(result.constructed, *model);
  torch::manual_seed(77);
  if (stirred) stir(*model, 0.1);
  result.start = state_of(*model);
  result.gradients = gradients;
  call_all(plan, *model, process, call, inputs, gradients,
           [&](bool training, int number, Seen seen) {
             result.states[section(training, number)] = state_of(*model);
             result.calls[section(training, number)] = std::move(seen);
             return true;
           });
  return std::make_pair(std::move(model), std::move(result));
}

/// The original in the first setting in which it neither throws nor gives what is no number; the
/// best one, when it does in all of them.
template <class Make, class Call, class Inputs>
auto record(const Plan& plan, Make make, Call call, const Inputs& inputs) {
  const auto faults = [](const Transcript& transcript) {
    size_t thrown = 0, strange = 0;
    for (const auto& [name, seen] : transcript.calls) {
      thrown += !seen.threw.empty();
      strange += !is_finite(seen.starting_with("output "));
    }
    return std::make_pair(thrown, strange);
  };
  auto best = record(plan, make, call, inputs, true, true);
  for (const auto& [stirred, gradients] : {std::pair(true, false), {false, true}, {false, false}}) {
    if (faults(best.second) == std::make_pair<size_t, size_t>(0, 0)) break;
    auto other = record(plan, make, call, inputs, stirred, gradients);
    if (faults(other.second) < faults(best.second)) best = std::move(other);
  }
  return best;
}

/// Prints a line for everything that differs, and for the outputs of each mode; says nothing when
/// it is quiet.
class Report {
public:
  explicit Report(const Plan& plan, bool quiet = false) : plan_(plan), quiet_(quiet) {}

  void begin(bool training, int number, const Seen& original) {
    mode_ = training ? "train" : "eval";
    number_ = number;
    is_single_ = original.starting_with("output ").size() == 1;
    call_agrees_ = true;
  }
  void same(const std::string& name, const torch::Tensor& value, const Difference& by) {
    if (name.compare(0, 7, "output ") == 0) {
      const auto found = outputs_.find(name);
      if (found == outputs_.end())
        outputs_.emplace(name, std::make_pair(value, by));
      else if (by.absolute > found->second.second.absolute)
        found->second = {value, by};
    } else if (value.defined()) {
      ++counts_[name.substr(0, name.find(' '))];
    }
  }
  void differs(const std::string& name, const std::string& how) {
    if (plan_.is_removed(path_in(name))) return;
    if (mode_.empty()) {
      if (unsettled_.count(name)) return;
      constructed_.insert(name);
    }
    // Those come of the generator, and a file of weights or a training takes their place.
    if (mode_.empty() && name.compare(0, 9, "parameter") == 0 &&
        how.find("largest difference") != std::string::npos) {
      if (other_weights_++ == 0) first_weight_ = name + ": " + how;
      return;
    }
    if (first_.empty() && !mode_.empty())
      first_ = c10::str(mode_, " ", number_, " ", quiet_ ? shown(name) : name);
    if (!quiet_) {
      if (agrees_ && !mode_.empty()) answer("first %s", first_.c_str());
      const std::string when = mode_.empty()  ? "as constructed: "
                               : number_ == 0 ? mode_ + ": "
                                              : mode_ + ", second call: ";
      answer("%s%s: %s: DIFFERENT", when.c_str(), shown(name).c_str(), how.c_str());
    }
    (mode_.empty() ? constructed_agrees_ : agrees_) = call_agrees_ = false;
  }
  /// After what the constructors made was compared.
  void end_constructed() const {
    if (other_weights_ > 0 && !quiet_)
      answer("as constructed: other initial values of %d parameter%s, first of %s", other_weights_,
             other_weights_ == 1 ? "" : "s", first_weight_.c_str());
    for (const std::string& path : plan_.registered)
      if (!quiet_)
        answer("as constructed: '%s' keeps its initial values in both models: the original has not "
               "registered it",
               path.c_str());
  }
  void remark(const std::string& message) const {
    if (!quiet_) answer("%s: %s", mode_.c_str(), message.c_str());
  }
  /// After the last call of a mode: what was the same.
  void end(int calls) {
    for (const auto& [name, found] : outputs_)
      remark(shown(name) + ": " + described(found.first, found.second));
    if (outputs_.empty() && call_agrees_) remark("nothing is returned");
    if (call_agrees_) {
      std::string text = c10::str("the same in ", calls, " calls:");
      for (const auto& [kind, plural] : {std::pair("input", "inputs"),
                                         {"parameter", "parameters"},
                                         {"buffer", "buffers"},
                                         {"gradient", "gradients"}})
        if (const int count = counts_[kind] / calls)
          text += c10::str(" ", count, " ", count == 1 ? kind : plural, ",");
      remark(text + " random numbers");
    }
    outputs_.clear();
    counts_.clear();
  }
  Allowed allowed() const { return plan_.allowed(); }
  bool call_agrees() const { return call_agrees_; }
  /// Whether all calls agree, and all initial values.
  bool calls_agree() const { return agrees_; }
  bool agrees() const { return agrees_ && constructed_agrees_; }
  void fail() { agrees_ = false; }
  /// What differs first in a call: "train 1 output 0"; empty: nothing.
  const std::string& first() const { return first_; }
  /// What differs of what the constructors made, initial weights too.
  const std::set<std::string>& constructed() const { return constructed_; }
  /// These are not compared as constructed.
  void leave_out(const std::set<std::string>& unsettled) { unsettled_ = unsettled; }

private:
  std::string shown(const std::string& name) const {
    return is_single_ && name.compare(0, 8, "output 0") == 0 ? "output" + name.substr(8) : name;
  }

  const Plan& plan_;
  bool quiet_;
  std::string mode_; // empty: what the constructors made
  int number_ = 0;
  bool is_single_ = false;
  bool agrees_ = true;
  bool constructed_agrees_ = true;
  bool call_agrees_ = true;
  int other_weights_ = 0; // parameters
  std::string first_weight_;
  std::string first_;
  std::set<std::string> constructed_;
  std::set<std::string> unsettled_;
  std::map<std::string, std::pair<torch::Tensor, Difference>> outputs_;
  std::map<std::string, int> counts_;
};

/// Parameters and buffers as constructed. False: the calls cannot be compared, because the models
/// cannot be given the same values. Throws NoCounterpart when that is not a difference, but what
/// the original did not register.
inline bool compare_constructed(Report& report, const Plan& plan, const Seen& original,
                                const Seen& regenerated) {
  const auto names = [](const Seen& seen) {
    std::vector<std::string> result;
    for (const Item& item : seen.items)
      if (!item.is_text) result.push_back(item.name);
    return result;
  };
  const auto has = [](const std::vector<std::string>& all, const std::string& name) {
    return std::find(all.begin(), all.end(), name) != all.end();
  };
  const std::vector<std::string> theirs = names(original), ours = names(regenerated);
  std::vector<std::string> common;
  for (const std::string& name : theirs)
    if (has(ours, name)) common.push_back(name);
  bool comparable = true;
  for (const std::string& name : ours)
    if (!has(theirs, name)) {
      // What has another name is another model; what has none, there is no way to set.
      if (common.size() == theirs.size()) throw NoCounterpart(name);
      report.differs(name, "in the regenerated model only");
      comparable = false;
    }
  if (common.size() == ours.size() && common != ours)
    report.differs("parameters and buffers", "they come in another order");
  struct Sink {
    Report& report;
    bool& comparable;
    void same(const std::string&, const torch::Tensor&, const Difference&) {}
    void differs(const std::string& name, const std::string& how) {
      report.differs(name, how);
      comparable &= how.find("largest difference") != std::string::npos ||
                    name.find("requires") != std::string::npos;
    }
  };
  compare(without(original, [&](const std::string& path) { return plan.is_removed(path); }),
          regenerated, report.allowed(), Sink{report, comparable});
  report.end_constructed();
  return comparable;
}

/// Compares one call of the regenerated model. False: it differs.
inline bool compare_call(Report& report, bool training, int number, const Seen& original,
                         const Seen& regenerated) {
  report.begin(training, number, original);
  compare(original, regenerated, report.allowed(), report);
  if (!report.call_agrees()) return false;
  if (!original.threw.empty()) report.remark("both throw: " + original.message);
  if (!is_finite(original.starting_with("output ")))
    report.remark("some outputs are infinite or no numbers");
  return true;
}

/// Runs a model, `what` says which, as the original was run, and compares it call by call.
template <class Make, class Call, class Inputs>
void follow(Report& report, const Plan& plan, const Transcript& original, const std::string& what,
            Make make, Call call, const Inputs& inputs) {
  Process process;
  doing = "the constructor of " + what;
  auto model = construct(make, process);
  doing = what;
  report.leave_out(original.unsettled);
  // The constructors of both models gave them the same values, and nothing else can.
  const auto without_registered = [&](Seen seen) {
    return without(std::move(seen),
                   [&](const std::string& path) { return plan.is_registered_now(path); });
  };
  Seen constructed;
  add_state(constructed, *model);
  if (!compare_constructed(report, plan, original.constructed,
                           without_registered(std::move(constructed)))) {
    report.fail();
    return;
  }
  set_state(*model, original.start);
  call_all(plan, *model, process, call, inputs, original.gradients,
           [&](bool training, int number, const Seen& seen) {
             const std::string name = section(training, number);
             const bool agrees = compare_call(report, training, number, original.calls.at(name),
                                              without_registered(seen));
             // The next mode starts as the original does; a model without state has none saved.
             const auto last = original.states.find(section(training, num_calls - 1));
             if (!agrees && last != original.states.end()) set_state(*model, last->second);
             if (!agrees || number == num_calls - 1) report.end(number + 1);
             return agrees;
           });
}

/// Whether the original computes the same when it is made and called once more. Else what it
/// computes is no measure for another model. Takes note of what its constructor leaves to chance.
template <class Make, class Call, class Inputs>
bool repeats(const Plan& plan, Transcript& original, Make make, Call call, const Inputs& inputs) {
  answer("repeated"); // where the program ends now, this is why
  Report again(plan, /*quiet=*/true);
  {
    const FilledMemory filled;
    follow(again, plan, original, "the original, made for the second time,", make, call, inputs);
  }
  original.unsettled = again.constructed();
  if (again.calls_agree()) {
    answer("repeats");
    return true;
  }
  answer("unrepeatable %s", again.first().c_str());
  return false;
}

// What another program compares with: regenerated Python, or the edited source.

using SavedTensors = c10::Dict<std::string, torch::Tensor>;
using SavedTexts = c10::Dict<std::string, std::string>;

inline void write_pickle(const std::string& file, const c10::IValue& value) {
  const std::vector<char> bytes = torch::pickle_save(value);
  std::ofstream(file, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline c10::IValue read_pickle(const std::string& file) {
  // At once: this is compiled without optimisation, where a loop over bytes takes half a minute for
  // the weights of a ResNet.
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  const std::streamsize size = stream.tellg();
  std::vector<char> bytes(size > 0 ? static_cast<size_t>(size) : 0);
  stream.seekg(0);
  stream.read(bytes.data(), size);
  return torch::pickle_load(bytes);
}

/// "eval 0/output 0": a tensor, or a text, which is "undefined" for a tensor that is. "eval
/// 0/state/fc.weight", "start/state/fc.weight", "inputs/0", and what was thrown.
template <class Model, class Inputs>
void save(const std::string& folder, const std::shared_ptr<Model>& model,
          const Transcript& transcript, const Inputs& inputs) {
  SavedTensors tensors;
  SavedTexts texts;
  const auto put = [&](const std::string& key, const torch::Tensor& value) {
    if (value.defined())
      tensors.insert(key, value.detach());
    else
      texts.insert(key, "undefined");
  };
  const auto put_seen = [&](const std::string& name, const Seen& seen) {
    for (const Item& item : seen.items)
      if (item.is_text)
        texts.insert(name + "/" + item.name, "text " + item.text);
      else
        put(name + "/" + item.name, item.value);
    texts.insert(name + "/threw", seen.threw);
    texts.insert(name + "/message", seen.message);
  };
  const auto put_state = [&](const std::string& name, const State& state) {
    for (const auto& [key, value] : state)
      put(name + "/state/" + key, value);
  };
  put_seen("constructed", transcript.constructed);
  put_state("start", transcript.start);
  texts.insert("gradients", transcript.gradients ? "yes" : "no");
  texts.insert("grad mode", torch::GradMode::is_enabled() ? "yes" : "no");
  for (const auto& [name, seen] : transcript.calls)
    put_seen(name, seen);
  for (const auto& [name, state] : transcript.states)
    put_state(name, state);
  for (const std::string& name : transcript.unsettled)
    texts.insert("unsettled/" + name, "yes");
  const Tensors given = tensors_of(inputs);
  for (size_t i = 0; i < given.size(); ++i)
    put(c10::str("inputs/", i), given[i]);
  write_pickle(folder + "/tensors.pickle", tensors);
  write_pickle(folder + "/texts.pickle", texts);
  set_state(*model, transcript.start);
  torch::save(std::static_pointer_cast<torch::nn::Module>(model), folder + "/weights.pt");
}

inline Transcript load(const std::string& folder) {
  Transcript result;
  const auto read = [&](const std::string& key, const torch::Tensor& value,
                        const std::string& text) {
    const size_t slash = key.find('/');
    const std::string name = key.substr(0, slash);
    const std::string item = slash == std::string::npos ? "" : key.substr(slash + 1);
    if (key == "gradients") {
      result.gradients = text == "yes";
    } else if (key == "grad mode") {
      return; // Python's: this program has been told
    } else if (name == "unsettled") {
      result.unsettled.insert(item);
    } else if (item.compare(0, 6, "state/") == 0) {
      (name == "start" ? result.start : result.states[name])[item.substr(6)] = value;
    } else if (name != "inputs") {
      Seen& seen = name == "constructed" ? result.constructed : result.calls[name];
      if (item == "threw")
        seen.threw = text;
      else if (item == "message")
        seen.message = text;
      else if (text.compare(0, 5, "text ") == 0)
        seen.add_text(item, text.substr(5));
      else
        seen.add(item, value);
    }
  };
  for (const auto& entry : read_pickle(folder + "/tensors.pickle").toGenericDict())
    read(entry.key().toStringRef(), entry.value().toTensor(), "");
  for (const auto& entry : read_pickle(folder + "/texts.pickle").toGenericDict())
    read(entry.key().toStringRef(), {}, entry.value().toStringRef());
  return result;
}

// Node by node.

/// What every node of a graph computed, in order.
struct Recording {
  struct Value {
    torch::Tensor tensor;
    bool needs_gradient = false;
  };
  std::vector<std::pair<std::string, std::vector<Value>>> nodes;

  template <class T>
  void operator()(const char* name, const T& value) {
    std::vector<Value> values;
    for (const torch::Tensor& tensor : tensors_of(value))
      values.push_back(
          {tensor.defined() ? copied(tensor) : tensor, tensor.defined() && tensor.requires_grad()});
    nodes.emplace_back(name, std::move(values));
  }
};
inline Recording recording;

/// Tells of each node of `changed` whether its value is that of the node of the same name.
inline void print_nodes(const Recording& traced, const Recording& changed, const Allowed& allowed) {
  std::map<std::string, const std::vector<Recording::Value>*> expected;
  for (const auto& [name, values] : traced.nodes)
    expected[name] = &values;
  for (const auto& [name, values] : changed.nodes) {
    if (values.size() == 1 && values[0].tensor.defined() && values[0].tensor.numel() == 1 &&
        !values[0].tensor.is_complex())
      answer("value %s %g", name.c_str(), values[0].tensor.item<double>());
    const auto found = expected.find(name);
    if (found == expected.end() || (found->second->empty() && values.empty())) continue;
    bool agrees = found->second->size() == values.size();
    for (size_t i = 0; agrees && i < values.size(); ++i) {
      const Recording::Value& other = (*found->second)[i];
      agrees = other.needs_gradient == values[i].needs_gradient &&
               difference(other.tensor, values[i].tensor, allowed.other_precision)
                   .within(allowed.tolerance);
    }
    answer("%s %s", agrees ? "same" : "differs", name.c_str());
  }
}

/// Tells which of the nodes that are returned, by their names in order, are other outputs. Nothing,
/// when the outputs are not all theirs.
inline void print_outputs(const Seen& expected, const Seen& got, const Recording& changed,
                          const std::vector<std::string>& returned, const Allowed& allowed) {
  std::map<std::string, size_t> counts;
  for (const auto& [name, values] : changed.nodes)
    counts[name] = values.size();
  struct Sink {
    std::vector<std::string> names;
    void same(const std::string&, const torch::Tensor&, const Difference&) {}
    void differs(const std::string& name, const std::string&) {
      if (name.compare(0, 7, "output ") == 0) names.push_back(name.substr(7));
    }
  } sink;
  compare(expected, got, allowed, sink);
  size_t total = 0;
  for (const std::string& name : returned)
    total += counts[name];
  if (total != expected.starting_with("output ").size()) return;
  size_t at = 0;
  for (const std::string& name : returned) {
    bool agrees = true;
    for (const size_t end = at + counts[name]; at < end; ++at)
      for (const std::string& differing : sink.names)
        agrees &=
            differing != std::to_string(at) &&
            differing.compare(0, std::to_string(at).size() + 1, std::to_string(at) + " ") != 0;
    if (!agrees) answer("returned %s", name.c_str());
  }
}

// The programs.

/// What a program answers: what `body` says (0 the models agree, 1 they do not), or 2 when
/// something was thrown.
template <class Body>
int ended(Body body) {
  try {
    return body();
  } catch (const NotComparable& type) {
    answer("thrown: %s returns a '%s', into which --verify does not see: it compares tensors, "
           "numbers, containers, and structs of at most 8 members, all of them public",
           doing.c_str(), type.what());
  } catch (const NoCounterpart& tensor) {
    answer("thrown: the original's state dict has no %s: what is not registered there under this "
           "name cannot be given the same values in both models",
           tensor.what());
  } catch (const OutOfMemory& error) {
    answer("memory: %s: %s", doing.c_str(), error.what());
  } catch (const std::bad_alloc& error) {
    answer("memory: %s: %s", doing.c_str(), error.what());
  } catch (const c10::Error& error) {
    const std::string message = error.what_without_backtrace();
    const bool lacks_memory = message.find("DefaultCPUAllocator") != std::string::npos;
    answer(lacks_memory ? "memory: %s: %s" : "thrown: %s throws: %s", doing.c_str(),
           message.c_str());
  } catch (const std::exception& error) {
    answer("thrown: %s throws: %s", doing.c_str(), error.what());
  }
  return 2;
}

/// Where the original throws at once, nothing can be compared.
inline bool runs(const Plan& plan, const Transcript& original) {
  for (const bool training : plan.modes) {
    const Seen& first = original.calls.at(section(training, 0));
    if (first.threw.empty()) continue;
    answer("thrown: the original throws: %s",
           (first.message.empty() ? first.threw : first.message).c_str());
    return false;
  }
  return true;
}

/// Whether a class has the method that fuse-conv-bn<fold> writes, which takes over the weights of
/// the original.
template <class Model, class = void>
struct Folds : std::false_type {};
template <class Model>
struct Folds<Model,
             decltype(std::declval<Model&>().fold(std::declval<torch::serialize::InputArchive&>()),
                      void())> : std::true_type {};

/// A model whose weights are others: its results alone are those of the original.
template <class Make, class Call, class Inputs>
void follow_folded(Report& report, const Plan& plan, const Transcript& original, Make make,
                   Call call, const Inputs& inputs) {
  Process process;
  doing = "the constructor of the edited model";
  auto model = construct(make, process);
  doing = "fold() of the edited model";
  torch::serialize::InputArchive saved;
  saved.load_from(plan.folder + "/weights.pt");
  model->fold(saved);
  doing = "the edited model";
  const auto results = [](Seen seen) {
    const auto is_of_state = [](const Item& item) {
      return item.name.find("parameter '") == 0 || item.name.find("buffer '") == 0 ||
             item.name.find("gradient of '") == 0;
    };
    seen.items.erase(std::remove_if(seen.items.begin(), seen.items.end(), is_of_state),
                     seen.items.end());
    return seen;
  };
  call_all(plan, *model, process, call, inputs, original.gradients,
           [&](bool training, int number, const Seen& seen) {
             const bool agrees =
                 compare_call(report, training, number,
                              results(original.calls.at(section(training, number))), results(seen));
             if (!agrees || number == num_calls - 1) report.end(number + 1);
             return agrees;
           });
}

/// Compares two models in one program.
template <class MakeOriginal, class CallOriginal, class Make, class Call, class Inputs>
int verify(const Plan& plan, MakeOriginal make_original, CallOriginal call_original, Make make,
           Call call, const Inputs& inputs) {
  auto [model, original] = record(plan, make_original, call_original, inputs);
  if (!runs(plan, original)) return 2;
  if (!repeats(plan, original, make_original, call_original, inputs)) return 1;
  Report report(plan);
  if (!plan.renamed.empty()) original = with_names_of_now(plan, std::move(original));
  follow(report, plan, original, "the regenerated model", make, call, inputs);
  doing = "saving the original";
  if (!plan.folder.empty()) save(plan.folder, model, original, inputs);
  return report.agrees() ? 0 : 1;
}

/// The two models in a program each, because they have the same names: the first one saves, the
/// second one compares.
template <class Make, class Call, class Inputs>
int verify_alone(const Plan& plan, bool is_original, Make make, Call call, const Inputs& inputs) {
  using Model = std::remove_reference_t<decltype(*hold(make))>;
  if (is_original) {
    auto [model, original] = record(plan, make, call, inputs);
    if (!runs(plan, original)) return 2;
    if (!repeats(plan, original, make, call, inputs)) return 1;
    save(plan.folder, model, original, inputs);
    if (Folds<Model>::value) std::ofstream(plan.folder + "/folds");
    return 0;
  }
  Report report(plan);
  const Transcript original = with_names_of_now(plan, load(plan.folder));
  // The original's own fold() is its own business.
  const bool is_folded = Folds<Model>::value && !std::ifstream(plan.folder + "/folds").good();
  if constexpr (Folds<Model>::value) {
    if (is_folded) follow_folded(report, plan, original, make, call, inputs);
  }
  if (!is_folded) follow(report, plan, original, "the edited model", make, call, inputs);
  return report.agrees() ? 0 : 1;
}

/// Runs the graph as traced and the changed graph up to the call that differs, and tells what their
/// nodes computed in it.
template <class MakeOriginal, class CallOriginal, class MakeTraced, class CallTraced,
          class MakeChanged, class CallChanged, class Inputs>
int find_node(const Plan& plan, bool training, int number, MakeOriginal make_original,
              CallOriginal call_original, MakeTraced make_traced, CallTraced call_traced,
              MakeChanged make_changed, CallChanged call_changed,
              const std::vector<std::string>& returned, const Inputs& inputs) {
  const Transcript original = record(plan, make_original, call_original, inputs).second;
  const auto run = [&](auto make, auto call, auto with_call) {
    Process process;
    auto model = construct(make, process);
    set_state(*model, original.start);
    Recording found;
    bool done = false;
    const auto recorded = [&](auto& of, Leaves& out, auto&... given) {
      recording = {};
      call(of, out, given...);
    };
    call_all(plan, *model, process, recorded, inputs, original.gradients,
             [&](bool in_training, int at, const Seen& seen) {
               if (done) return false;
               with_call(in_training, at, seen);
               done = in_training == training && at == number;
               if (done) found = recording;
               return !done;
             });
    return found;
  };
  bool agrees = true;
  const Recording traced =
      run(make_traced, call_traced, [&](bool in_training, int at, const Seen& seen) {
        Report report(plan, /*quiet=*/true);
        agrees &= compare_call(report, in_training, at, original.calls.at(section(in_training, at)),
                               seen);
      });
  if (!agrees) {
    answer("traced");
    return 0;
  }
  Seen last;
  const Recording changed =
      run(make_changed, call_changed, [&](bool, int, const Seen& seen) { last = seen; });
  print_nodes(traced, changed, plan.allowed());
  print_outputs(original.calls.at(section(training, number)), last, changed, returned,
                plan.allowed());
  return 0;
}

} // namespace fx_verify
