// What library code means: models of std and LibTorch, found by qualified name.
//
// A model is a function from evaluated operands to a value; it never looks at source text. Each
// file beside this one holds one library family and its table; ModelLibrary.cpp joins the tables.
// A name "torch::nn::functional::*" catches what no exact name caught; the longest prefix wins.
#pragma once

#include "Frontend/Eval/Machine.h"

namespace fx::ops {
struct PythonFunction;
}

namespace fx::frontend {

struct ModelEntry {
  std::string_view name;
  Model model;
};

using ModelTable = llvm::ArrayRef<ModelEntry>;

/// std and LibTorch as the machine asks for them.
const Library& model_library();
/// The model of a library function, method or constructor, or null.
Model find_model(std::string_view qualified, const clang::FunctionDecl* function);

#define FX_MODELS(FAMILY) ModelTable FAMILY##_models();
#include "Frontend/Models/Families.def"

// What the engine asks about the library (one file each)

/// dtype, layout and memory format enumerators become constants.
bool library_enumerator(const clang::EnumConstantDecl* constant, Value& value);
/// torch::kReflect, nullopt, Ellipsis and other library objects known by name.
bool library_constant(const clang::ValueDecl* declaration, Value& value);
/// A data member: of a user object, a pair, a LibTorch module (options, weight).
bool read_field(Machine& machine, const clang::Expr* expr, const Value& base,
                const clang::FieldDecl* field, Result& result);
/// A smart pointer or module holder made from `args`.
bool construct_handle(Machine& machine, const clang::Expr* expr, const clang::CXXRecordDecl* record,
                      llvm::SmallVector<Operand, 4> args, Result& result);
// Modules (TorchModule.cpp)

/// The most derived class of LibTorch's own that `record` is: Conv2dImpl, SequentialImpl, Module.
const clang::CXXRecordDecl* library_class(const clang::CXXRecordDecl* record);
const Object* create_module(Machine& machine, const clang::CXXRecordDecl* record);
bool init_library_base(Machine& machine, const clang::Expr* where,
                       const clang::CXXConstructorDecl* constructor, const Object* object,
                       llvm::SmallVector<Operand, 4>& args);
/// object(args...): runs a user's forward, chains a Sequential, emits call_module for a leaf.
bool call_module(Machine& machine, const clang::Expr* expr, const Object* object,
                 llvm::SmallVector<Operand, 4> args, Result& result);
/// The same, starting at LibTorch's own forward: what `Conv2dImpl::forward(x)` means.
bool library_forward(Machine& machine, const clang::Expr* expr, const Object* object,
                     llvm::SmallVector<Operand, 4> args, Result& result);
/// The tensor that a member of a LibTorch module holds (LeafTensors.cpp).
bool read_leaf_tensor(Machine& machine, const clang::Expr* expr, const LeafTensor& tensor,
                      Result& result);
/// fc->weight = other: from then on the module computes with `other`, under whatever name that is
/// in the state dict.
bool replace_leaf_tensor(ModelCall& call, const LeafTensor& tensor);
/// Whether a tensor of `object` was replaced; and a call of such a module, as the function that its
/// forward calls.
bool has_replaced_tensor(const Object& object);
bool call_with_replaced_tensors(Machine& machine, const clang::Expr* expr, const Object* object,
                                std::vector<Argument> args, Result& result);
/// An option that the program set for a LibTorch module, or null.
const Value* option_value(const Object& module, std::string_view name);
/// A module that forward calls but nobody registered: it joins the tree under its member's name,
/// and the user is told, because the original keeps its weights out of the state dict. False when
/// there is no module to own it.
bool adopt_unregistered(Machine& machine, const clang::Expr* expr, const Object* object);
/// Makes `root` the root of the module tree.
void adopt_root(Machine& machine, const Object* root);
bool attach_module(Machine& machine, const clang::Expr* expr, const Object* parent,
                   const Object* child, std::string_view name);

/// A copy of a user's module, as its implicit copy constructor makes it.
const Object* copy_module(Machine& machine, const Object& source);
/// What the implicit assignment of one module to another does; `moves`: from one that dies.
bool assign_module(Machine& machine, const clang::Expr* where, const Object& target,
                   const Object& source, bool moves);

/// container = other: a copy of what `other` holds, in the place of what was there.
bool assign_container(ModelCall& call);

/// The element with the key of the first argument, of a map that only a run of the model knows.
bool element_of_input(ModelCall& call);

// Options (TorchOptions.cpp)

bool is_options_class(const clang::CXXRecordDecl* record);
/// Writes what the program set into the module of the tree.
bool record_options(Machine& machine, const clang::Expr* where, const Object* module);
/// A module of LibTorch's from an Options object: `options` becomes a copy.
bool make_from_options(Machine& machine, const clang::Expr* where,
                       const clang::CXXRecordDecl* record, const Operand& options,
                       const Object*& module);
/// An Options object from constructor arguments: parameter `p` sets option `p`.
bool construct_options(Machine& machine, const clang::Expr* where,
                       const clang::CXXRecordDecl* record, const clang::FunctionDecl* constructor,
                       llvm::ArrayRef<Operand> args, const Object*& options);
/// The Options class a LibTorch module class is built from, or null.
const clang::CXXRecordDecl* options_class_of(const clang::CXXRecordDecl* module);
bool options_model(ModelCall& call);

// Operators (TorchOperator.cpp)

/// Lowers the operands of an operator by LibTorch's schema: positional, keywords, spread lists.
bool lower_by_schema(ModelCall& call, bool is_method, std::vector<Argument>& args,
                     std::vector<KeywordArgument>& kwargs);
/// Wraps the node of an operator by the C++ type it returns.
Value operator_result(const ModelCall& call, Node* node);
/// Python text of a default ("None", "2.0", "'mean'") as an argument.
Argument parse_python_literal(std::string_view text);

} // namespace fx::frontend
