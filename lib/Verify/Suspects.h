// Which nodes of a changed graph are to blame when the model computes something else.
#pragma once

#include "fx/Verify/Verify.h"

namespace fx::verify {

/// The nodes of one of the changed model's graphs.
std::vector<ChangedNode> changed_nodes(const TracedModule& changed, const Graph& graph,
                                       const std::set<std::string>& traced_names);

/// Names of nodes, as the program that runs both graphs tells them.
struct Comparison {
  std::vector<std::string> same;      // in both graphs, of one value
  std::vector<std::string> differing; // in both graphs, of two values
  std::vector<std::string> returned;  // those returned that are other outputs; empty: not known
};

/// What Verdict::nodes says.
std::vector<ChangedNode> suspects(const std::vector<ChangedNode>& nodes,
                                  const Comparison& comparison);

} // namespace fx::verify
