// Where in the user's program something happens, by the frames of the stack and the debug
// information of the program.
//
// GCC's libbacktrace reads that: it is part of every GCC (libgcc-NN-dev), is linked statically, and
// needs nothing else at run time.
#pragma once

#include <string>
#include <vector>

namespace fx {
class Node;
} // namespace fx

namespace fx::runtime {

struct UserFrame {
  std::string function; // empty: not known
  std::string file;     // empty: the program has no debug information
  unsigned line = 0;
};

/// The frames of this thread that are the traced program's own, innermost first: not those of
/// LibTorch, of this library, of the C++ library, nor what called the trace.
std::vector<UserFrame> user_frames(size_t most = SIZE_MAX);

/// Frames as Python's traceback has them, outermost first; a line each.
std::string stack_text(const std::vector<UserFrame>& frames);

/// ", at model.cpp:12 in Net::forward"; the function alone without debug information; empty when
/// there is no frame of the user's.
std::string at_user_line();
/// The same of where a node was recorded, if Tracer::record_stack_traces was set; else empty.
std::string place_of(const Node& node);

} // namespace fx::runtime
