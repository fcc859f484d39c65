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

} // namespace

extern const ModelTable process_models = {
    {"atexit", registers_for_the_end, registers},
    {"{exit,_exit,_Exit,quick_exit}", ends_program, says},
    {"std::set_terminate", sets_end, says},
    {"{__cxa_atexit,on_exit,pthread_exit}", goes_elsewhere, says},
    {"{fork,raise,kill,signal,sigaction,setcontext,swapcontext}", goes_elsewhere, says},
    {"_Unwind_{RaiseException,ForcedUnwind,Backtrace}", goes_elsewhere, says},
    {"_Unwind_Resume{,_or_Rethrow}", goes_elsewhere, says},
};

} // namespace fx::frontend
