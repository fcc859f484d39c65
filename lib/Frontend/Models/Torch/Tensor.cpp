// at::Tensor: its methods and operators.
//
// Most methods are lowered by LibTorch's schema with no line here. What stands here is what a
// schema does not say: queries, indexing, assignment through a view, compound operators.
#include "Frontend/Lower/Construction.h"
#include "Frontend/Lower/Device.h"
#include "Frontend/Models/Torch/InitialTensors.h"
#include "Frontend/Models/Torch/Modules.h"

#include "fx/Ops/Schema.h"
#include "fx/Ops/Spelling.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

bool self_node(ModelCall& call, Node*& node) {
  return call.graph().tensor_node(call.expr, call.self.value, node);
}

/// The weight of a LibTorch module that the constructor has here; null for all else.
const Weight* weight_of(ModelCall& call, const Value& value) {
  return call.graph().in_constructor() && value.is_node()
             ? call.graph().construction().weight(value.node())
             : nullptr;
}

/// In a constructor, what happens to weights is initialisation; unknown tensors stay unknown.
bool is_unknown(const ModelCall& call) {
  return call.self.value.is(Value::Kind::Opaque) ||
         llvm::any_of(call.args,
                      [](const Operand& operand) { return operand.value.is(Value::Kind::Opaque); });
}

/// x.mT() is an attribute in Python.
bool transposed(ModelCall& call) {
  const std::string_view name = call.name == "numpy_T"    ? "T"
                                : call.name == "matrix_H" ? "H"
                                                          : std::string_view(call.name);
  Argument self;
  if (!call.graph().lower(call.self, self)) return false;
  return call.ret(Value::node(call.graph().emit(call.expr, Opcode::CallFunction, "builtins.getattr",
                                                {self, Argument::string(name)})));
}

/// A call that writes to its object, where that or an argument has values that are not known: what
/// a weight of LibTorch's starts from is said to be lost, any other tensor cannot be unknown.
bool write_unknown(ModelCall& call) {
  const Value& self = call.self.value;
  if (self.is(Value::Kind::Opaque) || weight_of(call, self)) {
    note_initial_values(call);
    return true;
  }
  for (const Operand& operand : call.args)
    if (operand.value.is(Value::Kind::Opaque))
      return call.report().not_known(operand.expr ? operand.expr : call.expr, operand.value,
                                     "what is written into a tensor");
  return true;
}

bool method(ModelCall& call) {
  Machine& machine = call.machine;
  call.name = without_symint(call.name);
  if (machine.graph().in_constructor() && is_unknown(call)) {
    if (call.name.ends_with("_") && !write_unknown(call)) return false;
    return call.ret(Value::opaque(call.location(), "the initial weights of a module"));
  }
  if (call.name == "set_data" && weight_of(call, call.self.value)) {
    note_initial_values(call);
    call.graph().construction().note_lost_shape(call.self.value.node());
    return call.ret(Value::none());
  }
  if (!ops::is_tensor_method(call.name, machine.libtorch().version()))
    return call.error(diag::not_a_method_of_tensors, call.name);
  Node* self = nullptr;
  if (!self_node(call, self)) return false;
  std::vector<Argument> args{Argument(self)};
  std::vector<KeywordArgument> kwargs;
  // cpu(), cuda(): methods that are no operators of their own.
  const bool plain = call.num_given() == 0 && machine.libtorch().find_schemas(call.name).empty();
  if (!plain && !lower_by_schema(call, /*is_method=*/true, args, kwargs)) return false;
  return call.ret(
      operator_result(call, machine.graph().emit(call.expr, Opcode::CallMethod, call.name,
                                                 std::move(args), std::move(kwargs))));
}

bool construct(ModelCall& call) {
  drop_defaulted(call.args);
  if (call.args.empty()) return call.ret(Value::none());
  if (call.args.size() == 1) return call.ret(call.args[0].value);
  return call.unsupported();
}

/// What size(d), sizes(), dim() or numel() is for a tensor that the constructor makes, where the
/// operators that make it tell.
std::optional<Value> initial_number(ModelCall& call, const Node& tensor) {
  if (!call.graph().in_constructor()) return std::nullopt;
  const auto sizes = initial_sizes(call.graph().construction(), tensor);
  if (!sizes) return std::nullopt;
  const auto count = static_cast<int64_t>(sizes->size());
  if (call.name == "dim" || call.name == "ndimension") return Value::integer(count);
  if (call.name == "numel") {
    int64_t product = 1;
    for (const int64_t size : *sizes)
      product *= size;
    return Value::integer(product);
  }
  if (call.name == "sizes") {
    std::vector<Value> all;
    for (const int64_t size : *sizes)
      all.push_back(Value::integer(size));
    return call.machine.sizes_of(tensor, call.name, all, record_of(call.callee->getReturnType()));
  }
  if (call.name != "size" || call.num_given() != 1 || !call.args[0].value.is(Value::Kind::Int))
    return std::nullopt;
  const int64_t dimension = call.args[0].value.as_int();
  if (dimension < -count || dimension >= count) return std::nullopt;
  return Value::integer(
      (*sizes)[static_cast<size_t>(dimension < 0 ? dimension + count : dimension)]);
}

/// The number, or the sizes, that a node of the init graph asks for, where they are known.
Value constructed_number(ModelCall& call, Node* asked) {
  const std::optional<Argument> known = call.machine.oracle().constructed().literal(*asked);
  const Node& tensor = *asked->arg(0).as_node();
  if (!known && call.graph().construction().is_of_a_trial(&tensor))
    return Value::opaque(call.location(), "a size of what a module computes in the constructor");
  if (!known) return Value::node(asked, true);
  const Symbol name = asked->target();
  call.graph().graph().erase_node(asked);
  if (known->is(Argument::Kind::Int)) return Value::integer(known->as_int());
  std::vector<Value> sizes;
  for (const Argument& size : known->items())
    sizes.push_back(Value::integer(size.as_int()));
  return call.machine.sizes_of(tensor, name.view(), sizes, record_of(call.callee->getReturnType()));
}

/// size(d), sizes(), dim(), numel(): numbers that cannot be negative.
bool query(ModelCall& call) {
  Machine& machine = call.machine;
  if (machine.graph().in_constructor() && is_unknown(call))
    return call.ret(
        Value::opaque(call.location(), "the size of a tensor built in the constructor"));
  // An undefined tensor has one dimension, of nothing.
  if (call.self.value.is(Value::Kind::None) && (call.name == "numel" || call.name == "dim"))
    return call.ret(Value::integer(call.name == "dim"));
  Node* self = nullptr;
  if (!self_node(call, self)) return false;
  if (const auto known = initial_number(call, *self)) return call.ret(*known);
  std::vector<Argument> args{Argument(self)};
  if (call.num_given() == 1) {
    Argument dimension;
    if (!machine.graph().lower(call.args[0], dimension)) return false;
    args.push_back(dimension);
  }
  std::string_view target = call.name;
  if (target.starts_with("sym_")) target.remove_prefix(4);
  target = target == "sizes"        ? "size"
           : target == "strides"    ? "stride"
           : target == "ndimension" ? "dim"
                                    : target;
  Node* asked = machine.graph().emit(call.expr, Opcode::CallMethod, target, std::move(args));
  return call.ret(machine.graph().in_constructor() ? constructed_number(call, asked)
                                                   : Value::node(asked, true));
}

/// The weights of an attention that are not asked for: forward gives an undefined tensor for them.
/// Nothing where that depends on the run.
std::optional<bool> is_left_out(ModelCall& call, const Node& node) {
  const auto& item = node.args();
  if (node.op() != Opcode::CallFunction || node.target().view() != "operator.getitem" ||
      item.size() != 2 || !item[0].is_node() || !(item[1] == Argument(int64_t{1})))
    return false;
  const Node& producer = *item[0].as_node();
  if (producer.op() != Opcode::CallModule) return false;
  const ModuleNode* module = call.graph().traced().modules.find(producer.target().view());
  if (module == nullptr || module->cpp_type.view() != "torch::nn::MultiheadAttention") return false;
  constexpr size_t need_weights = 4;
  if (producer.args().size() <= need_weights) return false;
  const Argument& needed = producer.args()[need_weights];
  if (needed.is_node()) return std::nullopt;
  return !needed.as_bool();
}

bool defined(ModelCall& call) {
  if (call.self.value.is_node()) {
    const std::optional<bool> left_out = is_left_out(call, *call.self.value.node());
    if (!left_out) return call.error(diag::weights_of_attention);
    if (may_be_unused_gradient(*call.self.value.node())) return call.error(diag::unused_gradient);
    if (*left_out) return call.ret(Value::boolean(false));
  }
  if (call.self.value.is_node())
    call.report().taken_as_given(call.location(), *call.self.value.node(), "is defined");
  return call.ret(Value::boolean(!call.self.value.is(Value::Kind::None)));
}

/// requires_grad() of what the constructor has registered, or LibTorch: a parameter does until it
/// is told not to. Nothing for other tensors.
std::optional<bool> requires_gradients(ModelCall& call) {
  const Value& value = call.self.value;
  if (value.is(Value::Kind::TensorSlot))
    return call.graph().in_tree(*value.module()).tensors[value.index()].requires_grad;
  if (weight_of(call, value) == nullptr) return std::nullopt;
  const Node* parameter = Construction::parameter(value.node());
  std::optional<bool> is_required = parameter != value.node(); // not a buffer
  for (const Node* user : parameter->users())
    if (user->target().view() == "requires_grad_")
      is_required = user->args().size() == 2 && user->arg(1).is(Argument::Kind::Bool)
                        ? std::optional(user->arg(1).as_bool())
                        : std::nullopt;
  return is_required;
}

/// dtype(), device(): attributes in Python.
bool attribute(ModelCall& call) {
  Node* self = nullptr;
  if (!self_node(call, self)) return false;
  const std::string_view name = call.name == "scalar_type" ? "dtype" : call.name;
  if (call.graph().in_constructor()) {
    const bool is_cpu = (name == "device" || name == "is_cuda") &&
                        !call.graph().construction().has_moved() && stays_on_cpu(*self);
    if (is_cpu)
      return call.ret(name == "device" ? Value::constant(Argument::device("cpu"))
                                       : Value::boolean(false));
    if (const auto is_required = name == "requires_grad" ? requires_gradients(call) : std::nullopt)
      return call.ret(Value::boolean(*is_required));
  }
  if (weight_of(call, call.self.value)) self = call.graph().construction().parameter(self);
  return call.ret(Value::node(call.graph().emit(call.expr, Opcode::CallFunction, "builtins.getattr",
                                                {Argument(self), Argument::string(name)})));
}

/// type() and its scalarType(), as older code asks for the dtype.
bool old_type(ModelCall& call) {
  if (call.name == "scalarType") return call.ret(call.self.value);
  if (call.num_given() != 0) return method(call);
  call.name = "dtype";
  return attribute(call);
}

/// is_cuda(), is_sparse(), requires_grad(): attributes of Python's tensors, true or false.
bool flag(ModelCall& call) {
  if (call.graph().in_constructor() && is_unknown(call))
    return call.ret(Value::opaque(call.location(), "a property of a tensor with unknown values"));
  return attribute(call);
}

/// x.options(): the dtype and device of x.
bool options(ModelCall& call) {
  Machine& machine = call.machine;
  Node* self = nullptr;
  if (!self_node(call, self)) return false;
  std::vector<std::pair<Argument, Argument>> items;
  for (const char* name : {"dtype", "device"})
    items.emplace_back(
        Argument::string(name),
        Argument(machine.graph().emit(call.expr, Opcode::CallFunction, "builtins.getattr",
                                      {Argument(self), Argument::string(name)})));
  return call.ret(Value::constant(Argument::dict(std::move(items))));
}

/// x.item<T>(): a number that only a run of the model knows.
bool item(ModelCall& call) {
  Machine& machine = call.machine;
  const QualType type = call.callee->getReturnType();
  if (machine.graph().in_constructor()) {
    std::optional<Value> known;
    if (call.self.value.is_node() && type->isArithmeticType())
      known = initial_item(*call.self.value.node());
    if (!known) return call.ret(Value::opaque(call.location(), value_of_a_tensor));
    const QualType from = known->is(Value::Kind::Float) ? machine.context().DoubleTy
                          : known->is_bool()            ? machine.context().BoolTy
                                                        : machine.context().LongTy;
    return machine.convert(call.expr, from, type, *known) && call.ret(*known);
  }
  // item<T>() is item().to<T>(), which rounds to a number that Python does not have.
  if (const auto* record = type->getAsCXXRecordDecl()) {
    const std::string name = record->getQualifiedNameAsString();
    if (name != "c10::Scalar") return call.unsupported(missing::number_of_a_scalar, name);
  }
  Node* self = nullptr;
  if (!self_node(call, self)) return false;
  Node* number = machine.graph().emit(call.expr, Opcode::CallMethod, "item", {Argument(self)});
  number->set_meta(meta::cpp_type, type->isBooleanType()    ? std::string("bool")
                                   : type->isIntegerType()  ? std::string("int64_t")
                                   : type->isFloatingType() ? std::string("double")
                                                            : std::string("at::Scalar"));
  Value value = Value::node(number);
  // Python's item() gives what the tensor holds, C++'s what was asked for.
  if (type->isIntegerType() && !machine.symbolic().of_item(call.expr, type, value)) return false;
  machine.symbolic().make_floating(call.expr, type, value);
  return call.ret(value);
}

bool leaves_graph(ModelCall& call) {
  if (call.graph().in_constructor())
    return call.ret(Value::opaque(call.location(), value_of_a_tensor));
  return call.error(diag::value_of_a_tensor_read, call.name);
}

/// The numbers of a tensor that the constructor makes of numbers, as an array of the type that
/// data_ptr<T>() asks for; null where they are not known.
const Object* numbers_of(ModelCall& call, Node* tensor) {
  const QualType pointer = call.callee->getReturnType();
  if (call.name == "storage" || !pointer->isPointerType()) return nullptr;
  const QualType type = pointer->getPointeeType();
  const Object*& array = call.graph().memory_of(tensor);
  const auto numbers = initial_items(*tensor);
  const bool is_float = type->isSpecificBuiltinType(BuiltinType::Float);
  const bool is_long = type->isIntegerType() && call.machine.context().getTypeSize(type) == 64;
  if (!numbers || numbers->empty() || (!is_float && !is_long)) return nullptr;
  const bool fits = llvm::all_of(*numbers, [&](const Value& number) {
    return number.is(is_float ? Value::Kind::Float : Value::Kind::Int) && !number.is_bool();
  });
  if (!fits) return nullptr;
  if (array) return array;
  array = call.storage().sequence(*numbers);
  // Neither may be written to as long as the other is used.
  call.graph().note_blob(tensor);
  call.storage().watch(array, tensor);
  return array;
}

bool is_contiguous(ModelCall& call) {
  if (call.graph().in_constructor() && is_unknown(call))
    return call.ret(Value::opaque(call.location(), "a property of a tensor with unknown values"));
  if (call.num_given() > 0) return leaves_graph(call);
  Node* self = nullptr;
  if (!self_node(call, self)) return false;
  return call.ret(Value::node(
      call.graph().emit(call.expr, Opcode::CallMethod, "is_contiguous", {Argument(self)})));
}

/// x.data_ptr(), x.accessor(): values a graph cannot hold. What the constructor writes there is not
/// followed.
bool memory(ModelCall& call) {
  if (call.graph().in_constructor()) {
    if (call.self.value.is(Value::Kind::Opaque) || weight_of(call, call.self.value)) {
      note_initial_values(call);
    } else if (!call.self.value.is(Value::Kind::None)) {
      Node* tensor = nullptr;
      if (!self_node(call, tensor)) return false;
      if (const Object* numbers = numbers_of(call, tensor))
        return call.ret(Value::iterator(numbers, 0));
      call.graph().note_written_outside(tensor, call.location(), std::string(call.name));
    }
  }
  return leaves_graph(call);
}

/// x.toType(dtype) is x.to(dtype).
bool to_type(ModelCall& call) {
  Node* self = nullptr;
  Argument dtype;
  if (!self_node(call, self) || !call.graph().lower(call.args[0], dtype)) return false;
  return call.ret(
      Value::node(call.graph().emit(call.expr, Opcode::CallMethod, "to", {Argument(self), dtype})));
}

/// x.data(): the same memory without its history.
bool data(ModelCall& call) {
  const Value& value = call.self.value;
  // A buffer has no history to leave behind. Where nothing comes of it but what is written through
  // it, the init graph ends without this node.
  if (call.graph().in_constructor()) {
    const bool is_buffer =
        value.is(Value::Kind::TensorSlot) &&
        call.graph().in_tree(*value.module()).tensors[value.index()].role == TensorRole::Buffer;
    if (is_buffer || !(value.is_node() || value.is(Value::Kind::TensorSlot)))
      return call.ret(value);
  }
  Node* self = nullptr;
  if (!self_node(call, self)) return false;
  return call.ret(Value::node(call.graph().emit(call.expr, Opcode::CallFunction, "builtins.getattr",
                                                {Argument(self), Argument::string("data")})));
}

void emit_requires_grad(ModelCall& call, Node* tensor, const Argument& wanted) {
  call.graph().emit(call.expr, Opcode::CallMethod, "requires_grad_", {Argument(tensor), wanted});
}

/// In a constructor a parameter of the model's own remembers it. Of a weight that is not known it
/// is lost.
void train_from_now_on(ModelCall& call, bool wanted) {
  const Value& self = call.self.value;
  Construction& construction = call.graph().construction();
  if (weight_of(call, self)) {
    emit_requires_grad(call, construction.parameter(self.node()), wanted);
  } else if (self.is(Value::Kind::TensorSlot)) {
    TensorSlot& slot = call.graph().in_tree(*self.module()).tensors[self.index()];
    slot.requires_grad = wanted;
    if (slot.init)
      construction.note_parameter(slot.init, wanted && slot.role == TensorRole::Parameter);
    if (slot.role == TensorRole::Buffer && slot.init) emit_requires_grad(call, slot.init, wanted);
  } else if (self.is_node()) {
    if (wanted || self.node()->num_users() > 0) emit_requires_grad(call, self.node(), wanted);
  } else if (!wanted) {
    call.report().remark(call.location(), diag::requires_grad_not_kept);
  }
}

/// x.set_requires_grad(b), an operator in forward.
bool set_requires_grad(ModelCall& call) {
  Argument wanted(true);
  if (!call.args.empty() && !call.args[0].defaulted && !call.graph().lower(call.args[0], wanted))
    return false;
  if (!call.graph().in_constructor()) {
    Node* self = nullptr;
    if (!self_node(call, self)) return false;
    emit_requires_grad(call, self, wanted);
  } else if (wanted.is(Argument::Kind::Bool)) {
    train_from_now_on(call, wanted.as_bool());
  } else {
    return call.report().not_known(call.args[0].expr, call.args[0].value, "requires_grad");
  }
  return call.ret(call.self.value);
}

/// x.detach_(): of what no operator has computed, as weights are, it takes away that it is trained.
bool detach_in_place(ModelCall& call) {
  const Value& self = call.self.value;
  const bool is_leaf =
      call.graph().in_constructor() &&
      (weight_of(call, self) || self.is(Value::Kind::TensorSlot) || self.is(Value::Kind::Opaque));
  if (!is_leaf) return method(call);
  train_from_now_on(call, false);
  return call.ret(self);
}

/// The argument list of index() as one Python index.
bool lower_index(ModelCall& call, const Operand& operand, Argument& index, bool& has_tensor) {
  if (!call.graph().lower(operand, index)) return false;
  has_tensor = false;
  const Object* given = ModelCall::object_of(operand);
  if (given && given->kind == Object::Kind::Sequence)
    has_tensor = llvm::any_of(given->elements, [](const Location* element) {
      const Value& item = element->value();
      return item.is(Value::Kind::TensorSlot) || (item.is_node() && !item.non_negative());
    });
  else
    for_each_node(index, [&](Node*) { has_tensor = true; });
  if (index.is(Argument::Kind::List) || index.is(Argument::Kind::Tuple)) {
    const auto items = index.items();
    if (items.size() == 1) {
      index = Argument(items[0]); // a copy first: the item dies with the list
    } else {
      index = Argument::tuple({items.begin(), items.end()});
    }
  }
  return true;
}

bool index(ModelCall& call) {
  Machine& machine = call.machine;
  Node* self = nullptr;
  Argument position;
  bool has_tensor = false;
  if (!self_node(call, self) || !lower_index(call, call.args[0], position, has_tensor))
    return false;
  return call.ret(Value::node(machine.graph().emit(
      call.expr, Opcode::CallFunction, "operator.getitem", {Argument(self), position})));
}

/// x.slice(dim, start, end, step), which Python writes x[:, start:end:step].
bool slice(ModelCall& call) {
  Machine& machine = call.machine;
  Node* self = nullptr;
  if (!self_node(call, self)) return false;
  int64_t dim = 0;
  if (!call.args.empty() && !call.args[0].defaulted) {
    machine.oracle().concretize(call.args[0].expr, call.args[0].value);
    if (!call.args[0].value.is(Value::Kind::Int))
      return machine.report().not_known(call.args[0].expr, call.args[0].value,
                                        "the dimension of a slice");
    dim = call.args[0].value.as_int();
  }
  Argument parts[3];
  for (size_t i = 1; i < call.args.size() && i < 4; ++i)
    if (!call.args[i].defaulted && !machine.graph().lower(call.args[i], parts[i - 1])) return false;
  // Some write "to the end" as the largest number.
  if (parts[1].is(Argument::Kind::Int) && parts[1].as_int() == INT64_MAX) parts[1] = Argument();
  const Argument all = Argument::slice({}, {}, {});
  std::vector<Argument> index;
  if (dim < 0) index.push_back(Argument::ellipsis());
  for (int64_t i = 0; i < dim; ++i)
    index.push_back(all);
  index.push_back(Argument::slice(parts[0], parts[1], parts[2]));
  for (int64_t i = dim; i < -1; ++i)
    index.push_back(all);
  Argument position = index.size() == 1 ? index.front() : Argument::tuple(std::move(index));
  return call.ret(Value::node(machine.graph().emit(
      call.expr, Opcode::CallFunction, "operator.getitem", {Argument(self), std::move(position)})));
}

/// What writes an argument of a tensor's method into the tensor: numbers fill it, and those that
/// are known only when the model runs, too.
std::string_view writing_method(const ModelCall& call, unsigned parameter) {
  const CXXRecordDecl* taken =
      record_of(call.callee->getParamDecl(parameter)->getType().getNonReferenceType());
  return taken && taken->getName() == "Scalar" ? "fill_" : "copy_";
}

/// x.index_put_({...}, v): on a view, copy_ or fill_ into it; with tensor indices, the operator.
bool index_put(ModelCall& call) {
  Machine& machine = call.machine;
  Node* self = nullptr;
  Argument position;
  Argument value;
  bool has_tensor = false;
  if (!self_node(call, self) || !lower_index(call, call.args[0], position, has_tensor) ||
      !machine.graph().lower(call.args[1], value))
    return false;
  // The operator itself, which takes tensors alone and may add up.
  if (call.num_given() == 3) {
    Argument accumulate;
    if (!machine.graph().lower(call.args[2], accumulate)) return false;
    std::vector<Argument> items{position};
    if (position.is(Argument::Kind::Tuple))
      items = {position.items().begin(), position.items().end()};
    machine.graph().emit(call.expr, Opcode::CallMethod, "index_put_",
                         {Argument(self), Argument::tuple(std::move(items)), value, accumulate});
    return call.ret(call.self.value);
  }
  if (has_tensor) {
    const bool plain =
        position.is_node() || llvm::all_of(position.items(), [](const Argument& item) {
          return item.is_node() || item.is_none();
        });
    if (plain && writing_method(call, 1) == "copy_" && call.num_given() == 2) {
      std::vector<Argument> items(position.items().begin(), position.items().end());
      if (position.is_node()) items = {position};
      machine.graph().emit(call.expr, Opcode::CallMethod, "index_put_",
                           {Argument(self), Argument::tuple(std::move(items)), value});
    } else {
      machine.graph().emit(call.expr, Opcode::CallFunction, "operator.setitem",
                           {Argument(self), position, value});
    }
    return call.ret(call.self.value);
  }
  Node* view = machine.graph().emit(call.expr, Opcode::CallFunction, "operator.getitem",
                                    {Argument(self), position});
  machine.graph().emit(call.expr, Opcode::CallMethod, writing_method(call, 1),
                       {Argument(view), value});
  return call.ret(call.self.value);
}

/// x = y rebinds a variable; x[0] = y writes through the view x[0] is.
bool assign(ModelCall& call) {
  Machine& machine = call.machine;
  const auto* method = llvm::cast<CXXMethodDecl>(call.callee);
  const bool through_view = method->getRefQualifier() == RQ_RValue;
  if (!through_view) {
    if (call.self.place == nullptr)
      return call.self.value.is_node() ? call.error(diag::write_to_a_part_of_an_input)
                                       : call.unsupported();
    if (const LeafTensorField* tensor = machine.graph().leaf_tensor(call.self.place))
      return replace_leaf_tensor(call, *tensor);
    // A variable of the call's own may be given another tensor.
    if (call.self.place->value().is(Value::Kind::TensorSlot) && !machine.graph().in_constructor() &&
        machine.storage().outlives_call(call.self.place) &&
        !machine.graph().is_moved(call.self.place->value(), call.args[0].value))
      return call.error(diag::forward_replaces_a_tensor);
    machine.storage().write(call.self.place, call.args[0].value);
    if (call.args[0].value.is_node()) {
      machine.graph().note_stored(call.args[0].value, call.expr->getSourceRange());
      Node* node = call.args[0].value.node();
      const auto* name = dyn_cast_or_null<DeclRefExpr>(
          call.self.expr ? call.self.expr->IgnoreParenImpCasts() : nullptr);
      if (name && node->op() != Opcode::Placeholder && !node->meta(meta::cpp_name))
        node->set_meta(meta::cpp_name, name->getDecl()->getNameAsString());
    }
    return call.ret_place(call.self.place);
  }
  Node* view = nullptr;
  Argument value;
  if (!self_node(call, view) || !machine.graph().lower(call.args[0], value)) return false;
  return call.ret(Value::node(machine.graph().emit(
      call.expr, Opcode::CallMethod, writing_method(call, 0), {Argument(view), value})));
}

/// x += y is x.add_(y) in C++; the variable then stands for what add_ returned, the same tensor.
bool compound(ModelCall& call) {
  Machine& machine = call.machine;
  const std::string_view target = llvm::StringSwitch<std::string_view>(call.name)
                                      .Case("operator+=", "add_")
                                      .Case("operator-=", "sub_")
                                      .Case("operator*=", "mul_")
                                      .Case("operator/=", "div_")
                                      .Case("operator&=", "bitwise_and_")
                                      .Case("operator|=", "bitwise_or_")
                                      .Case("operator^=", "bitwise_xor_")
                                      .Default({});
  if (machine.graph().in_constructor() && is_unknown(call))
    return write_unknown(call) && call.ret(call.self.value);
  Node* self = nullptr;
  Argument value;
  if (target.empty()) return call.unsupported();
  if (!self_node(call, self) || !machine.graph().lower(call.args[0], value)) return false;
  if (value.is_none()) return call.error(diag::undefined_tensor);
  Value changed = Value::node(
      machine.graph().emit(call.expr, Opcode::CallMethod, target, {Argument(self), value}));
  if (call.self.place) machine.graph().note_stored(changed, call.expr->getSourceRange());
  if (call.self.place && call.self.place->is_detached()) {
    machine.storage().represent(call.self.place, [&] { return changed; }); // the same tensor
    return call.ret_place(call.self.place);
  }
  if (call.self.place && call.self.place->value().is_node()) {
    machine.storage().write(call.self.place, changed);
    return call.ret_place(call.self.place);
  }
  return call.ret(changed);
}

/// Free and member operators without mutation: +, -, ==, ~, ...
bool operation(ModelCall& call) {
  Machine& machine = call.machine;
  llvm::SmallVector<Operand, 2> operands;
  const auto* method = dyn_cast<CXXMethodDecl>(call.callee);
  if (method && !method->isStatic()) operands.push_back(call.self);
  operands.append(call.args.begin(), call.args.end());
  std::vector<Argument> args;
  for (const Operand& operand : operands) {
    Argument argument;
    if (machine.graph().in_constructor() && operand.value.is(Value::Kind::Opaque))
      return call.ret(operand.value);
    if (!machine.graph().lower(operand.expr ? operand.expr : call.expr, operand.value, argument))
      return false;
    if (argument.is_none()) return call.error(diag::undefined_tensor);
    args.push_back(std::move(argument));
  }
  const std::string_view token = call.name.substr(std::string_view("operator").size());
  if (token == "!")
    return call.ret(Value::node(
        machine.graph().emit(call.expr, Opcode::CallMethod, "logical_not", std::move(args))));
  const ops::OperatorSpelling* spelling =
      token == "[]" ? nullptr : ops::find_cpp_operator(token, static_cast<int>(args.size()));
  if (token != "[]" && spelling == nullptr) return call.unsupported();
  return call.ret(Value::node(machine.graph().emit(
      call.expr, Opcode::CallFunction, token == "[]" ? "operator.getitem" : spelling->target,
      std::move(args))));
}

} // namespace

extern const ModelTable torch_tensor_models = {
    {"at::{Tensor::Tensor,TensorBase::TensorBase}", construct, constructs},
    {"at::{Tensor,TensorBase}::*", method, writes_tensors},
    {"at::{Tensor,TensorBase}::{size,sizes}", query, computes},
    {"at::TensorBase::{dim,ndimension,numel,stride,strides}", query, computes},
    {"at::{Tensor,TensorBase}::sym_{size,sizes,numel,stride,strides}", query, computes},
    {"at::TensorBase::defined", defined, computes},
    {"at::TensorBase::{dtype,scalar_type}", attribute, computes},
    {"at::{Tensor,TensorBase}::device", attribute, computes},
    {"at::TensorBase::{is_cuda,is_sparse,is_quantized,requires_grad,is_leaf}", flag, computes},
    {"at::{Tensor,TensorBase}::options", options, computes},
    {"at::Tensor::{mH,mT,matrix_H,numpy_T}", transposed, operates},
    {"at::Tensor::item", item, computes},
    {"at::TensorBase::{data_ptr,mutable_data_ptr,storage}", memory, gives_access},
    {"at::{Tensor,TensorBase}::accessor", memory, gives_access},
    {"at::Tensor::backward", leaves_graph, writes_tensors},
    {"at::TensorBase::is_contiguous", is_contiguous, computes},
    {"at::Tensor::toType", to_type, operates},
    {"at::{Tensor::type,DeprecatedTypeProperties::scalarType}", old_type, computes},
    {"at::{Tensor,TensorBase}::set_requires_grad", set_requires_grad, writes_tensors},
    {"at::Tensor::requires_grad_", set_requires_grad, writes_tensors},
    {"at::Tensor::detach_", detach_in_place, writes_tensors},
    {"at::Tensor::data", data, gives_access},
    {"at::Tensor::slice", slice, gives_access},
    {"at::Tensor::index", index, operates},
    {"at::Tensor::index_put_", index_put, writes_tensors},
    {"at::Tensor::operator=", assign, handles},
    {"at::Tensor::operator{+=,-=,*=,/=,&=,|=,^=}", compound, handles},
    {"at::Tensor::operator{[],~,-}", operation, operates},
    {"at::operator{+,-,*,/,%,&,|,^,<,<=,>,>=,==,!=,!}", operation, operates},
};

} // namespace fx::frontend
