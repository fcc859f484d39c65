// A package for AOTInductor's loader in C++ (torch::inductor::AOTIModelPackageLoader), made of the
// regenerated Python by torch.export and the compiler behind it, which a Python with torch 2.6 or
// newer runs.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Support/Error.h"

#include <string>

namespace fx::verify {

/// A model in Python.
struct PythonModel {
  std::string text;
  std::string class_name;
  std::string weights; // a file that C++'s torch::save wrote; empty: initial values
};

/// The bytes of the package of `model`: for inputs of the sizes of its examples, but for those that
/// may be others (InputSpec::dynamic), in the mode of the trace, else in evaluation. Error: an
/// example is missing, no Python can make a package, or torch refuses the model.
Expected<std::string> make_package(const TracedModule& model, const PythonModel& python);

} // namespace fx::verify
