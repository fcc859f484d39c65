// Source and tensors to a TorchScript archive.
//
// The source is in the form in which archives hold it, so LibTorch's own importer reads it; the
// module object is then filled with tensors and written by LibTorch.
#include "Archive.h"

#include <ATen/ops/empty.h>
#include <caffe2/serialize/versions.h>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/serialization/import.h>
#include <torch/csrc/jit/serialization/import_source.h>

#include <cerrno>
#include <csignal>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct FxArchive {
  torch::jit::Module module;
};

namespace fx_kernels {

namespace {

std::string joined(const std::string& owner, const std::string& name) {
  return owner.empty() ? name : owner + "." + name;
}

/// The parameters and buffers of a jit module by dotted path; a module that stands in two places
/// has two paths.
Answer::Tensors state_of(const torch::jit::Module& module) {
  std::map<std::string, at::Tensor> tensors;
  for (const auto& item : module.named_parameters())
    if (item.value.defined()) tensors.emplace(item.name, item.value);
  for (const auto& item : module.named_buffers())
    if (item.value.defined()) tensors.emplace(item.name, item.value);
  return {tensors.begin(), tensors.end()};
}

/// The model as an object of LibTorch's interpreter.
class Build {
public:
  Build(const std::string& source, bool training, const FxArchiveValues& values)
      : training_(training), values_(values),
        unit_(std::make_shared<torch::jit::CompilationUnit>()) {
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

  torch::jit::Module make() { return make_module(type_, ""); }

private:
  torch::jit::Module make_module(const c10::ClassTypePtr& type, const std::string& path) {
    const std::string first(view(values_.first_path(values_.context, text(path))));
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
    if (name == "training" && type->kind() == c10::TypeKind::BoolType) return training_;
    if (const auto class_type = type->cast<c10::ClassType>())
      return make_module(class_type, path)._ivalue();
    if (type->kind() == c10::TypeKind::NoneType) return {};
    const FxAttribute attribute = type->kind() == c10::TypeKind::TensorType ? FxTensorAttribute
                                  : type->kind() == c10::TypeKind::OptionalType
                                      ? FxOptionalAttribute
                                      : FxOtherAttribute;
    FxValue value{};
    if (values_.value(values_.context, text(path), attribute, &value) != 0)
      throw Unknown("the value of " + path);
    switch (value.kind) {
    case FxTensorValue: return tensor_of(value.tensor);
    case FxBool: return value.number != 0;
    case FxInt: return value.number;
    case FxFloat: return value.fraction;
    case FxAbsent: return at::Tensor(at::empty({0}));
    default: return {};
    }
  }

  bool training_;
  const FxArchiveValues& values_;
  std::vector<at::IValue> constants_;
  std::shared_ptr<torch::jit::CompilationUnit> unit_;
  c10::ClassTypePtr type_;
  std::map<std::string, torch::jit::Module> modules_;
};

} // namespace

/// LibTorch's reader trusts the numbers in a file, and crashes on some that are damaged: the first
/// to read one is a process that may.
static void try_reading(const std::string& file) {
  const pid_t child = ::fork();
  if (child == 0) {
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
      ::signal(signal, SIG_DFL);
    const rlimit no_core{};
    ::setrlimit(RLIMIT_CORE, &no_core);
    try {
      torch::jit::load(file, at::kCPU);
    } catch (...) {
      ::_exit(0); // the process that goes on reads it again and says what is wrong
    }
    ::_exit(0);
  }
  int status = 0;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (child > 0 && WIFSIGNALED(status))
    throw std::runtime_error("the file is damaged, LibTorch crashes when it reads it");
}

FxAnswer* read_weights(FxText file) {
  return answer(FxAsIs, [&](Answer& result) {
    const std::string name(view(file));
    try_reading(name);
    result.give(state_of(torch::jit::load(name, at::kCPU)));
  });
}

FxAnswer* make_archive(FxText source, int32_t training, const FxArchiveValues* values) {
  return answer(FxAsIs, [&](Answer& result) {
    Build build(std::string(view(source)), training != 0, *values);
    result.archive = new FxArchive{build.make()};
  });
}

FxAnswer* archive_tensors(FxArchive* archive) {
  return answer(FxAsIs, [&](Answer& result) { result.give(state_of(archive->module)); });
}

FxAnswer* fill_archive(FxArchive* archive, const FxNamed* tensors, size_t count) {
  return answer(FxAsIs, [&](Answer&) {
    std::map<std::string_view, FxTensor*> given;
    for (size_t i = 0; i < count; ++i)
      given.emplace(view(tensors[i].name), tensors[i].value.tensor);
    for (const auto& item : state_of(archive->module))
      at::Tensor(item.second).set_data(tensor_of(given.at(item.first)));
  });
}

FxAnswer* archive_bytes(FxArchive* archive) {
  return answer(FxAsIs, [&](Answer& result) {
    std::ostringstream bytes;
    archive->module.save(bytes);
    result.give_text(bytes.str());
  });
}

void drop_archive(FxArchive* archive) {
  delete archive;
}

} // namespace fx_kernels
