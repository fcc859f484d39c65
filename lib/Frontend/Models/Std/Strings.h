// What the models of std::string and string_view share: their classes, and the text that arguments
// give.
#pragma once

#include "Frontend/Models/Text.h"

namespace fx::frontend {

/// The class whose method is called.
const clang::CXXRecordDecl* own_class(const ModelCall& call);
/// Only text of char is modelled.
bool is_char_class(const clang::CXXRecordDecl* record);
/// Whether argument number `i` is given, and a position or a number of characters.
bool is_index(const ModelCall& call, size_t i);
/// That position; reports when it is not known.
bool given_index(ModelCall& call, size_t i, size_t& result);
/// The text that arguments from number `i` on give, as string's constructors, append and their kin
/// take them: text, text and where to begin and how much, characters and how many, a number of
/// equal characters, a list, a range.
bool given_text(ModelCall& call, size_t i, std::string& text);
/// Whether the program may hold this text too: texts that double soon fill all memory.
bool has_room(ModelCall& call, const std::string& text);

} // namespace fx::frontend
