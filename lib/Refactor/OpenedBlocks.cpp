#include "OpenedBlocks.h"

#include "CodeText.h"
#include "SourceTokens.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace fx::refactor {

namespace {

/// What stands between the braces of the block on one line that gets a statement; nothing: the edit
/// does not put one into such a block.
std::optional<TextRange> inside_of_block(llvm::StringRef all, const SourceTokens& tokens,
                                         const Edit& edit) {
  const llvm::StringRef text = edit.text;
  if (!text.contains('\n') || !text.contains(';') ||
      !tokens.is_in_block({edit.range.begin, edit.range.begin}))
    return std::nullopt;
  const std::optional<TextRange> braces = tokens.block_around(edit.range.begin);
  if (!braces || !tokens.is_same_line(braces->begin, braces->end)) return std::nullopt;
  const TextRange inside{braces->begin + 1, braces->end - 1};
  // Who fills an empty block has given it its lines.
  if (all.slice(inside.begin, inside.end).trim().empty() && text.starts_with(tokens.line_end()))
    return std::nullopt;
  return inside;
}

} // namespace

void open_blocks(llvm::StringRef text, std::vector<Edit>& edits) {
  const SourceTokens tokens(text);
  std::set<TextRange> blocks;
  for (const Edit& edit : edits)
    if (const std::optional<TextRange> inside = inside_of_block(text, tokens, edit))
      blocks.insert(*inside);
  for (const TextRange& inside : blocks) {
    std::vector<Edit> of_block;
    std::erase_if(edits, [&](const Edit& edit) {
      if (!inside.contains(edit.range)) return false;
      of_block.push_back(
          {{edit.range.begin - inside.begin, edit.range.end - inside.begin}, edit.text});
      return true;
    });
    std::ranges::sort(of_block, {}, &Edit::range);
    const std::string code = apply_edits(text.slice(inside.begin, inside.end), of_block);
    const llvm::StringRef line_end = tokens.line_end();
    const std::string outer = tokens.indentation(inside.begin).str();
    const std::string inner = outer + tokens.indentation_step();
    edits.push_back({inside, fmt::format("{}{}{}{}{}", line_end.str(), inner,
                                         reindented(llvm::StringRef(code).trim(), outer, inner),
                                         line_end.str(), outer)});
  }
}

} // namespace fx::refactor
