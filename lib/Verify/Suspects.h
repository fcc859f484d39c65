// Which nodes of a changed graph are to blame when the model computes something else.
#pragma once

#include "fx/Verify/Verify.h"

namespace fx::verify {

std::vector<ChangedNode> changed_nodes(const Graph& changed,
                                       const std::set<std::string>& traced_names);

/// What Verdict::nodes says. `same` and `differing` are the names of the nodes that both graphs
/// have and whose values were compared.
std::vector<ChangedNode> suspects(const std::vector<ChangedNode>& nodes,
                                  const std::vector<std::string>& same,
                                  const std::vector<std::string>& differing);

} // namespace fx::verify
