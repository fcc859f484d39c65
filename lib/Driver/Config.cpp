#include "fx/Driver/Config.h"

#include "ConfigYaml.h"
#include "Messages.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"

namespace fx::driver {

namespace path = llvm::sys::path;
namespace fs = llvm::sys::fs;

namespace {

std::string absolute(llvm::StringRef name) {
  llvm::SmallString<256> result(name);
  (void)fs::make_absolute(result);
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return std::string(result);
}

std::string absolute_in(llvm::StringRef folder, llvm::StringRef name) {
  llvm::SmallString<256> result(name);
  path::make_absolute(folder, result);
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return std::string(result);
}

/// Folders and files that flags name are meant from where the configuration lies.
std::vector<std::string> flags_in(llvm::StringRef folder, llvm::ArrayRef<std::string> flags) {
  std::vector<std::string> result;
  bool is_path = false;
  for (const std::string& flag : flags) {
    const llvm::StringRef word(flag);
    if (is_path)
      result.push_back(absolute_in(folder, word));
    else if (word.starts_with("-I") && word.size() > 2)
      result.push_back("-I" + absolute_in(folder, word.drop_front(2)));
    else
      result.push_back(flag);
    is_path = !is_path && llvm::is_contained({"-I", "-isystem", "-iquote", "-idirafter"}, word);
  }
  return result;
}

/// "src/*.cpp" of a configuration, and the file as that names it.
bool is_for(const Config& config, const Config::Model& model, llvm::StringRef source) {
  if (model.files.empty()) return true;
  const llvm::StringRef folder = path::parent_path(config.path);
  llvm::Expected<llvm::GlobPattern> glob = llvm::GlobPattern::create(model.files);
  if (!glob) return llvm::consumeError(glob.takeError()), false;
  const std::string file = absolute(source);
  llvm::StringRef below(file);
  return below.consume_front(folder) && below.consume_front("/") &&
         (glob->match(below) || glob->match(path::filename(below)));
}

void name_root(frontend::TraceOptions& options) {
  if (options.root.empty() || !frontend::is_plain_name(options.root)) return;
  for (const frontend::ModelOptions& model : options.models)
    if (!model.root.empty() && frontend::name_of(model) == options.root) {
      options.root = model.root;
      return;
    }
}

} // namespace

std::vector<std::string> Config::arguments() const {
  std::vector<std::string> words;
  if (!standard.empty()) words.push_back("-std=" + standard);
  llvm::append_range(words, flags);
  return words;
}

Expected<Config> read_config(const std::string& file) {
  const auto text = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!text) return say(diag::config_not_read, file, text.getError().message());
  Config config;
  config.path = absolute(file);
  if (auto error = parse_config((*text)->getMemBufferRef(), config)) return std::move(*error);
  const llvm::StringRef folder = path::parent_path(config.path);
  config.flags = flags_in(folder, config.flags);
  for (std::string& rule : config.rules)
    if (llvm::StringRef(rule).contains('.') || llvm::StringRef(rule).contains('/'))
      rule = absolute_in(folder, rule);
  return config;
}

std::string find_config(const std::string& source) {
  const std::string file = absolute(source);
  for (llvm::StringRef folder = path::parent_path(file); !folder.empty();
       folder = path::parent_path(folder)) {
    llvm::SmallString<256> candidate(folder);
    path::append(candidate, config_name);
    if (fs::is_regular_file(candidate)) return std::string(candidate);
  }
  return {};
}

void add_config(const Config& config, const std::vector<std::string>& sources,
                const SaidAlready& said, frontend::TraceOptions& options) {
  frontend::ModelOptions general;
  for (const Config::Model& entry : config.models) {
    const auto names = [&](const std::string& source) { return is_for(config, entry, source); };
    if (llvm::none_of(sources, names)) continue;
    frontend::ModelOptions model = entry.options;
    if (said.method) model.method.reset();
    if (said.mode) model.mode.reset();
    // A pattern is for many files, of which some have the class.
    model.is_expected = !entry.files.empty() &&
                        llvm::StringRef(entry.files).find_first_of("*?[") == llvm::StringRef::npos;
    if (frontend::name_of(model).empty())
      add_general(model, general);
    else
      options.models.push_back(std::move(model));
  }
  add_general(config.general, general);
  if (said.method) general.method.reset();
  if (said.mode) general.mode.reset();
  if (general.method) options.method = *general.method;
  if (general.mode) {
    options.training = *general.mode == frontend::ModelOptions::Mode::Train;
    options.eval_only = *general.mode == frontend::ModelOptions::Mode::Eval;
  }
  options.models.push_back(std::move(general));
  name_root(options);
}

} // namespace fx::driver
