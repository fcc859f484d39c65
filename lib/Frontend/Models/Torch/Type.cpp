// The small value types of LibTorch: dtypes, devices, TensorOptions, Scalar, lists, indices, enums.
#include "Frontend/Models/Text.h"
#include "Frontend/Models/Torch/Modules.h"
#include "Frontend/Values/ListViews.h"

#include "fx/IR/ElementType.h"
#include "fx/IR/MemoryLayout.h"
#include "fx/Ops/Spelling.h"

#include <fmt/format.h>
#include <llvm/ADT/StringSwitch.h>

using namespace clang;

namespace fx::frontend {

namespace {

// Types and layouts of later versions are called in Python what their enumerators are.

const ElementType* element_type_of(llvm::StringRef enumerator) {
  const ElementType* found = find_element_type_of_enumerator(enumerator);
  return found ? found : find_element_type(enumerator.lower());
}

const MemoryLayout* layout_of(llvm::StringRef enumerator) {
  const MemoryLayout* found = find_layout_of_enumerator(enumerator);
  return found ? found : find_layout(enumerator.lower());
}

} // namespace

bool library_enumerator(const EnumConstantDecl* constant, Value& value) {
  const auto* owner = llvm::cast<EnumDecl>(constant->getDeclContext());
  if (!is_torch_library(owner)) return false;
  const std::string type = qualified_name(owner);
  const llvm::StringRef name = constant->getName();
  const ElementType* element = type == "c10::ScalarType" ? element_type_of(name) : nullptr;
  const MemoryLayout* layout = type == "c10::Layout" ? layout_of(name) : nullptr;
  const MemoryLayout* format =
      type == "c10::MemoryFormat" ? find_memory_format_of_enumerator(name) : nullptr;
  if (element) {
    value = Value::constant(Argument::dtype(element->name));
  } else if (layout) {
    value = Value::constant(Argument::layout(layout->name));
  } else if (format) {
    value = Value::constant(Argument::memory_format(format->name));
  } else if (type == "c10::DeviceType" && !name.contains('_')) {
    value = Value::constant(Argument::device(name.lower()));
  } else if ((type == "c10::ScalarType" || type == "c10::Layout") && name != "Undefined" &&
             name != "NumOptions") {
    value = Value::opaque(constant->getLocation(),
                          fmt::format("the tracer does not know '{}::{}'", type, name.str()));
  } else {
    return false;
  }
  return true;
}

bool library_constant(Machine& machine, const ValueDecl* declaration, Value& value) {
  const auto* variable = dyn_cast<VarDecl>(declaration);
  if (variable == nullptr || !variable->hasGlobalStorage()) return false;
  const CXXRecordDecl* record = variable->getType()->getAsCXXRecordDecl();
  if (record == nullptr) return false;
  const std::string type = qualified_name(record);
  if (type == "c10::nullopt_t" || type == "std::nullopt_t") {
    value = Value::none();
  } else if (type == "at::indexing::EllipsisIndexType") {
    value = Value::constant(Argument::ellipsis());
  } else if (llvm::StringRef(type).starts_with("torch::enumtype::")) {
    const std::string python = machine.libtorch().python_enum(record->getName());
    if (python.empty()) return false;
    value = Value::constant(Argument::string(python));
  } else {
    return false;
  }
  return true;
}

namespace {

bool is_options_value(const Value& value) {
  return value.is(Value::Kind::Constant) && value.argument().is(Argument::Kind::Dict);
}

/// TensorOptions as a dict {dtype: ..., device: ...}; `key` set or replaced.
Value with_option(const Value& options, std::string_view key, const Argument& value) {
  std::vector<std::pair<Argument, Argument>> items;
  if (is_options_value(options)) {
    const auto parts = options.argument().items();
    for (size_t i = 0; i + 1 < parts.size(); i += 2)
      if (parts[i].symbol().view() != key) items.emplace_back(parts[i], parts[i + 1]);
  }
  items.emplace_back(Argument::string(key), value);
  return Value::constant(Argument::dict(std::move(items)));
}

/// One argument that converts to TensorOptions.
bool as_options(ModelCall& call, const Operand& operand, Value& options) {
  if (is_options_value(operand.value)) {
    options = operand.value;
    return true;
  }
  Argument argument;
  if (!call.graph().lower(operand, argument)) return false;
  std::string_view key;
  switch (argument.kind()) {
  case Argument::Kind::Dtype: key = "dtype"; break;
  case Argument::Kind::Device: key = "device"; break;
  case Argument::Kind::Layout: key = "layout"; break;
  case Argument::Kind::Node: {
    // x.dtype(), x.device(): the C++ type says which.
    const CXXRecordDecl* record = record_of(operand.type);
    const bool device = record && qualified_name(record) == "c10::Device";
    key = device ? "device" : "dtype";
    break;
  }
  default: return call.unsupported(missing::tensor_options);
  }
  options = with_option({}, key, argument);
  return true;
}

bool tensor_options(ModelCall& call) {
  Value options = Value::constant(Argument::dict({}));
  if (call.num_given() == 1 && !as_options(call, call.args[0], options)) return false;
  return call.ret(options);
}

/// .dtype(), .device() of options: what was set, or LibTorch's defaults.
bool read_tensor_option(ModelCall& call) {
  const Value& options = call.self.value;
  if (!is_options_value(options)) return call.unsupported(missing::reading_these_tensor_options);
  const auto parts = options.argument().items();
  for (size_t i = 0; i + 1 < parts.size(); i += 2)
    if (parts[i].symbol().view() == call.name) {
      if (parts[i + 1].is_node()) return call.ret(Value::node(parts[i + 1].as_node()));
      if (parts[i + 1].is(Argument::Kind::Bool))
        return call.ret(Value::boolean(parts[i + 1].as_bool()));
      return call.ret(Value::constant(parts[i + 1]));
    }
  if (call.name == "dtype") return call.ret(Value::constant(Argument::dtype("float32")));
  if (call.name == "device") return call.ret(Value::constant(Argument::device("cpu")));
  if (call.name == "layout") return call.ret(Value::constant(Argument::layout("strided")));
  if (call.name == "requires_grad" || call.name == "pinned_memory")
    return call.ret(Value::boolean(false));
  return call.unsupported(missing::method_of_tensor_options, call.name);
}

/// .dtype(d), .device(d), torch::dtype(d): one more option.
bool set_tensor_option(ModelCall& call) {
  Machine& machine = call.machine;
  const bool is_method = isa<CXXMethodDecl>(call.callee);
  const Value base = is_method ? call.self.value : Value();
  Argument value;
  if (call.num_given() == 0 && call.name == "requires_grad" && !is_method) {
    value = Argument(true);
  } else if (call.num_given() != 1) {
    return read_tensor_option(call);
  } else if (!llvm::StringSwitch<bool>(call.name)
                  .Cases({"dtype", "device", "layout", "requires_grad"}, true)
                  .Cases({"pinned_memory", "memory_format"}, true)
                  .Default(false)) {
    return call.unsupported();
  } else if (!machine.graph().lower(call.args[0], value)) {
    return false;
  }
  std::string_view key = call.name;
  if (key == "pinned_memory") key = "pin_memory";
  if (value.is(Argument::Kind::String) && key == "device") value = Argument::device(value.symbol());
  return call.ret(with_option(base, key, value));
}

/// Device("cuda:1"), Device(kCUDA, 1).
bool device(ModelCall& call) {
  const Value& first = call.args[0].value;
  std::string name;
  if (first.is(Value::Kind::String))
    name = first.text();
  else if (first.is(Value::Kind::Constant))
    name = first.argument().symbol().str();
  else
    return call.ret(first);
  if (call.num_given() == 2 && call.args[1].value.is(Value::Kind::Int) &&
      call.args[1].value.as_int() >= 0)
    name += fmt::format(":{}", call.args[1].value.as_int());
  return call.ret(Value::constant(Argument::device(name)));
}

/// Classes that hold one value: Scalar, optional, ArrayRef, ExpandingArray, TensorIndex.
bool construct_wrapper(ModelCall& call) {
  drop_defaulted(call.args);
  if (call.args.empty()) return call.ret(Value::none());
  const Value& first = call.args[0].value;
  if (call.args.size() == 2 && first.is(Value::Kind::Iterator)) {
    // A pointer with a length, or two iterators.
    const Value& second = call.args[1].value;
    const int64_t count =
        second.is(Value::Kind::Iterator) ? second.index() - first.index() : second.as_int();
    Object* view = call.storage().sequence({});
    const auto& elements = first.object()->elements;
    for (int64_t i = 0; i < count && first.index() + i < static_cast<int64_t>(elements.size()); ++i)
      view->elements.push_back(elements[first.index() + i]);
    return call.ret(Value::object(view));
  }
  if (call.args.size() != 1)
    return call.unsupported(missing::construction_of_this_class, call.name);
  return call.ret(first);
}

/// ExpandingArray and IValue copy the list that they are made of.
bool construct_owner(ModelCall& call) {
  if (!construct_wrapper(call)) return false;
  Value& made = call.result.value;
  if (made.is_object() && is_list_view(made.object()->type))
    made = owned_list(call.storage(), made);
  return true;
}

/// A view of a string that only a run of the model knows: the string may change while it is kept.
bool construct_view(ModelCall& call) {
  drop_defaulted(call.args);
  if (call.args.size() == 1 && call.args[0].value.is_node() && call.args[0].place &&
      is_std_class(record_of(type_of(call.args[0])), "basic_string"))
    return call.ret(unknown_text(call));
  return construct_wrapper(call);
}

/// `options.padding() = 1`, `device = torch::kCPU`
bool assign_one(ModelCall& call) {
  const Operand& from = call.args[0];
  return assign_whole(call, from.place ? call.storage().copy(from.value) : from.value);
}

/// An IValue is what it holds.
bool ivalue(ModelCall& call) {
  if (isa<CXXConstructorDecl>(call.callee)) return construct_owner(call);
  const bool is_whole = call.self.value.is_node() || call.self.value.is_object();
  const std::string_view conversion = call.name == "toDouble" ? "builtins.float"
                                      : call.name == "toInt"  ? "builtins.int"
                                      : call.name == "toBool" ? "builtins.bool"
                                                              : "";
  if (call.self.value.is_node() && !conversion.empty() && !call.graph().in_constructor())
    return call.ret(Value::node(call.graph().emit(call.expr, Opcode::CallFunction, conversion,
                                                  {Argument(call.self.value.node())})));
  if (is_whole && (call.name == "toScalar" || call.name == "toStringRef"))
    return call.unsupported(missing::method_of_an_ivalue, call.name);
  if (llvm::StringRef(call.name).starts_with("to")) return call.ret(call.self.value);
  return call.unsupported(missing::method_of_an_ivalue, call.name);
}

/// `IntArrayRef(n)`, `TensorList(x)`: whether a list has the one element that is given, and none of
/// a list.
bool is_of_one_element(const ModelCall& call, const CXXRecordDecl* type) {
  const auto* list = dyn_cast_if_present<ClassTemplateSpecializationDecl>(type);
  if (!is_list_view(type) || list == nullptr || call.args.size() != 1 ||
      call.callee->getNumParams() != 1)
    return false;
  const QualType taken = call.callee->getParamDecl(0)->getType().getNonReferenceType();
  return call.machine.context().hasSameUnqualifiedType(taken,
                                                       list->getTemplateArgs()[0].getAsType());
}

/// A list that has the elements of another one. `{}` for an IntArrayRef is no optional.
bool array_ref(ModelCall& call) {
  drop_defaulted(call.args);
  if (call.args.empty()) return call.ret(Value::object(call.storage().sequence({})));
  const auto* constructor = dyn_cast<CXXConstructorDecl>(call.callee);
  const CXXRecordDecl* type =
      constructor ? constructor->getParent() : record_of(call.callee->getReturnType());
  if (call.args[0].place && is_of_one_element(call, type)) {
    Object* view = call.storage().create(Object::Kind::Sequence, type);
    view->elements.push_back(call.args[0].place);
    return call.ret(Value::object(view));
  }
  if (!construct_wrapper(call)) return false;
  const Value& list = call.result.value;
  if (!is_list_view(type) || !list.is_object() || list.object()->type == type ||
      list.object()->kind != Object::Kind::Sequence)
    return true;
  Object* view = call.storage().create(Object::Kind::Sequence, type);
  view->elements = list.object()->elements;
  // What ends with the list that has them.
  view->hidden.push_back(call.args[0].place ? call.args[0].place : list.object()->self);
  return call.ret(Value::object(view));
}

bool slice(ModelCall& call) {
  Argument parts[3];
  for (size_t i = 0; i < call.args.size() && i < 3; ++i)
    if (!call.args[i].defaulted && !call.graph().lower(call.args[i], parts[i])) return false;
  return call.ret(Value::constant(Argument::slice(parts[0], parts[1], parts[2])));
}

/// TensorIndex("...") is an ellipsis; everything else is what it was made from.
bool tensor_index(ModelCall& call) {
  if (call.args.size() == 1 && call.args[0].value.is(Value::Kind::String) &&
      call.args[0].value.text() == "...")
    return call.ret(Value::constant(Argument::ellipsis()));
  if (!construct_wrapper(call)) return false;
  // An integer that only a run of the model knows is told from a tensor by that mark.
  const QualType taken = call.callee->getNumParams() == 1
                             ? call.callee->getParamDecl(0)->getType().getNonReferenceType()
                             : QualType();
  const CXXRecordDecl* record = taken.isNull() ? nullptr : record_of(taken);
  const bool number = !taken.isNull() && (taken->isIntegerType() ||
                                          (record && qualified_name(record) == "c10::SymInt"));
  if (number && call.result.value.is_node())
    call.result.value = Value::node(call.result.value.node(), /*non_negative=*/true);
  return true;
}

/// What an ExpandingArray, which one number stands for, is as a list.
bool expanded(ModelCall& call) {
  Machine& machine = call.machine;
  Value list = call.self.value;
  if (list.is(Value::Kind::Int)) {
    const auto* owner = dyn_cast<ClassTemplateSpecializationDecl>(
        llvm::cast<CXXMethodDecl>(call.callee)->getParent());
    if (owner == nullptr) return call.unsupported();
    const auto length = owner->getTemplateArgs()[0].getAsIntegral().getExtValue();
    list = Value::object(
        machine.storage().sequence(std::vector<Value>(static_cast<size_t>(length), list)));
  }
  if (call.name == "operator->")
    return call.ret(
        Value::pointer(list.is_object() ? list.object()->self : machine.storage().allocate(list)));
  return call.ret(list);
}

/// is_cuda(), type(), ... of a device that is known; of others the answer is not.
bool device_query(ModelCall& call) {
  const auto known = [&](const Operand& operand) {
    const auto device =
        call.machine.oracle().known_device(operand.expr ? operand.expr : call.expr, operand.value);
    return device ? Value::constant(*device) : operand.value;
  };
  const Value self = known(call.self);
  if (!self.is(Value::Kind::Constant) || !self.argument().is(Argument::Kind::Device))
    return call.ret(Value::opaque(call.location(), "the device of a tensor"));
  const llvm::StringRef device(self.argument().symbol().view());
  const auto [type, index] = device.split(':');
  if (call.name == "type")
    return call.ret(Value::constant(Argument::device(std::string_view(type))));
  if (call.name == "str") return call.ret(Value::string(std::string_view(device)));
  int64_t number = -1;
  index.getAsInteger(10, number);
  if (call.name == "index") return call.ret(Value::integer(number, 8));
  if (call.name == "has_index") return call.ret(Value::boolean(number >= 0));
  if (llvm::StringRef name = call.name; name.consume_front("is_"))
    return call.ret(Value::boolean(type == name));
  if (call.name == "operator==" || call.name == "operator!=") {
    const Value other = known(call.args[0]);
    if (!other.is(Value::Kind::Constant))
      return call.ret(Value::opaque(call.location(), "the device of a tensor"));
    return call.ret(
        Value::boolean((self.argument() == other.argument()) == (call.name == "operator==")));
  }
  return call.unsupported(missing::method_of_a_device, call.name);
}

/// A Scalar is the number it holds.
bool scalar(ModelCall& call) {
  Value value = call.self.value;
  if (call.name == "operator-") {
    if (value.is(Value::Kind::Float)) return call.ret(Value::floating(-value.as_double()));
    if (value.is(Value::Kind::Int)) return call.ret(Value::integer(-value.as_int()));
    if (value.is_node())
      return call.ret(Value::node(call.graph().emit(call.expr, Opcode::CallFunction, "operator.neg",
                                                    {Argument(value.node())})));
  }
  if (value.is_number() && (call.name == "isFloatingPoint" || call.name == "isIntegral"))
    return call.ret(
        Value::boolean(value.is(Value::Kind::Float) == (call.name == "isFloatingPoint")));
  if (!llvm::StringRef(call.name).starts_with("to"))
    return call.unsupported(missing::method_of_a_scalar, call.name);
  QualType type = call.callee->getReturnType();
  if (call.name == "toSymInt") type = call.machine.context().LongLongTy;
  if (value.is_node())
    return call.machine.symbolic().of_scalar(call.expr, type, value) && call.ret(value);
  if (!call.machine.convert(call.expr, type, value)) return false;
  return call.ret(value);
}

/// SymInt(), SymInt(n): a number of 64 bits. That of a node holds no number.
bool construct_symint(ModelCall& call) {
  drop_defaulted(call.args);
  if (call.args.empty()) return call.ret(Value::integer(0));
  return construct_wrapper(call);
}

bool is_symint(QualType type) {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && qualified_name(record) == "c10::SymInt";
}

/// Of a program that runs, a SymInt is the number it holds.
bool symint_itself(ModelCall& call) {
  return call.ret(call.self.value);
}

bool is_symbolic(ModelCall& call) {
  return call.ret(Value::boolean(false));
}

/// a + b, a < b, a += b of which one is a SymInt.
bool symint_operator(ModelCall& call) {
  Machine& machine = call.machine;
  const bool is_method = isa<CXXMethodDecl>(call.callee);
  const llvm::SmallVector<Operand, 2> operands =
      is_method ? llvm::SmallVector<Operand, 2>{call.self, call.args[0]}
                : llvm::SmallVector<Operand, 2>{call.args.begin(), call.args.end()};
  const bool all_whole = llvm::all_of(operands, [](const Operand& operand) {
    const QualType type = type_of(operand);
    return is_symint(type) || type->isIntegerType();
  });
  if (operands.size() != 2 || !all_whole) return machine.opaque_call(call, false);
  const OverloadedOperatorKind token = call.callee->getOverloadedOperator();
  const bool assigns = token == OO_PlusEqual || token == OO_StarEqual || token == OO_SlashEqual;
  BinaryOperatorKind op = BinaryOperator::getOverloadedOpcode(token);
  if (assigns) op = BinaryOperator::getOpForCompoundAssignment(op);
  const ASTContext& context = machine.context();
  const QualType type = BinaryOperator::isComparisonOp(op) ? context.BoolTy : context.LongTy;
  Value value;
  if (!machine.arithmetic(call.expr, op, operands[0].value, operands[1].value, type, value))
    return false;
  if (!assigns) return call.ret(value);
  if (call.self.place == nullptr)
    return call.unsupported(missing::assignment_to_a_temporary_object);
  machine.storage().write(call.self.place, value);
  return call.ret(Value::none());
}

} // namespace

extern const ModelTable torch_type_models = {
    {"c10::TensorOptions::TensorOptions", tensor_options, constructs},
    {"c10::TensorOptions::*", set_tensor_option, changes_itself},
    {"c10::{dtype,device,layout,requires_grad}", set_tensor_option, changes_itself},
    {"torch::{dtype,device,requires_grad}", set_tensor_option, changes_itself},
    {"c10::Device::Device", device, computes},
    {"c10::Device::*", device_query, computes},
    {"torch::ExpandingArray::operator{ ArrayRef,*,->}", expanded, gives_access},
    {"c10::Scalar::*", scalar, computes},
    {"c10::IValue::*", ivalue, handles},
    {"c10::{TensorOptions,Device,Scalar,IValue}::operator=", assign_one, assigns},
    {"c10::Scalar::Scalar", construct_wrapper, constructs},
    {"c10::SymInt::SymInt", construct_symint, constructs},
    {"c10::SymInt::operator=", assign_one, assigns},
    {"c10::SymInt::{expect_int,guard_int,as_int_unchecked,maybe_as_int,clone}", symint_itself,
     computes},
    {"c10::SymInt::is_symbolic", is_symbolic, computes},
    {"c10::{,SymInt::}operator{+,-,*,/,%}", symint_operator, computes},
    {"c10::SymInt::operator{<,<=,>,>=,==,!=}", symint_operator, computes},
    {"c10::SymInt::operator{+=,*=,/=}", symint_operator, changes_itself},
    {"c10::OptionalArrayRef::OptionalArrayRef", construct_wrapper, constructs},
    {"c10::{string_view::string_view,basic_string_view::basic_string_view}", construct_view,
     constructs},
    {"torch::ExpandingArray::ExpandingArray", construct_owner, constructs},
    {"torch::ExpandingArrayWithOptionalElem::ExpandingArrayWithOptionalElem", construct_owner,
     constructs},
    {"c10::{ArrayRef::ArrayRef,IListRef::IListRef,List::List,makeArrayRef}", array_ref, refers},
    {"torch::detail::TensorDataContainer::TensorDataContainer", array_ref, refers},
    {"at::indexing::Slice::Slice", slice, computes},
    {"at::indexing::TensorIndex::TensorIndex", tensor_index, computes},
};

} // namespace fx::frontend
