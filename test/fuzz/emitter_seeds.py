"""emitter_seeds.py FOLDER: the graph texts of the tree, one model a file, and those of the corpus."""
import pathlib
import sys
import zipfile

root = pathlib.Path(__file__).resolve().parents[2]
folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
files = sorted(path for below in ("test", "docs") for path in (root / below).rglob("*.fx"))
parts = []
for file in files:
    for part in file.read_text(errors="replace").split("// -----"):
        # The lines of lit are no part of a graph.
        parts.append("\n".join(line for line in part.split("\n") if not line.lstrip().startswith(("//", "#"))))
for number, part in enumerate(parts):
    if part.strip():
        (folder / f"tree-{number:03}").write_text(part)
corpus = root / "test" / "fuzz" / "emitter-corpus.zip"
if corpus.exists():
    with zipfile.ZipFile(corpus) as archive:
        for number, name in enumerate(n for n in archive.namelist() if not n.endswith("/")):
            (folder / f"corpus-{number:03}").write_bytes(archive.read(name))
