// --input: what was given for the inputs of a model.
#pragma once

#include "fx/Ops/InputSpec.h"

namespace fx::frontend {

using ops::DynamicSize;
using ops::InputSpec;
using ops::make_example;
using ops::parse_input_spec;

/// What --input gave a placeholder.
inline const MetaKey<InputSpec> example_input{{"example_input"}};
/// The keys, texts or numbers, of a placeholder that is a map of which --input gave elements.
inline const MetaKey<std::vector<Argument>> example_keys{{"example_keys"}};

} // namespace fx::frontend
