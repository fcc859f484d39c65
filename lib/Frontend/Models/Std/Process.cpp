// Functions of C that leave the function which calls them, or the program, in a way of their own:
// what comes then is not followed.
#include "Frontend/Models/Models.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

bool goes_elsewhere(ModelCall& call) {
  return call.unsupported(missing::function_that_leaves_in_its_own_way,
                          call.callee->getNameAsString());
}

bool sets_end(ModelCall& call) {
  return call.error(diag::handler_of_terminate, qualified_name(call.callee));
}

bool ends_program(ModelCall& call) {
  return call.error(diag::program_ends, call.callee->getNameAsString());
}

bool registers_for_the_end(ModelCall& call) {
  call.machine.run_at_exit(call.expr, call.args[0].value);
  call.result.value = Value::integer(0, 32);
  return true;
}

constexpr Contract registers{.reads = Part::Arguments,
                             .writes = Part::Program,
                             .calls = Calls::Nothing,
                             .keeps = Part::Arguments,
                             .returns = Returns::Value};

constexpr ModelEntry table[] = {
    {"atexit", registers_for_the_end, registers},
    {"__cxa_atexit", goes_elsewhere, contract::says},
    {"on_exit", goes_elsewhere, contract::says},
    {"exit", ends_program, contract::says},
    {"_exit", ends_program, contract::says},
    {"_Exit", ends_program, contract::says},
    {"quick_exit", ends_program, contract::says},
    {"std::set_terminate", sets_end, contract::says},
    {"pthread_exit", goes_elsewhere, contract::says},
    {"fork", goes_elsewhere, contract::says},
    {"raise", goes_elsewhere, contract::says},
    {"kill", goes_elsewhere, contract::says},
    {"signal", goes_elsewhere, contract::says},
    {"sigaction", goes_elsewhere, contract::says},
    {"setcontext", goes_elsewhere, contract::says},
    {"swapcontext", goes_elsewhere, contract::says},
    {"_Unwind_RaiseException", goes_elsewhere, contract::says},
    {"_Unwind_ForcedUnwind", goes_elsewhere, contract::says},
    {"_Unwind_Resume", goes_elsewhere, contract::says},
    {"_Unwind_Resume_or_Rethrow", goes_elsewhere, contract::says},
    {"_Unwind_Backtrace", goes_elsewhere, contract::says},
};

} // namespace

ModelTable process_models() {
  return table;
}

} // namespace fx::frontend
