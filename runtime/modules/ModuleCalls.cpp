#include "fx/Runtime/ModuleCalls.h"

#include "Announce.h"
#include "fx/Runtime/Errors.h"

#include <torch/nn/modules/container/functional.h>

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <typeindex>
#include <unordered_set>

#define FX_EXPORTED __attribute__((visibility("default")))

namespace fx {

constinit thread_local ModuleCallListener* current_listener = nullptr;

void* find_original(const char* symbol) {
  if (void* original = dlsym(RTLD_NEXT, symbol)) return original;
  throw RuntimeError("libfx-modules finds no function '" + std::string(symbol) +
                     "' behind itself: build it with the LibTorch that the program runs with");
}

namespace {

constexpr const char* link_line =
    "link fx-clang::runtime (or fx-clang::modules) before LibTorch: -lfx-modules must precede "
    "-ltorch_cpu, and --as-needed must not drop it";

const void* own_address() {
  Dl_info info;
  return dladdr(static_cast<const void*>(&link_line), &info) ? info.dli_fbase : nullptr;
}

/// The file that the process takes a function from, when that is not this library; else empty.
std::string where_else(const char* symbol) {
  void* found = dlsym(RTLD_DEFAULT, symbol);
  Dl_info info;
  const ElfW(Sym)* entry = nullptr;
  if (!found || !dladdr1(found, &info, reinterpret_cast<void**>(const_cast<ElfW(Sym)**>(&entry)),
                         RTLD_DL_SYMENT))
    return "nowhere";
  // A program that is not position-independent and takes the function's address has an entry of its
  // own, which stands for every definition; the other functions tell where it leads.
  const bool is_entry = entry && entry->st_shndx == SHN_UNDEF;
  return info.dli_fbase == own_address() || is_entry ? "" : info.dli_fname;
}

void check_symbols() {
  size_t elsewhere = 0;
  std::string names;
  for (const Redefined& function : all_redefined_functions()) {
    const std::string file = where_else(function.symbol);
    if (file.empty()) continue;
    if (++elsewhere > 3) continue;
    names += "\n  " + std::string(function.name) + " is taken from " + file;
  }
  if (elsewhere == 0) return;
  if (elsewhere > 3) names += "\n  and " + std::to_string(elsewhere - 3) + " more";
  throw RuntimeError("calls of torch::nn modules cannot be seen: " + std::string(link_line) +
                     names);
}

/// Hears of one module.
class Probe final : public ModuleCallListener {
public:
  explicit Probe(const torch::nn::Module& module) : module_(module) {}
  bool was_called() const { return was_called_; }

  std::optional<Value> module_called(torch::nn::Module& module, Args args,
                                     const std::function<Value()>& forward) override {
    was_called_ |= &module == &module_;
    return std::nullopt;
  }

private:
  const torch::nn::Module& module_;
  bool was_called_ = false;
};

/// LibTorch's code may be bound otherwise than the program: by -Bsymbolic, or because it was there
/// first, for itself (RTLD_LOCAL). Functional is the module that another function of LibTorch calls
/// and that draws no random number when it is made.
void check_inside() {
  torch::nn::FunctionalImpl module([](at::Tensor input) { return input; });
  Probe probe(module);
  ModuleCallListener* before = set_module_call_listener(&probe);
  module(at::Tensor());
  set_module_call_listener(before);
  if (!probe.was_called())
    throw RuntimeError(
        "calls of torch::nn modules in LibTorch itself cannot be seen: it was linked "
        "with -Bsymbolic, or loaded before libfx-modules; " +
        std::string(link_line));
}

} // namespace

FX_EXPORTED ModuleCallListener* set_module_call_listener(ModuleCallListener* listener) {
  return std::exchange(current_listener, listener);
}

FX_EXPORTED bool is_announced(const torch::nn::Module& module) {
  static const std::unordered_set<std::type_index> classes = [] {
    std::unordered_set<std::type_index> found;
    for (const Redefined& function : all_redefined_functions())
      if (function.type) found.insert(*function.type);
    return found;
  }();
  return classes.count(typeid(module)) > 0;
}

FX_EXPORTED void check_module_calls() {
  // A check that throws is made again by the next call.
  [[maybe_unused]] static const bool checked = [] {
    check_symbols();
    check_inside();
    return true;
  }();
}

} // namespace fx
