// The language of the lines in fx/Ops/Modules.def: values and conditions.
#pragma once

#include "fx/Ops/Modules.h"

#include <utility>

namespace fx::ops {

/// Takes "word" off the front of "word rest".
bool take_word(std::string_view& text, std::string_view word);
std::vector<std::string_view> split_outside_brackets(std::string_view text,
                                                     std::string_view separator);

/// What an @for counts: names and numbers.
using Rounds = std::span<const std::pair<std::string_view, int64_t>>;

/// "$dim", "[$dim]", "3 * $dim", "LayerNorm(eps = 0.1)" or a literal of Python's; nothing when it
/// is not known.
std::optional<Argument> value_of(std::string_view text, const ModuleOptions& options,
                                 Rounds rounds);
/// "$bias and not $size == 0 or $weight is None"; nothing when it is not known.
std::optional<bool> holds(std::string_view condition, const ModuleOptions& options, Rounds rounds);
/// "layers.$i." with the numbers in it.
std::string name_of(std::string_view text, Rounds rounds);

} // namespace fx::ops
