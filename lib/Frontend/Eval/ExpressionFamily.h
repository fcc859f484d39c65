// What the classes have in common that evaluate a family of expressions each.
#pragma once

#include "Frontend/Eval/Machine.h"

namespace fx::frontend {

class ExpressionFamily {
public:
  ExpressionFamily(Machine& machine, Result& result)
      : machine_(machine), report_(machine.report()), result_(result) {}

protected:
  ~ExpressionFamily() = default;

  Machine& machine_;
  Reporter& report_;
  Result& result_;
};

} // namespace fx::frontend
