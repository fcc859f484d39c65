// Which modules of a file to trace, and how each is constructed.
#pragma once

#include "Frontend/Parse/Parse.h"

#include "Frontend/Bodies.h"

#include "fx/Frontend/Trace.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace clang {
class CompilerInstance;
}

namespace fx::frontend {

/// Traces --root (the function `root_function` that the parse appended, or a class or function of
/// that name) or, without it, every root that can be found. Reports through Clang's diagnostics.
/// `find_bodies` is asked for functions without a body; when it found some, the answer is Again,
/// and nothing was reported.
Outcome trace_roots(clang::CompilerInstance& compiler, const ParseErrors& errors,
                    const TraceOptions& options, const char* root_function,
                    llvm::function_ref<bool(const std::vector<MissingBody>&)> find_bodies,
                    TraceResult& result);

} // namespace fx::frontend
