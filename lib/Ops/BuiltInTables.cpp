// The tables of the LibTorch that fx-clang was built with.
#include "fx/Ops/Tables.h"

namespace fx::ops {

namespace {

// An extension of Clang's, which builds this project.
#pragma clang diagnostic ignored "-Wc23-extensions"
constexpr char file[] = {
#embed FX_BUILT_IN_TABLES
};

} // namespace

const Tables& built_in_tables() {
  static const Expected<std::shared_ptr<const Tables>> tables =
      read_tables({file, sizeof file}, nullptr);
  return **tables;
}

} // namespace fx::ops
