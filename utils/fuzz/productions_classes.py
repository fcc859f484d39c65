"""Productions for module classes: kinds of classes, and what their constructors do."""

from generator import count, drawn, listing, literal, plain, production
from tree import Class, Local


def instance(g, s, cls, stem="part", arguments=""):
    """A registered member of a user's module class."""
    made = g.class_declaration(cls)
    return member_of(g, s, cls, made, stem, arguments)


def member_of(g, s, cls, made, stem, arguments=""):
    if cls.holder:
        return g.declare(stem, s.cls, constructor=lambda d: g.code(f'{d.name} = register_module("{d.name}", $t({arguments}));', t=made),
                         member=lambda d: g.code(f"$t {d.name}{{nullptr}};", t=made))
    return g.declare(stem, s.cls, constructor=lambda d: g.code(f'{d.name} = register_module("{d.name}", std::make_shared<$t>({arguments}));', t=made),
                     member=lambda d: g.code(f"std::shared_ptr<$t> {d.name};", t=made))


def call(g, s, module, tag=None):
    return g.code("$x = $m->forward($x);", x=s.x, m=module, tag=tag)


def holds(name, construct, stem, member, constructor, use, risky=False, **holes):
    """A production of a member that the constructor fills, `m` in its use. In the texts of both, NAME is the member's
    name and WIDTH the tensor's last size. A hole is a function that draws it for the constructor, or the end of the
    name of another member."""

    @production(construct, where="this", risky=risky, name=name)
    def draw(g, s):
        ends = {hole: end for hole, end in holes.items() if isinstance(end, str)}
        draws = {hole: value for hole, value in holes.items() if hole not in ends}

        def written(text, d):
            return plain(text).replace("NAME", d.name).replace("WIDTH", str(s.x.shape[-1]))

        held = g.declare(stem, s.cls, constructor=lambda d: g.code(written(constructor, d), **drawn(g, s, draws)),
                         member=lambda d: g.code(written(member, d)))
        return g.code(plain(use), x=s.x, m=held, **{hole: [held, end] for hole, end in ends.items()})


def simple_class(g, s, stem, template, holder=True, **values):
    """A module class whose forward is the template, with `x` its tensor."""
    cls = Class(g.fresh(stem) + ("Impl" if holder else ""))
    cls.holder = holder
    cls.signature = "torch::Tensor forward(torch::Tensor x)"
    cls.forward = g.code(template, **values)
    return cls


# --- Class


@production("TORCH_MODULE / ModuleHolder", where="this")
def holder_class(g, s):
    return call(g, s, instance(g, s, g.user_class("Block", g.below(1, 3), s.x.shape)))


@production("user sub-modules", where="this")
def user_sub_module(g, s):
    return call(g, s, instance(g, s, g.user_class("Unit", g.below(1, 3), s.x.shape, holder=False)))


@production("class derives from another user module class", where="this")
def derived_module(g, s):
    base = g.user_class("Base", 1, s.x.shape, holder=False)
    base_made = g.class_declaration(base)
    derived = Class(g.fresh("Derived"))
    derived.base = base.name
    derived.signature = base.signature
    derived.forward = g.code("x = $b::forward(x);\nreturn x * $f;", b=base_made, f=g.factor(s, g.literal()))
    return call(g, s, instance(g, s, derived))


@production("forward inherited, virtual forward, pure virtual forward", where="this")
def virtual_forward(g, s):
    pure = g.chance(0.5)
    base = Class(g.fresh("Abstract"))
    own = "= 0;" if pure else "{ return torch::sin(x); }"
    base.extra = [g.code(f"virtual torch::Tensor step(torch::Tensor x) {own}\nvirtual int64_t weight() const {{ return $k; }}\ntorch::Tensor forward(torch::Tensor x) {{ return step(x) * (1 + 0.01 * weight()); }}", k=g.literal())]
    base_made = g.class_declaration(base)
    derived = Class(g.fresh("Concrete"))
    derived.base = base.name
    inner = s.inner(cls=derived, x=Local("x", "torch::Tensor", "x", shape=s.x.shape), integers=[], doubles=[], tensors=[], flags=[])
    derived.extra = [g.code("torch::Tensor step(torch::Tensor x) override {\n$b\nreturn x;\n}", b=g.statements(inner, 1))]
    if g.chance(0.6):
        derived.extra.append(g.code("int64_t weight() const override { return $b::weight() * $k; }", b=base_made, k=g.literal()))
    made = g.class_declaration(derived)
    name = g.fresh("virtual")
    held = g.declare(name, s.cls, exact=True, constructor=lambda d: g.code(f'{d.name} = register_module("{d.name}", std::make_shared<$t>());', t=made),
                     member=lambda d: g.code(f"std::shared_ptr<$b> {d.name};", b=base_made))
    return call(g, s, held)


@production("virtual helper functions", where="this")
def virtual_helper(g, s):
    base = Class(g.fresh("WithHook"))
    base.extra = [g.code("virtual double scale(int64_t k) const { return 1.0 + 0.1 * k; }\nvirtual torch::Tensor hook(torch::Tensor x) { return x; }\ntorch::Tensor forward(torch::Tensor x) { return hook(x) * scale($n); }", n=g.literal())]
    base_made = g.class_declaration(base)
    derived = Class(g.fresh("Hooked"))
    derived.base = base.name
    derived.extra = [g.code("double scale(int64_t k) const override { return $b::scale(k + 1) + $d; }\ntorch::Tensor hook(torch::Tensor x) override { return torch::tanh(x) + scale(0); }", b=base_made, d=g.real(g.pick("0.25", "0.5")))]
    return call(g, s, instance(g, s, derived))


@production("Cloneable and reset()", where="this")
def cloneable(g, s):
    width = s.x.shape[-1]
    cls = Class(g.fresh("Resets"))
    cls.base = f"torch::nn::Cloneable<{cls.name}>"
    cls.extra = [g.code(f"{cls.name}() {{ reset(); }}\nvoid reset() override {{\nfc = register_module(\"fc\", torch::nn::Linear({width}, {width}));\nk = $k;\n}}\ntorch::nn::Linear fc{{nullptr}};\nint64_t k = 0;", k=g.literal())]
    cls.signature = "torch::Tensor forward(torch::Tensor x)"
    cls.forward = g.code("return fc->forward(x) * (1 + 0.01 * k);")
    return call(g, s, instance(g, s, cls))


@production("no forward at all: another method", where="this")
def other_method(g, s):
    cls = Class(g.fresh("Encoder"))
    inner = s.inner(cls=cls, x=Local("x", "torch::Tensor", "x", shape=s.x.shape), integers=[], doubles=[], tensors=[], flags=[])
    cls.extra = [g.code("torch::Tensor encode(torch::Tensor x, int64_t k) {\n$b\nreturn x * (1 + 0.05 * k);\n}", b=g.statements(inner, 1))]
    held = instance(g, s, cls)
    return g.code("$x = $m->encode($x, $n);", x=s.x, m=held, n=g.small(s))


@production("template class", where="this")
def template_class(g, s):
    name = g.fresh("Templated")
    width = s.x.shape[-1]
    cls = Class(name)
    cls.template = "template <int N, typename Act>\n"
    cls.extra = [g.code(f"{name}() {{\nfc = register_module(\"fc\", torch::nn::Linear({width}, {width} * N));\nact = register_module(\"act\", Act());\n}}\ntorch::nn::Linear fc{{nullptr}};\nAct act{{nullptr}};")]
    cls.signature = "torch::Tensor forward(torch::Tensor x)"
    cls.forward = g.code(f"x = act->forward(fc->forward(x));\nreturn x.slice(-1, N - 1, N - 1 + {width}) * (1 + 0.01 * N);")
    made = g.class_declaration(cls)
    arguments = f"<{g.below(1, 3)}, torch::nn::{g.pick('ReLU', 'Tanh', 'Sigmoid', 'GELU')}>"
    held = g.declare("part", s.cls, constructor=lambda d: g.code(f'{d.name} = register_module("{d.name}", std::make_shared<$t{arguments}>());', t=made),
                     member=lambda d: g.code(f"std::shared_ptr<$t{arguments}> {d.name};", t=made))
    return call(g, s, held)


@production("derives from a torch module", where="this")
def derives_from_library(g, s):
    width = s.x.shape[-1]
    cls = Class(g.fresh("Scaled"))
    kind = g.pick("LinearImpl", "LayerNormImpl", "SequentialImpl")
    cls.base = f"torch::nn::{kind}"
    if kind == "LinearImpl":
        body = f"{cls.name}(int64_t n, double k) : LinearImpl(torch::nn::LinearOptions(n, n).bias(n % 2 == 0)), k(k) {{}}\ntorch::Tensor forward(const torch::Tensor& x) {{ return LinearImpl::forward(x) * k; }}\ndouble k;"
    elif kind == "LayerNormImpl":
        body = f"{cls.name}(int64_t n, double k) : LayerNormImpl(torch::nn::LayerNormOptions({{n}}).eps(k)), k(k) {{}}\ntorch::Tensor forward(const torch::Tensor& x) {{ return LayerNormImpl::forward(x) + k; }}\ndouble k;"
    else:
        body = f"{cls.name}(int64_t n, double k) : k(k) {{\npush_back(\"first\", torch::nn::Linear(n, n));\npush_back(torch::nn::Tanh());\n}}\ntorch::Tensor forward(torch::Tensor x) {{ return SequentialImpl::forward(x) * k; }}\ndouble k;"
    cls.extra = [g.code(body)]
    return call(g, s, instance(g, s, cls, arguments=f"{width}, {g.pick('0.5', '0.25', '1.5')}"))


@production("forward body in another file than the class", where="this")
def forward_elsewhere(g, s):
    cls = Class(g.fresh("Split"))
    cls.extra = [g.code("torch::Tensor forward(torch::Tensor x);\nint64_t factor(int64_t n) const;")]
    made = g.class_declaration(cls)
    inner = s.inner(cls=None, x=Local("x", "torch::Tensor", "x", shape=s.x.shape), integers=[], doubles=[], tensors=[], flags=[])
    bodies = g.declare("bodies", None, **{"global": lambda d: g.code(
        f"// FILE\nnamespace {d.name} {{}}\ninline torch::Tensor $c::forward(torch::Tensor x) {{\n$b\nreturn x * (1 + 0.01 * factor($n));\n}}\ninline int64_t $c::factor(int64_t n) const {{ return n * 3; }}\n// END", c=made, b=g.statements(inner, 1), n=g.literal())})
    held = g.declare("part", s.cls, constructor=lambda d: g.code(f'{d.name} = register_module("{d.name}", std::make_shared<$t>());', t=made),
                     member=lambda d: g.code(f"std::shared_ptr<$t> {d.name};", t=made))
    return g.code("{\nusing namespace $b;\n$x = $m->forward($x);\n}", b=bodies, x=s.x, m=held)


# --- Constructor


@production("in-class member initialisers", where="this")
def in_class_initialisers(g, s):
    m = g.declare("rate_", s.cls, member=lambda d: g.code(f"double {d.name} = $a;\nint64_t {d.name}n = $n;\nstd::vector<int64_t> {d.name}v{{1, {d.name}n, 4}};\nbool {d.name}on{{true}};", a=g.real(g.pick("0.25", "1.5")), n=g.literal()))
    return g.code("$x = $x * (1 + 0.1 * $m) + static_cast<double>($v[1] + ($b ? 3 : 0)) * 0.05;", x=s.x, m=m, v=[m, "v"], b=[m, "on"])


holds("built before", "register_module of a module built before", "late", "torch::nn::Linear NAME{nullptr};", """
    torch::nn::Linear built_NAME(WIDTH, WIDTH);
    NAME = built_NAME;
    register_module("NAME", NAME);
    """, "$x = $m->forward($x);")

holds("registered in body", "x = register_module(...) in the body", "body", "torch::nn::Linear NAME{nullptr};", """
    NAME = register_module("NAME_" + std::to_string($k), torch::nn::Linear(WIDTH, WIDTH));
    """, "$x = $m->forward($x);", k=literal)


@production("register_module in a member initialiser", where="this")
def registered_in_initialiser(g, s):
    width = s.x.shape[-1]
    held = g.declare("early", s.cls, init=lambda d: g.code(f'{d.name}(register_module("{d.name}", torch::nn::Linear({width}, {width})))'),
                     member=lambda d: g.code(f"torch::nn::Linear {d.name};"))
    return call(g, s, held)


@production("default constructor arguments", where="this")
def default_arguments(g, s):
    cls = Class(g.fresh("Defaults") + "Impl")
    cls.holder = True
    cls.extra = [g.code(f"explicit {cls.name}(int64_t a, int64_t b = $k, double c = 0.5) : n(a * 10 + b), c(c) {{}}\nint64_t n;\ndouble c;", k=g.literal())]
    cls.signature = "torch::Tensor forward(torch::Tensor x)"
    cls.forward = g.code("return x * c + 0.01 * n;")
    return call(g, s, instance(g, s, cls, arguments=g.pick("3", "2, 9", "1, 4, 0.75")))


@production("options with chained setters", where="this")
def chained_options(g, s):
    width = s.x.shape[-1]
    rank = len(s.x.shape)
    if rank == 4:
        channels = s.x.shape[1]
        made = g.pick(
            ("Conv2d", f"torch::nn::Conv2dOptions({channels}, {channels}, 3).padding(1).bias({g.pick('true', 'false')})"),
            ("Conv2d", f"torch::nn::Conv2dOptions({channels}, {channels}, {{3, 1}}).padding({{1, 0}}).groups({channels})"),
            ("Conv2d", f"torch::nn::Conv2dOptions({channels}, {channels}, 3).padding(2).dilation(2).padding_mode(torch::kReflect)") if min(s.x.shape[2:]) > 2 else ("Identity", ""),
            ("BatchNorm2d", f"torch::nn::BatchNorm2dOptions({channels}).eps(1e-2).momentum(0.3).affine({g.pick('true', 'false')})"),
            ("GroupNorm", f"torch::nn::GroupNormOptions(1, {channels}).eps(0.1)"),
            ("MaxPool2d", "torch::nn::MaxPool2dOptions(3).stride(1).padding(1)"),
        )
    else:
        made = g.pick(
            ("Linear", f"torch::nn::LinearOptions({width}, {width}).bias(false)"),
            ("LayerNorm", f"torch::nn::LayerNormOptions({{{width}}}).eps({g.pick('1e-2', '0.5')}).elementwise_affine({g.pick('true', 'false')})"),
            ("LeakyReLU", "torch::nn::LeakyReLUOptions().negative_slope(0.3)"), ("ELU", "torch::nn::ELUOptions().alpha(0.4)"),
            ("Hardtanh", "torch::nn::HardtanhOptions().min_val(-0.4).max_val(0.6)"), ("Softmax", "torch::nn::SoftmaxOptions(-1)"),
            ("Threshold", "torch::nn::ThresholdOptions(0.1, 0.25)"), ("Dropout", "torch::nn::DropoutOptions().p(0.3)"),
            ("Softplus", "torch::nn::SoftplusOptions().beta(2).threshold(0.9)"),
        )
    if g.chance(0.4) and made[0] in ("Linear", "LayerNorm", "LeakyReLU", "ELU", "Hardtanh"):
        held = g.declare("optioned", s.cls, constructor=lambda d: g.code(
            f'auto options_{d.name} = {made[1]};\nif ({g.below(1, 4)} > 2) options_{d.name}.{option_of(made[0])};\n{d.name} = register_module("{d.name}", torch::nn::{made[0]}(options_{d.name}));'),
            member=lambda d: g.code(f"torch::nn::{made[0]} {d.name}{{nullptr}};"))
    else:
        held = g.layer(s, made[0], made[1], "optioned")
    return call(g, s, held)


def option_of(kind):
    return {"Linear": "bias(true)", "LayerNorm": "eps(0.7)", "LeakyReLU": "negative_slope(0.7)", "ELU": "alpha(2.0)", "Hardtanh": "max_val(0.2)"}[kind]


@production("brace initialiser-list arguments", where="this")
def brace_arguments(g, s):
    width = s.x.shape[-1]
    cls = Class(g.fresh("Listed"))
    cls.extra = [g.code(f"explicit {cls.name}(std::vector<int64_t> sizes) {{\nfor (size_t i = 0; i + 1 < sizes.size(); ++i) layers->push_back(torch::nn::Linear(sizes[i], sizes[i + 1]));\nregister_module(\"layers\", layers);\n}}\ntorch::nn::Sequential layers;")]
    cls.signature = "torch::Tensor forward(torch::Tensor x)"
    cls.forward = g.code("return layers->forward(x);")
    made = g.class_declaration(cls)
    sizes = ", ".join(map(str, [width, *(g.below(2, 5) for _ in range(g.below(0, 2))), width]))
    held = g.declare("listed", s.cls, constructor=lambda d: g.code(f'register_module("{d.name}", {d.name});'),
                     init=lambda d: g.code(f"{d.name}(std::make_shared<$t>(std::vector<int64_t>{{{sizes}}}))", t=made),
                     member=lambda d: g.code(f"std::shared_ptr<$t> {d.name};", t=made))
    return call(g, s, held)


@production("several constructors, delegating constructors", where="this")
def several_constructors(g, s):
    cls = Class(g.fresh("Many"))
    n = cls.name
    cls.extra = [g.code(f"{n}() : {n}(int64_t($k)) {{ n += 1; }}\nexplicit {n}(int64_t n) : n(n * 2), kind(\"int\") {{}}\nexplicit {n}(double d) : n(static_cast<int64_t>(d * 8)), kind(\"double\") {{}}\n{n}(const std::string& name, int64_t k) : {n}(k + 0.5) {{ kind = name; }}\nint64_t n;\nstd::string kind;", k=g.literal())]
    cls.signature = "torch::Tensor forward(torch::Tensor x)"
    cls.forward = g.code("if (kind == \"double\") x = torch::sin(x);\nreturn x * (1 + 0.02 * n + 0.1 * kind.size());")
    return call(g, s, instance(g, s, cls, arguments=g.pick("", "int64_t(4)", "2.25", '"words", 3')))


@production("base-class constructor with arguments", where="this")
def base_with_arguments(g, s):
    base = Class(g.fresh("Sized"))
    base.extra = [g.code(f"{base.name}(int64_t width, double rate) : rate_(rate) {{ fc_ = register_module(\"fc\", torch::nn::Linear(width, width)); }}\nprotected:\ntorch::nn::Linear fc_{{nullptr}};\ndouble rate_;")]
    made = g.class_declaration(base)
    cls = Class(g.fresh("SizedMore"))
    cls.base = base.name
    cls.extra = [g.code(f"explicit {cls.name}(int64_t width) : $b(width, 0.5 * $k), second_(register_module(\"second\", torch::nn::Linear(width, width))) {{}}\ntorch::nn::Linear second_;", b=made, k=g.literal())]
    cls.signature = "torch::Tensor forward(torch::Tensor x)"
    cls.forward = g.code("return second_->forward(torch::tanh(fc_->forward(x))) * (1 + 0.1 * rate_);")
    return call(g, s, instance(g, s, cls, arguments=str(s.x.shape[-1])))


@production("free user functions, functions that return a module", where="this")
def function_returns_module(g, s):
    width = s.x.shape[-1]
    f = g.declare("make_layer", None, **{"global": lambda d: g.code(
        f"inline torch::nn::Sequential {d.name}(int64_t in, int64_t out, bool norm) {{\ntorch::nn::Sequential layers;\nlayers->push_back(torch::nn::Linear(in, out));\nif (norm) layers->push_back(torch::nn::LayerNorm(torch::nn::LayerNormOptions({{out}})));\nlayers->push_back(torch::nn::{g.pick('ReLU', 'Tanh')}());\nreturn layers;\n}}")})
    held = g.declare("made", s.cls, constructor=lambda d: g.code(f'{d.name} = register_module("{d.name}", $f({width}, {width}, $c));', f=f, c=g.boolean(s.inner(integers=[], flags=[]))),
                     member=lambda d: g.code(f"torch::nn::Sequential {d.name}{{nullptr}};"))
    return call(g, s, held)


@production("own helper methods (make_layer)", where="this")
def make_layer_method(g, s):
    width = s.x.shape[-1]
    helper = g.declare("make_layer", s.cls, method=lambda d: g.code(
        f"torch::nn::Sequential {d.name}(int64_t in, int64_t hidden, int64_t times) {{\ntorch::nn::Sequential layers;\nfor (int64_t i = 0; i < times; ++i) {{\nlayers->push_back(torch::nn::Linear(i == 0 ? in : hidden, i + 1 == times ? in : hidden));\nif (i % 2 == 0) layers->push_back(torch::nn::Functional(torch::tanh));\n}}\nreturn layers;\n}}"))
    held = g.declare("blocks", s.cls, constructor=lambda d: g.code(f'{d.name} = register_module("{d.name}", $f({width}, 3, $k));', f=helper, k=g.below(1, 3)),
                     member=lambda d: g.code(f"torch::nn::Sequential {d.name}{{nullptr}};"))
    return call(g, s, held)


holds("loop builds layers", "loops that build layers", "stack", "std::vector<torch::nn::Linear> NAME;", """
    for (int64_t i = 0; i < $k; ++i) {
      NAME.push_back(register_module("NAME" + std::to_string(i), torch::nn::Linear(WIDTH, WIDTH)));
      if (i > $l) break;
    }
    """, "for (auto& @l : $m) $x = torch::relu(@l->forward($x)) + 0.1;", k=lambda g, s: g.below(1, 4), l=lambda g, s: g.below(0, 3))


@production("vector, deque or array of modules as member", where="this")
def container_of_modules(g, s):
    width = s.x.shape[-1]
    kind = g.pick("std::vector<torch::nn::Linear>", "std::deque<torch::nn::Linear>", "std::vector<std::shared_ptr<torch::nn::LinearImpl>>", "std::array<torch::nn::Linear, 2>")
    if "array" in kind:
        member = f"{kind} $N{{torch::nn::Linear(nullptr), torch::nn::Linear(nullptr)}};"
        make = f'for (size_t i = 0; i < 2; ++i) $N[i] = register_module("$N_" + std::to_string(i), torch::nn::Linear({width}, {width}));'
    elif "shared_ptr" in kind:
        member = f"{kind} $N;"
        make = f'for (int64_t i = 0; i < 3; ++i) {{ $N.push_back(std::make_shared<torch::nn::LinearImpl>({width}, {width})); register_module("$N_" + std::to_string(i), $N.back()); }}'
    else:
        member = f"{kind} $N;"
        make = f'for (int64_t i = 0; i < 2; ++i) {{ $N.emplace_back({width}, {width}); register_module("$N_" + std::to_string(i), $N.back()); }}'
    held = g.declare("held", s.cls, constructor=lambda d: g.code(make.replace("$N", d.name)), member=lambda d: g.code(member.replace("$N", d.name)))
    return g.code("for (size_t @i = $h.size(); @i-- > 0;) $x = torch::tanh($h[@i]->forward($x)) * (1 + 0.1 * @i);", h=held, x=s.x)


@production("Sequential built from arguments", where="this")
def sequential_arguments(g, s):
    width = s.x.shape[-1]
    inner = g.below(2, 5)
    return call(g, s, g.layer(s, "Sequential", f"torch::nn::Linear({width}, {inner}), torch::nn::{g.pick('ReLU', 'Tanh', 'Sigmoid')}(), torch::nn::Dropout({g.pick('0.1', '0.5')}), torch::nn::Linear({inner}, {width})", "seq"))


@production("Sequential with named children", where="this")
def sequential_named(g, s):
    width = s.x.shape[-1]
    held = g.declare("named", s.cls, init=lambda d: g.code(f'{d.name}({{{{"fc1", torch::nn::Linear({width}, 3)}}, {{"act", torch::nn::{g.pick("ReLU", "Tanh")}()}}, {{"fc2", torch::nn::Linear(3, {width})}}}})'),
                     constructor=lambda d: g.code(f'register_module("{d.name}", {d.name});'), member=lambda d: g.code(f"torch::nn::Sequential {d.name};"))
    return call(g, s, held)


holds("sequential push back", "Sequential::push_back, in a loop", "pushed", "torch::nn::Sequential NAME;", """
    for (int64_t i = 0; i < $k; ++i) {
      NAME->push_back("fc" + std::to_string(i), torch::nn::Linear(WIDTH, WIDTH));
      NAME->push_back(torch::nn::ReLU());
    }
    register_module("NAME", NAME);
    """, "$x = $m->forward($x) + static_cast<double>($m->size()) * 0.1;", k=lambda g, s: g.below(1, 3))


@production("tensor factories, arithmetic for buffers", where="this")
def buffer_arithmetic(g, s):
    width = s.x.shape[-1]
    made = g.pick(f"torch::arange({width}, torch::kFloat) * 0.1", f"torch::exp(torch::linspace(-1, 0, {width}))", f"torch::ones({{{width}}}).cumsum(0) / {width}",
                  f"torch::tensor({{{', '.join('0.' + str(g.below(1, 9)) for _ in range(width))}}})", f"torch::full({{{width}}}, $d) - torch::eye({width}).mean(0)")
    held = g.declare("table", s.cls, constructor=lambda d: g.code(f'{d.name} = register_buffer("{d.name}", {made});', d=g.real("0.75")),
                     member=lambda d: g.code(f"torch::Tensor {d.name};"))
    return g.code("$x = $x + $b;", x=s.x, b=held)


@production("weight initialisation", where="this")
def weight_initialisation(g, s):
    width = s.x.shape[-1]
    init = g.pick("torch::nn::init::constant_($W->weight, 0.125)", "torch::nn::init::ones_($W->bias)", "torch::nn::init::zeros_($W->bias)", "torch::nn::init::eye_($W->weight)", "$W->bias.data().fill_(0.5)", "torch::nn::init::xavier_uniform_($W->weight)", "$W->weight.data().uniform_(-0.5, 0.5)")
    held = g.declare("initialised", s.cls, constructor=lambda d: g.code(
        f'{d.name} = register_module("{d.name}", torch::nn::Linear({width}, {width}));\n{{\ntorch::NoGradGuard guard;\n{init.replace("$W", d.name)};\n}}'), member=lambda d: g.code(f"torch::nn::Linear {d.name}{{nullptr}};"))
    return call(g, s, held)


@production("ModuleList", where="this")
def module_list(g, s):
    width = s.x.shape[-1]
    held = g.declare("list", s.cls, constructor=lambda d: g.code(
        f'for (int64_t i = 0; i < $k; ++i) {d.name}->push_back(torch::nn::Linear({width}, {width}));\nregister_module("{d.name}", {d.name});', k=g.below(1, 3)), member=lambda d: g.code(f"torch::nn::ModuleList {d.name};"))
    return g.code(g.pick("for (const auto& @m : *$h) $x = @m->as<torch::nn::Linear>()->forward($x);", "for (size_t @i = 0; @i < $h->size(); ++@i) $x = torch::sin($h[@i]->as<torch::nn::LinearImpl>()->forward($x));"), x=s.x, h=held)


holds("modules by value", "modules copied and assigned by value", "copied", "torch::nn::Linear NAME{nullptr};", """
    torch::nn::Linear first_NAME(WIDTH, WIDTH), second_NAME(torch::nn::LinearOptions(WIDTH, WIDTH).bias(false));
    auto same_NAME = first_NAME;
    first_NAME = $c ? second_NAME : same_NAME;
    NAME = register_module("NAME", first_NAME);
    """, "$x = $m->forward($x);", c=lambda g, s: g.boolean(s.inner(integers=[], flags=[])))


@production("register_parameter", where="this")
def registered_parameter(g, s):
    width = s.x.shape[-1]
    made = g.pick(f"torch::ones({{{width}}}) * $d", f"torch::full({{{width}}}, $d)", f"torch::randn({{{width}}}) * 0.1 + $d", f"torch::empty({{{width}}}).fill_($d)")
    flag = g.pick("", "", ", false")
    held = g.declare("gain", s.cls, constructor=lambda d: g.code(f'{d.name} = register_parameter("{d.name}", {made}{flag});', d=g.real(g.pick("0.5", "1.25"))), member=lambda d: g.code(f"torch::Tensor {d.name};"))
    return g.code("$x = $x * $p;", x=s.x, p=held)


@production("parameters(), modules(), apply", where="this", risky=True)
def walks_over_modules(g, s):
    width = s.x.shape[-1]
    what = g.pick("for (auto& p : {W}->parameters()) {{\ntorch::NoGradGuard guard;\np.mul_(0.5);\n{W}n += p.dim();\n}}", "for (auto& p : {W}->named_parameters()) if (p.key() == \"bias\") {{\ntorch::NoGradGuard guard;\np.value().fill_(0.25);\n{W}n = p.value().size(0);\n}}",
                  "{W}->apply([this](torch::nn::Module& m) {{ {W}n += 1; if (auto* l = m.as<torch::nn::Linear>()) {{ torch::NoGradGuard guard; l->bias.fill_(0.5); }} }});", "{W}n = {W}->modules().size() + {W}->parameters().size() * 2 + this->children().size();")
    held = g.declare("walked", s.cls, constructor=lambda d: g.code(f'{d.name} = register_module("{d.name}", torch::nn::Linear({width}, {width}));\n' + what.format(W=d.name)), member=lambda d: g.code(f"torch::nn::Linear {d.name}{{nullptr}};\nint64_t {d.name}n = 0;"))
    return g.code("$x = $m->forward($x) * (1 + 0.05 * $n);", x=s.x, m=held, n=[held, "n"])


holds("new module", "new / raw pointers", "newed", "torch::nn::LinearImpl* NAME = nullptr;", """
    NAME = new torch::nn::LinearImpl(WIDTH, WIDTH);
    register_module("NAME", std::shared_ptr<torch::nn::LinearImpl>(NAME));
    """, "$x = $m->forward($x);")


@production("nn::Functional", where="this")
def functional_module(g, s):
    what = g.pick("torch::relu", "[](const torch::Tensor& x) { return torch::sin(x) + 0.5; }", "torch::leaky_relu, 0.3", "[](torch::Tensor x, double k) { return x * k; }, 0.75")
    return call(g, s, g.layer(s, "Sequential", f"torch::nn::Functional({what}), torch::nn::Identity()", "functional"))


holds("to device", ".to(device) in a constructor", "moved", """
    torch::nn::Linear NAME{nullptr};
    torch::Tensor NAMEb;
    """, """
    torch::Device device_NAME(torch::kCPU);
    NAME = register_module("NAME", torch::nn::Linear(WIDTH, WIDTH));
    NAME->to(device_NAME);
    NAMEb = register_buffer("NAMEb", torch::arange(WIDTH).to(torch::kFloat).to(device_NAME) * $k);
    """, "$x = $m->forward($x) + $b;", b="b", k=lambda g, s: g.real("0.1"))

holds("computed module names", "computed names", "computed", """
    torch::nn::Linear NAME{nullptr};
    int64_t NAMEn = 0;
    """, """
    std::string prefix_NAME = "NAME";
    std::ostringstream out_NAME;
    out_NAME << prefix_NAME << "_" << $k * 2;
    NAME = register_module(out_NAME.str(), torch::nn::Linear(WIDTH, WIDTH));
    NAMEn = out_NAME.str().back() - '0';
    """, "$x = $m->forward($x) + 0.1 * $n;", n="n", k=literal)


@production("enum arguments (torch::kReflect)", where="this")
def enum_arguments(g, s):
    if len(s.x.shape) == 4:
        c, h, w = s.x.shape[1:]
        kind = g.pick("torch::kReflect", "torch::kReplicate", "torch::kCircular", "torch::kZeros")
        return call(g, s, g.layer(s, "Conv2d", f"torch::nn::Conv2dOptions({c}, {c}, 3).padding(1).padding_mode({kind})", "padded"))
    mode = g.pick("torch::kReflect", "torch::kReplicate", "torch::kConstant")
    if len(s.x.shape) == 3 and s.x.shape[-1] > 1:
        return g.code(f"$x = torch::nn::functional::pad($x, torch::nn::functional::PadFuncOptions({{1, 0}}).mode({mode})).slice(-1, 0, {s.x.shape[-1]});", x=s.x)
    return g.code(f"$x = $x + 0.1 * torch::nn::functional::mse_loss($x, torch::zeros_like($x), torch::nn::functional::MSELossFuncOptions().reduction({g.pick('torch::kSum', 'torch::kMean', 'torch::kNone')}));", x=s.x)


@production("dynamic cast, ->as<T>()", where="this")
def dynamic_casts(g, s):
    width = s.x.shape[-1]
    kind = g.pick("torch::nn::Linear({W}, {W})", "torch::nn::Tanh()").replace("{W}", str(width))
    held = g.declare("cast", s.cls, constructor=lambda d: g.code(f'{d.name} = register_module("{d.name}", ({kind}).ptr());'), member=lambda d: g.code(f"std::shared_ptr<torch::nn::Module> {d.name};"))
    return g.code("if (auto* @fc = $m->as<torch::nn::Linear>()) $x = @fc->forward($x);\nelse if (auto @t = std::dynamic_pointer_cast<torch::nn::TanhImpl>($m)) $x = @t->forward($x) * 0.5;", x=s.x, m=held)


@production("AnyModule", where="this")
def any_module(g, s):
    width = s.x.shape[-1]
    held = g.declare("any", s.cls, constructor=lambda d: g.code(f'{d.name} = torch::nn::AnyModule({g.pick(f"torch::nn::Linear({width}, {width})", "torch::nn::Tanh()", "torch::nn::GELU()")});\nregister_module("{d.name}", {d.name}.ptr());'), member=lambda d: g.code(f"torch::nn::AnyModule {d.name};"))
    return g.code("$x = $m.forward($x);", x=s.x, m=held)


holds("map of modules", "std::map, unordered_map", "mapped", "std::map<std::string, torch::nn::Linear> NAME;", """
    for (const std::string& key : {std::string("b"), std::string("a")}) NAME.emplace(key, register_module("NAME_" + key, torch::nn::Linear(WIDTH, WIDTH)));
    """, """
    for (auto& @e : $m) $x = torch::tanh(@e.second->forward($x)) + 0.1 * @e.first[0] / 50.0;
    $x = $m.at("b")->forward($x);
    """)

holds("no grad in constructor", "NoGradGuard", "guarded", """
    torch::nn::Linear NAME{nullptr};
    torch::Tensor NAMEb;
    """, """
    NAME = register_module("NAME", torch::nn::Linear(WIDTH, WIDTH));
    {
      torch::NoGradGuard no_grad;
      NAME->weight.mul_($d);
      NAMEb = register_buffer("NAMEb", torch::ones({WIDTH}) * $d);
    }
    """, "$x = $m->forward($x) * $b;", b="b", d=lambda g, s: g.real(g.pick("0.5", "0.25")))

holds("shared pointer module", "shared_ptr<Module>, make_shared", "shared", """
    std::shared_ptr<torch::nn::LinearImpl> NAME;
    std::shared_ptr<torch::nn::LinearImpl> NAME2;
    """, """
    NAME = std::make_shared<torch::nn::LinearImpl>(WIDTH, WIDTH);
    register_module("NAME", NAME);
    NAME2 = NAME;
    """, "$x = $n->forward(torch::tanh($m->forward($x)));", n="2")


@production("shared modules", where="this")
def shared_block(g, s):
    held = instance(g, s, g.user_class("Shared", 1, s.x.shape), "twice")
    return g.code("$x = $m->forward($x);\n$x = $m->forward(torch::sin($x));", x=s.x, m=held)


holds("module dict", "ModuleDict", "dict", "torch::nn::ModuleDict NAME;", """
    NAME->update(std::vector<std::pair<std::string, std::shared_ptr<torch::nn::Module>>>{{"zero", torch::nn::Linear(WIDTH, WIDTH).ptr()}, {"act", torch::nn::Tanh().ptr()}});
    register_module("NAME", NAME);
    """, """
    $x = $m["zero"]->as<torch::nn::Linear>()->forward($x);
    if ($m->contains("act")) $x = $m["act"]->as<torch::nn::Tanh>()->forward($x) * (1 + 0.1 * $m->size());
    """)

holds("lambda makes layers", "lambda in a constructor", "lambdas", """
    torch::nn::Linear NAME{nullptr}, NAMEb{nullptr};
    int64_t NAMEn = 0;
    """, """
    int64_t count_NAME = 0;
    auto make_NAME = [&](int64_t out) { return register_module("NAME_" + std::to_string(count_NAME++), torch::nn::Linear(WIDTH, out)); };
    NAME = make_NAME(WIDTH);
    NAMEb = make_NAME(WIDTH);
    NAMEn = count_NAME + $k;
    """, "$x = $b->forward(torch::relu($m->forward($x))) * (1 + 0.02 * $n);", b="b", n="n", k=literal)
