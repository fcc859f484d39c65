"""Productions of how objects begin, are copied, and end, and of jumps between: what C++ runs without being called."""

from generator import production
from productions_numbers import number


def globally(g, stem, text, **values):
    """Code before the class, in which NAME is a name that no other declaration has."""
    return g.declare(stem, None, **{"global": lambda d: g.code(text.replace("NAME", d.name), **values)})


@number("destructors of what containers and smart pointers own, `delete`", "forward")
def ends_of_owned_objects(g, s):
    t = globally(g, "Ends", "struct NAME {\nNAME(int64_t& place, int64_t by) : place(&place), by(by) {}\nNAME(const NAME&) = default;\n~NAME() { *place = (*place * 3 + by) % 997; }\nint64_t* place;\nint64_t by;\n};")
    owner = g.pick(
        "{\nstd::vector<std::unique_ptr<$t>> @all;\n@all.push_back(std::make_unique<$t>(@n, $a));\n@all.push_back(std::make_unique<$t>(@n, 2));\n@all.pop_back();\n@n += 1;\n}",
        "{\nauto @one = std::make_shared<$t>(@n, $a);\nauto @two = @one;\n@one.reset();\n@n += 4;\n@two = nullptr;\n@n *= 2;\n}",
        "$t* @raw = new $t(@n, $a);\n@n += 5;\ndelete @raw;",
        "{\nstd::map<int64_t, $t> @all;\n@all.emplace(2, $t(@n, $a));\n@all.emplace(1, $t(@n, 1));\n@n += 3;\n}",
        "{\nstd::optional<$t> @held;\n@held.emplace(@n, $a);\n@held.reset();\n@n += 2;\n@held.emplace(@n, 4);\n}",
    )
    return g.compute(f"int64_t @n = $n;\n{owner}", "@n", 1000, t=t, n=g.small(s), a=g.literal())


@number("copy and move constructors of members and elements, moved-from objects", "forward")
def copies_of_members(g, s):
    t = globally(g, "Part", "struct NAME {\nNAME() = default;\nNAME(const NAME& o) : n(o.n + 1) {}\nNAME(NAME&& o) noexcept : n(o.n + 10) { o.n = 100; }\nNAME& operator=(const NAME& o) { n = o.n + 3; return *this; }\nNAME& operator=(NAME&& o) noexcept { n = o.n + 30; o.n = 200; return *this; }\nint64_t n = 0;\n};\nstruct NAMEHolder {\nNAME first, second[2];\nint64_t sum() const { return first.n + second[0].n * 2 + second[1].n * 3; }\n};")
    use = g.pick(
        "$u @b = @a;\n$u @c = std::move(@b);\n@r = @a.sum() + @b.sum() + @c.sum();",
        "$u @b;\n@b = @a;\n@a = std::move(@b);\n@r = @a.sum() + @b.sum();",
        "std::pair<$t, int64_t> @p{@a.first, 2};\nauto @q = std::move(@p);\n@r = @p.first.n + @q.first.n * 5;",
        "std::swap(@a.first, @a.second[1]);\n@r = @a.sum();",
        "auto @f = [@a] { return @a.sum(); };\nauto @g = std::move(@f);\n@r = @g() + @a.sum();",
    )
    return g.compute(f"int64_t @r = 0;\n$u @a;\n@a.first.n = $n;\n{use}", "@r", 5000, t=t, u=[t, "Holder"], n=g.small(s))


@number("copies, assignments and handlers through base classes", "forward")
def through_base_classes(g, s):
    t = globally(g, "Root", "struct NAME {\nint64_t n = 1;\nvirtual int64_t kind() const { return n; }\nvirtual ~NAME() = default;\n};\nstruct NAMELeaf : NAME {\nint64_t more = 5;\nint64_t kind() const override { return n * 2 + more; }\n};")
    use = g.pick(
        "$t @copy = @leaf;\n@r = @copy.kind() + @leaf.kind();",
        "$u @other;\n@other.n = 7;\n@other.more = 9;\n$t& @part = @leaf;\n@part = @other;\n@r = @leaf.kind() + @part.kind();",
        "try {\nthrow @leaf;\n} catch ($t @caught) {\n@r = @caught.kind();\n}",
        "try {\nthrow @leaf;\n} catch (const $t& @caught) {\n@r = @caught.kind();\n}",
        "std::vector<$t> @all{@leaf, $t()};\n@all.push_back(@leaf);\nfor (auto& @e : @all) @r = @r * 2 + @e.kind();",
    )
    return g.compute(f"int64_t @r = 0;\n$u @leaf;\n@leaf.n = $n;\n{use}", "@r", 1000, t=t, u=[t, "Leaf"], n=g.small(s))


@number("virtual calls in constructors and destructors, virtual bases, `typeid`", "forward")
def construction_and_virtual_functions(g, s):
    t = globally(g, "Stage", "struct NAME {\nexplicit NAME(int64_t& log) : log(log) { log = log * 3 + kind(); }\nvirtual ~NAME() { log = (log * 2 + kind()) % 997; }\nvirtual int64_t kind() const { return 1; }\nint64_t& log;\n};\nstruct NAMENext : virtual NAME {\nexplicit NAMENext(int64_t& log) : NAME(log) { log += kind(); }\n~NAMENext() override { log += kind() * 5; }\nint64_t kind() const override { return 4; }\n};\nstruct NAMELast : NAMENext {\nexplicit NAMELast(int64_t& log) : NAME(log), NAMENext(log) { log += kind() * 2; }\nint64_t kind() const override { return 9; }\n};")
    use = g.pick(
        "{ $v @last(@n); }",
        "{ $u @next(@n); }",
        "std::unique_ptr<$t> @held = std::make_unique<$v>(@n);\n@held.reset();",
        "{\n$v @last(@n);\n$t& @seen = @last;\n@n += typeid(@seen) == typeid($v) ? 6 : 2;\n@n += dynamic_cast<$u*>(&@seen) ? 3 : 8;\n}",
    )
    return g.compute(f"int64_t @n = $n;\n{use}", "@n % 997", 1000, t=t, u=[t, "Next"], v=[t, "Last"], n=g.small(s))


@number("exceptions of constructors, function try blocks, rethrow", "forward")
def exceptions_of_constructors(g, s):
    t = globally(g, "Opens", "struct NAMEPiece {\nNAMEPiece(int64_t& log, int64_t by) : log(log), by(by) { log += by; }\n~NAMEPiece() { log = log * 2 + by; }\nint64_t& log;\nint64_t by;\n};\nstruct NAME {\nNAME(int64_t& log, int64_t limit) try : first(log, 1), second(log, 2) {\nif (limit > 3) throw std::out_of_range(\"limit\");\nlog += 7;\n} catch (const std::exception&) {\nlog += 5;\nthrow;\n}\nNAMEPiece first, second;\n};")
    handler = g.pick(
        "catch (const std::out_of_range&) { @n += 3; }",
        "catch (const std::logic_error& @e) { @n += std::string(@e.what()).size(); }",
        "catch (...) {\ntry {\nthrow;\n} catch (const std::runtime_error&) {\n@n += 50;\n} catch (const std::exception&) {\n@n += 11;\n}\n}",
    )
    return g.compute(f"int64_t @n = $n;\ntry {{\n$t @opened(@n, $k);\n@n += 4;\n}} {handler}", "@n % 997", 1000, t=t, n=g.small(s), k=g.literal())


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
