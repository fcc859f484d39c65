// The line of a node in the two dialects; they share everything but how an argument is written.
#pragma once

#include "fx/IR/Graph.h"
#include "fx/IR/Printer.h"

#include <string>

namespace fx {

enum class Dialect { TorchFx, Lossless };

/// Appends the node's line without indentation and line end; "return ..." for the output node.
void append_node(std::string& out, const Node& node, Dialect dialect,
                 const PrintOptions& options = {});
/// A name, a target or a type in our dialect: as it is when `plain` characters make it up, else in
/// quotes.
void append_word(std::string& out, std::string_view text, bool plain);
/// ` loc("model.cpp":1:2-3:4)`; nothing for an unknown place.
void append_location(std::string& out, const SourceRange& range);

} // namespace fx
