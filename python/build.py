#!/usr/bin/env python3
"""Make a wheel with the program inside: python3 python/build.py [--version V] [--binary FILE] [--platform TAG] FOLDER.

It needs nothing but Python, and Go unless the program is there already. The same files make the same bytes."""

import argparse
import base64
import hashlib
import pathlib
import subprocess
import sysconfig
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent


def metadata(version: str) -> str:
    return "\n".join([
        "Metadata-Version: 2.1", "Name: sudokuctl", f"Version: {version}",
        "Summary: Solve, explain, grade, check and generate Sudoku puzzles of every geometry", "License: MIT",
        "Project-URL: Source, https://github.com/sudokuctl/sudokuctl", "Requires-Python: >=3.9", "Description-Content-Type: text/markdown", "",
        (HERE / "README.md").read_text(),
    ])


def wheel(folder: pathlib.Path, version: str, binary: pathlib.Path, platform: str) -> pathlib.Path:
    tag = f"py3-none-{platform}"
    info = f"sudokuctl-{version}.dist-info"
    name = "sudokuctl.exe" if platform.startswith("win") else "sudokuctl"
    files = {f"sudokuctl/{p.name}": p.read_bytes() for p in sorted((HERE / "sudokuctl").iterdir()) if p.suffix == ".py" or p.name == "py.typed"}
    files[f"sudokuctl/bin/{name}"] = binary.read_bytes()
    files[f"{info}/METADATA"] = metadata(version).encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: sudokuctl\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    files[f"{info}/entry_points.txt"] = b"[console_scripts]\nsudokuctl = sudokuctl.__main__:main\n"
    for licence in ("LICENSE", "NOTICES"):
        files[f"{info}/{licence}"] = (HERE.parent / licence).read_bytes()
    record = "".join(f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()},{len(content)}\n"
                     for path, content in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    folder.mkdir(parents=True, exist_ok=True)
    out = folder / f"sudokuctl-{version}-{tag}.whl"
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, (1985, 10, 26, 8, 15, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/bin/" in path else 0o100644) << 16
            z.writestr(entry, content)
    return out


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--version", default="0.0.0")
    options.add_argument("--binary", type=pathlib.Path, help="the program; by default it is built")
    options.add_argument("--platform", default=sysconfig.get_platform().replace("-", "_").replace(".", "_"), help="such as manylinux_2_34_x86_64")
    options.add_argument("folder", type=pathlib.Path)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as built:
        binary = given.binary
        if binary is None:
            binary = pathlib.Path(built) / "sudokuctl"
            subprocess.run(["go", "build", "-trimpath", "-ldflags=-s -w", "-o", str(binary), "./cmd/sudokuctl"], cwd=HERE.parent, check=True)
        print(wheel(given.folder, given.version, binary, given.platform))


if __name__ == "__main__":
    main()
