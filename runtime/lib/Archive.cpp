// The archiver that fx::ops::load_archiver opens: source and tensors to a TorchScript archive.
//
// The source is in the form in which archives hold it, so LibTorch's own importer reads it; the
// module object is then filled with tensors and written by LibTorch.
#include "InitialValues.h"
#include "Messages.h"

#include "fx/Ops/Archive.h"
#include "fx/Support/Abi.h"

#include <caffe2/serialize/versions.h>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/serialization/import.h>
#include <torch/csrc/jit/serialization/import_source.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <sstream>

namespace fx::runtime {

namespace {

using Tensors = std::map<std::string, at::Tensor>;

/// Thrown with what is to be told.
struct Refusal {
  Error error;
};

[[noreturn]] void refuse(Saying said, std::vector<std::string> notes = {}) {
  throw Refusal{Error{std::move(said), {}, std::move(notes)}};
}

/// What only a defect of our tables can bring about has no row.
[[noreturn]] void refuse_defect(std::string message) {
  throw Refusal{Error{std::move(message), {}, {}}};
}

/// LibTorch's message without the trace of its own code.
std::string first_lines(const std::string& message) {
  return message.substr(0, message.find("\nException raised from"));
}

/// The parameters and buffers of a jit module by dotted path; a module that stands in two places
/// has two paths.
Tensors state_of(const torch::jit::Module& module) {
  Tensors tensors;
  for (const auto& item : module.named_parameters())
    if (item.value.defined()) tensors.emplace(item.name, item.value);
  for (const auto& item : module.named_buffers())
    if (item.value.defined()) tensors.emplace(item.name, item.value);
  return tensors;
}

Tensors load_weights(const std::string& file) {
  try {
    return state_of(torch::jit::load(file, at::kCPU));
  } catch (const c10::Error& error) {
    refuse(say(diag::weights_not_read, file, first_lines(error.what_without_backtrace())));
  }
}

/// The model as an object of LibTorch's interpreter.
class Build {
public:
  Build(const TracedModule& module, const std::string& source)
      : module_(module), initial_(module), unit_(std::make_shared<torch::jit::CompilationUnit>()) {
    const auto text = std::make_shared<torch::jit::Source>(source, "code/__torch__.py", 1);
    const torch::jit::SourceImporter importer(
        unit_, &constants_,
        [text](const std::string& qualifier) { return qualifier == "__torch__" ? text : nullptr; },
        caffe2::serialize::kProducedFileFormatVersion);
    // "class Net(Module):"; the root comes first.
    constexpr size_t word = 6;
    const std::string name = source.substr(word, source.find('(') - word);
    type_ = importer.loadType(c10::QualifiedName("__torch__." + name))->expect<c10::ClassType>();
  }

  /// With the initial tensors; where there is no way to have one, those of `weights`.
  torch::jit::Module make(const Tensors* weights) {
    weights_ = weights;
    torch::jit::Module made = make_module(type_, "");
    for (const std::string& path : initial_.leaf_paths())
      if (!used_.contains(path))
        refuse_defect("LibTorch's module holds '" + path +
                      "', which its TorchScript does not have");
    return made;
  }

private:
  /// Where the module at `path` was registered first.
  std::string first_path(const std::string& path) const {
    const ModuleNode* found = module_.modules.find(path);
    if (!found) return path; // inside a module of LibTorch's
    return found->alias_of ? found->alias_of->path() : found->path();
  }

  torch::jit::Module make_module(const c10::ClassTypePtr& type, const std::string& path) {
    const std::string first = first_path(path);
    if (const auto known = modules_.find(first); known != modules_.end()) return known->second;
    torch::jit::Module made(unit_, type);
    for (size_t i = 0; i < type->numAttributes(); ++i) {
      const std::string& name = type->getAttributeName(i);
      const c10::TypePtr& attribute = type->getAttribute(i);
      made._ivalue()->setSlot(i, value_of(name, attribute, joined(first, name)));
    }
    return modules_.emplace(first, made).first->second;
  }

  c10::IValue value_of(const std::string& name, const c10::TypePtr& type, const std::string& path) {
    if (name == "training" && type->kind() == c10::TypeKind::BoolType) return module_.training;
    if (const auto class_type = type->cast<c10::ClassType>())
      return make_module(class_type, path)._ivalue();
    if (type->kind() == c10::TypeKind::NoneType) return {};
    used_.insert(path);
    const Example* value = initial_.find(path);
    if (!value) return without_initial_value(path, type);
    if (const at::Tensor* tensor = value->tensor()) return *tensor;
    const Argument* literal = value->literal();
    if (literal && literal->is(Argument::Kind::Bool)) return literal->as_bool();
    if (literal && literal->is(Argument::Kind::Int)) return literal->as_int();
    if (literal && literal->is(Argument::Kind::Float)) return literal->as_float();
    refuse_defect("'" + path + "' is neither a tensor nor a number");
  }

  c10::IValue without_initial_value(const std::string& path, const c10::TypePtr& type) const {
    if (weights_ && type->kind() == c10::TypeKind::TensorType) {
      if (const auto found = weights_->find(path); found != weights_->end()) return found->second;
      return at::Tensor(at::empty({0})); // missing in the file, which is told later
    }
    const Error* problem = initial_.problem_of(path);
    for (std::string owner = path; !problem && owner.find('.') != owner.npos;) {
      owner.erase(owner.rfind('.'));
      problem = initial_.problem_of(owner);
    }
    if (problem) throw Refusal{*problem};
    if (type->kind() == c10::TypeKind::OptionalType) return {};
    refuse_defect("LibTorch's module does not hold '" + path + "', which its TorchScript has");
  }

  const TracedModule& module_;
  InitialValues initial_;
  const Tensors* weights_ = nullptr;
  std::vector<at::IValue> constants_;
  std::shared_ptr<torch::jit::CompilationUnit> unit_;
  c10::ClassTypePtr type_;
  std::map<std::string, torch::jit::Module> modules_;
  std::set<std::string> used_;
};

/// Puts the tensors of the file into the module, all of them or none.
void fill(const torch::jit::Module& made, const Tensors& weights, const std::string& file) {
  const Tensors expected = state_of(made);
  std::vector<std::string> missing, unexpected, misshapen;
  for (const auto& [name, tensor] : expected) {
    const auto found = weights.find(name);
    if (found == weights.end())
      missing.push_back(name);
    else if (found->second.sizes() != tensor.sizes())
      misshapen.push_back(fmt::format("{}: ({}) in the file, ({}) in the model", name,
                                      fmt::join(found->second.sizes(), ", "),
                                      fmt::join(tensor.sizes(), ", ")));
  }
  for (const auto& item : weights)
    if (!expected.contains(item.first)) unexpected.push_back(item.first);
  std::vector<std::string> notes;
  const auto add = [&](std::string_view what, const std::vector<std::string>& names) {
    if (!names.empty()) notes.push_back(fmt::format("{}: {}", what, fmt::join(names, ", ")));
  };
  add("missing in the file", missing);
  add("not in the model", unexpected);
  add("of another shape", misshapen);
  if (!notes.empty()) refuse(say(diag::weights_do_not_fit, file), notes);
  for (const auto& [name, tensor] : expected)
    at::Tensor(tensor).set_data(weights.at(name));
}

/// No model is known whose text LibTorch does not take: a message without a row.
Error not_accepted(const std::string& why) {
  return {"LibTorch refuses the TorchScript of this model: " + why, {}, {}};
}

class TorchArchiver : public ops::Archiver {
public:
  Expected<std::string> archive(const TracedModule& module, const std::string& source,
                                const std::string& weights) override {
    try {
      std::optional<Tensors> loaded;
      if (!weights.empty()) loaded = load_weights(weights);
      const torch::jit::Module made = Build(module, source).make(loaded ? &*loaded : nullptr);
      if (loaded) fill(made, *loaded, weights);
      std::ostringstream bytes;
      made.save(bytes);
      return std::move(bytes).str();
    } catch (const Refusal& refusal) {
      return refusal.error;
    } catch (const c10::Error& error) {
      return not_accepted(first_lines(error.what_without_backtrace()));
    } catch (const std::exception& error) {
      return not_accepted(error.what());
    }
  }
};

} // namespace

} // namespace fx::runtime

// The entry that fx::ops::load_archiver looks for.
extern "C" fx::ops::Archiver* fx_make_archiver(uint64_t abi) {
  return abi == fx::abi_number ? new fx::runtime::TorchArchiver : nullptr;
}
