"""A small network that solves Sudoku by looking again and again: beliefs in, better beliefs out.

A belief is a probability for each digit in each cell. For each cell and digit the network sees six numbers that are made of
beliefs: its own, how probable it is that no other cell of the row, column and box has the digit, the least of these on a
logarithmic scale, and the largest of the other digits of the cell. It gives one number; a softmax over the digits of a cell
makes new beliefs of these. The weights are the same for all cells and digits, and rows and columns are not told apart, so that
images of a puzzle get the same answer.

After some looks it fills in what it is sure of, or what it believes most, and begins anew. It takes nothing back. It works
without numpy, a good deal slower.
"""
import json
import os
from math import exp, log

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the sandbox counts threads as processes
try:
    import numpy as np
except ImportError:
    np = None

LOOKS = 5     # before something is filled in
SURE = 0.98   # a belief from here on is filled in
PIECE = 64    # puzzles at once: more are slower, for they leave the processor's cache
SMALL = 1e-3  # what is left of a probability that is 0

HOUSES = [[[9 * i + j for j in range(9)] for i in range(9)], [[9 * j + i for j in range(9)] for i in range(9)],
          [[27 * (i // 3) + 3 * (i % 3) + 9 * (j // 3) + j % 3 for j in range(9)] for i in range(9)]]
HOUSE_OF = [[next(i for i, house in enumerate(kind) if cell in house) for cell in range(81)] for kind in HOUSES]

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "weights.json")
with open(PATH) as f:
    WEIGHTS = json.load(f)


def solve(batch):
    """Return a grid of 81 digits for each puzzle of a batch: n rows of 81 digits, 0 for an empty cell."""
    if np is None:
        return [solve_one(list(givens)) for givens in batch]
    grids = np.asarray(batch, dtype=np.int64).reshape(-1, 81)
    return np.concatenate([solve_arrays(grids[i:i + PIECE]) for i in range(0, len(grids), PIECE)])


# With numpy: all puzzles at once.

def believe(grids):
    """Begin with all digits equal in empty cells."""
    beliefs = np.full(grids.shape + (9,), 1 / 9, dtype=np.float32)
    fix(beliefs, grids)
    return beliefs


def fix(beliefs, grids):
    n, cell = np.nonzero(grids)
    beliefs[n, cell] = 0
    beliefs[n, cell, grids[n, cell] - 1] = 1


def features(beliefs):
    """What the network sees of each cell and digit: n x 81 x 9 x 6."""
    lacks, others = np.log(1 - beliefs + SMALL), []
    for kind, of in zip(HOUSES, HOUSE_OF):
        others.append(lacks[:, kind].sum(axis=2)[:, of] - lacks)
    row, column, box = np.exp(others)
    at = beliefs.argmax(axis=2)[..., None]
    rest = beliefs.copy()
    np.put_along_axis(rest, at, -1, axis=2)
    most = np.broadcast_to(np.take_along_axis(beliefs, at, axis=2), beliefs.shape).copy()
    np.put_along_axis(most, at, rest.max(axis=2)[..., None], axis=2)
    least = np.maximum(np.minimum(np.minimum(others[0], others[1]), others[2]) / 7, -1)
    return np.stack([beliefs, np.minimum(row, column), np.maximum(row, column), box, least, most], axis=-1)


def better(beliefs, grids, weights):
    """Look once more."""
    hidden = np.maximum(features(beliefs) @ weights["w1"] + weights["b1"], 0)
    scores = hidden @ weights["w2"]
    scores = np.exp(scores - scores.max(axis=2, keepdims=True))
    beliefs = scores / scores.sum(axis=2, keepdims=True)
    fix(beliefs, grids)
    return beliefs


def solve_arrays(grids):
    grids, weights = grids.copy(), {name: np.array(value, dtype=np.float32) for name, value in WEIGHTS.items()}
    while True:
        todo = np.nonzero((grids == 0).any(axis=1))[0]
        if len(todo) == 0:
            return grids
        now = grids[todo]
        beliefs = believe(now)
        for _ in range(LOOKS):
            beliefs = better(beliefs, now, weights)
        top = np.where(now == 0, beliefs.max(axis=2), -1)
        chosen = top >= SURE
        chosen[np.arange(len(now)), top.argmax(axis=1)] = True
        grids[todo] = np.where(chosen, beliefs.argmax(axis=2) + 1, now)


# Without numpy: one puzzle, the same in plain Python.

def solve_one(grid):
    while 0 in grid:
        empty = [c for c in range(81) if grid[c] == 0]
        beliefs = [[1 / 9] * 9 if v == 0 else [float(d == v) for d in range(1, 10)] for v in grid]
        for _ in range(LOOKS):
            for c, row in list(zip(empty, look(beliefs, empty))):
                beliefs[c] = row
        best = max(empty, key=lambda c: max(beliefs[c]))
        for c in empty:
            if c == best or max(beliefs[c]) >= SURE:
                grid[c] = 1 + beliefs[c].index(max(beliefs[c]))
    return grid


def look(beliefs, empty):
    """The beliefs of empty cells after another look."""
    w1, b1, w2 = list(zip(*WEIGHTS["w1"])), WEIGHTS["b1"], WEIGHTS["w2"]
    lacks = [[log(1 - p + SMALL) for p in row] for row in beliefs]
    sums = [[[sum(lacks[c][d] for c in house) for d in range(9)] for house in kind] for kind in HOUSES]
    for cell in empty:
        own, scores = beliefs[cell], []
        second, first = sorted(own)[-2:]
        for d in range(9):
            row, column, box = (sums[kind][HOUSE_OF[kind][cell]][d] - lacks[cell][d] for kind in range(3))
            seen = (own[d], exp(min(row, column)), exp(max(row, column)), exp(box), max(min(row, column, box) / 7, -1),
                    second if own[d] >= first else first)
            score = 0.0
            for weights, bias, out in zip(w1, b1, w2):
                hidden = bias + sum(w * x for w, x in zip(weights, seen))
                if hidden > 0:
                    score += out * hidden
            scores.append(score)
        top = max(scores)
        scores = [exp(s - top) for s in scores]
        total = sum(scores)
        yield [s / total for s in scores]
