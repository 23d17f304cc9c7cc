"""The command line: python -m sudokuctl, or sudokuctl."""

import os
import subprocess
import sys

from ._process import find


def main() -> None:
    command = [find(), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
