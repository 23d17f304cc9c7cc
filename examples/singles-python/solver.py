"""Naked and hidden singles on several shapes: what a person does first, and nothing else.

A question is CELLS, or SHAPE:CELLS where the shape is more than a size ("9+x:…" has diagonals). A cell with one digit
left gets it (naked single); a digit with one place left in a house goes there (hidden single). When neither is left the
answer is "none", which for a plugin that does not claim to be complete means: gave up.
"""
import sys

BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3)}  # rows and columns of a box by size


def houses_of(size, diagonals):
    """The houses as lists of cells: rows, columns, boxes, diagonals."""
    height, width = BOXES[size]
    cells = range(size * size)
    houses = [[c for c in cells if c // size == i] for i in range(size)]
    houses += [[c for c in cells if c % size == i] for i in range(size)]
    across = size // width
    houses += [[c for c in cells if c // size // height * across + c % size // width == i] for i in range(size)]
    if diagonals:
        houses += [[i * (size + 1) for i in range(size)], [(i + 1) * (size - 1) for i in range(size)]]
    return houses


class Board:
    def __init__(self, cells, houses):
        self.houses = houses
        self.peers = [set().union(*(h for h in houses if c in h)) - {c} for c in range(len(cells))]
        digits = "123456789"[: len(houses[0])]
        self.left = [set(digits) for _ in cells]
        self.text = ["."] * len(cells)
        for cell, digit in enumerate(cells):
            if digit != ".":
                self.place(cell, digit)

    def place(self, cell, digit):
        self.text[cell] = digit
        self.left[cell] = set()
        for peer in self.peers[cell]:
            self.left[peer].discard(digit)

    def step(self):
        """Place one single; False when there is none."""
        for cell, left in enumerate(self.left):
            if len(left) == 1:
                self.place(cell, min(left))
                return True
        for house in self.houses:
            for digit in "123456789":
                places = [c for c in house if digit in self.left[c]]
                if len(places) == 1:
                    self.place(places[0], digit)
                    return True
        return False


def answer(question, known={}):
    shape, _, cells = question.rpartition(":")
    size = int(len(cells) ** 0.5)
    if size * size != len(cells) or size not in BOXES or shape not in ("", f"{size}+x"):
        return "unsupported"
    if (shape, size) not in known:
        known[shape, size] = houses_of(size, shape.endswith("+x"))
    board = Board(cells, known[shape, size])
    while board.step():
        pass
    return "none" if "." in board.text else "".join(board.text)


for line in sys.stdin:
    print(answer(line.strip()), flush=True)
