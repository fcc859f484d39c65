"""Productions of forward: inputs and results, tensors, views, writes in place, control flow around tensors."""

from generator import count, listing, production
from productions_classes import holds, instance
from tree import Class, Local

INDEXING = "torch::indexing::"


def parameter(g, text, example):
    """Adds a parameter to the traced forward."""
    g.parameters.append(text)
    g.inputs.append(example)


# --- inputs


@production("two or more inputs", where="root")
def second_input(g, s):
    name = g.fresh("other")
    parameter(g, f"torch::Tensor {name}", f"torch::randn({listing(s.x.shape)})")
    extra = Local(name, "torch::Tensor", name, shape=s.x.shape)
    node = g.code("$x = $x + $y * $k;", x=s.x, y=extra, k=g.double(s, 1))
    s.tensors.append(extra)
    return node


@production("optional inputs", where="root")
def optional_input(g, s):
    name = g.fresh("maybe")
    given = g.chance(0.5)
    parameter(g, f"c10::optional<torch::Tensor> {name}", f"c10::optional<torch::Tensor>({f'torch::randn({listing(s.x.shape)})' if given else ''})")
    g.arguments.append(f"--input={name}={'x'.join(map(str, s.x.shape)) if given else 'none'}")
    return g.code(f"if ({name}.has_value()) {{\n$x = $x + *{name};\n}} else {{\n$x = $x * $k;\n}}", x=s.x, k=g.real("0.5"))


@production("nullopt", where="forward")
def nullopt_argument(g, s):
    f = g.declare("masked", None, **{"global": lambda d: g.code(f"inline torch::Tensor {d.name}(torch::Tensor x, c10::optional<torch::Tensor> mask = c10::nullopt, c10::optional<double> k = c10::nullopt) {{\nif (mask) x = x * *mask;\nif (!k.has_value()) return torch::sin(x);\nreturn x + k.value();\n}}")})
    return g.code("$x = " + g.pick("$f($x)", "$f($x, c10::nullopt, $k)", "$f($x, torch::sigmoid($x))", "$f($x, torch::cos($x), c10::nullopt)") + ";", x=s.x, f=f, k=g.real("0.25"))


@production("vector<Tensor> input", where="root")
def vector_input(g, s):
    name = g.fresh("list")
    amount = g.below(2, 3)
    size = "x".join(map(str, s.x.shape))
    parameter(g, f"{g.pick('std::vector<torch::Tensor>', 'const std::vector<torch::Tensor>&')} {name}", "std::vector<torch::Tensor>{" + ", ".join(f"torch::randn({listing(s.x.shape)})" for _ in range(amount)) + "}")
    g.arguments.append(f"--input={name}=[{','.join([size] * amount)}]")
    return g.code(g.pick(f"for (const auto& @t : {name}) $x = $x + torch::tanh(@t);", f"$x = $x + torch::stack({name}).mean(0) * static_cast<double>({name}.size());", f"$x = torch::max($x, {name}[{amount - 1}]);"), x=s.x)


@production("tuple, pair input", where="root")
def tuple_input(g, s):
    name = g.fresh("pair")
    size = "x".join(map(str, s.x.shape))
    example = f"torch::randn({listing(s.x.shape)})"
    parameter(g, f"std::tuple<torch::Tensor, torch::Tensor> {name}", f"std::make_tuple({example}, {example})")
    g.arguments.append(f"--input={name}=({size},{size})")
    return g.code(f"auto [@a, @b] = {name};\n$x = $x * torch::sigmoid(@a) + @b;", x=s.x)


@production("struct input", where="root")
def struct_input(g, s):
    name = g.fresh("batch")
    t = g.declare("Batch", None, **{"global": lambda d: g.code(f"struct {d.name} {{\ntorch::Tensor data;\ntorch::Tensor mask;\n}};")})
    g.struct_inputs.append((name, t))
    g.parameters.append([t, f" {name}"])
    g.inputs.append(("struct", t, f"torch::randn({listing(s.x.shape)}), torch::rand({listing(s.x.shape)})"))
    return g.code(f"$x = $x + {name}.data * {name}.mask;", x=s.x)


@production("scalar input", where="root")
def scalar_input(g, s):
    name = g.fresh("level")
    kind = g.pick(("double", "0.75"), ("int64_t", "3"), ("double", "1.5"))
    parameter(g, f"{kind[0]} {name}", f"{kind[0]}({kind[1]})")
    return g.code(g.pick(f"$x = $x * {name};", f"$x = $x + {name} * 0.25;", f"$x = torch::clamp($x, -{name}, {name});"), x=s.x)


# --- results


@production("make_tuple, brace return", where="root")
def tuple_result(g, s):
    g.result = g.pick(("std::tuple<torch::Tensor, torch::Tensor>", "return {$x, $y};"), ("std::tuple<torch::Tensor, torch::Tensor>", "return std::make_tuple($x, $y);"), ("std::pair<torch::Tensor, torch::Tensor>", "return {$x, $y};"), ("std::vector<torch::Tensor>", "return {$x, $y};"))
    return result_value(g, s)


def result_value(g, s):
    name = g.fresh("side")
    node = g.code(f"torch::Tensor {name} = $v;", v=g.value(s))
    g.side = Local(name, "torch::Tensor", "torch::ones({1})", node=node)
    return node


@production("struct output", where="root")
def struct_result(g, s):
    t = g.declare("Output", None, **{"global": lambda d: g.code(f"struct {d.name} {{\ntorch::Tensor logits;\ntorch::Tensor hidden;\n}};\ninline void flatten(std::vector<torch::Tensor>& out, const {d.name}& o) {{\nout.push_back(o.logits);\nout.push_back(o.hidden);\n}}")})
    g.result = ([t], g.pick("return {$x, $y};", "$t output;\noutput.hidden = $y;\noutput.logits = $x;\nreturn output;"), t)
    return result_value(g, s)


@production("early return, several returns", where="this")
def early_return(g, s):
    x = Local("x", "torch::Tensor", "x", shape=s.x.shape)
    inner = s.inner(x=x, integers=[], doubles=[], tensors=[], flags=[])
    n = Local("n", "int64_t", "2", bound=100)
    inner.integers.append(n)
    helper = g.declare("step", s.cls, method=lambda d: g.code(f"torch::Tensor {d.name}(torch::Tensor x, int64_t n) {{\nif ($c) return $a;\nfor (int64_t i = 0; i < 4; ++i) {{\nif (i * n > 5) return x * (1 + 0.1 * i);\nx = torch::sin(x) + 0.2;\n}}\n$b\nreturn x;\n}}", c=g.boolean(inner), a=g.value(inner), b=g.statements(inner, 1)))
    return g.code("$x = $f($x, $n);", x=s.x, f=helper, n=g.small(s))


# --- sizes and numbers of tensors


@production("sizes, dim", "number", "forward")
def sizes_as_numbers(g, s):
    t = s.x if s.x is not None else None
    if t is None:
        return g.compute("auto @t = torch::zeros({$a, 3});", "@t.size(0) * @t.dim() + @t.numel() + @t.sizes()[1]", 100, a=g.literal())
    size = g.pick("$x.size(0)", "$x.size(-1)", "$x.dim()", "$x.sizes()[0]", "$x.numel()", "static_cast<int64_t>($x.sizes().size())")
    pre, result = g.compute("", f"{size} * $k", 10**4, x=t, k=g.literal())
    result.known = "dim" in size or ".size()" in size
    return pre, result


@production("brace lists ({1, -1})")
def brace_lists(g, s):
    shape = s.x.shape
    total = count(shape)
    return g.code(g.pick(f"$x = $x.view({{{shape[0]}, -1}}).sin().view({listing(shape)});", f"$x = $x.reshape({{-1}}).flip({{0}}).reshape({listing(shape)});", f"$x = $x.reshape({{$n, -1}}).cumsum(0).mul(0.5).reshape({listing(shape)});".replace("$n", str(next(k for k in (3, 2, 1) if total % k == 0))),
                         f"$x = $x + torch::ones({{{shape[0]}, {', '.join(['1'] * (len(shape) - 1))}}}) * 0.25;" if len(shape) > 1 else "$x = $x.reshape({1, -1}).sin().reshape({-1});"), x=s.x)


@production("condition on a size")
def condition_on_size(g, s):
    shape = s.x.shape
    inner = s.inner(repeats=True)
    return g.code(f"if ({g.pick(f'$x.size(0) > {g.below(1, 3)}', f'$x.dim() == {g.below(2, 4)}', f'$x.size(-1) % 2 == {g.below(0, 1)}', '$x.numel() > 20 && $x.dim() > 1')}) {{\n$a\n}} else {{\n$b\n}}", x=s.x, a=g.statements(inner, 1), b=g.statements(s.inner(repeats=True), 1))


@production("device, options, dtype of a tensor")
def options_of_a_tensor(g, s):
    shape = s.x.shape
    return g.code(g.pick(f"$x = $x + torch::full({listing(shape)}, 0.3, $x.options());", f"$x = $x + torch::arange({shape[-1]}, torch::dtype($x.dtype()).device($x.device())) * 0.1;", "$x = $x.to(torch::kDouble).mul(1.5).to($x.scalar_type());",
                         f"auto @o = torch::TensorOptions().dtype(torch::kFloat).requires_grad(false);\n$x = $x + torch::ones({listing(shape)}, @o) * 0.2;", "if ($x.scalar_type() == torch::kFloat && !$x.is_cuda()) $x = $x * 0.75;"), x=s.x)


@production("values that leave the tensor world", risky=True)
def item(g, s):
    return g.code(g.pick("double @v = $x.abs().mean().item<double>();\n$x = $x * (1 + 0.1 * @v);", "$x = $x * (1 + 0.01 * $x.argmax().item<int64_t>());", "float @m = $x.max().item<float>();\n$x = $x / (@m * @m + 1);"), x=s.x)


holds("condition on defined", "condition on defined()", "extra", "torch::Tensor NAME;", """
    if ($c) NAME = register_buffer("NAME", torch::ones({WIDTH}) * 0.5);
    """, """
    torch::Tensor @t;
    if ($m.defined()) @t = $x + $m;
    if (!@t.defined()) @t = $x * 0.75;
    $x = @t;
    """, c=lambda g, s: g.boolean(s.inner(integers=[], flags=[])))


# --- tensors


@production("tensor functions and methods")
def tensor_functions(g, s):
    dim = g.below(0, len(s.x.shape) - 1)
    return g.code(g.pick("$x = $v.softmax(-1) + $x;", f"auto @m = std::get<0>($x.max({dim}, true));\n$x = $x - @m;", f"$x = torch::layer_norm($x, {{{s.x.shape[-1]}}});", f"$x = $v.masked_fill($x > 0.5, 0.25);", f"$x = torch::outer($x.reshape({{-1}}), torch::ones({{2}})).sum(1).reshape({listing(s.x.shape)});", f"$x = std::get<0>(torch::sort($v, {dim}));", "$x = torch::tril($v) + torch::triu($x) * 0.5;" if len(s.x.shape) > 1 else "$x = $v;",
                         f"$x = $x.index_select({dim}, torch::arange({s.x.shape[dim] - 1}, -1, -1));", "$x = $v.pow(2).clamp_max(2.0);", f"$x = $x.gather({dim}, torch::zeros_like($x, torch::kLong)) + $v;"), x=s.x, v=g.value(s, 1))


@production("tensor arithmetic")
def tensor_arithmetic(g, s):
    return g.code(g.pick("$x = ($v + $w) * $d - $x / 2;", "$x = 1.5 - $v * ($w > 0).to(torch::kFloat);", "$x = -($v) + 2 * ($w - $d);", "$x = torch::sub($v, $w, $d);", "$x = torch::remainder($v * 10, 3) / 3 + $w;", "$x = torch::floor_divide($v * 7, 2) * 0.1 - $w;", "$x = torch::fmod($v * 10, 3) * ($w <= $d).logical_not().to($x.dtype());"), x=s.x, v=g.value(s, 1), w=g.value(s, 1), d=g.double(s, 1))


@production("in-place operations, +=")
def in_place(g, s):
    local = g.fresh("y")
    return g.code(f"torch::Tensor {local} = $x * 1.5;\n{g.pick('$y += $v;', '$y.mul_(0.5).add_($v);', '$y -= 0.25;', '$y.relu_();', '$y.clamp_(-0.5, 0.5);', '$y /= 3; $y *= $v;', 'auto @alias = $y; @alias.add_(0.3);', 'torch::relu_($y.sub_(0.1));', '$y.copy_($v);', '$y.fill_($d).add_($v);')}\n$x = $y;".replace("$y", local), x=s.x, v=g.value(s.inner(tensors=[]), 1), d=g.double(s, 1))


@production("writes through views")
def writes_through_views(g, s):
    shape = s.x.shape
    dim = g.below(0, len(shape) - 1)
    local = g.fresh("y")
    view = g.pick(f"$y.select({dim}, 0)", f"$y.slice({dim}, 0, 1)", f"$y.narrow({dim}, {shape[dim] - 1}, 1)", "$y.view({-1})", f"$y.transpose(0, -1)", f"$y.chunk(2, {dim})[0]", "$y[0]", "$y.unsqueeze(0)", f"$y.unbind({dim})[0]")
    write = g.pick("@part.add_(1.5);", "@part.mul_(0.25);", "@part.fill_(0.75);", "@part.zero_();", "auto @deep = @part.unsqueeze(-1).select(-1, 0);\n@deep.sub_(0.5);")
    return g.code(f"torch::Tensor {local} = $x.clone();\nauto @part = {view};\n{write}\n$x = {g.pick('$y', '$y + $x', '@part.sum() * 0.1 + $y')};".replace("$y", local), x=s.x)


@production("writes to an input in place")
def writes_to_input(g, s):
    return g.code(g.pick("$x.add_($d);", "$x.mul_(0.5);", "$x[0] = $x[0] * 0.5;", "$x += 0.25;"), x=s.x, d=g.real("0.75"))


@production("slice assignment, index_put_")
def slice_assignment(g, s):
    local = g.fresh("y")
    i = INDEXING
    write = g.pick(f"$y.index_put_({{{i}Slice(0, 1)}}, 0.5);", f"$y.index_put_({{0}}, $x.select(0, 0) * 2);", "$y[0] = 0.25;", f"$y.index_put_({{{i}Ellipsis, 0}}, 1.5);", f"$y.index({{{i}Ellipsis, {i}Slice(1, {i}None)}}) += 0.5;", "$y.index_put_({$y > 0.5}, 0.1);", f"$y.slice(0, 0, 1) = $x.slice(0, 0, 1) * 3;", "$y[0].add_(2);")
    return g.code(f"torch::Tensor {local} = $x.clone();\n{write}\n$x = {local};".replace("$y", local), x=s.x)


@production("Tensor::index with Slice")
def index_with_slice(g, s):
    i = INDEXING
    last = s.x.shape[-1]
    return g.code(g.pick(f"auto @part = $x.index({{{i}Slice(0, 1)}});\n$x = $x + @part * 0.5;", f"$x = $x.index({{{i}Ellipsis, {i}Slice({i}None, {i}None, 2)}}).sum() * 0.1 + $x;", f"$x = torch::cat({{$x.index({{{i}Ellipsis, {i}Slice(1, {last})}}), $x.index({{{i}Ellipsis, {i}Slice({i}None, 1)}})}}, -1);",
                         f"$x = $x.index({{{i}None, {i}Ellipsis}}).squeeze(0) * 0.75;", f"$x = $x + $x.index({{0}}).unsqueeze(0);"), x=s.x)


@production("operator[] on a tensor")
def tensor_subscript(g, s):
    return g.code(g.pick("$x = $x + $x[0];", "$x = $x - $x[-1] * 0.5;", "torch::Tensor @first = $x[0][0];\n$x = $x + @first;" if len(s.x.shape) > 1 else "$x = $x + $x[0];"), x=s.x)


@production("slice, narrow, select, chunk")
def slices(g, s):
    dim = g.below(0, len(s.x.shape) - 1)
    size = s.x.shape[dim]
    return g.code(g.pick(f"auto @a = $x.slice({dim}, 1, {size});\n$x = torch::cat({{@a, $x.slice({dim}, 0, 1) * 2}}, {dim});", f"$x = $x + $x.select({dim}, $n).unsqueeze({dim});", f"$x = $x * $x.narrow({dim}, 0, 1);", f"auto @parts = $x.chunk({size}, {dim});\n$x = $x + @parts[0] - @parts[{size - 1}];", f"$x = $x.slice({dim}, -1) + $x;"), x=s.x, n=g.number(str(g.below(0, size - 1)), bound=5, alt="0"))


@production("loop over the parts of a split")
def loop_over_split(g, s):
    dim = g.below(0, len(s.x.shape) - 1)
    size = s.x.shape[dim]
    split = g.pick(f"$x.split(1, {dim})", f"$x.chunk({size}, {dim})", f"torch::split($x, 1, {dim})", f"torch::chunk($x, {size}, {dim})")
    return g.code(f"std::vector<torch::Tensor> @done;\nint64_t @i = 0;\nfor (const auto& @part : {split}) @done.push_back(@part * (1 + 0.1 * @i++));\n$x = torch::cat(@done, {dim});", x=s.x)


@production("vector<Tensor> local")
def vector_of_tensors(g, s):
    return g.code("std::vector<torch::Tensor> @all{$x, $v};\n@all.push_back(torch::sin($x));\n" + g.pick("@all[0] = @all[0] * 0.5;", "@all.erase(@all.begin());", "std::swap(@all[0], @all[2]);", "@all.insert(@all.begin(), $v * 2);", "@all.pop_back();", "for (auto& @t : @all) @t = @t + 0.25;") + "\n$x = @all.front() * 0.5;\nfor (size_t @i = 1; @i < @all.size(); ++@i) $x = $x + @all[@i] * (0.3 * @i);", x=s.x, v=g.value(s, 1))


@production("cat / stack of a list")
def cat_and_stack(g, s):
    dim = g.below(0, len(s.x.shape) - 1)
    size = s.x.shape[dim]
    return g.code(g.pick(f"$x = torch::cat({{$x, $v}}, {dim}).narrow({dim}, {g.below(0, size)}, {size});",
                         f"$x = torch::stack({{$x, $v, $x}}, {dim}).mean({dim});", f"$x = std::get<0>(torch::stack({{$x, $v}}).max(0));", f"std::vector<torch::Tensor> @l;\nfor (int64_t @i = 0; @i < 3; ++@i) @l.emplace_back($x * (0.5 * @i));\n$x = torch::stack(@l, -1).sum(-1) + torch::cat(@l, {dim}).narrow({dim}, {size}, {size});"), x=s.x, v=g.value(s, 1))


@production("permute, transpose")
def permute(g, s):
    rank = len(s.x.shape)
    order = list(range(rank))
    g.random.shuffle(order)
    back = [order.index(i) for i in range(rank)]
    return g.code(f"auto @p = $x.permute({listing(order)});\n@p = {g.pick('@p.cumsum(0) * 0.4', 'torch::softmax(@p, 0)', '@p.flip({0})', '@p.contiguous() * 2 - 1')};\n$x = @p.permute({listing(back)});", x=s.x)


@production("einsum")
def einsum(g, s):
    letters = "abcd"[: len(s.x.shape)]
    return g.code(g.pick(f'$x = torch::einsum("{letters},{letters}->{letters}", {{$x, torch::sigmoid($v)}});', f'$x = $x + torch::einsum("{letters}->{letters[-1]}", {{$v}}) * 0.1;', f'$x = torch::einsum("{letters},{letters[-1]}e->{letters[:-1]}e", {{$x, torch::eye({s.x.shape[-1]}) * 1.5 - 0.1}});'), x=s.x, v=g.value(s, 1))


@production("torch::nn::functional with options")
def functional_with_options(g, s):
    f = "torch::nn::functional::"
    width = s.x.shape[-1]
    return g.code(g.pick(f"$x = {f}softmax($x, {f}SoftmaxFuncOptions(-1));", f"$x = {f}leaky_relu($x, {f}LeakyReLUFuncOptions().negative_slope(0.3));", f"$x = {f}layer_norm($x, {f}LayerNormFuncOptions({{{width}}}).eps(0.1));", f"$x = {f}normalize($x, {f}NormalizeFuncOptions().p(1).dim(-1));", f"$x = {f}elu($x, {f}ELUFuncOptions().alpha(0.4));",
                         f"$x = {f}pad($x, {f}PadFuncOptions({{1, 1}}).value(0.5)).slice(-1, 1, {width + 1}) + $x;", f"$x = {f}dropout($x, {f}DropoutFuncOptions().p(0.3).training(false)) * 0.9;", f"$x = {f}hardtanh($x, {f}HardtanhFuncOptions().min_val(-0.3).max_val(0.8));", f"$x = $x + {f}one_hot(torch::arange({width}) % 2, 2).sum() * 0.1;"), x=s.x)


@production("detach, requires_grad")
def detached(g, s):
    return g.code(g.pick("$x = $x + $v.detach();", "$x = $x * 0.5 + ($x.detach() * 0.5).requires_grad_(false);", "if (!$x.requires_grad() || $x.dim() > 0) $x = $x * $x.detach().sigmoid();"), x=s.x, v=g.value(s, 1))


@production("random factories, sampling")
def random_factories(g, s):
    return g.code(g.pick("$x = $x + torch::randn_like($x) * 0.1;", f"$x = $x * torch::rand({listing(s.x.shape)});", "$x = torch::bernoulli(torch::sigmoid($x)) + $x;", f"$x = torch::dropout($x, 0.4, true);", f"$x = $x + torch::randint(0, 5, {listing(s.x.shape)}).to(torch::kFloat) * 0.1;", f"$x = $x.index_select(0, torch::randperm({s.x.shape[0]}));", f"$x = torch::normal(0.0, 0.2, {listing(s.x.shape)}) + $x;"), x=s.x)


@production("memcpy")
def memcpy_to_tensor(g, s):
    width = s.x.shape[-1]
    values = ", ".join(f"0.{g.below(1, 9)}f" for _ in range(width))
    return g.code(f"float @raw[{width}] = {{{values}}};\nfloat @copy[{width}];\nstd::memcpy(@copy, @raw, sizeof(@raw));\n$x = $x + torch::from_blob(@copy, {{{width}}}).clone();", x=s.x)


@production("std::get, std::tie, structured bindings")
def bindings_of_tensors(g, s):
    dim = g.below(0, len(s.x.shape) - 1)
    return g.code(g.pick(f"auto [@values, @indices] = $x.max({dim}, true);\n$x = $x - @values + @indices.to(torch::kFloat) * 0.1;", f"torch::Tensor @a, @b;\nstd::tie(@a, @b) = torch::sort($x, {dim});\n$x = @a + @b.to(torch::kFloat) * 0.01;", "auto @t = std::make_tuple($x, $v, 0.5);\nstd::get<0>(@t) = std::get<1>(@t) * std::get<2>(@t);\n$x = $x + std::get<0>(@t);"), x=s.x, v=g.value(s, 1))


@production("make_tuple, brace return", where="this")
def helper_returns_tuple(g, s):
    helper = g.declare("two", s.cls, method=lambda d: g.code(f"std::tuple<torch::Tensor, {g.pick('int64_t', 'double')}> {d.name}(const torch::Tensor& x) {{\nif ($c) return {{x * 0.5, $n}};\nreturn std::make_tuple(torch::sin(x), $m);\n}}", c=g.boolean(s.inner(integers=[], flags=[])), n=g.literal(), m=g.literal()))
    return g.code("auto [@t, @n] = $f($x);\n$x = @t * (1 + 0.1 * @n);", x=s.x, f=helper)


@production("struct output", where="this")
def helper_returns_struct(g, s):
    t = g.declare("Pieces", None, **{"global": lambda d: g.code(f"struct {d.name} {{\ntorch::Tensor value;\nint64_t n = 3;\nstd::vector<torch::Tensor> rest;\n}};")})
    helper = g.declare("pieces", s.cls, method=lambda d: g.code(f"$t {d.name}(torch::Tensor x) {{\n$t out;\nout.value = torch::tanh(x);\nout.rest.push_back(x * $k);\nout.n += 2;\nreturn out;\n}}", t=t, k=g.real("0.5")))
    return g.code("auto @out = $f($x);\n$x = @out.value + @out.rest[0] * (1 + 0.1 * @out.n);", x=s.x, f=helper)


@production("RNN, LSTM, GRU", where="this")
def recurrent(g, s):
    width = s.x.shape[-1]
    kind = g.pick("LSTM", "GRU", "RNN")
    options = g.pick("", ".batch_first(true)", ".num_layers(2)", ".bias(false)")
    held = g.layer(s, kind, f"torch::nn::{kind}Options({width}, {width}){options}", "rnn")
    rows = count(s.x.shape) // width
    return g.code(f"auto @o = $m->forward($x.reshape({{1, {rows}, {width}}}));\n$x = std::get<0>(@o).reshape({listing(s.x.shape)})" + (" + std::get<1>(@o).sum() * 0.1;" if kind != "LSTM" else " + std::get<0>(std::get<1>(@o)).mean();"), x=s.x, m=held)


@production("module call with several arguments", where="this")
def several_arguments(g, s):
    cls = Class(g.fresh("Mixer"))
    cls.signature = "torch::Tensor forward(torch::Tensor x, torch::Tensor y, double k = 0.5)"
    cls.forward = g.code("return x * k + torch::tanh(y);")
    held = instance(g, s, cls)
    return g.code(g.pick("$x = $m->forward($x, $v);", "$x = $m->forward($v, $x, $d);"), x=s.x, m=held, v=g.value(s, 1), d=g.real("0.75"))


holds("tied weights", "replaced weights, weight tying", "tied", "torch::nn::Linear NAME{nullptr}, NAME2{nullptr};", """
    NAME = register_module("NAME", torch::nn::Linear(WIDTH, WIDTH));
    NAME2 = register_module("NAME2", torch::nn::Linear(WIDTH, WIDTH));
    NAME2->weight = NAME->weight;
    """, """
    $x = $n->forward(torch::tanh($m->forward($x)));
    $x = $x + torch::nn::functional::linear($x, $m->weight.t());
    """, n="2")


@production("reads parameters and buffers", where="this")
def reads_parameters(g, s):
    width = s.x.shape[-1]
    held = g.layer(s, "Linear", f"{width}, {width}", "read")
    return g.code(g.pick("$x = torch::nn::functional::linear($x, $m->weight, $m->bias);", "$x = $x + $m->bias * 0.5;", "$x = $x + $m->weight.sum() * 0.1;", "$x = torch::matmul($x, $m->weight.t());", "$x = $x * static_cast<double>($m->weight.size(0)) * 0.1 + $m->weight[0];"), x=s.x, m=held)


@production("module indexing list[i]", where="this")
def module_indexing(g, s):
    width = s.x.shape[-1]
    held = g.declare("indexed", s.cls, constructor=lambda d: g.code(f'for (int64_t i = 0; i < 3; ++i) {d.name}->push_back(torch::nn::Linear({width}, {width}));\nregister_module("{d.name}", {d.name});'), member=lambda d: g.code(f"torch::nn::{g.pick('ModuleList', 'Sequential')} {d.name};"))
    return g.code("$x = $h[std::abs($n) % 3]->as<torch::nn::Linear>()->forward($x);", x=s.x, h=held, n=g.small(s))


@production("loop bound from a container's size", where="this")
def loop_to_size(g, s):
    held = g.declare("widths_", s.cls, member=lambda d: g.code(f"std::vector<{g.pick('int64_t', 'int', 'double')}> {d.name}{{{', '.join(str(g.below(1, 9)) for _ in range(g.below(1, 4)))}}};"))
    return g.code("for (size_t @i = 0; @i < $h.size(); ++@i) $x = torch::sin($x + 0.1 * $h[@i]);", x=s.x, h=held)


@production("branch on a member", where="this")
def branch_on_member(g, s):
    held = g.declare("use_", s.cls, member=lambda d: g.code(f"bool {d.name} = $c;\nint64_t {d.name}mode = $n;", c=g.pick("true", "false"), n=g.below(0, 3)))
    inner = s.inner()
    return g.code("if ($m) {\n$a\n} else if ($n > 1) {\n$b\n} else {\n$x = $x * 0.5;\n}", x=s.x, m=held, n=[held, "mode"], a=g.statements(inner, 1), b=g.statements(s.inner(), 1))


@production("is_training()", where="this", risky=True)
def training_branch(g, s):
    return g.code(g.pick("if (is_training()) $x = $x * $d;\nelse $x = torch::sin($x);", "$x = is_training() ? $x + 0.5 : $x;", "$x = $x * (is_training() ? 0.5 : 1.5);"), x=s.x, d=g.real("0.75"))


@production("is_training()", where="this", name="dropout that follows the mode")
def functional_dropout(g, s):
    return g.code(g.pick("$x = torch::dropout($x, 0.3, is_training()) * $d;", "$x = torch::nn::functional::dropout($x, torch::nn::functional::DropoutFuncOptions().p(0.25).training(is_training())) + $d;"), x=s.x, d=g.real(g.pick("0.75", "0.5")))


@production("struct, map, OrderedDict, Dict, array, references and defaults in C++ again", where="root")
def dictionary_input(g, s):
    name = g.fresh("given")
    size = "x".join(map(str, s.x.shape))
    example = f"torch::randn({listing(s.x.shape)})"
    kind = g.below(0, 2)
    if kind == 0:
        parameter(g, f"std::map<std::string, torch::Tensor> {name}", f'std::map<std::string, torch::Tensor>{{{{"a", {example}}}, {{"b", {example}}}}}')
        return g.code(f'$x = $x + {name}.at("a") * torch::sigmoid({name}["b"]);', x=s.x)
    if kind == 1:
        parameter(g, f"std::array<torch::Tensor, 2> {name}", f"std::array<torch::Tensor, 2>{{{example}, {example}}}")
        g.arguments.append(f"--input={name}=[{size},{size}]")
        return g.code(f"$x = $x + {name}[0] * torch::sigmoid({name}[1]);", x=s.x)
    parameter(g, f"const torch::Tensor& {name}", example)
    return g.code(f"$x = $x + {name};", x=s.x)


@production("functions without a body", risky=True)
def opaque_function(g, s):
    f = g.declare(g.pick("erf", "lgamma", "expm1", "atan"), None, exact=True, **{"global": lambda d: g.code(f'extern "C" double {d.name}(double x);')})
    return g.code("$x = $x * (1 + 0.1 * $f($d));", x=s.x, f=f, d=g.real("(1.5 + std::abs($d))", d=g.double(s, 1)))


# --- control flow around tensors


@production("if and else around tensors")
def if_else(g, s):
    return g.code("if ($c) {\n$a\n} else {\n$b\n}", c=g.boolean(s), a=(a := g.statements(s.inner(), g.below(1, 2))), b=g.statements(s.inner(), 1), body=a)


@production("for loops around tensors")
def for_loop(g, s):
    i = Local(g.fresh("i"), "int64_t", "1", bound=4)
    inner = s.inner(repeats=True)
    inner.integers.append(i)
    body = g.statements(inner, g.below(1, 2))
    return g.code(f"for (int64_t {i.name} = 0; {i.name} < $n; ++{i.name}) {{\n$b\n{g.pick('', f'if ({i.name} * 2 > $k) break;', f'if ({i.name} == $k) continue;')}\n$x = $x * 0.9;\n}}", n=g.number(str(g.below(1, 3)), bound=3), k=g.literal(0, 3), b=body, x=s.x)


@production("lambda in forward")
def tensor_lambda(g, s):
    x = Local(g.fresh("v"), "torch::Tensor", "", shape=s.x.shape)
    inner = s.inner(x=x, tensors=[])
    n = Local("n", "int64_t", "2", bound=31)
    inner.integers.append(n)
    body = g.statements(inner, g.below(1, 2))
    return g.code(f"auto @f = [&](torch::Tensor {x.name}, int64_t n) {{\n$b\nreturn {x.name} * (1 + 0.1 * n);\n}};\n$x = @f(@f($x, 2), $n);", b=body, x=s.x, n=g.small(s))


@production("std::function, function pointers")
def tensor_function_object(g, s):
    return g.code("std::function<torch::Tensor(const torch::Tensor&)> @f = torch::sin;\nif ($c) @f = [k = $d](const torch::Tensor& t) { return t * k + 0.1; };\ntorch::Tensor (*@p)(const torch::Tensor&) = &torch::tanh;\n$x = @p(@f($x));", x=s.x, c=g.boolean(s), d=g.double(s, 1))


@production("tensors through free functions")
def free_function(g, s):
    x = Local("x", "torch::Tensor", "x", shape=s.x.shape)
    n = Local("n", "int64_t", "2", bound=31)
    inner = type(s)(None, x)
    inner.integers.append(n)
    body = g.statements(inner, g.below(1, 2))
    reference = g.chance(0.3)
    f = g.declare("apply", None, **{"global": lambda d: g.code(f"inline torch::Tensor {d.name}(torch::Tensor{'&' if reference else ''} x, int64_t n) {{\n$b\nreturn x + 0.1 * n;\n}}", b=body)})
    if reference:
        return g.code("torch::Tensor @t = $x;\n$x = $f(@t, $n) - @t * 0.5;", x=s.x, f=f, n=g.small(s))
    return g.code("$x = $f($x, $n);", x=s.x, f=f, n=g.small(s))


@production("break, continue")
def tensor_loop_with_breaks(g, s):
    return g.code("for (int64_t @i = 0; @i < 6; ++@i) {\nif (@i % 3 == $k) continue;\n$x = torch::sin($x + 0.1 * @i);\nif (@i > $n) break;\n}", x=s.x, k=g.below(0, 2), n=g.literal(0, 4))


@production("tensor algorithms", risky=True)
def algorithms_over_tensors(g, s):
    return g.code("std::vector<torch::Tensor> @l{$x, $v};\n" + g.pick("$x = std::accumulate(@l.begin(), @l.end(), torch::zeros_like($x), [](const torch::Tensor& a, const torch::Tensor& b) { return a * 0.5 + b; });", "std::for_each(@l.begin(), @l.end(), [](torch::Tensor& t) { t = t * 0.5; });\n$x = @l[0] + @l[1];",
                                                                     "std::transform(@l.begin(), @l.end(), @l.begin(), [](const torch::Tensor& t) { return torch::tanh(t); });\n$x = @l[1] - @l[0] * 0.3;", "std::reverse(@l.begin(), @l.end());\n$x = @l[0] + @l[1] * 0.25;"), x=s.x, v=g.value(s, 1))


@production("try / catch")
def try_around_tensors(g, s):
    return g.code("try {\n$x = torch::sin($x);\nif ($n > 3) throw std::runtime_error(\"no\");\n$x = $x + 0.5;\n} catch (const std::runtime_error& e) {\n$x = $x * 0.7;\n}", x=s.x, n=g.small(s))


@production("user destructors")
def destructor_changes_a_tensor(g, s):
    t = g.declare("Scoped", None, **{"global": lambda d: g.code(f"struct {d.name} {{\nexplicit {d.name}(torch::Tensor& t) : t(t) {{ t = t + 0.5; }}\n~{d.name}() {{ t = t * 0.5; }}\ntorch::Tensor& t;\n}};")})
    return g.code("{\n$t @scope($x);\n$x = torch::sin($x);\n}", x=s.x, t=t)
