#include "RemovedElements.h"

#include "Messages.h"
#include "RefusedPlace.h"
#include "SourceTokens.h"

#include "fx/Ops/Modules.h"

#include "clang/Basic/CharInfo.h"

#include <algorithm>
#include <map>
#include <set>

namespace fx::refactor {

namespace {

using Place = ModuleSyntax::Place;

Error refuse(const ModuleNode& module, Saying said, std::string note) {
  Error error(std::move(said));
  error.location = {module.location.file.str(), module.location.line, module.location.column};
  error.notes.push_back(std::move(note));
  return error;
}

/// What stands around an element in the tokens of its file.
class Element {
public:
  Element(const SourceTokens& tokens, TextRange range) : tokens_(tokens), range_(range) {
    // {"drop", torch::nn::Dropout(0.1)}
    const SourceTokens::Around inner = tokens_.around(range_);
    if (inner.before_text == "," && inner.after_text == "}") {
      const SourceTokens::Around name = tokens_.around({inner.before.begin, range_.end});
      const SourceTokens::Around pair = tokens_.around({name.before.begin, range_.end});
      if (name.before_text.starts_with("\"") && pair.before_text == "{")
        range_ = {pair.before.begin, inner.after.end};
    }
  }

  /// Nothing: it is no element.
  std::optional<TextRange> removed() const {
    const SourceTokens::Around around = tokens_.around(range_);
    if (const std::optional<TextRange> statement = push_back(around)) return statement;
    const bool begins =
        around.before_text == "(" || around.before_text == "{" || around.before_text == ",";
    if (!begins) return std::nullopt;
    if (around.after_text == ",") {
      const TextRange with_comma{range_.begin, around.after.end};
      const TextRange line = tokens_.with_line(with_comma);
      if (line.end > with_comma.end) return line;
      const SourceTokens::Around next = tokens_.around(with_comma);
      return TextRange{range_.begin, tokens_.is_same_line(with_comma.end, next.after.begin)
                                         ? next.after.begin
                                         : with_comma.end};
    }
    const bool ends = around.after_text == ")" || around.after_text == "}";
    return ends && around.before_text == ","
               ? std::optional(TextRange{around.before.begin, range_.end})
               : std::nullopt;
  }

private:
  /// "layers->push_back(torch::nn::Dropout(0.1));", with a name perhaps.
  std::optional<TextRange> push_back(SourceTokens::Around around) const {
    TextRange call = range_;
    if (around.before_text == ",") {
      const SourceTokens::Around name = tokens_.around({around.before.begin, range_.end});
      if (!name.before_text.starts_with("\"")) return std::nullopt;
      call.begin = name.before.begin;
    }
    const SourceTokens::Around bracket = tokens_.around(call);
    if (bracket.before_text != "(" || bracket.after_text != ")") return std::nullopt;
    call = {bracket.before.begin, bracket.after.end};
    if (tokens_.around(call).before_text != "push_back" || tokens_.around(call).after_text != ";")
      return std::nullopt;
    call.end = tokens_.around(call).after.end;
    // The object, a chain of names.
    for (;;) {
      const SourceTokens::Around object = tokens_.around(call);
      const llvm::StringRef text = object.before_text;
      const bool is_of_chain = text == "->" || text == "." || text == "::" ||
                               (!text.empty() && clang::isAsciiIdentifierContinue(text.back()) &&
                                text != "else" && text != "do");
      if (!is_of_chain) break;
      call.begin = object.before.begin;
    }
    if (tokens_.is_in_block(call)) return tokens_.with_line(call);
    // The only statement of an if leaves its semicolon.
    if (tokens_.head_of(call)) return TextRange{call.begin, call.end - 1};
    return std::nullopt;
  }

  const SourceTokens& tokens_;
  TextRange range_;
};

/// A place that names the member that holds the container: whether the code there is of the kind
/// that has no numbers of modules in it.
bool counts_on_no_number(const SourceTokens& tokens, TextRange use) {
  const SourceTokens::Around around = tokens.around(use);
  const llvm::StringRef next = around.after_text;
  if (next == "->") {
    const SourceTokens::Around method = tokens.around({use.begin, around.after.end});
    return method.after_text == "push_back" || method.after_text == "forward";
  }
  // Registered: register_module("layers", layers).
  if (around.before_text == ",") {
    const SourceTokens::Around name = tokens.around({around.before.begin, use.end});
    const SourceTokens::Around bracket = tokens.around({name.before.begin, use.end});
    const SourceTokens::Around call = tokens.around({bracket.before.begin, use.end});
    if (name.before_text.starts_with("\"") && call.before_text == "register_module") return true;
  }
  return next == "(" || next == "=" || next == "{";
}

class ElementRemover {
public:
  ElementRemover(const ModuleHistory& modules, const TracedModule& after, FileTexts& texts)
      : modules_(modules), after_(after), texts_(texts) {}

  Expected<FileEdits> run() {
    const std::vector<const ModuleNode*> elements = removed_elements(modules_, after_);
    for (const ModuleNode* element : elements)
      if (const std::optional<Error> error = remove(*element)) return *error;
    for (const ModuleNode* other : all_modules(after_.modules))
      if (other->syntax &&
          removed_.contains({other->syntax->whole.file.str(), other->syntax->whole.range.begin}))
        return refuse(*other, say(diag::module_at_the_place_stays, other->path()),
                      "a loop or a block that is used more than once has one source for all");
    for (const auto& [module, owner] : modules_.removed(after_))
      if (owner->kind == ModuleKind::Container)
        if (const std::optional<Error> error = check_uses(*owner)) return *error;
    FileEdits edits;
    for (const auto& [file, ranges] : ranges_)
      for (const TextRange& range : ranges)
        edits[file].push_back({range, ""});
    return edits;
  }

private:
  const SourceTokens& tokens(const std::string& file) {
    return tokens_.try_emplace(file, texts_.text(file)).first->second;
  }

  std::optional<Error> remove(const ModuleNode& element) {
    const ops::ModuleClass* was = ops::find_module_class(modules_.made(element).cpp_type.view());
    if (was == nullptr || !was->registers.empty())
      return refuse(element, say(diag::element_with_weights, modules_.paths().of(element)),
                    "leave --renumber out: torch::nn::Identity stands in its place then");
    const Place place = element.syntax ? element.syntax->whole : Place();
    if (place.range.empty())
      return refuse(element, say(diag::module_without_a_place, modules_.paths().of(element)),
                    "leave --renumber out: torch::nn::Identity stands in its place then");
    const std::string file = place.file.str();
    const std::optional<TextRange> range = Element(tokens(file), place.range).removed();
    if (!range)
      return refused_at(texts_, place, say(diag::element_of_no_list, modules_.paths().of(element)),
                        "leave --renumber out: torch::nn::Identity stands in its place then");
    removed_.insert({file, place.range.begin});
    ranges_[file].insert(*range);
    return std::nullopt;
  }

  /// The member of the program's own that holds the outermost container.
  std::optional<Error> check_uses(const ModuleNode& container) {
    const ModuleNode* outermost = &container;
    while (outermost->parent != nullptr && outermost->parent->kind == ModuleKind::Container)
      outermost = outermost->parent;
    const ModuleNode* owner = outermost->parent;
    if (owner == nullptr || owner->class_syntax == nullptr || outermost->registration == nullptr)
      return refuse(*outermost, say(diag::module_without_a_place, outermost->path()),
                    "have a class of a file that is read register it");
    for (const ClassSyntax::Field& field : owner->class_syntax->fields)
      if (field.name == outermost->registration->member)
        for (const Place& use : field.uses)
          if (!(use.file == owner->class_syntax->braces.file &&
                field.declaration.contains(use.range)) &&
              !counts_on_no_number(tokens(use.file.str()), use.range))
            return refused_at(texts_, use, say(diag::container_used_by_number, field.name),
                              "leave --renumber out: torch::nn::Identity keeps the numbers");
    return std::nullopt;
  }

  const ModuleHistory& modules_;
  const TracedModule& after_;
  FileTexts& texts_;
  std::map<std::string, SourceTokens> tokens_;
  std::set<std::pair<std::string, uint32_t>> removed_;
  std::map<std::string, std::set<TextRange>> ranges_;
};

} // namespace

std::vector<const ModuleNode*> removed_elements(const ModuleHistory& modules,
                                                const TracedModule& after) {
  std::vector<const ModuleNode*> elements;
  for (const auto& [module, owner] : modules.removed(after))
    if (owner->kind == ModuleKind::Container) elements.push_back(module);
  return elements;
}

Expected<FileEdits> removed_element_edits(const ModuleHistory& modules, const TracedModule& after,
                                          FileTexts& texts) {
  return ElementRemover(modules, after, texts).run();
}

} // namespace fx::refactor
