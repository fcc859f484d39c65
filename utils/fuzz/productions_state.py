"""Productions of what outlives a call, and of modes: members, statics, buffers, guards, children's modes."""

from generator import production
from productions_classes import call, instance
from tree import Class


def kept(g):
    """Mostly asks the tool to keep numbers that outlive a call; without that it refuses the model."""
    if g.chance(0.85) and "--state=buffers" not in g.arguments:
        g.arguments.append("--state=buffers")


def counter(g, s, type="int64_t", initial="0"):
    kept(g)
    return g.declare("calls_", s.cls, member=lambda d: g.code(f"{type} {d.name} = {initial};"))


@production("member state written", where="this", risky=True)
def member_counter(g, s):
    m = counter(g, s)
    return g.code(g.pick("$m += 1;\n$x = $x * (1 + 0.1 * $m);", "$x = $x + 0.1 * ++$m;", "$x = $x * (1 + 0.1 * $m++);", "if ($m < 2) $x = torch::sin($x);\n$m = $m + 1;"), x=s.x, m=m)


@production("member state written", where="this", risky=True)
def member_tensor_cache(g, s):
    m = g.declare("cache_", s.cls, member=lambda d: g.code(f"torch::Tensor {d.name};"))
    return g.code(g.pick("if (!$m.defined()) $m = $x.detach().mean();\n$x = $x + $m;", "if ($m.defined()) $x = $x + $m * 0.5;\n$m = $x.detach() * 0.5;"), x=s.x, m=m)


@production("member state written", where="this", risky=True)
def member_written_before_read(g, s):
    m = g.declare("last_", s.cls, member=lambda d: g.code(f"torch::Tensor {d.name};\nint64_t {d.name}n = 0;"))
    return g.code("$m = torch::sin($x);\n$n = $k;\n$x = $m * (1 + 0.1 * $n);", x=s.x, m=m, n=[m, "n"], k=g.small(s))


def changed_member(g, s, member, code):
    """A member and what changes and uses it; NAME is the member's name."""
    m = g.declare("state_", s.cls, member=lambda d: g.code(member.replace("NAME", d.name)))
    return g.code(code, x=s.x, m=m)


@production("state in containers and structs", where="this", risky=True)
def member_container(g, s):
    return changed_member(g, s, *g.pick(
        ("std::vector<int64_t> NAME;", "$m.push_back(2);\n$x = $x * (1 + 0.1 * $m.size());"),
        ("std::map<std::string, double> NAME;", "$m[\"k\"] += 0.5;\n$x = $x + $m.at(\"k\");"),
        ("std::vector<torch::Tensor> NAME;", "$m.push_back($x.detach());\n$x = $x + $m.front() * 0.5;"),
        ("c10::optional<double> NAME;", "if ($m) $x = $x * *$m;\n$m = 0.75;"),
    ))


@production("state in containers and structs", where="this", risky=True)
def member_element(g, s):
    kept(g)
    return changed_member(g, s, *g.pick(
        ("struct { int64_t n = 1; double rate = 0.5; } NAME;", "auto& @s = $m;\n@s.n *= 2;\n$x = $x * (1 + 0.05 * $m.n);"),
        ("std::vector<double> NAME{1, 2};", "$m[1] += 0.5;\n$x = $x * (1 + 0.1 * $m[1]);"),
        ("std::array<int64_t, 2> NAME{{1, 2}};", "$x = $x * (1 + 0.1 * $m[0]);\n$m[0] = $m[1]++;"),
        ("std::pair<int64_t, double> NAME{1, 2};", "$m.first += 3;\n$x = $x * (1 + 0.1 * ($m.first % 7));"),
        ("std::vector<torch::Tensor> NAME{torch::ones({1}), torch::ones({1})};", "$x = $x + $m[0];\n$m[0] = $m[0] * 0.5 + 0.25;"),
    ))


@production("statics and globals written", risky=True)
def static_local(g, s):
    kept(g)
    return g.code(g.pick("static int64_t @n = 0;\n$x = $x * (1 + 0.1 * ++@n);", "static const int64_t @n = $k * 2;\n$x = $x + 0.1 * @n;", "static double @rate = 0.5;\n$x = $x * @rate;\n@rate *= 1.5;"), x=s.x, k=g.literal())


@production("statics and globals written", risky=True)
def global_counter(g, s):
    kept(g)
    n = g.declare("global_calls", None, **{"global": lambda d: g.code(f"{g.pick('static ', 'inline ')}int64_t {d.name} = $k;", k=g.literal())})
    return g.code("$x = $x * (1 + 0.05 * ($n++ % 10));", x=s.x, n=n)


@production("reads parameters and buffers", where="this", name="buffer updated in forward")
def buffer_updated(g, s):
    width = s.x.shape[-1]
    m = g.declare("running", s.cls, constructor=lambda d: g.code(f'{d.name} = register_buffer("{d.name}", torch::ones({{{width}}}) * $k);', k=g.real("0.5")), member=lambda d: g.code(f"torch::Tensor {d.name};"))
    means = f"$x.detach().reshape({{-1, {width}}}).mean(0)"
    return g.code(g.pick(f"$m.mul_(0.9).add_({means}, 0.1);\n$x = $x - $m;", "$m += 0.25;\n$x = $x * $m;", f"$x = $x + $m;\n$m.copy_({means});", f"{{\ntorch::NoGradGuard guard;\n$m.lerp_({means}, 0.2);\n}}\n$x = $x + $m.detach() * 0.5;", f"$x = $x - $m.clone();\n$m.add_(1);"), x=s.x, m=m)


@production("buffers replaced", where="this", risky=True)
def buffer_replaced(g, s):
    width = s.x.shape[-1]
    m = g.declare("replaced", s.cls, constructor=lambda d: g.code(f'{d.name} = register_buffer("{d.name}", torch::ones({{{width}}}));'), member=lambda d: g.code(f"torch::Tensor {d.name};"))
    return g.code("$m = $m * 0.5 + 0.25;\n$x = $x + $m;", x=s.x, m=m)


@production("is_training()", where="this", name="batch norm and dropout modules")
def batch_norm(g, s):
    shape = s.x.shape
    if len(shape) == 4:
        held = g.layer(s, g.pick("BatchNorm2d", "InstanceNorm2d"), str(shape[1]), "norm")
    elif len(shape) == 2:
        held = g.layer(s, "BatchNorm1d", g.pick(f"{shape[1]}", f"torch::nn::BatchNorm1dOptions({shape[1]}).momentum(0.3)", f"torch::nn::BatchNorm1dOptions({shape[1]}).track_running_stats(false)"), "norm")
    else:
        held = g.layer(s, "BatchNorm1d", str(shape[1]), "norm")
    drop = g.layer(s, g.pick("Dropout", "AlphaDropout", "FeatureAlphaDropout"), "0.3", "drop")
    return g.code("$x = $d->forward($m->forward($x));", x=s.x, m=held, d=drop)


@production("children's modes", where="this", risky=True)
def child_mode(g, s):
    kind = g.below(0, 3)
    held = g.declare("moded", s.cls, constructor=lambda d: g.code(f'{d.name} = register_module("{d.name}", torch::nn::Dropout(0.4));' + (f"\n{d.name}->eval();" if kind == 0 else "")), member=lambda d: g.code(f"torch::nn::Dropout {d.name}{{nullptr}};"))
    return g.code(["$x = $m->forward($x);", "$m->train();\n$x = $m->forward($x);", "$m->eval();\n$x = $m->forward($x);", "$x = $m->is_training() ? $x * 0.5 : $m->forward($x) + 0.25;"][kind], x=s.x, m=held)


@production("override of train()", where="this", risky=True)
def train_override(g, s):
    cls = Class(g.fresh("Frozen"))
    cls.extra = [g.code(f"{cls.name}() {{ drop = register_module(\"drop\", torch::nn::Dropout(0.5)); }}\nvoid train(bool on = true) override {{\ntorch::nn::Module::train(on);\ndrop->eval();\n}}\ntorch::nn::Dropout drop{{nullptr}};")]
    cls.signature = "torch::Tensor forward(torch::Tensor x)"
    cls.forward = g.code("return drop->forward(x) * 0.75;")
    return call(g, s, instance(g, s, cls))


@production("NoGradGuard")
def no_grad_in_forward(g, s):
    guard = g.pick("torch::NoGradGuard @guard;", "torch::AutoGradMode @mode(false);", "at::NoGradGuard @guard;")
    return g.code(f"torch::Tensor @t;\n{{\n{guard}\n@t = torch::sigmoid($x * $d);\n}}\n$x = $x * @t;", x=s.x, d=g.double(s, 1))


@production("autocast")
def autocast_in_forward(g, s):
    width = s.x.shape[-1]
    on = g.pick("true", "true", "false")
    cache = g.pick("at::autocast::clear_cache();\n", "")
    back = g.pick("@was", "false")
    return g.code(f"torch::Tensor @t;\n{{\n" + ("const bool @was = at::autocast::is_cpu_enabled();\n" if back == "@was" else "") + f"at::autocast::set_cpu_enabled({on});\n@t = torch::matmul($x, torch::ones({{{width}, {width}}}, $x.options()) * $d);\n{cache}at::autocast::set_cpu_enabled({back});\n}}\n$x = $x + @t.to($x.dtype());", x=s.x, d=g.double(s, 1))


@production("unregistered modules", where="this", risky=True)
def unregistered(g, s):
    width = s.x.shape[-1]
    type, arguments = g.pick(("Linear", f"{width}, {width}"), ("Dropout", "0.3"), ("LayerNorm", f"torch::nn::LayerNormOptions({{{width}}})"), ("Tanh", ""))
    held = g.declare("loose", s.cls, member=lambda d: g.code(f"torch::nn::{type} {d.name}{{{arguments}}};"))
    return call(g, s, held)


@production("modules made in forward", where="this", risky=True)
def made_in_forward(g, s):
    return g.code(g.pick("torch::nn::Tanh @act;\n$x = @act->forward($x);", "torch::nn::Softmax @soft(torch::nn::SoftmaxOptions(-1));\n$x = @soft($x) + $x;", "auto @relu = torch::nn::LeakyReLU(torch::nn::LeakyReLUOptions().negative_slope(0.4));\n$x = @relu->forward($x);"), x=s.x)


@production("options changed later", where="this", risky=True)
def options_changed(g, s):
    held = g.declare("changed", s.cls, constructor=lambda d: g.code(f'{d.name} = register_module("{d.name}", torch::nn::LeakyReLU());\n{d.name}->options.negative_slope(0.6);'), member=lambda d: g.code(f"torch::nn::LeakyReLU {d.name}{{nullptr}};"))
    return call(g, s, held)


@production("random generator's seed", risky=True)
def seeds(g, s):
    return g.code("torch::manual_seed($k);\n$x = $x + torch::rand_like($x) * 0.5;", x=s.x, k=g.literal())


@production("members changed through other functions", where="this", risky=True)
def changed_by_helper(g, s):
    m = counter(g, s)
    f = g.declare("bump", s.cls, method=lambda d: g.code(f"int64_t {d.name}(int64_t by) {{\n$m = ($m + by) % 11;\nreturn $m;\n}}", m=m))
    return g.code("$x = $x * (1 + 0.1 * $f($n));", x=s.x, f=f, n=g.literal())


@production("lambdas that keep state", where="this", risky=True)
def mutable_lambda_member(g, s):
    m = g.declare("next_", s.cls, member=lambda d: g.code(f"std::function<int64_t()> {d.name} = [n = int64_t(0)]() mutable {{ return ++n; }};"))
    return g.code("$x = $x * (1 + 0.1 * $m());", x=s.x, m=m)


@production("lambdas that keep state", risky=True)
def mutable_lambda_local(g, s):
    return g.code("auto @next = [n = int64_t($k)]() mutable { return n += 2; };\nauto @copy = @next;\nint64_t @a = @next(), @b = @next(), @c = @copy();\n$x = $x * (1 + 0.01 * (@a + 3 * @b + 7 * @c));", x=s.x, k=g.literal())


@production("short circuits with effects", risky=True)
def short_circuit_on_tensor(g, s):
    return g.code("int64_t @n = 1;\nbool @c = $x.sum().item<float>() > 0 && (@n = 5) > 2;\n$x = $x * (1 + 0.1 * @n);", x=s.x)


@production("callables given to unknown code", risky=True)
def visited_effects(g, s):
    return g.code(g.pick("std::apply([&](auto... k) { $x = $x + (0.1 * ... * k); }, std::make_tuple(1.0, $d));", "std::invoke([&] { $x = torch::sin($x); });", "std::variant<int64_t, double> @v = $d;\nstd::visit([&](auto k) { $x = $x * (1 + 0.1 * k); }, @v);", "std::once_flag @flag;\nstd::call_once(@flag, [&] { $x = $x * 0.5; });"), x=s.x, d=g.double(s, 1))
