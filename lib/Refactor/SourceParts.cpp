#include "SourceParts.h"
#include "RefusedPlace.h"

#include "Messages.h"
#include "SourceTokens.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace fx::refactor {

using Place = ClassSyntax::Place;

const ClassSyntax::Constructor* constructor_with(const ClassSyntax& of, const Place& initializer) {
  const auto found =
      std::ranges::find_if(of.constructors, [&](const ClassSyntax::Constructor& constructor) {
        return constructor.whole.file == initializer.file &&
               std::ranges::find(constructor.initializers, initializer.range) !=
                   constructor.initializers.end();
      });
  return found == of.constructors.end() ? nullptr : &*found;
}

void SourceParts::remove_statement(const Place& statement) {
  const std::string file = statement.file.str();
  const SourceTokens tokens(texts_.text(file));
  // The only statement of an if leaves its semicolon.
  TextRange range = tokens.is_in_block(statement.range)
                        ? tokens.with_line(statement.range)
                        : TextRange{statement.range.begin, statement.range.end - 1};
  // In a line with others the blanks behind it go too.
  const llvm::StringRef behind = texts_.text(file).drop_front(range.end);
  if (range == statement.range && behind.ltrim(" \t").find_first_of("\r\n/") != 0)
    range.end += static_cast<uint32_t>(behind.size() - behind.ltrim(" \t").size());
  texts_at_[file][range] = "";
}

void SourceParts::replace(const Place& place, std::string text) {
  texts_at_[place.file.str()][place.range] = std::move(text);
}

SourceParts::List& SourceParts::change_item(const std::string& file, std::vector<TextRange> items,
                                            TextRange item, TextRange whole,
                                            std::optional<std::string> text) {
  List& list = lists_[{file, items.front().begin}];
  list.items = std::move(items);
  list.whole = whole;
  list.changed[item] = std::move(text);
  return list;
}

void SourceParts::remove_field(const ClassSyntax& of, const ClassSyntax::Field& field) {
  replace_field(of, field, {});
}

void SourceParts::replace_field(const ClassSyntax& of, const ClassSyntax::Field& field,
                                std::vector<std::string> declarations) {
  const std::string file = of.braces.file.str();
  std::vector<TextRange> items;
  for (const ClassSyntax::Field& other : of.fields)
    if (other.declaration == field.declaration) items.push_back(other.declarator);
  List& list =
      change_item(file, std::move(items), field.declarator,
                  SourceTokens(texts_.text(file)).with_line(field.declaration), std::nullopt);
  list.declaration = field.declaration;
  list.type = field.type_range;
  if (!declarations.empty()) list.others[field.declarator] = std::move(declarations);
}

void SourceParts::change_initializer(const ClassSyntax& of, const Place& initializer,
                                     std::optional<std::string> text) {
  const ClassSyntax::Constructor& constructor = *constructor_with(of, initializer);
  const std::string file = constructor.whole.file.str();
  // With the colon, and the blanks before it.
  const llvm::StringRef before =
      texts_.text(file).take_front(constructor.initializers.front().begin);
  const auto colon = static_cast<uint32_t>(before.rtrim(": \t\r\n").size());
  change_item(file, constructor.initializers, initializer.range,
              {colon, constructor.initializers.back().end}, std::move(text));
}

/// One for each that it declares, and those of the others, in order.
std::vector<std::string> SourceParts::declarations_of(const std::string& file,
                                                      const List& list) const {
  const llvm::StringRef text = texts_.text(file);
  std::vector<std::string> declarations;
  for (const TextRange& item : list.items) {
    const auto others = list.others.find(item);
    if (others != list.others.end())
      std::ranges::copy(others->second, std::back_inserter(declarations));
    else if (!list.changed.contains(item))
      declarations.push_back(
          fmt::format("{} {};", std::string_view(text.slice(list.type.begin, list.type.end)),
                      std::string_view(text.slice(item.begin, item.end))));
  }
  return declarations;
}

Expected<FileEdits> SourceParts::edits() const {
  auto texts_at = texts_at_;
  for (const auto& [place, list] : lists_) {
    std::map<TextRange, std::string>& texts = texts_at[place.first];
    const auto goes = [&](const TextRange& item) {
      const auto found = list.changed.find(item);
      return found != list.changed.end() && !found->second;
    };
    const bool goes_whole = std::ranges::all_of(list.items, goes);
    if (!list.others.empty()) {
      const SourceTokens tokens(texts_.text(place.first));
      const std::string line =
          tokens.line_end().str() + tokens.indentation(list.declaration.begin).str();
      const bool is_last = goes(list.items.back()) && list.others.size() == 1 &&
                           list.others.contains(list.items.back());
      const std::string others =
          fmt::format("{}", fmt::join(declarations_of(place.first, list), line));
      // Those that stay keep their declaration, if they come before the others anyway.
      if (is_last && !goes_whole) {
        texts[{list.declaration.end, list.declaration.end}] =
            line + fmt::format("{}", fmt::join(list.others.begin()->second, line));
      } else {
        texts[list.declaration] = others;
        continue;
      }
    } else if (goes_whole) {
      texts[list.whole] = "";
    }
    if (goes_whole) continue;
    for (const auto& [item, text] : list.changed)
      if (text) texts[item] = *text;
    // Each takes the comma behind it along; those at the end the one before.
    for (size_t i = 0; i < list.items.size(); ++i) {
      if (!goes(list.items[i])) continue;
      const bool is_at_end =
          std::all_of(list.items.begin() + static_cast<std::ptrdiff_t>(i), list.items.end(), goes);
      if (is_at_end) {
        texts[{list.items[i - 1].end, list.items.back().end}] = "";
        break;
      }
      texts[{list.items[i].begin, list.items[i + 1].begin}] = "";
    }
  }
  FileEdits edits;
  for (const auto& [file, texts] : texts_at) {
    const SourceTokens tokens(texts_.text(file));
    for (const auto& [range, text] : texts) {
      if (const std::optional<TextRange> directive = tokens.directive_in(range))
        return refused_at(texts_, {Symbol(file), *directive}, say(diag::directive_inside),
                          "take the directive out, or change the code by hand");
      edits[file].push_back({range, text});
    }
  }
  return edits;
}

} // namespace fx::refactor
