"""What the functions return: the records of the command line as typed dictionaries."""

from __future__ import annotations

from typing import Dict, List, Literal, Optional, Tuple, TypedDict, Union

Verdict = Literal["unique", "multiple", "solved", "impossible", "unknown", "timeout", "unsupported", "wrong", "crashed", "invalid"]

Placed = Tuple[str, int]
"""A digit in a cell, such as ["r1c2", 3]."""


class _Puzzle(TypedDict):
    name: str
    puzzle: str
    """The puzzle in short notation, row by row."""
    geometry: str
    """The shape in short notation: "9", "6", "9+x", …"""


class Solved(_Puzzle):
    """What a solver found."""

    solver: str
    version: str
    verdict: Verdict
    solutions: List[str]
    """The solutions, each as one symbol a cell, row by row."""
    count: int
    count_complete: bool
    """Whether there are no more than count."""
    self_ns: int
    """Time inside the algorithm, in nanoseconds."""
    guesses: int
    measures: Dict[str, float]
    error: str


class _Graded(_Puzzle):
    grades: Dict[str, float]
    """By metric; the unit is that of the metric."""
    labels: Dict[str, str]
    by: Dict[str, str]


class Graded(_Graded, total=False):
    """How difficult a puzzle is."""

    level: str
    error: str


class Candidate(TypedDict):
    cell: str
    digit: int
    count: int
    """Solutions that have it, of those counted."""


class _Candidates(_Puzzle):
    verdict: Verdict
    count: int
    count_complete: bool
    candidates: List[Candidate]
    error: str


class Candidates(_Candidates, total=False):
    """Which candidates are in a solution; open are those that the time was too short for."""

    open: List[Candidate]


class _Checked(_Puzzle):
    verdict: Verdict
    solutions: List[str]
    count: int
    count_complete: bool
    minimal: bool
    superfluous: List[str]
    conflicts: List[str]
    symmetries: List[str]


class Checked(_Checked, total=False):
    """Whether a puzzle is as a puzzle should be."""

    count_up_to_symmetry: int
    dead_ends: List[str]
    contradiction: List[str]
    at_fault: List[str]
    differ: List[str]
    canonical: str
    canonical_solution: str
    automorphisms: int
    superfluous_constraints: List[str]
    clashing_constraints: List[str]
    constraints_at_fault: List[str]
    late: bool


class Link(TypedDict):
    """Weak: if from is true, to is not. Strong: if from is not true, to is. Lost: if from is not true, to is not either."""

    kind: Literal["weak", "strong", "lost"]
    to: List[Placed]


class _Step(TypedDict):
    n: int
    technique: str
    rating: float
    """On the scale of Sudoku Explainer; 0 if it has none."""
    place: List[Placed]
    strike: List[Placed]
    why: List[str]
    text: str
    cells: List[str]
    links: List[Link]
    sets: List[List[str]]


class Step(_Step, total=False):
    """A step of an explanation."""

    constraints: List[str]
    """Those that it argues from, in short notation."""
    several: str
    """Of a hint, if the puzzle has several solutions: where two differ."""


class Ratings(TypedDict):
    """Ratings of Sudoku Explainer: of the hardest step, up to the first value, of the first step."""

    er: float
    ep: float
    ed: float


class _Explained(TypedDict):
    name: str
    puzzle: str
    ended: Literal["solved", "full", "beyond", "multiple", "impossible", "timeout", "unknown"]
    solved: bool
    se: Optional[Ratings]
    hardest: str
    filled: int
    cells: int
    count: int
    steps: List[Step]


class Explained(_Explained, total=False):
    """How an explanation ended, with its steps."""

    reached: Ratings
    reason: str
    """Why it ended so, if there is more to say."""


class _Hint(TypedDict):
    where: str


class Hint(_Hint, total=False):
    """As much of a step as was asked for: where to look, or what to look for."""

    technique: str
    rating: float
    several: str


class Made(TypedDict):
    """A puzzle that was made."""

    puzzle: str
    geometry: str
    clues: int


Record = Union[Solved, Graded, Checked, Candidates, Explained, Step, Hint, Made]
