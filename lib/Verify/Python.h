// The Python that has torch, and regenerated Python run by it on what the C++ program of --verify
// saved.
#pragma once

#include "Build.h"

namespace fx::verify {

/// FX_PYTHON, or the first python3 of PATH that has torch. Error: there is none for `what`.
llvm::Expected<std::string> find_python(llvm::StringRef what, const TemporaryFolder& folder);
/// Puts the Python where the program saves its values. Error: no Python has torch, or a file cannot
/// be written.
llvm::Error write_python(const Subject& subject, const TemporaryFolder& folder);
/// Runs verify.py and adds to the verdict. Error: the Python raises something.
llvm::Error verify_python(const Subject& subject, const Options& options,
                          const TemporaryFolder& folder, Verdict& verdict);

} // namespace fx::verify
