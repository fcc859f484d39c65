// Writes models in the form that a row of Emitters.def names.
//
//   fx::driver::Emission emission(*fx::find_emitter("python"), options);
//   for (fx::TracedModule& model : models)
//     if (const auto error = emission.add(model)) ...
//   fx::Expected<std::string> text = emission.text();
//
// The parts that need none of the user's files are in CodeGen, for programs that link the core
// alone.
#pragma once

#include "fx/CodeGen/Emitter.h"
#include "fx/Driver/Model.h"

#include <span>
#include <string>
#include <vector>

namespace fx::driver {

class Emission {
public:
  explicit Emission(const Emitter& emitter, EmitOptions options = {});

  const Emitter& emitter() const { return emitter_; }
  const EmitOptions& options() const { return options_; }

  /// Adds the text of a model, C++ in the style of the file that it is from. Error: what cannot be
  /// expressed.
  std::optional<Error> add(const TracedModule& model);
  /// What was added, in order.
  std::span<const EmittedModel> parts() const { return parts_; }

  /// What is written of all that was added. Error: it cannot be written as one, or what makes the
  /// written form of the text refuses it.
  Expected<std::string> text() const;
  /// The archive of what was added, instead of its text. `weights`: a file that C++'s torch::save
  /// wrote; empty: initial values. Error: it is not one model, or the weights do not fit.
  Expected<std::string> archive(const Models& models, const std::string& weights) const;

private:
  const Emitter& emitter_;
  EmitOptions options_;
  std::vector<EmittedModel> parts_;
};

} // namespace fx::driver
