#include "ConfigYaml.h"

#include "Messages.h"
#include "fx/Check/Check.h"
#include "fx/Frontend/InputSpec.h"

#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/YAMLParser.h"
#include "llvm/Support/YAMLTraits.h"

namespace yaml = llvm::yaml;
using fx::driver::Config;
using fx::frontend::ModelOptions;

namespace {

// Texts that are looked at where they are read, so that an error is at their place.
LLVM_YAML_STRONG_TYPEDEF(std::string, Glob)
LLVM_YAML_STRONG_TYPEDEF(std::string, Assumption)
LLVM_YAML_STRONG_TYPEDEF(std::string, Checks)
LLVM_YAML_STRONG_TYPEDEF(std::string, Example)
LLVM_YAML_STRONG_TYPEDEF(std::string, Name)
LLVM_YAML_STRONG_TYPEDEF(std::string, Standard)

} // namespace

LLVM_YAML_IS_SEQUENCE_VECTOR(Assumption)
LLVM_YAML_IS_SEQUENCE_VECTOR(Example)
LLVM_YAML_IS_SEQUENCE_VECTOR(Name)
LLVM_YAML_IS_SEQUENCE_VECTOR(Config::Model)

namespace {

/// Reads a list of checked texts into one of plain ones.
template <class Text>
void map_texts(yaml::IO& io, const char* key, std::vector<std::string>& texts) {
  std::vector<Text> read;
  io.mapOptional(key, read);
  for (Text& text : read)
    texts.push_back(std::move(text.value));
}

template <class Text>
void map_text(yaml::IO& io, const char* key, std::string& text) {
  Text read;
  io.mapOptional(key, read);
  text = std::move(read.value);
}

/// What can be said of everything and of one model.
void map_options(yaml::IO& io, ModelOptions& options) {
  std::string method;
  map_text<Name>(io, "Method", method);
  if (!method.empty()) options.method = method;
  io.mapOptional("Mode", options.mode);
  map_texts<Name>(io, "Leaf", options.leaves);
  map_texts<Name>(io, "Wrap", options.wrapped);
  map_texts<Assumption>(io, "Assume", options.assumptions);
  map_texts<Example>(io, "Input", options.inputs);
}

/// Where what is read just now begins: a line of the text behind the IO's context.
unsigned current_line(yaml::IO& io) {
  const auto* text = static_cast<const llvm::StringRef*>(io.getContext());
  const yaml::Node* node = static_cast<yaml::Input&>(io).getCurrentNode();
  const char* begin = node ? node->getSourceRange().Start.getPointer() : text->begin();
  return 1 + static_cast<unsigned>(std::count(text->begin(), begin, '\n'));
}

} // namespace

namespace llvm::yaml {

template <>
struct ScalarEnumerationTraits<ModelOptions::Mode> {
  static void enumeration(IO& io, ModelOptions::Mode& mode) {
    io.enumCase(mode, "both", ModelOptions::Mode::Both);
    io.enumCase(mode, "eval", ModelOptions::Mode::Eval);
    io.enumCase(mode, "train", ModelOptions::Mode::Train);
  }
};

struct WrittenPlainly {
  // NOLINTNEXTLINE(readability-identifier-naming): LLVM's name
  static QuotingType mustQuote(StringRef text) { return needsQuotes(text); }
};

template <>
struct ScalarTraits<Name> : WrittenPlainly {
  static void output(const Name& name, void*, raw_ostream& stream) { stream << name.value; }
  static StringRef input(StringRef text, void*, Name& name) {
    name.value = text.trim().str();
    return name.value.empty() ? "this is empty" : "";
  }
};

template <>
struct ScalarTraits<Glob> : WrittenPlainly {
  static void output(const Glob& glob, void*, raw_ostream& stream) { stream << glob.value; }
  static StringRef input(StringRef text, void*, Glob& glob) {
    glob.value = text.str();
    Expected<GlobPattern> pattern = GlobPattern::create(text);
    if (pattern && !text.empty()) return "";
    if (!pattern) consumeError(pattern.takeError());
    return "this is no pattern for names of files, such as src/*.cpp";
  }
};

template <>
struct ScalarTraits<Assumption> : WrittenPlainly {
  static void output(const Assumption& text, void*, raw_ostream& stream) { stream << text.value; }
  static StringRef input(StringRef text, void*, Assumption& assumption) {
    assumption.value = text.str();
    const size_t at = text.find('=');
    return at == 0 || at == StringRef::npos || at + 1 == text.size()
               ? "this is no assumption, such as 'config.depth=4'"
               : "";
  }
};

template <>
struct ScalarTraits<Example> : WrittenPlainly {
  static void output(const Example& text, void*, raw_ostream& stream) { stream << text.value; }
  static StringRef input(StringRef text, void*, Example& input) {
    input.value = text.str();
    const StringRef value = text.contains('=') ? text.split('=').second : text;
    return fx::frontend::parse_input_spec(value, /*of_tensors=*/true, /*names=*/true)
               ? ""
               : "this is no example input, such as 'x=1x3x224x224'";
  }
};

template <>
struct ScalarTraits<Checks> : WrittenPlainly {
  static void output(const Checks& text, void*, raw_ostream& stream) { stream << text.value; }
  static StringRef input(StringRef text, void*, Checks& checks) {
    checks.value = text.str();
    return fx::check::Selection(text).problem().empty()
               ? ""
               : "a glob of Checks is that of no check: fx-clang-check --list-checks names them";
  }
};

template <>
struct ScalarTraits<Standard> : WrittenPlainly {
  static void output(const Standard& text, void*, raw_ostream& stream) { stream << text.value; }
  static StringRef input(StringRef text, void*, Standard& standard) {
    standard.value = text.str();
    return text.starts_with("c++") || text.starts_with("gnu++")
               ? ""
               : "this is no standard of C++, such as c++20";
  }
};

template <>
struct MappingTraits<Config::Model> {
  static void mapping(IO& io, Config::Model& model) {
    model.options.place.line = current_line(io);
    map_text<Glob>(io, "File", model.files);
    map_text<Name>(io, "Class", model.options.name);
    map_text<Name>(io, "Root", model.options.root);
    map_options(io, model.options);
  }
  static std::string validate(IO&, Config::Model& model) {
    return model.files.empty() && model.options.name.empty() && model.options.root.empty()
               ? "an entry says what it is for: Class, File or Root"
               : "";
  }
};

template <>
struct MappingTraits<Config> {
  static void mapping(IO& io, Config& config) {
    map_text<Standard>(io, "Std", config.standard);
    map_texts<Name>(io, "Flags", config.flags);
    map_texts<Name>(io, "Rules", config.rules);
    map_text<Checks>(io, "Checks", config.checks);
    map_options(io, config.general);
    io.mapOptional("Models", config.models);
  }
};

} // namespace llvm::yaml

namespace fx::driver {

namespace {

/// The first message of LLVM's reader.
void keep_first(const llvm::SMDiagnostic& said, void* kept) {
  auto& error = *static_cast<std::optional<Error>*>(kept);
  if (error || said.getKind() != llvm::SourceMgr::DK_Error) return;
  error = Error(say(diag::config_without_meaning, said.getMessage().str()),
                {said.getFilename().str(), static_cast<unsigned>(said.getLineNo()),
                 static_cast<unsigned>(said.getColumnNo()) + 1});
}

} // namespace

std::optional<Error> parse_config(llvm::MemoryBufferRef text, Config& config) {
  llvm::StringRef buffer = text.getBuffer();
  if (buffer.trim().empty()) return std::nullopt;
  std::optional<Error> error;
  yaml::Input input(text, &buffer, keep_first, &error);
  input >> config;
  for (Config::Model& model : config.models)
    model.options.place.file = text.getBufferIdentifier().str();
  if (!error && input.error())
    error = say(diag::config_not_read, text.getBufferIdentifier().str(), input.error().message());
  return error;
}

} // namespace fx::driver
