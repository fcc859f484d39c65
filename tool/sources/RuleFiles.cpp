#include "RuleFiles.h"

#include "Installed.h"
#include "KernelsPlugin.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace fx::tool {

using namespace llvm;

namespace {

std::string rules_folder(const char* program) {
  return installed(program, {FX_DATA_FOLDER, "fx-clang", "rules"}, FX_RULES_SOURCE_PATH);
}

} // namespace

std::vector<std::string> ready_rules(const char* program) {
  std::vector<std::string> names;
  std::error_code no_more;
  for (sys::fs::directory_iterator file(rules_folder(program), no_more), end;
       file != end && !no_more; file.increment(no_more))
    if (sys::path::extension(file->path()) == ".cpp")
      names.push_back(sys::path::stem(file->path()).str());
  std::ranges::sort(names);
  return names;
}

llvm::Expected<std::string> rules_file(StringRef name, const char* program) {
  if (sys::fs::exists(name) || name.contains('.') || name.contains('/')) return name.str();
  SmallString<256> file(rules_folder(program));
  sys::path::append(file, name + ".cpp");
  if (sys::fs::exists(file)) return std::string(file);
  std::vector<std::string> names = ready_rules(program);
  names.emplace_back(leaf_modules);
  std::ranges::sort(names);
  return createStringError("no rules have the name '" + name +
                           "'; name a file, or one of: " + join(names, ", "));
}

} // namespace fx::tool
