// The readers of LibTorch's headers, a file each; fx/Ops/Headers.h is what they fill.
#pragma once

#include "Ops/Headers/Sources.h"
#include "fx/Ops/Headers.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fx::ops::headers {

/// The operators of the folder ATen/ops below `base`. A header NAME_ops has the schemas, and one of
/// the same name that ends in _compositeimplicitautograd_dispatch declares those made of other
/// operators. What autograd saves of their operands stands in another header.
std::vector<DeclaredOperator> read_operators(const std::filesystem::path& base,
                                             LibTorchVersion version, Sources& sources);
/// The schemas in the text of a header. `composites` is the text that declares the composite ones.
std::vector<DeclaredOperator> operators_in(std::string_view text, std::string_view composites);
/// What the backward function of an operator holds: the tensors that autograd saved, "self" and
/// "result", and other values.
struct DeclaredDerivative {
  std::vector<std::string> tensors, others;
};
/// The backward functions in the text of a header, by names of operators in lower case without _.
std::multimap<std::string, DeclaredDerivative> derivatives_in(std::string_view text);
/// Whether autograd may save the first operand of an operator.
bool saves_self(const DeclaredOperator& found,
                const std::multimap<std::string, DeclaredDerivative>& derivatives);
/// "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"; nothing if it is none.
std::optional<DeclaredOperator> parse_schema(std::string_view text);
/// Whether the operator draws random numbers, and whether it changes the sizes of its input, in
/// that LibTorch: headers do not say it. One that is not known is taken for the worst.
void set_tags(DeclaredOperator& found, LibTorchVersion version);

using TypeNames = std::vector<std::pair<std::string, std::string>>;
/// All from collapsed texts.
std::vector<DeclaredOptions> read_options(const std::vector<std::string>& texts);
TypeNames read_type_names(const std::vector<std::string>& texts);
std::vector<DeclaredFunction> read_functions(const std::vector<std::string>& texts,
                                             const Headers& headers);
void read_modules(const std::vector<std::string>& texts, Headers& headers);
/// From the text of torch/enum.h.
std::vector<std::pair<std::string, std::string>> read_enum_tags(std::string_view text);

/// "const Tensor& input = {}, bool b"; nothing when one of them cannot be read.
std::optional<std::vector<DeclaredParameter>> parse_parameters(std::string_view text);
/// A result type as the tables have it: "Tensor" -> "torch::Tensor".
std::string result_type(std::string_view text);
/// The type's own name: "const F::PadFuncOptions&" -> "PadFuncOptions".
std::string plain_type(std::string_view type);
/// The default of an option as Python text; see DeclaredOptions::Field.
std::string python_default(const DeclaredOptions& options, const DeclaredOptions::Field& field,
                           const std::vector<std::pair<std::string, std::string>>& enum_tags);

} // namespace fx::ops::headers
