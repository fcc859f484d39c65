// Instantiations of the library's own code, which are made where the program is run and comes to
// them, and not for all that a file names.
#pragma once

namespace clang {
class Sema;
}

namespace fx::frontend {

/// Takes functions of interpreted headers out of what Clang is to instantiate at the end of a file.
/// Machine::definition asks for those that are run.
void postpone_library_instantiations(clang::Sema& sema);

} // namespace fx::frontend
