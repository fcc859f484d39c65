// The libraries that a model uses, as the machine sees them: std, LibTorch and a few more.
#include "Frontend/Models/Text.h"
#include "Frontend/Models/Torch/Modules.h"

#include "llvm/ADT/StringMap.h"

using namespace clang;

namespace fx::frontend {

// Here and not in Models.h: a new family compiles its own file and this one.
#define FX_MODELS(FAMILY) extern const ModelTable FAMILY##_models;
#include "Frontend/Models/Families.def"

namespace {

/// The names that those of a row stand for.
std::vector<std::string> expanded(llvm::StringRef names) {
  std::vector<std::string> all{""};
  while (!names.empty()) {
    const auto [plain, from_brace] = names.split('{');
    for (std::string& name : all)
      name += plain;
    if (plain.size() == names.size()) break;
    const auto [inside, rest] = from_brace.split('}');
    llvm::SmallVector<llvm::StringRef> alternatives;
    if (!inside.empty()) inside.split(alternatives, ',');
    std::vector<std::string> longer;
    for (const std::string& name : all)
      for (const llvm::StringRef alternative : alternatives)
        longer.push_back(name + alternative.str());
    all = std::move(longer);
    names = rest;
  }
  return all;
}

const llvm::StringMap<ModelEntry>& registry() {
  static const auto* table = [] {
    auto* all = new llvm::StringMap<ModelEntry>();
    const auto add = [&](const ModelTable& models) {
      for (const ModelRow& row : models)
        for (const std::string& name : expanded(row.names)) {
          const auto [entry, is_new] =
              all->try_emplace(name, ModelEntry{"", row.model, row.contract});
          entry->second.name = entry->first();
        }
    };
#define FX_MODELS(FAMILY) add(FAMILY##_models);
#include "Frontend/Models/Families.def"
    return all;
  }();
  return *table;
}

} // namespace

const ModelEntry* find_model(std::string_view qualified, const clang::FunctionDecl* function) {
  const auto& table = registry();
  // Two functions of one name: the algorithm of <algorithm> moves a range.
  if (qualified == "std::move" && function && function->getNumParams() > 1) qualified = "std::copy";
  if (auto exact = table.find(qualified); exact != table.end()) return &exact->second;
  // TORCH_MODULE makes a class of its own for each holder; what it inherits is ModuleHolder's.
  if (const auto* method = clang::dyn_cast_or_null<clang::CXXMethodDecl>(function);
      method && !clang::isa<clang::CXXConstructorDecl>(method) &&
      is_handle_class(method->getParent()) && !qualified.starts_with("std::reference_wrapper::"))
    qualified = "torch::nn::ModuleHolder::method";
  std::string prefix(qualified);
  for (size_t end = prefix.rfind("::"); end != std::string::npos && end > 0;
       end = prefix.rfind("::", end - 1)) {
    prefix.resize(end);
    if (auto family = table.find(prefix + "::*"); family != table.end()) return &family->second;
  }
  return nullptr;
}

std::vector<std::string_view> supported_library() {
  std::vector<std::string_view> names;
  for (const auto& entry : registry())
    names.push_back(entry.second.name);
  std::sort(names.begin(), names.end());
  return names;
}

namespace {

class ModelLibrary final : public Library {
public:
  const ModelEntry* find(std::string_view qualified, const FunctionDecl* function) const override {
    return find_model(qualified, function);
  }

  void plain(const FunctionDecl* function, Value& value) const override {
    if (!value.is_object()) return;
    if (is_string_object(value)) {
      std::string text;
      if (!function->isInStdNamespace() && text_of(value, text)) value = Value::string(text);
      return;
    }
    const Object& object = *value.object();
    // An engaged optional without anything in it is nothing to LibTorch.
    if (object.kind == Object::Kind::Class && object.elements.size() == 1 && object.type &&
        object.type->getIdentifier() && object.type->getName() == "optional" &&
        !function->isInStdNamespace()) {
      const auto* method = dyn_cast<CXXMethodDecl>(function);
      if (method && method->getParent()->getIdentifier() &&
          method->getParent()->getName() == "optional")
        return;
      value = object.elements[0]->value();
    }
  }

  bool has_known_order(Machine& machine, const Expr* where,
                       const Object& container) const override {
    return frontend::has_known_order(machine, where, container);
  }

  bool call_on_unknown(ModelCall& call, std::string_view qualified, bool& ok) const override {
    // A variable that gets another tensor is that one, whatever it was.
    const auto* method = llvm::cast<CXXMethodDecl>(call.callee);
    const bool replaced = qualified == "at::Tensor::operator=" && call.self.place &&
                          method->getRefQualifier() != RQ_RValue;
    // Of a tensor with unknown values, as constructors have them, it is known that it exists;
    // whether it wants a gradient does not depend on them.
    if (qualified == "at::TensorBase::defined" && call.machine.graph().in_constructor()) {
      ok = call.ret(Value::boolean(true));
      return true;
    }
    // What is kept in a value that is not known, context->saved_data["x"] = x, is not known there.
    if (qualified == "c10::IValue::operator=") {
      ok = call.ret(call.self.value);
      return true;
    }
    // Weights that get other values in the constructor; memory that is handed out.
    const llvm::StringRef name = llvm::StringRef(qualified).rsplit("::").second;
    const bool sets_training =
        llvm::is_contained({"set_requires_grad", "requires_grad_", "detach_"}, name) &&
        derives_from(method->getParent(), "at::TensorBase");
    const bool compound = name.size() == 10 && name.starts_with("operator") && name.back() == '=' &&
                          !llvm::StringRef("=!<>").contains(name[8]);
    if (!call.machine.graph().in_constructor() && !replaced &&
        derives_from(method->getParent(), "at::TensorBase") &&
        ((name.ends_with("_") && !name.ends_with("__")) || compound || name == "operator=" ||
         name == "set_data")) {
      ok =
          call.machine.report().not_known(call.expr, call.self.value, "the tensor written to here");
      return true;
    }
    if (call.machine.graph().in_constructor() && !replaced &&
        derives_from(method->getParent(), "at::TensorBase") &&
        ((name.ends_with("_") && !sets_training) || compound || name == "operator=" ||
         name == "data_ptr" || name == "accessor"))
      note_initial_values(call);
    if (!replaced && !sets_training) return false;
    ok = call.machine.run_model(*find_model(qualified, call.callee), call);
    return true;
  }

  Modelled modelled(const CXXRecordDecl* record) const override {
    return frontend::modelled(record);
  }
  bool is_modelled_iterator(const Value& value) const override {
    return frontend::is_modelled_iterator(value);
  }

  bool is_vendored(const Decl* declaration) const override {
    const NamespaceDecl* outermost = nullptr;
    for (const DeclContext* context = declaration->getDeclContext(); context;
         context = context->getParent())
      if (const auto* space = dyn_cast<NamespaceDecl>(context)) outermost = space;
    return outermost && outermost->getName() == "nlohmann";
  }

  bool enumerator(const EnumConstantDecl* constant, Value& value) const override {
    return library_enumerator(constant, value);
  }
  bool constant(Machine& machine, const ValueDecl* declaration, Value& value) const override {
    return library_constant(machine, declaration, value);
  }
  bool read_field(Machine& machine, const Expr* expr, const Value& base, const FieldDecl* field,
                  Result& result) const override {
    return frontend::read_field(machine, expr, base, field, result);
  }
  bool construct_handle(Machine& machine, const Expr* expr, const CXXRecordDecl* record,
                        llvm::SmallVector<Operand, 4> args, Result& result) const override {
    return frontend::construct_handle(machine, expr, record, std::move(args), result);
  }

  const Object* create_module(Machine& machine, const CXXRecordDecl* record) const override {
    return frontend::create_module(machine, record);
  }
  bool init_base(Machine& machine, const Expr* where, const CXXConstructorDecl* constructor,
                 const Object* object, llvm::SmallVector<Operand, 4>& args) const override {
    return init_library_base(machine, where, constructor, object, args);
  }
  bool call_module(Machine& machine, const Expr* expr, const Object* object,
                   llvm::SmallVector<Operand, 4> args, Result& result) const override {
    return frontend::call_module(machine, expr, object, std::move(args), result);
  }
  std::optional<bool> call_leaf(Machine& machine, const Expr* expr, const Object& module,
                                const CXXMethodDecl* forward,
                                const llvm::SmallVector<Operand, 4>& args,
                                Result& result) const override {
    return frontend::call_leaf(machine, expr, module, forward, args, result);
  }
  void begin_forward(Machine& machine, const Expr* expr, const Object* object) const override {
    if (object->module->parent == nullptr && !machine.graph().is_adopted_root(object->module))
      adopt_unregistered(machine, expr, object);
  }
  bool has_destructor(const CXXRecordDecl* record) const override { return is_guard_class(record); }
  bool destroy(Machine& machine, const Expr* where, const Object* object) const override {
    return leave_guard(machine, where, object);
  }
  const Object* copy_module(Machine& machine, const Object& source) const override {
    return frontend::copy_module(machine, source);
  }
  bool assign_module(Machine& machine, const Expr* where, const Object& target,
                     const Object& source, bool moves) const override {
    return frontend::assign_module(machine, where, target, source, moves);
  }
};

} // namespace

const Library& model_library() {
  static const ModelLibrary library;
  return library;
}

} // namespace fx::frontend
