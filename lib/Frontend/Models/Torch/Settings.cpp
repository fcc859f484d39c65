// Settings of the process, which decide what later operators compute, or how.
#include "Frontend/Models/Torch/Modules.h"

namespace fx::frontend {

namespace {

bool changes_results(ModelCall& call) {
  return call.error(diag::changes_what_operators_do, call.name,
                    call.name == "set_default_dtype" ? "give the dtype to each tensor and module "
                                                       "that is made"
                    : call.name == "set_enabled"
                        ? "use a guard (torch::NoGradGuard, torch::AutoGradMode), whose "
                          "scope says where it holds"
                        : "set it in the program before it makes the model");
}

/// One of several kernels for the same result is chosen.
bool chooses_kernels(ModelCall& call) {
  call.report().loss(call.location(), diag::setting_not_in_the_graph, call.name);
  return call.ret(Value::none());
}

/// at::globalContext(): what its settings are is not known, what a call sets is.
bool context(ModelCall& call) {
  const auto* record = call.callee->getReturnType().getNonReferenceType()->getAsCXXRecordDecl();
  return call.ret(Value::object(call.storage().create(Object::Kind::Class, record)));
}

/// A member of at::Context that no other row names: later versions have more of them.
bool member_of_context(ModelCall& call) {
  return call.name.starts_with("set") ? changes_results(call)
                                      : call.machine.opaque_call(call, false);
}

} // namespace

extern const ModelTable setting_models = {
    {"{torch,c10}::set_default_dtype", changes_results, sets_program},
    {"c10::AutoGradMode::set_enabled", changes_results, sets_program},
    {"at::globalContext", context, operates},
    {"at::Context::*", member_of_context, sets_program},
    {"at::Context::set{UserEnabled,Deterministic}{CuDNN,Mkldnn}", chooses_kernels, sets_program},
    {"at::Context::set{UserEnabledNNPACK,BenchmarkCuDNN,BenchmarkLimitCuDNN}", chooses_kernels,
     sets_program},
    {"at::Context::setSDP{UseFlash,UseMath,UseMemEfficient,UseCuDNN,UseOverrideable,PriorityOrder}",
     chooses_kernels, sets_program},
    {"at::Context::set{LinalgPreferredBackend,BlasPreferredBackend,DeterministicAlgorithms}",
     chooses_kernels, sets_program},
    {"at::Context::set{CheckSparseTensorInvariants,DisplayVmapFallbackWarnings}", chooses_kernels,
     sets_program},
    {"at::Context::set{ReleaseWeightsWhenPrepacking,DefaultMobileCPUAllocator}", chooses_kernels,
     sets_program},
    {"at::set_num_{interop_,}threads", chooses_kernels, sets_program},
};

} // namespace fx::frontend
