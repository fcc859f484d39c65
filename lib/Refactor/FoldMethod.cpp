#include "FoldMethod.h"

#include "Messages.h"
#include "SourceTokens.h"

#include "fx/IR/Printer.h"
#include "fx/Ops/Modules.h"

#include "llvm/ADT/StringExtras.h"

#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fx::refactor {

namespace {

/// A batch norm that was folded into a convolution, by their paths.
struct Folded {
  std::string convolution;
  std::string norm;
  std::string eps; // as C++ has it
  bool had_bias = false;
  bool was_affine = false;
};

using Made = ModuleHistory::Made;
using History = std::map<const ModuleNode*, Made>;

const ModuleNode* called_module(const TracedModule& model, const Node& node) {
  const ModuleNode* called =
      node.op() == Opcode::CallModule ? model.modules.find(node.target()) : nullptr;
  while (called != nullptr && called->alias_of != nullptr)
    called = called->alias_of;
  return called;
}

std::optional<Folded> folded_at(const Node& call, const History& changed,
                                const TracedModule& after) {
  const ModuleNode* norm = called_module(after, call);
  const auto was = changed.find(norm);
  if (was == changed.end() || norm->cpp_type.view() != "torch::nn::Identity" ||
      !call.arg(0).is_node())
    return std::nullopt;
  const ModuleNode* convolution = called_module(after, *call.arg(0).as_node());
  const ops::ModuleClass* kind = ops::find_module_class(was->second.cpp_type.view());
  if (convolution == nullptr || kind == nullptr || !kind->is(ops::ModuleFamily::BatchNorm))
    return std::nullopt;
  const ops::ModuleOptions of_norm(ops::libtorch_of(after), *kind, was->second.options);
  const auto before = changed.find(convolution);
  const std::vector<ModuleOption>& options =
      before == changed.end() ? convolution->options : before->second.options;
  const ops::ModuleOptions of_convolution(ops::libtorch_of(after),
                                          *ops::module_class_of(*convolution), options);
  const std::optional<Argument> eps = of_norm.value("eps");
  return Folded{convolution->path(), norm->path(), eps ? python_repr(*eps) : "0.0",
                of_convolution.is_on("bias").value_or(true),
                of_norm.is_on("affine").value_or(true)};
}

std::string row(const Folded& folded) {
  return fmt::format("{{\"{}\", \"{}\", {}, {}, {}}},", folded.convolution, folded.norm, folded.eps,
                     folded.had_bias, folded.was_affine);
}

/// The method but for the rows, without the indentation of the class.
constexpr llvm::StringLiteral before_rows =
    R"(/// Takes over the weights of a model that was saved before its batch norms were folded into
/// the convolutions before them.
void fold(torch::serialize::InputArchive& saved) {
  struct Folded {
    std::string convolution, norm;
    double eps;
    bool had_bias, was_affine;
  };
  const std::vector<Folded> all_folded = {
)";
constexpr llvm::StringLiteral after_rows = R"(  };
  const torch::NoGradGuard no_grad;
  const auto read = [&saved](const std::string& key) {
    std::vector<torch::serialize::InputArchive> archives;
    size_t begin = 0;
    for (size_t dot; (dot = key.find('.', begin)) != std::string::npos; begin = dot + 1) {
      torch::serialize::InputArchive child;
      (archives.empty() ? saved : archives.back()).read(key.substr(begin, dot - begin), child);
      archives.push_back(std::move(child));
    }
    torch::Tensor tensor;
    (archives.empty() ? saved : archives.back()).read(key.substr(begin), tensor);
    return tensor;
  };
  std::map<std::string, torch::Tensor> weights;
  std::set<std::string> norms;
  for (const Folded& folded : all_folded) {
    norms.insert(folded.norm);
    torch::Tensor scale = (read(folded.norm + ".running_var") + folded.eps).rsqrt();
    torch::Tensor bias = -read(folded.norm + ".running_mean");
    if (folded.had_bias) bias = bias + read(folded.convolution + ".bias");
    if (folded.was_affine) scale = scale * read(folded.norm + ".weight");
    bias = bias * scale;
    if (folded.was_affine) bias = bias + read(folded.norm + ".bias");
    const torch::Tensor weight = read(folded.convolution + ".weight");
    std::vector<int64_t> shape(weight.dim(), 1);
    shape[0] = -1;
    weights[folded.convolution + ".weight"] = weight * scale.reshape(shape);
    weights[folded.convolution + ".bias"] = bias;
  }
  const auto was_norm = [&read](const std::string& key) {
    try {
      return read(key + ".running_mean").defined();
    } catch (const c10::Error&) {
      return false;
    }
  };
  for (const auto& item : named_modules())
    TORCH_CHECK(!std::dynamic_pointer_cast<torch::nn::IdentityImpl>(item.value()) ||
                    norms.count(item.key()) || !was_norm(item.key()),
                "fold() is of another configuration of this model: it does not fold ", item.key());
  for (auto& item : named_parameters())
    item.value().copy_(weights.count(item.key()) ? weights[item.key()] : read(item.key()));
  for (auto& item : named_buffers()) item.value().copy_(read(item.key()));
}
)";

std::string method(const std::vector<Folded>& all) {
  std::string text = before_rows.str();
  for (const Folded& folded : all)
    text += "      " + row(folded) + "\n";
  return text + after_rows.str();
}

} // namespace

Expected<FileEdits> fold_method_edit(const Graph& before, const ModuleHistory& modules,
                                     const TracedModule& after, FileTexts& texts) {
  History changed;
  for (const auto& [module, made] : modules.changed(after))
    changed.emplace(module, made);
  // In the order of the first calls.
  std::vector<Folded> all;
  std::set<std::string> known;
  for (const Node* node : before.find_nodes(Opcode::CallModule))
    if (const std::optional<Folded> folded = folded_at(*node, changed, after);
        folded && known.insert(folded->norm).second)
      all.push_back(*folded);
  FileEdits edits;
  if (all.empty()) return edits;
  // The method reads what was saved by the names that modules have.
  if (!modules.renamed(after).empty()) return say(diag::fold_of_renamed_modules);
  const Origin& origin = after.origin;
  if (origin.declaration.empty()) return say(diag::code_not_in_the_file, origin.method);
  const SourceTokens tokens(texts.text(origin.declaration_file));
  const std::string indentation = tokens.indentation(origin.declaration.begin).str();
  std::string text = tokens.line_end().str();
  const std::string whole = method(all);
  for (const llvm::StringRef line : llvm::split(llvm::StringRef(whole).rtrim(), '\n'))
    text.append(tokens.line_end()).append(indentation).append(line);
  const uint32_t end = origin.declaration.end;
  edits[origin.declaration_file].push_back({{end, end}, std::move(text)});
  return edits;
}

} // namespace fx::refactor
