// --assume: what an expression is where it cannot be known.
//
// An assumption is spelled as an expression and holds for a value: for what that expression denotes
// where it is asked for first. The same text that denotes something else, be it another variable
// or a variable that was changed in between, is not meant. The graph checks what it can.
#include "Frontend/Eval/Machine.h"

#include "Frontend/Lower/Views.h"

#include "fx/Analysis/Aliasing.h"
#include "fx/Analysis/Effects.h"
#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Shapes.h"

#include <bit>
#include <cmath>
#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

bool is_other_number(const Value& known, const Value& assumed) {
  if (!known.is_number() || !assumed.is_number()) return false;
  const double a = known.as_double();
  const double b = assumed.as_double();
  // As written in decimals, and maybe kept as a float.
  return std::abs(a - b) > 1e-6 * std::max(std::abs(a), std::abs(b));
}

std::string text_of(const Value& value) {
  switch (value.kind()) {
  case Value::Kind::Int:
    if (value.is_bool()) return value.as_int() ? "true" : "false";
    return fmt::format("{}", value.as_int());
  case Value::Kind::Float: return fmt::format("{}", value.as_double());
  case Value::Kind::String: return fmt::format("\"{}\"", value.text());
  default: return "nullptr";
  }
}

/// The names in an expression: what each is declared as, and those that stand for values.
struct Names {
  std::vector<const Decl*> declarations;
  llvm::SmallVector<const Expr*, 4> values;
};

/// `whole`: the values of `part` are part of one that was found already.
void find_names(const Machine& machine, const Stmt* part, bool whole, Names& names) {
  if (part == nullptr) return;
  if (const auto* name = dyn_cast<DeclRefExpr>(part)) {
    names.declarations.push_back(name->getDecl()->getCanonicalDecl());
    if (!whole && isa<VarDecl, BindingDecl>(name->getDecl())) names.values.push_back(name);
    return;
  }
  if (const auto* member = dyn_cast<MemberExpr>(part)) {
    const ValueDecl* declaration = member->getMemberDecl();
    names.declarations.push_back(declaration->getCanonicalDecl());
    if (!whole && isa<FieldDecl, VarDecl>(declaration) && machine.is_without_effect(member)) {
      names.values.push_back(member);
      whole = true;
    }
  } else if (isa<CXXThisExpr>(part) && !whole) {
    names.values.push_back(llvm::cast<Expr>(part));
  }
  for (const Stmt* child : part->children())
    find_names(machine, child, whole, names);
}

/// What tells a value from others, appended to `parts`; objects by their parts.
void append_identity(const Value& value, const Location* place, Denotation::Parts& parts,
                     unsigned depth) {
  constexpr size_t max_parts = 256;
  if (parts.size() > max_parts || depth > 8) return;
  const auto add = [&](auto* thing, int64_t number) {
    parts.emplace_back(reinterpret_cast<uintptr_t>(thing), number);
  };
  switch (value.kind()) {
  case Value::Kind::Node: return add(value.node(), 0);
  case Value::Kind::TensorSlot: return add(value.module(), value.index());
  case Value::Kind::Int: parts.emplace_back(uintptr_t{0}, value.as_int()); return;
  case Value::Kind::Float:
    parts.emplace_back(uintptr_t{0}, std::bit_cast<int64_t>(value.as_double()));
    return;
  case Value::Kind::Opaque: parts.emplace_back(uintptr_t{1}, value.as_int()); return;
  case Value::Kind::String: return add(value.text().data(), 0); // texts are kept once each
  case Value::Kind::Iterator: return add(value.object(), value.index());
  case Value::Kind::Pointer:
    add(value.target(), 0);
    return append_identity(value.target()->value(), value.target(), parts, depth + 1);
  case Value::Kind::Object: {
    const Object& object = *value.object();
    add(&object, 0);
    if (object.kind == Object::Kind::Module) return;
    for (const auto& [field, part] : object.fields)
      append_identity(part->value(), part, parts, depth + 1);
    for (const Location* part : object.elements)
      append_identity(part->value(), part, parts, depth + 1);
    return;
  }
  default: return add(place, 0);
  }
}

/// Whether a value of the graph follows from the shapes of tensors alone.
bool follows_from_shapes(const Node& node) {
  const std::string_view target = node.target();
  if (node.op() == Opcode::CallMethod)
    return target == "size" || target == "dim" || target == "numel" || target == "stride";
  if (node.op() != Opcode::CallFunction) return node.op() == Opcode::Placeholder;
  if (target == "builtins.len" || target == "builtins.getattr") return true;
  return target.starts_with("operator.") && target != "operator.getitem" &&
         std::ranges::all_of(node.input_nodes(),
                             [](const Node* input) { return follows_from_shapes(*input); });
}

/// What `node` was computed from and itself; of a number that follows from shapes, the tensors
/// whose shapes they are.
void find_sources(const Node& node, llvm::SmallPtrSetImpl<const Node*>& sources) {
  if (!sources.insert(&node).second) return;
  if (node.op() == Opcode::CallMethod && follows_from_shapes(node)) {
    for (const Node* input : node.input_nodes())
      if (!follows_from_shapes(*input) || input->op() == Opcode::Placeholder)
        sources.insert(input);
      else
        find_sources(*input, sources);
    return;
  }
  for (const Node* input : node.input_nodes())
    find_sources(*input, sources);
}

/// Whether something behind `since` may have changed what `value` was computed from.
bool may_have_changed(const TracedModule& model, const Node* since, const Value& value) {
  if (since == nullptr || !value.is_node()) return false;
  const bool shapes = follows_from_shapes(*value.node());
  EffectOracle effects_of(&model);
  std::vector<const Node*> changes;
  for (const Node* node = since->next(); node; node = node->next()) {
    const fx::Effects effects = effects_of(*node);
    if (effects.unknown) return true;
    if (shapes ? may_reshape(*node) : effects.writes != 0) changes.push_back(node);
  }
  if (changes.empty()) return false;
  const AliasAnalysis memory(since->graph(), &model);
  llvm::SmallPtrSet<const Node*, 16> sources;
  find_sources(*value.node(), sources);
  return llvm::any_of(sources, [&](const Node* source) {
    const auto its_memory = memory.memory(*source);
    if (!shapes)
      return its_memory != AliasAnalysis::none &&
             memory.is_written_between(its_memory, memory.position(*since), UINT32_MAX);
    // Tensors that share no memory are not the same one.
    return llvm::any_of(changes, [&](const Node* change) {
      return llvm::any_of(change->all_input_nodes(),
                          [&](const Node* operand) { return memory.may_alias(*operand, *source); });
    });
  });
}

bool contains(const Stmt* whole, const Stmt* part) {
  return whole == part || llvm::any_of(whole->children(), [&](const Stmt* child) {
           return child && contains(child, part);
         });
}

} // namespace

Denotation Machine::denotation(const Expr* expr) {
  Names names;
  find_names(*this, expr, /*whole=*/false, names);
  Denotation denoted;
  denoted.where = expr;
  denoted.declarations = std::move(names.declarations);
  for (const Expr* name : names.values) {
    Result result;
    attempt(name, result);
    append_identity(result.value, result.place, denoted.parts, 0);
  }
  denoted.since = graph_.last();
  denoted.in_constructor = graph_.in_constructor();
  return denoted;
}

void Machine::note_traced_method(const FunctionDecl* method) {
  if (!oracle_.has_assumptions() || method == nullptr || method->getBody() == nullptr) return;
  const auto visit = [&](auto&& recurse, const Stmt* part) -> void {
    if (part == nullptr) return;
    const auto* expr = dyn_cast<Expr>(part);
    if (expr && expr == expr->IgnoreUnlessSpelledInSource())
      if (Assumption* assumption = oracle_.assumption(report_.source_text(expr))) {
        Names names;
        find_names(*this, expr, /*whole=*/false, names);
        assumption->in_method.emplace_back(expr, std::move(names.declarations));
      }
    for (const Stmt* child : part->children())
      recurse(recurse, child);
  };
  visit(visit, method->getBody());
}

bool Machine::is_meant(Assumption& assumption, const Denotation& denoted, const Value& value) {
  if (assumption.is_key) {
    assumption.was_used = true;
    return true;
  }
  if (assumption.first) {
    const Denotation& first = *assumption.first;
    if (first.parts == denoted.parts && !first.is_parameter &&
        (first.in_constructor || !may_have_changed(graph_.traced(), first.since, value)))
      return true;
    assumption.others.push_back(denoted.where);
    return false;
  }
  // What the traced method means is meant, not what a helper calls by the same name.
  if (!assumption.in_method.empty() && !denoted.in_constructor &&
      llvm::none_of(assumption.in_method, [&](const auto& occurrence) {
        return occurrence.second == denoted.declarations;
      })) {
    assumption.others.push_back(denoted.where);
    return false;
  }
  assumption.first = denoted;
  assumption.was_used = true;
  return true;
}

bool Machine::leave_check(const Expr* where, Assumption& assumption, const Value& value) {
  if (std::exchange(assumption.is_checked, true)) return true;
  const Value& assumed = assumption.value;
  if (!value.is_node() || graph_.in_constructor() || assumed.is(Value::Kind::None)) {
    report_.remark(where ? where->getExprLoc() : clang::SourceLocation(),
                   diag::assumption_of_nothing_in_the_graph, assumption.text, text_of(assumed));
    return true;
  }
  Node* holds = value.node();
  Argument expected;
  if (!graph_.lower(where, assumed, expected)) return false;
  if (!assumed.is_bool())
    holds = graph_.emit(where, Opcode::CallFunction, "operator.eq",
                        {Argument(holds), std::move(expected)});
  else if (assumed.as_int() == 0)
    holds = graph_.emit(where, Opcode::CallFunction, "operator.not_", {Argument(holds)});
  graph_.emit(where, Opcode::CallFunction, "torch._assert",
              {Argument(holds), Argument::string(fmt::format("traced for {} = {}", assumption.text,
                                                             text_of(assumed)))});
  return true;
}

bool Machine::assumed_length(const Expr* list, const Value& value, std::optional<int64_t>& count) {
  Assumption* assumption = oracle_.assumption(report_.source_text(list) + ".size()");
  if (assumption == nullptr || !assumption->value.is(Value::Kind::Int)) return true;
  if (!is_meant(*assumption, denotation(list), value)) return true;
  count = assumption->value.as_int();
  return check_length(list, *assumption, value.node());
}

bool Machine::check_length(const Expr* where, Assumption& assumption, Node* list) {
  if (assumption.is_checked) return true;
  return leave_check(
      where, assumption,
      Value::node(graph_.emit(where, Opcode::CallFunction, "builtins.len", {Argument(list)})));
}

bool Machine::convert_assumed(const Expr* where, QualType type, Value& value, bool& fits) {
  fits = value.is_number() || !type->isArithmeticType();
  if (!fits || !type->isArithmeticType()) return true;
  const Value said = value;
  if (!convert(where, type, value)) return false;
  // 2.5 and -1 are no values of an unsigned; any number is one of a double.
  fits = !type->isIntegerType() || (said.as_double() == value.as_double() &&
                                    (!type->isUnsignedIntegerType() || said.as_double() >= 0));
  return true;
}

bool Machine::assumed(const Expr* expr, Result& result, bool& applies) {
  applies = false;
  if (in_rule_ || (!oracle_.has_assumptions() && oracle_.config().empty())) return true;
  if (expr != expr->IgnoreUnlessSpelledInSource() || expr->IgnoreParens() == written_) return true;
  if (isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr, clang::StringLiteral>(expr))
    return true;
  Assumption* assumption = oracle_.assumption(report_.source_text(expr));
  if (assumption == nullptr && !oracle_.config().empty()) return configured(expr, result, applies);
  if (assumption == nullptr) return true;
  // What is known stays. An evaluation that fails for want of the value leaves nothing behind but
  // nodes without users.
  const Node* last = graph_.last();
  const bool known = attempt(expr, result);
  if (report_.failed() || unwinding()) return false;
  if (known) {
    applies = true;
    return true;
  }
  // What has no value yet is about to get one; what earlier calls changed is another value.
  if (result.place && result.value.is(Value::Kind::Uninitialized)) return true;
  const bool is_of_earlier_call =
      result.value.is(Value::Kind::Opaque) && result.value.reason() == later_call_reason;
  // Nor may the examples say otherwise.
  Value of_examples = result.value;
  oracle_.concretize(nullptr, of_examples);
  if (is_other_number(of_examples, assumption->value))
    return report_.error(expr, diag::assumption_against_an_example, assumption->value.as_double(),
                         assumption->text, of_examples.as_double());
  if (is_of_earlier_call || !is_meant(*assumption, denotation(expr), result.value)) {
    graph_.erase_queries_after(last);
    result = {};
    return true;
  }
  if (!leave_check(expr, *assumption, result.value)) return false;
  graph_.erase_queries_after(last);
  Location* place = result.place;
  result = {};
  result.value = assumption->value;
  applies = true;
  bool fits = false;
  if (!convert_assumed(expr, expr->getType(), result.value, fits)) return false;
  if (!fits)
    return report_.error(expr, diag::assumption_of_another_type, assumption->text,
                         text_of(assumption->value), expr->getType().getAsString());
  // A variable holds it from here on, until it is given another value.
  if (place) storage_.represent(place, [&] { return result.value; });
  result.place = place;
  return true;
}

void Machine::explain_unknown(const Expr* where, const Value& value) {
  const auto comes_from = [&](const Expr* other) {
    const Node* node = value.is_node() ? value.node() : nullptr;
    for (int depth = 0; node && depth < 64; ++depth) {
      if (report_.origin(node) == other->getExprLoc()) return true;
      const auto inputs = node->all_input_nodes();
      node = inputs.empty() ? nullptr : inputs.front();
    }
    return contains(where, other);
  };
  for (const auto& [text, assumption] : oracle_.assumptions())
    for (const Expr* other : assumption.others) {
      if (!comes_from(other)) continue;
      clang::SourceLocation first;
      if (assumption.first)
        first = assumption.first->location();
      else if (!assumption.in_method.empty())
        first = assumption.in_method.front().first->getExprLoc();
      report_.note(first, fmt::format("--assume='{}={}' applies to what '{}' is here", text,
                                      text_of(assumption.value), text));
      report_.note(other->getExprLoc(),
                   "here it is another value, to which the assumption does not apply");
      return;
    }
}

} // namespace fx::frontend
