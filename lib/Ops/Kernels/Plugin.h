// The plugin behind the border of plain C, in C++: values go in and come out, and what it refuses
// is thrown.
#pragma once

#include "Example.h"

#include "fx/IR/Meta.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Support/Error.h"

#include <list>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace fx::ops::kernels {

/// Thrown for what is not known to the plugin or to us: no fault of the model's.
struct Unknown : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// Thrown for what LibTorch refuses, with its words.
struct Refused : std::runtime_error {
  explicit Refused(const std::string& why, FxStatus status = FxRefused)
      : std::runtime_error(why), status(status) {}
  FxStatus status; // FxRefused, FxNotImplemented or FxSingular
};

/// Values as the border has them; they point to what they are made of, and into this object.
class Encoder {
public:
  FxValue encode(const Example& example);
  FxValue encode(const Argument& argument);
  /// A list of these items.
  FxValue list(std::span<const Example* const> items);
  /// Named as C++ names them, strings as words: what functions and modules of torch::nn take.
  /// `positional`: the names of those by position.
  std::vector<FxNamed> encode_named(const LibTorch& libtorch, const Examples& arguments,
                                    std::span<const std::string_view> positional = {});

private:
  FxValue sequence(FxKind kind, std::vector<FxValue> items);
  FxValue encode_text(FxKind kind, std::string_view text);
  FxValue encode_string(const Argument& argument);

  const LibTorch* words_ = nullptr; // strings may be its tags
  std::list<std::vector<FxValue>> items_;
  std::list<std::string> tags_;
};

inline FxText text(std::string_view text) {
  return {text.data(), text.size()};
}
inline std::string_view view(FxText text) {
  return {text.data, text.size};
}

class Plugin {
public:
  using Module = std::shared_ptr<FxModule>;
  using Archive = std::shared_ptr<FxArchive>;
  using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

  explicit Plugin(const FxKernelsApi& api) : api_(api) {}

  const FxKernelsApi& api() const { return api_; }

  // What an answer says; it is given back. Each throws Unknown, Refused or std::runtime_error where
  // the call failed.
  Example value(FxAnswer* answer) const;
  /// Nothing: an overload does not take the arguments.
  std::optional<Example> value_if_taken(FxAnswer* answer) const;
  Module module(FxAnswer* answer) const;
  Archive archive(FxAnswer* answer) const;
  std::string bytes(FxAnswer* answer) const;
  void done(FxAnswer* answer) const { (void)value(answer); }
  /// The items of pairs of a name and a tensor.
  static NamedTensors named_tensors(const Example& pairs);

  FxTensorFacts facts(const Tensor& tensor) const { return api_.tensor_facts(tensor.get()); }
  /// Nothing of a tensor that is not strided.
  std::optional<TensorMeta> meta(const Tensor& tensor) const;

private:
  struct Drop {
    const FxKernelsApi* api;
    void operator()(FxAnswer* answer) const { api->drop_answer(answer); }
  };
  using Owned = std::unique_ptr<FxAnswer, Drop>;
  Owned checked(FxAnswer* answer) const;
  Example decode(const FxValue& value) const;

  const FxKernelsApi& api_;
};

/// Opens the plugin in `file`. Error: it cannot be loaded, or is of another version.
Expected<Plugin> open_plugin(const std::string& file);

/// Of an element type, by Python's name; -1 where LibTorch has none.
int32_t dtype_number(std::string_view name);
/// Python's name of an element type; empty where there is none of this number.
std::string_view dtype_name(int64_t number);

} // namespace fx::ops::kernels
