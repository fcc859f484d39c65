// Temporaries that end the program when they die: LOG(FATAL), CHECK and their kind.
#pragma once

#include "clang/AST/ExprCXX.h"

namespace fx::frontend {

/// glog's have a destructor that does not return. That of c10, in a LibTorch that was built without
/// glog, returns unless the severity is fatal, which the macros name.
bool ends_program_when_it_dies(const clang::CXXBindTemporaryExpr* temporary);

} // namespace fx::frontend
