// What the machine asks of the libraries that a program uses: an interface, which ../Models
// implements for std and LibTorch. The machine knows C++ alone.
#pragma once

#include "Frontend/Eval/Contract.h"
#include "Frontend/Values/Frame.h"
#include "Frontend/Values/Reporter.h"

#include <optional>
#include <string_view>

namespace fx::frontend {

class Machine;
class GraphBuilder;

/// A call of something that is modelled, not run: everything a model may look at.
struct ModelCall {
  Machine& machine;
  const clang::Expr* expr;
  const clang::FunctionDecl* callee;
  std::string_view name; // unqualified: "push_back"
  /// The object a method is called on.
  Operand self;
  llvm::SmallVector<Operand, 4> args;
  Result result;

  GraphBuilder& graph() const;
  Reporter& report() const;
  Storage& storage() const;

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
  /// What an element or variable gets that argument `i` initialises: the value moved out of an
  /// xvalue (see Machine::move_out), a copy of another glvalue.
  bool take(size_t i, Value& value) const;
  /// Reports an error at the call; returns false.
  template <unsigned N, class... Arguments>
  bool error(Message<MessageKind::Error, N> message, const Arguments&... arguments) const {
    return report().error(expr, message, arguments...);
  }
  template <unsigned N, class... Arguments>
  bool unsupported(Message<MessageKind::Missing, N> feature, const Arguments&... arguments) const {
    return report().unsupported(expr, feature, arguments...);
  }
  bool unsupported() const { return report().unsupported(expr); }
  /// The sequence, map or class object `operand` is, looking through pointers.
  static const Object* object_of(const Operand& operand);
};

using ModelFunction = bool (*)(ModelCall& call);

/// A row of a table of models: whose model it is, and what is stated of it. The machine holds the
/// model to it, and reasons with it about calls that it cannot run.
struct ModelEntry {
  std::string_view name;
  ModelFunction model;
  Contract contract;
};

/// Whether models stand for the objects of a class of the library's.
enum class Modelled : uint8_t {
  Unlisted, // a class that models know nothing of
  Yes,
  Not,     // of the same template, but with what the models do not keep: an allocator of its own
  ByValue, // iterators: their class does not tell
};

class Library {
public:
  virtual ~Library() = default;

  /// The model of a library function, method or constructor, or null.
  virtual const ModelEntry* find(std::string_view qualified,
                                 const clang::FunctionDecl* function) const = 0;
  /// Brings `value`, an operand of the library function `function`, into the form that every model
  /// knows.
  virtual void plain(const clang::FunctionDecl* function, Value& value) const = 0;
  /// Whether the elements of `container` stand in the order that the compiled program has them in.
  /// Reports when that is not known.
  virtual bool has_known_order(Machine& machine, const clang::Expr* where,
                               const Object& container) const = 0;
  /// Calls a method of an unknown object. False: it is not one that the library knows for such
  /// objects. `ok`: whether the call went through.
  virtual bool call_on_unknown(ModelCall& call, std::string_view qualified, bool& ok) const = 0;
  virtual Modelled modelled(const clang::CXXRecordDecl* record) const = 0;
  /// An iterator as the models hold it.
  virtual bool is_modelled_iterator(const Value& value) const = 0;
  /// Code in the project's own folders that is a library all the same.
  virtual bool is_vendored(const clang::Decl* declaration) const = 0;

  /// Enumerators and objects known by name: dtypes, torch::kReflect, nullopt.
  virtual bool enumerator(const clang::EnumConstantDecl* constant, Value& value) const = 0;
  virtual bool constant(Machine& machine, const clang::ValueDecl* declaration,
                        Value& value) const = 0;
  /// A data member: of a user object, a pair, a LibTorch module (options, weight).
  virtual bool read_field(Machine& machine, const clang::Expr* expr, const Value& base,
                          const clang::FieldDecl* field, Result& result) const = 0;
  /// A smart pointer or module holder made from `args`.
  virtual bool construct_handle(Machine& machine, const clang::Expr* expr,
                                const clang::CXXRecordDecl* record,
                                llvm::SmallVector<Operand, 4> args, Result& result) const = 0;

  /// A module before its constructor runs.
  virtual const Object* create_module(Machine& machine,
                                      const clang::CXXRecordDecl* record) const = 0;
  /// The constructor of a class of the library's that `object` derives from.
  virtual bool init_base(Machine& machine, const clang::Expr* where,
                         const clang::CXXConstructorDecl* constructor, const Object* object,
                         llvm::SmallVector<Operand, 4>& args) const = 0;
  /// object(args...): runs a user's forward, chains a Sequential, emits call_module for a leaf.
  virtual bool call_module(Machine& machine, const clang::Expr* expr, const Object* object,
                           llvm::SmallVector<Operand, 4> args, Result& result) const = 0;
  /// `forward` of a user's module is called by `expr`. Nothing: it is entered.
  virtual std::optional<bool> call_leaf(Machine& machine, const clang::Expr* expr,
                                        const Object& module, const clang::CXXMethodDecl* forward,
                                        const llvm::SmallVector<Operand, 4>& args,
                                        Result& result) const = 0;
  /// A user's module whose forward begins, called by `expr`.
  virtual void begin_forward(Machine& machine, const clang::Expr* expr,
                             const Object* object) const = 0;
  /// Whether something happens when an object of this class of the library's dies; destroy() does
  /// it.
  virtual bool has_destructor(const clang::CXXRecordDecl* record) const = 0;
  virtual bool destroy(Machine& machine, const clang::Expr* where, const Object* object) const = 0;
  /// Copies of a user's module, as its implicit copy constructor and assignment make them.
  virtual const Object* copy_module(Machine& machine, const Object& source) const = 0;
  virtual bool assign_module(Machine& machine, const clang::Expr* where, const Object& target,
                             const Object& source, bool moves) const = 0;
};

} // namespace fx::frontend
