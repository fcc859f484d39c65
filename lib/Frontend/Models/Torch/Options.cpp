// LibTorch's Options classes, by the contract of TORCH_ARG: option `p` is a private field `p_`, set
// by `p(value)` and by the constructor parameter `p`, read by `p()`.
#include "Frontend/Lower/Construction.h"
#include "Frontend/Models/Torch/Modules.h"
#include "Frontend/Values/Variants.h"

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

/// The option whose value an option has that nothing set; empty where there is none: a pool's
/// stride is its kernel.
std::string_view option_by_default(Machine& machine, const CXXRecordDecl* record,
                                   std::string_view option) {
  std::string name = record->getNameAsString();
  if (const auto* instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
      instance && instance->getTemplateArgs().size() > 0 &&
      instance->getTemplateArgs()[0].getKind() == TemplateArgument::Integral)
    // MaxPoolOptions<2> is MaxPool2dOptions.
    name.insert(name.rfind("Options"),
                fmt::format("{}d", instance->getTemplateArgs()[0].getAsIntegral().getExtValue()));
  const ops::OptionsClass* known = machine.libtorch().find_options_class(name);
  const ops::OptionsField* field = known ? known->field(option) : nullptr;
  return field && field->default_value.starts_with('$') ? field->default_value.substr(1)
                                                        : std::string_view();
}

/// What an option of `options` is that nothing set.
bool default_option(Machine& machine, const Expr* where, const Object& options,
                    const FieldDecl* field, Value& value) {
  const std::string_view other =
      option_by_default(machine, options.type, field->getName().drop_back());
  const FieldDecl* other_field = other.empty() ? nullptr : option_field(options.type, other);
  if (other_field && options.fields.count(other_field) != 0) {
    value = machine.storage().copy(machine.field_place(&options, other_field)->value());
    return true;
  }
  // Options classes are templates: Clang writes the default out when asked.
  auto* written = const_cast<FieldDecl*>(field);
  ExprResult init = field->hasInClassInitializer()
                        ? machine.sema().BuildCXXDefaultInitExpr(where->getExprLoc(), written)
                        : ExprError();
  if (init.isUsable()) return machine.eval(init.get(), value);
  value = Value::opaque(where->getExprLoc(), fmt::format("LibTorch decides the default of '{}'",
                                                         field->getNameAsString()));
  return true;
}

/// Whether two options are the same as far as a graph tells: lists are by their elements.
bool is_same_option(const Value& left, const Value& right) {
  const Value a = chosen(left);
  const Value b = chosen(right);
  if (!a.is_object() || !b.is_object()) return a.is_same(b);
  if (a.object() == b.object()) return true;
  return a.object()->kind == Object::Kind::Sequence && b.object()->kind == Object::Kind::Sequence &&
         llvm::equal(a.object()->elements, b.object()->elements,
                     [](const Location* x, const Location* y) {
                       return is_same_option(x->value(), y->value());
                     });
}

/// `options.p() = 0.3`: an option that is set through the reference that its getter gives.
bool note_written_options(Machine& machine, const Expr* where, const Object* options) {
  if (options->fields.size() == options->options.size()) return true;
  std::vector<SetOption> written;
  for (const auto& [field, location] : options->fields) {
    const auto is_it = [at = location](const SetOption& option) { return option.location == at; };
    if (llvm::any_of(options->options, is_it)) continue;
    Value by_default;
    if (!default_option(machine, where, *options, field, by_default)) return false;
    const Value& now = location->value();
    if (is_same_option(now, by_default) ||
        (now.is(Value::Kind::Opaque) && by_default.is(Value::Kind::Opaque)))
      continue;
    written.push_back({field->getName().drop_back().str(), location, false});
  }
  llvm::sort(written, [](const SetOption& a, const SetOption& b) { return a.name < b.name; });
  if (!written.empty()) llvm::append_range(machine.storage().change(options)->options, written);
  return true;
}

/// `padding({1, 2})` makes a variant of the list.
Value as_declared(Machine& machine, const FieldDecl& field, Value value) {
  const CXXRecordDecl* record = record_of(field.getType());
  if (!is_variant_class(record) || !value.is_object() ||
      value.object()->kind != Object::Kind::Sequence)
    return value;
  const auto alternatives =
      llvm::cast<ClassTemplateSpecializationDecl>(record)->getTemplateArgs()[0].pack_elements();
  const auto list = llvm::find_if(alternatives, [](const TemplateArgument& alternative) {
    const CXXRecordDecl* type = record_of(alternative.getAsType());
    return type && type->getIdentifier() && type->getName() == "ExpandingArray";
  });
  if (list == alternatives.end()) return value;
  Object* variant = machine.storage().create(Object::Kind::Class, record);
  variant->elements.push_back(machine.storage().allocate(std::move(value)));
  variant->hidden.push_back(
      machine.storage().allocate(Value::integer(list - alternatives.begin())));
  return Value::object(variant);
}

bool set_option(Machine& machine, const Expr* where, const Object* options, std::string_view name,
                const Operand& operand, bool constructor_argument) {
  const FieldDecl* field = option_field(options->type, name);
  if (field == nullptr)
    return machine.report().error(where, diag::no_such_option, qualified_name(options->type), name);
  Location* location = machine.field_place(options, field);
  machine.storage().write(
      location, as_declared(machine, *field,
                            operand.place ? machine.storage().copy(operand.value) : operand.value));
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
  if (!note_written_options(machine, where, module->options_object)) return false;
  for (const SetOption& option : module->options_object->options) {
    Argument argument;
    if (const Object* given = module_of(option.location->value())) {
      if (given->module->kind != ModuleKind::Leaf || !given->module->tensors.empty())
        return machine.report().unsupported(where, missing::option_of_another_kind,
                                            given->module->cpp_type.str(), option.name,
                                            module->module->cpp_type.str());
      machine.graph().construction().note_option(*given->module);
      argument = ModuleLiteral{given->module->cpp_type, given->module->options}.to_argument();
    } else if (!machine.graph().lower(where, option.location->value(), argument)) {
      return false;
    }
    module->module->options.push_back({option.name, argument, option.constructor_argument});
  }
  return true;
}

namespace {

/// When LibTorch reads an option: `Forward` those that the constructor does not look at.
enum class OptionUse : uint8_t { Constructor, Forward, Unknown };

bool has_word(std::string_view words, std::string_view word) {
  return words == "*" ||
         llvm::is_contained(llvm::split(llvm::StringRef(words), ' '), llvm::StringRef(word));
}

OptionUse use_of_option(const Object& module, std::string_view option) {
  const ops::ModuleClass* known = module_class_of(module);
  if (known == nullptr) return OptionUse::Unknown;
  // What pads with other than zeros, the constructor computes.
  if (known->is_convolution() && (option == "padding" || option == "dilation") &&
      option_value(module, "padding_mode"))
    return OptionUse::Unknown;
  if (has_word(known->reads.by_forward_alone, option)) return OptionUse::Forward;
  return has_word(known->reads.by_constructor_alone, option) ? OptionUse::Constructor
                                                             : OptionUse::Unknown;
}

} // namespace

bool compare_options(Machine& machine, const Expr* where, const Object& module, bool may_update) {
  if (module.options_object == nullptr) return true;
  if (!note_written_options(machine, where, module.options_object)) return false;
  const auto refuse = [&](std::string_view option) {
    return machine.report().error(
        where, diag::option_changed_too_late, option, module.module->cpp_type.str(),
        may_update ? ", and its constructor has read it" : ", by forward");
  };
  const auto& options = module.options_object->options;
  for (const SetOption& option : options) {
    const Value value = chosen(option.location->value());
    if (module_of(value) || value.is(Value::Kind::TensorSlot)) continue;
    const ModuleOption* made_with = module.module->option(option.name);
    const OptionUse use = use_of_option(module, option.name);
    if (use == OptionUse::Constructor) continue;
    Argument now;
    // A node is one of the constructor's graph, which forward's cannot name.
    if (value.is_node())
      now = Argument(value.node());
    else if (!machine.graph().lower(where, value, now))
      return false;
    if (made_with && made_with->value == now) continue;
    if (use == OptionUse::Unknown || !may_update) return refuse(option.name);
    auto& made = module.module->options;
    const auto at = llvm::find_if(
        made, [&](const ModuleOption& other) { return other.name.view() == option.name; });
    if (at == made.end())
      made.push_back({option.name, now, false});
    else
      at->value = now;
  }
  // options = other: what was set is not any more.
  for (const ModuleOption& made : module.module->options)
    if (llvm::none_of(options,
                      [&](const SetOption& option) { return option.name == made.name.view(); }) &&
        use_of_option(module, made.name) != OptionUse::Constructor)
      return refuse(made.name);
  return true;
}

bool option_argument(Machine& machine, const Expr* where, const Object& module,
                     std::string_view option, Argument& argument) {
  if (const Value* value = option_value(module, option))
    return machine.graph().lower(where, *value, argument);
  const ops::ModuleClass* known = module_class_of(module);
  const auto otherwise =
      known ? ops::ModuleOptions(machine.libtorch(), *known, {}).value(option) : std::nullopt;
  if (!otherwise) return machine.report().unsupported(where);
  argument = *otherwise;
  return true;
}

bool option_keyword(Machine& machine, const Expr* where, const Object& module,
                    std::string_view option, std::vector<KeywordArgument>& kwargs) {
  Argument argument;
  if (!option_argument(machine, where, module, option, argument)) return false;
  kwargs.push_back({Symbol(option), std::move(argument)});
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
    return call.ret(Value::object(options));
  }
  const Object* options = ModelCall::object_of(call.self);
  if (options == nullptr || options->type == nullptr)
    return call.unsupported(missing::call_on_these_options);
  if (call.name == "operator=") {
    const Object* from = ModelCall::object_of(call.args[0]);
    if (from == nullptr) return call.unsupported(missing::assignment_of_options);
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
  if (field == nullptr) return call.unsupported();
  const bool was_set = options->fields.count(field) != 0;
  Location* location = machine.field_place(options, field);
  if (!was_set) {
    Value value;
    if (!default_option(machine, call.expr, *options, field, value)) return false;
    // It has been there since the options were made, whoever asks for it first.
    const bool prepared = machine.storage().set_prepares(true);
    machine.storage().write(location, value);
    machine.storage().set_prepares(prepared);
  }
  return call.ret_place(location);
}

} // namespace fx::frontend
