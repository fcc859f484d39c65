#include "fx/Refactor/Format.h"

#include "clang/Format/Format.h"
#include "clang/Tooling/Inclusions/HeaderIncludes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <optional>

namespace fx::refactor {

namespace {

std::optional<clang::format::FormatStyle> style_for(const std::string& file) {
  // Without a file of the user's, none.
  llvm::Expected<clang::format::FormatStyle> style = clang::format::getStyle(
      "file", file, "none", "", llvm::vfs::getRealFileSystem().get(), /*AllowUnknownOptions=*/true);
  if (!style) {
    llvm::consumeError(style.takeError());
    return std::nullopt;
  }
  if (style->DisableFormat) return std::nullopt;
  return *style;
}

} // namespace

std::string format_cpp(llvm::StringRef code, const std::string& like_file) {
  const auto style = style_for(like_file);
  if (!style) return code.str();
  const clang::tooling::Range all(0, static_cast<unsigned>(code.size()));
  const auto changes = clang::format::reformat(*style, code, {all}, "generated.h");
  llvm::Expected<std::string> formatted = clang::tooling::applyAllReplacements(code, changes);
  if (formatted) return *formatted;
  llvm::consumeError(formatted.takeError());
  return code.str();
}

bool makes_long_line(llvm::StringRef text, const std::string& file, const Edit& edit) {
  const auto style = style_for(file);
  if (!style || style->ColumnLimit == 0 || edit.text.empty()) return false;
  const std::string edited = apply_edits(text, {edit});
  const llvm::StringRef all = edited;
  const size_t begin = all.rfind('\n', edit.range.begin) + 1; // npos + 1 is 0
  llvm::SmallVector<llvm::StringRef> lines;
  const size_t end = all.find('\n', edit.range.begin + edit.text.size());
  all.slice(begin, end).split(lines, '\n');
  return llvm::any_of(
      lines, [&](llvm::StringRef line) { return line.rtrim("\r").size() > style->ColumnLimit; });
}

Edit format_edit(llvm::StringRef text, const std::string& file, const Edit& edit) {
  const auto style = style_for(file);
  if (!style) return edit;
  const std::string edited = apply_edits(text, {edit});
  const clang::tooling::Range range(edit.range.begin, static_cast<unsigned>(edit.text.size()));
  const auto changes = clang::format::reformat(*style, edited, {range}, file);
  Edit result = edit;
  // From the back, so that places in front stay valid; what lies outside is the user's.
  for (const clang::tooling::Replacement& change : llvm::reverse(changes)) {
    const unsigned begin = change.getOffset(), end = begin + change.getLength();
    if (begin < edit.range.begin || end > edit.range.begin + edit.text.size()) continue;
    result.text.replace(begin - edit.range.begin, change.getLength(),
                        change.getReplacementText().str());
  }
  return result;
}

std::optional<Edit> include_edit(llvm::StringRef text, const std::string& file,
                                 llvm::StringRef header) {
  const auto style = style_for(file);
  const clang::tooling::HeaderIncludes includes(
      file, text, (style ? *style : clang::format::getLLVMStyle()).IncludeStyle);
  const auto include = [&](bool is_angled) {
    return includes.insert(header, is_angled, clang::tooling::IncludeDirective::Include);
  };
  const std::optional<clang::tooling::Replacement> wanted = include(/*is_angled=*/true);
  if (!wanted || !include(/*is_angled=*/false)) return std::nullopt;
  std::string line = wanted->getReplacementText().str();
  if (text.contains("\r\n"))
    for (size_t at = line.find('\n'); at != std::string::npos; at = line.find('\n', at + 2))
      line.insert(at, 1, '\r');
  return Edit{{wanted->getOffset(), wanted->getOffset() + wanted->getLength()}, std::move(line)};
}

} // namespace fx::refactor
