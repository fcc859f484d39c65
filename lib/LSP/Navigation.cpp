#include "Navigation.h"

#include "Protocol.h"
#include "ShownGraphs.h"

#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cctype>
#include <map>
#include <set>

namespace fx::lsp {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;
using llvm::lsp::Location;
using llvm::lsp::Position;
using llvm::lsp::Range;

namespace {

Value answer(const std::vector<Location>& locations) {
  if (locations.empty()) return nullptr;
  return Array(locations);
}

std::optional<Location> location_of(const std::string& file, Range range) {
  llvm::Expected<llvm::lsp::URIForFile> uri = llvm::lsp::URIForFile::fromFile(file);
  if (uri) return Location(*uri, range);
  llvm::consumeError(uri.takeError());
  return std::nullopt;
}

Range range_of(const StatedPlace& place, const TextLines& text) {
  const Position begin = text.position(place.line, place.column);
  if (place.end_line != 0) return {begin, text.position(place.end_line, place.end_column)};
  size_t end = text.offset(begin);
  while (end < text.text().size() && clang::isAsciiIdentifierContinue(text.text()[end]))
    ++end;
  return {begin, text.position(end)};
}

} // namespace

void Navigation::add_handlers(llvm::lsp::MessageHandler& handler) {
  handler.method("textDocument/definition", this, &Navigation::on_definition);
  handler.method("textDocument/implementation", this, &Navigation::on_implementation);
  handler.method("textDocument/references", this, &Navigation::on_references);
  handler.method("textDocument/documentSymbol", this, &Navigation::on_symbols);
  handler.method("textDocument/semanticTokens/full", this, &Navigation::on_tokens);
}

void Navigation::add_capabilities(Object& capabilities) {
  for (const auto name :
       {llvm::StringLiteral("definitionProvider"), llvm::StringLiteral("implementationProvider"),
        llvm::StringLiteral("referencesProvider"), llvm::StringLiteral("documentSymbolProvider")})
    capabilities[name] = true;
  capabilities["semanticTokensProvider"] = Object{{"legend", semantic_legend()}, {"full", true}};
}

std::string Navigation::source_file(const GraphDocument& document, const std::string& file) const {
  namespace path = llvm::sys::path;
  const auto plain = [](llvm::SmallString<256> name) {
    path::remove_dots(name, /*remove_dot_dot=*/true);
    return std::string(name);
  };
  if (path::is_absolute(file)) return plain(llvm::StringRef(file));
  const llvm::StringRef folder = path::parent_path(document.uri.file());
  std::string first;
  for (llvm::StringRef above = folder; !above.empty(); above = path::parent_path(above)) {
    llvm::SmallString<256> name(above);
    path::append(name, file);
    std::string found = plain(name);
    if (documents_.find(found) != nullptr || llvm::sys::fs::exists(found)) return found;
    if (first.empty()) first = std::move(found);
  }
  return first;
}

TextLines Navigation::source_text(const std::string& file) const {
  if (const Document* open = documents_.find(file)) return open->text;
  const auto buffer = llvm::MemoryBuffer::getFile(file);
  return TextLines(buffer ? (*buffer)->getBuffer().str() : std::string());
}

std::optional<Location> Navigation::source_place(const GraphDocument& document,
                                                 const StatedPlace* place) const {
  if (place == nullptr) return std::nullopt;
  const std::string file = source_file(document, place->file);
  return location_of(file, range_of(*place, source_text(file)));
}

std::vector<Location> Navigation::made_of(const std::string& file, Position position) const {
  const TextLines text = source_text(file);
  std::vector<Location> found;
  std::optional<Range> smallest;
  for (const auto& [name, document] : graphs_) {
    std::map<std::string, std::string> files;
    const auto look = [&](const auto& item) {
      if (!item.place) return;
      const auto [known, is_new] = files.try_emplace(item.place->file);
      if (is_new) known->second = source_file(document, item.place->file);
      if (known->second != file) return;
      const Range range = range_of(*item.place, text);
      if (position < range.start || range.end < position) return;
      if (smallest && *smallest != range) {
        if (!smallest->contains(range)) return;
        found.clear();
      }
      smallest = range;
      found.push_back(document.location(item.name));
    };
    for (const GraphText::Member& member : document.graph.members)
      look(member);
    for (const GraphText::Node& node : document.graph.nodes)
      look(node);
  }
  return found;
}

namespace {

/// The subjects of the smallest places around one.
std::set<std::string> subjects_at(const ShownFile& shown, Position position) {
  std::set<std::string> subjects;
  std::optional<Range> smallest;
  for (const ShownPlace& place : shown.places) {
    if (position < place.range.start || place.range.end < position) continue;
    if (smallest && *smallest != place.range) {
      if (!smallest->contains(place.range)) continue;
      subjects.clear();
    }
    smallest = place.range;
    subjects.insert(place.subject);
  }
  return subjects;
}

/// A call is told by the name of the member in it, where there is one.
bool has_smaller(const ShownFile& shown, const ShownPlace& place) {
  return llvm::any_of(shown.places, [&](const ShownPlace& other) {
    return other.subject == place.subject && other.range != place.range &&
           place.range.contains(other.range);
  });
}

} // namespace

std::vector<Location> Navigation::places_of(const std::string& file, Position position,
                                            bool with_declaration) const {
  std::set<Location> found;
  for (const auto& [name, document] : documents_) {
    const auto here = document.shown.find(file);
    if (here == document.shown.end()) continue;
    const std::set<std::string> subjects = subjects_at(here->second, position);
    for (const auto& [other, shown] : document.shown)
      for (const ShownPlace& place : shown.places)
        if (subjects.contains(place.subject) && (with_declaration || !place.is_declaration) &&
            !has_smaller(shown, place))
          if (const auto location = location_of(other, place.range)) found.insert(*location);
  }
  return {found.begin(), found.end()};
}

std::optional<Navigation::SubmoduleName>
Navigation::submodule_at(const std::string& file, const TextLines& text, Position position) const {
  for (const auto& [name, document] : documents_) {
    const auto here = document.shown.find(file);
    if (here == document.shown.end()) continue;
    const std::set<std::string> subjects = subjects_at(here->second, position);
    for (const ShownPlace& place : here->second.places) {
      if (!subjects.contains(place.subject) || position < place.range.start ||
          place.range.end < position)
        continue;
      Range range = place.range;
      llvm::StringRef word =
          llvm::StringRef(text.text()).slice(text.offset(range.start), text.offset(range.end));
      if (word.consume_front("\"") && word.consume_back("\"")) {
        ++range.start.character;
        --range.end.character;
      }
      if (!word.empty() && llvm::all_of(word, [](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
          }))
        return SubmoduleName{name, place.subject, range};
    }
  }
  return std::nullopt;
}

const std::vector<ShownSymbol>* Navigation::source_symbols(const std::string& file) const {
  const std::vector<ShownSymbol>* symbols = nullptr;
  for (const auto& [name, document] : documents_)
    // Its own trace knows it best; a header is shown by those of what includes it.
    if (const auto shown = document.shown.find(file); shown != document.shown.end() &&
                                                      !shown->second.symbols.empty() &&
                                                      (symbols == nullptr || name == file))
      symbols = &shown->second.symbols;
  return symbols;
}

void Navigation::on_definition(const llvm::lsp::TextDocumentPositionParams& params, Reply reply) {
  const GraphDocument* document = graphs_.find(params.textDocument.uri);
  // Of C++ that is clangd's answer.
  if (document == nullptr) return reply(nullptr);
  const PointedAt at = pointed_at(*document, params.position);
  if (at.kind == PointedAt::Kind::Nothing) return reply(nullptr);
  if (at.is_definition)
    if (const auto place = source_place(*document, at.place(document->graph)))
      return reply(answer({*place}));
  reply(answer({document->location(definition_of(*document, at))}));
}

void Navigation::on_implementation(const llvm::lsp::TextDocumentPositionParams& params,
                                   Reply reply) {
  const GraphDocument* document = graphs_.find(params.textDocument.uri);
  if (document == nullptr)
    return reply(answer(made_of(params.textDocument.uri.file().str(), params.position)));
  const PointedAt at = pointed_at(*document, params.position);
  if (const auto place = source_place(*document, at.place(document->graph)))
    return reply(answer({*place}));
  reply(nullptr);
}

void Navigation::on_references(const llvm::lsp::ReferenceParams& params, Reply reply) {
  const GraphDocument* document = graphs_.find(params.textDocument.uri);
  if (document == nullptr) {
    const std::string file = params.textDocument.uri.file().str();
    return when_traced_(file, [this, file, params, reply = std::move(reply)]() mutable {
      reply(answer(places_of(file, params.position, params.context.includeDeclaration)));
    });
  }
  std::vector<Location> locations;
  for (const TextPiece piece : references_of(*document, pointed_at(*document, params.position),
                                             params.context.includeDeclaration))
    locations.push_back(document->location(piece));
  reply(answer(locations));
}

void Navigation::on_symbols(const llvm::lsp::DocumentSymbolParams& params, Reply reply) {
  if (const GraphDocument* document = graphs_.find(params.textDocument.uri))
    return reply(symbols_of(*document));
  const std::string file = params.textDocument.uri.file().str();
  const auto say = [this, file](Reply& to) {
    Array all;
    if (const std::vector<ShownSymbol>* symbols = source_symbols(file))
      for (const ShownSymbol& symbol : *symbols)
        all.push_back(document_symbol(symbol));
    to(std::move(all));
  };
  // An editor waits for the outlines of all servers before it shows one.
  if (source_symbols(file) != nullptr) return say(reply);
  when_traced_(file, [say, reply = std::move(reply)]() mutable { say(reply); });
}

void Navigation::on_tokens(const llvm::lsp::DocumentSymbolParams& params, Reply reply) {
  // Those of C++ are clangd's.
  const GraphDocument* document = graphs_.find(params.textDocument.uri);
  reply(document == nullptr ? Value(nullptr) : semantic_tokens(*document));
}

} // namespace fx::lsp
