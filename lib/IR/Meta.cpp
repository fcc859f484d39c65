// The keys of what the frontend and the passes know of a node.
#include "fx/IR/Meta.h"

#include "fx/IR/LeafCall.h"
#include "fx/IR/OptionRead.h"
#include "fx/IR/SequentialElement.h"

namespace fx::meta {

const MetaKey<SourceRange> source_range{{"source_range"}};
const MetaKey<SourceSyntax> syntax{{"syntax"}};
const MetaKey<std::vector<SourceRange>> call_stack{{"call_stack"}};
const MetaKey<std::vector<ModuleFrame>> module_stack{{"nn_module_stack"}};
const MetaKey<std::string> cpp_type{{"cpp_type"}};
const MetaKey<std::string> declared_type{{"declared_type"}};
const MetaKey<std::vector<StructLayout>> structs{{"structs"}};
const MetaKey<TensorMeta> tensor_meta{{"tensor_meta"}};
const MetaKey<std::string> cpp_name{{"cpp_name"}};
const MetaKey<LeafCall> leaf_call{{"leaf_call"}};
const MetaKey<std::vector<OptionRead>> option_reads{{"option_reads"}};
const MetaKey<SequentialElement> sequential_element{{"sequential_element"}};

} // namespace fx::meta
