// OpenMP is read as a compiler reads it that does not know it: loops run in order, which is one of
// the orders that it allows. What means something else then is an error.
#pragma once

namespace clang {
class Preprocessor;
}

namespace fx::frontend {

/// From now on, directives outside of system headers that mean something else in one thread are
/// errors of the parse, at their places.
void refuse_openmp_of_threads(clang::Preprocessor& preprocessor);

} // namespace fx::frontend
