// The abstract interpreter of C++: one class, its rooms in the files beside this one.
//
//   Expr, Operator, Cast    expressions            Call        who is called, and how
//   Stmt, ControlFlow       statements             Construct   objects and their initialisation
//   Decl                    variables              Lambda      closures and calls of them
//   Lower                   values into graphs     Unsupported the one place that gives up
//   Assume                  values that the user supplies, checks that have to hold
//
// Every function that can fail returns false after reporting once; the caller returns at once. A
// C++ exception of the interpreted program is not a failure: see Completion.
//
// The engine knows C++. What LibTorch and std mean is in ../Models, found by qualified name.
#pragma once

#include "fx/Frontend/Trace.h"
#include "fx/IR/GraphModule.h"

#include "Frontend/Bodies.h"
#include "Frontend/ClangHeaders.h"
#include "Frontend/Eval/Storage.h"
#include "Frontend/Parse/ParseErrors.h"

#include <map>
#include <optional>
#include <set>

namespace fx::frontend {

class Evaluator;

/// The value of an expression, and its place when the expression is an lvalue or xvalue.
struct Result {
  Value value;
  Location* place = nullptr;
};

/// An argument of a call under evaluation.
struct Operand {
  const clang::Expr* expr = nullptr;
  clang::QualType type;
  Value value;
  Location* place = nullptr; // for glvalues
  bool defaulted = false;    // a default argument of a library function: not evaluated
};

/// A call of something that is modelled, not run: everything a model may look at.
struct ModelCall {
  Evaluator& evaluator;
  const clang::Expr* expr;
  const clang::FunctionDecl* callee;
  std::string_view name; // unqualified: "push_back"
  /// The object a method is called on.
  Operand self;
  llvm::SmallVector<Operand, 4> args;
  Result result;

  clang::SourceLocation location() const { return expr->getExprLoc(); }
  /// Arguments given by the caller, without defaulted ones at the end.
  size_t num_given() const;
  bool ret(Value value) {
    result.value = std::move(value);
    return true;
  }
  bool ret_place(Location* place) {
    result.place = place;
    result.value = place->value();
    return true;
  }
  /// The sequence, map or class object `operand` is, looking through pointers.
  static const Object* object_of(const Operand& operand);
};

/// A parameter or buffer of a LibTorch module: `fc->weight`.
struct LeafTensor {
  const Object* object = nullptr;
  const clang::FieldDecl* field = nullptr;
};

using Model = bool (*)(ModelCall& call);

/// How a statement ended.
enum class Completion : uint8_t { Normal, Return, Break, Continue, Throw, Failed };

/// A diagnostic kept until it is known whether the attempt counts.
struct PendingDiagnostic {
  clang::DiagnosticsEngine::Level level;
  clang::SourceLocation location;
  clang::CharSourceRange range;
  std::string message;
};

class Evaluator {
public:
  Evaluator(clang::CompilerInstance& compiler, const ParseErrors& errors,
            const TraceOptions& options);

  // --- Tracing a root
  // -----------------------------------------------------------------------------
  /// Runs the expression that builds the root, then its forward. False: see diagnostics().
  bool trace_root(const clang::Expr* construction);
  bool trace_default_constructed(const clang::CXXRecordDecl* record);
  bool trace_function(const clang::FunctionDecl* function);
  /// What is traced belongs to a rule: parameters that are modules of LibTorch's are leaves without
  /// options, by their names, and conditions are computed later.
  void set_in_rule() { in_rule_ = true; }
  GraphModule take() { return std::move(traced_); }
  /// User classes met while tracing: they are parts, not roots of their own.
  const llvm::SmallPtrSetImpl<const clang::CXXRecordDecl*>& constructed_classes() const {
    return constructed_classes_;
  }
  const std::vector<PendingDiagnostic>& diagnostics() const { return diagnostics_; }
  /// Functions of the user's that would have been run, had they a body here.
  const std::vector<MissingBody>& missing_bodies() const { return missing_bodies_; }
  void note_missing_body(const clang::FunctionDecl* function);
  void emit_diagnostics();

  // --- Unsupported.cpp: the one place that gives up
  // --------------------------------------------------
  /// Reports an error at `where` with the call chain as notes; returns false.
  bool error(clang::SourceLocation where, const std::string& message,
             clang::SourceRange range = {});
  bool error(const clang::Expr* where, const std::string& message) {
    return error(where->getExprLoc(), message, where->getSourceRange());
  }
  void note(clang::SourceLocation where, const std::string& message);
  void remark(clang::SourceLocation where, const std::string& message);
  /// "X is not supported yet" for a syntax node nobody handles.
  bool unsupported(const clang::Stmt* node, llvm::StringRef what);
  bool unsupported(const clang::Expr* node);
  /// False, with Clang's own message, when Clang did not understand all of a declaration.
  bool is_whole(clang::SourceRange range);
  /// The same for a class: members' bodies are looked at when they run.
  bool is_whole(const clang::CXXRecordDecl* record);
  /// Why `value` cannot be used where a known value is needed: chain of origins, way out.
  bool not_known(const clang::Expr* where, const Value& value, llvm::StringRef needed_for);
  /// What to write before '=' in --assume.
  std::string assumable(const clang::Expr* where) const;

  // --- Expr.cpp
  // ---------------------------------------------------------------------------------------
  /// Evaluates any expression. Glvalues get a place.
  bool eval(const clang::Expr* expr, Result& result);
  /// The value of an expression, loaded from its place if it has one.
  bool eval(const clang::Expr* expr, Value& value);
  /// The place of an expression; a prvalue is materialised.
  bool place(const clang::Expr* expr, Location*& location);
  bool eval_operand(const clang::Expr* expr, Operand& operand);
  /// The number Clang's own constant evaluation gives, if it gives one. Reports nothing.
  bool constant_value(const clang::Expr* expr, Value& value);
  /// One more argument of a call; a library function's own default is left unevaluated.
  bool eval_argument(const clang::Expr* argument, bool library,
                     llvm::SmallVector<Operand, 4>& args);
  /// Evaluates and requires a known integer, boolean or float.
  bool eval_int(const clang::Expr* expr, int64_t& value, llvm::StringRef needed_for);
  bool eval_condition(const clang::Expr* expr, bool& value, llvm::StringRef statement);
  bool truth(const clang::Expr* expr, const Value& value, bool& result, llvm::StringRef statement);

  // --- Assume.cpp
  // -------------------------------------------------------------------------------------
  /// Reads --assume. False: one of them cannot be read.
  bool read_assumptions();
  /// Says which assumptions were of no use.
  void report_unused_assumptions();
  /// What --assume says of an expression, spelled without spaces; null when nothing.
  const Value* assumption(const std::string& text) const;
  /// The text of an expression in the user's file, without spaces.
  std::string source_text(const clang::Expr* expr) const;
  /// Whether `value`, of which only that is known, is true: not a value that a graph may use.
  Value unknown_condition(const clang::Expr* expr, const Value& value) const;
  /// A condition that chooses between two branches. One that cannot be known is taken to go on,
  /// with a remark, where the other branch ends the program.
  bool eval_branch(const clang::Expr* condition, const clang::Stmt* then_branch,
                   const clang::Stmt* else_branch, bool& value, llvm::StringRef statement);

  // --- Destroy.cpp
  // ---------------------------------------------------------------------------------------
  /// True for a class of the user's with a destructor to run, its own or that of a part.
  bool needs_destruction(clang::QualType type) const;
  /// The object in `location` dies with the scope that runs now, if its destructor does something.
  void own(clang::QualType type, Location* location);
  void disown(const Location* location);
  bool destroy(const Object* object, const clang::CXXRecordDecl* record);
  /// Remembers an object that forward makes and whose destructor does something.
  void note_constructed(const clang::Expr* where, const Object* object);
  /// Says which of them never died here: on the heap, in library containers.
  void report_undestroyed();
  /// Ends the lifetimes of what the frame owns from number `first` on, the last first. Returns
  /// `completion`, or what a destructor made of it.
  Completion leave_scope(size_t first, Completion completion);

  // --- Examples.cpp: --input
  // -----------------------------------------------------------------------------
  /// Replaces a number that follows from the example inputs by itself, with a remark: for where
  /// something is decided.
  void settle(const clang::Expr* where, Value& value);
  /// How many items a list of a run has: by the arguments of the operator that makes it, or by its
  /// example, with a remark. For where that decides.
  std::optional<int64_t> known_length(const clang::Expr* where, const Value& value);

  // --- Syntax.cpp
  // ---------------------------------------------------------------------------------------
  /// How the file spells an expression of the statement that runs now; nothing when a macro does.
  std::optional<SourceSyntax> syntax_of(const clang::Expr* expr) const;
  /// Notes where the traced method's body stands.
  void set_body(const clang::Stmt* body);

  // --- Operator.cpp, Cast.cpp
  // ---------------------------------------------------------------------------
  bool binary(const clang::BinaryOperator* expr, Result& result);
  bool unary(const clang::UnaryOperator* expr, Result& result);
  bool arithmetic(const clang::Expr* expr, clang::BinaryOperatorKind op, const Value& left,
                  const Value& right, clang::QualType type, Value& value);
  bool truncated(const clang::Expr* expr, clang::BinaryOperatorKind op, const Value& left,
                 const Value& right, Value& value);
  bool cast(const clang::CastExpr* expr, Result& result);
  bool convert(const clang::Expr* expr, clang::QualType type, Value& value);

  // --- Call.cpp
  // -----------------------------------------------------------------------------------------
  bool call(const clang::CallExpr* expr, Result& result);
  /// Calls `function` with evaluated operands: by model, by running its body, or as an opaque node.
  bool call_function(const clang::Expr* expr, const clang::FunctionDecl* function, Operand self,
                     llvm::SmallVector<Operand, 4> args, Result& result, bool is_virtual = true);
  bool call_member_pointer(const clang::CXXMemberCallExpr* expr, Result& result);
  /// A method of an object that is not known, called with tensors.
  bool call_unknown(ModelCall& call, Result& result);
  /// A method of a struct that is an input of the model.
  bool call_input(const clang::Expr* expr, const clang::CXXMethodDecl* method, Node* self,
                  llvm::SmallVector<Operand, 4>& args, Result& result);
  /// Calls a callable value: function pointer, closure, std::function, member pointer, module.
  bool call_value(const clang::Expr* expr, const Value& callable,
                  llvm::SmallVector<Operand, 4> args, Result& result);
  bool run_body(const clang::Expr* expr, const clang::FunctionDecl* function, const Object* self,
                llvm::SmallVector<Operand, 4>& args, Result& result,
                const Object* closure = nullptr);
  bool is_user_code(const clang::Decl* declaration) const;
  /// What of the library is run like the user's own: <algorithm>'s templates.
  bool is_interpreted_library(const clang::Decl* declaration) const;
  const clang::FunctionDecl* definition(const clang::FunctionDecl* function) const;

  // --- Construct.cpp
  // ------------------------------------------------------------------------------------
  bool construct(const clang::CXXConstructExpr* expr, Result& result);
  /// A new T(args...) for operands whose overload Clang has not resolved (make_shared, holders):
  /// Clang's own initialisation rules decide.
  bool construct_resolved(const clang::Expr* expr, clang::QualType type,
                          llvm::SmallVector<Operand, 4> args, Result& result);
  bool run_constructor(const clang::Expr* expr, const clang::CXXConstructorDecl* constructor,
                       const Object* object, llvm::SmallVector<Operand, 4>& args);
  /// The definition of a constructor; null, with an error reported, when there is none that is
  /// whole.
  const clang::CXXConstructorDecl* constructor_body(const clang::Expr* expr,
                                                    const clang::CXXConstructorDecl* constructor);
  bool construct_user_handle(const clang::Expr* expr, const clang::CXXConstructorDecl* constructor,
                             llvm::SmallVector<Operand, 4>& args, Result& result);
  bool init_list(const clang::InitListExpr* expr, Result& result);
  bool default_value(const clang::Expr* where, clang::QualType type, Value& value);
  const Object* create_object(const clang::CXXRecordDecl* record);
  bool init_field(const clang::FieldDecl* field, const Object* object, const clang::Expr* init);
  Location* field_place(const Object* object, const clang::FieldDecl* field);
  /// What is left of a number in a bit-field; `field` may be null.
  bool fit_bit_field(const clang::Expr* where, const clang::FieldDecl* field, Value& value);

  // --- Lambda.cpp
  // ---------------------------------------------------------------------------------------
  bool lambda(const clang::LambdaExpr* expr, Result& result);

  // --- Stmt.cpp, ControlFlow.cpp, Decl.cpp
  // --------------------------------------------------------------
  Completion run(const clang::Stmt* statement);
  Completion run_if(const clang::IfStmt* statement);
  Completion run_loop(const clang::Stmt* condition_owner, const clang::VarDecl* variable,
                      const clang::Expr* condition, const clang::Expr* increment,
                      const clang::Stmt* body, bool test_first);
  Completion run_range_for(const clang::CXXForRangeStmt* statement);
  Completion run_switch(const clang::SwitchStmt* statement);
  Completion run_try(const clang::CXXTryStmt* statement);
  bool throw_exception(const clang::CXXThrowExpr* expr);
  /// A library function throws here: a failed TORCH_CHECK, say. Returns false.
  bool raise(const clang::Expr* where, std::string text);
  bool declare(const clang::VarDecl* variable);
  bool variable(const clang::Expr* where, const clang::ValueDecl* declaration, Location*& location);
  void bind(const clang::ValueDecl* declaration, Location* location) {
    frames_.back().variables[declaration] = location;
  }

  // --- Lower.cpp: values into graphs
  // --------------------------------------------------------------------
  /// Appends a node at the current place, with source range, call and module stack.
  Node* emit(const clang::Expr* expr, Opcode op, std::string_view target,
             std::vector<Argument> args, std::vector<KeywordArgument> kwargs = {});
  /// The argument a value becomes; tuples and lists of ints as the spelling rules say.
  bool lower(const clang::Expr* where, const Value& value, Argument& argument);
  bool lower(const Operand& operand, Argument& argument);
  bool lower_map(const clang::Expr* where, const Object& object, Argument& argument);
  bool lower_struct(const clang::Expr* where, const Object& object, Argument& argument);
  /// The node of a tensor (a Slot becomes a get_attr).
  bool tensor_node(const clang::Expr* where, const Value& value, Node*& node);
  /// A tensor of the init graph that only a member, or a variable, keeps: a constant of the model.
  Value adopt_constant(const clang::Expr* where, Node* tensor);
  /// Remembers that `tensor` of the init graph was registered as `slot`.
  void note_registered(const Node* tensor, const Value& slot) {
    registered_.try_emplace(tensor, slot);
  }
  /// A member of a module changes in forward: said once for each, because a graph is one call.
  void note_state_change(const clang::Expr* target);
  bool in_constructor() const { return in_constructor_; }
  /// The value of element `index` of what an operator returned: an operator.getitem node.
  Value get_item(const clang::Expr* expr, Node* node, int64_t index);
  fx::SourceRange source_range(clang::SourceRange range) const;
  clang::SourceLocation origin(const Node* node) const { return origins_.lookup(node); }

  // --- Modules (Models/TorchModule.cpp runs them)
  // --------------------------------------------------------
  GraphModule& traced() { return traced_; }
  bool enter_forward(const clang::Expr* where, const Object* module,
                     llvm::SmallVector<Operand, 4> args, Result& result);
  const TraceOptions& options() const { return options_; }

  /// The module of the tree whose method runs, directly or through helpers; null outside of all.
  const Object* current_module() const;
  /// `module` as it stands in the tree: the root's own Module once the root is adopted.
  Module& in_tree(Module& module) {
    return &module == adopted_root_ ? traced_.modules.root() : module;
  }
  void note_adopted_root(const Module* module) { adopted_root_ = module; }

  /// `place` is where a tensor of a LibTorch module was read: what can be told of it later.
  void note_leaf_tensor(const Location* place, LeafTensor tensor) { leaf_tensors_[place] = tensor; }
  const LeafTensor* leaf_tensor(const Location* place) const {
    const auto found = leaf_tensors_.find(place);
    return found == leaf_tensors_.end() ? nullptr : &found->second;
  }

  Storage& storage() { return storage_; }
  clang::ASTContext& context() const { return context_; }
  clang::Sema& sema() { return compiler_.getSema(); }
  bool failed() const { return failed_; }
  bool unwinding() const { return exception_.has_value(); }
  std::string type_name(clang::QualType type) const;

private:
  /// The graph nodes are appended to.
  Graph& graph() { return in_constructor_ ? traced_.init : traced_.graph; }
  struct Frame {
    const clang::FunctionDecl* function = nullptr;
    const Object* self = nullptr;
    const Object* closure = nullptr;
    clang::SourceLocation call_site;
    llvm::DenseMap<const clang::ValueDecl*, Location*> variables;
    Result result;
    std::vector<Location*> owned; // objects with destructors, in order of construction
  };
  struct Exception {
    clang::SourceLocation location;
    std::string text;
    clang::QualType type;
    Value value;
  };

  bool set_inputs(clang::SourceLocation where, llvm::StringRef method,
                  llvm::SmallVectorImpl<Operand>& args);
  void run_example(const clang::Expr* expr, Node* node);
  ops::ExampleValue example(const Node& node) const;
  Completion run_here(const clang::Stmt* statement);
  bool eval_here(const clang::Expr* expr, Result& result);
  void erase_queries_after(const Node* last);
  /// Evaluates for a known value. False, with nothing reported, when there is none.
  bool attempt(const clang::Expr* expr, Result& result);
  /// Whether evaluating an expression leaves nothing behind but its value.
  bool is_without_effect(const clang::Expr* expr) const;
  /// Whether the right side of && or || alone decides, whatever the left side is.
  bool decides(const clang::Expr* expr, bool decisive);
  bool assumed(const clang::Expr* expr, Result& result, bool& applies);
  bool broken(const ParseError& problem, clang::SourceRange range);
  bool run_forward(const clang::Expr* where, const clang::FunctionDecl* forward, const Object* root,
                   clang::SourceLocation location);
  bool bind_parameters(const clang::FunctionDecl* function, llvm::SmallVector<Operand, 4>& args);
  bool make_module_input(clang::QualType type, const std::string& name, Operand& operand);
  bool run_sequential(const clang::Expr* where, const Object* root);
  bool finish(const clang::Expr* where, const Value& value, clang::QualType type,
              clang::SourceLocation location);
  bool step(clang::SourceLocation where);
  bool operator_node(const clang::Expr* expr, std::string_view token,
                     llvm::ArrayRef<Value> operands, bool non_negative, Value& value);
  const clang::CXXMethodDecl* dispatch(const clang::CXXMethodDecl* method,
                                       const Object* self) const;
  Location* null_object(const clang::Expr* where);

  clang::CompilerInstance& compiler_;
  clang::ASTContext& context_;
  const ParseErrors& parse_errors_;
  const TraceOptions& options_;
  Storage storage_;
  GraphModule traced_;
  std::vector<Frame> frames_;
  std::vector<ModuleFrame> module_stack_;
  llvm::DenseMap<const clang::ValueDecl*, Location*> globals_;
  llvm::DenseMap<const clang::OpaqueValueExpr*, Operand> opaque_values_;
  std::map<std::pair<const Module*, int64_t>, Node*> parameter_nodes_;
  llvm::DenseMap<const Node*, clang::SourceLocation> origins_;
  llvm::DenseMap<const Node*, Value> registered_;
  const Module* adopted_root_ = nullptr;
  llvm::DenseMap<const Location*, LeafTensor> leaf_tensors_;
  llvm::SmallPtrSet<const clang::ValueDecl*, 4> changed_members_;
  llvm::SmallPtrSet<const clang::CXXRecordDecl*, 8> constructed_classes_;
  std::vector<PendingDiagnostic> diagnostics_;
  std::vector<MissingBody> missing_bodies_;
  std::map<std::string, Value> assumptions_; // by source text without spaces
  mutable std::set<std::string> used_assumptions_;
  llvm::DenseMap<const Node*, ops::ExampleValue> examples_;
  llvm::SmallVector<const Object*, 4> lowering_; // structs whose members are being lowered
  std::set<clang::SourceLocation> settled_;
  std::vector<std::pair<const Object*, clang::SourceLocation>> undestroyed_;
  std::optional<Exception> exception_;
  size_t steps_ = 0;
  unsigned expression_depth_ = 0;
  bool failed_ = false;
  bool ends_program_ = false; // a temporary of this full expression never returns when it dies
  bool in_rule_ = false;
  bool in_constructor_ = true;             // nodes go to the init graph
  const clang::Stmt* statement_ = nullptr; // that runs: an expression, a declaration, a return
};

// --- Names (Names.cpp)
// --------------------------------------------------------------------------------------

/// How many tensors an operator that cuts one up returns, where its arguments alone tell: chunk(2)
/// may return one, split({2, 3}) returns two or throws.
std::optional<int64_t> length_by_arguments(const Node& list);
/// A value that only a run of the model knows, or nobody.
bool is_unknown(const Value& value);
/// "std::vector::push_back": inline and unnamed namespaces and template arguments left out.
std::string qualified_name(const clang::NamedDecl* declaration);
/// The class behind references, pointers and typedefs, or null.
const clang::CXXRecordDecl* record_of(clang::QualType type);
/// True when `record` is, or derives from, a class of this qualified name.
bool derives_from(const clang::CXXRecordDecl* record, std::string_view name);
const clang::CXXRecordDecl* base_named(const clang::CXXRecordDecl* record, std::string_view name);
bool is_module_class(const clang::CXXRecordDecl* record);
bool is_torch_library(const clang::Decl* declaration);
bool is_tensor_type(clang::QualType type);
/// A class that stands for one pointer: smart pointers, ModuleHolder and what derives from it.
bool is_handle_class(const clang::CXXRecordDecl* record);
/// The class a holder or smart pointer refers to.
clang::QualType handle_target(const clang::CXXRecordDecl* record);

} // namespace fx::frontend
