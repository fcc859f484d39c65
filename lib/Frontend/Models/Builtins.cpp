// The compiler's own functions, which library code calls: bits of numbers, and what is a constant.
#include "Frontend/Models/Models.h"

#include <bit>

using namespace clang;

namespace fx::frontend {

namespace {

/// Whether the compiler could compute it: library code only takes another way to the same result.
bool is_constant(ModelCall& call) {
  return call.ret(Value::integer(0, 32));
}

bool is_constant_evaluated(ModelCall& call) {
  if (call.machine.may_be_constant_evaluated())
    return call.unsupported(missing::is_constant_evaluated);
  return call.ret(Value::boolean(false));
}

/// __builtin_clz, __builtin_ctzl, __builtin_popcountll, ...: of an argument that is known.
bool bits(ModelCall& call) {
  Value argument = call.args[0].value;
  call.machine.oracle().concretize(call.args[0].expr, argument);
  if (!argument.is(Value::Kind::Int))
    return call.report().not_known(call.args[0].expr, argument, "the bits of a number");
  const auto width =
      static_cast<int>(call.machine.context().getTypeSize(call.callee->getParamDecl(0)->getType()));
  auto number = static_cast<uint64_t>(argument.as_int());
  if (width < 64) number &= (uint64_t{1} << width) - 1;
  llvm::StringRef name = call.name;
  name.consume_front("__builtin_");
  const bool counts_zeros = name.starts_with("clz") || name.starts_with("ctz");
  if (counts_zeros && number == 0) return call.error(diag::zeros_of_zero);
  int result = 0;
  if (name.starts_with("clz"))
    result = std::countl_zero(number) - (64 - width);
  else if (name.starts_with("ctz"))
    result = std::countr_zero(number);
  else if (name.starts_with("ffs"))
    result = number == 0 ? 0 : std::countr_zero(number) + 1;
  else if (name.starts_with("parity"))
    result = std::popcount(number) % 2;
  else
    result = std::popcount(number);
  return call.ret(Value::integer(result, 32));
}

} // namespace

extern const ModelTable builtin_models = {
    {"__builtin_constant_p", is_constant, computes},
    {"{__builtin_,std::,std::__}is_constant_evaluated", is_constant_evaluated, computes},
    {"__builtin_{clz,ctz,ffs,parity,popcount}{,l,ll}", bits, computes},
};

} // namespace fx::frontend
