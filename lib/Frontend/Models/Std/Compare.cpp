// Comparison operators of library classes.
#include "Frontend/Models/Text.h"
#include "Frontend/Values/Variants.h"

using namespace clang;

namespace fx::frontend {

namespace {

bool is_named(const Operand& operand, llvm::StringRef name) {
  const CXXRecordDecl* record = record_of(type_of(operand));
  return record && record->getIdentifier() && record->getName() == name;
}

bool is_text_class(const Operand& operand) {
  return is_named(operand, "basic_string") || is_named(operand, "basic_string_view");
}

bool by_order(BinaryOperatorKind op, int order) {
  switch (op) {
  case BO_EQ: return order == 0;
  case BO_NE: return order != 0;
  case BO_LT: return order < 0;
  case BO_GT: return order > 0;
  case BO_LE: return order <= 0;
  default: return order >= 0; // BO_GE
  }
}

/// What an optional holds; nullopt and an empty one hold nothing.
struct Held {
  bool is_engaged = false;
  Operand content;
};

Held held_by(const Operand& operand) {
  Held held;
  if (is_named(operand, "nullopt_t")) return held;
  held.content = operand;
  held.is_engaged = true;
  if (!is_named(operand, "optional")) return held;
  const CXXRecordDecl* record = record_of(type_of(operand));
  held.is_engaged =
      !operand.value.is(Value::Kind::None) && !operand.value.is(Value::Kind::Uninitialized);
  held.content.expr = nullptr;
  held.content.type = template_type(record, 0);
  if (operand.value.is_object() && operand.value.object()->elements.size() == 1 &&
      operand.value.object()->type &&
      operand.value.object()->type->getCanonicalDecl() == record->getCanonicalDecl()) {
    held.content.place = operand.value.object()->elements[0];
    held.content.value = held.content.place->value();
  }
  return held;
}

bool by_values(ModelCall& call, BinaryOperatorKind op, const Operand& left, const Operand& right) {
  Machine& machine = call.machine;
  Value answer;
  const bool swapped = op == BO_GT || op == BO_LE;
  const bool negated = op == BO_NE || op == BO_LE || op == BO_GE;
  if (op == BO_EQ || op == BO_NE) {
    if (!equal(machine, call.expr, left, right, answer)) return false;
  } else if (!less(machine, call.expr, swapped ? right : left, swapped ? left : right, answer)) {
    return false;
  }
  if (!answer.is(Value::Kind::Int)) return call.ret(machine.unknown_condition(call.expr, answer));
  return call.ret(Value::boolean((answer.as_int() != 0) != negated));
}

/// Unordered containers are equal when they have equal elements, whatever their order.
bool equal_unordered(ModelCall& call, const Operand& left, const Operand& right, bool& result) {
  const Object& a = *left.value.object();
  const Object& b = *right.value.object();
  const CXXRecordDecl* record = record_of(type_of(left));
  const size_t step = stride(a);
  result = a.elements.size() == b.elements.size();
  std::vector<bool> used(b.elements.size());
  for (size_t i = 0; result && i < a.elements.size(); i += step) {
    bool found = false;
    for (size_t j = 0; !found && j < b.elements.size(); j += step) {
      if (used[j]) continue;
      bool same = true;
      for (size_t part = 0; same && part < step; ++part) {
        const QualType type = template_type(record, static_cast<unsigned>(part));
        Value answer;
        if (!equal(call.machine, call.expr, operand_in(type, a.elements[i + part]),
                   operand_in(type, b.elements[j + part]), answer) ||
            !call.machine.truth(call.expr, answer, same, "this comparison"))
          return false;
      }
      if (same) used[j] = found = true;
    }
    result = found;
  }
  return true;
}

/// Whether a comparison of operands of one kind went through; no answer for operands of another.
using Answer = std::optional<bool>;
using Comparison = Answer (*)(ModelCall& call, BinaryOperatorKind op, const Operand& left,
                              const Operand& right);

Answer compare_unknown(ModelCall& call, BinaryOperatorKind, const Operand& left,
                       const Operand& right) {
  for (const Operand* operand : {&left, &right})
    if (operand->value.is(Value::Kind::Opaque))
      return call.ret(is_text_class(left) || is_text_class(right) ? unknown_text(call)
                                                                  : operand->value);
  return std::nullopt;
}

Answer compare_texts(ModelCall& call, BinaryOperatorKind op, const Operand& left,
                     const Operand& right) {
  std::string a;
  std::string b;
  if ((!is_text_class(left) && !is_text_class(right)) || !text_of(left.value, a) ||
      !text_of(right.value, b))
    return std::nullopt;
  return call.ret(Value::boolean(by_order(op, a.compare(b))));
}

Answer compare_node_iterators(ModelCall& call, BinaryOperatorKind op, const Operand& left,
                              const Operand& right) {
  if (is_iterator_into_input(left.value) || is_iterator_into_input(right.value))
    return call.ret(
        Value::opaque(call.location(), "what is in this map is known only when the model runs"));
  if (!is_node_iterator(left.value) || !is_node_iterator(right.value)) return std::nullopt;
  const auto same = [&](size_t part) {
    const Value& x = left.value.object()->elements[part]->value();
    const Value& y = right.value.object()->elements[part]->value();
    return x.is(Value::Kind::Pointer) == y.is(Value::Kind::Pointer) &&
           (!x.is(Value::Kind::Pointer) || x.target() == y.target());
  };
  if (op != BO_EQ && op != BO_NE) return call.unsupported(missing::this_comparison);
  // An element may have gone to another container with its iterators. Two ends are the same place
  // only in one container.
  const bool names = left.value.object()->elements[1]->value().is(Value::Kind::Pointer);
  const bool equal = same(1) && (names || same(0));
  return call.ret(Value::boolean(equal == (op == BO_EQ)));
}

Answer compare_optionals(ModelCall& call, BinaryOperatorKind op, const Operand& left,
                         const Operand& right) {
  if (!is_named(left, "optional") && !is_named(right, "optional")) return std::nullopt;
  for (const Operand* asked : {&left, &right})
    if (is_named(*asked, "optional"))
      call.report().optional_taken_as_given(call.location(), asked->value);
  const Held x = held_by(left);
  const Held y = held_by(right);
  if (!x.is_engaged || !y.is_engaged)
    return call.ret(Value::boolean(
        by_order(op, static_cast<int>(x.is_engaged) - static_cast<int>(y.is_engaged))));
  if (x.content.value.is_node() || y.content.value.is_node()) return std::nullopt;
  return by_values(call, op, x.content, y.content);
}

Answer compare_variants(ModelCall& call, BinaryOperatorKind op, const Operand& left,
                        const Operand& right) {
  if (!is_variant_class(record_of(type_of(left))) || !is_variant_class(record_of(type_of(right))) ||
      !left.value.is_object() || !right.value.is_object())
    return std::nullopt;
  const Object& x = *left.value.object();
  const Object& y = *right.value.object();
  const int64_t i = x.hidden[0]->value().as_int();
  const int64_t j = y.hidden[0]->value().as_int();
  if (i != j) return call.ret(Value::boolean(by_order(op, i < j ? -1 : 1)));
  const auto* spec = llvm::cast<ClassTemplateSpecializationDecl>(record_of(type_of(left)));
  const QualType type =
      spec->getTemplateArgs()[0].pack_elements()[static_cast<size_t>(i)].getAsType();
  return by_values(call, op, operand_in(type, x.elements[0]), operand_in(type, y.elements[0]));
}

Answer compare_monostates(ModelCall& call, BinaryOperatorKind op, const Operand& left,
                          const Operand&) {
  if (!is_named(left, "monostate")) return std::nullopt;
  return call.ret(Value::boolean(by_order(op, 0)));
}

Answer compare_unordered(ModelCall& call, BinaryOperatorKind op, const Operand& left,
                         const Operand& right) {
  const CXXRecordDecl* record = record_of(type_of(left));
  if (!record || !record->getIdentifier() || !record->isInStdNamespace() ||
      !record->getName().starts_with("unordered_") || !left.value.is_object() ||
      !right.value.is_object())
    return std::nullopt;
  bool same = false;
  return equal_unordered(call, left, right, same) &&
         call.ret(Value::boolean(same == (op == BO_EQ)));
}

/// Of a class whose own code is run.
Answer compare_by_own_code(ModelCall& call, BinaryOperatorKind, const Operand& left,
                           const Operand&) {
  Machine& machine = call.machine;
  if (!machine.is_interpreted_library(call.callee) || !left.value.is_object()) return std::nullopt;
  const FunctionDecl* body = machine.definition(call.callee);
  if (body == nullptr) return std::nullopt;
  const bool member = isa<CXXMethodDecl>(call.callee);
  return machine.run_body(call.expr, body, member ? left.value.object() : nullptr, call.args,
                          call.result);
}

/// Containers, pairs and tuples.
Answer compare_parts(ModelCall& call, BinaryOperatorKind op, const Operand& left,
                     const Operand& right) {
  if (!left.value.is_object() || !right.value.is_object()) return std::nullopt;
  const CXXRecordDecl* record = record_of(type_of(left));
  if (tuple_types(record).empty() &&
      (!record || !record->isInStdNamespace() || is_handle_class(record)))
    return std::nullopt;
  return by_values(call, op, left, right);
}

/// Iterators, smart pointers, sizes against a list.
Answer compare_plain(ModelCall& call, BinaryOperatorKind op, const Operand& left,
                     const Operand& right) {
  Machine& machine = call.machine;
  if (!machine.is_valid(call.expr, left.value) || !machine.is_valid(call.expr, right.value))
    return false;
  Value result;
  return machine.arithmetic(call.expr, op, left.value, right.value, machine.context().BoolTy,
                            result) &&
         call.ret(result);
}

/// The first that has an answer gives it.
constexpr Comparison comparisons[] = {
    compare_unknown,  compare_texts,      compare_node_iterators, compare_optionals,
    compare_variants, compare_monostates, compare_unordered,      compare_by_own_code,
    compare_parts,    compare_plain,
};

} // namespace

bool compare(ModelCall& call) {
  const bool member = isa<CXXMethodDecl>(call.callee);
  const Operand& left = member ? call.self : call.args[0];
  if (call.args.size() < (member ? 1 : 2)) return call.unsupported(missing::this_comparison);
  const Operand& right = call.args[member ? 0 : 1];
  const auto op = llvm::StringSwitch<std::optional<BinaryOperatorKind>>(call.name)
                      .Case("operator==", BO_EQ)
                      .Case("operator!=", BO_NE)
                      .Case("operator<", BO_LT)
                      .Case("operator>", BO_GT)
                      .Case("operator<=", BO_LE)
                      .Case("operator>=", BO_GE)
                      .Default(std::nullopt);
  if (!op) return call.unsupported(missing::this_comparison);
  for (const Comparison comparison : comparisons)
    if (const Answer answer = comparison(call, *op, left, right)) return *answer;
  return false;
}

} // namespace fx::frontend
