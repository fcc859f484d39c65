// What is said of single classes, beside what is said of all that is traced.
#pragma once

#include "fx/Frontend/TraceOptions.h"

#include "llvm/ADT/StringRef.h"

namespace fx::frontend {

/// "Net", "models::ResNet", "Net<4>": something to look up rather than an expression.
bool is_plain_name(llvm::StringRef root);

/// The name that an entry is for: its own, else what its expression begins with. Empty: it is for
/// everything.
std::string name_of(const ModelOptions& model);

/// Adds what `general` says and `model` does not.
void add_general(const ModelOptions& general, ModelOptions& model);

/// Adds what `model` says to the options, which count where both name one expression or parameter.
void add_model(const ModelOptions& model, TraceOptions& options);

} // namespace fx::frontend
