#include "ParametrisedBlocks.h"

#include "BranchedCode.h"
#include "FieldDeclarations.h"
#include "Messages.h"
#include "RefusedPlace.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>
#include <utility>

namespace fx::refactor {

namespace {

using Place = ClassSyntax::Place;

bool is_in_class(const ClassSyntax& of, const SourceSyntax& place) {
  const auto has = [&](const Place& code) {
    return code.file == place.file && code.range.contains(place.whole);
  };
  return has(of.braces) || std::ranges::any_of(of.methods, has);
}

/// Whether code means the same wherever it stands: a number, true, false.
bool is_literal(llvm::StringRef code) {
  code.consume_front("-");
  return code == "true" || code == "false" || (!code.empty() && llvm::isDigit(code.front()));
}

void insert(FileEdits& edits, const Symbol& file, size_t at, std::string text) {
  const auto begin = static_cast<uint32_t>(at);
  edits[file.str()].push_back({{begin, begin}, std::move(text)});
}

} // namespace

/// Null: it is no object of a class of the user's in the files that were read.
const ClassSyntax* ParametrisedBlocks::class_of(const std::string& path) const {
  const ModuleNode* module = model_.modules.find(path);
  return module == nullptr ? nullptr : module->class_syntax.get();
}

/// Why no parameter of the class can decide about a change; empty: one can.
std::string ParametrisedBlocks::why_not(const ClassSyntax& of, const BlockChange& change) const {
  const auto is_other = [&](const std::string& path) {
    const ClassSyntax* other = class_of(path);
    return other == nullptr || !(other->braces == of.braces);
  };
  if (!is_in_class(of, *change.place) || std::ranges::any_of(change.wanted, is_other) ||
      std::ranges::any_of(change.others, is_other))
    return "objects of several classes run the code";
  if (of.has_other_constructors || of.constructors.size() != 1)
    return "the class has no constructor in a file, or several";
  const ClassSyntax::Constructor& constructor = of.constructors.front();
  const bool is_declared =
      constructor.declaration.range.empty() == constructor.declared_list.empty();
  if (constructor.parameter_list.empty() || !is_declared)
    return "a macro has a part in its constructor";
  std::set<std::pair<std::string, TextRange>> makings;
  for (const std::string& path : change.wanted) {
    const MakingSyntax* making = model_.modules.find(path)->making.get();
    if (making == nullptr)
      return fmt::format("what makes '{}' gives its constructor no arguments in brackets", path);
    makings.insert({making->arguments.file.str(), making->arguments.range});
  }
  for (const std::string& path : change.others)
    if (const MakingSyntax* making = model_.modules.find(path)->making.get();
        making != nullptr &&
        makings.contains({making->arguments.file.str(), making->arguments.range}))
      return fmt::format("'{}' and others that change are made at one place", path);
  return "";
}

std::optional<Saying> ParametrisedBlocks::add(BlockChange change) {
  const ClassSyntax* of = class_of(*change.wanted.begin());
  const std::string why =
      of == nullptr ? "its class does not stand in a file" : why_not(*of, change);
  if (!why.empty()) return say(diag::no_parameter_decides, why);
  const auto same_class = [&](const Block& known) { return known.of->braces == of->braces; };
  auto block = std::ranges::find_if(blocks_, same_class);
  if (block == blocks_.end()) block = blocks_.insert(block, Block{of, {}});
  auto& parameters = block->parameters;
  auto same = std::ranges::find(parameters, change.wanted, &Parameter::wanted);
  if (same == parameters.end()) same = parameters.insert(same, Parameter{"", "", change.wanted});
  changes_.push_back({std::move(change), static_cast<size_t>(block - blocks_.begin()),
                      static_cast<size_t>(same - parameters.begin())});
  return std::nullopt;
}

/// After the first of its changes that puts something new in a place, names of the class aside.
void ParametrisedBlocks::name_parameters() {
  std::ranges::sort(changes_, {}, [](const Decided& decided) {
    const BlockChange& change = decided.change;
    return std::tuple(llvm::StringRef(change.name).starts_with("skip_"), change.place->whole.begin);
  });
  std::vector<std::set<std::string, std::less<>>> taken;
  taken.reserve(blocks_.size());
  for (const Block& block : blocks_)
    taken.push_back(block.of->names);
  for (const Decided& decided : changes_) {
    Parameter& parameter = parameter_of(decided);
    if (!parameter.name.empty()) continue;
    auto& names = taken[decided.block];
    const std::vector<ClassSyntax::Field>& fields = blocks_[decided.block].of->fields;
    const bool has_underscores =
        !fields.empty() && llvm::StringRef(fields.back().name).ends_with("_");
    parameter.name = decided.change.name;
    for (int i = 2; names.contains(parameter.name) || names.contains(parameter.name + "_"); ++i)
      parameter.name = fmt::format("{}_{}", decided.change.name, i);
    parameter.member = parameter.name + (has_underscores ? "_" : "");
    names.insert(parameter.name);
  }
}

/// The constructor gets the parameters, and the class members that keep them.
void ParametrisedBlocks::change_class(const Block& block, FileEdits& edits) {
  const ClassSyntax& of = *block.of;
  const ClassSyntax::Constructor& constructor = of.constructors.front();
  std::string declared, defined, initializers;
  std::vector<std::string> members;
  for (const Parameter& parameter : block.parameters) {
    const bool is_first = constructor.parameters.empty() && declared.empty();
    declared += fmt::format("{}bool {} = false", is_first ? "" : ", ", parameter.name);
    defined += fmt::format("{}bool {}", is_first ? "" : ", ", parameter.name);
    const bool begins = constructor.initializers.empty() && initializers.empty();
    initializers += fmt::format("{}{}({})", begins ? "" : ", ", parameter.member, parameter.name);
    members.push_back(fmt::format("bool {};", parameter.member));
  }
  const bool is_in_class = constructor.declared_list.empty();
  const Place declaration = is_in_class ? constructor.whole : constructor.declaration;
  const TextRange list = is_in_class ? constructor.parameter_list : constructor.declared_list;
  insert(edits, declaration.file, list.end - 1, declared);
  if (!is_in_class)
    insert(edits, constructor.whole.file, constructor.parameter_list.end - 1, defined);
  // It could be called with one argument now.
  if (constructor.parameters.empty() &&
      !llvm::StringRef(text(declaration.file.str(), declaration.range)).starts_with("explicit"))
    insert(edits, declaration.file, declaration.range.begin, "explicit ");
  if (constructor.initializers.empty())
    insert(edits, constructor.whole.file, constructor.body.begin, ": " + initializers + " ");
  else
    insert(edits, constructor.whole.file, constructor.initializers.back().end, initializers);
  const auto last = std::ranges::max_element(
      of.fields, {}, [](const ClassSyntax::Field& field) { return field.declaration; });
  const llvm::StringRef whole = texts_.text(of.braces.file.str());
  for (const std::string& member : members) {
    Edit edit = declared_behind(of, last == of.fields.end() ? TextRange() : last->declaration,
                                whole, member);
    edits[of.braces.file.str()].push_back(std::move(edit));
  }
}

/// What is to stand behind the arguments that there are.
Expected<std::string> ParametrisedBlocks::given(const Block& block, const MakingSyntax& making,
                                                const std::vector<bool>& values) const {
  const ClassSyntax::Constructor& constructor = block.of->constructors.front();
  std::vector<std::string> arguments;
  for (size_t i = making.given; i < constructor.parameters.size(); ++i) {
    const TextRange& range = constructor.parameters[i].default_argument;
    const Symbol& file =
        constructor.declared_list.empty() ? constructor.whole.file : constructor.declaration.file;
    const std::string code = text(file.str(), range);
    if (!is_literal(code))
      return refused_at(texts_, making.arguments,
                        say(diag::no_parameter_decides,
                            fmt::format("the default of '{}' is no literal that could stand here",
                                        constructor.parameters[i].name)),
                        "give this argument where the block is made");
    arguments.push_back(code);
  }
  for (const bool value : values)
    arguments.emplace_back(value ? "true" : "false");
  // Those behind the last that is not the default.
  for (size_t i = values.size(); i > 0 && !values[i - 1]; --i)
    arguments.pop_back();
  return (making.given == 0 ? "" : ", ") + llvm::join(arguments, ", ");
}

std::optional<Error> ParametrisedBlocks::change_makings(const Block& block, FileEdits& edits) {
  std::map<std::pair<std::string, TextRange>, std::pair<const MakingSyntax*, std::vector<bool>>>
      makings;
  for (size_t i = 0; i < block.parameters.size(); ++i)
    for (const std::string& path : block.parameters[i].wanted) {
      const MakingSyntax& making = *model_.modules.find(path)->making;
      auto& [syntax, values] = makings[{making.arguments.file.str(), making.arguments.range}];
      syntax = &making;
      values.resize(block.parameters.size());
      values[i] = true;
    }
  for (const auto& [place, making] : makings) {
    const Expected<std::string> arguments = given(block, *making.first, making.second);
    if (!arguments) return arguments.error();
    insert(edits, making.first->arguments.file, place.second.end - 1, *arguments);
  }
  return std::nullopt;
}

std::optional<Error> ParametrisedBlocks::add_to(FileEdits& edits, const FileEdits& all) {
  name_parameters();
  std::vector<BranchedPlace> places;
  places.reserve(changes_.size());
  for (const Decided& decided : changes_) {
    const SourceSyntax& place = *decided.change.place;
    places.push_back({place.file.str(), place.whole, place.statement,
                      decided.change.needs_statement, parameter_of(decided).member,
                      blocks_[decided.block].of->forward.get()});
  }
  if (auto error = branch_code(places, edits, all, texts_)) return error;
  for (const Block& block : blocks_) {
    change_class(block, edits);
    if (auto error = change_makings(block, edits)) return error;
  }
  return std::nullopt;
}

} // namespace fx::refactor
