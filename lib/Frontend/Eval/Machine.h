// The abstract machine that runs C++: one class, defined in the files beside this one.
//
//   Expr, Operator, Cast    expressions            Stmt, ControlFlow   statements
//   Arithmetic, Pointer     what operators compute RangeLoop           loops over a range
//   Call, FunctionCall      who is called, and how Construct           objects that are made
//   RunBody                 a function that runs   RunConstructor      a constructor that runs
//   Decl, Variable          variables              Aggregate           lists in braces, arrays
//   Destroy                 ends of lifetimes      Lambda              closures
//   UnknownCall, Havoc      what cannot be looked into, and what it may have changed
//   Conditions              values that are not known where something is decided
//   Assumptions             what --assume says of them
//   Copy                    copies, moves and assignments of objects
//   Elements                what containers do to the objects in them
//   Lifetime                what is used after its end
//   New                     new and delete
//   OwnCode                 what of the library is run like the user's own
//   Exception               throw, try, and what a handler catches
//   Globals                 variables that exist before the program begins
//   Atomic                  the compiler's atomic operations
//
// Every function that can fail returns false after reporting once; the caller returns at once. A
// C++ exception of the interpreted program is not a failure: see Completion.
//
// The machine knows C++ alone. What LibTorch and std mean it asks its Library; what becomes of
// values in the graph its GraphBuilder; what is not in the program its Oracle.
#pragma once

#include "Frontend/ClangHeaders.h"
#include "Frontend/Eval/Effects.h"
#include "Frontend/Eval/Library.h"
#include "Frontend/Eval/Memory.h"
#include "Frontend/Eval/MissingBody.h"
#include "Frontend/Eval/Oracle.h"
#include "Frontend/Eval/Symbolic.h"
#include "Frontend/Lower/GraphBuilder.h"
#include "Frontend/Parse/InterpretedHeaders.h"
#include "Frontend/Values/Names.h"
#include "Frontend/Values/Reporter.h"
#include "Frontend/Values/Storage.h"
#include "fx/Ops/LibTorch.h"

#include <map>
#include <optional>

namespace fx::frontend {

class ParsedUnit;

/// How a statement ended.
enum class Completion : uint8_t { Normal, Return, Break, Continue, Goto, Throw, Failed };

/// What a C++ exception of the program is.
struct Exception {
  clang::SourceLocation location;
  std::string text;
  clang::QualType type;      // null: the program ends, and no handler catches that
  Location* place = nullptr; // the exception object
};

/// A constructor or destructor that runs: until it is done, `object` is of its class.
struct UnderConstruction {
  const Object* object;
  const clang::CXXRecordDecl* type;
};

/// True when running `statement` always ends in an exception or in a function that never returns.
bool cannot_complete(const clang::Stmt* statement);

class Machine {
public:
  Machine(const ParsedUnit& unit, const TraceOptions& options, CallStack& frames, Storage& storage,
          Reporter& report, GraphBuilder& graph, Oracle& oracle, const Library& library);

  Reporter& report() { return report_; }
  GraphBuilder& graph() { return graph_; }
  /// The LibTorch that the files include.
  const ops::LibTorch& libtorch() { return ops::libtorch_of(graph_.traced()); }
  Oracle& oracle() { return oracle_; }
  const Library& library() const { return library_; }
  Storage& storage() { return storage_; }
  Memory& memory() { return memory_; }
  clang::ASTContext& context() const { return context_; }
  clang::Sema& sema() { return compiler_.getSema(); }
  const TraceOptions& options() const { return options_; }

  /// What runs belongs to a rule: conditions are computed later.
  void set_in_rule() { in_rule_ = true; }
  bool in_rule() const { return in_rule_; }
  /// User classes met so far: they are parts, not roots of their own.
  const llvm::SmallPtrSetImpl<const clang::CXXRecordDecl*>& constructed_classes() const {
    return constructed_classes_;
  }
  /// Functions of the user's that would have been run, had they a body here.
  const std::vector<MissingBody>& missing_bodies() const { return missing_bodies_; }
  void note_missing_body(const clang::FunctionDecl* function);
  /// The exception that travels, or null.
  const Exception* exception() const { return exception_ ? &*exception_ : nullptr; }
  /// A call of forward begins.
  void begin_call() {
    exception_.reset();
    sizes_of_.clear();
    lists_of_sizes_.clear();
  }

  // Expr.cpp
  /// Evaluates any expression. Glvalues get a place.
  bool eval(const clang::Expr* expr, Result& result);
  /// The value of an expression, loaded from its place if it has one.
  bool eval(const clang::Expr* expr, Value& value);
  /// The place of an expression; a prvalue is materialised.
  bool place(const clang::Expr* expr, Location*& location);
  bool eval_operand(const clang::Expr* expr, Operand& operand);
  /// An expression whose value is not used: the object before the name of a static member.
  bool eval_dropped(const clang::Expr* expr);
  /// The place that an assignment writes to; one that is not known is an error.
  bool written_place(const clang::Expr* expr, Location*& location);
  /// The number Clang's own constant evaluation gives, if it gives one. Reports nothing.
  bool constant_value(const clang::Expr* expr, Value& value);
  /// One more argument of a call; a library function's own default is left unevaluated.
  bool eval_argument(const clang::Expr* argument, bool library,
                     llvm::SmallVector<Operand, 4>& args);
  /// The arguments of a call, from the first to the last.
  bool eval_arguments(llvm::ArrayRef<const clang::Expr*> arguments, bool library,
                      llvm::SmallVector<Operand, 4>& args);
  /// Evaluates and requires a known integer, boolean or float.
  bool eval_int(const clang::Expr* expr, int64_t& value, llvm::StringRef needed_for);
  bool eval_condition(const clang::Expr* expr, bool& value, llvm::StringRef statement);
  bool truth(const clang::Expr* expr, const Value& value, bool& result, llvm::StringRef statement);

  // Conditions.cpp
  /// Whether `value`, of which only that is known, is true: not a value that a graph may use.
  Value unknown_condition(const clang::Expr* expr, const Value& value) const;
  /// A condition that chooses between two branches. One that cannot be known is taken to go on,
  /// with a remark, where the other branch ends the program. `neither`: neither has to run,
  /// for they, or all of `loop`, do no more than print.
  bool eval_branch(const clang::Expr* condition, const clang::Stmt* then_branch,
                   const clang::Stmt* else_branch, bool& value, llvm::StringRef statement,
                   bool* neither = nullptr, const clang::Stmt* loop = nullptr);

  // Assumptions.cpp
  /// An error where so many places are not left: the array is too large, or the program has made
  /// too much before.
  bool has_room(const clang::Expr* where, uint64_t places);
  /// The method that is traced: what its text means, an assumption means.
  void note_traced_method(const clang::FunctionDecl* method);
  /// What --assume says of the length of a list of a run.
  bool assumed_length(const clang::Expr* list, const Value& value, std::optional<int64_t>& count);
  /// Makes what --assume says of an expression a value of its type. `fits`: there is such a value.
  bool convert_assumed(const clang::Expr* where, clang::QualType type, Value& value, bool& fits);
  /// Makes the graph check the assumed length of `list`.
  bool check_length(const clang::Expr* where, Assumption& assumption, Node* list);

  // Operator.cpp, Arithmetic.cpp, Cast.cpp
  bool binary(const clang::BinaryOperator* expr, Result& result);
  bool unary(const clang::UnaryOperator* expr, Result& result);
  bool arithmetic(const clang::Expr* expr, clang::BinaryOperatorKind op, const Value& left,
                  const Value& right, clang::QualType type, Value& value);
  bool cast(const clang::CastExpr* expr, Result& result);
  /// `value`, which may have been written as the signed or unsigned type beside `type`.
  Value as_signed_as(clang::QualType type, const Value& value) const;
  bool convert(const clang::Expr* expr, clang::QualType type, Value& value);
  /// The same for a number of type `from`, which may be null, that only a run of the model knows.
  bool convert(const clang::Expr* expr, clang::QualType from, clang::QualType type, Value& value);

  /// Numbers that only a run of the model knows, in the types of C++.
  SymbolicNumbers& symbolic() { return symbolic_; }

  bool string_literal(const clang::StringLiteral* literal, Result& result);

  // Pointer.cpp
  /// What a pointer points to; null, with an error reported, when that is nothing.
  Location* pointee(const clang::Expr* where, const Value& pointer);
  /// `pointer` as an Iterator. False when it is no pointer to an object.
  bool into_array(Value& pointer);
  /// pointer + by
  bool advance(const clang::Expr* where, const Value& pointer, int64_t by, Value& value);
  /// Sums, differences and comparisons of pointers. `applies`: these are operands of such a one.
  bool pointer_operation(const clang::Expr* expr, clang::BinaryOperatorKind op, const Value& left,
                         const Value& right, Value& value, bool& applies);
  /// &*p and &p[i], which may stand behind the last element. `applies`: `expr` is one of them.
  bool address_of_element(const clang::Expr* expr, Result& result, bool& applies);
  /// An array or object of which no part was ever written gets its parts, without values; a literal
  /// that an array is initialised with its characters.
  bool make_room(const clang::Expr* where, Location* place, clang::QualType type);
  /// A pointer to one type as a pointer to another.
  bool reinterpret_pointer(const clang::CastExpr* expr, Result& result);
  bool is_same_representation(clang::QualType left, clang::QualType right) const;
  /// The innermost place that has its first byte so many bytes behind the first of `place`, and how
  /// many are left: what two pointers without a type share where they are equal.
  std::pair<const void*, int64_t> byte_address(const Location* place, int64_t offset) const;
  /// The same of what `pointer` points to; behind an array the array and an index.
  std::pair<const void*, int64_t> address(const Value& pointer) const;
  /// Where the part `base` of an object of the class `whole` begins; nothing where it has several.
  std::optional<int64_t> offset_of_base(const clang::CXXRecordDecl* whole,
                                        const clang::CXXRecordDecl* base) const;
  /// long double and its like: numbers that no double holds.
  bool is_extended(clang::QualType type) const {
    return type->isRealFloatingType() && context_.getTypeSize(type) > 64;
  }
  /// A number of any floating type; nothing where a double does not hold it.
  static std::optional<double> exactly(llvm::APFloat number);
  /// The same; one in long double as such, and one in a wider type rounded.
  static Value floating_constant(const llvm::APFloat& number);

  // Bytes.cpp
  /// The bytes of `value`, of type `from`, as a value of type `to`.
  bool bit_convert(const clang::Expr* where, clang::QualType from, clang::QualType to,
                   const Value& value, Value& converted);
  /// A member of a union, which is in use from here on.
  bool union_member(const Object* object, const clang::FieldDecl* field, Result& result);

  // Variadic.cpp
  /// va_start, va_copy and va_end. `applies`: `expr` is one of them.
  bool variadic_builtin(const clang::CallExpr* expr, Result& result, bool& applies);
  bool next_argument(const clang::VAArgExpr* expr, Result& result);
  bool argument_list(const clang::Expr* expr, Location*& list);

  // Extension.cpp
  /// Expressions that few programs have. `applies`: `expr` is one of them.
  bool rare_expression(const clang::Expr* expr, Result& result, bool& applies);
  bool three_way(const clang::BinaryOperator* expr, Result& result);
  bool atomic_operation(const clang::AtomicExpr* expr, Result& result);
  bool paren_list(const clang::CXXParenListInitExpr* expr, Result& result);

  // Call.cpp, FunctionCall.cpp, RunBody.cpp
  bool call(const clang::CallExpr* expr, Result& result);
  /// Calls `function` with evaluated operands: by model, by running its body, or as an opaque node.
  bool call_function(const clang::Expr* expr, const clang::FunctionDecl* function, Operand self,
                     llvm::SmallVector<Operand, 4> args, Result& result, bool is_virtual = true);
  bool call_member_pointer(const clang::CXXMemberCallExpr* expr, Result& result);
  /// Runs `model` and holds it to what its row states (RunModel.cpp).
  bool run_model(const ModelEntry& model, ModelCall& call);
  /// An object that an earlier call of forward may have changed is known again where `method` gives
  /// it other contents, whatever it had.
  bool make_anew(const clang::Expr* where, const clang::CXXMethodDecl* method,
                 llvm::ArrayRef<Operand> args, Operand& self);
  /// Calls a callable value: function pointer, closure, std::function, member pointer, module.
  bool call_value(const clang::Expr* expr, const Value& callable,
                  llvm::SmallVector<Operand, 4> args, Result& result);
  bool run_body(const clang::Expr* expr, const clang::FunctionDecl* function, const Object* self,
                llvm::SmallVector<Operand, 4>& args, Result& result,
                const Object* closure = nullptr, Location* handle = nullptr);
  bool is_user_code(const clang::Decl* declaration) const;
  /// See ParsedUnit::hide_from().
  bool is_hidden(const clang::Decl* declaration) const;
  /// Whether evaluating an expression leaves nothing behind but its value.
  bool is_without_effect(const clang::Expr* expr) const;

  // Destroy.cpp
  /// Whether a smart pointer owns what is at `target`, at the place `where` of the innermost call;
  /// nothing when that is not known.
  std::optional<bool> has_owner(clang::SourceLocation where, const Location* target) const;

  // OwnCode.cpp
  /// What of the library is run like the user's own: <algorithm>'s templates.
  bool is_interpreted_library(const clang::Decl* declaration) const;
  /// The user's, or run like it.
  bool runs(const clang::Decl* declaration) const {
    return is_user_code(declaration) || is_interpreted_library(declaration);
  }
  /// Whether objects of this class of the library's are made and used by its own code, whatever
  /// models there are for others of its template.
  bool is_own_class(const clang::CXXRecordDecl* record) const;
  /// Whether this call is one of such code.
  bool runs_own_code(const clang::FunctionDecl* function, const Value& self,
                     llvm::ArrayRef<Operand> args) const;
  bool is_own_object(const Value& value) const;
  /// Whether the code of a function of a container's header would look into objects that models
  /// keep in another way.
  bool looks_into_modelled(const clang::FunctionDecl* function, llvm::ArrayRef<Operand> args) const;
  const clang::FunctionDecl* definition(const clang::FunctionDecl* function) const;

  // Construct.cpp, RunConstructor.cpp, Aggregate.cpp
  bool construct(const clang::CXXConstructExpr* expr, Result& result);
  /// A new T(args...) for operands whose overload Clang has not resolved (make_shared, holders):
  /// Clang's own initialisation rules decide.
  bool construct_resolved(const clang::Expr* expr, clang::QualType type,
                          llvm::SmallVector<Operand, 4> args, Result& result);

  // Resolve.cpp: expressions that stand in no source, made of evaluated operands. Clang finds the
  // overloads, conversions and instances as it does for the user's own.
  bool resolved_unary(const clang::Expr* where, clang::UnaryOperatorKind op, const Operand& operand,
                      Result& result);
  bool resolved_binary(const clang::Expr* where, clang::BinaryOperatorKind op, const Operand& left,
                       const Operand& right, Result& result);
  /// *iterator = value
  bool resolved_assign_through(const clang::Expr* where, const Operand& iterator,
                               const Operand& value);
  /// The type, and the kind of value, of what was resolved last.
  clang::QualType resolved_type() const { return resolved_type_; }
  clang::ExprValueKind resolved_kind() const { return resolved_kind_; }
  /// callee(args...), converted to `as` if it is given.
  bool resolved_call(const clang::Expr* where, const Operand& callee, llvm::ArrayRef<Operand> args,
                     Result& result, clang::QualType as = {});
  /// The expression that stands for `operand` in them.
  clang::OpaqueValueExpr* stand_in(const clang::Expr* where, const Operand& operand);

  /// `is_complete`: no base of another object, so that it makes the virtual bases too.
  bool run_constructor(const clang::Expr* expr, const clang::CXXConstructorDecl* constructor,
                       const Object* object, llvm::SmallVector<Operand, 4>& args,
                       bool is_complete = true);
  /// The definition of a constructor; null, with an error reported, when there is none that is
  /// whole.
  const clang::CXXConstructorDecl* constructor_body(const clang::Expr* expr,
                                                    const clang::CXXConstructorDecl* constructor);
  /// A list in braces; an aggregate in the object that `result` holds, if it holds one.
  bool init_list(const clang::InitListExpr* expr, Result& result);
  /// A base class of `object`, an aggregate.
  bool init_base_part(const clang::Expr* init, const Object* object);
  bool default_value(const clang::Expr* where, clang::QualType type, Value& value);
  /// Gives zero to the parts of a value-initialised object that its constructor left without value.
  bool fill_with_zeros(const clang::Expr* where, const Object* object,
                       const clang::CXXRecordDecl* record);
  const Object* create_object(const clang::CXXRecordDecl* record);
  bool init_field(const clang::FieldDecl* field, const Object* object, const clang::Expr* init);
  /// The same of an aggregate, for which a default member initialiser stands as well.
  bool init_part(const clang::FieldDecl* field, const Object* object, const clang::Expr* init);
  /// The same for a member of an anonymous struct or union.
  bool init_indirect(const clang::IndirectFieldDecl* member, const Object* object,
                     const clang::Expr* init);
  Location* field_place(const Object* object, const clang::FieldDecl* field);
  /// What is left of a number in a bit-field; `field` may be null.
  bool fit_bit_field(const clang::Expr* where, const clang::FieldDecl* field, Value& value);

  // Copy.cpp
  /// What a variable of `type` gets that is initialised by the moving of what stands in `from`.
  /// What is left there is what libstdc++ and LibTorch leave: an empty container, string or
  /// function, a null handle, an undefined tensor; classes of the user's and arrays, pairs and
  /// tuples move part by part. What has nothing to give is copied.
  bool move_out(const clang::Expr* where, clang::QualType type, Location* from, Value& value);
  /// Whether the platform's binary interface copies `object` into functions, and out of them, in
  /// registers, a small one: a pointer to itself that it keeps leads elsewhere then.
  static bool is_copied_into_calls(clang::QualType type, const Value& object);
  bool is_copied_out_of_calls(clang::QualType type, const Value& object) const;
  /// Whether a copy of `from` to an exception class of the library's leaves out what the user's
  /// class adds to it.
  bool slices_exception(clang::QualType type, const Value& from) const;
  /// What a variable of `type` is initialised with by `from`: a moved value if `from` is an xvalue,
  /// a copy of another glvalue, a prvalue itself. `type` is the operand's own but for slicing.
  bool initial_value(const clang::Expr* where, clang::QualType type, const Operand& from,
                     Value& value);
  /// The implicit copy or move constructor of `record`.
  bool copy_object(const clang::Expr* where, const clang::CXXRecordDecl* record, const Object& from,
                   bool moves, Value& value);

  // Lifetime.cpp
  /// `location`, a variable or temporary of `type`, ends with the scope that runs now.
  void own_variable(clang::QualType type, Location* location);
  /// References to what is at `location`, or to a part of it, dangle from here on. Runs no
  /// destructor.
  void end_place(clang::QualType type, Location* location);
  /// An error where what `place` was is gone. Returns false.
  bool report_ended(const clang::Expr* where, const Location* place);
  /// False, with an error, for a view of a text, or a pointer to one, whose string is gone or holds
  /// another text.
  bool shows_what_is_there(const clang::Expr* where, clang::QualType type, const Value& value);
  /// False, with an error, for an iterator or pointer that lost its meaning.
  bool is_valid(const clang::Expr* where, const Value& iterator);

  // Elements.cpp
  /// Whether the program sees when an object of `type` is copied, moved or destroyed.
  bool has_own_lifetime(clang::QualType type) const;
  /// For how many elements a vector has memory, as libstdc++'s has it.
  size_t capacity(const Object& vector, clang::QualType type) const;
  /// Before `added` elements are appended to a vector: where that makes it allocate anew, the
  /// elements that are there are moved or copied, and the old ones destroyed. `exactly`: reserve().
  bool make_room(const clang::Expr* where, const Object* vector, clang::QualType type, size_t added,
                 std::optional<size_t> exactly = std::nullopt);
  /// Elements that a container makes, and that no container holds yet: from a number that
  /// unfinished() gave on, each that was owned dies with the scope when an exception leaves it.
  /// finish() gives them to the container.
  size_t unfinished() const { return frames_.back().owned.size(); }
  /// One of them, behind number `first`: libstdc++'s containers destroy the first of them first.
  void own_element(clang::QualType type, Location* location, size_t first);
  void finish(size_t first, llvm::ArrayRef<Location*> made);
  /// Destroys the elements from `first` to `last`, which are about to leave the container.
  bool end_elements(const clang::Expr* where, const Object* container, clang::QualType type,
                    size_t first, size_t last);

  // New.cpp
  bool new_object(const clang::CXXNewExpr* expr, Result& result);
  bool new_array(const clang::CXXNewExpr* expr, const Value& at, Result& result);
  bool delete_object(const clang::CXXDeleteExpr* expr, Result& result);
  /// False, with an error, where the library would call an operator new or delete that the program
  /// has replaced: models make objects of `type` without it.
  bool allocates_as_library(const clang::Expr* where, clang::QualType type);

  // Cast.cpp
  /// typeid: a std::type_info, one for each type, that holds the type's mangled name.
  bool type_info(const clang::CXXTypeidExpr* expr, Result& result);

  // Globals.cpp
  /// Runs the initialisers that run before the program begins: those of namespaces' variables and
  /// static members that are not constants, in their order. One that cannot be run is left to its
  /// first use. `is_program`: main is run, which sees how the program begins and ends; false: it
  /// ends here, see exception().
  bool initialize_globals(bool is_program = false);
  /// Runs what runs behind the end of main: the destructors of what threads and the program own,
  /// and the functions that std::atexit was given, the last first.
  bool end_program_objects();
  /// `function` runs behind main, before what was made earlier ends.
  void run_at_exit(const clang::Expr* where, const Value& function);

  // Variable.cpp
  /// The variables that outlive all calls, as far as the program has come to them.
  const llvm::DenseMap<const clang::ValueDecl*, Location*>& globals() const { return globals_; }

  // Lambda.cpp
  bool lambda(const clang::LambdaExpr* expr, Result& result);

  // Stmt.cpp, ControlFlow.cpp, RangeLoop.cpp, Decl.cpp
  Completion run(const clang::Stmt* statement);
  Completion run_if(const clang::IfStmt* statement);
  Completion run_loop(const clang::Stmt* condition_owner, const clang::VarDecl* variable,
                      const clang::Expr* condition, const clang::Expr* increment,
                      const clang::Stmt* body, bool test_first);
  Completion run_range_for(const clang::CXXForRangeStmt* statement);
  Completion run_switch(const clang::SwitchStmt* statement);
  Completion run_try(const clang::CXXTryStmt* statement);
  Completion run_compound(const clang::CompoundStmt* statement);
  bool declare(const clang::VarDecl* variable);
  /// Evaluates the sizes in a type that only a run of the program knows, and gives the outermost.
  bool run_sizes(const clang::Expr* where, clang::QualType type, std::optional<int64_t>& size);

  // GraphElements.cpp
  /// The place of an element of the list, or tuple, that an operator returned and that stands at
  /// `list`. Without `length`, how many elements it has is asked for when that place is written to.
  Location* element_place(const clang::Expr* where, Location* list, int64_t index,
                          std::optional<int64_t> length, bool is_tuple);
  /// Makes the list that an operator returned a container of its elements; false: how many they are
  /// is not known.
  bool unfold(const clang::Expr* where, Location* list,
              std::optional<int64_t> length = std::nullopt, bool is_tuple = false);
  /// What a reference of `type` names: `place`, or a place of its own for what has none.
  Location* referred(const clang::Expr* expr, clang::QualType type, const Value& value,
                     Location* place);
  /// Whether the constructor of `object` runs: no handle owns it yet.
  bool is_being_made(const Object* object) const;

  // TensorSizes.cpp
  /// unfold() of a view, IntArrayRef. That of the sizes of a tensor shows what is in the tensor: it
  /// has the same elements however often it is asked for.
  bool unfold_view(const clang::Expr* where, Location* list, const clang::CXXRecordDecl* type);
  /// The list of the sizes of `tensor`, or whatever `asked` asks for, where they are known.
  Value sizes_of(const Node& tensor, std::string_view asked, const std::vector<Value>& sizes,
                 const clang::CXXRecordDecl* type);
  /// Whether a view, or an iterator, of the sizes of a tensor shows the shape that the tensor has:
  /// an error where it may have got another one in place.
  bool shows_shape(const clang::Expr* where, const Value& view);

  /// The names of a structured binding for what stands in `whole`.
  bool decompose(const clang::DecompositionDecl* variable, Location* whole);

  // Exception.cpp
  bool throw_exception(const clang::CXXThrowExpr* expr);
  /// A library function throws an exception of the class `type` here ("std::out_of_range",
  /// "c10::Error") that says `text`. Returns false.
  bool raise(const clang::Expr* where, std::string_view type, std::string text);
  /// The program ends here: abort, a failed assert. No handler catches that. Returns false.
  bool end_program(const clang::Expr* where, std::string text);
  /// The exception that travels waits in `held` until what it passes is destroyed. False: the
  /// program ends, for another waits there already or no handler catches this one.
  bool hold_back(std::optional<Exception>& held);
  /// It goes on, if there is one.
  void let_go(std::optional<Exception>& held);
  /// What the handlers do with the exception that travels.
  Completion run_handlers(const clang::CXXTryStmt* statement);
  bool catches(clang::QualType handler, const Exception& exception) const;
  /// Whether a pointer of type `from` becomes one of type `to` by more of const and volatile.
  bool is_more_qualified(clang::QualType to, clang::QualType from) const;
  /// The class of this name, or null where the program does not know it.
  const clang::CXXRecordDecl* find_class(std::string_view qualified) const;
  /// How many exceptions travel now, as std::uncaught_exceptions counts them.
  unsigned num_travelling() const { return num_travelling_; }
  bool variable(const clang::Expr* where, const clang::ValueDecl* declaration, Location*& location);
  void bind(const clang::ValueDecl* declaration, Location* location) {
    frames_.back().variables[declaration] = location;
  }

  /// "the member 'calls'", "an element of the variable 'cache'": for diagnostics.
  std::string name_of(const Location* location) const;
  /// Why a value is not known that an earlier call of forward may have changed.
  static constexpr std::string_view later_call_reason =
      "an earlier call of forward may have changed it";

  // Destroy.cpp
  /// True for a class of the user's with a destructor to run, its own or that of a part.
  bool needs_destruction(clang::QualType type) const;
  /// The object in `location` dies with the scope that runs now, if its destructor does something.
  void own(clang::QualType type, Location* location);
  /// A prvalue that is the operand of a comma, a cast to void or a statement of its own.
  void own_discarded(const clang::Expr* expr, const Result& discarded);
  void disown(const Location* location);
  /// Temporaries that a reference keeps, from number `first` on, die with the scope that runs now.
  void own_extended(size_t first);
  bool destroy(const Object* object, const clang::CXXRecordDecl* record, bool is_complete = true);
  /// Ends the lifetime of what stands in `location`, a variable, element or member of `type`.
  bool destroy_value(const clang::Expr* where, clang::QualType type, Location* location);
  /// Of a class of the library's, the types of what it holds and destroys.
  static llvm::SmallVector<clang::QualType, 4> held_types(const clang::CXXRecordDecl* record);
  /// Ends the lifetime of what a pointer to `pointee` refers to, as delete does.
  bool destroy_pointee(const clang::Expr* where, clang::QualType pointee, const Value& pointer);
  /// A handle of the class `handle` no longer refers to what `value` refers to: what had no other
  /// owner dies.
  bool release(const clang::Expr* where, const clang::CXXRecordDecl* handle, const Value& value,
               Location* dying = nullptr);
  /// The class that `object` is of now: of the constructor or destructor that runs.
  const clang::CXXRecordDecl* dynamic_type(const Object* object) const;
  /// Remembers an object that forward makes and whose destructor does something.
  void note_constructed(const clang::Expr* where, const Object* object);
  /// Says which of them never died here: on the heap, in library containers.
  void report_undestroyed();
  /// Ends the lifetimes of what the frame owns from number `first` on, the last first. Returns
  /// `completion`, or what a destructor made of it.
  Completion leave_scope(size_t first, Completion completion);

  // UnknownCall.cpp, Havoc.cpp
  /// Havoc after a call that cannot be looked into: what its references, pointers and iterators
  /// reach becomes `unknown`. A tensor stays the tensor it is: it can be written to, which the node
  /// of the call does.
  bool havoc_reachable(ModelCall& call, const Value& unknown, const Contract* contract);
  /// Calls a method of an unknown object, by what its row states.
  bool call_of_unknown(ModelCall& call);
  /// The same for a method of an object that an earlier call of forward may have changed: havocs
  /// what the method changes beside the object. An error where that cannot be told.
  bool havoc_changes_of_method(ModelCall& call);
  /// Whether the constructor has a weight of a LibTorch module here, or a list of nothing else.
  bool is_weights(const Value& value);
  /// A function of the program's own, `callee`, is not run: a remark says so, and globals that
  /// other files see are not known from here on.
  template <unsigned N, class... Arguments>
  void pass_over(const clang::Expr* where, llvm::StringRef callee,
                 Message<MessageKind::Loss, N> remark, const Arguments&... arguments) {
    report_.loss(where->getExprLoc(), remark, arguments...);
    havoc_shown_globals(where, callee);
  }
  /// The same for one that has no body here.
  void pass_over(const ModelCall& call);
  void havoc_shown_globals(const clang::Expr* where, llvm::StringRef callee);
  bool may_be_changed_elsewhere(const clang::ValueDecl* global) const;
  void havoc_parts(Location* place, const Value& unknown,
                   llvm::SmallPtrSetImpl<const Location*>& seen);
  /// What Clang has for a function of C's library, whoever declares it; 0: it is none.
  static unsigned library_function(const clang::FunctionDecl* function);
  /// A call that has no model and cannot be run: an opaque node for tensors, an opaque value
  /// otherwise.
  bool opaque_call(ModelCall& call, bool wrapped);

  bool failed() const { return report_.failed(); }
  /// Whether the user's code that runs is an initialiser that the compiler may have computed, where
  /// std::is_constant_evaluated() says so.
  bool may_be_constant_evaluated() const;
  /// Work that a model does by itself, of so many steps: false, with an error, when it was too
  /// much.
  bool charge(const clang::Expr* where, size_t steps);
  bool unwinding() const { return exception_.has_value(); }
  std::string type_name(clang::QualType type) const { return frontend::type_name(context_, type); }

private:
  // What takes part in one expression, call or variable: each is defined in the file of its
  // subject, sees the machine from inside, and lives as long as that is evaluated.
  class Arithmetic;
  class BinaryArithmetic;
  class BaseInitializer;
  class BodyRun;
  class Cast;
  class Construction;
  class ConstructorRun;
  class Expressions;
  class FunctionCall;
  class GlobalInit;
  class ListInit;
  class LocalVariable;
  class NamedVariable;
  class Operators;
  class PointerOperation;
  class ProgramStart;
  class RangeLoop;
  class RareExpression;
  class Reach;
  class Statement;
  class UnknownRuns;

  /// A call to which the compiler has the answer; nothing for others.
  std::optional<bool> try_builtin(const clang::CallExpr* expr, const clang::FunctionDecl* function,
                                  Result& result);
  bool init_global(const clang::VarDecl* variable, const clang::ValueDecl* key,
                   const clang::Expr* init);
  bool init_thread_locals(const clang::VarDecl* used);
  bool run_function(const clang::FunctionDecl* function);
  /// False, with an error, where an object under construction or destruction is used as one of a
  /// class that is no part of what is there: that has no meaning in C++.
  bool has_dynamic_type(const clang::Expr* where, const Object* object,
                        const clang::CXXRecordDecl* given);
  /// An array made of another's elements, each by its constructor.
  bool copy_array(const clang::ArrayInitLoopExpr* loop, Result& result);
  Completion run_here(const clang::Stmt* statement);
  bool eval_here(const clang::Expr* expr, Result& result);
  /// Evaluates for a known value. False, with nothing reported, when there is none.
  bool attempt(const clang::Expr* expr, Result& result);
  /// What --assume says of `expr`, where that is not known. `applies`: `result` is what it is.
  bool assumed(const clang::Expr* expr, Result& result, bool& applies);
  Denotation denotation(const clang::Expr* expr);
  /// Where in the file of --config an object stands that is not known; nothing where it is.
  std::optional<std::vector<std::string>> config_path(const clang::Expr* expr);
  /// The key that `expr` is, where it is known: a text, or the number of an item.
  std::optional<std::string> config_key(const clang::Expr* expr);
  /// What --config says of `expr`, where that is not known. `applies`: `result` is what it is.
  bool configured(const clang::Expr* expr, Result& result, bool& applies);
  /// Whether an assumption says something of `denoted`, which is `value` as far as that is known.
  bool is_meant(Assumption& assumption, const Denotation& denoted, const Value& value);
  /// Makes the graph check that `value` is what is assumed, or says that it does not.
  bool leave_check(const clang::Expr* where, Assumption& assumption, const Value& value);
  /// Notes to an error: why an assumption says nothing of a value.
  void explain_unknown(const clang::Expr* where, const Value& value);
  /// `expr` runs or not, as `condition` decides, which is not known: an error if that matters.
  bool may_not_matter(const clang::Expr* expr, const clang::Expr* condition, llvm::StringRef token);
  /// Whether it makes no difference to anything but what is printed whether `branch` runs, if
  /// `written`, numbers outside of it, are not known from there on.
  bool can_pass_by(const clang::Stmt* branch, std::vector<Location*>& written);
  /// A condition, `value`, that is not known and need not be: its branches only print.
  bool pass_by(const clang::Expr* condition, const Value& value, const clang::Stmt* then_branch,
               const clang::Stmt* else_branch);
  /// Whether the right side of && or || alone decides, whatever the left side is.
  bool decides(const clang::Expr* expr, bool decisive);
  /// A condition that has to be `expected`, because the program ends at `failing` where it is not:
  /// a torch._assert node where only a run of the model knows it.
  bool keep_check(const clang::Expr* condition, const clang::Stmt* failing, bool expected,
                  bool& value, Value& result);
  bool bind_parameters(const clang::FunctionDecl* function, llvm::SmallVector<Operand, 4>& args);
  /// Of a function that is left: the parameters that GCC and Clang end with the full expression of
  /// its caller.
  std::vector<OwnedObject> take_parameters(const clang::Expr* call);
  /// They are the caller's from here on, each in its place among the temporaries of the arguments.
  void give_back(const std::vector<OwnedObject>& parameters);
  bool step(clang::SourceLocation where);
  /// -operand, ~operand
  bool sign_or_bits(const clang::UnaryOperator* expr, const Value& operand, Value& value);
  struct Resolved {
    clang::Expr* expr = nullptr; // null: there is no such expression
    std::vector<clang::OpaqueValueExpr*> stand_ins;
  };
  using Build = llvm::function_ref<clang::ExprResult(llvm::MutableArrayRef<clang::Expr*>)>;
  bool resolve(const clang::Expr* where, uintptr_t kind, llvm::ArrayRef<Operand> operands,
               Build build, Result& result);
  const clang::CXXMethodDecl* dispatch(const clang::CXXMethodDecl* method,
                                       const Object* self) const;
  Location* null_object(const clang::Expr* where);
  bool copy_parts(const clang::Expr* where, const clang::CXXRecordDecl* record, const Object& from,
                  Object* to, bool moves, bool is_complete);
  /// The storage's question: a copy of an object whose class has a copy constructor of its own.
  bool copy_by_constructor(const Object& from, Value& value);
  /// An error where an operator behind `last` may throw what a handler catches and goes on from.
  bool surely_does_not_throw(const clang::CXXTryStmt* statement, const Node* last);
  /// The same of a call that is not known.
  bool surely_does_not_throw(const ModelCall& call);
  /// Whether a branch that never comes to its end throws what a handler around it catches.
  bool is_caught(const clang::Stmt* branch) const;
  bool is_caught_as(const clang::CXXCatchStmt* handler, std::string_view type) const;
  Completion run_handler(const clang::CXXCatchStmt* handler);
  /// Whether running `statement` leads to the label that is looked for.
  bool leads_to_label(const clang::Stmt* statement);
  bool call_destructor(const clang::Expr* where, const clang::CXXDestructorDecl* destructor,
                       const Operand& self, bool is_virtual);
  bool end_pointee(const clang::Expr* where, clang::QualType pointee, const Value& pointer);
  void end_variable(const OwnedObject& variable);
  bool destroy_all(const clang::Expr* where,
                   llvm::ArrayRef<std::pair<Location*, clang::QualType>> locations);
  bool destroy_elements(const clang::Expr* where, const clang::CXXRecordDecl* record,
                        const Object* container);
  const Object* literal_array(std::string_view text);
  HeaderCode header_code_of(const clang::Decl* declaration) const;

  /// While it lives, code of the program runs, which a model may have called: what that changes is
  /// its own affair.
  class ProgramCode {
  public:
    explicit ProgramCode(Machine& machine);
    ~ProgramCode();
    ProgramCode(const ProgramCode&) = delete;
    ProgramCode& operator=(const ProgramCode&) = delete;
    /// Whether the model that runs states that it calls code; reports when it does not.
    bool may_run(const clang::Expr* where) const;

  private:
    Machine& machine_;
    const ModelEntry* model_;
    uint64_t closed_;
  };

  const ParsedUnit& unit_;
  clang::CompilerInstance& compiler_;
  clang::ASTContext& context_;
  const ParseErrors& parse_errors_;
  const TraceOptions& options_;
  CallStack& frames_;
  Storage& storage_;
  Memory memory_;
  Reporter& report_;
  GraphBuilder& graph_;
  Oracle& oracle_;
  const Library& library_;
  SymbolicNumbers symbolic_;
  EffectAnalysis effects_;
  std::map<std::string, const Object*> literals_;
  llvm::DenseMap<const Location*, const Object*> singles_; // lone objects as arrays of one
  llvm::DenseSet<const Object*> new_arrays_;               // that new[] made
  const clang::Expr* default_argument_ = nullptr;          // the one that is evaluated
  const ModelEntry* model_ = nullptr; // that runs, and no code of the program in it
  std::vector<Location*> handed_out_; // to something unknown that may keep them
  llvm::DenseMap<const clang::ValueDecl*, Location*> globals_;
  std::optional<Value> shown_globals_; // what those are that other files may have changed
  /// Arguments of calls under evaluation, with their types.
  std::vector<std::pair<Value, clang::QualType>> in_flight_;
  bool in_turn_ = false; // the initialiser of a global runs in its turn
  // Whose initialisers run later, before the program begins: zero until then. Null: not asked for
  // yet.
  llvm::DenseMap<const clang::ValueDecl*, Location*> pending_globals_;
  bool used_before_turn_ = false; // one that has no zero here: an array, an object of a library
  // Of arguments by value: how many objects of the caller's were owned when they were made.
  llvm::DenseMap<const Object*, size_t> argument_positions_;
  Location* early_global_ =
      nullptr; // of the one whose initialiser begins, if something asked for it
  llvm::DenseMap<const clang::OpaqueValueExpr*, Operand> opaque_values_;
  llvm::DenseMap<const clang::Type*, const Object*> type_infos_;
  std::map<std::vector<uintptr_t>, Resolved> resolved_; // by kind, place and types of operands
  clang::QualType resolved_type_;
  clang::ExprValueKind resolved_kind_ = clang::VK_PRValue;
  llvm::SmallPtrSet<const clang::CXXRecordDecl*, 8> constructed_classes_;
  std::vector<MissingBody> missing_bodies_;
  std::vector<std::pair<const Object*, clang::SourceLocation>> undestroyed_;
  std::optional<Exception> exception_;
  std::vector<const clang::CXXTryStmt*> tries_; // whose blocks run, the innermost last
  std::vector<Exception> handled_;              // by the handlers that run, the innermost last
  std::vector<UnderConstruction> under_construction_;
  std::vector<std::pair<const clang::ValueDecl*, Location*>> declaring_; // see variable()
  const clang::Stmt* label_ = nullptr; // what a switch or goto looks for: nothing else runs
  mutable llvm::DenseMap<const clang::Type*, bool> needs_destruction_;
  mutable llvm::DenseMap<clang::FileID, HeaderCode> header_codes_;
  mutable llvm::DenseMap<const clang::CXXRecordDecl*, bool> own_classes_;
  unsigned num_travelling_ = 0;
  bool has_copy_constructors_ = false; // an object whose class has one of its own was made
  size_t steps_ = 0;
  unsigned expression_depth_ = 0;
  bool ends_program_ = false; // a temporary of this full expression never returns when it dies
  std::vector<size_t> array_indices_; // of the arrays that are copied, the innermost last
  struct AtExit {
    OwnedObject object;
    bool of_thread;
    clang::SourceLocation where;
    Value function; // that std::atexit was given, in the place of an object
  };
  /// Where the place of an element of a list of the graph comes from.
  struct GraphElement {
    const clang::Expr* where;
    Location* list;
    const Node* node;
    int64_t index;
    std::optional<int64_t> length;
    bool is_tuple;
  };
  /// Makes the list that `element` is a detached place of a container; false: it cannot be made
  /// one.
  bool unfold_container(Location* element);
  void written_detached(Location* location, clang::SourceLocation where);
  llvm::DenseMap<const Location*, GraphElement> graph_elements_;
  /// The sizes of a tensor.
  struct KnownSizes {
    const Object* list = nullptr;
    const Node* tensor = nullptr;
    size_t before = 0;    // so many nodes had reshaped something when they were asked for,
    size_t of_tensor = 0; // and so many of them may have reshaped this tensor
  };
  void note_sizes(KnownSizes& known, const Node& tensor, const Object& list);
  bool shows_shape(const KnownSizes& sizes);
  /// Whether what a view shows is there: an error where it ended or may have changed its shape.
  bool shows_its_list(const clang::Expr* expr, const Value& view);
  // Of the call that runs: by tensor and question, and by list.
  std::map<std::pair<const Node*, std::string>, KnownSizes> sizes_of_;
  llvm::DenseMap<const Object*, KnownSizes> lists_of_sizes_;
  std::map<std::tuple<const Location*, const Node*, int64_t>, Location*> element_places_;
  std::vector<AtExit> at_exit_; // what dies behind main, in the order in which it was made
  bool thread_locals_begun_ = false;
  std::optional<bool> replaces_allocation_; // whether the program does; nothing: not asked yet
  bool is_constant_evaluated_ = false;      // what std::is_constant_evaluated() says
  bool in_rule_ = false;
  bool in_kept_check_ = false;           // a condition that the graph is to make
  const clang::Expr* written_ = nullptr; // evaluated for its place, which gets another value
};

} // namespace fx::frontend
