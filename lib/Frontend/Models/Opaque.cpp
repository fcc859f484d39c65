// Calls that are neither modelled nor can be run.
#include "Frontend/Models/Models.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

bool touches_graph(const Operand& operand) {
  Value value = operand.value;
  if (value.is(Value::Kind::Pointer)) value = value.target()->value();
  if (value.is_node() || value.is(Value::Kind::Slot)) return true;
  if (value.is_record() && value.object()->kind == Object::Kind::Sequence)
    return llvm::any_of(value.object()->elements, [](const Location* element) {
      return element->value().is_node() || element->value().is(Value::Kind::Slot);
    });
  return false;
}

void forget_what_it_reaches(ModelCall& call, const Value& unknown) {
  for (size_t i = 0; i < call.args.size() && i < call.callee->getNumParams(); ++i) {
    const QualType type = call.callee->getParamDecl(i)->getType();
    if (type->isLValueReferenceType() && !type.getNonReferenceType().isConstQualified() &&
        call.args[i].place && !call.args[i].value.is_node() &&
        !call.args[i].value.is(Value::Kind::Slot))
      call.evaluator.storage().write(call.args[i].place, unknown);
    if (type->isPointerType() && !type->getPointeeType().isConstQualified() &&
        call.args[i].value.is(Value::Kind::Pointer))
      call.evaluator.storage().write(call.args[i].value.target(), unknown);
    // Through an iterator every element is in reach.
    if (call.args[i].value.is(Value::Kind::Iterator))
      for (Location* element : call.args[i].value.object()->elements)
        call.evaluator.storage().write(element, unknown);
  }
}

bool opaque_call(ModelCall& call, bool wrapped) {
  Evaluator& evaluator = call.evaluator;
  const std::string name = qualified_name(call.callee);
  if (!wrapped && evaluator.is_user_code(call.callee)) evaluator.note_missing_body(call.callee);
  const bool has_tensors = touches_graph(call.self) || llvm::any_of(call.args, touches_graph);
  if (has_tensors && (wrapped || evaluator.is_user_code(call.callee))) {
    // The user's own operator, defined elsewhere: one node, under its C++ name.
    const auto* method = dyn_cast<CXXMethodDecl>(call.callee);
    if (method && !method->isStatic())
      return evaluator.error(call.expr,
                             fmt::format("the body of '{}' is in another file; name that "
                                         "file on the command line too",
                                         name));
    std::vector<Argument> args;
    for (const Operand& operand : call.args) {
      Argument argument;
      if (!evaluator.lower(operand, argument)) return false;
      args.push_back(std::move(argument));
    }
    if (!wrapped)
      evaluator.remark(
          call.location(),
          fmt::format("'{}' has no body in this file: it stays one opaque call", name));
    Node* node = evaluator.emit(call.expr, Opcode::CallFunction, name, std::move(args));
    forget_what_it_reaches(call,
                           Value::opaque(call.location(), fmt::format("'{}' may change it", name)));
    return call.ret(call.callee->getReturnType()->isVoidType() ? Value::none() : Value::node(node));
  }
  if (has_tensors)
    return evaluator.error(call.expr,
                           fmt::format("the library function '{}' is called with a tensor, "
                                       "and the tracer does not know what it does",
                                       name));
  // Unknown but harmless: the result may flow, only deciding something with it is an error. What
  // the callee could have changed is unknown from here on, too.
  const Value unknown = Value::opaque(
      call.location(),
      fmt::format("the result of '{}' is not known: the tracer has no model of it", name));
  forget_what_it_reaches(call, unknown);
  if (const auto* method = dyn_cast<CXXMethodDecl>(call.callee);
      method && !method->isConst() && call.self.place && !isa<CXXConstructorDecl>(method))
    evaluator.storage().write(call.self.place, unknown);
  return call.ret(unknown);
}

} // namespace fx::frontend
