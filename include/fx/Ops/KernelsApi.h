// What the tool and the plugin that links LibTorch say to each other, in plain C.
//
// The plugin is compiled for one LibTorch, by whatever compiler there is and with either ABI of the
// standard library, so nothing of C++ crosses this border. It says what LibTorch can do and knows
// nothing of graphs: fx/Ops/Kernels.h does.
//
// Texts are not terminated, and belong to who gave them. No function throws.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Goes up with every change below.
#define FX_KERNELS_VERSION 6

/// A tensor, counted: see keep_tensor.
typedef struct FxTensor FxTensor;
/// A module of torch::nn.
typedef struct FxModule FxModule;
/// A model of LibTorch's interpreter.
typedef struct FxArchive FxArchive;

typedef struct FxText {
  const char* data;
  size_t size;
} FxText;

typedef enum FxKind {
  FxNone,
  FxBool,         // number
  FxInt,          // number
  FxFloat,        // fraction
  FxString,       // text
  FxWord,         // items: a string, and the tag of torch/enum.h that it may mean, "kZeros"
  FxDtype,        // number, of c10::ScalarType; -1: LibTorch has none
  FxLayout,       // number, of c10::Layout; -1
  FxMemoryFormat, // number, of c10::MemoryFormat; -1
  FxDevice,       // text
  FxEllipsis,
  FxSlice, // items: start, stop, step
  FxList,  // items
  FxTuple, // items
  FxTensorValue,
  FxAbsent, // nothing was given
  FxOther,  // what no function of LibTorch takes
} FxKind;

typedef struct FxValue FxValue;
struct FxValue {
  int32_t kind; // FxKind
  size_t count; // of items, or of the text's bytes
  union {
    int64_t number;
    double fraction;
    const char* text;
    const FxValue* items;
    FxTensor* tensor;
  };
};

typedef struct FxNamed {
  FxText name; // as C++ calls it; empty: by position
  FxValue value;
} FxNamed;

/// Where a call runs. Tensors without memory come back from all but FxAsIs and FxLive.
typedef enum FxPlace {
  FxOnMeta,    // on the device of tensors without memory, factories too
  FxOnZeros,   // on the CPU: tensors without memory get one full of zeros
  FxOnNumbers, // the same, full of other numbers
  FxAsIs,      // on the tensors as they are, without gradients
  FxLive,      // on the tensors as they are, in the modes of the thread
} FxPlace;

typedef enum FxStatus {
  FxDone,
  FxUnknown,        // not known to the plugin, or nothing that it can compute: no fault of the call
  FxNotTaken,       // an operator: this overload does not take the arguments
  FxNotImplemented, // LibTorch has no kernel there
  FxSingular,       // linear algebra: the numbers are such that there is no result
  FxRefused,        // LibTorch refuses the call
  FxFailed,         // another error while it ran
} FxStatus;

/// What every call gives; given back by drop_answer.
typedef struct FxAnswer {
  int32_t status; // FxStatus
  FxText text;    // why it is not FxDone
  FxValue value;  // its tensors go with the answer unless they are kept
  FxModule* module;
  FxArchive* archive;
} FxAnswer;

/// As long as the tensor is.
typedef struct FxTensorFacts {
  int32_t dtype;
  int32_t layout;
  int32_t requires_grad;
  int32_t is_floating;
  size_t dimensions;
  const int64_t* sizes;
  const int64_t* strides; // null unless the layout is strided
  int64_t offset;         // of the first element in the storage
  uint64_t storage_bytes;
  /// Strided, and nothing of what changes what operators make of it: no number that Python or C++
  /// wrapped, not lazily conjugated or negated, no names of dimensions.
  int32_t is_plain;
} FxTensorFacts;

/// What an attribute of a TorchScript class may hold.
typedef enum FxAttribute { FxTensorAttribute, FxOptionalAttribute, FxOtherAttribute } FxAttribute;

/// Who makes an archive says what is in it.
typedef struct FxArchiveValues {
  void* context;
  /// The dotted path at which the module at a path was registered first.
  FxText (*first_path)(void* context, FxText path);
  /// What stands at a path: a tensor, a number, None, or FxAbsent for a tensor that comes later.
  /// Not 0: the archive is given up.
  int32_t (*value)(void* context, FxText path, int32_t attribute, FxValue* value);
} FxArchiveValues;

typedef struct FxKernelsApi {
  uint32_t version;     // FX_KERNELS_VERSION
  uint32_t size;        // of this struct
  const char* libtorch; // the version of the headers: "1.13.0"

  void (*keep_tensor)(FxTensor* tensor);
  void (*drop_tensor)(FxTensor* tensor);
  void (*drop_module)(FxModule* module);
  void (*drop_archive)(FxArchive* archive);
  void (*drop_answer)(FxAnswer* answer);
  FxTensorFacts (*tensor_facts)(const FxTensor* tensor);

  /// A tensor without memory. `strides`: null, or as many as there are sizes.
  FxAnswer* (*empty_tensor)(int32_t dtype, const int64_t* sizes, const int64_t* strides,
                            size_t dimensions);
  /// A tensor of numbers, in their order; on Meta they may be left out.
  FxAnswer* (*tensor_of)(FxPlace place, int32_t dtype, const int64_t* sizes, size_t dimensions,
                         const FxValue* numbers, size_t count);
  /// The tensor as the initial value of a parameter.
  FxAnswer* (*parameter_of)(FxTensor* tensor, int32_t requires_grad);

  /// An operator through the dispatcher: `name` without "aten::", and a value or FxAbsent for each
  /// parameter. `wraps`: a number may stand for a tensor, as Python's wrapped numbers do.
  FxAnswer* (*call_operator)(FxPlace place, FxText name, FxText overload, const FxValue* parameters,
                             size_t count, int32_t wraps);
  /// tensor.index(indices), and tensor.index_put_(indices, source).
  FxAnswer* (*index)(FxPlace place, FxTensor* tensor, const FxValue* indices, size_t count);
  FxAnswer* (*index_put)(FxPlace place, FxTensor* tensor, const FxValue* indices, size_t count,
                         FxTensor* source);
  FxAnswer* (*to_dtype)(FxPlace place, FxTensor* tensor, int32_t dtype);
  /// A row of fx/Ops/TensorAttributes.def, and of TensorMembers.def with its one argument or none.
  FxAnswer* (*tensor_attribute)(FxPlace place, FxText name, FxTensor* tensor);
  FxAnswer* (*tensor_member)(FxPlace place, FxText name, FxTensor* tensor, int32_t arguments,
                             int64_t argument);

  /// A function of torch::nn::functional, its parameters and options by name.
  FxAnswer* (*call_functional)(FxPlace place, FxText name, const FxNamed* arguments, size_t count);
  int32_t (*has_functional)(FxText name);
  /// A function of torch::nn::init, by position; the tensor is written to.
  FxAnswer* (*call_init)(FxText name, const FxValue* arguments, size_t count);

  /// A module of torch::nn from its options.
  int32_t (*has_module)(FxText name);
  FxAnswer* (*make_module)(FxPlace place, FxText name, const FxNamed* options, size_t count,
                           int32_t training);
  FxAnswer* (*call_module)(FxPlace place, FxModule* module, const FxNamed* arguments, size_t count);
  /// A list of its parameters and one of its buffers, as pairs of a name and a tensor.
  FxAnswer* (*module_tensors)(FxPlace place, FxModule* module, int32_t recurse);

  /// Pairs of a name and a tensor, from a file of weights.
  FxAnswer* (*read_weights)(FxText file);
  /// TorchScript source as archives hold it, with the values of its attributes.
  FxAnswer* (*make_archive)(FxText source, int32_t training, const FxArchiveValues* values);
  /// Its parameters and buffers that are defined.
  FxAnswer* (*archive_tensors)(FxArchive* archive);
  /// Puts the tensor into the place of one that it has.
  FxAnswer* (*fill_archive)(FxArchive* archive, const FxNamed* tensors, size_t count);
  /// The bytes of the file, as a string.
  FxAnswer* (*archive_bytes)(FxArchive* archive);

  /// The graph of TorchScript that computes the sizes of what an operator gives from those of its
  /// operands; FxUnknown: LibTorch has none. A block is a tuple (inputs, nodes, outputs), values
  /// being numbers, and a node one of ("aten::add", inputs, outputs, constant, blocks), where the
  /// constant is the value of a prim::Constant.
  FxAnswer* (*shape_function)(FxText name, FxText overload);

  /// The tensor with memory that the place fills, FxOnZeros or FxOnNumbers; for calls at FxAsIs.
  FxAnswer* (*fill_tensor)(FxPlace place, FxTensor* tensor);
  /// Watches which operators this thread runs, with autocast on the CPU on in a type; -1: with it
  /// off. Each start has its stop, and then autocast and the default generator are as before.
  void (*start_autocast)(int32_t dtype);
  /// What was seen, as a tuple: a text that is the same where the same operators ran on operands of
  /// the same types, in which autocast's own casts are not; whether it was one operator that
  /// autocast has a kernel for; whether autocast cast tensors that are none of these and no views
  /// of them, or one to two types; and for each of these the type that it was cast to, or -1.
  FxAnswer* (*stop_autocast)(FxTensor* const* tensors, size_t count);

  /// Backward from the sum of those of the tensors that gradients were recorded for.
  FxAnswer* (*backward)(FxTensor* const* tensors, size_t count);
} FxKernelsApi;

/// The plugin's one function.
#define FX_KERNELS_ENTRY "fx_kernels_api"
const FxKernelsApi* fx_kernels_api(void);

#ifdef __cplusplus
}
#endif
