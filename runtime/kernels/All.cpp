// All sources in one: most of the time goes into LibTorch's headers, which are read once.
// clang-format off: by names
#include "Api.cpp"
#include "Archive.cpp"
#include "AutocastWatch.cpp"
#include "ElementTypes.cpp"
#include "InitFunctions.cpp"
#include "MetaMode.cpp"
#include "Operators.cpp"
#include "ShapeFunctions.cpp"
#include "TorchFunctions.cpp"
#include "TorchModules.cpp"
#include "Values.cpp"
// clang-format on
