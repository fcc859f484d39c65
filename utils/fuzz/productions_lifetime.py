"""Productions of how objects begin, are copied, and end, and of jumps between: what C++ runs without being called."""

from generator import drawn, literal, plain, production, small
from productions_numbers import number


def globally(g, stem, text, **values):
    """Code before the class, in which NAME is a name that no other declaration has."""
    return g.declare(stem, None, **{"global": lambda d: g.code(text.replace("NAME", d.name), **values)})


def ends(name, construct, stem, types, uses, code, result, bound, *, where="", **holes):
    """A production of types, declared before the class as `globally` does and named in a hole `t`, and of code in which
    one of the uses stands for USE. A hole is a function that draws it, or the end of another type's name."""

    @number(construct, where, name=name)
    def draw(g, s):
        t = globally(g, stem, plain(types))
        others = {hole: [t, end] for hole, end in holes.items() if isinstance(end, str)}
        text = plain(code).replace("USE", plain(g.pick(*uses)))
        draws = {hole: value for hole, value in holes.items() if hole not in others}
        return g.compute(text, result, bound, t=t, **others, **drawn(g, s, draws))


ends("ends of owned objects", "destructors of what containers and smart pointers own, `delete`", "Ends", """
    struct NAME {
      NAME(int64_t& place, int64_t by) : place(&place), by(by) {}
      NAME(const NAME&) = default;
      ~NAME() { *place = (*place * 3 + by) % 997; }
      int64_t* place;
      int64_t by;
    };
    """, ["""
    {
      std::vector<std::unique_ptr<$t>> @all;
      @all.push_back(std::make_unique<$t>(@n, $a));
      @all.push_back(std::make_unique<$t>(@n, 2));
      @all.pop_back();
      @n += 1;
    }
    """, """
    {
      auto @one = std::make_shared<$t>(@n, $a);
      auto @two = @one;
      @one.reset();
      @n += 4;
      @two = nullptr;
      @n *= 2;
    }
    """, """
    $t* @raw = new $t(@n, $a);
    @n += 5;
    delete @raw;
    """, """
    {
      std::map<int64_t, $t> @all;
      @all.emplace(2, $t(@n, $a));
      @all.emplace(1, $t(@n, 1));
      @n += 3;
    }
    """, """
    {
      std::optional<$t> @held;
      @held.emplace(@n, $a);
      @held.reset();
      @n += 2;
      @held.emplace(@n, 4);
    }
    """], """
    int64_t @n = $n;
    USE
    """, "@n", 1000, where="forward", n=small, a=literal)

ends("copies of members", "copy and move constructors of members and elements, moved-from objects", "Part", """
    struct NAME {
      NAME() = default;
      NAME(const NAME& o) : n(o.n + 1) {}
      NAME(NAME&& o) noexcept : n(o.n + 10) { o.n = 100; }
      NAME& operator=(const NAME& o) { n = o.n + 3; return *this; }
      NAME& operator=(NAME&& o) noexcept { n = o.n + 30; o.n = 200; return *this; }
      int64_t n = 0;
    };
    struct NAMEHolder {
      NAME first, second[2];
      int64_t sum() const { return first.n + second[0].n * 2 + second[1].n * 3; }
    };
    """, ["""
    $u @b = @a;
    $u @c = std::move(@b);
    @r = @a.sum() + @b.sum() + @c.sum();
    """, """
    $u @b;
    @b = @a;
    @a = std::move(@b);
    @r = @a.sum() + @b.sum();
    """, """
    std::pair<$t, int64_t> @p{@a.first, 2};
    auto @q = std::move(@p);
    @r = @p.first.n + @q.first.n * 5;
    """, """
    std::swap(@a.first, @a.second[1]);
    @r = @a.sum();
    """, """
    auto @f = [@a] { return @a.sum(); };
    auto @g = std::move(@f);
    @r = @g() + @a.sum();
    """], """
    int64_t @r = 0;
    $u @a;
    @a.first.n = $n;
    USE
    """, "@r", 5000, where="forward", u="Holder", n=small)

ends("through base classes", "copies, assignments and handlers through base classes", "Root", """
    struct NAME {
      int64_t n = 1;
      virtual int64_t kind() const { return n; }
      virtual ~NAME() = default;
    };
    struct NAMELeaf : NAME {
      int64_t more = 5;
      int64_t kind() const override { return n * 2 + more; }
    };
    """, ["""
    $t @copy = @leaf;
    @r = @copy.kind() + @leaf.kind();
    """, """
    $u @other;
    @other.n = 7;
    @other.more = 9;
    $t& @part = @leaf;
    @part = @other;
    @r = @leaf.kind() + @part.kind();
    """, """
    try {
      throw @leaf;
    } catch ($t @caught) {
      @r = @caught.kind();
    }
    """, """
    try {
      throw @leaf;
    } catch (const $t& @caught) {
      @r = @caught.kind();
    }
    """, """
    std::vector<$t> @all{@leaf, $t()};
    @all.push_back(@leaf);
    for (auto& @e : @all) @r = @r * 2 + @e.kind();
    """], """
    int64_t @r = 0;
    $u @leaf;
    @leaf.n = $n;
    USE
    """, "@r", 1000, where="forward", u="Leaf", n=small)

ends("construction and virtual functions", "virtual calls in constructors and destructors, virtual bases, `typeid`", "Stage", """
    struct NAME {
      explicit NAME(int64_t& log) : log(log) { log = log * 3 + kind(); }
      virtual ~NAME() { log = (log * 2 + kind()) % 997; }
      virtual int64_t kind() const { return 1; }
      int64_t& log;
    };
    struct NAMENext : virtual NAME {
      explicit NAMENext(int64_t& log) : NAME(log) { log += kind(); }
      ~NAMENext() override { log += kind() * 5; }
      int64_t kind() const override { return 4; }
    };
    struct NAMELast : NAMENext {
      explicit NAMELast(int64_t& log) : NAME(log), NAMENext(log) { log += kind() * 2; }
      int64_t kind() const override { return 9; }
    };
    """, ["{ $v @last(@n); }", "{ $u @next(@n); }", """
    std::unique_ptr<$t> @held = std::make_unique<$v>(@n);
    @held.reset();
    """, """
    {
      $v @last(@n);
      $t& @seen = @last;
      @n += typeid(@seen) == typeid($v) ? 6 : 2;
      @n += dynamic_cast<$u*>(&@seen) ? 3 : 8;
    }
    """], """
    int64_t @n = $n;
    USE
    """, "@n % 997", 1000, where="forward", u="Next", v="Last", n=small)

ends("exceptions of constructors", "exceptions of constructors, function try blocks, rethrow", "Opens", """
    struct NAMEPiece {
      NAMEPiece(int64_t& log, int64_t by) : log(log), by(by) { log += by; }
      ~NAMEPiece() { log = log * 2 + by; }
      int64_t& log;
      int64_t by;
    };
    struct NAME {
      NAME(int64_t& log, int64_t limit) try : first(log, 1), second(log, 2) {
        if (limit > 3) throw std::out_of_range("limit");
        log += 7;
      } catch (const std::exception&) {
        log += 5;
        throw;
      }
      NAMEPiece first, second;
    };
    """, ["catch (const std::out_of_range&) { @n += 3; }", "catch (const std::logic_error& @e) { @n += std::string(@e.what()).size(); }", """
    catch (...) {
      try {
        throw;
      } catch (const std::runtime_error&) {
        @n += 50;
      } catch (const std::exception&) {
        @n += 11;
      }
    }
    """], """
    int64_t @n = $n;
    try {
      $t @opened(@n, $k);
      @n += 4;
    } USE
    """, "@n % 997", 1000, where="forward", n=small, k=literal)


@number("range-for over a range of the user's own")
def ranges_with_free_begin(g, s):
    t = globally(g, "Digits", "struct NAME { int64_t n; };\nstruct NAMEAt {\nint64_t n;\nint64_t operator*() const { return n % 10; }\nNAMEAt& operator++() { n /= 10; return *this; }\n};\nstruct NAMEEnd {};\ninline bool operator!=(const NAMEAt& at, NAMEEnd) { return at.n != 0; }\ninline NAMEAt begin(const NAME& d) { return {d.n}; }\ninline NAMEEnd end(const NAME&) { return {}; }")
    return g.compute("int64_t @r = 0;\nfor (int64_t @d : $t{$n + 1203}) {\nif (@d == 0) continue;\n@r = @r * 4 + @d;\n}", "@r", 5000, t=t, n=g.small(s))


@number("goto, case labels inside other statements")
def jumps(g, s):
    body = g.pick(
        "int64_t @left = 1 + std::abs($n) % 4;\n@again:\n@r = @r * 3 + @left;\nif (--@left > 0) goto @again;",
        "for (int64_t @i = 0; @i < 4; ++@i)\nfor (int64_t @j = 0; @j < 4; ++@j) {\n@r += @i * @j + 1;\nif (@r > $a + 4) goto @out;\n}\n@out:\n@r += 2;",
        "int64_t @rounds = 2;\nswitch (std::abs($n) % 3) {\ncase 0: do { @r += 1;\ncase 1: @r += 10;\ncase 2: @r += 100;\n} while (--@rounds > 0);\n}",
        "if ($n > $a) goto @skip;\n@r += 17;\n@skip:\n@r = @r * 2 + 1;",
    )
    return g.compute(f"int64_t @r = 0;\n{body}", "@r", 1000, n=g.small(s), a=g.literal())


@number("globals and static members, in their order")
def order_of_globals(g, s):
    t = globally(g, "table", "inline int64_t NAME_next() {\nstatic int64_t n = $a;\nreturn n *= 2;\n}\nstruct NAME_all {\nstatic int64_t first, second;\nstatic const std::vector<int64_t> widths;\n};\ninline int64_t NAME_all::second = NAME_next();\ninline int64_t NAME_all::first = NAME_next() + NAME_all::second;\ninline const std::vector<int64_t> NAME_all::widths = {NAME_all::first, NAME_all::second, 3};", a=g.literal())
    return g.compute("int64_t @r = 0;\nfor (auto @w : $t::widths) @r = @r * 2 + @w;", "(@r + $t::first + $n)", 500, t=[t, "_all"], n=g.small(s))


@production("tensor member replaced for the next call", where="this")
def tensor_member_replaced(g, s):
    width = s.x.shape[-1]
    m = g.declare("hidden_", s.cls, member=lambda d: g.code(f"torch::Tensor {d.name} = torch::zeros({{{width}}}) + $k;", k=g.real("0.5")))
    return g.code(g.pick("$m = $m * 0.5 + 0.25;\n$x = $x + $m;", "$x = $x * $m;\n$m = torch::tanh($m + $d);", f"$m = torch::tanh($m + 0.1);\n$x = $x - $m.detach();"), x=s.x, m=m, d=g.double(s, 0))
