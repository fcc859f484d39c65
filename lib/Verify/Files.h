// Names of files.
#pragma once

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"

#include <string>

namespace fx::verify {

inline std::string below(llvm::StringRef folder, const llvm::Twine& name) {
  llvm::SmallString<256> file(folder);
  llvm::sys::path::append(file, name);
  return std::string(file);
}

} // namespace fx::verify
