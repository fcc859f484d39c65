// torch::nn::init: functions that write initial values into a tensor, under a guard against
// gradients. On a tensor that the graph knows they are the operators that LibTorch calls.
#include "Frontend/Lower/Construction.h"
#include "Frontend/Models/Torch/InitialTensors.h"
#include "Frontend/Models/Torch/Modules.h"
#include "Frontend/Values/Variants.h"

#include "llvm/ADT/ScopeExit.h"

#include <cmath>
#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// Nodes of one init function, in the graph that is being built.
class Initialiser {
public:
  Initialiser(ModelCall& call, Node* tensor) : call_(call), tensor_(tensor) {}

  Node* method(std::string_view name, std::vector<Argument> args) {
    args.insert(args.begin(), Argument(tensor_));
    return emit(Opcode::CallMethod, name, std::move(args));
  }
  Node* function(std::string_view name, std::vector<Argument> args) {
    return emit(Opcode::CallFunction, name, std::move(args));
  }
  /// How many elements a slice along `dim` has: fan in for 0, fan out for 1.
  Argument fan(int64_t dim) {
    Node* part = method("select", {Argument(dim), Argument(int64_t{0})});
    return Argument(emit(Opcode::CallMethod, "numel", {Argument(part)}));
  }
  /// Fills with numbers of this standard deviation.
  void draw(bool uniform, const Argument& deviation) {
    if (!uniform) {
      method("normal_", {Argument(0.0), deviation});
      return;
    }
    const Argument bound(function("operator.mul", {Argument(std::sqrt(3.0)), deviation}));
    method("uniform_", {Argument(function("operator.neg", {bound})), bound});
  }

private:
  Node* emit(Opcode op, std::string_view target, std::vector<Argument> args) {
    return call_.graph().emit(call_.expr, op, target, std::move(args));
  }
  ModelCall& call_;
  Node* tensor_;
};

/// Argument `index` as a number that is known; `otherwise` where it is not given.
bool known_number(ModelCall& call, size_t index, double otherwise, double& number) {
  number = otherwise;
  if (index >= call.args.size() || call.args[index].defaulted) return true;
  const Operand& operand = call.args[index];
  if (!operand.value.is_number())
    return call.report().not_known(operand.expr ? operand.expr : call.expr, operand.value,
                                   "the initial values of a tensor");
  number = operand.value.as_double();
  return true;
}

/// torch::kFanIn and its like are text: "fan_in".
bool known_choice(ModelCall& call, size_t index, std::string_view otherwise, std::string& choice) {
  choice = otherwise;
  if (index >= call.args.size() || call.args[index].defaulted) return true;
  const Operand& operand = call.args[index];
  const Value value = chosen(operand.value);
  if (value.is(Value::Kind::Constant) && value.argument().is(Argument::Kind::String)) {
    choice = value.argument().symbol().view();
    return true;
  }
  return call.report().not_known(operand.expr ? operand.expr : call.expr, value,
                                 "the initial values of a tensor");
}

double gain_of(llvm::StringRef nonlinearity, double parameter) {
  if (nonlinearity == "tanh") return 5.0 / 3.0;
  if (nonlinearity == "relu") return std::sqrt(2.0);
  if (nonlinearity == "leaky_relu") return std::sqrt(2.0 / (1 + parameter * parameter));
  return 1;
}

bool calculate_gain(ModelCall& call) {
  std::string nonlinearity;
  double parameter = 0;
  return known_choice(call, 0, "", nonlinearity) && known_number(call, 1, 0.01, parameter) &&
         call.ret(Value::floating(gain_of(nonlinearity, parameter)));
}

/// _calculate_fan_in_and_fan_out(tensor): a pair. Fan in is the size of one input, times what a
/// kernel covers.
bool fan_in_and_fan_out(ModelCall& call) {
  Machine& machine = call.machine;
  const Value& tensor = call.args[0].value;
  if (tensor.is(Value::Kind::Opaque)) return call.ret(tensor);
  Node* node = nullptr;
  if (!machine.graph().tensor_node(call.expr, tensor, node)) return false;
  const std::optional<Sizes> sizes = call.graph().in_constructor()
                                         ? initial_sizes(call.graph().construction(), *node)
                                         : std::nullopt;
  if (!sizes)
    return call.ret(Value::opaque(call.location(), "the size of a tensor that is not known"));
  if (sizes->size() < 2) return call.error(diag::fan_of_a_vector);
  int64_t covered = 1;
  for (const int64_t size : llvm::drop_begin(*sizes, 2))
    covered *= size;
  return call.ret(Value::object(machine.storage().sequence(
      {Value::integer((*sizes)[1] * covered), Value::integer((*sizes)[0] * covered)},
      /*is_tuple=*/true)));
}

bool write_values(ModelCall& call, Initialiser& tensor) {
  const llvm::StringRef name = call.name;
  const auto argument = [&](size_t index, Argument otherwise, Argument& value) {
    value = std::move(otherwise);
    return index >= call.args.size() || call.args[index].defaulted ||
           call.graph().lower(call.args[index], value);
  };
  if (name == "zeros_" || name == "ones_") {
    tensor.method("fill_", {Argument(int64_t{name == "ones_"})});
    return true;
  }
  if (name == "constant_" || name == "normal_" || name == "uniform_") {
    Argument first;
    Argument second;
    if (!argument(1, Argument(0.0), first) || !argument(2, Argument(1.0), second)) return false;
    if (name == "constant_")
      tensor.method("fill_", {first});
    else
      tensor.method(call.name, {first, second});
    return true;
  }
  if (name == "eye_") {
    const Argument rows(tensor.method("size", {Argument(int64_t{0})}));
    const Argument columns(tensor.method("size", {Argument(int64_t{1})}));
    tensor.method("copy_", {Argument(tensor.function("torch.eye", {rows, columns}))});
    return true;
  }
  const bool uniform = name.contains("uniform");
  if (name.starts_with("xavier_")) {
    double gain = 1;
    if (!known_number(call, 1, 1.0, gain)) return false;
    const Argument in = tensor.fan(0);
    const Argument sum(tensor.function("operator.add", {in, tensor.fan(1)}));
    const Argument share(tensor.function("operator.truediv", {Argument(2.0), sum}));
    const Argument root(tensor.function("math.sqrt", {share}));
    tensor.draw(uniform, Argument(tensor.function("operator.mul", {Argument(gain), root})));
    return true;
  }
  if (name.starts_with("kaiming_")) {
    double slope = 0;
    std::string mode;
    std::string nonlinearity;
    if (!known_number(call, 1, 0, slope) || !known_choice(call, 2, "fan_in", mode) ||
        !known_choice(call, 3, "leaky_relu", nonlinearity))
      return false;
    const Argument fan = tensor.fan(mode == "fan_out");
    const Argument root(tensor.function("math.sqrt", {fan}));
    tensor.draw(uniform, Argument(tensor.function("operator.truediv",
                                                  {Argument(gain_of(nonlinearity, slope)), root})));
    return true;
  }
  return call.error(diag::initial_values_not_in_a_graph, call.name);
}

/// The call itself, in the constructor: generated code makes it there too.
bool call_initialiser(ModelCall& call, Node* tensor) {
  std::vector<Argument> args{Argument(tensor)};
  for (size_t i = 1; i < call.args.size() && !call.args[i].defaulted; ++i) {
    Argument argument;
    if (!call.graph().lower(call.args[i], argument)) return false;
    args.push_back(std::move(argument));
  }
  call.graph().emit(call.expr, Opcode::CallFunction, fmt::format("torch.nn.init.{}", call.name),
                    std::move(args));
  return true;
}

bool initialise(ModelCall& call) {
  Machine& machine = call.machine;
  if (call.args.empty() || !is_tensor_type(call.callee->getReturnType()))
    return call.ret(Value::opaque(call.location(), "what torch::nn::init computes"));
  const Operand target = call.args[0];
  const auto done = [&] {
    call.result.place = target.place;
    return call.ret(target.value);
  };
  const bool constructs = call.graph().in_constructor();
  // Each has a guard of its own.
  const GraphBuilder::Gradients before = call.graph().gradients();
  call.graph().set_gradients(false, call.location());
  const llvm::scope_exit restore([&] { call.graph().set_gradients(before.on, before.changed); });
  // Those that are no operators, for which forward has no word.
  const bool is_whole = llvm::StringRef(call.name).contains("orthogonal") ||
                        call.name == "sparse_" || call.name == "dirac_";
  if (target.value.is(Value::Kind::Opaque)) {
    note_initial_values(call);
    return done();
  }
  Node* tensor = nullptr;
  if (!machine.graph().tensor_node(call.expr, target.value, tensor)) return false;
  if (constructs && target.value.is_node() && call.graph().construction().weight(tensor))
    return call_initialiser(call, call.graph().construction().parameter(tensor)) && done();
  if (constructs && is_whole) return call_initialiser(call, tensor) && done();
  // No gradient is recorded. In the constructor nothing has one yet.
  if (!constructs)
    tensor = call.graph().emit(call.expr, Opcode::CallMethod, "detach", {Argument(tensor)});
  Initialiser values(call, tensor);
  return write_values(call, values) && done();
}

} // namespace

void note_initial_values(ModelCall& call) {
  for (const PendingDiagnostic& said : call.report().diagnostics())
    if (said.location == call.location() && said.info == diag::initial_values_not_kept.info) return;
  call.report().remark(call.location(), diag::initial_values_not_kept);
}

extern const ModelTable torch_init_models = {
    {"torch::nn::init::calculate_gain", calculate_gain, computes},
    {"torch::nn::init::_calculate_fan_in_and_fan_out", fan_in_and_fan_out, computes},
    {"torch::nn::init::*", initialise, writes_tensors},
};

} // namespace fx::frontend
