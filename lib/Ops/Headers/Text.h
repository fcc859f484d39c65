// Text of headers, looked through without regular expressions, which would take seconds.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fx::ops::headers {

constexpr size_t npos = std::string_view::npos;

bool is_word(char c); // a letter, a digit or _
/// The text of a header without comments and directives, blanks and line ends as one blank each.
std::string collapsed(std::string_view header);
std::string_view trimmed(std::string_view text);
/// The place of the bracket that closes the one at `start`, which is one of ( { <; npos when none
/// does.
size_t closing(std::string_view text, size_t start);
/// What stands between the bracket at `start` and the one that closes it; empty when none does.
std::string_view inside(std::string_view text, size_t start);
/// Split at the commas that stand in no bracket, trimmed.
std::vector<std::string_view> split_top_level(std::string_view text);
/// The word that begins at `start`; empty when none does.
std::string_view word_at(std::string_view text, size_t start);
/// The word that `text` ends with; may be empty.
std::string_view last_word(std::string_view text);
/// "const torch::Tensor&" and "Tensor" -> "const Tensor&": without what is before "::".
std::string without_qualifiers(std::string_view text);
/// Removes `prefix` from the beginning if it is there.
bool consume(std::string_view& text, std::string_view prefix);
/// Replaces `from` wherever it stands as a word of its own, and no "::" before it.
std::string replace_words(std::string_view text, std::string_view from, std::string_view to);

/// Calls `found` with the place behind each `what` in `text`. It returns where to go on.
template <class Found>
void for_each(std::string_view text, std::string_view what, Found found) {
  for (size_t at = text.find(what); at != npos; at = text.find(what, at))
    at = found(at + what.size());
}

} // namespace fx::ops::headers
