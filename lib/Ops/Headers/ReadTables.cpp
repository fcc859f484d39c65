#include "Ops/Headers/TableFormat.h"
#include "Ops/Messages.h"

#include <charconv>
#include <concepts>
#include <vector>

namespace fx::ops {

namespace {

template <class Row>
using LoadedRows = std::vector<Row>;

struct LoadedTables : Tables {
  headers::TableRows<LoadedRows> rows;
  std::shared_ptr<const void> owner;
};

/// Takes the rows from the front of a text. What is not there is zeros, and the answer is no.
class Reader {
public:
  Reader(std::string_view bytes, headers::TableRows<LoadedRows>& rows)
      : bytes_(bytes), rows_(rows) {}

  /// The texts stand behind all rows: first a walk over the rows to find their beginning.
  bool find_texts() {
    std::string_view rest = bytes_;
    rows_.visit([&]<class Row>(std::vector<Row>&) {
      const uint64_t size = uint64_t{take(rest)} * row_size<Row>();
      good_ &= size <= rest.size();
      if (good_) rest.remove_prefix(size);
    });
    texts_ = rest;
    return good_;
  }

  bool read_rows() {
    rows_.visit([&]<class Row>(std::vector<Row>& rows) {
      rows.resize(take(bytes_));
      for (Row& row : rows)
        read_row(row);
    });
    return good_;
  }

private:
  template <class Row>
  void read_row(Row& row) {
    std::apply([&](auto&... member) { (read(member), ...); }, headers::members(row));
  }
  void read(std::string_view& text) {
    const uint32_t begin = take(bytes_);
    const uint32_t size = take(bytes_);
    good_ &= uint64_t{begin} + size <= texts_.size();
    if (good_) text = texts_.substr(begin, size);
  }
  template <class Number>
    requires std::integral<Number>
  void read(Number& number) {
    number = static_cast<Number>(static_cast<int32_t>(take(bytes_)));
  }
  template <class Row>
  void read(std::span<const Row>& list) {
    const std::vector<Row>& rows = rows_.template lists<Row>();
    const uint32_t first = take(bytes_);
    const uint32_t count = take(bytes_);
    good_ &= uint64_t{first} + count <= rows.size();
    if (good_) list = std::span(rows).subspan(first, count);
  }

  /// How many bytes a row takes: texts and lists are two numbers.
  template <class Row>
  static size_t row_size() {
    Row row;
    return std::apply(
               [](auto&... member) {
                 return ((std::is_integral_v<std::remove_reference_t<decltype(member)>> ? 1 : 2) +
                         ...);
               },
               headers::members(row)) *
           sizeof(uint32_t);
  }

  uint32_t take(std::string_view& bytes) {
    uint32_t number = 0;
    good_ &= bytes.size() >= sizeof number;
    if (!good_) return 0;
    std::memcpy(&number, bytes.data(), sizeof number);
    bytes.remove_prefix(sizeof number);
    return number;
  }

  std::string_view bytes_, texts_;
  headers::TableRows<LoadedRows>& rows_;
  bool good_ = true;
};

std::optional<uint64_t> take_hash(std::string_view& text) {
  if (text.size() <= headers::hash_digits || text[headers::hash_digits] != ' ') return std::nullopt;
  uint64_t hash = 0;
  const std::string_view digits = text.substr(0, headers::hash_digits);
  const auto [stop, problem] =
      std::from_chars(digits.data(), digits.data() + digits.size(), hash, 16);
  if (problem != std::errc() || stop != digits.data() + digits.size()) return std::nullopt;
  text.remove_prefix(headers::hash_digits + 1);
  return hash;
}

bool take_version(std::string_view& text, LibTorchVersion& version) {
  for (int* number : {&version.major, &version.minor, &version.patch}) {
    const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), *number);
    if (problem != std::errc()) return false;
    text.remove_prefix(std::min<size_t>(text.size(), stop - text.data() + 1));
  }
  return true;
}

} // namespace

uint64_t tables_generator() {
  return FX_TABLES_GENERATOR;
}

Expected<std::shared_ptr<const Tables>> read_tables(std::string_view text,
                                                    std::shared_ptr<const void> owner) {
  const Saying refused = say(diag::tables_not_read);
  if (!text.starts_with(headers::table_signature)) return refused;
  text.remove_prefix(headers::table_signature.size());
  if (take_hash(text) != tables_generator()) return refused;
  const std::optional<uint64_t> checksum = take_hash(text);
  if (!checksum || *checksum != headers::checksum(text)) return refused;

  const auto tables = std::make_shared<LoadedTables>();
  tables->owner = std::move(owner);
  if (!take_version(text, tables->version)) return refused;
  const size_t line_end = text.find('\n');
  if (line_end == std::string_view::npos) return refused;
  tables->folder = text.substr(0, line_end);
  headers::TableRows<LoadedRows>& rows = tables->rows;
  Reader reader(text.substr(line_end + 1), rows);
  if (!reader.find_texts() || !reader.read_rows()) return refused;
  for (const ModuleHolder& module : rows.modules)
    if (module.options >= static_cast<int>(rows.options_classes.size())) return refused;
  tables->schemas = rows.schemas;
  tables->options_classes = rows.options_classes;
  tables->functionals = rows.functionals;
  tables->modules = rows.modules;
  tables->result_members = rows.result_members;
  tables->enum_tags = rows.enum_tags;
  return std::shared_ptr<const Tables>(tables);
}

} // namespace fx::ops
