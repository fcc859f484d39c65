// The meta that nodes of a trace get from the node for which they are made.
#pragma once

namespace fx {
class Node;
} // namespace fx

namespace fx::runtime {

/// Gives a new node the current meta, where it is preserved (fx/Runtime/Traceback.h).
void carry_current_meta(Node& made);

} // namespace fx::runtime
