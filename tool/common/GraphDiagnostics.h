// Messages about graph files, as Clang writes them: file:line:column, the line, a caret.
#pragma once

#include "fx/IR/Parser.h"
#include "fx/Support/Diagnostic.h"

#include "llvm/Support/SourceMgr.h"

namespace fx::tool {

/// The location of an error in a buffer that `sources` holds under its file name.
llvm::SMLoc find_location(llvm::SourceMgr& sources, const SourceLocation& location);
/// Prints an error and its notes, the line it is in when `sources` holds it.
void report(llvm::SourceMgr& sources, llvm::SourceMgr::DiagKind kind, const Error& error);

/// A handler of a SourceMgr's messages, which tells them to the DiagnosticSink behind `sink`.
void tell(const llvm::SMDiagnostic& diagnostic, void* sink);

} // namespace fx::tool
