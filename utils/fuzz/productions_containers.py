"""Productions that compute integers with the standard library's containers, algorithms and vocabulary types."""

from generator import literal, small
from productions_numbers import computes, literals, number


computes("iterators", "iterators", """
    std::vector<int64_t> @v{$n, 4, 1, $m, 8};
    int64_t @r = 0;
    for (auto @it = @v.begin(); @it != @v.end(); ++@it) @r += *@it * (@it - @v.begin());
    auto @found = std::find(@v.begin(), @v.end(), 8);
    @r += std::distance(@v.begin(), @found) + *std::prev(@v.end()) + *std::next(@v.cbegin(), 2);
    """, "@r", 900, where="forward", n=small, m=small)

computes("reverse iterators", "iterators", """
    std::vector<int64_t> @v{$n, 4, 1};
    int64_t @r = 0;
    for (auto @it = @v.rbegin(); @it != @v.rend(); ++@it) @r = @r * 3 + *@it;
    """, "@r", 900, where="forward", n=small)

computes("erase and insert by iterator", "iterators", """
    std::list<int64_t> @l{3, $n, 5};
    auto @it = std::next(@l.begin());
    @l.push_front(9);
    @l.insert(@it, 6);
    @it = @l.erase(@it);
    *@it *= 2;
    int64_t @r = 0;
    for (auto @e : @l) @r = @r * 3 + @e;
    std::map<int, int> @m{{4, 1}, {8, 2}};
    auto @at = @m.find(8);
    @m[1] = 5;
    @r += @at->second * 10;
    """, "@r", 5000, where="forward", n=small)


@number("iterator algorithms")
def sort_and_search(g, s):
    compare = g.pick("", ", std::greater<int64_t>()", ", [](int64_t a, int64_t b) { return a % 4 != b % 4 ? a % 4 < b % 4 : a < b; }")
    return g.compute(f"std::vector<int64_t> @v{{{literals(g, 5)}, $n}};\nstd::sort(@v.begin(), @v.end(){compare});\nint64_t @r = @v[0] * 100 + @v[3] * 10 + @v.back();\n@v.erase(std::unique(@v.begin(), @v.end()), @v.end());\nstd::reverse(@v.begin(), @v.end());\n@r += @v.size() + @v.front();", "@r", 10**4, n=g.small(s))


computes("transform and accumulate", "iterator algorithms", """
    std::vector<int64_t> @v(4);
    std::iota(@v.begin(), @v.end(), $n);
    std::vector<int64_t> @w;
    std::transform(@v.begin(), @v.end(), std::back_inserter(@w), [](int64_t a) { return a * a % 11; });
    int64_t @r = std::accumulate(@w.begin(), @w.end(), int64_t(0)) + @v[1];
    @r += std::accumulate(@w.begin(), @w.end(), 1, [](int64_t a, int64_t b) { return (a * 2 + b) % 50; });
    @r += std::count_if(@v.begin(), @v.end(), [](auto a) { return a % 2 == 0; }) * 5;
    """, "@r", 5000, n=small)

computes("more algorithms", "iterator algorithms", """
    std::vector<int64_t> @v{$n, 7, 2, $m, 5};
    std::rotate(@v.begin(), @v.begin() + 2, @v.end());
    int64_t @r = std::any_of(@v.begin(), @v.end(), [](int64_t a) { return a > 6; }) + 2 * std::all_of(@v.begin(), @v.end(), [](int64_t a) { return a > 1; });
    @r += *std::max_element(@v.begin(), @v.end()) * 3 + (std::min_element(@v.begin(), @v.end()) - @v.begin());
    @v.erase(std::remove_if(@v.begin(), @v.end(), [](int64_t a) { return a == 7; }), @v.end());
    std::partial_sum(@v.begin(), @v.end(), @v.begin());
    @r += @v.back() + @v[1];
    std::fill_n(@v.begin(), 2, 3);
    std::for_each(@v.begin(), @v.end(), [&@r](int64_t a) { @r += a; });
    """, "@r", 5000, n=small, m=small)

computes("insert and assign", "insert, emplace, assign: values, counts, ranges, braces", """
    std::vector<int64_t> @v{1, $n};
    @v.insert(@v.begin() + 1, 3, $m);
    @v.emplace(@v.begin(), 6);
    @v.insert(@v.end(), {7, 8});
    std::vector<int64_t> @w(@v.begin() + 1, @v.end() - 1);
    @w.assign(@v.begin(), @v.begin() + 4);
    @w.emplace_back(@v[2]);
    @w.resize(7, 2);
    int64_t @r = 0;
    for (size_t @i = 0; @i < @w.size(); ++@i) @r = (@r * 5 + @w[@i]) % 997;
    @v.assign(2, $n);
    @v.clear();
    """, "@r + static_cast<int64_t>(@v.size())", 1000, where="forward", n=small, m=small)


@number("conversions in containers", risky=True)
def conversions_in_containers(g, s):
    choice = g.below(0, 6)
    if choice == 0:
        return g.compute("std::pair<int, int64_t> @p = std::make_pair($d + 0.75, $n);\nstd::tuple<int, double> @t = std::make_tuple(2.9, $n);", "@p.first * 10 + @p.second + std::get<0>(@t) + static_cast<int64_t>(std::get<1>(@t) / 2 * 4)", 900, d=g.real("std::fmod($d, 20.0)", d=g.double(s)), n=g.small(s))
    if choice == 1:
        return g.compute("std::vector<double> @d{1.75, std::abs($n) * 0.3, 2.5};\nstd::vector<int64_t> @v(@d.begin(), @d.end());\nstd::vector<uint8_t> @u;\nfor (auto @e : @d) @u.push_back(@e * 50);", "@v[0] + @v[1] * 2 + @v[2] * 3 + @u[0] + @u[2]", 900, n=g.capped(g.integer(s), 5))
    if choice == 2:
        return g.compute("std::map<int, int64_t> @m;\n@m.emplace(1.5, 3);\n@m[1] += $n;\n@m.insert(std::make_pair(2.9, 4.9));", "@m.size() * 50 + @m[1] + @m[2]", 900, n=g.small(s))
    if choice == 3:
        return g.compute("std::optional<int> @o = $n * 0.5;\nstd::optional<int64_t> @w = @o;\nstd::array<float, 2> @a{0.1f, 3.0f};", "*@w * 10 + (@a[0] == 0.1 ? 7 : 2)", 900, n=g.small(s))
    if choice == 4:
        return g.compute("std::vector<double> @d{0.6, 0.6, $n * 0.9};\nint64_t @r = std::accumulate(@d.begin(), @d.end(), 0) * 10;", "@r", 900, n=g.small(s))
    if choice == 5:
        return g.compute("std::vector<int> @v{250, $n, 260};\nint64_t @r = 0;\nfor (uint8_t @k : @v) @r += @k;\nfor (int64_t @d : std::vector<double>{1.9, 2.2}) @r += @d;".replace("$n", "static_cast<int>($n)"), "@r", 900, n=g.small(s))
    return g.compute("int @i; int64_t @l;\nstd::tie(@i, @l) = std::make_tuple(3.99, $n);\nstd::vector<int> @to(2);\nstd::vector<double> @from{1.5, 2.5};\nstd::copy(@from.begin(), @from.end(), @to.begin());", "@i * 40 + @l + @to[0] + @to[1]", 900, n=g.small(s))


@number("std::map, unordered_map", "constructor")
def maps(g, s):
    kind = g.pick("std::map", "std::unordered_map")
    return g.compute(f"{kind}<std::string, int64_t> @m = {{{{\"a\", $n}}, {{\"b\", 4}}}};\n@m[\"c\"] = @m[\"a\"] + 1;\n@m[\"a\"]++;\nif (@m.count(\"b\") && @m.find(\"z\") == @m.end()) @m.erase(\"b\");\nauto [@it, @fresh] = @m.insert({{\"c\", 99}});\nint64_t @r = @it->second * 2 + (@fresh ? 50 : 0) + @m.size();\n@r += @m.at(\"a\") + @m[\"new\"];", "@r", 300, n=g.small(s))


computes("map of containers", "std::map, unordered_map", """
    std::map<int64_t, std::vector<int64_t>> @m;
    for (int64_t @i = 0; @i < 5; ++@i) @m[@i % $k].push_back(@i * 2);
    @m[-1];
    int64_t @r = 0;
    for (const auto& [@key, @values] : @m) @r = @r * 2 + @key + static_cast<int64_t>(@values.size()) * 3;
    @r += @m.begin()->first + @m.rbegin()->second.back() + @m.lower_bound(1)->first;
    """, "@r", 5000, where="constructor", k=lambda g, s: g.below(2, 4))

computes("ordered by a comparator", "ordered by a comparator", """
    std::map<int64_t, int64_t, std::greater<int64_t>> @m{{1, 2}, {$n, 5}, {3, 7}};
    auto @less = [](int64_t a, int64_t b) { return a % 3 < b % 3; };
    std::set<int64_t, decltype(@less)> @s(@less);
    @s.insert(4); @s.insert(5); @s.insert(7); @s.insert(3);
    int64_t @r = 0;
    for (auto& [@k, @v] : @m) @r = @r * 3 + @k + @v;
    for (auto @e : @s) @r = (@r * 2 + @e) % 997;
    """, "@r", 1000, risky=True, n=literal)

computes("sets", "sets and heaps", """
    std::set<int64_t> @s{5, $n, 2};
    @s.insert(5);
    bool @new = @s.insert(11).second;
    int64_t @r = 0;
    for (auto @e : @s) @r = (@r * 3 + @e) % 997;
    std::multiset<int64_t> @m{2, 2, $n};
    @r += @m.count(2) * 5 + (@new ? 7 : 0);
    std::unordered_set<int64_t> @u(@s.begin(), @s.end());
    @r += @u.size() + @u.count(2);
    """, "@r", 1200, n=small)

computes("queues and stacks", "sets and heaps", """
    std::stack<int64_t> @stack;
    std::queue<int64_t> @queue;
    std::priority_queue<int64_t> @heap;
    for (int64_t @i : {4, 1, 7}) { @stack.push(@i); @queue.push(@i * 2); @heap.push(@i + $n); }
    @stack.pop(); @queue.pop(); @heap.pop();
    """, "@stack.top() * 50 + @queue.front() * 5 + @heap.top() + static_cast<int64_t>(@queue.size())", 900, risky=True, n=small)

computes("bookkeeping", "std::vector of numbers or modules as bookkeeping", """
    std::vector<int64_t> @sizes = {$n, 4};
    std::vector<std::vector<int64_t>> @grid(2, std::vector<int64_t>(3, 1));
    @grid[1][2] = $m;
    @sizes.push_back(@sizes.back() * 2);
    @sizes.pop_back();
    @sizes[0] += @grid[1][2];
    std::vector<int64_t> @copy = @sizes;
    @copy[1] = 50;
    bool @same = @copy == @sizes;
    std::vector<bool> @flags(3, true);
    @flags[1] = $n > 2;
    """, "@sizes[0] + @sizes[1] + @copy[1] + (@same ? 7 : 3) + @flags[1] * 9 + static_cast<int64_t>(@grid[0].size())", 400, where="constructor", n=small, m=small)

computes("range for", "range-for", """
    std::vector<int64_t> @v{$n, 2, 9};
    for (auto& @e : @v) @e += 2;
    int64_t @r = 0;
    for (const auto& @e : @v) { if (@e == 4) continue; @r = @r * 2 + @e; }
    for (int @e : {5, 6, 7}) @r += @e;
    int @plain[3] = {1, 2, 3};
    for (int& @e : @plain) @e *= $k;
    """, "@r + @plain[2]", 900, where="constructor", n=small, k=literal)

computes("range for over a string", "range-for", """
    int64_t @r = $n;
    for (auto @c : std::string("abc")) @r = @r * 2 + (@c - 'a');
    """, "@r", 900, where="constructor", n=small)


@number("user ranges", risky=True)
def user_range(g, s):
    t = g.declare("Steps", None, **{"global": lambda d: g.code(
        f"struct {d.name} {{\nint64_t from, to;\nstruct Iterator {{\nint64_t at;\nint64_t operator*() const {{ return at * 2; }}\nIterator& operator++() {{ at += $k; return *this; }}\nbool operator!=(const Iterator& o) const {{ return at < o.at; }}\n}};\nIterator begin() const {{ return {{from}}; }}\nIterator end() const {{ return {{to}}; }}\n}};\nstruct {d.name}Held {{\nstd::vector<int64_t> items{{3, 1, 4}};\nauto begin() {{ return items.begin(); }}\nauto end() {{ return items.end(); }}\n}};", k=g.below(1, 2))})
    kind = g.pick("for (auto @e : $t{1, 2 + std::abs($n) % 5}) @r = @r * 3 + @e;", "$u @held;\nfor (auto& @e : @held) @e += $n;\nfor (auto @e : @held) @r = @r * 2 + @e;")
    return g.compute(f"int64_t @r = 1;\n{kind}", "@r", 5000, t=t, u=[t, "Held"], n=g.small(s))


@number("std::get, std::tie, structured bindings", "forward")
def tuples_of_numbers(g, s):
    f = g.declare("parts", None, **{"global": lambda d: g.code(f"inline std::tuple<int64_t, double, std::string> {d.name}(int64_t n) {{ return {{n * 2, n * 0.5, std::string(n % 3 + 1, 'a')}}; }}")})
    return g.compute("auto [@a, @b, @c] = $f(std::abs($n));\nint64_t @x, @y = 3;\nstd::tie(@x, std::ignore, std::ignore) = $f(@y);\nstd::pair<int64_t, int64_t> @p{@x, @y};\nauto& [@first, @second] = @p;\n@first += 4;\nstd::tie(@p.second, @x) = std::make_pair(@x, @p.second);\nauto @t = std::make_tuple(@a, @p);", "std::get<0>(@t) + std::get<1>(@t).first * 2 + @p.second + static_cast<int64_t>(@b * 2) + static_cast<int64_t>(@c.size())", 500, f=f, n=g.small(s))


@number("optional and variant")
def optionals(g, s):
    f = g.declare("maybe", None, **{"global": lambda d: g.code(f"inline std::optional<int64_t> {d.name}(int64_t n) {{\nif (n % 3 == 0) return std::nullopt;\nreturn n + $k;\n}}", k=g.literal())})
    return g.compute("auto @o = $f(std::abs($n));\nint64_t @r = @o.value_or(40) + (@o ? 2 : 1);\nif (@o.has_value()) @r += *@o;\n@o = 7;\n@r += @o.value();\n@o.reset();\n@r += @o == std::nullopt ? 3 : 9;\n@o.emplace(4);\nstd::optional<int64_t> @p = @o;\n*@p += 1;", "@r + *@o * 2 + (@p == 5 ? 6 : 0)", 300, f=f, n=g.small(s))


computes("variants", "optional and variant", """
    std::variant<int64_t, double, std::string> @v = static_cast<int64_t>($n);
    int64_t @r = std::get<int64_t>(@v) + @v.index();
    if ($n > 3) @v = 2.5; else @v = std::string("text");
    if (std::holds_alternative<double>(@v)) @r += 20;
    if (auto* @p = std::get_if<std::string>(&@v)) @r += @p->size();
    @r += @v.index() * 7;
    std::visit([&@r](const auto& a) { if constexpr (std::is_same_v<std::decay_t<decltype(a)>, double>) @r += static_cast<int64_t>(a * 2); else @r += 1; }, @v);
    """, "@r", 300, risky=True, n=small)

computes("arrays", "arrays and deques", """
    int64_t @a[2][3] = {{1, 2, 3}, {4}};
    @a[1][2] = $n;
    std::array<int64_t, 4> @b{{$m, 1}};
    @b[3] = @a[1][0];
    auto @c = @b;
    @c.fill(2);
    std::deque<int64_t> @d{3};
    @d.push_front($m);
    @d.push_back(8);
    @d.pop_front();
    int64_t @r = 0;
    for (auto& @row : @a) for (int64_t @e : @row) @r = @r * 2 + @e;
    """, "@r + @b[0] + @b[3] + @c[1] + @d.front() * 3 + static_cast<int64_t>(@d.size() + std::size(@a)) + static_cast<int64_t>(sizeof(@a) / sizeof(@a[0][0]))", 5000, n=small, m=small)


@number("initialiser lists")
def initializer_list(g, s):
    f = g.declare("sum_of", None, **{"global": lambda d: g.code(f"inline int64_t {d.name}(std::initializer_list<int64_t> list, int64_t k = 1) {{\nint64_t sum = 0;\nfor (auto e : list) sum = sum * 2 + e * k;\nreturn sum + list.size();\n}}\nstruct {d.name}_holder {{\nstd::vector<int64_t> v;\n{d.name}_holder(std::initializer_list<int64_t> l) : v(l) {{}}\n{d.name}_holder(int64_t a, int64_t b) : v(a, b) {{}}\n}};")})
    return g.compute("$h @braces{3, 4}, @round(3, 4);\nstd::vector<int64_t> @five(5, 2), @two{5, 2};", "$f({$n, 2, $m}) + $f({}, 3) + static_cast<int64_t>(@braces.v.size() * 10 + @round.v.size() + @five.size() * 7 + @two.size())", 900, f=f, h=[f, "_holder"], n=g.small(s), m=g.small(s))


computes("moved from", "moved-from objects", """
    std::vector<int64_t> @v{1, 2, $n};
    auto @w = std::move(@v);
    std::vector<std::vector<int64_t>> @groups;
    std::vector<int64_t> @current;
    for (int64_t @i = 0; @i < 5; ++@i) {
      @current.push_back(@i);
      if (@current.size() == 2) { @groups.push_back(std::move(@current)); @current.clear(); }
    }
    std::unique_ptr<int64_t> @a(new int64_t(4));
    auto @b = std::move(@a);
    """, "static_cast<int64_t>(@v.size()) * 100 + @w[2] + static_cast<int64_t>(@groups.size() * 10 + @current.size()) + (@a == nullptr ? 5 : 0)", 900, risky=True, n=small)

computes("reference wrappers", "reference wrappers and bind", """
    int64_t @a = $n, @b = 5;
    auto @t = std::make_tuple(std::ref(@a), @b);
    std::get<0>(@t) += 3;
    std::get<1>(@t) += 100;
    std::vector<std::reference_wrapper<int64_t>> @refs{@a, @b};
    for (int64_t& @r : @refs) @r += 1;
    auto @bound = std::bind([](int64_t x, int64_t y) { return x * 2 + y; }, std::placeholders::_1, @b);
    """, "@a + @b * 2 + @bound(4)", 900, risky=True, n=small)

computes("computed names", "computed names", """
    std::map<std::string, int64_t> @named;
    for (int64_t @i = 0; @i < 3; ++@i) @named["layer" + std::to_string(@i) + (@i % 2 ? "_odd" : "")] = @i + $n;
    std::ostringstream @name;
    @name << "layer" << 1 << "_odd";
    """, "@named.at(@name.str()) * 2 + static_cast<int64_t>(@named.count(\"layer2\"))", 300, where="constructor", n=small)
