// What library code means: models of std and LibTorch, found by qualified name.
//
// A model is a function from evaluated operands to a value; it never looks at source text. Each
// file beside this one ends with the table of one library family; ModelLibrary.cpp joins the
// tables. A name "torch::nn::functional::*" catches what no exact name caught; the longest prefix
// wins.
#pragma once

#include "Frontend/Eval/Machine.h"
#include "Frontend/Models/Contracts.h"

#include <initializer_list>

namespace fx::ops {
struct PythonFunction;
}

namespace fx::frontend {

// Rows name them without more.
using namespace contract;

/// Whether what a call returns is a reference through which the program may write.
inline bool hands_out_reference(const ModelCall& call) {
  const clang::QualType type = call.callee->getReturnType();
  return type->isLValueReferenceType() && !type.getNonReferenceType().isConstQualified();
}

/// A row of a table: functions that share a model and what is stated of it. Braces hold
/// alternatives, as a shell has them: "std::{map,set}::{begin,end}" is four functions; "{}" is
/// none.
struct ModelRow {
  std::string_view names;
  ModelFunction model;
  Contract contract;
};

using ModelTable = std::initializer_list<ModelRow>;

/// std and LibTorch as the machine asks for them.
const Library& model_library();
/// The model of a library function, method or constructor, or null.
const ModelEntry* find_model(std::string_view qualified, const clang::FunctionDecl* function);

// What the engine asks about the library (one file each)

/// Whether models stand for the objects of a class of the library's (OwnCode.cpp).
Modelled modelled(const clang::CXXRecordDecl* record);
bool is_modelled_iterator(const Value& value);

/// dtype, layout and memory format enumerators become constants.
bool library_enumerator(const clang::EnumConstantDecl* constant, Value& value);
/// torch::kReflect, nullopt, Ellipsis and other library objects known by name.
bool library_constant(Machine& machine, const clang::ValueDecl* declaration, Value& value);
/// A data member: of a user object, a pair, a LibTorch module (options, weight).
bool read_field(Machine& machine, const clang::Expr* expr, const Value& base,
                const clang::FieldDecl* field, Result& result);
/// A smart pointer or module holder made from `args`.
bool construct_handle(Machine& machine, const clang::Expr* expr, const clang::CXXRecordDecl* record,
                      llvm::SmallVector<Operand, 4> args, Result& result);

// Base classes of the library's (LibraryBase.cpp)

/// The part of `object`, of a class of the user's that is no module, that `constructor` makes.
bool init_class_base(Machine& machine, const clang::Expr* where,
                     const clang::CXXConstructorDecl* constructor, const Object* object,
                     llvm::ArrayRef<Operand> args);
/// What what() says of an exception that is made of `given`.
Value exception_text(const Operand& given);
/// Whether `record` derives from an exception of the library's that has a text of its own.
bool has_library_text(const clang::CXXRecordDecl* record);

/// container = other: a copy of what `other` holds, in the place of what was there.
bool assign_container(ModelCall& call);

/// Whether the compiled program has the elements in the order that `container` has them in; reports
/// when that is not known.
bool has_known_order(Machine& machine, const clang::Expr* where, const Object& container);

/// The element with the key of the first argument, of a map that only a run of the model knows.
bool element_of_input(ModelCall& call);

} // namespace fx::frontend
