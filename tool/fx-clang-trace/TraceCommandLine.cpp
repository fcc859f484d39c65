#include "TraceCommandLine.h"

#include "RuleFiles.h"
#include "TerminalSink.h"
#include "fx/Driver/ConfigValues.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace fx::tool {

using namespace llvm;

TraceCommandLine::TraceCommandLine(cl::OptionCategory& category)
    : root_("root",
            cl::desc("What to trace: any C++ expression that makes a module, or the name of a "
                     "class or function (default: every root that can be found)"),
            cl::value_desc("expression"), cl::cat(category)),
      method_("method", cl::desc("Which method to trace (default: forward)"),
              cl::value_desc("name"), cl::init("forward"), cl::cat(category)),
      mode_("mode", cl::desc("The modes to trace: both (default), eval or train"),
            cl::value_desc("mode"), cl::init("both"), cl::cat(category)),
      leaves_("leaf", cl::desc("Module classes to keep as call_module"),
              cl::value_desc("class,..."), cl::CommaSeparated, cl::cat(category)),
      wrapped_("wrap", cl::desc("Functions and methods (Net::decode) to keep as call_function"),
               cl::value_desc("function,..."), cl::CommaSeparated, cl::cat(category)),
      assumptions_("assume",
                   cl::desc("What an expression of the source is where that cannot be known; "
                            "--assume='cfg.depth=4'"),
                   cl::value_desc("expression=value"), cl::cat(category)),
      configs_("config",
               cl::desc("A JSON or YAML file with what the program reads its options from: what "
                        "objects that are not known give for a key"),
               cl::value_desc("file"), cl::cat(category)),
      keep_checks_("keep-checks",
                   cl::desc("Keep TORCH_CHECK and assert in forward as torch._assert, instead of "
                            "taking them to hold"),
                   cl::cat(category)),
      strict_("strict",
              cl::desc("Refuse a model of which the graph lacks state that forward leaves, weights "
                       "that are not registered, or what an opaque call does"),
              cl::cat(category)),
      state_("state",
             cl::desc("What becomes of a number that forward changes and a later call reads: error "
                      "(default), or buffers, where the graph keeps it in a buffer that is not "
                      "saved, as it keeps tensors in any case"),
             cl::value_desc("error|buffers"), cl::init("error"), cl::cat(category)),
      keep_going_("keep-going", cl::desc("Trace what can be traced, and sum up the rest"),
                  cl::cat(category)),
      rules_(
          "rules",
          cl::desc("C++ with rules, namespaces with 'pattern' and 'replacement' or 'message', "
                   "applied before --passes; or ready ones: decompositions, deprecated, fusions, "
                   "inference, leaf-modules, numerics, performance"),
          cl::value_desc("file|name,..."), cl::CommaSeparated, cl::cat(category)),
      inputs_(category) {}

llvm::Expected<std::vector<std::string>>
TraceCommandLine::rules_files(const char* program, const driver::Config& config) const {
  std::vector<std::string> files;
  for (const std::string& name : rules_or(config.rules)) {
    if (name == leaf_modules) continue;
    llvm::Expected<std::string> file = rules_file(name, program);
    if (!file) return file.takeError();
    files.push_back(std::move(*file));
  }
  return files;
}

llvm::Expected<frontend::TraceOptions>
TraceCommandLine::options(const driver::PluginFinder& plugin, const driver::Config& config,
                          const std::vector<std::string>& sources) const {
  if (mode_ != "both" && mode_ != "eval" && mode_ != "train")
    return createStringError("--mode=" + mode_ + " is unknown; one of: both, eval, train");
  if (state_ != "error" && state_ != "buffers")
    return createStringError("--state=" + state_ + " is unknown; one of: error, buffers");
  frontend::TraceOptions options;
  options.root = root_;
  options.keep_going = keep_going_;
  options.method = method_;
  options.training = mode_ == "train";
  options.eval_only = mode_ == "eval";
  options.leaves = {leaves_.begin(), leaves_.end()};
  if (llvm::is_contained(rules_or(config.rules), leaf_modules))
    options.leaf_calls = {std::exchange(options.leaves, {})};
  options.wrapped = {wrapped_.begin(), wrapped_.end()};
  options.assumptions = {assumptions_.begin(), assumptions_.end()};
  for (const std::string& file : configs_) {
    Expected<std::vector<frontend::ConfigValue>> values = driver::read_config_values(file);
    if (!values) return createStringError(values.error().message_with_id());
    std::ranges::move(*values, std::back_inserter(options.config));
  }
  options.keep_checks = keep_checks_;
  options.strict = strict_;
  options.state_buffers = state_ == "buffers";
  if (llvm::Error failure = inputs_.add_to(options, plugin)) return failure;
  driver::add_config(
      config, sources,
      {.method = method_.getNumOccurrences() > 0, .mode = mode_.getNumOccurrences() > 0}, options);
  return options;
}

} // namespace fx::tool
