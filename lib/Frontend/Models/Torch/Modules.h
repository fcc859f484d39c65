// What the models of LibTorch share: modules, the tensors that they register, their modes and
// options, and operators.
#pragma once

#include "Frontend/Models/Models.h"

#include "fx/Ops/Modules.h"

namespace fx::frontend {

// Modules (ModuleTree.cpp, ModuleCall.cpp)

/// The most derived class of LibTorch's own that `record` is: Conv2dImpl, SequentialImpl, Module.
const clang::CXXRecordDecl* library_class(const clang::CXXRecordDecl* record);
/// Sequential, ModuleList and their like, and what derives from them.
bool is_container_class(const clang::CXXRecordDecl* record);
/// Conv2dImpl and the like; false of Module, Cloneable, Functional and containers.
bool is_leaf_class(const clang::CXXRecordDecl* library);
const Object* create_module(Machine& machine, const clang::CXXRecordDecl* record);
/// Notes the classes of the user's modules, and which of their members hold modules of LibTorch's,
/// for edits in place.
void note_members(Machine& machine, const Object& root);
bool init_library_base(Machine& machine, const clang::Expr* where,
                       const clang::CXXConstructorDecl* constructor, const Object* object,
                       llvm::SmallVector<Operand, 4>& args);
/// object(args...): runs a user's forward, chains a Sequential, emits call_module for a leaf.
/// `given` is the class that the caller knows the object as: forward is not virtual.
bool call_module(Machine& machine, const clang::Expr* expr, const Object* object,
                 llvm::SmallVector<Operand, 4> args, Result& result,
                 const clang::CXXRecordDecl* given = nullptr);
/// The arguments that a call through AnyModule or Sequential leaves out (ForwardDefaults.cpp).
bool add_forward_defaults(Machine& machine, const clang::Expr* expr, const Object& module,
                          llvm::SmallVector<Operand, 4>& args);
/// Whether a caller that knows `module` as a `given` calls another forward than its own class's.
bool has_other_forward(const clang::CXXRecordDecl* given, const Object& module);
/// Whether a module is the same in each call of forward; an error otherwise.
bool is_same_in_each_call(Machine& machine, const clang::Expr* expr, const Object& module);
/// The forward of `record`, nearest class first, that takes this many arguments; null where there
/// is none, or more than one, and then `ambiguous`.
const clang::CXXMethodDecl* find_forward(const clang::CXXRecordDecl* record, size_t num_args,
                                         bool& ambiguous);
/// The same, starting at LibTorch's own forward: what `Conv2dImpl::forward(x)` means.
bool library_forward(Machine& machine, const clang::Expr* expr, const Object* object,
                     llvm::SmallVector<Operand, 4> args, Result& result);
/// A call of a module becomes a node.
bool forward_leaf(Machine& machine, const clang::Expr* expr, const Object* object,
                  llvm::ArrayRef<Operand> args, Result& result);
/// Whether --leaf names a class (LeafCalls.cpp).
bool is_named_leaf(const Machine& machine, const clang::CXXRecordDecl* record);
/// See Library::call_leaf.
std::optional<bool> call_leaf(Machine& machine, const clang::Expr* expr, const Object& module,
                              const clang::CXXMethodDecl* forward,
                              const llvm::SmallVector<Operand, 4>& args, Result& result);
/// The tensor that a member of a LibTorch module holds (LeafTensors.cpp).
bool read_leaf_tensor(Machine& machine, const clang::Expr* expr, const LeafTensorField& tensor,
                      Result& result);
/// The tensor that a module of LibTorch's registered as `name`, also where its member holds
/// another.
bool registered_leaf_tensor(Machine& machine, const clang::Expr* expr, const Object* object,
                            std::string_view name, Location*& place);
/// What member `name` of a module holds when forward runs, as an argument of a node.
bool lower_leaf_tensor(Machine& machine, const clang::Expr* expr, const Object* object,
                       llvm::StringRef name, Argument& argument);
/// fc->weight = other: from then on the module computes with `other`, under whatever name that is
/// in the state dict.
bool replace_leaf_tensor(ModelCall& call, const LeafTensorField& tensor);
/// Whether a tensor of `object` was replaced; and a call of such a module, as the function that its
/// forward calls.
bool has_replaced_tensor(const Object& object);
bool call_with_replaced_tensors(Machine& machine, const clang::Expr* expr, const Object* object,
                                std::vector<Argument> args, Result& result);
/// An option that the program set for a LibTorch module, or null.
const Value* option_value(const Object& module, std::string_view name);
/// A module that forward calls and that is not registered: it joins the tree under its member's
/// name, and the user is told, because the original keeps its weights out of the state dict. False
/// when there is no module to own it.
bool adopt_unregistered(Machine& machine, const clang::Expr* expr, const Object* object);
/// Makes `root` the root of the module tree.
void adopt_root(Machine& machine, const Object* root);
bool attach_module(Machine& machine, const clang::Expr* expr, const Object* parent,
                   const Object* child, std::string_view name);

/// The reason of an opaque value that clone() of a module gave.
inline constexpr std::string_view cloned_module = "a copy that clone() makes is not followed";
/// A copy of a user's module, as its implicit copy constructor makes it.
const Object* copy_module(Machine& machine, const Object& source);
/// What the implicit assignment of one module to another does; `moves`: from one that dies.
bool assign_module(Machine& machine, const clang::Expr* where, const Object& target,
                   const Object& source, bool moves);

/// The class of a module of TorchScript's (ScriptModule.cpp).
inline constexpr std::string_view script_module_type = "torch::jit::Module";

// What LibTorch's modules register (ModuleTensors.cpp)

/// The class of torch::nn that `leaf` is or derives from; null for a class of the user's that
/// --leaf names.
const ops::ModuleClass* module_class_of(const Object& leaf);
/// In the order of registration; nothing when that is not known of the class of `leaf`.
std::optional<std::vector<ops::RegisteredTensor>> registered_tensors(Machine& machine,
                                                                     const Object& leaf);
/// Whether `module` or what it holds registers a tensor, as far as that is known.
bool may_hold_tensors(Machine& machine, const Object& module);
/// The names of all tensors below `module`, those that it holds included: what a state dict has.
std::vector<std::string> state_names(Machine& machine, const Object& module);

/// reset(), reset_parameters() and reset_running_stats() of a layer, as LibTorch has them.
bool reset_layer(ModelCall& call, const Object& layer);

/// Says that the initial values of a weight of LibTorch's are not those of the program.
void note_initial_values(ModelCall& call);

// Modes of computing (Guards.cpp)

/// A class whose objects are a mode while they live: NoGradGuard.
bool is_guard_class(const clang::CXXRecordDecl* record);
bool leave_guard(Machine& machine, const clang::Expr* where, const Object* guard);
/// The same of ExcludeDispatchKeyGuard (Autocast.cpp).
bool is_key_guard(const clang::CXXRecordDecl* record);
bool leave_key_guard(Machine& machine, const clang::Expr* where, const Object* guard);

// Modes of modules (ModuleMode.cpp)

/// module.train(on), as C++ runs it: an override of the user's, or LibTorch's own.
bool train_module(Machine& machine, const clang::Expr* where, const Object* module, bool on);
/// torch::nn::Module::train: the children by their own train(), then the module itself.
bool train_by_library(Machine& machine, const clang::Expr* where, const Object* module, bool on);
/// Says what is lost where the constructor runs `module`: running statistics that it changes, and
/// random numbers that it draws.
void note_run_in_constructor(Machine& machine, const clang::Expr* where, const Object& module);
/// Says which modules the constructor has put in evaluation mode, in which they stay until the
/// model's own train() or eval().
void note_modes_of_constructor(Machine& machine, clang::SourceLocation where, const Object& module);
/// What comes between the constructor and forward: options that were changed since a module was
/// made are what forward reads.
bool prepare_root(Machine& machine, const clang::Expr* where, const Object* root);
/// Puts the model in the mode of the trace, by its own train().
bool train_root(Machine& machine, const clang::Expr* where, const Object* root);
/// Whether `module`, or one in it, has a train() of the user's: what it does nobody has done to a
/// model that was just made.
bool overrides_train(const Machine& machine, const Object& module);
/// A call of a batch norm that keeps statistics, as the function that its forward calls on the
/// tensors that the module holds now.
bool call_batch_norm(Machine& machine, const clang::Expr* where, const Object& module,
                     const Argument& input, Node*& node);
/// A call of a module whose forward depends on its mode, where the model's mode does not tell it:
/// the function that its forward calls, with the mode. Leaves `node` null for all others.
bool call_in_own_mode(Machine& machine, const clang::Expr* where, const Object& module,
                      const std::vector<Argument>& args, Node*& node);

// Options (Options.cpp)

/// Compares the options of `module` with those that the tree has it made with. Those that only
/// forward reads are brought up to date while `may_update`; others are an error.
bool compare_options(Machine& machine, const clang::Expr* where, const Object& module,
                     bool may_update);

bool is_options_class(const clang::CXXRecordDecl* record);
/// An option of a module of LibTorch's, with its default where the program set none.
bool option_argument(Machine& machine, const clang::Expr* where, const Object& module,
                     std::string_view option, Argument& argument);
/// The same as a keyword of a call.
bool option_keyword(Machine& machine, const clang::Expr* where, const Object& module,
                    std::string_view option, std::vector<KeywordArgument>& kwargs);
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

/// Whether only a run knows if a tensor is defined: an element of what torch::autograd::grad gives
/// when it may leave some out (Gradients.cpp).
bool may_be_unused_gradient(const Node& node);

// Operators (Function.cpp)

/// The operator of which `name` is the overload that takes sizes as c10::SymInt.
std::string_view without_symint(std::string_view name);
/// Lowers the operands of an operator by LibTorch's schema: positional, keywords, spread lists.
bool lower_by_schema(ModelCall& call, bool is_method, std::vector<Argument>& args,
                     std::vector<KeywordArgument>& kwargs);
/// What Python takes a list for, where C++ gives it a vector or a list in braces; other arguments
/// as they are.
Argument as_list(const Argument& argument);
/// Wraps the node of an operator by the C++ type it returns.
Value operator_result(const ModelCall& call, Node* node);

} // namespace fx::frontend
