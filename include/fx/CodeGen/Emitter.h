// Text out of traced models: one emitter per --emit= value, listed in Emitters.def.
#pragma once

#include "fx/IR/Printer.h"
#include "fx/IR/TracedModule.h"
#include "fx/Support/Error.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fx {

struct EmitOptions {
  /// Name of the generated class; empty: TracedModule::class_name.
  std::string class_name;
  /// What the graph text shows besides the computation.
  PrintOptions print;
  /// Tables of layers and drawings: how deep modules are shown, 1: the root's children alone. What
  /// is deeper is part of what holds it. Nothing: tables show all, drawings what there is room for.
  std::optional<size_t> depth;
  /// Tables of layers: which columns, by the names of summary_columns(); empty: the usual ones.
  std::vector<std::string> columns;
  /// C++: a function that is called with the name and the value of every node; empty: none.
  std::string recorder;
  /// Where errors place a node without a source range: in the text that it was read from.
  std::function<SourceLocation(const Node&)> place;
};

/// What becomes of the texts of several models.
enum class Join : uint8_t {
  /// One below the other, each after a comment with the name of its class.
  Comments,
  /// They are parts of a document that also has the diagnostics (docs/Json.md).
  Document,
  /// They do not go into one text.
  None,
};

/// What a file holds that is made of a text.
enum class Archive : uint8_t {
  None,
  /// TorchScript with weights, beside which the text is of use too.
  TorchScript,
  /// What AOTInductor makes of Python. The text is written by another emitter.
  Package,
};

/// What a text can be run as.
enum class Language : uint8_t { None, Cpp, Python };

/// The text of one model, and the name of its class.
struct EmittedModel {
  std::string name;
  std::string text;
};

/// A row of Emitters.def.
struct Emitter {
  std::string_view name;        // "python"
  std::string_view description; // one line for --help
  /// Makes the text of one model; see emit().
  Expected<std::string> (*function)(const TracedModule& module, const EmitOptions& options);

  /// C++ is formatted as the user's files are; --verify runs what can be run.
  Language language = Language::None;
  /// What a comment begins with, in the language of the text.
  std::string_view comment = "#";
  Join join = Join::Comments;
  /// It shows the shapes of values, and has nothing to show without them.
  bool needs_shapes = false;
  /// EmitOptions::depth has a meaning, and EmitOptions::columns.
  bool has_depth = false;
  bool has_columns = false;
  /// A file whose name ends like this holds an archive that is made of the text, not the text.
  /// Empty: there is no such form.
  std::string_view archive_suffix = {};
  Archive archive = Archive::None;
  /// The text has a place that computes what TracedModule::folding does, before forward runs.
  bool computes_folded = true;
  /// What is spelled otherwise in the text than in the model, for whoever uses it. Null: nothing.
  std::vector<Saying> (*remarks)(const TracedModule& module) = nullptr;
  /// Turns the whole text into what is written. Null: the text is written as it is.
  Expected<std::string> (*post_process)(const std::string& text) = nullptr;

  /// Makes of a model that passes have changed what the text can say: folded values are computed in
  /// forward again where the text has no other place for them.
  void prepare(TracedModule& module) const {
    if (!computes_folded) module.inline_folding();
  }
  /// Error: options that have no meaning here.
  std::optional<Error> check(const EmitOptions& options) const;
  /// The text of one model. Error: those of check(); what cannot be expressed, with the node's
  /// source location; or there are no shapes where they are needed.
  Expected<std::string> emit(const TracedModule& module, const EmitOptions& options) const;
  /// The texts of several models in one, as `join` says; a document is for the caller to make, of
  /// texts one below the other. Error: there are several and they do not go into one.
  Expected<std::string> joined(std::span<const EmittedModel> models) const;
  /// Nothing but an archive is written.
  bool is_archive_only() const { return archive == Archive::Package; }
  /// What is written of a text: the text itself, or what `post_process` makes of it. Error: there
  /// are only archives.
  Expected<std::string> finished(const std::string& text) const;
};

/// All emitters in the order of Emitters.def.
std::span<const Emitter> emitters();
const Emitter* find_emitter(std::string_view name);
/// The first row whose text is code in `language`.
const Emitter& emitter_of(Language language);
/// "one of: graph, fx, ...", for messages.
std::string emitter_names();

/// A C++ header with a torch::nn::Module that has the parameter names of `module`, depends on
/// LibTorch alone and computes what the graph says. Error: what cannot be written in C++, with the
/// node's source location.
Expected<std::string> emit_cpp(const TracedModule& module, const EmitOptions& options);
/// The name under which that header has the model.
std::string cpp_class_name(const TracedModule& module, const EmitOptions& options);
/// A Python file with a torch.nn.Module with the same state_dict keys and a loader for weights that
/// C++'s torch::save wrote.
Expected<std::string> emit_python(const TracedModule& module, const EmitOptions& options);
/// forward alone, as a function of Python's (torch.fx's GraphModule.code), or what a graph of the
/// model does if it is given. `nodes`, if there is one, gets for each line the node that it
/// computes, null where it computes none (lineno_map). What Python cannot run stands there by its
/// name. Never fails.
std::string emit_python_forward(const TracedModule& module, const Graph* graph = nullptr,
                                std::vector<const Node*>* nodes = nullptr);
/// The name of the class in that file.
std::string python_class_name(const TracedModule& module, const EmitOptions& options);
/// TorchScript in the form in which archives hold it (code/__torch__.py): a class for every module
/// of the tree, the root first, and the functions they call. Error: what TorchScript cannot say,
/// with the node's source location.
Expected<std::string> emit_torchscript(const TracedModule& module, const EmitOptions& options);
/// The forward of `module`, and of the graph modules in it, as Python code for a reader
/// (TracedModule.print_readable): the type and shape of every value that are known, and where in
/// the source it is computed. Never fails.
Expected<std::string> emit_readable(const TracedModule& module, const EmitOptions& options);

/// All of `module` for machines: docs/Json.md. Never fails.
Expected<std::string> emit_json(const TracedModule& module, const EmitOptions& options);

/// A table of the layers with output shapes, parameters and multiply-adds, as torchinfo has it, of
/// a module that has shapes.
Expected<std::string> emit_summary(const TracedModule& module, const EmitOptions& options);
/// What EmitOptions::columns can name.
std::vector<std::string_view> summary_columns();

/// A drawing for Graphviz: a box a node, coloured by opcode, an edge a use, a frame a module; one
/// box a module that is too deep to be shown.
Expected<std::string> emit_dot(const TracedModule& module, const EmitOptions& options);
/// The picture that Graphviz's program `dot` makes of such a drawing. Error: it is not installed,
/// or refuses.
Expected<std::string> render_svg(const std::string& drawing);

} // namespace fx
