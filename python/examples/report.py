"""Solve and grade the puzzles of a file, one a line, and print the hardest: python3 report.py FILE."""

import sys
from typing import List

import sudokuctl


def hardest(puzzles: List[str], most: int = 5) -> List[sudokuctl.Graded]:
    """The puzzles with one solution that Sudoku Explainer rates highest."""
    unique = [record["puzzle"] for record in sudokuctl.solve(puzzles) if record["verdict"] == "unique"]
    graded = sudokuctl.grade(unique, metrics=["se"])
    return sorted(graded, key=lambda record: record["grades"]["se"], reverse=True)[:most]


def main() -> None:
    with open(sys.argv[1]) as lines:
        for record in hardest([line.strip() for line in lines if line.strip()]):
            step: sudokuctl.Step = max(sudokuctl.explain(record["puzzle"])["steps"], key=lambda s: s["rating"])
            print(record["puzzle"], record["grades"]["se"], record.get("level", ""), step["text"], sep="\t")


if __name__ == "__main__":
    main()
