"""All powers of the SDK on small geometries, for its test: simple, not fast."""
import random

import sudokuctl

print("this goes to the log")  # and not before the handshake


def left(puzzle, grid, cell):
    seen = {grid[peer] for peer in puzzle.geometry.peers[cell]}
    return [digit for digit in range(1, puzzle.geometry.digits + 1) if digit not in seen]


def search(geometry, grid, order):
    cells = [c for c, v in enumerate(grid) if not v]
    if not cells:
        yield bytes(grid)
        return
    fits = {c: [d for d in order if d not in {grid[p] for p in geometry.peers[c]}] for c in cells}
    cell = min(cells, key=lambda c: len(fits[c]))
    for digit in fits[cell]:
        grid[cell] = digit
        yield from search(geometry, grid, order)
    grid[cell] = 0


def solve(puzzle):
    if any(v and v == puzzle.givens[p] for c, v in enumerate(puzzle.givens) for p in puzzle.geometry.peers[c]):
        return
    puzzle.guesses, puzzle.measures["empty"] = 1, puzzle.givens.count(0)
    turn, order = puzzle.settings["turn"], list(range(1, puzzle.geometry.digits + 1))
    for grid in search(puzzle.geometry, list(puzzle.givens), order[turn:] + order[:turn]):
        if all(clause.holds(grid) for clause in puzzle.clauses):
            yield grid


def grade(puzzle):
    return {"test_empty": (puzzle.givens.count(0), "some")}


def explain(puzzle):
    grid, moved = list(puzzle.givens), True
    while moved and 0 in grid:
        moved = False
        for cell, value in enumerate(grid):
            digits = left(puzzle, grid, cell)
            if not value and len(digits) == 1:
                grid[cell], moved = digits[0], True
                yield sudokuctl.Step("naked_single", "Nothing else fits.", rating=2.3, place=[(cell, digits[0])],
                                     cells=[cell])
    if 0 in grid:
        raise sudokuctl.GaveUp


def generate(order):
    rng, geometry = random.Random(order.seed), order.geometry
    while True:
        digits = rng.sample(range(1, geometry.digits + 1), geometry.digits)
        grid = list(next(search(geometry, [0] * geometry.cells, digits)))
        for cell in rng.sample(range(geometry.cells), geometry.cells // 2):
            before, grid[cell] = grid[cell], 0
            several = search(geometry, list(grid), digits)
            if [next(several, None), next(several, None)][1]:
                grid[cell] = before
        yield bytes(grid)


sudokuctl.serve(
    id="powers", name="Powers", version="1.0.0", solve=solve, grade=grade, explain=explain, generate=generate,
    complete=True, deterministic=True, shapes=("4",), clauses=sudokuctl.KINDS[1:],
    metrics=[sudokuctl.Metric("test_empty", "counting", "empty cells", max=16, higher_is_harder=True)],
    settings=[sudokuctl.Setting("turn", 0, "where to begin", min=0, max=3)])
