"""What was drawn, what reached an output, what came out."""

import collections
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]


def documented():
    """The constructs of docs/Constructs.md."""
    text = (ROOT / "docs" / "Constructs.md").read_text()
    return [row.strip() for row in re.findall(r"^\| (.+?) \| \[", text, re.M)]


def tags_of(model, seen):
    """The constructs that are in a model's text, each with its nodes."""
    tags = collections.defaultdict(list)
    for node in model.nodes:
        if node.tag and node.id in seen:
            tags[node.tag].append(node)
    return tags


def table(drawn, compared, reached, tried):
    """A line a construct: the models that have it, those of them that are equal, and what reach() found."""
    lines = [f"{'construct':90} drawn equal tried reached"]
    for construct in sorted(set(drawn) | set(documented())):
        mark = "" if construct in documented() else " +"
        lines.append(f"{(construct + mark)[:90]:90} {drawn[construct]:5} {compared[construct]:5} {tried[construct]:5} {reached[construct]:7}")
    return "\n".join(lines)


def outcomes(cases):
    counts = collections.Counter(case.outcome for case in cases)
    return ", ".join(f"{count} {outcome}" for outcome, count in counts.most_common())


def summary(cases, seconds, jobs):
    lines = [f"{len(cases)} models: {outcomes(cases)}"]
    lines[0] += f" ({len(cases) / max(seconds, 1e-9) * 60:.0f} a minute, {jobs} at once)"
    refusals = collections.Counter(case.refusal for case in cases if case.outcome == "refused")
    lines += [f"  refused {count:4}: {text}" for text, count in refusals.most_common()]
    return "\n".join(lines)


def by_production(cases):
    """A line for each production that was drawn alone: its outcomes, and what was said first."""
    groups = collections.defaultdict(list)
    for case in cases:
        groups[", ".join(dict.fromkeys(case.model.generator.drawn)) or "nothing"].append(case)
    lines = []
    for name, group in groups.items():
        counts = collections.Counter(case.outcome for case in group)
        first = next((case for case in group if case.outcome != "equal"), group[0])
        lines.append(f"{name}: {', '.join(f'{n} {o}' for o, n in counts.most_common())}: {first.refusal if first.outcome == 'refused' else first.difference}"[:220])
    return "\n".join(lines)
