#include "fx/Ops/Facts.h"

#include "PythonVersions.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

namespace fx::ops {

namespace {

enum class Table : uint8_t { Functional, Module };

struct Row {
  Table table;
  PythonEffects effects;
};

#define FX_FUNCTIONAL(NAME, RANDOM_TRAINING, RANDOM_EVAL, WRITES_TRAINING, WRITES_EVAL, INPLACE,   \
                      ALIAS, SWITCH)                                                               \
  Row{Table::Functional,                                                                           \
      {NAME, RANDOM_TRAINING, RANDOM_EVAL, WRITES_TRAINING, WRITES_EVAL, INPLACE, ALIAS, SWITCH}},
#define FX_MODULE(NAME, RANDOM_TRAINING, RANDOM_EVAL, WRITES_TRAINING, WRITES_EVAL, INPLACE,       \
                  ALIAS, SWITCH)                                                                   \
  Row{Table::Module,                                                                               \
      {NAME, RANDOM_TRAINING, RANDOM_EVAL, WRITES_TRAINING, WRITES_EVAL, INPLACE, ALIAS, SWITCH}},
#define FX_GONE(LIST, NAME)
constexpr Row rows_1_13[] = {
#include "generated/PythonEffects.def"
};
constexpr Row rows_2_6[] = {
#include "generated/PythonEffects-2.6.def"
};

const PythonEffects* find(std::span<const Row> rows, Table table, std::string_view name) {
  const auto key = [](const Row& row) { return std::pair(row.table, row.effects.name); };
  const auto found = std::ranges::lower_bound(rows, std::pair(table, name), {}, key);
  return found != rows.end() && key(*found) == std::pair(table, name) ? &found->effects : nullptr;
}

const PythonEffects* find_after(Table table, std::string_view prefix, std::string_view name,
                                LibTorchVersion torch) {
  if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  return find_in_versions(torch, [&](PythonTorch version) {
    return find(version == PythonTorch::V113 ? std::span<const Row>(rows_1_13) : rows_2_6, table,
                name);
  });
}

} // namespace

const PythonEffects* find_module_effects(std::string_view holder, LibTorchVersion torch) {
  return find_after(Table::Module, "torch::nn::", holder, torch);
}

const PythonEffects* find_functional_effects(std::string_view target, LibTorchVersion torch) {
  constexpr std::string_view prefix = "torch.nn.functional.";
  return target.starts_with(prefix) ? find_after(Table::Functional, prefix, target, torch)
                                    : nullptr;
}

} // namespace fx::ops
