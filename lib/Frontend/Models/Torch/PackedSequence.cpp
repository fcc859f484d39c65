// Sequences of different lengths: torch::nn::utils::rnn, and the recurrent modules that take packed
// ones.
//
// A packed sequence is what a node gives, as in Python, and its parts are attributes of it.
#include "Frontend/Models/Elements.h"
#include "Frontend/Models/Torch/Modules.h"

using namespace clang;

namespace fx::frontend {

namespace {

bool is_of_constructor(ModelCall& call) {
  if (!call.graph().in_constructor()) return false;
  call.ret(Value::opaque(call.location(), "a sequence that is packed in the constructor"));
  return true;
}

/// What the program gives, in the order that C++ and Python share.
bool lower_given(ModelCall& call, std::vector<Argument>& args) {
  for (size_t i = 0; i < call.num_given(); ++i) {
    Argument argument;
    if (!call.graph().lower(call.args[i], argument)) return false;
    const QualType type = call.callee->getParamDecl(i)->getType().getNonReferenceType();
    const CXXRecordDecl* record = record_of(type);
    if (argument.is_none() && record && qualified_name(record) == "at::Tensor" && i < 2)
      return call.error(diag::undefined_tensor);
    args.push_back(as_list(argument));
  }
  return true;
}

/// pack_padded_sequence, pack_sequence, pad_packed_sequence, PackedSequence(...)
bool function(ModelCall& call) {
  if (is_of_constructor(call)) return true;
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(call.callee);
      constructor && constructor->isCopyOrMoveConstructor())
    return call.ret(call.args[0].value);
  std::vector<Argument> args;
  if (!lower_given(call, args)) return false;
  return call.ret(Value::node(call.graph().emit(call.expr, Opcode::CallFunction,
                                                "torch.nn.utils.rnn." + std::string(call.name),
                                                std::move(args))));
}

/// An operator of at:: under another name.
bool pad_sequence(ModelCall& call) {
  if (is_of_constructor(call)) return true;
  std::vector<Argument> args;
  if (!lower_given(call, args)) return false;
  return call.ret(Value::node(call.graph().emit(call.expr, Opcode::CallFunction,
                                                "torch._C._nn.pad_sequence", std::move(args))));
}

/// The sequence that a call of a recurrent module takes; null: `node` is no such call.
const Node* input_of_recurrent(const ModuleTree& modules, const Node& node) {
  if (node.op() != Opcode::CallModule || node.args().empty() || !node.arg(0).is_node())
    return nullptr;
  const ModuleNode* module = modules.find(node.target().view());
  const std::string_view type = module ? module->cpp_type.view() : std::string_view();
  return type == "torch::nn::RNN" || type == "torch::nn::LSTM" || type == "torch::nn::GRU"
             ? node.arg(0).as_node()
             : nullptr;
}

/// Whether a packed sequence has these indices: those that are sorted when they are packed have
/// none. Nothing where that depends on the run.
std::optional<bool> has_indices(ModelCall& call, const Node& packed) {
  const Node* node = &packed;
  // What a recurrent module gives is packed as what it was given.
  while (node->is_call_function("operator.getitem") && node->arg(0).is_node() &&
         node->arg(1) == Argument(int64_t{0})) {
    const Node* given = input_of_recurrent(call.graph().traced().modules, *node->arg(0).as_node());
    if (given == nullptr) break;
    node = given;
  }
  const auto args = node->args();
  const auto were_sorted = [&](size_t place) -> std::optional<bool> {
    if (place >= args.size()) return true; // by default
    return args[place].is(Argument::Kind::Bool) ? std::optional(args[place].as_bool())
                                                : std::nullopt;
  };
  const auto is_given = [&](size_t place) { return place < args.size() && !args[place].is_none(); };
  // The constructor makes the ones of the others.
  if (node->is_call_function("torch.nn.utils.rnn.PackedSequence"))
    return is_given(2) || (call.name == "unsorted_indices" && is_given(3));
  std::optional<bool> sorted;
  if (node->is_call_function("torch.nn.utils.rnn.pack_padded_sequence")) sorted = were_sorted(3);
  if (node->is_call_function("torch.nn.utils.rnn.pack_sequence")) sorted = were_sorted(1);
  return sorted ? std::optional(!*sorted) : std::nullopt;
}

/// data(), batch_sizes(), sorted_indices(), unsorted_indices()
bool part(ModelCall& call) {
  if (call.graph().in_constructor()) return call.ret(call.self.value);
  Argument self;
  if (!call.graph().lower(call.self, self)) return false;
  if (call.name.ends_with("_indices") && self.is_node()) {
    const std::optional<bool> is_there = has_indices(call, *self.as_node());
    if (!is_there) return call.error(diag::indices_of_a_packed_sequence, call.name);
    if (!*is_there) return call.ret(Value::none());
  }
  return call.ret(Value::node(call.graph().emit(call.expr, Opcode::CallFunction, "builtins.getattr",
                                                {self, Argument::string(call.name)})));
}

bool assign(ModelCall& call) {
  return assign_whole(call, call.args[0].value);
}

bool other_method(ModelCall& call) {
  return call.unsupported(missing::method_of_a_packed_sequence, call.name);
}

/// lstm->forward_with_packed_input(packed, state)
bool forward_packed(ModelCall& call) {
  const Object* module = module_of(call.self.value);
  if (module == nullptr) return call.unsupported();
  if (is_of_constructor(call)) {
    note_run_in_constructor(call.machine, call.expr, *module);
    return true;
  }
  drop_defaulted(call.args);
  call.result.place = nullptr;
  return forward_leaf(call.machine, call.expr, module, call.args, call.result);
}

} // namespace

extern const ModelTable packed_sequence_models = {
    {"torch::nn::utils::rnn::{pack_padded_sequence,pack_sequence,pad_packed_sequence}", function,
     operates},
    {"torch::nn::utils::rnn::pad_sequence", pad_sequence, operates},
    {"torch::nn::utils::rnn::PackedSequence::PackedSequence", function, constructs},
    {"torch::nn::utils::rnn::PackedSequence::operator=", assign, assigns},
    {"torch::nn::utils::rnn::PackedSequence::{data,batch_sizes,sorted_indices,unsorted_indices}",
     part, gives_access},
    {"torch::nn::utils::rnn::PackedSequence::*", other_method, operates},
    {"torch::nn::{RNN,LSTM,GRU}Impl::forward_with_packed_input", forward_packed, operates},
};

} // namespace fx::frontend
