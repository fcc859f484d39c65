// Whether a thread computes as it does by default.
#pragma once

namespace fx::runtime {

/// Whether this thread traces, observes, is in autocast, or has dispatch keys of its own: values
/// that were computed outside of that may not be right here.
bool has_other_modes();

} // namespace fx::runtime
