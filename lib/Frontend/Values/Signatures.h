// How a class can be made, and what it can do, in words for a message.
#pragma once

#include "Frontend/ClangHeaders.h"

#include <string>
#include <vector>

namespace fx::frontend {

/// "models::Tagger<torch::nn::GRU>": what names the class in the user's file.
std::string class_spelling(const clang::CXXRecordDecl* record);
/// The name of the module's holder where TORCH_MODULE declares one, else that of the class.
std::string holder_spelling(const clang::CXXRecordDecl* record);

/// Those that make an object anew, and that others may call; the fewest parameters first.
std::vector<const clang::CXXConstructorDecl*> constructors_of(const clang::CXXRecordDecl* record);
/// "Net(int width, bool bias = true)"
std::string signature(const clang::CXXConstructorDecl* constructor);
/// "Net(<int width>)": a call to copy that gives what has no default. Where a parameter is a
/// reference that is not const, a lambda that declares a variable for it.
std::string call_to_copy(const std::string& name, const clang::FunctionDecl* function);

/// The methods that --method could name: those of the user's classes that are no operators.
std::vector<std::string> methods_to_trace(const clang::CXXRecordDecl* record);

} // namespace fx::frontend
