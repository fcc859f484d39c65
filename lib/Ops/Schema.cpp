#include "fx/Ops/Schema.h"

#include "fx/Ops/LibTorch.h"

#include <algorithm>
#include <charconv>

namespace fx::ops {
namespace {

// What distinguishes overloads with the same parameter names.
enum class Category { Unknown, Tensor, TensorList, Integer, IntegerList, Number, Dimname, Text };

Category schema_category(std::string_view type) {
  if (type.starts_with("Dimname")) return Category::Dimname;
  bool list = type.find('[') != std::string_view::npos;
  if (type.starts_with("Tensor")) return list ? Category::TensorList : Category::Tensor;
  if (type.starts_with("int") || type.starts_with("SymInt"))
    return list ? Category::IntegerList : Category::Integer;
  if (type.starts_with("ScalarType")) return Category::Unknown;
  if (type.starts_with("Scalar") || type.starts_with("float"))
    return list ? Category::Unknown : Category::Number;
  if (type.starts_with("str")) return Category::Text;
  return Category::Unknown;
}

Category cpp_category(std::string_view type) {
  auto has = [&](std::string_view part) { return type.find(part) != std::string_view::npos; };
  if (has("Dimname")) return Category::Dimname;
  if (has("TensorOptions")) return Category::Unknown;
  bool list = has("ArrayRef") || has("List") || has("vector") || has("initializer_list");
  if (has("Tensor")) return list ? Category::TensorList : Category::Tensor;
  if (has("ScalarType") || has("Dtype")) return Category::Unknown;
  if (has("IntArrayRef") || has("SymInt") || has("int64_t") || has("long"))
    return list ? Category::IntegerList : Category::Integer;
  if (has("Scalar") || has("double") || has("float"))
    return list ? Category::Unknown : Category::Number;
  if (has("string")) return Category::Text;
  return Category::Unknown;
}

constexpr std::string_view tensor_options[] = {"dtype", "layout", "device", "pin_memory"};

// Whether the arguments from `at` on are those that C++ gathers in a TensorOptions: all four.
bool is_tensor_options(std::span<const SchemaArgument* const> arguments, size_t at) {
  return at <= arguments.size() &&
         std::ranges::equal(arguments.subspan(at, std::min<size_t>(4, arguments.size() - at)),
                            tensor_options, {}, &SchemaArgument::name);
}

bool is_out(const SchemaArgument& argument) {
  return argument.keyword_only && argument.mutated;
}

enum class Match { No, Beginning, Names, NamesAndTypes };

Match match_arguments(std::span<const SchemaArgument* const> arguments,
                      std::span<const std::string_view> parameters,
                      std::span<const std::string_view> types) {
  size_t at = 0;
  bool types_agree = true;
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i] == "options" && is_tensor_options(arguments, at)) {
      at += std::size(tensor_options);
      continue;
    }
    if (at == arguments.size() || arguments[at]->name != parameters[i]) return Match::No;
    Category expected = schema_category(arguments[at]->type);
    Category found = i < types.size() ? cpp_category(types[i]) : Category::Unknown;
    if (i < types.size()
            ? expected != found && expected != Category::Unknown && found != Category::Unknown
            : expected == Category::Dimname)
      types_agree = false;
    ++at;
  }
  // x.std(0) is a function of ATen's own that leaves the rest to the operator.
  const bool rest_has_defaults =
      at > 0 && std::ranges::all_of(arguments.subspan(at), [](const SchemaArgument* argument) {
        return argument->has_default && !is_out(*argument);
      });
  if (at != arguments.size()) return rest_has_defaults ? Match::Beginning : Match::No;
  return types_agree ? Match::NamesAndTypes : Match::Names;
}

const Schema* match_among(std::span<const Schema> schemas,
                          std::span<const std::string_view> parameters,
                          std::span<const std::string_view> types) {
  const Schema* second_best = nullptr;
  const Schema* last_resort = nullptr;
  for (const Schema& schema : schemas) {
    std::vector<const SchemaArgument*> order, results_first;
    for (const SchemaArgument& argument : schema.arguments) {
      order.push_back(&argument);
      if (is_out(argument)) results_first.push_back(&argument);
    }
    Match match = match_arguments(order, parameters, types);
    if (match < Match::Names && !results_first.empty()) {
      // at::add_out(out, self, other)
      for (const SchemaArgument* argument : order)
        if (!is_out(*argument)) results_first.push_back(argument);
      match = match_arguments(results_first, parameters, types);
    }
    if (match == Match::NamesAndTypes) return &schema;
    if (match == Match::Names && !second_best) second_best = &schema;
    if (match == Match::Beginning && !last_resort) last_resort = &schema;
  }
  return second_best ? second_best : last_resort;
}

} // namespace

bool SchemaArgument::is_int_list() const {
  return schema_category(type) == Category::IntegerList;
}

size_t SchemaArgument::list_length() const {
  const size_t open = type.find('[');
  size_t length = 0;
  if (open != std::string_view::npos)
    std::from_chars(type.data() + open + 1, type.data() + type.size(), length);
  return length;
}

bool Schema::mutates() const {
  return std::ranges::any_of(arguments, &SchemaArgument::mutated);
}

bool Schema::allows_spread_int_list(bool is_method) const {
  const SchemaArgument* only = nullptr;
  for (const SchemaArgument& argument :
       arguments.subspan(is_method && !arguments.empty() ? 1 : 0)) {
    if (argument.keyword_only) continue;
    if (only) return false;
    only = &argument;
  }
  return only && only->is_int_list();
}

const SchemaArgument* training_argument(const Schema& schema) {
  for (const SchemaArgument& argument : schema.arguments)
    if (argument.name == "train" || argument.name == "training") return &argument;
  return nullptr;
}

bool has_running_statistics(const Schema& schema) {
  return std::ranges::any_of(schema.arguments, [](const SchemaArgument& argument) {
    return argument.name.starts_with("running_");
  });
}

const Schema* LibTorch::match_schema(std::string_view name,
                                     std::span<const std::string_view> parameters,
                                     std::span<const std::string_view> types) const {
  if (const Schema* schema = match_among(find_schemas(name), parameters, types)) return schema;
  for (std::string_view suffix : {"_symint", "_outf", "_out"})
    if (name.ends_with(suffix))
      if (const Schema* schema =
              match_schema(name.substr(0, name.size() - suffix.size()), parameters, types))
        return schema;
  return nullptr;
}

} // namespace fx::ops
