// What a pass knows of the literals of a call that came in the place of a module's: which option of
// the module each of them is. New source can read the option where it would say the literal.
#pragma once

#include "fx/IR/Meta.h"

#include <cstddef>
#include <vector>

namespace fx {

/// An operand of a call that is an option of a module, as it is when the call runs.
struct OptionRead {
  size_t operand; // its number: the args, then the kwargs
  Argument value; // what stands there; with another one it is the option no more
  Symbol module;  // the path of the module
  Symbol option;  // as LibTorch's Options class spells it: "stride"
};

namespace meta {
extern const MetaKey<std::vector<OptionRead>> option_reads;
} // namespace meta

} // namespace fx
