// How the source writes a method, for edits that move what stands in it.
#pragma once

#include "fx/IR/Meta.h"

#include <string>
#include <vector>

namespace fx {

struct MethodSyntax {
  struct Variable {
    std::string name;
    std::string type;      // as C++ writes it, without const and reference
    bool declared = false; // by the statement, and seen behind it
    bool is_reference = false;
    bool written = false;   // or it may be
    bool is_scalar = false; // a number or a flag
    bool is_ended = false;  // its type has code that runs when its scope ends
  };
  /// A place where code has a name that is of its function or its class: elsewhere it means
  /// something else, or nothing.
  struct Name {
    enum class Kind : uint8_t {
      Variable, // of the function, or of a lambda or block inside
      Field,    // of this object
      Method,   // of this object, which is called
      Other,    // a static member or variable, `this` alone, or what a template leaves open
    };
    Kind kind = Kind::Variable;
    Variable of;               // a variable, or a field, and what happens to it there
    TextRange range;           // of the name alone; empty: a macro has a part in it
    bool is_qualified = false; // "this->conv", "Net::scale"
    bool is_called = false;    // a field: conv(x), conv->forward(x)
    bool may_not_run = false;  // a field: code of the statement decides whether it is evaluated
    /// Where a member is declared that only its class and friends may name; nothing: it is public.
    SourceRange hidden;
  };
  struct Statement {
    TextRange range; // with its semicolon
    SourceRange place;
    std::vector<Variable> variables; // of the method, which the statement names
    std::vector<Name> names;         // all that it names, in the order of the syntax
    bool returns = false;            // it is a return
    bool leaves = false;             // a return, or a jump out of it, stands inside
    /// Of `x = a(b(c));`, a declaration of one variable or a return: the calls one in another, the
    /// outermost first, each with the operand that the next is.
    struct Call {
      TextRange whole;
      std::string member; // a module of the class that it calls; empty: a function
      TextRange input;
    };
    std::vector<Call> calls;
    std::string input;    // the variable that the innermost takes; empty: an expression
    std::string assigned; // the variable that gets the value
  };
  struct Parameter : Variable {
    TextRange default_argument; // empty: it has none
  };
  std::string file;
  TextRange definition;
  std::string result;    // the type
  std::string qualifier; // of its name, where the class does not have the body: "NetImpl::"
  bool is_const = false;
  std::vector<Parameter> parameters;
  std::vector<Statement> statements; // those of the body itself, in order
};

} // namespace fx
