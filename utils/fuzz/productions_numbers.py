"""Productions that compute integers: plain C++ as it stands in constructors, helpers and forward of models."""

from generator import boolean, drawn, literal, plain, production, small


def number(construct, where="", risky=False, name=None):
    return production(construct, "number", where, risky, name)


def computes(name, construct, code, result, bound=1000, *, where="", risky=False, **draws):
    """A production whose statements are the same in each draw; `draws` are functions of generator and scope that fill
    its holes."""
    number(construct, where, risky, name)(lambda g, s: g.compute(plain(code), result, bound, **drawn(g, s, draws)))


def literals(g, amount, low=0, high=9):
    return ", ".join(str(g.below(low, high)) for _ in range(amount))


# --- control flow


@number("recursion")
def recursive_function(g, s):
    f = g.declare("descend", None, **{"global": lambda d: g.code(
        f"int64_t {d.name}(int64_t n, int64_t sum) {{\nif (n <= 0) return sum;\nreturn {d.name}(n - $k, (sum * 3 + n) % 97);\n}}", k=g.below(1, 2))})
    return g.compute("", "$f(std::abs($n), $m)", 97, f=f, n=g.small(s, 13), m=g.small(s))


@number("recursion")
def mutual_recursion(g, s):
    f = g.declare("ping", None, **{"global": lambda d: g.code(
        f"int64_t {d.name}_pong(int64_t n);\nint64_t {d.name}(int64_t n) {{ return n <= 0 ? $a : 1 + {d.name}_pong(n - 1); }}\n"
        f"int64_t {d.name}_pong(int64_t n) {{ return n <= 0 ? $b : 2 + {d.name}(n - 2); }}", a=g.literal(), b=g.literal())})
    return g.compute("", "$f(std::abs($n))", 60, f=f, n=g.small(s, 13))


computes("recursive lambda", "recursion", """
    std::function<int64_t(int64_t)> @fib = [&](int64_t n) -> int64_t { return n < 2 ? n + $k : @fib(n - 1) + @fib(n - 2); };
    """, "@fib(std::abs($n) % 7)", 500, n=lambda g, s: g.integer(s), k=literal)

computes("switch with fallthrough", "switch", """
    int64_t @r = $b;
    switch (std::abs($n) % 5) {
      case 0: @r += 7;
      case 1: @r *= 2; break;
      case 2: { @r -= $c; break; }
      case 4: @r += $c;
      default: @r = @r * 3 + 1;
    }
    """, "@r", 10**5, where="constructor", n=lambda g, s: g.integer(s), b=small, c=literal)


@number("switch", "constructor")
def switch_on_an_enum(g, s):
    e = g.declare("Kind", None, **{"global": lambda d: g.code(f"enum class {d.name} : {g.pick('int', 'uint8_t', 'int64_t')} {{ First = {g.below(1, 4)}, Second, Third = {g.below(9, 12)} }};")})
    return g.compute("$e @kind = $n % 3 == 0 ? $e::First : $n % 3 == 1 ? $e::Second : $e::Third;\nint64_t @r = static_cast<int64_t>(@kind);\nswitch (@kind) {\ncase $e::First: @r += 20; break;\ncase $e::Second: @r += 40;\ncase $e::Third: @r += 5; break;\n}",
                     "@r", 100, e=e, n=g.small(s))


computes("while collatz", "while loop", """
    int64_t @n = 1 + std::abs($n) % 9, @steps = 0;
    while (@n != 1) {
      @n = @n % 2 == 0 ? @n / 2 : 3 * @n + 1;
      ++@steps;
    }
    """, "@steps", 30, where="constructor", n=lambda g, s: g.integer(s))

computes("do while", "while loop", """
    int64_t @n = $a, @sum = 0;
    do {
      @sum += @n--;
    } while (@n > $b);
    """, "@sum", 600, where="constructor", a=small, b=small)

computes("break and continue", "break, continue", """
    int64_t @sum = 0;
    for (int64_t @i = 0;; ++@i) {
      if (@i % $k == 1) continue;
      if (@i > 9 || @sum > $a) break;
      @sum += @i;
    }
    """, "@sum", 60, where="forward", k=lambda g, s: g.below(2, 4), a=small)

computes("break from nested loops", "break, continue", """
    int64_t @n = 0;
    bool @done = false;
    for (int @i = 1; @i < 5 && !@done; @i++) {
      for (int @j = @i; @j < 6; @j += 2) {
        if (@i * @j == $k) { @done = true; break; }
        if ((@i + @j) % 3 == 0) continue;
        @n += @i * @j;
      }
    }
    """, "@n", 300, where="forward", k=lambda g, s: g.below(4, 15))

computes("short circuit effects", "short circuits with effects", """
    int64_t @n = 0;
    auto @bump = [&@n](int64_t by) { @n += by; return @n % 2 == 0; };
    bool @c = (@bump($a) && @bump(2)) || !@bump(3) || (@n > 4 && @bump(5));
    if (@c && @bump(1)) @n *= 2;
    """, "@n + (@c ? 50 : 0)", 500, a=small)

computes("throw a number", "try / catch", """
    int64_t @r = 0;
    try {
      if ($n > 2) throw static_cast<int64_t>($n * 2);
      @r = 5;
    } catch (int64_t caught) {
      @r = caught + 1;
    }
    """, "@r", 100, where="forward", n=small)


@number("try / catch", "forward")
def catch_by_base(g, s):
    e = g.declare("Problem", None, **{"global": lambda d: g.code(f"struct {d.name} : std::runtime_error {{\nexplicit {d.name}(int code) : std::runtime_error(\"problem\"), code(code) {{}}\nint code;\n}};")})
    return g.compute("int64_t @r = 1;\nfor (int @i = 0; @i < 4; ++@i) {\ntry {\nif (@i == $k) throw $e($n);\nif (@i == 3) throw std::out_of_range(\"far\");\n@r += 10;\n} catch (const $e& problem) {\n@r += problem.code;\n} catch (const std::exception& other) {\n@r += 3;\n}\n}", "@r", 100, e=e, n=g.small(s), k=g.below(0, 4))


computes("rethrow", "try / catch", """
    int64_t @r = 0;
    try {
      try {
        throw std::invalid_argument(std::string($a, 'x'));
      } catch (const std::logic_error& error) {
        @r = std::string(error.what()).size();
        throw;
      }
    } catch (const std::exception&) {
      @r += 20;
    } catch (...) {
      @r += 40;
    }
    """, "@r", 100, where="forward", a=lambda g, s: g.below(1, 6))

computes("library exceptions", "try / catch", """
    std::vector<int64_t> @v{$a, 4, 6};
    int64_t @r = 0;
    try {
      @r = @v.at(std::abs($n) % 5);
    } catch (const std::out_of_range&) {
      @r = 77;
    }
    """, "@r", 100, where="forward", a=literal, n=lambda g, s: g.integer(s))

computes("check and throw", "exceptions and checks", """
    int64_t @n = $n;
    TORCH_CHECK(@n < 5000, "too large: ", @n);
    if (@n > 4000) throw std::invalid_argument("never");
    try {
      TORCH_CHECK(@n % 3 != $k, "a multiple");
    } catch (const std::exception&) {
      @n += 11;
    }
    """, "@n", 100, where="constructor", n=small, k=lambda g, s: g.below(0, 2))


@number("user destructors", "forward")
def destructor_writes(g, s):
    t = g.declare("Guard", None, **{"global": lambda d: g.code(f"struct {d.name} {{\n{d.name}(int64_t& place, int64_t by) : place(place), by(by) {{}}\n~{d.name}() {{ place = (place * 5 + by) % 997; }}\nint64_t& place;\nint64_t by;\n}};")})
    return g.compute("int64_t @n = $n;\n{\n$t @first(@n, $a);\n$t @second(@n, 3);\n@n += 2;\nif (@n > $b) { $t @third(@n, 8); }\n}", "@n", 1000, t=t, n=g.small(s), a=g.literal(), b=g.literal())


@number("user destructors", "forward")
def destructors_run_while_an_exception_leaves(g, s):
    t = g.declare("Leave", None, **{"global": lambda d: g.code(f"struct {d.name} {{\nint64_t* place;\n~{d.name}() {{ *place = *place * 2 + 1; }}\n}};")})
    return g.compute("int64_t @n = $n;\ntry {\n$t @a{&@n};\nstd::vector<$t> @none;\n$t @b{&@n};\nif ($k > 2) throw 1;\n@n += 9;\n} catch (int) {\n@n += 4;\n}", "@n", 200, t=t, n=g.small(s), k=g.literal())


# --- functions


@number("free user functions, functions that return a module", name="overloads and default arguments")
def overloads(g, s):
    f = g.declare("choose", None, **{"global": lambda d: g.code(
        f"int64_t {d.name}(int64_t a, int64_t b = $k) {{ return a * 2 + b; }}\nint64_t {d.name}(double a) {{ return static_cast<int64_t>(a * 4); }}\nint64_t {d.name}(bool a) {{ return a ? 31 : 17; }}\nint64_t {d.name}(const std::string& a) {{ return a.size(); }}", k=g.literal())})
    argument = g.pick("static_cast<int64_t>($n)", "static_cast<int64_t>($n), 3", "$n * 0.5", "$n > 3", "std::string(\"abcd\")", "1.5f")
    return g.compute("", f"$f({argument})", 400, f=f, n=g.small(s))


computes("std function converts", "std::function, function pointers", """
    std::function<int64_t(double)> @f = [](int64_t a) { return a * 1.0 + 0.75; };
    std::function<int(int)> @h = nullptr;
    if (!@h) @h = [k = $k](int a) { return a + k; };
    """, "@f($n + 0.6) + @h($n)", 200, where="forward", n=small, k=literal)


@number("std::function, function pointers", "forward")
def function_pointers(g, s):
    f = g.declare("twice", None, **{"global": lambda d: g.code(f"int64_t {d.name}(int64_t a) {{ return a * 2; }}\nint64_t {d.name}_plus(int64_t a) {{ return a + $k; }}", k=g.literal())})
    return g.compute("int64_t (*@table[2])(int64_t) = {$f, &$g};\nint64_t (*@chosen)(int64_t) = $n > 2 ? @table[0] : @table[1];", "@chosen($n) + (*@table[1])($m)", 300, f=f, g=[f, "_plus"], n=g.small(s), m=g.small(s))


computes("vector of functions", "std::function, function pointers", """
    int64_t @base = $n;
    std::vector<std::function<int64_t(int64_t)>> @steps;
    for (int64_t @i = 0; @i < 3; ++@i) @steps.push_back([@i, &@base](int64_t a) { return (a * (@i + 2) + @base) % 97; });
    @base += 2;
    int64_t @r = $m;
    for (const auto& @step : @steps) @r = @step(@r);
    """, "@r", 97, where="forward", n=small, m=small)


@number("lambda in a constructor", "constructor")
def lambda_captures(g, s):
    capture = g.pick("[=]", "[@a, @b]", "[&]", "[&@a, @b]", "[=, &@b]")
    return g.compute(f"int64_t @a = $n, @b = $k;\nauto @f = {capture}(int64_t c) {{ return @a * 2 + @b + c; }};\n@a += 1;\n@b *= 3;", "@f($m) + @a", 400, n=g.small(s), k=g.small(s), m=g.small(s))


computes("lambda with init capture", "lambda in a constructor", """
    int64_t @a = $n;
    auto @f = [v = std::vector<int64_t>{@a, 2, $k}, n = @a + 1]() mutable { v.push_back(n++); int64_t sum = 0; for (auto e : v) sum += e; return sum + n; };
    int64_t @r = @f();
    @r += @f();
    """, "@r", 900, where="constructor", n=small, k=literal)

computes("generic lambda", "lambda in forward", """
    auto @add = [](auto a, auto b) { return a + b; };
    auto @make = [](int64_t k) { return [k](int64_t a) { return a * k; }; };
    """, "@add($n, @make($k)($m)) + static_cast<int64_t>(@add(0.5, $n))", 700, where="forward", n=small, m=small, k=literal)

computes("lambda called at once", "lambda in forward", """
    const int64_t @n = [&] {
      if ($a > 3) return static_cast<int64_t>($a * 2);
      for (int64_t i = 0; i < 3; ++i)
      if (i * i > $b) return static_cast<int64_t>(i + 30);
      return static_cast<int64_t>(8);
    }();
    """, "@n", 200, where="forward", a=small, b=literal)


@number("macros", "constructor")
def macros(g, s):
    m = g.declare("SCALE", None, **{"global": lambda d: g.code(f"#define {d.name}_BY {g.below(2, 5)}\n#define {d.name}(a, b) ((a) * {d.name}_BY + (b))")})
    return g.compute("", "$m($n, $k)", 400, m=m, n=g.small(s), k=g.literal())


@number("globals and constants", "constructor")
def globals_in_order(g, s):
    c = g.declare("kWidth", None, **{"global": lambda d: g.code(f"constexpr int64_t {d.name} = $a;\nstatic const int64_t {d.name}Twice = {d.name} * 2 + 1;\nnamespace sizes {{ const std::vector<int64_t> {d.name}All = {{{d.name}, {d.name}Twice, $b}}; }}", a=g.literal(), b=g.literal())})
    return g.compute("", "$c + $d + sizes::$e[std::abs($n) % 3]", 100, c=c, d=[c, "Twice"], e=[c, "All"], n=g.integer(s))


@number("globals and constants", "constructor")
def global_initialised_by_a_function(g, s):
    c = g.declare("kTable", None, **{"global": lambda d: g.code(f"inline std::map<std::string, int64_t> {d.name}_make() {{ return {{{{\"a\", $a}}, {{\"b\", 4}}}}; }}\nstatic const std::map<std::string, int64_t> {d.name} = {d.name}_make();", a=g.literal())})
    return g.compute("", "$c.at($n > 3 ? \"a\" : \"b\") + static_cast<int64_t>($c.size())", 20, c=c, n=g.small(s))


# --- templates


@number("template functions")
def template_function(g, s):
    f = g.declare("blend", None, **{"global": lambda d: g.code(
        f"template <typename T> T {d.name}(T a, T b) {{ return a / 2 + b; }}\ntemplate <> inline double {d.name}<double>(double a, double b) {{ return a * b; }}\ntemplate <int N, typename T> int64_t {d.name}_n(T a) {{\nif constexpr (std::is_floating_point_v<T>) return static_cast<int64_t>(a * N);\nelse return a + N;\n}}")})
    return g.compute("", f"$f<int64_t>($n, $m) + static_cast<int64_t>($f(1.5, $n + 0.5)) + $g<{g.below(2, 6)}>($h)", 500, f=f, g=[f, "_n"], n=g.small(s), m=g.small(s), h=g.pick("2.75", "int64_t(4)", "1.25f"))


@number("template functions")
def variadic_template(g, s):
    f = g.declare("total", None, **{"global": lambda d: g.code(f"template <typename... A> int64_t {d.name}(A... a) {{ return (static_cast<int64_t>(a) + ... + $k) + sizeof...(A); }}\ntemplate <typename F, typename... A> auto {d.name}_apply(F f, A&&... a) {{ return f(std::forward<A>(a)...); }}", k=g.literal())})
    return g.compute("", "$f($n, 2.9, true, 'c') + $g([](int64_t a, int64_t b) { return a - b; }, $n, $m)", 400, f=f, g=[f, "_apply"], n=g.small(s), m=g.small(s))


@number("template functions")
def class_template(g, s):
    t = g.declare("Box", None, **{"global": lambda d: g.code(
        f"template <typename T, int N = 2> struct {d.name} {{\nT value;\nstatic constexpr int factor = N;\nexplicit {d.name}(T v) : value(v) {{}}\nT scaled() const {{ return value * N; }}\ntemplate <typename U> {d.name}<U, N> to() const {{ return {d.name}<U, N>(static_cast<U>(value)); }}\n}};\ntemplate <int N> struct {d.name}<bool, N> {{\nbool value;\nexplicit {d.name}(bool v) : value(v) {{}}\nint64_t scaled() const {{ return value ? N + 40 : N; }}\n}};")})
    return g.compute("$t<double, 3> @d($n * 0.4);\n$t<int64_t> @i(@d.to<int64_t>().scaled());\n$t<bool, $k> @f($n > 2);", "@i.scaled() + @f.scaled() + $t<int, 5>::factor", 500, t=t, n=g.small(s), k=g.below(1, 6))


# --- classes that are no modules


@number("user operators")
def user_operators(g, s):
    t = g.declare("Pair", None, **{"global": lambda d: g.code(
        f"struct {d.name} {{\nint64_t a = 1, b = $k;\n{d.name} operator+(const {d.name}& o) const {{ return {{a + o.a, b - o.b}}; }}\n{d.name}& operator+=(int64_t n) {{ a += n; return *this; }}\n{d.name}& operator++() {{ ++a; return *this; }}\n{d.name} operator++(int) {{ {d.name} old = *this; b += 2; return old; }}\nint64_t operator[](int64_t i) const {{ return i % 2 ? b : a; }}\nint64_t operator()(int64_t x) const {{ return a * x + b; }}\nexplicit operator bool() const {{ return a > b; }}\nint64_t sum() const {{ return a * 10 + b; }}\nbool operator<(const {d.name}& o) const {{ return a < o.a; }}\n}};\ninline bool operator==(const {d.name}& x, const {d.name}& y) {{ return x.a == y.a; }}", k=g.literal())})
    return g.compute("$t @p{$n, 2}, @q;\n@q += $m;\nauto @old = @q++;\nauto @r = ++@p + @q;\nint64_t @n = @r[0] + @r[1] * 2 + @old.b + (@p < @q ? 9 : 0) + (@p == @q ? 4 : 1);\nif (@r) @n += @r(2);", "@n + @q.sum()", 5000, t=t, n=g.small(s), m=g.small(s))


@number("user conversions")
def conversion_operators(g, s):
    t = g.declare("Size", None, **{"global": lambda d: g.code(f"struct {d.name} {{\n{d.name}(int64_t v) : v(v) {{}}\n{d.name}(const char* text) : v(std::string(text).size()) {{}}\noperator int64_t() const {{ return v; }}\nint64_t v;\n}};\ninline int64_t {d.name}_of({d.name} a, {d.name} b) {{ return a * 3 + b; }}")})
    return g.compute("$t @a = static_cast<int64_t>($n), @b = \"four\";\nint64_t @c = @a;", "$f(@c, \"ab\") + @b", 200, t=t, f=[t, "_of"], n=g.small(s))


@number("virtual functions of plain classes")
def plain_virtual(g, s):
    t = g.declare("Shape", None, **{"global": lambda d: g.code(
        f"struct {d.name} {{\nvirtual ~{d.name}() = default;\nvirtual int64_t area() const = 0;\nvirtual int64_t twice() const {{ return 2 * area(); }}\n}};\nstruct {d.name}Square : {d.name} {{\nexplicit {d.name}Square(int64_t a) : a(a) {{}}\nint64_t area() const override {{ return a * a; }}\nint64_t a;\n}};\nstruct {d.name}Flat final : {d.name}Square {{\nusing {d.name}Square::{d.name}Square;\nint64_t twice() const override {{ return {d.name}Square::twice() + $k; }}\n}};", k=g.literal())})
    return g.compute("std::vector<std::unique_ptr<$t>> @all;\n@all.push_back(std::make_unique<$q>($n));\n@all.emplace_back(new $r($m));\nint64_t @sum = 0;\nfor (const auto& @shape : @all) @sum += @shape->twice();\nif (auto* @flat = dynamic_cast<$r*>(@all[std::abs($n) % 2].get())) @sum += @flat->a;", "@sum", 9000, t=t, q=[t, "Square"], r=[t, "Flat"], n=g.small(s), m=g.small(s))


@number("multiple and virtual bases", risky=True)
def virtual_bases(g, s):
    t = g.declare("Root", None, **{"global": lambda d: g.code(
        f"struct {d.name} {{\n{d.name}(int64_t n) : n(n) {{}}\nint64_t n;\n}};\nstruct {d.name}L : virtual {d.name} {{ {d.name}L() : {d.name}(1) {{ n += 2; }} }};\nstruct {d.name}R : virtual {d.name} {{ {d.name}R() : {d.name}(5) {{ n *= 3; }} }};\nstruct {d.name}All : {d.name}L, {d.name}R {{ explicit {d.name}All(int64_t k) : {d.name}(k) {{}} }};")})
    return g.compute("$u @all($n);\n$t& @base = @all;\n@base.n += 1;", "@all.n", 200, t=t, u=[t, "All"], n=g.small(s))


@number("virtual calls during construction", risky=True)
def virtual_during_construction(g, s):
    t = g.declare("Early", None, **{"global": lambda d: g.code(
        f"struct {d.name} {{\n{d.name}() {{ first = kind(); }}\nvirtual ~{d.name}() = default;\nvirtual int64_t kind() const {{ return 3; }}\nint64_t first;\n}};\nstruct {d.name}Late : {d.name} {{\nint64_t kind() const override {{ return 8; }}\n}};")})
    return g.compute("$u @late;", "@late.first * 10 + @late.kind() + $n", 200, u=[t, "Late"], n=g.small(s))


@number("slicing", risky=True)
def slicing(g, s):
    t = g.declare("Whole", None, **{"global": lambda d: g.code(
        f"struct {d.name} {{\nvirtual ~{d.name}() = default;\nvirtual int64_t kind() const {{ return n; }}\nint64_t n = 2;\n}};\nstruct {d.name}More : {d.name} {{ int64_t kind() const override {{ return n + 30; }} }};\ninline int64_t {d.name}_kind({d.name} w) {{ return w.kind(); }}")})
    return g.compute("$u @more;\n@more.n = $n;\n$t @part = @more;", "@part.kind() + 2 * $f(@more) + @more.kind()", 400, t=t, u=[t, "More"], f=[t, "_kind"], n=g.small(s))


@number("copies and moves of user classes", risky=True)
def copy_and_move(g, s):
    t = g.declare("Counted", None, **{"global": lambda d: g.code(
        f"struct {d.name} {{\nint64_t copies = 0, moves = 0;\n{d.name}() = default;\n{d.name}(const {d.name}& o) : copies(o.copies + 1), moves(o.moves) {{}}\n{d.name}({d.name}&& o) noexcept : copies(o.copies), moves(o.moves + 1) {{ o.moves = 50; }}\n{d.name}& operator=(const {d.name}& o) {{ copies = o.copies + 10; return *this; }}\n}};")})
    return g.compute("$t @a;\n$t @b = @a;\n$t @c = std::move(@b);\nstd::vector<$t> @v;\n@v.reserve(3);\n@v.push_back(@c);\n@v.push_back($t());\n@a = @v[0];", "@a.copies + 3 * @b.moves + 5 * @c.moves + 7 * @v[0].copies + 11 * @v[1].moves", 1000, t=t)


@number("structs by value and by reference")
def struct_copies(g, s):
    t = g.declare("Config", None, **{"global": lambda d: g.code(f"struct {d.name} {{\nint64_t width = $k;\nstd::vector<int64_t> sizes = {{1, 2}};\nstruct Inner {{ double rate = 0.5; int64_t deep[2] = {{3, 4}}; }} inner;\n{d.name}& grow(int64_t by) {{ width += by; sizes.push_back(by); return *this; }}\n}};\ninline void {d.name}_change({d.name}& c) {{ c.inner.deep[1] += 5; }}\ninline int64_t {d.name}_keep({d.name} c) {{ c.grow(9); return c.width; }}", k=g.literal())})
    return g.compute("$t @a;\n$t @b = @a;\n@b.grow($n).grow(2);\nauto& @r = @a.inner;\n@r.deep[0] = 8;\n$f(@a);\nint64_t @kept = $g(@b);\nstd::swap(@a.width, @b.width);", "@a.width + @b.width * 2 + @a.inner.deep[0] + @a.inner.deep[1] * 3 + static_cast<int64_t>(@b.sizes.size()) + @kept", 900, t=t, f=[t, "_change"], g=[t, "_keep"], n=g.small(s))


@number("static members and nested types")
def static_members(g, s):
    t = g.declare("Limits", None, **{"global": lambda d: g.code(f"struct {d.name} {{\nstatic constexpr int64_t low = $a;\nstatic const std::array<int64_t, 3> table;\nenum Mode {{ Slow, Fast = 4 }};\nusing Number = int64_t;\nstatic Number clip(Number n) {{ return n < low ? low : n > table[2] ? table[2] : n; }}\n}};\ninline const std::array<int64_t, 3> {d.name}::table = {{{{1, 5, 20}}}};", a=g.literal())})
    return g.compute("$t::Mode @mode = $n > 2 ? $t::Fast : $t::Slow;", "$t::clip($n) + @mode + $t::table[1]", 50, t=t, n=g.small(s))


@number("pointers to members", "forward")
def pointers_to_members(g, s):
    t = g.declare("Record", None, **{"global": lambda d: g.code(f"struct {d.name} {{\nint64_t a = 2, b = 7;\nint64_t sum(int64_t k) const {{ return a * k + b; }}\nint64_t rest(int64_t k) const {{ return a - b * k; }}\n}};")})
    return g.compute("int64_t $t::*@field = $n > 2 ? &$t::a : &$t::b;\nint64_t ($t::*@method)(int64_t) const = $m > 3 ? &$t::sum : &$t::rest;\n$t @record;\n@record.*@field = $n;\nconst $t* @pointer = &@record;", "(@pointer->*@method)($k) + @record.*@field", 900, t=t, n=g.small(s), m=g.small(s), k=g.literal())


@number("bit-fields", "forward")
def bit_fields(g, s):
    t = g.declare("Bits", None, **{"global": lambda d: g.code(f"struct {d.name} {{\nunsigned low : {g.below(2, 4)};\nunsigned high : 5;\nint signed_part : 6;\nbool flag : 1;\n}};")})
    return g.compute("$t @bits{};\n@bits.low = static_cast<unsigned>($n & 255);\n@bits.high += 3;\n@bits.signed_part = static_cast<int>($m % 16);\n@bits.flag = $n > 3;\n@bits.low++;", "static_cast<int64_t>(@bits.low) * 40 + @bits.high + @bits.signed_part + @bits.flag", 1000, t=t, n=g.small(s), m=g.small(s))


computes("memcpy of numbers", "memcpy", """
    int64_t @from[4] = {$n, 5, $m, 9}, @to[4] = {0, 0, 0, 0};
    std::memcpy(@to + 1, @from, 3 * sizeof(int64_t));
    float @f = 1.5f;
    uint32_t @word = 0;
    std::memcpy(&@word, &@f, sizeof @f);
    """, "@to[1] + @to[2] * 2 + @to[3] * 3 + static_cast<int64_t>(@word >> 20)", 10**4, where="forward", n=small, m=small)

computes("raw pointers", "new / raw pointers", """
    int64_t* @p = new int64_t($n);
    int64_t @a[3] = {1, $m, 6};
    int64_t* @q = @a;
    ++@q;
    *@q += *@p;
    @q[1] = *@p * 2;
    int64_t** @pp = &@q;
    (**@pp)++;
    int64_t @r = @a[1] + @a[2] + (@q - @a);
    delete @p;
    """, "@r", 300, where="constructor", n=small, m=small)


@number("new / raw pointers", "constructor")
def linked_list(g, s):
    t = g.declare("Link", None, **{"global": lambda d: g.code(f"struct {d.name} {{\nint64_t value;\n{d.name}* next = nullptr;\n}};")})
    return g.compute("$t @c{$n, nullptr}, @b{3, &@c}, @a{$m, &@b};\nint64_t @r = 0;\nfor ($t* @p = &@a; @p != nullptr; @p = @p->next) @r = @r * 3 + @p->value;", "@r", 900, t=t, n=g.small(s), m=g.small(s))


computes("smart pointers", "smart pointers", """
    auto @a = std::make_shared<int64_t>($n);
    auto @b = @a;
    *@b += 3;
    @a.reset();
    std::unique_ptr<int64_t> @u(new int64_t($m));
    auto @v = std::move(@u);
    int64_t @r = *@b + *@v + (@a ? 2 : 1) + (@u ? 40 : 20);
    """, "@r", 200, n=small, m=small)

computes("owners counted", "smart pointers", """
    auto @a = std::make_shared<int64_t>($n);
    auto @b = @a;
    *@b += @a.use_count();
    """, "*@a", 200, n=small)


@number("references")
def references(g, s):
    f = g.declare("bump", None, **{"global": lambda d: g.code(f"inline int64_t& {d.name}(int64_t& a, int64_t by = 2) {{ a += by; return a; }}")})
    return g.compute("int64_t @a = $n, @b = $m;\nint64_t& @r = @a > @b ? @a : @b;\n@r += 10;\n$f(@a) *= 2;\n(@a < @b ? @a : @b) -= 1;\nstd::swap(@a, @b);\nconst int64_t& @c = @a;\n@a++;", "@a * 2 + @b + @c", 900, f=f, n=g.small(s), m=g.small(s))


# --- numbers of every type


@number("integer types of every width")
def narrow_integers(g, s):
    a, b = g.pick("uint8_t", "int8_t", "uint16_t", "int16_t"), g.pick("uint8_t", "uint16_t", "uint32_t", "unsigned")
    return g.compute(f"{a} @a = static_cast<{a}>($n * 50);\n{b} @b = 3;\n@a += 200;\n@b -= 5;\n@a *= 2;\nauto @c = @a + @b;\n@a++;\n{b} @d = ~@b;", "static_cast<int64_t>(@a) * 3 + static_cast<int64_t>(@b) % 1009 + static_cast<int64_t>(@c) % 811 + (@b > -1 ? 1 : 60) + static_cast<int64_t>(@d) % 13", 10**7, n=g.small(s))


computes("signed and unsigned", "integer types of every width", """
    int @i = static_cast<int>($n) - 20;
    unsigned @u = 4;
    size_t @z = static_cast<size_t>(3) - 5;
    int64_t @r = (@i < static_cast<int>(@u)) + 2 * (static_cast<unsigned>(@i) < @u) + (@z > 10 ? 8 : 0);
    @r += (@i / 3) * 5 + (@i % 3) + (@i >> 1);
    uint64_t @big = ~0ull / 3;
    @r += static_cast<int64_t>(@big % 1000) + static_cast<int64_t>(@big >> 60);
    """, "@r", 5000, n=small)

computes("characters and booleans", "integer types of every width", """
    char @c = 'a' + static_cast<char>(std::abs($n) % 20);
    bool @flag = $n;
    @flag += 3;
    int @up = @c - 'a' + 'A';
    int64_t @r = @c * 2 + @up + @flag;
    if (std::isalpha(@c) && @c > 'f') @r -= 50;
    """, "@r", 600, n=small)

computes("floating to integer", "integer types of every width", """
    double @d = $d * 3.7 - 2.2;
    int64_t @t = @d;
    int @f = static_cast<int>(std::floor(@d)) + static_cast<int>(std::lround(@d)) * 3;
    float @s = 0.1f + static_cast<float>(@d);
    int64_t @r = @t * 7 + @f + (@s == 0.1 + @d ? 40 : 0) + (0.1f + 0.2f == 0.3f ? 5 : 0);
    @r += @d * 2;
    """, "@r % 997", 1000, d=lambda g, s: g.real("std::fmod($d, 50.0)", d=g.double(s)))

computes("std math", "std math on numbers", """
    double @d = std::fmod($d, 20.0);
    int64_t @r = static_cast<int64_t>(std::ceil(std::log2(std::abs(@d) + 1.5)) + std::pow(2, 3) + std::floor(std::sqrt(std::abs(@d) * 10)) + std::trunc(@d * 3));
    @r += std::abs(static_cast<int64_t>(@d) - 9) + std::lround(std::exp(0.1) * 10);
    """, "@r", 400, d=lambda g, s: g.double(s))

computes("more std math", "std math on numbers", """
    double @d = std::fmod($d, 20.0);
    int64_t @r = static_cast<int64_t>(std::copysign(3.0, @d)) + std::gcd($n, static_cast<int64_t>(12)) + (std::isnan(@d) ? 100 : 0) + static_cast<int64_t>(std::cbrt(@d) * 3);
    """, "@r", 400, d=lambda g, s: g.double(s), n=small)

computes("assignment chains", "assignments as expressions", """
    int64_t @a = $n, @b, @c = 4;
    @b = @a += @c;
    @c = (@a++, @b--, @a - @b);
    int64_t @r = @a++ * 2 + --@b;
    @r ^= @c |= 5;
    @r *= 2;
    @r = -@r + ~@c;
    """, "@r", 900, n=small)


# --- numbers out of the scope


@number("default constructor arguments", "constructor", name="default argument from another one's type")
def default_from_sizeof(g, s):
    f = g.declare("defaulted", None, **{"global": lambda d: g.code(f"inline int64_t {d.name}(int64_t a = $k, int64_t b = int64_t(sizeof(int32_t))) {{ return a + b; }}", k=g.literal())})
    return g.compute("", g.pick("$f()", "$f($n)", "$f($n, 3)"), 60, f=f, n=g.small(s))


computes("if else chain", "if / else in a constructor", """
    int64_t @r;
    if ($c) {
      @r = $a;
    } else if (int64_t @t = $n - 3; @t > 0) {
      @r = @t * 4;
    } else {
      @r = 17;
    }
    """, "@r", 200, where="constructor", c=boolean, a=small, n=small)

computes("ternaries", "ternary", """
    const int64_t @r = $c ? ($n > 3 ? $a : 9) : $d ? 4 : static_cast<int64_t>($n) * 2;
    int @w = ($c) ? 1 : 0;
    """, "@r + @w * 20", 200, where="constructor", c=boolean, d=boolean, a=small, n=small)

computes("printing", "printing", """
    int64_t @n = $n;
    std::ostringstream @out;
    @out << "width " << @n++ << ' ' << $k << std::endl;
    std::cerr << std::flush;
    """, "@n * 3 + static_cast<int64_t>(@out.str().size())", 200, where="constructor", n=small, k=literal)

computes("stream manipulators", "strings and streams", """
    std::ostringstream @out;
    @out << std::hex << $n + 40 << std::boolalpha << ($n > 3);
    """, "static_cast<int64_t>(@out.str().size()) * 7 + (@out.str()[0] == '2' ? 3 : 0)", 100, risky=True, n=small)

computes("string decides", "string comparison decides", """
    std::string @kind = $n > 3 ? "relu" : "tanh";
    @kind += std::to_string($k);
    int64_t @r = 1;
    if (@kind == "relu4" || @kind.find("tanh") == 0) @r = 7;
    else if (@kind != "relu2" && @kind > "relu3") @r = 12;
    else @r = 30 + (@kind.compare("relu1") > 0 ? 2 : 1);
    """, "@r", 100, where="constructor", n=small, k=lambda g, s: g.below(1, 5))

computes("string functions", "strings and streams", """
    std::string @t = "layer." + std::to_string($n) + std::string(2, 'z');
    @t.insert(3, "--");
    auto @dot = @t.find('.');
    std::string @tail = @t.substr(@dot + 1, 3);
    int64_t @r = @t.size() * 10 + @dot + (@tail.back() == 'z' ? 5 : 0) + static_cast<int64_t>(@t.rfind('l')) + (@t.empty() ? 9 : 0);
    """, "@r", 400, n=small)

computes("strings changed in place", "strings and streams", """
    std::string @t = "layer" + std::to_string($n);
    @t.replace(0, 2, "LLL");
    @t[1] = 'q';
    @t.pop_back();
    int64_t @r = @t.size();
    for (size_t @i = 0; @i < @t.size(); ++@i) if (@t[@i] == 'L') @r = @r * 2 + @i;
    """, "@r", 400, n=small)

computes("string to number", "strings and streams", """
    std::string @t = std::to_string($n) + "7";
    int64_t @r = std::stoi(@t) + std::stoll("0x1f", nullptr, 16) + static_cast<int64_t>(std::stod("2.75") * 4);
    std::stringstream @in("3 4.5 word");
    int @i; double @d; std::string @w;
    @in >> @i >> @d >> @w;
    @r += @i + static_cast<int64_t>(@d * 2) + @w.size();
    """, "@r", 900, n=small)

computes("stream input", "file and stream input", """
    std::istringstream @in("4 8 15 16 23");
    int64_t @sum = 0, @n;
    while (@in >> @n && @sum < 40) @sum += @n * $k;
    std::istringstream @lines("a=1\\nb=22");
    for (std::string @line; std::getline(@lines, @line);) @sum += @line.size();
    """, "@sum", 400, where="constructor", k=lambda g, s: g.below(1, 3))

computes("a file that is not there", "file and stream input", """
    std::ifstream @in("/does/not/exist");
    int64_t @n = $n;
    if (@in) @in >> @n;
    """, "@n", 100, where="constructor", n=small)
