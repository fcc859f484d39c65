// TorchScript archives: calls of fx/Ops/KernelsApi.h.
#pragma once

#include "Values.h"

namespace fx_kernels {

FxAnswer* read_weights(FxText file);
FxAnswer* make_archive(FxText source, int32_t training, const FxArchiveValues* values);
FxAnswer* archive_tensors(FxArchive* archive);
FxAnswer* fill_archive(FxArchive* archive, const FxNamed* tensors, size_t count);
FxAnswer* archive_bytes(FxArchive* archive);
void drop_archive(FxArchive* archive);

} // namespace fx_kernels
