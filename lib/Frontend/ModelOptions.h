// Which of the classes and functions of a unit an entry of ModelOptions is for.
#pragma once

#include "Frontend/ClangHeaders.h"
#include "Frontend/Roots/Find.h"
#include "fx/Frontend/ModelOptions.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace fx::frontend {

/// Whether a class or function is called `name`: with or without its namespaces and Impl.
bool is_named(const clang::NamedDecl* declaration, llvm::StringRef name);
/// The class of a model among the candidates, or null.
const clang::CXXRecordDecl* class_of(const ModelOptions& model, const RootCandidates& candidates);

/// The models whose expressions the unit is to have behind its text: by their number in `models`.
std::vector<size_t> models_to_append(llvm::ArrayRef<ModelOptions> models,
                                     const RootCandidates& candidates);
/// The name of the function that returns the model of this number.
std::string root_function_of(size_t model);

} // namespace fx::frontend
