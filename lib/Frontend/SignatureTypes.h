// The types in a model's signature, written into meta for the emitters.
#pragma once

#include "Frontend/Eval/Machine.h"

namespace fx::frontend {

/// Canonical spelling of the type of an input, of the output, or of a member of one, without
/// reference: for meta::cpp_type.
std::string signature_type(const clang::ASTContext& context, clang::QualType type);
/// "mean, a, rest": the members in the order of Machine::lower_struct, those of bases first.
std::string names_of_members(const clang::CXXRecordDecl* record);
/// Writes the types of an input or of the output into the meta of `node`: `type` is that of the
/// value, `declared` what forward says.
void describe_signature_type(const Machine& machine, clang::QualType type, clang::QualType declared,
                             Node& node);

} // namespace fx::frontend
