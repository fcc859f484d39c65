// The call of a submodule's forward, written out where it stands.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Refactor/Edits.h"

#include "llvm/ADT/StringRef.h"

namespace fx::refactor {

/// The class whose name a text declares: "BlockImpl" of "struct BlockImpl final : ".
llvm::StringRef declared_class(llvm::StringRef head);
/// "3", "-0.5", "true"
bool is_literal_text(llvm::StringRef text);
bool is_identifier_text(llvm::StringRef text);

/// The edits in the traced method. Error: it calls the submodule in several places or where other
/// code decides whether it runs, or forward has more than statements and a return at its end.
Expected<FileEdits> inlined_call_edits(const TracedModule& model, FileTexts& texts);

} // namespace fx::refactor
