"""The GoogleTest programs of this folder: their tests count one by one in lit's result."""
import os

import lit.formats

config.name = "fx-clang-unit"
config.test_format = lit.formats.GoogleTest(".", "")
config.test_format.test_suffixes = set(config.unit_tests)
config.test_source_root = config.test_exec_root = os.path.join(config.fx_build_dir, "test", "unit")
# LibTorch's kernels in one thread: where two write to one element, as max_unpool2d does for an
# index that is there twice, the result otherwise depends on which thread is the last.
config.environment["OMP_NUM_THREADS"] = "1"
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
