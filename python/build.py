#!/usr/bin/env python3
"""Make a wheel with the program inside: python3 python/build.py [--version V] [--binary FILE] [--platform P] FOLDER,
or with --source the archive without it, which uses the program in PATH.

It needs nothing but Python, and Go unless the program is there already. The same files make the same bytes."""

import argparse
import base64
import gzip
import hashlib
import io
import pathlib
import subprocess
import sysconfig
import tarfile
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent


HOME = "https://github.com/sudokuctl/sudokuctl"
WHEN = 499162500  # the time of all files
PLATFORMS = {  # static programs for Linux run with any C library
    "linux/amd64": "manylinux_2_17_x86_64.musllinux_1_1_x86_64", "linux/arm64": "manylinux_2_17_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64", "darwin/arm64": "macosx_12_0_arm64", "windows/amd64": "win_amd64",
}


def metadata(version: str) -> str:
    return "\n".join([
        "Metadata-Version: 2.1", "Name: sudokuctl", f"Version: {version}",
        "Summary: Solve, explain, grade, check and generate Sudoku puzzles of every geometry",
        f"Home-page: {HOME}", "Author: the authors of sudokuctl", "License: MIT",
        "Keywords: sudoku,solver,generator,killer,constraint",
        *(f"Project-URL: {name}, {HOME}{path}" for name, path in (
            ("Documentation", "/blob/main/docs/serve.md#python-and-other-languages"), ("Changelog", "/blob/main/CHANGELOG.md"), ("Source", ""), ("Issues", "/issues"))),
        *(f"Classifier: {name}" for name in (
            "Development Status :: 4 - Beta", "Intended Audience :: Science/Research", "License :: OSI Approved :: MIT License",
            "Operating System :: MacOS", "Operating System :: Microsoft :: Windows", "Operating System :: POSIX :: Linux",
            "Programming Language :: Python :: 3", "Topic :: Games/Entertainment :: Puzzle Games",
            "Topic :: Scientific/Engineering :: Mathematics", "Typing :: Typed")),
        "Requires-Python: >=3.9", "Description-Content-Type: text/markdown", "",
        (HERE / "README.md").read_text(),
    ])


def wheel(folder: pathlib.Path, version: str, binary: pathlib.Path, platform: str, licences: "list[pathlib.Path]") -> pathlib.Path:
    tag = f"py3-none-{platform}"  # with dots between platforms if there are several
    info = f"sudokuctl-{version}.dist-info"
    name = "sudokuctl.exe" if platform.startswith("win") else "sudokuctl"
    files = {f"sudokuctl/{p.name}": p.read_bytes() for p in sorted((HERE / "sudokuctl").iterdir()) if p.suffix in (".py", ".pyi") or p.name == "py.typed"}
    files[f"sudokuctl/bin/{name}"] = binary.read_bytes()
    files[f"{info}/METADATA"] = metadata(version).encode()
    files[f"{info}/WHEEL"] = ("Wheel-Version: 1.0\nGenerator: sudokuctl\nRoot-Is-Purelib: false\n" +
                               "".join(f"Tag: py3-none-{one}\n" for one in platform.split("."))).encode()
    files[f"{info}/entry_points.txt"] = b"[console_scripts]\nsudokuctl = sudokuctl.__main__:main\n"
    for licence in licences:
        files[f"{info}/{licence.name}"] = licence.read_bytes()
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


def source(folder: pathlib.Path, version: str) -> pathlib.Path:
    """Make the archive of what is not compiled."""
    base = f"sudokuctl-{version}"
    files = {"PKG-INFO": metadata(version).encode(), "LICENSE": (HERE.parent / "LICENSE").read_bytes(),
             "pyproject.toml": (HERE / "pyproject.toml").read_bytes().replace(b'"0.0.0" # build.py writes the version that it is given', f'"{version}"'.encode())}
    for path in [HERE / "README.md", *sorted(HERE.glob("sudokuctl/*.py*")), *sorted(HERE.glob("sudokuctl/py.typed")), *sorted(HERE.glob("tests/*.py"))]:
        files[str(path.relative_to(HERE))] = path.read_bytes()
    folder.mkdir(parents=True, exist_ok=True)
    out = folder / f"{base}.tar.gz"
    with open(out, "wb") as f, gzip.GzipFile("", "wb", 9, f, WHEN) as z, tarfile.open(fileobj=z, mode="w", format=tarfile.USTAR_FORMAT) as t:
        for name, content in files.items():
            entry = tarfile.TarInfo(f"{base}/{name}")
            entry.size, entry.mtime = len(content), WHEN
            t.addfile(entry, io.BytesIO(content))
    return out


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--version", default="0.0.0")
    options.add_argument("--binary", type=pathlib.Path, help="the program; by default it is built")
    options.add_argument("--platform", default=sysconfig.get_platform().replace("-", "_").replace(".", "_"), help="such as linux/arm64 or macosx_12_0_arm64; this machine by default")
    options.add_argument("--notices", type=pathlib.Path, help="the licences of what is in the program")
    options.add_argument("--source", action="store_true", help="make the archive of sources instead")
    options.add_argument("folder", type=pathlib.Path)
    given = options.parse_args()
    if given.source:
        print(source(given.folder, given.version))
        return
    with tempfile.TemporaryDirectory() as built:
        binary = given.binary
        if binary is None:
            binary = pathlib.Path(built) / "sudokuctl"
            subprocess.run(["go", "build", "-trimpath", "-ldflags=-s -w", "-o", str(binary), "./cmd/sudokuctl"], cwd=HERE.parent, check=True)
        licences = [HERE.parent / "LICENSE"] + ([given.notices] if given.notices else [])
        print(wheel(given.folder, given.version, binary, PLATFORMS.get(given.platform, given.platform), licences))


if __name__ == "__main__":
    main()
