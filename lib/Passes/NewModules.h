// Modules that passes give to classes: each object of the class gets one, as a member of the class
// would have it.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Ops/Operations.h"

#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace fx {

/// Where the source has a call, in whatever graph and run of it.
using CallPlace = std::tuple<std::string, uint32_t, uint32_t, uint32_t, uint32_t>;
/// A node of which nothing says where it stands has a place of its own.
CallPlace place_of(const Node& node);

class NewModules {
public:
  explicit NewModules(TracedModule& model) : model_(&model) {}

  /// The module of the user's whose code makes the call, when that code sees its members; null when
  /// there is none.
  ModuleNode* owner_of(const Node& call) const;

  /// The path of such a module in `owner`, which is made where it is not there yet, in all objects
  /// of its class: one for all calls of the class; with `user`, one for that user alone. `wish`:
  /// the name, when it is free.
  std::string path_of(const ModuleNode& owner, const ops::OtherModule& wanted,
                      const std::string& wish, const std::string& user = {});

  /// The paths of all that were made, in order.
  const std::vector<std::string>& made() const { return made_; }
  /// What torch::load asks for that files saved before do not have; empty: nothing was made.
  std::string said_of_saved_weights() const;

private:
  struct Member {
    ops::OtherModule module;
    std::string user;
    std::string name;
  };

  TracedModule* model_;
  std::unordered_map<Symbol, std::vector<Member>> members_; // by class
  std::vector<std::string> made_;
};

} // namespace fx
