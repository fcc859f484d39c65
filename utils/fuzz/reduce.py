"""Makes a failing model smaller: takes nodes of its tree away as long as it fails in the same way."""

import program


def depth_first(model, removed):
    """Nodes that are still written, the largest first."""
    _, seen = model.write(removed)
    sizes = {}

    def size(item):
        if isinstance(item, list):
            return sum(map(size, item))
        if hasattr(item, "parts") and item.id in seen:
            if item.id not in sizes:
                sizes[item.id] = 1 + size(item.parts)
            return sizes[item.id]
        return 0

    for node in model.nodes:
        size(node)
    return sorted((node for node in model.nodes if node.id in seen), key=lambda node: -sizes.get(node.id, 0))


def reduced(workshop, case, rounds, width, say=lambda text: None):
    """The smallest case found that fails as `case` does, and how many nodes were taken away."""
    model, best, removed = case.model, case, {}
    tried = set()
    for turn in range(rounds):
        candidates = []
        lengths = len(best.text)
        for node in depth_first(model, removed):
            for how in ("alt", "body") if node.body is not None else ("alt",):
                change = {**removed, node.id: how}
                text, _ = model.write(change)
                if text in tried or len(text) >= lengths:
                    continue
                tried.add(text)
                candidates.append((text, {node.id: how}))
                break
            if len(candidates) >= width:
                break
        if not candidates:
            break
        cases = [program.Case(f"{case.name}r{turn}_{index}", text, model, case.python) for index, (text, _) in enumerate(candidates)]
        workshop.run(cases)
        good = [(c, change) for c, (_, change) in zip(cases, candidates) if c.outcome == case.outcome and c.kind == case.kind]
        if not good:
            if len(candidates) < width:
                break
            continue
        # What works alone may work together: all of it, then the halves.
        step = min(good, key=lambda item: len(item[0].text))
        unions = []
        for part in (good, good[: len(good) // 2], good[len(good) // 2 :], good[: len(good) // 4]):
            change = dict(removed)
            for _, each in part:
                change.update(each)
            unions.append((program.Case(f"{case.name}u{turn}_{len(unions)}", model.write(change)[0], model, case.python), change))
        workshop.run([c for c, _ in unions])
        better = [(c, change) for c, change in unions if c.outcome == case.outcome and c.kind == case.kind]
        better.append((step[0], {**removed, **step[1]}))
        best, removed = min(better, key=lambda item: len(item[0].text))
        say(f"{case.name}: {len(best.text.splitlines())} lines")
    return best, len(removed)
