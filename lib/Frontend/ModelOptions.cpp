#include "Frontend/ModelOptions.h"

#include "Frontend/Values/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <fmt/format.h>

namespace fx::frontend {

namespace {

/// What stands before '=', without spaces; empty: no parameter is named.
std::string left_side(llvm::StringRef text) {
  const size_t end = text.find('=');
  return end == llvm::StringRef::npos ? std::string() : without_spaces(text.take_front(end));
}

/// Adds those of `more` whose left side none of `known` has.
void add_sayings(llvm::ArrayRef<std::string> more, std::vector<std::string>& known) {
  const size_t num_known = known.size();
  for (const std::string& text : more) {
    const auto says_it = [side = left_side(text)](const std::string& other) {
      return left_side(other) == side;
    };
    if (llvm::none_of(llvm::ArrayRef(known).take_front(num_known), says_it)) known.push_back(text);
  }
}

/// Inputs without names are those of the first parameters: who gives one gives all.
void add_inputs(llvm::ArrayRef<std::string> more, std::vector<std::string>& known) {
  const auto has_no_name = [](const std::string& text) { return left_side(text).empty(); };
  if (known.empty() || (llvm::none_of(known, has_no_name) && llvm::none_of(more, has_no_name)))
    add_sayings(more, known);
}

} // namespace

bool is_plain_name(llvm::StringRef root) {
  return root.find_first_of("({[\"+-.'") == llvm::StringRef::npos;
}

std::string name_of(const ModelOptions& model) {
  if (!model.name.empty()) return model.name;
  const llvm::StringRef root(model.root);
  return root.take_while([](char c) { return llvm::isAlnum(c) || c == '_' || c == ':'; }).str();
}

bool is_named(const clang::NamedDecl* declaration, llvm::StringRef name) {
  const std::string full = qualified_name(declaration);
  llvm::StringRef end(full);
  if (!name.ends_with("Impl")) end.consume_back("Impl");
  return end.consume_back(name) && (end.empty() || end.ends_with("::"));
}

const clang::CXXRecordDecl* class_of(const ModelOptions& model, const RootCandidates& candidates) {
  const auto found = llvm::find_if(candidates.classes, [&](const clang::CXXRecordDecl* record) {
    return is_named(record, name_of(model));
  });
  return found == candidates.classes.end() ? nullptr : *found;
}

void add_general(const ModelOptions& general, ModelOptions& model) {
  if (!model.method) model.method = general.method;
  if (!model.mode) model.mode = general.mode;
  llvm::append_range(model.leaves, general.leaves);
  llvm::append_range(model.wrapped, general.wrapped);
  add_sayings(general.assumptions, model.assumptions);
  add_inputs(general.inputs, model.inputs);
}

void add_model(const ModelOptions& model, TraceOptions& options) {
  if (model.method) options.method = *model.method;
  if (model.mode) {
    options.training = *model.mode == ModelOptions::Mode::Train;
    options.eval_only = *model.mode == ModelOptions::Mode::Eval;
  }
  llvm::append_range(options.leaves, model.leaves);
  llvm::append_range(options.wrapped, model.wrapped);
  add_sayings(model.assumptions, options.assumptions);
  add_inputs(model.inputs, options.inputs);
}

std::vector<size_t> models_to_append(llvm::ArrayRef<ModelOptions> models,
                                     const RootCandidates& candidates) {
  std::vector<size_t> numbers;
  for (size_t number = 0; number < models.size(); ++number) {
    const ModelOptions& model = models[number];
    const auto is_meant = [&](const clang::NamedDecl* candidate) {
      return is_named(candidate, name_of(model));
    };
    if (!model.root.empty() && !is_plain_name(model.root) &&
        ((model.is_expected && model.name.empty()) || llvm::any_of(candidates.classes, is_meant) ||
         llvm::any_of(candidates.functions, is_meant)))
      numbers.push_back(number);
  }
  return numbers;
}

std::string root_function_of(size_t model) {
  return fmt::format("{}_{}", root_function, model);
}

} // namespace fx::frontend
