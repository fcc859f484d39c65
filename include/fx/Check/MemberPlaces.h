// Where the source names the modules that classes keep in members: what an editor shows as
// references of a submodule, beside what a trace runs.
#pragma once

#include "fx/IR/Meta.h"

#include <string>
#include <vector>

namespace fx::check {

/// A module class of the user's, and the members that hold modules.
struct ClassPlaces {
  /// A member that holds one or several modules.
  struct Member {
    SourceRange declaration;       // its name there
    std::vector<SourceRange> uses; // its name everywhere else
  };
  /// A call of register_module.
  struct Registration {
    static constexpr size_t none = static_cast<size_t>(-1);
    SourceRange call;
    SourceRange name;     // the literal; line 0: it is computed
    size_t member = none; // the one that holds what is registered
  };
  std::string name; // "models::NetImpl"
  SourceRange name_place;
  SourceRange whole;
  std::vector<Member> members;
  std::vector<Registration> registrations;
};

} // namespace fx::check
