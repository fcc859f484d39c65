#include "Frontend/SourceNotes.h"

#include "Frontend/Values/Names.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// "x=1x3" and "hx=(1x8, 1x8)" of "x=1x3 hx=(1x8, 1x8)".
std::vector<std::string> words_of(llvm::StringRef text) {
  std::vector<std::string> words(1);
  int depth = 0;
  bool is_quoted = false;
  for (const char c : text) {
    is_quoted ^= c == '"';
    depth += c == '(' || c == '[';
    depth -= c == ')' || c == ']';
    if (!llvm::isSpace(c) || is_quoted)
      words.back() += c;
    else if (depth <= 0)
      words.emplace_back();
  }
  std::erase(words, std::string());
  return words;
}

constexpr llvm::StringLiteral root_key = "root=";

struct Note {
  std::string word;
  fx::SourceLocation place; // of its line
};

/// Takes the lines of a comment away that `text` ends with. False: there is more on them.
bool skip_block_comment(llvm::StringRef& text) {
  const size_t opening = text.rfind("/*");
  const size_t begin = text.take_front(opening).rfind('\n') + 1;
  if (opening == llvm::StringRef::npos || !text.slice(begin, opening).trim().empty()) return false;
  text = text.take_front(begin);
  return true;
}

/// What the comments say that stand on the lines above a place.
std::vector<Note> notes_above(clang::SourceLocation place, const SourceManager& sources) {
  const auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(place));
  llvm::StringRef text = sources.getBufferData(file).take_front(offset);
  text = text.take_front(text.rfind('\n') + 1);
  std::vector<Note> notes;
  while (text.consume_back("\n")) {
    if (text.rtrim().ends_with("*/") && skip_block_comment(text)) continue;
    const size_t begin = text.rfind('\n') + 1;
    llvm::StringRef line = text.drop_front(begin).trim();
    text = text.take_front(begin);
    if (!line.consume_front("//")) break;
    line = line.ltrim("/ \t");
    if (!line.consume_front("fx:")) continue;
    const PresumedLoc where =
        sources.getPresumedLoc(sources.getComposedLoc(file, static_cast<unsigned>(begin)));
    for (std::string& word : words_of(line))
      notes.push_back({std::move(word), {where.getFilename(), where.getLine(), 1}});
  }
  return notes;
}

class NoteReader {
public:
  NoteReader(SourceNotes& notes, const SourceManager& sources) : notes_(notes), sources_(sources) {}

  void read(const CXXRecordDecl* record) {
    // What is made of a template stands where that does.
    const CXXRecordDecl* pattern = record->getTemplateInstantiationPattern();
    const CXXRecordDecl* written = pattern ? pattern : record;
    const ClassTemplateDecl* as_template = written->getDescribedClassTemplate();
    clang::SourceLocation begin = as_template ? as_template->getBeginLoc() : written->getBeginLoc();
    read(record, *written, begin, notes_.leaves);
    read_roots(*record, begin, qualified_name(record));
    for (const CXXMethodDecl* method : record->methods())
      if (!method->isImplicit()) read(method);
  }

  /// Objects of a template are known by the expressions that make them.
  void read(const ClassTemplateDecl* declared) {
    read_roots(*declared, declared->getBeginLoc(), {});
  }

  void read(const FunctionDecl* function) {
    for (const FunctionDecl* declared : function->redecls())
      read(function, *declared, declared->getBeginLoc(), notes_.wrapped);
  }

private:
  /// `kept`: the names of what stays whole.
  void read(const NamedDecl* named, const Decl& written, clang::SourceLocation begin,
            std::vector<std::string>& kept) {
    if (begin.isInvalid()) return;
    bool is_kept = llvm::any_of(written.specific_attrs<AnnotateAttr>(), [](const auto* attribute) {
      return attribute->getAnnotation() == "fx.leaf" || attribute->getAnnotation() == "fx.wrap";
    });
    for (Note& note : notes_above(begin, sources_))
      if (note.word == "leaf" || note.word == "wrap")
        is_kept = true;
      else if (!llvm::StringRef(note.word).starts_with(root_key))
        notes_.inputs[named->getCanonicalDecl()].push_back(std::move(note.word));
    if (is_kept) kept.push_back(qualified_name(named));
  }

  void read_roots(const NamedDecl& named, clang::SourceLocation begin, const std::string& name) {
    if (begin.isInvalid()) return;
    for (const Note& note : notes_above(begin, sources_)) {
      llvm::StringRef expression = note.word;
      if (!expression.consume_front(root_key)) continue;
      ModelOptions& root = notes_.roots.emplace_back();
      root.name = name;
      root.root = expression.str();
      root.is_expected = true;
      root.place = note.place;
      for (const DeclContext* scope = named.getDeclContext(); scope; scope = scope->getParent())
        if (const auto* space = dyn_cast<NamespaceDecl>(scope))
          root.scope.insert(root.scope.begin(), space->getNameAsString());
    }
  }

  SourceNotes& notes_;
  const SourceManager& sources_;
};

} // namespace

std::vector<std::string> SourceNotes::inputs_of(const NamedDecl* root,
                                                llvm::StringRef method) const {
  if (root == nullptr) return {};
  std::vector<std::string> found = inputs.lookup(root->getCanonicalDecl());
  if (const auto* record = dyn_cast<CXXRecordDecl>(root))
    for (const CXXMethodDecl* candidate : record->methods())
      if (candidate->getDeclName().isIdentifier() && candidate->getName() == method)
        llvm::append_range(found, inputs.lookup(candidate->getCanonicalDecl()));
  return found;
}

bool is_noted_exact(const Decl& declaration, const SourceManager& sources) {
  return llvm::any_of(notes_above(declaration.getBeginLoc(), sources),
                      [](const Note& note) { return note.word == "exact"; });
}

SourceNotes read_notes(const RootCandidates& candidates, const SourceManager& sources) {
  SourceNotes notes;
  NoteReader reader(notes, sources);
  for (const CXXRecordDecl* record : candidates.classes)
    reader.read(record);
  for (const ClassTemplateDecl* declared : candidates.templates)
    reader.read(declared);
  for (const FunctionDecl* function : candidates.functions)
    reader.read(function);
  return notes;
}

} // namespace fx::frontend
