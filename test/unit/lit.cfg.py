"""The GoogleTest programs of this folder: their tests count one by one in lit's result."""
import os

import lit.formats

config.name = "fx-clang-unit"
config.test_format = lit.formats.GoogleTest(".", "")
config.test_format.test_suffixes = set(config.unit_tests)
config.test_source_root = config.test_exec_root = os.path.join(config.fx_build_dir, "test", "unit")
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
