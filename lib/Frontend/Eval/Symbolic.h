// Numbers that only a run of the model knows, in the types of C++.
//
// A graph computes with integers that never wrap and with doubles. C++ computes in types: what is
// narrowed wraps, what is unsigned is never negative, what is a float is rounded. For each symbolic
// number this room knows bounds; a conversion that could change the number writes that into the
// graph, and what a graph cannot say is an error.
//
// Sizes and integers that are given or read from a tensor are taken to be of ordinary magnitude
// (see ordinary in Symbolic.cpp) where a type holds that: `int n = x.size(0)` stays the size.
#pragma once

#include "Frontend/Lower/GraphBuilder.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace fx::frontend {

class SymbolicNumbers {
public:
  SymbolicNumbers(clang::ASTContext& context, GraphBuilder& graph, Reporter& report)
      : context_(context), graph_(graph), report_(report) {}

  /// `number`, which is of the type `type` in C++, is what an earlier call of forward left: any
  /// number of its type, or any that is not negative.
  void note_left(const Node* number, clang::QualType type, bool non_negative);
  /// Whether `value`, which this call leaves, is one that note_left() has allowed for.
  bool may_be_left(const Value& value, clang::QualType type, bool non_negative) const;
  /// `value`, an integer of type `from`, becomes one of the integral type `to`.
  bool to_integer(const clang::Expr* where, clang::QualType from, clang::QualType to, Value& value);
  /// `value`, an integer of type `from`, becomes a floating point number of type `to`.
  bool to_floating(const clang::Expr* where, clang::QualType from, clang::QualType to,
                   Value& value);
  /// `value`, a node whose type in Python need not be float, is of the floating point type `type`
  /// in C++: makes it a float.
  void make_floating(const clang::Expr* where, clang::QualType type, Value& value);
  /// `value`, a torch::Scalar that holds a number of any type, becomes a number of type `to`, as
  /// Scalar::to does it. A number that does not fit is an error of the run in C++.
  bool of_scalar(const clang::Expr* where, clang::QualType to, Value& value);
  /// The same of a tensor's item, for integers and booleans.
  bool of_item(const clang::Expr* where, clang::QualType to, Value& value);
  /// Where something computes a floating point number from `value` whatever the type of that is:
  /// the number that was converted. Else, and when nothing was converted, `value`.
  Value unconverted(const Value& value) const;
  /// The operands of `left op right`, which are of type `type`, without the conversions that a
  /// graph can do without.
  void spare_conversions(clang::BinaryOperatorKind op, clang::QualType type, Value& left,
                         Value& right) const;
  /// `value`, a double, becomes a float.
  void to_single(const Value& value);
  /// `value`, a float, becomes a number of a wider type: the graph computed it in double precision,
  /// and rounds it here.
  void widen(const clang::Expr* where, Value& value);
  /// `value`, a floating point number of type `from`, is cut to an integer of type `to`.
  bool cut(const clang::Expr* where, clang::QualType from, clang::QualType to, Value& value);

  /// Whether `op` on operands of this type gives another result when an unsigned number that
  /// wrapped round below zero is a negative one, which it is in a graph.
  bool needs_sign(clang::BinaryOperatorKind op, clang::QualType type) const;
  bool is_surely_positive(const Value& value, clang::QualType type) const {
    return bounds(value, type).low >= 0;
  }
  /// `left / right` or `left % right`, operands of type `type`, of a number that a double need not
  /// hold, by a positive constant. False: it is another division.
  bool divide(const clang::Expr* where, clang::BinaryOperatorKind op, const Value& left,
              const Value& right, clang::QualType type, Value& value);
  /// `value` is what the graph makes of `left op right`, operands of type `operands`: makes it what
  /// C++ makes of it in the type `type`.
  bool finish(const clang::Expr* where, clang::BinaryOperatorKind op, const Value& left,
              const Value& right, clang::QualType operands, clang::QualType type, Value& value);
  /// The same for `-operand` and `~operand`.
  bool finish(const clang::Expr* where, clang::UnaryOperatorKind op, const Value& operand,
              clang::QualType type, Value& value);

private:
  struct Bounds {
    double low;
    double high;
    bool squared = false; // a number times itself: no number of elements of one tensor
    bool any = false;     // of any magnitude, where others are of an ordinary one
  };

  /// What a number is taken to be between: what sizes are, or anything that may come from outside.
  enum class From { Sizes, Anywhere };

  Bounds limits(clang::QualType type) const;
  Bounds bounds(const Value& value, clang::QualType type, From from = From::Sizes) const;
  /// Of what comes from a tensor or from the caller. Nothing for what is of an ordinary size.
  std::optional<Bounds> bounds_from_outside(const Node& node, clang::QualType type,
                                            unsigned depth = 0) const;
  Bounds result_bounds(clang::BinaryOperatorKind op, const Value& left, const Value& right,
                       clang::QualType operands, clang::QualType type,
                       From from = From::Sizes) const;
  /// `value`, between `exact` when nothing wraps, in the integral type `type`.
  bool wrap(const clang::Expr* where, clang::QualType type, Bounds exact, Value& value);
  /// `value`, of 64 bits, is between `wide` when it is computed from numbers from outside.
  void note_wide(clang::QualType type, Bounds wide, const Value& value);
  void finish_single(clang::BinaryOperatorKind op, const Value& left, const Value& right,
                     const Value& value);
  void round_to_single(const clang::Expr* where, Value& value);
  bool is_exact(const Value& value) const;
  /// Whether the graph computes this number of type float exactly as C++ does.
  bool is_float(const Value& value) const;
  bool is_conversion(const Value& value) const;
  /// Whether cutting `node` to an integer could show that the graph does not round to single
  /// precision.
  bool depends_on_rounding(const Node* node, bool computed, unsigned depth) const;
  Value emit(const clang::Expr* where, std::string_view target, const Value& left, int64_t right,
             bool non_negative);

  clang::ASTContext& context_;
  GraphBuilder& graph_;
  Reporter& report_;
  llvm::DenseMap<const Node*, Bounds> bounds_;
  // Computed from numbers from outside: what 32 bits need not hold.
  llvm::DenseMap<const Node*, Bounds> wide_;
  // Of type float: what a graph computes exactly, and a quotient of two such that it does not.
  llvm::DenseSet<const Node*> exact_;
  llvm::DenseSet<const Node*> quotients_;
  llvm::DenseSet<const Node*> rounded_;
  llvm::DenseSet<const Node*> once_; // of those, results of one operation on floats
};

} // namespace fx::frontend
