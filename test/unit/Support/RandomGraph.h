// Random models for tests of passes, printers and parsers. The same seed gives the same model.
#pragma once

#include "Support/Value.h"

#include "fx/IR/TracedModule.h"

#include <vector>

namespace fx::testing {

struct RandomOptions {
  /// About how many nodes the graph has besides placeholders and output.
  unsigned nodes = 40;
  bool mutation = true;
  bool randomness = true;
  bool views = true;
  bool modules = true;
  /// Lists of tensors as operands; tuples, lists and dicts in the output.
  bool nested_arguments = true;
  bool kwargs = true;
};

/// A lint-clean model that evaluate() can run on random_inputs(): duplicated and dead expressions,
/// writes to inputs, views, parameters and temporaries, constants that are equal but not the same.
TracedModule random_model(uint64_t seed, RandomOptions options = {});

/// Inputs for a model of random_model(), or a copy of one. Some share memory with each other, some
/// hold NaN, -0.0 and infinities.
std::vector<Value> random_inputs(const TracedModule& module, uint64_t seed);

/// A lint-clean model that is not meant to run: all that a text form has to express.
TracedModule random_text_model(uint64_t seed);

/// What a placeholder of random_model() is to be given.
struct InputKind {
  bool is_tensor = true; // else a Python int
  Dtype dtype = Dtype::Float;
  Shape sizes;
};
inline const MetaKey<InputKind> input_kind{{"fx::testing::input_kind"}};

} // namespace fx::testing
