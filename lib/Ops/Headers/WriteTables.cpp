#include "Ops/Headers/TableFormat.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace fx::ops {

namespace {

void append(std::string& bytes, uint32_t number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

/// Rows as bytes. A list that was written before is not written again.
template <class Row>
struct WrittenRows {
  std::string bytes;
  uint32_t count = 0;
  std::unordered_map<std::string, uint32_t> lists; // bytes of rows -> the first of them
};

class Writer {
public:
  Writer(std::string& bytes, headers::TableRows<WrittenRows>& rows, std::string& texts,
         std::unordered_map<std::string_view, uint32_t>& places)
      : bytes_(bytes), rows_(rows), texts_(texts), places_(places) {}

  template <class Row>
  void row(Row& row) {
    std::apply([&](auto&... member) { (write(member), ...); }, headers::members(row));
  }

private:
  // The texts are those of the headers, which outlive this.
  void write(std::string_view text) {
    const auto [place, is_new] = places_.try_emplace(text, static_cast<uint32_t>(texts_.size()));
    if (is_new) texts_ += text;
    append(bytes_, place->second);
    append(bytes_, static_cast<uint32_t>(text.size()));
  }
  void write(int number) { append(bytes_, static_cast<uint32_t>(number)); }
  template <class Row>
  void write(std::span<const Row> list) {
    std::string bytes;
    Writer writer(bytes, rows_, texts_, places_);
    for (Row row : list)
      writer.row(row);
    WrittenRows<Row>& rows = rows_.template lists<Row>();
    const auto [place, is_new] = rows.lists.try_emplace(std::move(bytes), rows.count);
    if (is_new) {
      rows.bytes += place->first;
      rows.count += static_cast<uint32_t>(list.size());
    }
    append(bytes_, place->second);
    append(bytes_, static_cast<uint32_t>(list.size()));
  }

  std::string& bytes_;
  headers::TableRows<WrittenRows>& rows_;
  std::string& texts_;
  std::unordered_map<std::string_view, uint32_t>& places_;
};

class Tabulator {
public:
  explicit Tabulator(const Headers& headers) : headers_(headers) {}

  std::string payload() {
    for (const DeclaredOperator& found : headers_.operators)
      add(found);
    for (const DeclaredOptions& found : headers_.options)
      add(found);
    for (const DeclaredFunction& found : headers_.functions)
      add(found);
    for (const DeclaredModule& found : headers_.modules)
      add(found);
    for (const DeclaredResultMember& found : headers_.result_members)
      add_row(rows_.result_members, {found.result, found.name, found.type});
    for (const auto& [name, python] : headers_.enum_tags)
      add_row(rows_.enum_tags, {name, python});
    std::string result;
    rows_.visit([&](const auto& rows) {
      append(result, rows.count);
      result += rows.bytes;
    });
    return result + texts_;
  }

private:
  template <class Row>
  void add_row(WrittenRows<Row>& rows, Row row) {
    Writer(rows.bytes, rows_, texts_, places_).row(row);
    ++rows.count;
  }

  void add(const DeclaredOperator& found) {
    std::vector<SchemaArgument> arguments;
    arguments.reserve(found.arguments.size());
    for (const DeclaredOperator::Argument& argument : found.arguments)
      arguments.push_back({argument.name, argument.type, argument.default_value,
                           argument.has_default, argument.keyword_only, argument.mutated,
                           argument.alias_set});
    std::vector<SchemaReturn> returns;
    returns.reserve(found.returns.size());
    for (const DeclaredOperator::Return& result : found.returns)
      returns.push_back({result.type, result.alias_set});
    add_row(rows_.schemas, {found.name, found.overload, arguments, returns, found.random,
                            found.composite, found.inplace_view, found.saves_self});
  }

  void add(const DeclaredOptions& found) {
    std::vector<OptionsField> fields;
    fields.reserve(found.fields.size());
    for (const DeclaredOptions::Field& field : found.fields)
      fields.push_back({field.name, field.type, field.python_default});
    add_row(rows_.options_classes, {found.name, views(found.constructor), fields});
  }

  void add(const DeclaredFunction& found) {
    std::vector<std::string_view> parameters;
    std::vector<std::string_view> trailing;
    bool is_behind = false;
    for (const DeclaredParameter& parameter : found.parameters)
      if (!is_behind && found.takes_options(parameter))
        is_behind = true;
      else
        (is_behind ? trailing : parameters).push_back(parameter.name);
    add_row(rows_.functionals, {found.name, found.result, found.options, parameters, trailing});
  }

  void add(const DeclaredModule& found) {
    std::vector<ForwardParameter> forward;
    forward.reserve(found.parameters.size());
    for (const DeclaredParameter& parameter : found.parameters)
      forward.push_back({parameter.name,
                         parameter.default_value ? *parameter.default_value : std::string_view()});
    const DeclaredOptions* options = headers_.find_options(found.options);
    const auto index = options ? static_cast<int>(options - headers_.options.data()) : -1;
    add_row(rows_.modules, {found.name, found.result, forward, index, views(found.tensors)});
  }

  /// Good until the next call.
  std::span<const std::string_view> views(const std::vector<std::string>& list) {
    views_.assign(list.begin(), list.end());
    return views_;
  }

  const Headers& headers_;
  headers::TableRows<WrittenRows> rows_;
  std::string texts_;
  std::unordered_map<std::string_view, uint32_t> places_;
  std::vector<std::string_view> views_;
};

} // namespace

std::string write_tables(const Headers& headers) {
  const LibTorchVersion& version = headers.version;
  std::string folder = headers.folders.base;
  std::ranges::replace(folder, '\n', ' ');
  const std::string checked =
      fmt::format("{} {} {} {}\n", version.major, version.minor, version.patch, folder) +
      Tabulator(headers).payload();
  return fmt::format("{}{:016x} {:016x} ", headers::table_signature, tables_generator(),
                     headers::checksum(checked)) +
         checked;
}

} // namespace fx::ops
