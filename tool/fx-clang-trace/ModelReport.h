// What passes and workflows say of models, on stderr, at its place in the user's source.
#pragma once

#include "fx/IR/Node.h"
#include "fx/Support/Error.h"

#include <string>

namespace fx::tool {

void report_error(const Error& error);
/// What a pass says of a node; null: of the model.
void report_remark(const Node* node, const std::string& message);
/// A message of a library's without a place.
void report_saying(const Saying& said);
/// An error without a place, in the name of the tool.
void report_failure(const std::string& message);

} // namespace fx::tool
