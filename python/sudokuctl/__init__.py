"""Sudoku puzzles of every geometry: solve, explain, grade, check, generate.

Every function takes one puzzle or many. What comes back depends on what went in:

    str                      a record (a dict)
    list, tuple              a list of records
    pandas or Polars Series  a DataFrame with a row for each puzzle; of pandas with the index of the Series
    any other iterable       an iterator of records, in constant memory

Records have the keys of the command line. A puzzle that cannot be read, and a request that cannot be answered, is an Error.
All functions share one process of the program, which ends with Python; a Sudokuctl of your own has another.
"""

from __future__ import annotations

import atexit
import hashlib
import threading
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Callable, Iterable, Iterator, List, Optional, Union

from ._process import Error, Process
from .records import Candidates, Checked, Explained, Graded, Hint, Made, Record, Solved, Step

__all__ = ["Candidates", "Checked", "Error", "Explained", "Graded", "Hint", "Made", "Record", "Solved", "Step", "Sudokuctl", "candidates",
           "canonical", "check", "explain", "generate", "grade", "hint", "solve", "steps"]

try:
    __version__ = version("sudokuctl")
except PackageNotFoundError:
    __version__ = "0.0.0"  # of a checkout

Puzzles = Union[str, Iterable[str]]


class Sudokuctl:
    """A process of the program, started by the first call. It can be used in a with statement, and by several threads.

    If the process has ended, or this Python is a fork of the one that started it, the next call starts another."""

    def __init__(self, binary: Optional[str] = None, args: Iterable[str] = ()) -> None:
        """binary is the program, by default the one of the package or in PATH; args are global flags, such as --config."""
        self._start: Callable[[], Process] = lambda: Process(binary, args)
        self._running: Optional[Process] = None
        self._lock = threading.Lock()
        self._closed = False
        atexit.register(self.close)

    def __enter__(self) -> Sudokuctl:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process. What is asked after that is an Error."""
        self._closed = True
        atexit.unregister(self.close)
        if self._running is not None:
            self._running.close()

    @property
    def _process(self) -> Process:
        with self._lock:
            if self._closed:
                raise Error("the process was closed")
            if self._running is not None and self._running.foreign():
                self._running.close()
                self._running = None
            if self._running is None:
                self._running = self._start()
            return self._running

    def solve(self, puzzles: Puzzles, *, solver: Optional[str] = None, plugin: Optional[str] = None, limit: int = 2,
              timeout: Optional[float] = None, seed: int = 1) -> Any:
        """Find up to limit solutions, 0 for all; 2 prove whether there is only one. The timeout is in seconds a puzzle."""
        return self._many("solve", puzzles, plugin=plugin, solver=solver, limit=limit, timeout_ms=_ms(timeout), seed=seed)

    def grade(self, puzzles: Puzzles, *, metrics: Optional[List[str]] = None, grader: Optional[str] = None, plugin: Optional[str] = None,
              timeout: Optional[float] = None, seed: int = 1) -> Any:
        """Measure how difficult puzzles are. In a frame each metric is a column."""
        return self._many("grade", puzzles, plugin=plugin, grader=grader, metrics=metrics, timeout_ms=_ms(timeout), seed=seed)

    def check(self, puzzles: Puzzles, *, solver: Optional[str] = None, plugin: Optional[str] = None, limit: int = 10_000,
              timeout: Optional[float] = None) -> Any:
        """Say whether puzzles are valid, unique and minimal, and what their symmetries and canonical forms are."""
        return self._many("check", puzzles, plugin=plugin, solver=solver, limit=limit, timeout_ms=_ms(timeout))

    def candidates(self, puzzles: Puzzles, *, solver: Optional[str] = None, plugin: Optional[str] = None, limit: int = 10_000,
                   timeout: Optional[float] = None) -> Any:
        """Say which candidates are in a solution, and in how many of those counted, which are limit at most."""
        return self._many("candidates", puzzles, plugin=plugin, solver=solver, limit=limit, timeout_ms=_ms(timeout))

    def explain(self, puzzles: Puzzles, *, explainer: Optional[str] = None, plugin: Optional[str] = None,
                without: Optional[List[str]] = None, timeout: Optional[float] = None) -> Any:
        """Solve puzzles as a person would. A record says how it ended, and has the steps under "steps", their number under "count"."""
        return self._many("explain", puzzles, plugin=plugin, explainer=explainer, without=without, timeout_ms=_ms(timeout))

    def canonical(self, puzzles: Puzzles) -> Any:
        """Return the form that all images of a puzzle have in common: a text for each puzzle, a Series for a Series.

        It is None for a puzzle with soft clues, of which no canonical form is known."""
        found = self._many("canonical", puzzles)
        if isinstance(found, dict):
            return found.get("canonical")
        if hasattr(found, "columns"):
            return found["canonical"]
        texts = (record.get("canonical") for record in found)
        return list(texts) if isinstance(found, list) else texts

    def hint(self, puzzle: str, *, level: str = "why", explainer: Optional[str] = None, plugin: Optional[str] = None) -> Any:
        """Return the next step of one puzzle, or as much of it as level says: "where", "what" or "why"."""
        return self._process.ask("hint", {"puzzle": puzzle, "level": level, "plugin": plugin, "explainer": explainer})[0]

    def steps(self, puzzle: str, *, values: Optional[str] = None, marks: Optional[List[str]] = None, without: Optional[List[str]] = None,
              limit: int = 200, explainer: Optional[str] = None, plugin: Optional[str] = None) -> Any:
        """Return the steps that are possible in one puzzle, the easiest first, once values are entered.

        values is the puzzle with what was entered; marks has for each cell the candidates that are left, "" for all."""
        return self._process.ask("steps", {"puzzle": puzzle, "values": values, "marks": marks, "without": without, "limit": limit,
                                           "plugin": plugin, "explainer": explainer})

    def generate(self, number: Optional[int] = 1, *, geometry: str = "9", clues_min: int = 0, clues_max: int = 0, symmetry: str = "",
                 minimal: bool = False, constraints: Union[str, List[str], None] = None, level: str = "", metric: str = "", min: float = 0,
                 below: float = 0, seed: int = 1) -> Iterator[Any]:
        """Make puzzles one after the other, without an end if number is None. The same arguments make the same puzzles.

        constraints are names, each with how many or with as many as it takes: ["cage", "thermo=4"] or "cage,thermo=4"."""
        order = {"geometry": geometry, "clues_min": clues_min, "clues_max": clues_max, "symmetry": symmetry, "minimal": minimal,
                 "constraints": constraints.split(",") if isinstance(constraints, str) else constraints,
                 "level": level, "metric": metric, "min": min, "below": below}
        made = 0
        while number is None or made < number:
            # Each batch has a seed of its own; a batch is small, so that the first puzzles come soon.
            batch = 10 if number is None or number - made > 10 else number - made
            records = self._process.ask("generate", {**order, "number": batch, "seed": _seed(seed, made // 10)})
            made += batch
            yield from records

    def _many(self, do: str, puzzles: Any, **options: Any) -> Any:
        if isinstance(puzzles, str):
            return next(self._process.records(do, [puzzles], options))
        kind = type(puzzles).__module__.partition(".")[0]
        records = self._process.records(do, _texts(puzzles), options)
        if kind == "pandas":
            import pandas

            return pandas.DataFrame([_row(r) for r in records], index=puzzles.index)
        if kind == "polars":
            import polars

            return polars.DataFrame([_row(r) for r in records], infer_schema_length=None)
        if isinstance(puzzles, (list, tuple)):
            return list(records)
        return records


def _texts(puzzles: Iterable[str]) -> Iterator[str]:
    for number, text in enumerate(puzzles):
        if not isinstance(text, str):
            raise TypeError(f"puzzle {number} is a {type(text).__name__}, not a str")
        yield text


def _row(record: Any) -> Any:
    """Make a row of a record: of grades each is a column of its own."""
    if "grades" not in record:
        return record
    return {"puzzle": record["puzzle"], "geometry": record["geometry"], **record["grades"], "error": record.get("error", "")}


def _seed(seed: int, batch: int) -> int:
    """Return the seed of a batch, which is none of another seed's."""
    if batch == 0:
        return seed
    return int.from_bytes(hashlib.sha256(f"{seed} {batch}".encode()).digest()[:7], "big")


def _ms(seconds: Optional[float]) -> Optional[int]:
    return None if seconds is None else max(1, round(seconds * 1000))


_shared = Sudokuctl()

solve = _shared.solve
grade = _shared.grade
check = _shared.check
candidates = _shared.candidates
explain = _shared.explain
canonical = _shared.canonical
hint = _shared.hint
steps = _shared.steps
generate = _shared.generate
