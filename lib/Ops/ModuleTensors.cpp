// The tensors that modules of torch::nn register, by the lines of fx/Ops/Modules.def.
#include "ModuleText.h"

#include <algorithm>

namespace fx::ops {

namespace {

/// Runs the lines of a class and of the classes in it.
class Registration {
public:
  /// `whatever`: what is not known to be registered is.
  explicit Registration(bool whatever) : whatever_(whatever) {}

  /// False when it is not known what is registered.
  bool run(const ModuleOptions& options, const std::string& prefix) {
    Scope scope{options, prefix, {}};
    return run(scope, 0, options.of().registers.size());
  }
  std::vector<RegisteredTensor> take() { return std::move(tensors_); }

private:
  struct Scope {
    const ModuleOptions& options;
    const std::string& prefix;
    std::vector<std::pair<std::string_view, int64_t>> rounds;
  };

  static size_t end_of_block(std::span<const std::string_view> lines, size_t at) {
    for (int depth = 1; depth > 0;) {
      const std::string_view line = lines[++at];
      depth += line.starts_with("@if ") || line.starts_with("@for ");
      depth -= line == "@end";
    }
    return at;
  }

  bool run(Scope& scope, size_t begin, size_t end) {
    const std::span<const std::string_view> lines = scope.options.of().registers;
    for (size_t i = begin; i < end; ++i) {
      std::string_view line = lines[i];
      if (take_word(line, "@if")) {
        const std::optional<bool> known = condition(scope, line);
        if (!known) return false;
        if (!*known) i = end_of_block(lines, i);
      } else if (take_word(line, "@for")) {
        const size_t close = end_of_block(lines, i);
        if (!repeat(scope, line, i + 1, close)) return false;
        i = close;
      } else if (line != "@end" && !member(scope, line)) {
        return false;
      }
    }
    return true;
  }

  bool repeat(Scope& scope, std::string_view line, size_t begin, size_t end) {
    const size_t in = line.find(" in ");
    const std::optional<int64_t> count = count_of(scope, line.substr(in + 4));
    if (!count) return false;
    for (int64_t round = 0; round < *count; ++round) {
      scope.rounds.emplace_back(line.substr(0, in), round);
      const bool known = run(scope, begin, end);
      scope.rounds.pop_back();
      if (!known) return false;
    }
    return true;
  }

  /// A number, or the length of a list.
  static std::optional<int64_t> count_of(const Scope& scope, std::string_view text) {
    const std::optional<Argument> value = value_of(text, scope.options, scope.rounds);
    if (!value) return std::nullopt;
    if (value->is(Argument::Kind::Int)) return value->as_int();
    if (!value->is(Argument::Kind::List) && !value->is(Argument::Kind::Tuple)) return std::nullopt;
    return static_cast<int64_t>(value->items().size());
  }

  std::optional<bool> condition(const Scope& scope, std::string_view text) const {
    const std::optional<bool> known = holds(text, scope.options, scope.rounds);
    return known || !whatever_ ? known : true;
  }

  bool member(const Scope& scope, std::string_view line) {
    if (take_word(line, "default")) return true;
    if (const size_t at = line.find(" if "); at != line.npos || line == "unknown") {
      if (line == "unknown") return false;
      const std::optional<bool> known = condition(scope, line.substr(at + 4));
      if (!known) return false;
      if (!*known) return true;
      line = line.substr(0, at);
      if (line == "unknown") return false;
    }
    if (take_word(line, "parameter")) return tensor(scope, line, TensorRole::Parameter);
    if (take_word(line, "buffer")) return tensor(scope, line, TensorRole::Buffer);
    return children(scope, line);
  }

  /// "weight[$out, each $kernel] = 1"
  bool tensor(const Scope& scope, std::string_view line, TensorRole role) {
    RegisteredTensor made;
    made.role = role;
    if (const size_t at = line.find(" = "); at != line.npos) {
      made.initial = value_of(line.substr(at + 3), scope.options, scope.rounds);
      if (made.initial && made.initial->is_none()) made.initial.reset();
      line = line.substr(0, at);
    }
    if (const size_t at = line.find('['); at != line.npos) {
      made.sizes = sizes(scope, line.substr(at + 1, line.size() - at - 2));
      line = line.substr(0, at);
    }
    made.name = scope.prefix + name_of(line, scope.rounds);
    tensors_.push_back(std::move(made));
    return true;
  }

  static std::optional<std::vector<int64_t>> sizes(const Scope& scope, std::string_view text) {
    std::vector<int64_t> found;
    for (std::string_view item : split_outside_brackets(text, ", ")) {
      const bool each = take_word(item, "each");
      const std::optional<Argument> value = value_of(item, scope.options, scope.rounds);
      if (!value) return std::nullopt;
      const size_t times =
          each && !value->is_aggregate() ? static_cast<size_t>(scope.options.of().dimensions) : 1;
      const std::span<const Argument> numbers =
          value->is_aggregate() ? value->items() : std::span(&*value, 1);
      for (size_t i = 0; i < times; ++i)
        for (const Argument& number : numbers) {
          if (!number.is(Argument::Kind::Int)) return std::nullopt;
          found.push_back(number.as_int());
        }
    }
    return found;
  }

  /// "child name: Class(option = text)" or "children name count: $option"
  bool children(const Scope& scope, std::string_view line) {
    const size_t colon = line.find(": ");
    const std::optional<Argument> value =
        value_of(line.substr(colon + 2), scope.options, scope.rounds);
    if (!value) return false;
    if (value->is_none()) return true;
    const std::optional<ModuleLiteral> literal = ModuleLiteral::from_argument(*value);
    const ModuleClass* of = literal ? find_module_class(literal->cpp_type.view()) : nullptr;
    if (of == nullptr) return false;
    const ModuleOptions options(scope.options.libtorch(), *of, literal->options);
    std::string_view name = line.substr(0, colon);
    if (take_word(name, "child"))
      return run(options, scope.prefix + name_of(name, scope.rounds) + ".");
    (void)take_word(name, "children");
    const size_t blank = name.find(' ');
    const std::optional<int64_t> count = count_of(scope, name.substr(blank + 1));
    if (!count) return false;
    for (int64_t i = 0; i < *count; ++i)
      if (!run(options,
               scope.prefix + std::string(name.substr(0, blank)) + "." + std::to_string(i) + "."))
        return false;
    return true;
  }

  bool whatever_;
  std::vector<RegisteredTensor> tensors_;
};

} // namespace

std::optional<std::vector<RegisteredTensor>> registered_tensors(const ModuleOptions& options) {
  Registration registration(/*whatever=*/false);
  if (!registration.run(options, "")) return std::nullopt;
  return registration.take();
}

std::optional<RegisteredTensor> find_leaf_tensor(const TracedModule& module,
                                                 std::string_view path) {
  for (size_t dot = path.rfind('.'); dot != path.npos && dot > 0; dot = path.rfind('.', dot - 1)) {
    const ModuleNode* owner = module.modules.find(path.substr(0, dot));
    if (owner == nullptr) continue;
    if (owner->alias_of != nullptr) owner = owner->alias_of;
    const ModuleClass* of = module_class_of(*owner);
    if (of == nullptr) return std::nullopt;
    Registration registration(/*whatever=*/true);
    (void)registration.run({libtorch_of(module), *of, owner->options}, "");
    for (RegisteredTensor& tensor : registration.take())
      if (tensor.name == path.substr(dot + 1)) return std::move(tensor);
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace fx::ops
