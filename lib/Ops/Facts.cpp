#include "fx/Ops/Facts.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace fx::ops {

namespace {

enum class Table : uint8_t { Functional, Module };

struct Row {
  Table table;
  PythonEffects effects;
};

constexpr std::array rows{
#define FX_FUNCTIONAL(NAME, RANDOM_TRAINING, RANDOM_EVAL, WRITES_TRAINING, WRITES_EVAL, INPLACE,   \
                      ALIAS, SWITCH)                                                               \
  Row{Table::Functional,                                                                           \
      {NAME, RANDOM_TRAINING, RANDOM_EVAL, WRITES_TRAINING, WRITES_EVAL, INPLACE, ALIAS, SWITCH}},
#define FX_MODULE(NAME, RANDOM_TRAINING, RANDOM_EVAL, WRITES_TRAINING, WRITES_EVAL, INPLACE,       \
                  ALIAS, SWITCH)                                                                   \
  Row{Table::Module,                                                                               \
      {NAME, RANDOM_TRAINING, RANDOM_EVAL, WRITES_TRAINING, WRITES_EVAL, INPLACE, ALIAS, SWITCH}},
#include "generated/PythonEffects.def"
};

const PythonEffects* find(Table table, std::string_view name) {
  const auto key = [](const Row& row) { return std::pair(row.table, row.effects.name); };
  const auto found = std::ranges::lower_bound(rows, std::pair(table, name), {}, key);
  return found != rows.end() && key(*found) == std::pair(table, name) ? &found->effects : nullptr;
}

const PythonEffects* find_after(Table table, std::string_view prefix, std::string_view name) {
  if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  return find(table, name);
}

} // namespace

const PythonEffects* find_module_effects(std::string_view holder) {
  return find_after(Table::Module, "torch::nn::", holder);
}

const PythonEffects* find_functional_effects(std::string_view target) {
  constexpr std::string_view prefix = "torch.nn.functional.";
  return target.starts_with(prefix) ? find_after(Table::Functional, prefix, target) : nullptr;
}

} // namespace fx::ops
