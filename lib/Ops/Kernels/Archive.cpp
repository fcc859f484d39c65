// Source and tensors to a TorchScript archive, which the plugin makes and writes.
#include "fx/Ops/Archive.h"

#include "../Messages.h"
#include "InitialValues.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace fx::ops {

namespace kernels {

namespace {

using Tensors = std::map<std::string, Tensor, std::less<>>;

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

Tensors tensors_of(const Plugin& plugin, FxAnswer* answer) {
  Plugin::NamedTensors named = Plugin::named_tensors(plugin.value(answer));
  return {std::make_move_iterator(named.begin()), std::make_move_iterator(named.end())};
}

Tensors load_weights(const Plugin& plugin, const std::string& file) {
  try {
    return tensors_of(plugin, plugin.api().read_weights(text(file)));
  } catch (const Refused& error) {
    refuse(say(diag::weights_not_read, file, first_lines(error.what())));
  }
}

/// What the archive of a model holds at its paths.
class Values {
public:
  Values(const Plugin& plugin, const TracedModule& module, const Tensors* weights)
      : module_(module), initial_(plugin, module), weights_(weights) {}

  /// With the initial tensors; where there is no way to have one, those of the weights.
  Plugin::Archive archive(const Plugin& plugin, const std::string& source) {
    const FxArchiveValues values{
        this, [](void* self, FxText path) { return static_cast<Values*>(self)->first_path(path); },
        [](void* self, FxText path, int32_t attribute, FxValue* value) {
          return static_cast<Values*>(self)->find(path, attribute, *value) ? 0 : 1;
        }};
    FxAnswer* answer = plugin.api().make_archive(text(source), module_.training ? 1 : 0, &values);
    if (refusal_) {
      plugin.api().drop_answer(answer);
      throw std::move(*refusal_);
    }
    Plugin::Archive made = plugin.archive(answer);
    for (const std::string& path : initial_.leaf_paths())
      if (!used_.contains(path))
        refuse_defect("LibTorch's module holds '" + path +
                      "', which its TorchScript does not have");
    return made;
  }

private:
  /// Where the module at `path` was registered first.
  FxText first_path(FxText path) {
    const ModuleNode* found = module_.modules.find(view(path));
    if (!found) return path; // inside a module of LibTorch's
    first_path_ = found->alias_of ? found->alias_of->path() : found->path();
    return text(first_path_);
  }

  /// False: there is none, and why is told when the plugin has returned.
  bool find(FxText path, int32_t attribute, FxValue& value) noexcept {
    try {
      value = value_of(std::string(view(path)), attribute);
      return true;
    } catch (Refusal& refusal) {
      refusal_ = std::move(refusal);
      return false;
    }
  }

  FxValue value_of(const std::string& path, int32_t attribute) {
    used_.insert(path);
    const Example* value = initial_.find(path);
    if (!value) return without_initial_value(path, attribute);
    const Argument* literal = value->literal();
    if (value->tensor() ||
        (literal && (literal->is(Argument::Kind::Bool) || literal->is(Argument::Kind::Int) ||
                     literal->is(Argument::Kind::Float))))
      return Encoder().encode(*value);
    refuse_defect("'" + path + "' is neither a tensor nor a number");
  }

  FxValue without_initial_value(const std::string& path, int32_t attribute) const {
    if (weights_ && attribute == FxTensorAttribute) {
      if (const auto found = weights_->find(path); found != weights_->end())
        return Encoder().encode(Example{found->second});
      FxValue later{}; // missing in the file, which is told then
      later.kind = FxAbsent;
      return later;
    }
    const Error* problem = initial_.problem_of(path);
    for (std::string owner = path; !problem && owner.find('.') != owner.npos;) {
      owner.erase(owner.rfind('.'));
      problem = initial_.problem_of(owner);
    }
    if (problem) throw Refusal{*problem};
    if (attribute == FxOptionalAttribute) return {};
    refuse_defect("LibTorch's module does not hold '" + path + "', which its TorchScript has");
  }

  const TracedModule& module_;
  InitialValues initial_;
  const Tensors* weights_;
  std::set<std::string> used_;
  std::string first_path_;
  std::optional<Refusal> refusal_;
};

std::span<const int64_t> sizes_of(const Plugin& plugin, const Tensor& tensor) {
  const FxTensorFacts facts = plugin.facts(tensor);
  return {facts.sizes, facts.dimensions};
}

/// Where the state has a tensor: what a graph module only uses is where its owner registers it,
/// while TorchScript registers every module that it holds.
std::string state_path(const TracedModule& module, const std::string& path) {
  std::string kept = path;
  const ModuleNode* owner = &module.modules.root();
  for (size_t begin = 0, dot = kept.find('.'); owner != nullptr && dot != kept.npos;
       dot = kept.find('.', begin)) {
    const ModuleNode* child = owner->child(std::string_view(kept).substr(begin, dot - begin));
    if (child == nullptr) break;
    if (child->alias_of == nullptr || child->registered) {
      owner = child->alias_of != nullptr ? child->alias_of : child;
      begin = dot + 1;
      continue;
    }
    kept = child->alias_of->path() + kept.substr(dot);
    owner = &module.modules.root();
    begin = 0;
  }
  return kept;
}

/// The tensors of the file by the paths that the module has them at.
Tensors weights_by_path(const TracedModule& module, const Tensors& expected,
                        const Tensors& weights) {
  Tensors by_path = weights;
  for (const auto& [path, tensor] : expected)
    if (const std::string kept = state_path(module, path); kept != path)
      if (const auto found = weights.find(kept); found != weights.end())
        by_path.emplace(path, found->second);
  return by_path;
}

/// Puts the tensors of the file into the module, all of them or none.
void fill(const Plugin& plugin, const Plugin::Archive& made, const TracedModule& module,
          const Tensors& given_weights, const std::string& file) {
  const Tensors expected = tensors_of(plugin, plugin.api().archive_tensors(made.get()));
  const Tensors weights = weights_by_path(module, expected, given_weights);
  std::vector<std::string> missing, unexpected, misshapen;
  for (const auto& [name, tensor] : expected) {
    const auto found = weights.find(name);
    if (found == weights.end()) {
      missing.push_back(name);
      continue;
    }
    const std::span<const int64_t> given = sizes_of(plugin, found->second);
    const std::span<const int64_t> wanted = sizes_of(plugin, tensor);
    if (!std::ranges::equal(given, wanted))
      misshapen.push_back(fmt::format("{}: ({}) in the file, ({}) in the model", name,
                                      fmt::join(given, ", "), fmt::join(wanted, ", ")));
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
  Encoder encoder;
  std::vector<FxNamed> tensors;
  tensors.reserve(weights.size());
  for (const auto& [name, tensor] : weights)
    tensors.push_back({text(name), encoder.encode(Example{tensor})});
  plugin.done(plugin.api().fill_archive(made.get(), tensors.data(), tensors.size()));
}

class PluginArchiver : public Archiver {
public:
  explicit PluginArchiver(Plugin plugin) : plugin_(plugin) {}

  Expected<std::string> archive(const TracedModule& module, const std::string& source,
                                const std::string& weights) override {
    try {
      std::optional<Tensors> loaded;
      if (!weights.empty()) loaded = load_weights(plugin_, weights);
      Values values(plugin_, module, loaded ? &*loaded : nullptr);
      const Plugin::Archive made = values.archive(plugin_, source);
      if (loaded) fill(plugin_, made, module, *loaded, weights);
      return plugin_.bytes(plugin_.api().archive_bytes(made.get()));
    } catch (const Refusal& refusal) {
      return refusal.error;
    } catch (const std::exception& error) {
      // No model is known whose text LibTorch does not take: a message without a row.
      return Error{
          "LibTorch refuses the TorchScript of this model: " + first_lines(error.what()), {}, {}};
    }
  }

private:
  Plugin plugin_;
};

} // namespace

} // namespace kernels

Expected<std::shared_ptr<Archiver>> load_archiver(const std::string& file) {
  const Expected<kernels::Plugin> plugin = kernels::open_plugin(file);
  if (!plugin) return plugin.error();
  return std::shared_ptr<Archiver>(std::make_shared<kernels::PluginArchiver>(*plugin));
}

} // namespace fx::ops
