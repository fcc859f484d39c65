// Questions about declarations, types and values that need no machine.
#pragma once

#include "Frontend/ClangHeaders.h"
#include "Frontend/Values/Storage.h"

#include <optional>
#include <string>
#include <string_view>

namespace fx::frontend {

/// How many tensors an operator that cuts one up returns, where its arguments alone tell: chunk(2)
/// may return one, split({2, 3}) returns two or throws.
std::optional<int64_t> length_by_arguments(const Node& list);
std::string without_spaces(llvm::StringRef text);
/// A value that only a run of the model knows, or that is not known at all.
bool is_unknown(const Value& value);
/// Whether a value is, or is a list that holds, something that only a run of the model knows.
bool touches_graph(const Value& value);
/// The characters before the zero that a pointer into an array of them leads to, if all are known.
std::optional<std::string> c_string(const Value& pointer);
/// The module object behind a holder, pointer, AnyModule or (name, module) pair, or null.
const Object* module_of(const Value& value);
/// Where code stands, up to the end of its last token; code of a macro where that is used.
fx::SourceRange source_range(const clang::ASTContext& context, clang::SourceRange range);
/// Declared in a file of the user's, not in a header of the system or of an installed library.
bool is_in_user_file(const clang::ASTContext& context, const clang::Decl* declaration);
/// A type as a reader knows it: "models::Net".
std::string type_name(const clang::ASTContext& context, clang::QualType type);
/// "std::vector::push_back": inline and unnamed namespaces and template arguments left out.
std::string qualified_name(const clang::NamedDecl* declaration);
/// The class behind references, pointers and typedefs, or null.
const clang::CXXRecordDecl* record_of(clang::QualType type);
/// True when `record` is, or derives from, a class of this qualified name.
bool derives_from(const clang::CXXRecordDecl* record, std::string_view name);
const clang::CXXRecordDecl* base_named(const clang::CXXRecordDecl* record, std::string_view name);
/// Whether `base` is a public base class of `derived`, and only once.
bool is_public_base(const clang::CXXRecordDecl* base, const clang::CXXRecordDecl* derived);
bool is_module_class(const clang::CXXRecordDecl* record);
bool is_torch_library(const clang::Decl* declaration);
bool is_tensor_type(clang::QualType type);
/// A class that stands for one pointer: smart pointers, ModuleHolder and what derives from it.
bool is_handle_class(const clang::CXXRecordDecl* record);
/// The class a holder or smart pointer refers to.
clang::QualType handle_target(const clang::CXXRecordDecl* record);

} // namespace fx::frontend
