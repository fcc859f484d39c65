"""damage_weights.py ARCHIVE FOLDER: damaged copies of an archive."""
import pathlib
import sys
import zipfile

archive, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
data = archive.read_bytes()
(folder / "cut.pt").write_bytes(data[: len(data) // 2])
(folder / "empty.pt").write_bytes(b"")
middle = len(data) // 2
(folder / "zeros.pt").write_bytes(data[:middle] + bytes(len(data) - middle))
# The right checksums, and a pickle that takes more from its stack than there is.
with zipfile.ZipFile(archive) as old, zipfile.ZipFile(folder / "memo.pt", "w") as new:
    for name in old.namelist():
        new.writestr(name, b"\x80\x02sssR." if name.endswith("data.pkl") else old.read(name))
