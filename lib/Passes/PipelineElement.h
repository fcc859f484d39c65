// A pass of a pipeline, or a group of passes.
#pragma once

#include "fx/Passes/PassManager.h"

namespace fx {

struct PassManager::Element {
  enum class Kind : uint8_t { Pass, Repeat, Fixpoint, Init };
  Kind kind = Kind::Pass;
  std::string name; // of a pass, its parameters included
  std::unique_ptr<Pass> pass;
  int64_t count = 0; // Repeat: how often; Fixpoint: at most, 0: without limit
  std::vector<Element> children;

  static Element of_pass(std::string name, std::unique_ptr<Pass> pass);
  bool runs(std::string_view pass) const;
  bool keeps_gradients() const;
  double lost_precision() const;
  void add_names(std::vector<std::string>& names) const;
  /// The passes in it, with parameters, in the order in which they run.
  void add_passes(std::vector<std::string_view>& passes) const;
  std::string to_string() const;
  static std::string list(const std::vector<Element>& elements);
};

} // namespace fx
