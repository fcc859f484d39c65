#include "BranchedCode.h"

#include "CodeText.h"
#include "Messages.h"
#include "Pieces.h"
#include "RefusedPlace.h"
#include "SourceTokens.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace fx::refactor {

namespace {

/// What one `if` or one `?:` is around.
struct Region {
  TextRange range;
  std::vector<TextRange> statements; // empty: an expression
  std::string condition;
  const MethodSyntax* method = nullptr;
};

/// A variable that a statement of a region declares.
struct Declared {
  std::string name;
  std::string type; // of a declaration in front of the branches
  TextRange head;   // "auto out ": what becomes "out "
};

/// Whether a statement of which only the text is known could declare a variable.
bool may_declare(llvm::StringRef code) {
  const llvm::StringRef head =
      code.take_until([](char c) { return llvm::StringRef("=([{;").contains(c); }).trim();
  return !head.starts_with("return") && head.find_first_of(" \t\n") != llvm::StringRef::npos;
}

class Brancher {
public:
  Brancher(const std::string& file, std::vector<Edit>& edits, const std::vector<Edit>& all,
           FileTexts& texts)
      : file_(file), edits_(edits), all_(all), texts_(texts), text_(texts.text(file)),
        tokens_(text_) {}

  std::optional<Error> add(std::vector<BranchedPlace> places);

private:
  std::optional<Error> refuse(const TextRange& at, const char* why) const {
    return refused_at(texts_, {Symbol(file_), at}, say(diag::code_without_two_forms, why),
                      "change the code so that the value has a statement of its own");
  }
  Expected<std::vector<Region>> regions(std::vector<BranchedPlace> places) const;
  bool follows(const Region& last, const TextRange& statement) const;
  std::string form(const Region& region, const std::vector<Edit>& edits,
                   const std::vector<Declared>& hoisted) const;
  Expected<std::vector<Declared>> declarations(const Region& region) const;
  bool is_used_behind(const Region& region, const std::string& name) const;
  std::string expression(const Region& region) const;
  std::string branch(llvm::StringRef code, llvm::StringRef indentation) const;
  Expected<Edit> statement(const Region& region) const;
  Edit in_braces(const TextRange& range, const std::string& code) const;

  const std::string& file_;
  std::vector<Edit>& edits_;
  const std::vector<Edit>& all_;
  FileTexts& texts_;
  llvm::StringRef text_;
  SourceTokens tokens_;
};

/// Whether a statement is the next behind those of a region, in one block.
bool Brancher::follows(const Region& last, const TextRange& statement) const {
  return !last.statements.empty() && tokens_.is_in_block(last.statements.front()) &&
         tokens_.around(last.statements.back()).after.begin >= statement.begin;
}

/// The places in the order of the source, those together that one `if` can be around.
Expected<std::vector<Region>> Brancher::regions(std::vector<BranchedPlace> places) const {
  std::ranges::sort(places, {}, [](const BranchedPlace& place) {
    return std::pair(place.statement.empty() ? place.whole.begin : place.statement.begin,
                     place.whole.begin);
  });
  std::vector<Region> regions;
  for (const BranchedPlace& place : places) {
    if (place.needs_statement && place.statement.empty())
      return *refuse(place.whole, "code in its statement decides whether it runs");
    Region region{
        place.needs_statement ? place.statement : place.whole, {}, place.condition, place.method};
    if (place.needs_statement) region.statements = {place.statement};
    Region* last = regions.empty() ? nullptr : &regions.back();
    const bool are_alike = last != nullptr && last->condition == region.condition;
    if (last != nullptr && last->range.contains(region.range)) {
      if (!are_alike) return *refuse(place.whole, "two conditions decide about it");
      continue;
    }
    if (last != nullptr && region.range.contains(last->range)) {
      if (!are_alike) return *refuse(place.whole, "two conditions decide about it");
      *last = std::move(region);
      continue;
    }
    if (are_alike && !place.statement.empty() && follows(*last, place.statement)) {
      last->statements.push_back(place.statement);
      last->range.end = place.statement.end;
      continue;
    }
    regions.push_back(std::move(region));
  }
  return regions;
}

/// The code of a region with edits; what is declared in front of it is assigned.
std::string Brancher::form(const Region& region, const std::vector<Edit>& edits,
                           const std::vector<Declared>& hoisted) const {
  std::vector<Edit> inside;
  for (const Edit& edit : edits) {
    // A statement that goes may take its line along.
    const TextRange clipped{std::max(edit.range.begin, region.range.begin),
                            std::min(edit.range.end, region.range.end)};
    if (clipped.begin > clipped.end || (edit.range.empty() && clipped.begin == region.range.end))
      continue;
    if (clipped.empty() && !edit.range.empty()) continue;
    inside.push_back(
        {{clipped.begin - region.range.begin, clipped.end - region.range.begin}, edit.text});
  }
  for (const Declared& declared : hoisted) {
    const TextRange head{declared.head.begin - region.range.begin,
                         declared.head.end - region.range.begin};
    const auto around = std::ranges::find_if(
        inside, [&](const Edit& edit) { return !edit.range.empty() && edit.range.contains(head); });
    if (around == inside.end())
      inside.push_back({head, declared.name + " "});
    else if (llvm::StringRef(around->text)
                 .starts_with(text_.slice(declared.head.begin, declared.head.end)))
      around->text = declared.name + " " + around->text.substr(head.end - head.begin);
  }
  std::ranges::sort(inside, {}, &Edit::range);
  return llvm::StringRef(apply_edits(text_.slice(region.range.begin, region.range.end), inside))
      .trim()
      .str();
}

/// Whether the code behind a region, in its block, names a variable.
bool Brancher::is_used_behind(const Region& region, const std::string& name) const {
  return !tokens_.uses(name, region.range.end).empty();
}

/// The variables that the statements of a region declare for the code behind it.
Expected<std::vector<Declared>> Brancher::declarations(const Region& region) const {
  std::vector<Declared> found;
  for (const TextRange& range : region.statements) {
    const MethodSyntax::Statement* known = nullptr;
    if (region.method != nullptr && region.method->file == file_)
      for (const MethodSyntax::Statement& each : region.method->statements)
        if (each.range == range) known = &each;
    if (known == nullptr) {
      if (may_declare(text_.slice(range.begin, range.end)))
        return *refuse(range, "it may declare a variable, and is in a block inside of its method");
      continue;
    }
    for (const MethodSyntax::Variable& variable : known->variables) {
      if (!variable.declared || !is_used_behind(region, variable.name)) continue;
      const llvm::StringRef code = text_.slice(range.begin, range.end);
      const auto [before, value] = code.split('=');
      const llvm::StringRef name = before.rtrim();
      const llvm::StringRef type = name.drop_back(std::min(name.size(), variable.name.size()));
      const bool is_plain = !value.empty() && name.ends_with(variable.name) && !type.empty() &&
                            type.find_first_of("&*,[({") == llvm::StringRef::npos &&
                            !type.contains("const ");
      if (!is_plain) return *refuse(range, "it declares a variable that cannot be assigned later");
      const bool is_tensor = variable.type == "at::Tensor";
      const std::string written = type.trim() != "auto" ? type.trim().str()
                                  : is_tensor           ? "torch::Tensor"
                                                        : variable.type;
      found.push_back({variable.name,
                       written,
                       {range.begin, range.begin + static_cast<uint32_t>(before.size())}});
    }
  }
  return found;
}

std::string Brancher::expression(const Region& region) const {
  std::string both = fmt::format("{} ? {} : {}", region.condition, form(region, all_, {}),
                                 form(region, edits_, {}));
  return in_place_of(std::move(both), tokens_.around(region.range));
}

/// " code;" of one line, " {", the lines and "}" of several.
std::string Brancher::branch(llvm::StringRef code, llvm::StringRef indentation) const {
  const std::string line_end = tokens_.line_end().str();
  const std::string inner = indentation.str() + tokens_.indentation_step();
  const bool is_line = !code.contains('\n') && code.count(';') == 1 && !code.contains('{') &&
                       !code.starts_with("if");
  if (is_line) return fmt::format("{}{}{}", line_end, inner, code);
  return fmt::format(" {{{}{}{}{}{}}}", line_end, inner, reindented(code, indentation, inner),
                     line_end, indentation);
}

/// What belongs to an `if` or a loop is one statement, and no `else` is taken for another's.
Edit Brancher::in_braces(const TextRange& range, const std::string& code) const {
  const std::optional<uint32_t> head = tokens_.head_of(range);
  if (!head || !text_.slice(*head, range.begin).trim().empty()) return {range, "{ " + code + " }"};
  const std::string line_end = tokens_.line_end().str();
  const std::string outer = tokens_.indentation(*head).str();
  const std::string inner = outer + tokens_.indentation_step();
  const std::string was = tokens_.indentation(range.begin).str();
  return {{*head, range.end},
          fmt::format(" {{{}{}{}{}{}}}", line_end, inner, reindented(code, was, inner), line_end,
                      outer)};
}

Expected<Edit> Brancher::statement(const Region& region) const {
  const Expected<std::vector<Declared>> hoisted = declarations(region);
  if (!hoisted) return hoisted.error();
  const std::string indentation = tokens_.indentation(region.range.begin).str();
  const std::string line = tokens_.line_end().str() + indentation;
  const std::string changed = form(region, all_, *hoisted);
  const std::string kept = form(region, edits_, *hoisted);
  std::string both;
  for (const Declared& declared : *hoisted)
    both += fmt::format("{} {};{}", declared.type, declared.name, line);
  if (changed.empty())
    both += fmt::format("if (!{}){}", region.condition, branch(kept, indentation));
  else {
    const std::string first = branch(changed, indentation);
    both += fmt::format("if ({}){}{}else{}", region.condition, first,
                        llvm::StringRef(first).ends_with("}") ? std::string(" ") : line,
                        branch(kept, indentation));
  }
  if (!tokens_.is_in_block(region.range)) return in_braces(region.range, both);
  return Edit{region.range, both};
}

std::optional<Error> Brancher::add(std::vector<BranchedPlace> places) {
  const Expected<std::vector<Region>> found = regions(std::move(places));
  if (!found) return found.error();
  std::vector<Edit> made;
  for (const Region& region : *found) {
    if (region.statements.empty()) {
      made.push_back({region.range, expression(region)});
      continue;
    }
    Expected<Edit> edit = statement(region);
    if (!edit) return edit.error();
    made.push_back(std::move(*edit));
  }
  for (Edit& edit : made) {
    std::erase_if(edits_, [&](const Edit& inner) {
      return edit.range.contains(inner.range) && inner.range.begin < edit.range.end;
    });
    edits_.push_back(std::move(edit));
  }
  return std::nullopt;
}

} // namespace

std::optional<Error> branch_code(const std::vector<BranchedPlace>& places, FileEdits& edits,
                                 const FileEdits& all, FileTexts& texts) {
  std::map<std::string, std::vector<BranchedPlace>> by_file;
  for (const BranchedPlace& place : places)
    by_file[place.file].push_back(place);
  for (auto& [file, of_file] : by_file)
    if (auto error = Brancher(file, edits[file], all.at(file), texts).add(std::move(of_file)))
      return error;
  return std::nullopt;
}

} // namespace fx::refactor
