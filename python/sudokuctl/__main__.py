"""The command line: python -m sudokuctl, or sudokuctl."""

import os
import subprocess
import sys

from ._process import Error, find


def main() -> None:
    try:
        program = find()
    except Error as e:
        sys.exit(str(e))
    command = [program, *sys.argv[1:]]
    try:
        if os.name == "nt":
            sys.exit(subprocess.call(command))
        os.execv(program, command)
    except OSError as e:
        sys.exit(f"starting {program}: {e.strerror}")


if __name__ == "__main__":
    main()
