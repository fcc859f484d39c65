// A call_module node that one call of a Sequential makes, together with those of its other modules:
// layers->forward(x). What an edit needs that writes that call out.
#pragma once

#include "fx/IR/Meta.h"

#include <cstddef>

namespace fx {

struct SequentialElement {
  /// The path that the module has in the Sequential, which is the one before the last dot.
  Symbol path;
  /// The call has the Sequential itself before it, or a holder: layers[0] is a module of it. Else a
  /// pointer, or nothing: layers->ptr(0).
  bool is_indexed = false;
};

/// One expression takes no more: a call of a longer Sequential stays as it is.
constexpr size_t max_modules_written_out = 8;

namespace meta {
/// Where --rewrite asks for it; its `syntax` is that of the whole call. A pass gives it to a new
/// node in the place of such ones when it has said which modules the new source takes for granted:
/// without it no edit writes the call out.
extern const MetaKey<SequentialElement> sequential_element;
} // namespace meta

} // namespace fx
