// LibTorch's Options classes, by the contract of TORCH_ARG: option `p` is a private field `p_`, set
// by `p(value)` and by the constructor parameter `p`, read by `p()`.
#include "Frontend/Models/Models.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

const FieldDecl* option_field(const CXXRecordDecl* record, std::string_view option) {
  if (!record->hasDefinition()) return nullptr;
  for (const FieldDecl* field : record->fields()) {
    const llvm::StringRef name = field->getName();
    if (name.size() == option.size() + 1 && name.ends_with("_") && name.starts_with(option))
      return llvm::cast<FieldDecl>(field->getCanonicalDecl());
  }
  for (const CXXBaseSpecifier& base : record->bases())
    if (const CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl())
      if (const FieldDecl* found = option_field(parent, option)) return found;
  return nullptr;
}

bool set_option(Machine& machine, const Expr* where, const Object* options, std::string_view name,
                const Operand& operand, bool constructor_argument) {
  const FieldDecl* field = option_field(options->type, name);
  if (field == nullptr)
    return machine.report().error(
        where, fmt::format("'{}' has no option '{}'", qualified_name(options->type), name));
  Location* location = machine.field_place(options, field);
  machine.storage().write(location,
                          operand.place ? machine.storage().copy(operand.value) : operand.value);
  for (const SetOption& option : options->options)
    if (option.name == name) return true;
  machine.storage().change(options)->options.push_back(
      {std::string(name), location, constructor_argument});
  return true;
}

} // namespace

bool is_options_class(const CXXRecordDecl* record) {
  return record && is_torch_library(record) && record->getName().ends_with("Options") &&
         qualified_name(record) != "c10::TensorOptions";
}

const CXXRecordDecl* options_class_of(const CXXRecordDecl* module) {
  if (module == nullptr || !module->hasDefinition()) return nullptr;
  const auto options_parameter = [](const FunctionDecl* constructor) -> const CXXRecordDecl* {
    if (constructor->getNumParams() == 0) return nullptr;
    const CXXRecordDecl* record = record_of(constructor->getParamDecl(0)->getType());
    return is_options_class(record) ? record : nullptr;
  };
  for (const CXXConstructorDecl* constructor : module->ctors())
    if (const CXXRecordDecl* found = options_parameter(constructor)) return found;
  for (const CXXBaseSpecifier& base : module->bases())
    if (const CXXRecordDecl* found = options_class_of(record_of(base.getType()))) return found;
  return nullptr;
}

bool construct_options(Machine& machine, const Expr* where, const CXXRecordDecl* record,
                       const FunctionDecl* constructor, llvm::ArrayRef<Operand> args,
                       const Object*& options) {
  // A specialisation that nothing in the file uses has no members yet.
  machine.sema().isCompleteType(where->getExprLoc(), machine.context().getCanonicalTagType(record));
  if (const CXXRecordDecl* defined = record->getDefinition()) record = defined;
  options = machine.storage().create(Object::Kind::Class, record);
  for (size_t i = 0; i < args.size(); ++i) {
    if (args[i].defaulted) continue;
    const ParmVarDecl* parameter = constructor->getParamDecl(i);
    const Object* from = ModelCall::object_of(args[i]);
    if (from && !is_options_class(record_of(parameter->getType()))) from = nullptr;
    // TransformerEncoderOptions(encoder_layer_options, num_layers): the layer, by its options.
    if (llvm::StringRef option = parameter->getName(); from && option.consume_back("_options")) {
      const FieldDecl* field = option_field(record, std::string(option));
      const CXXRecordDecl* layer = field ? record_of(field->getType()) : nullptr;
      if (is_handle_class(layer)) {
        const Object* module = nullptr;
        if (!make_from_options(machine, where, record_of(handle_target(layer)), args[i], module))
          return false;
        Operand operand = args[i];
        operand.value = Value::pointer(module->self);
        operand.place = nullptr;
        if (!set_option(machine, where, options, std::string(option), operand, true)) return false;
        continue;
      }
    }
    // Options of another kind convert: LSTMOptions(RNNOptions), say. Only names they share exist.
    if (from) {
      for (const SetOption& option : from->options) {
        Operand operand = args[i];
        operand.value = option.location->value();
        operand.place = nullptr;
        if (!set_option(machine, where, options, option.name, operand, option.constructor_argument))
          return false;
      }
      continue;
    }
    if (!set_option(machine, where, options, parameter->getName(), args[i], true)) return false;
  }
  return true;
}

bool record_options(Machine& machine, const Expr* where, const Object* module) {
  for (const SetOption& option : module->options_object->options) {
    Argument argument;
    if (const Object* given = module_of(option.location->value())) {
      if (given->module->kind != ModuleKind::Leaf || !given->module->tensors.empty())
        return machine.report().unsupported(
            where, fmt::format("'{}' as the option '{}' of '{}'", given->module->cpp_type.str(),
                               option.name, module->module->cpp_type.str()));
      argument = ModuleLiteral{given->module->cpp_type, given->module->options}.to_argument();
    } else if (!machine.graph().lower(where, option.location->value(), argument)) {
      return false;
    }
    module->module->options.push_back({option.name, argument, option.constructor_argument});
  }
  return true;
}

bool make_from_options(Machine& machine, const Expr* where, const CXXRecordDecl* record,
                       const Operand& options, const Object*& module) {
  module = create_module(machine, record);
  machine.storage().change(module)->options_object = machine.storage().copy(options.value).object();
  return record_options(machine, where, module);
}

bool options_model(ModelCall& call) {
  Machine& machine = call.machine;
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(call.callee)) {
    const Object* options = nullptr;
    if (!construct_options(machine, call.expr, constructor->getParent(), constructor, call.args,
                           options))
      return false;
    return call.ret(Value::record(options));
  }
  const Object* options = ModelCall::object_of(call.self);
  if (options == nullptr || options->type == nullptr)
    return call.unsupported("a call on these options");
  if (call.name == "operator=") {
    const Object* from = ModelCall::object_of(call.args[0]);
    if (from == nullptr) return call.unsupported("this assignment of options");
    const Value copy = machine.storage().copy(call.args[0].value);
    Object* changed = machine.storage().change(options);
    changed->fields = copy.object()->fields;
    changed->options = copy.object()->options;
    return call.ret_place(options->self);
  }
  if (call.num_given() == 1) {
    if (!set_option(machine, call.expr, options, call.name, call.args[0], false)) return false;
    return call.ret_place(options->self);
  }
  const FieldDecl* field = option_field(options->type, call.name);
  if (field == nullptr) return call.unsupported(fmt::format("'{}' of these options", call.name));
  const bool was_set = options->fields.count(field) != 0;
  Location* location = machine.field_place(options, field);
  if (!was_set) {
    // Options classes are templates: Clang writes the default out when asked.
    auto* written = const_cast<FieldDecl*>(field);
    ExprResult init = field->hasInClassInitializer()
                          ? machine.sema().BuildCXXDefaultInitExpr(call.location(), written)
                          : ExprError();
    if (init.isUsable()) {
      Value value;
      if (!machine.eval(init.get(), value)) return false;
      machine.storage().write(location, value);
    } else {
      machine.storage().write(
          location,
          Value::opaque(call.location(),
                        fmt::format("LibTorch decides the default of option '{}'", call.name)));
    }
  }
  return call.ret_place(location);
}

} // namespace fx::frontend
