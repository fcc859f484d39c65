// All sources in one: most of the time goes into LibTorch's headers, which are read once.
// clang-format off: by names
// NOLINTBEGIN(bugprone-suspicious-include): it is what the file is for
#include "Api.cpp"
#include "Archive.cpp"
#include "ElementTypes.cpp"
#include "InitFunctions.cpp"
#include "Operators.cpp"
#include "TorchFunctions.cpp"
#include "TorchModules.cpp"
#include "Values.cpp"
// NOLINTEND(bugprone-suspicious-include)
// clang-format on
