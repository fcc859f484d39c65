// The call of a submodule's forward, written out where it stands.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Refactor/Edits.h"

#include "llvm/ADT/StringRef.h"

namespace fx::refactor {

/// The name that the source gives the class: "BlockImpl" of "struct BlockImpl final : ".
llvm::StringRef declared_class(const ClassSyntax& of, FileTexts& texts);
/// "3", "-0.5", "true"
bool is_literal_text(llvm::StringRef text);
bool is_identifier_text(llvm::StringRef text);

/// Whether the call alone is written out: the submodule stays, and its modules with it.
bool inlines_call_alone(const TracedModule& model);
/// The member that holds the submodule. Error: the class does not declare it, or as one that may
/// hold an object of another class.
Expected<const ClassSyntax::Field*>
field_of_submodule(const ClassSyntax& owner, const SubmoduleInlining& inlining, FileTexts& texts);

/// The edits in the traced method. Error: it calls the submodule in several places or where other
/// code decides whether it runs, or forward has more than statements and a return at its end.
Expected<FileEdits> inlined_call_edits(const TracedModule& model, FileTexts& texts);

} // namespace fx::refactor
