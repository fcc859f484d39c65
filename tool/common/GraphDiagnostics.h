// Messages about graph files, as Clang writes them: file:line:column, the line, a caret.
#pragma once

#include "fx/IR/Parser.h"
#include "fx/Support/Diagnostic.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/SourceMgr.h"

namespace fx::tool {

/// The location of an error in a buffer that `sources` holds under its file name.
llvm::SMLoc find_location(llvm::SourceMgr& sources, const SourceLocation& location);
/// Prints an error and its notes, the line it is in when `sources` holds it.
void report(llvm::SourceMgr& sources, llvm::SourceMgr::DiagKind kind, const Error& error);

/// Whether `work` reports what the first buffer of `sources` expects in its comments, and nothing
/// else; prints what differs.
bool reports_as_expected(llvm::SourceMgr& sources, llvm::function_ref<void()> work);

} // namespace fx::tool
