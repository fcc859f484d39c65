// What a trace lacks where a function that it runs is declared in the files at hand, and defined in
// another one.
#pragma once

#include <string>

namespace fx::frontend {

/// A function that the model needs and that has no body in the files read so far.
struct MissingBody {
  std::string name;        // "models::NetImpl::forward"
  std::string text;        // what its definition spells: "NetImpl::forward", "conv3x3"
  std::string declared_in; // file
};

} // namespace fx::frontend
