#include "Ops/Headers/Text.h"
#include "fx/Ops/Headers.h"

#include <fmt/format.h>

namespace fx::ops {

namespace {

std::string json_quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string json_or_null(const std::optional<std::string>& text) {
  return text ? json_quoted(*text) : "null";
}

template <class Rows, class Write>
std::string joined(const Rows& rows, const char* separator, Write write) {
  std::string result;
  for (const auto& row : rows) {
    if (!result.empty()) result += separator;
    result += write(row);
  }
  return result;
}

std::string names(const std::vector<std::string>& list) {
  return "[" + joined(list, ", ", [](const std::string& name) { return json_quoted(name); }) + "]";
}

std::string parameters(const std::vector<DeclaredParameter>& list) {
  return "[" +
         joined(list, ", ",
                [](const DeclaredParameter& parameter) {
                  return fmt::format("[{}, {}, {}]", json_quoted(parameter.type),
                                     json_quoted(parameter.name),
                                     json_or_null(parameter.default_value));
                }) +
         "]";
}

std::string pairs(const std::vector<std::pair<std::string, std::string>>& list) {
  return "{" +
         joined(list, ",\n",
                [](const auto& pair) {
                  return fmt::format("{}: {}", json_quoted(pair.first), json_quoted(pair.second));
                }) +
         "}";
}

std::string options(const DeclaredOptions& row) {
  const std::string fields = joined(row.fields, ", ", [](const DeclaredOptions::Field& field) {
    return fmt::format("[{}, {}, {}, {}]", json_quoted(field.name), json_quoted(field.type),
                       json_or_null(field.default_value), json_quoted(field.python_default));
  });
  return fmt::format(R"({}: {{"constructor": {}, "fields": [{}], "argument": [{}, {}]}})",
                     json_quoted(row.name), names(row.constructor), fields,
                     json_quoted(row.argument.first), json_quoted(row.argument.second));
}

std::string function(const DeclaredFunction& row) {
  return fmt::format(R"({}: {{"result": {}, "options": {}, "parameters": {}}})",
                     json_quoted(row.name), json_quoted(row.result), json_quoted(row.options),
                     parameters(row.parameters));
}

std::string module(const DeclaredModule& row) {
  return fmt::format(R"({}: {{"result": {}, "options": {}, "parameters": {}, "tensors": {}}})",
                     json_quoted(row.name), json_quoted(row.result), json_quoted(row.options),
                     parameters(row.parameters), names(row.tensors));
}

std::string operator_names(const std::vector<DeclaredOperator>& operators) {
  return "[" +
         joined(operators, ",\n",
                [](const DeclaredOperator& row) {
                  return json_quoted(row.overload.empty() ? row.name
                                                          : row.name + "." + row.overload);
                }) +
         "]";
}

} // namespace

std::string to_json(const Headers& headers) {
  return fmt::format("{{\"version\": \"{}.{}.{}\",\n\"options\": {{{}}},\n\"functions\": {{{}}},\n"
                     "\"modules\": {{{}}},\n\"enums\": {},\n\"type_names\": {},\n"
                     "\"operators\": {}}}\n",
                     headers.version.major, headers.version.minor, headers.version.patch,
                     joined(headers.options, ",\n", options),
                     joined(headers.functions, ",\n", function),
                     joined(headers.modules, ",\n", module), pairs(headers.enum_tags),
                     pairs(headers.type_names), operator_names(headers.operators));
}

} // namespace fx::ops
