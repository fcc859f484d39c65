// What is to be compared, and what the original did.
#pragma once

#include "Comparison.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fx_verify {

/// What is to be done.
struct Plan {
  double tolerance = 1e-5;
  bool other_precision = false; // Allowed::other_precision
  std::vector<bool> modes;      // in order; true: train
  /// Modules and tensors that a pass took out of the regenerated model, by path.
  std::vector<std::string> removed;
  /// Modules that a pass gave another name: the paths that they had, and have.
  std::vector<std::pair<std::string, std::string>> renamed;
  /// Modules that a pass registered: the original has them, and not in its state.
  std::vector<std::string> registered;
  /// Where the program saves what the original did, for another program; empty: nowhere.
  std::string folder;

  Allowed allowed() const { return {tolerance, other_precision}; }
  bool is_removed(const std::string& name) const { return is_of(removed, name); }
  bool is_registered_now(const std::string& name) const { return is_of(registered, name); }
  /// What the tensor at a path of the original is called now: the innermost module decides.
  std::string name_now(const std::string& name) const {
    const std::pair<std::string, std::string>* innermost = nullptr;
    for (const auto& module : renamed)
      if (name.compare(0, module.first.size() + 1, module.first + ".") == 0 &&
          (innermost == nullptr || module.first.size() > innermost->first.size()))
        innermost = &module;
    return innermost == nullptr ? name : innermost->second + name.substr(innermost->first.size());
  }

private:
  static bool is_of(const std::vector<std::string>& paths, const std::string& name) {
    for (const std::string& path : paths)
      if (name == path || name.compare(0, path.size() + 1, path + ".") == 0) return true;
    return false;
  }
};

constexpr int num_calls = 2; // in each mode

/// "eval 0"
inline std::string section(bool training, int number) {
  return c10::str(training ? "train " : "eval ", number);
}

/// The path in "gradient of 'fc.weight'"; empty: none is named.
inline std::string path_in(const std::string& item) {
  const size_t begin = item.find('\''), end = item.rfind('\'');
  return begin == end ? "" : item.substr(begin + 1, end - begin - 1);
}

/// What is seen of all but the tensors of which this is true.
template <class IsLeftOut>
Seen without(Seen seen, IsLeftOut is_left_out) {
  seen.items.erase(
      std::remove_if(seen.items.begin(), seen.items.end(),
                     [&](const Item& item) { return is_left_out(path_in(item.name)); }),
      seen.items.end());
  return seen;
}

/// All that is known of the original.
struct Transcript {
  Seen constructed;
  State start;                         // parameters and buffers before the first call
  bool gradients = true;               // whether the inputs need a gradient
  std::map<std::string, Seen> calls;   // by section
  std::map<std::string, State> states; // after each of them
  /// What the constructor leaves to chance, by name: memory that nothing was written to.
  std::set<std::string> unsettled;
};

/// The original as if its modules had the names that they have in the regenerated model.
inline Transcript with_names_of_now(const Plan& plan, Transcript original) {
  const auto rename_seen = [&](Seen& seen) {
    for (Item& item : seen.items) {
      const std::string path = path_in(item.name);
      if (path.empty()) continue; // "output 1"
      item.name.replace(item.name.find('\'') + 1, path.size(), plan.name_now(path));
    }
  };
  const auto rename_state = [&](State& state) {
    State renamed;
    for (const auto& entry : state)
      renamed[plan.name_now(entry.first)] = entry.second;
    state = std::move(renamed);
  };
  rename_seen(original.constructed);
  rename_state(original.start);
  for (auto& call : original.calls)
    rename_seen(call.second);
  for (auto& state : original.states)
    rename_state(state.second);
  return original;
}

} // namespace fx_verify
