#include "ModuleEdits.h"

#include "MemberParts.h"
#include "MemberTypes.h"
#include "Messages.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace fx::refactor {

namespace {

constexpr llvm::StringLiteral library = "torch::nn::";

using Place = ModuleSyntax::Place;
using Made = ModuleHistory::Made;

/// What makes a module, taken apart.
struct Construction {
  std::string name;      // "GELU"
  std::string arguments; // what stands between the brackets
};

class ModuleEditor {
public:
  ModuleEditor(const TracedModule& after, CppExpressions& cpp, FileTexts& texts)
      : after_(after), cpp_(cpp), texts_(texts) {}

  Expected<FileEdits> run(const std::vector<std::pair<const ModuleNode*, Made>>& changed) {
    std::set<const ModuleNode*> modules;
    for (const auto& [module, made] : changed) {
      llvm::StringRef was = made.cpp_type.view();
      was.consume_front(library);
      // What --root makes stands in no file.
      if (module->syntax && !is_in_file(module->syntax->arguments))
        return at(*module, say(diag::module_without_a_place, module->path()),
                  "--root makes it: have a function of the file make it");
      const bool is_class_kept = made.cpp_type == module->cpp_type;
      if (auto error = is_class_kept ? change_options(*module, made) : change(*module, was))
        return *error;
      modules.insert(module);
    }
    if (auto error = check_others(modules)) return *error;
    FileEdits edits;
    for (const auto& [place, text] : texts_at_)
      if (texts_.text(place.first).slice(place.second.begin, place.second.end) != text)
        edits[place.first].push_back({place.second, text});
    if (!types_.add_to(edits))
      return at(*changed.front().first,
                say(diag::module_at_the_place_stays, changed.front().first->path()),
                "one declaration declares several members: give each its own");
    return edits;
  }

private:
  static std::pair<std::string, TextRange> key(const Place& place) {
    return {place.file.str(), place.range};
  }
  llvm::StringRef source(const Symbol& file, const TextRange& range) {
    return texts_.text(file.str()).slice(range.begin, range.end);
  }

  bool is_in_file(const Place& place) {
    return place.range.empty() || place.range.end <= texts_.text(place.file.str()).size();
  }

  static Error at(const ModuleNode& module, Saying said, std::string note) {
    Error error(std::move(said));
    error.location = {module.location.file.str(), module.location.line, module.location.column};
    error.notes.push_back(std::move(note));
    return error;
  }

  /// "torch::nn::", "nn::", or nothing, as the source names the class that is to go.
  llvm::StringRef qualifier(const Symbol& file, const TextRange& type) {
    const llvm::StringRef written = source(file, type);
    return written.take_front(written.rfind(':') + 1); // npos + 1 is 0
  }

  std::optional<Error> put(const ModuleNode& module, const Place& place, std::string fresh) {
    const auto [known, is_new] = texts_at_.try_emplace(key(place), fresh);
    if (!is_new && known->second != fresh)
      return at(module, say(diag::modules_made_at_one_place_differ, module.path()),
                "a loop or a block that is used more than once has one source for all");
    return std::nullopt;
  }

  /// What it is given beside those options stays as it is written.
  std::optional<Error> change_options(const ModuleNode& module, const Made& made) {
    const ModuleSyntax* syntax = module.syntax.get();
    if (syntax == nullptr || syntax->arguments.range.empty())
      return at(module, say(diag::module_without_a_place, module.path()),
                "give it its options where it is made");
    const Place& place = syntax->arguments;
    llvm::StringRef prefix = library; // of a local variable
    if (!syntax->whole.range.empty())
      prefix = qualifier(place.file, syntax->type);
    else if (!syntax->members.empty())
      prefix = qualifier(syntax->members.front().file, syntax->members.front().range);
    llvm::StringRef class_name = module.cpp_type.view();
    class_name.consume_front(library);
    std::string text = source(place.file, place.range).str();
    for (const ModuleOption& option : module.options) {
      const auto before = std::ranges::find(made.options, option.name, &ModuleOption::name);
      if (before == made.options.end() || before->value != option.value)
        text = with_option(text, (prefix + class_name + "Options").str(), option.name.view(),
                           cpp_.literal(option.value));
    }
    return put(module, place, std::move(text));
  }

  /// "(torch::nn::Conv2dOptions(3, 8, 3).bias(false))" with another bias.
  static std::string with_option(llvm::StringRef arguments, const std::string& options_class,
                                 std::string_view name, const std::string& value) {
    const std::string setter = fmt::format(".{}(", name);
    if (const size_t at = arguments.find(setter); at != llvm::StringRef::npos) {
      const size_t begin = at + setter.size();
      const size_t end = arguments.find_first_of("()", begin);
      if (end != llvm::StringRef::npos && arguments[end] == ')' &&
          arguments.find(setter, end) == llvm::StringRef::npos)
        return (arguments.take_front(begin) + value + arguments.drop_front(end)).str();
    }
    const llvm::StringRef inner = arguments.drop_front().drop_back().trim();
    // A variable with options may serve others too.
    const bool makes_options = inner.starts_with(options_class + "(");
    return fmt::format("{}{}{}{}){}", arguments.front(),
                       makes_options ? inner.str()
                                     : fmt::format("{}({})", options_class, inner.str()),
                       setter, value, arguments.back());
  }

  /// `was`: the name of its class before.
  std::optional<Error> change(const ModuleNode& module, std::string_view was) {
    const ModuleSyntax* syntax = module.syntax.get();
    const bool has_place =
        syntax != nullptr && (!syntax->whole.range.empty() || !syntax->members.empty());
    if (!has_place)
      return at(module, say(diag::module_without_a_place, module.path()),
                "--rewrite=method writes the body of the method anew; --emit=cpp writes the whole "
                "model");
    const Expected<std::string> made = cpp_.construction(module);
    if (!made) return made.error();
    llvm::StringRef text = *made;
    text.consume_front(library);
    Construction wanted;
    wanted.name = text.take_until([](char c) { return c == '('; }).str();
    wanted.arguments = text.drop_front(wanted.name.size() + 1).drop_back().str();
    const auto put = [&](const Place& place, std::string fresh) {
      return this->put(module, place, std::move(fresh));
    };
    if (!syntax->whole.range.empty()) {
      const llvm::StringRef prefix = qualifier(syntax->whole.file, syntax->type);
      const bool is_shared = source(syntax->whole.file, syntax->type).ends_with("Impl");
      if (auto error = put({syntax->whole.file, syntax->type},
                           (prefix + wanted.name + (is_shared ? "Impl" : "")).str()))
        return error;
      if (auto error =
              put(syntax->arguments, "(" + with_library_prefix(wanted.arguments, prefix) + ")"))
        return error;
    } else if (!syntax->arguments.range.empty()) {
      const Place& member = syntax->members.front();
      const llvm::StringRef declared = source(member.file, member.range);
      const llvm::StringRef prefix = qualifier(member.file, member.range);
      if (!declared.drop_front(prefix.size()).starts_with(was))
        return at(module, say(diag::module_without_a_place, module.path()),
                  "its member is declared by another name of the class");
      const llvm::StringRef old = source(syntax->arguments.file, syntax->arguments.range);
      if (auto error =
              put(syntax->arguments,
                  old.front() + with_library_prefix(wanted.arguments, prefix) + old.back()))
        return error;
    } else if (!wanted.arguments.empty()) {
      return at(module, say(diag::module_without_a_place, module.path()),
                "give it its options where it is declared");
    }
    for (const Place& member : syntax->members)
      if (!types_.set(module, member, renamed(source(member.file, member.range), was, wanted.name)))
        return at(module, say(diag::modules_made_at_one_place_differ, module.path()),
                  "a member of a block that is used more than once has one type");
    return std::nullopt;
  }

  /// The type of a member with another class: "std::shared_ptr<torch::nn::ReLUImpl>". One that
  /// names the class otherwise, or a base of it, stays.
  static std::string renamed(llvm::StringRef type, std::string_view was, llvm::StringRef now) {
    const auto is_word = [](char c) { return llvm::isAlnum(c) || c == '_'; };
    for (size_t at = type.find(was); at != llvm::StringRef::npos; at = type.find(was, at + 1)) {
      llvm::StringRef behind = type.drop_front(at + was.size());
      behind.consume_front("Impl");
      const bool begins = at == 0 || !is_word(type[at - 1]);
      if (begins && (behind.empty() || !is_word(behind.front())))
        return (type.take_front(at) + now + type.drop_front(at + was.size())).str();
    }
    return type.str();
  }

  /// What else is made or held at a place that changes changes too.
  std::optional<Error> check_others(const std::set<const ModuleNode*>& changed) {
    for (const ModuleNode* module : all_modules(after_.modules)) {
      if (module->syntax == nullptr || changed.contains(module)) continue;
      for (const Place& member : module->syntax->members)
        if (types_.has(member) &&
            !types_.set(*module, member, source(member.file, member.range).str()))
          return at(*module, say(diag::module_at_the_place_stays, module->path()),
                    "a member of a block that is used more than once has one type");
      for (const Place& place :
           {Place{module->syntax->whole.file, module->syntax->type}, module->syntax->arguments})
        if (const auto other = texts_at_.find(key(place));
            other != texts_at_.end() && source(place.file, place.range) != other->second)
          return at(*module, say(diag::module_at_the_place_stays, module->path()),
                    "a loop or a block that is used more than once has one source for all");
    }
    return std::nullopt;
  }

  const TracedModule& after_;
  CppExpressions& cpp_;
  FileTexts& texts_;
  std::map<std::pair<std::string, TextRange>, std::string> texts_at_; // what comes where
  MemberTypes types_{texts_};
};

} // namespace

Expected<FileEdits> module_edits(const ModuleHistory& modules, const TracedModule& after,
                                 CppExpressions& cpp, FileTexts& texts) {
  return ModuleEditor(after, cpp, texts).run(modules.changed(after));
}

} // namespace fx::refactor
