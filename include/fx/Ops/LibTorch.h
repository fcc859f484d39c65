// What one LibTorch declares: its operators, the functions and classes of torch::nn, their options.
//
// A process may know several: the one that fx-clang was built with, whose tables are part of the
// program, and those that users' compile commands name, whose tables are read from their headers. A
// graph says whose operators its targets are (Graph::libtorch).
#pragma once

#include "fx/IR/Graph.h"
#include "fx/IR/TracedModule.h"
#include "fx/Ops/Headers.h"
#include "fx/Ops/Schema.h"
#include "fx/Ops/Spelling.h"
#include "fx/Ops/Tables.h"
#include "fx/Support/Error.h"
#include "fx/Support/Symbol.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fx::ops {

struct Callee;

class LibTorch {
public:
  explicit LibTorch(std::shared_ptr<const Tables> tables);
  ~LibTorch();
  LibTorch(const LibTorch&) = delete;
  LibTorch& operator=(const LibTorch&) = delete;

  /// The LibTorch that fx-clang was built with.
  static const std::shared_ptr<const LibTorch>& built_in();
  /// Whether these headers are of it: they lie where they lay, and have its version.
  static bool is_built_in(const HeaderFolders& folders);
  /// The LibTorch of these headers, which are read, in some 40 ms, where it is another one. Fails
  /// as read_headers() does.
  static Expected<std::shared_ptr<const LibTorch>> read(const HeaderFolders& folders);
  /// The LibTorch at `folder` (see headers_at()). Without a folder the one of the environment, else
  /// the system's, else, where none is installed, what is known of the one of the build.
  static Expected<std::shared_ptr<const LibTorch>> find(const std::string& folder);

  LibTorchVersion version() const { return tables_->version; }
  /// The torch of Python whose facts hold for it: its own, or one that is taken in its place, as
  /// facts are known of two versions.
  LibTorchVersion python_torch() const;

  /// All operators, sorted by name, then overload.
  std::span<const Schema> schemas() const { return tables_->schemas; }
  /// All overloads of an operator, in a stable order; empty when LibTorch has none of that name.
  std::span<const Schema> find_schemas(std::string_view name) const;
  /// The overloads that a graph's target can mean: "torch.relu", "torch._C._nn.gelu",
  /// "torch.ops.aten.add.Tensor" (that one), or a method's name; empty when it is no operator.
  std::span<const Schema> schemas_of_target(std::string_view target, bool is_method) const;
  /// The overload whose C++ parameters have these names, or null. `self` is included for methods. A
  /// C++ parameter `options` stands for dtype, layout, device, pin_memory. `name` is the C++ name:
  /// "add", "add_out" and "add_outf" (schema "add" with `out`), "view_symint". Several overloads
  /// can have the same parameter names (split by int, by int list): `types`, the C++ types of the
  /// parameters as text, decides between them; without it overloads with dimension names come last.
  /// When no overload has exactly these, one whose other arguments have defaults will do.
  const Schema* match_schema(std::string_view name, std::span<const std::string_view> parameters,
                             std::span<const std::string_view> types = {}) const;

  /// "Conv2dOptions" (qualified or not) -> its class, or null.
  const OptionsClass* find_options_class(std::string_view name) const;
  /// "Conv2d", "torch::nn::Conv2d" -> the module holder, or null when torch::nn has none.
  const ModuleHolder* find_module_holder(std::string_view name) const;
  /// All of them, sorted by name.
  std::span<const ModuleHolder> module_holders() const { return tables_->modules; }
  /// What forward of it returns. LibTorch's one struct of results, ASMoutput, has its members.
  ValueType result_type(const ModuleHolder& holder) const;
  /// The Options class that a module holder's constructor takes; null when it takes none.
  const OptionsClass* find_module_options(std::string_view holder) const;
  /// NAME in torch::nn::functional::NAME -> the function, or null.
  const CppFunctional* find_cpp_functional(std::string_view name) const;
  /// The C++ function for a target as it stands in a graph; nothing for operator.*, user functions,
  /// and targets without a C++ counterpart. F:: is preferred where the target is
  /// torch.nn.functional's.
  std::optional<CppFunction> find_cpp_function(std::string_view target) const;

  /// Python's name for an enum tag of torch/enum.h: "kReflect" -> "reflect"; empty if unknown.
  /// Derived from the name by torch's own rule (enumtype::get_enum_name prints "kReflect").
  std::string python_enum(std::string_view cpp_tag) const;
  /// The reverse: "reflect" -> "torch::kReflect".
  std::string cpp_enum(std::string_view python_name) const;

  /// Found once for each target, and valid as long as this is. May be called from any thread.
  const Callee& function_callee(Symbol target) const;
  const Callee& method_callee(Symbol name) const;

private:
  class Callees;

  std::shared_ptr<const Tables> tables_;
  std::unique_ptr<Callees> functions_, methods_;
};

/// Whose operators the targets of a graph name.
inline const LibTorch& libtorch_of(const Graph& graph) {
  return graph.libtorch() ? *graph.libtorch() : *LibTorch::built_in();
}
inline const LibTorch& libtorch_of(const Node& node) {
  return libtorch_of(node.graph());
}
inline const LibTorch& libtorch_of(const TracedModule& module) {
  return libtorch_of(module.graph);
}

} // namespace fx::ops
