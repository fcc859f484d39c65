#include "Refactorings.h"

#include "fx/Passes/SourcePlace.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace fx::tool {

using namespace llvm;

namespace {

std::vector<const PassInfo*> all_refactorings() {
  std::vector<const PassInfo*> found;
  for (const PassInfo* info : registered_passes())
    if (info->is_refactoring) found.push_back(info);
  return found;
}

std::string names_of_all() {
  std::vector<StringRef> names;
  for (const PassInfo* info : all_refactorings())
    names.emplace_back(info->name);
  return join(names, ", ");
}

} // namespace

Refactorings::Refactorings(cl::OptionCategory& category)
    : refactor_("refactor",
                cl::desc("Change how the source is written, and print a diff; "
                         "--list-refactorings has the names"),
                cl::value_desc("name,..."), cl::cat(category)),
      at_("at",
          cl::desc("--refactor: change what stands there alone; net.cpp:12 is a line, "
                   "net.cpp:12:7 an expression, net.cpp:12-20 all that begins in these lines"),
          cl::value_desc("file:line[:column][-line[:column]]"), cl::cat(category)),
      renumber_("renumber",
                cl::desc("--rewrite, --rules: take torch::nn::Identity out of Sequentials, as the "
                         "last step; the keys of saved weights change, see --key-map"),
                cl::cat(category)),
      list_("list-refactorings", cl::desc("List what --refactor can do, and exit"),
            cl::cat(category)) {}

bool Refactorings::answer() const {
  if (!list_) return false;
  size_t width = 0;
  for (const PassInfo* info : all_refactorings())
    width = std::max(width, info->name.size());
  for (const PassInfo* info : all_refactorings())
    outs() << left_justify(info->name, static_cast<unsigned>(width) + 2) << info->summary << "\n";
  return true;
}

llvm::Error Refactorings::add_to(PassManager& passes) const {
  if (!at_.empty() && refactor_.empty()) return createStringError("--at goes with --refactor");
  std::vector<SourcePlace> places;
  for (const std::string& text : at_) {
    fx::Expected<SourcePlace> place = SourcePlace::parse(text);
    if (!place) return createStringError("--at: " + place.error().message_with_id());
    places.push_back(std::move(*place));
  }
  for (const std::string& text : refactor_) {
    fx::Expected<PassManager> parsed = PassManager::parse(text);
    if (!parsed)
      return createStringError("--refactor: " + parsed.error().message_with_id() +
                               "; one of: " + names_of_all());
    for (const std::string& name : parsed->pass_names())
      if (!find_pass(name)->is_refactoring)
        return createStringError("--refactor: '" + name +
                                 "' is a pass and no refactoring; one of: " + names_of_all());
    passes.append(std::move(*parsed));
  }
  if (renumber_) {
    fx::Expected<PassManager> last = PassManager::parse("renumber-sequentials");
    if (!last) return createStringError(last.error().message_with_id());
    passes.append(std::move(*last));
  }
  passes.set_places(std::move(places));
  return llvm::Error::success();
}

llvm::Error Refactorings::check(const std::set<std::string>& files_read) const {
  for (const std::string& text : at_) {
    const fx::Expected<SourcePlace> place = SourcePlace::parse(text);
    if (place && none_of(files_read, [&](const std::string& file) {
          return sys::fs::equivalent(file, place->file);
        }))
      return createStringError("--at: '" + place->file + "' is none of the files that were read");
  }
  return llvm::Error::success();
}

} // namespace fx::tool
