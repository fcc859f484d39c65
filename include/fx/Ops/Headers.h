// What the headers of one LibTorch declare, as far as the tables of this library hold it.
//
// A reader of text, no parser of C++: LibTorch's headers are generated or uniform, and reading them
// all takes less than a tenth of a second. It is liberal about what differs between versions, from
// 1.13 on, and leaves out a declaration that it cannot read.
#pragma once

#include "fx/Ops/LibTorchVersion.h"
#include "fx/Support/Error.h"
#include "fx/Support/FileStamp.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fx::ops {

/// Where a LibTorch has its headers.
struct HeaderFolders {
  std::string base; // has ATen/ATen.h
  std::string api;  // has torch/torch.h; often base + "/torch/csrc/api/include"

  /// Whether both were found: not a folder with just a torch/torch.h in it.
  bool are_whole() const { return !base.empty() && !api.empty(); }
};

/// An overload of an operator; its members are those of Schema in fx/Ops/Schema.h.
struct DeclaredOperator {
  struct Argument {
    std::string name, type, default_value;
    bool has_default = false;
    bool keyword_only = false;
    bool mutated = false;
    char alias_set = 0;
  };
  struct Return {
    std::string type;
    char alias_set = 0;
  };
  std::string name, overload;
  std::vector<Argument> arguments;
  std::vector<Return> returns;
  bool random = false;
  bool composite = false;
  bool inplace_view = false;
  bool saves_self = false;
};

/// A parameter of a function, as C++ text.
struct DeclaredParameter {
  std::string type, name;
  std::optional<std::string> default_value;
};

/// An Options class; aliases and template arguments are resolved: MaxPool2dFuncOptions has the
/// fields of MaxPoolOptions<2>.
struct DeclaredOptions {
  struct Field {
    std::string name, type;
    std::optional<std::string> default_value; // C++ text, or another field's name
    /// The default as Python text, in which $NAME is another field; empty where it is no literal.
    std::string python_default;
  };
  std::string name;
  std::vector<std::string> constructor; // see OptionsClass in fx/Ops/Spelling.h
  std::vector<Field> fields;
  /// The template parameter and what stands for it: {"D", "2"}; empty without.
  std::pair<std::string, std::string> argument;

  const Field* field(std::string_view field_name) const;
};

/// A function of torch::nn::functional. Of several overloads the one with options.
struct DeclaredFunction {
  std::string name, result;
  std::string options; // the Options class it takes; may be empty
  std::vector<DeclaredParameter> parameters;

  bool takes_options(const DeclaredParameter& parameter) const;
};

/// A TORCH_MODULE.
struct DeclaredModule {
  std::string name, result;
  std::string options;
  std::vector<DeclaredParameter> parameters; // of forward
  std::vector<std::string> tensors;          // members of type Tensor, sorted
};

/// A member of a struct that a module's forward returns.
struct DeclaredResultMember {
  std::string result, name, type;
};

/// Everything sorted by name.
struct Headers {
  LibTorchVersion version;
  HeaderFolders folders;
  std::vector<DeclaredOperator> operators;
  std::vector<DeclaredOptions> options;
  std::vector<DeclaredFunction> functions;
  std::vector<DeclaredModule> modules;
  std::vector<DeclaredResultMember> result_members;
  std::vector<std::pair<std::string, std::string>> enum_tags; // {"kReflect", "reflect"}
  /// What typedef and using in the headers of options call types.
  std::vector<std::pair<std::string, std::string>> type_names;
  /// The files and folders that were read, as they were then: when none has changed, neither has
  /// the rest.
  std::vector<FileStamp> sources;

  const DeclaredOptions* find_options(std::string_view name) const;
};

/// The include folders of the LibTorch at `folder`: an unpacked archive (include/), the package
/// torch of a Python, or a folder of headers itself. Not whole when there is none. `exists` tells
/// of a file, and takes an absolute folder; the disk does without it.
HeaderFolders headers_at(const std::string& folder,
                         const std::function<bool(const std::string&)>& exists = {});
/// Those that the environment names: of TORCH_INSTALL_PREFIX, else of the Python environment that
/// is active (VIRTUAL_ENV, CONDA_PREFIX). Not whole when it names none.
HeaderFolders headers_of_environment();

/// Fails when the folders do not have what every LibTorch has.
Expected<Headers> read_headers(const HeaderFolders& folders);
/// The version alone, from torch/version.h.
std::optional<LibTorchVersion> read_version(const HeaderFolders& folders);
/// What tells a compiler which C++ the headers want at least, as ATen/ATen.h says it; not below
/// C++17: "-std=c++20".
std::string standard_argument(const HeaderFolders& folders);

/// For programs in Python: options, functions, modules, enum tags and type names.
std::string to_json(const Headers& headers);
/// C++ rows that make and call each module, each function; see runtime/kernels/TorchCalls.h.
std::string module_calls(const Headers& headers);
std::string function_calls(const Headers& headers);

} // namespace fx::ops
