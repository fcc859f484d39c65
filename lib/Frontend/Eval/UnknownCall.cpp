// Calls that have no model and cannot be run.
#include "Frontend/Eval/Machine.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

void Machine::forget_what_it_reaches(ModelCall& call, const Value& unknown) {
  for (size_t i = 0; i < call.args.size() && i < call.callee->getNumParams(); ++i) {
    const QualType type = call.callee->getParamDecl(i)->getType();
    if (type->isLValueReferenceType() && !type.getNonReferenceType().isConstQualified() &&
        call.args[i].place && !call.args[i].value.is_node() &&
        !call.args[i].value.is(Value::Kind::Slot))
      storage_.write(call.args[i].place, unknown);
    if (type->isPointerType() && !type->getPointeeType().isConstQualified() &&
        call.args[i].value.is(Value::Kind::Pointer))
      storage_.write(call.args[i].value.target(), unknown);
    // Through an iterator every element is in reach.
    if (call.args[i].value.is(Value::Kind::Iterator))
      for (Location* element : call.args[i].value.object()->elements)
        storage_.write(element, unknown);
  }
}

bool Machine::opaque_call(ModelCall& call, bool wrapped) {
  const std::string name = qualified_name(call.callee);
  if (!wrapped && is_user_code(call.callee)) note_missing_body(call.callee);
  const bool has_tensors =
      touches_graph(call.self.value) ||
      llvm::any_of(call.args, [](const Operand& operand) { return touches_graph(operand.value); });
  if (has_tensors && (wrapped || is_user_code(call.callee))) {
    // The user's own operator, defined elsewhere: one node, under its C++ name.
    const auto* method = dyn_cast<CXXMethodDecl>(call.callee);
    if (method && !method->isStatic())
      return report_.error(call.expr, fmt::format("the body of '{}' is in another file; name that "
                                                  "file on the command line too",
                                                  name));
    std::vector<Argument> args;
    for (const Operand& operand : call.args) {
      Argument argument;
      if (!graph_.lower(operand, argument)) return false;
      args.push_back(std::move(argument));
    }
    if (!wrapped)
      report_.remark(call.location(),
                     fmt::format("'{}' has no body in this file: it stays one opaque call", name));
    Node* node = graph_.emit(call.expr, Opcode::CallFunction, name, std::move(args));
    forget_what_it_reaches(call,
                           Value::opaque(call.location(), fmt::format("'{}' may change it", name)));
    return call.ret(call.callee->getReturnType()->isVoidType() ? Value::none() : Value::node(node));
  }
  if (has_tensors)
    return report_.error(call.expr,
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
    storage_.write(call.self.place, unknown);
  return call.ret(unknown);
}

} // namespace fx::frontend
