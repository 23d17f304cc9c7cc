"""Naked and hidden singles on every shape: what a person does first, and nothing else.

It speaks JSON lines. The host sends houses, lists of cells in which no digit appears twice, so that rows, boxes, diagonals
and whatever else a shape has are all the same here. A cell with one digit left gets it (naked single); a digit with one
place left in a house that needs every digit goes there (hidden single). When neither is left, it gives up.
"""
import json
import sys

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn"


class Board:
    def __init__(self, cells, digits, houses):
        self.digits, self.houses = range(1, digits + 1), houses
        self.peers = [set().union(*(h for h in houses if c in h)) - {c} for c in range(len(cells))]
        self.left = [set(self.digits) for _ in cells]
        self.values = [0] * len(cells)
        for cell, symbol in enumerate(cells):
            if symbol != ".":
                self.place(cell, SYMBOLS.index(symbol) + 1)

    def place(self, cell, digit):
        self.values[cell] = digit
        self.left[cell] = set()
        for peer in self.peers[cell]:
            self.left[peer].discard(digit)

    def step(self):
        """Place one single and tell of it; None when there is none."""
        for cell, left in enumerate(self.left):
            if len(left) == 1:
                digit = min(left)
                self.place(cell, digit)
                return single("naked_single", 2.3, cell, digit, "Only one digit is left for this cell.")
        for house in self.houses:
            for digit in self.digits if len(house) == len(self.digits) else ():
                places = [cell for cell in house if digit in self.left[cell]]
                if len(places) == 1:
                    self.place(places[0], digit)
                    return single("hidden_single", 1.5, places[0], digit, "Only one place of a house is left for this digit.")
        return None

    def clash(self):
        return any(v and v == self.values[p] for c, v in enumerate(self.values) for p in self.peers[c])


def single(technique, rating, cell, digit, text):
    return {"technique": technique, "rating": rating, "place": [[cell, digit]], "cells": [cell], "text": text}


def answer(request, digits, houses):
    board = Board(request["puzzle"], digits, houses)
    steps = []
    while (step := board.step()):
        steps.append(step)
    solved = 0 not in board.values and not board.clash()
    reply = {"id": request["id"], "done": "finished" if solved else "gave_up"}
    if request["do"] == "explain":
        reply["steps"] = steps
    elif request["do"] == "grade":
        reply["grades"] = {"singles_placed": len(steps)}
        reply["done"] = "finished"
    elif solved:
        reply["solutions"] = ["".join(SYMBOLS[v - 1] for v in board.values)]
    return reply


digits = houses = None
for line in sys.stdin:
    message = json.loads(line)
    digits, houses = message.get("digits", digits), message.get("houses", houses)
    if "hello" in message:
        print('{"hello": 1}', flush=True)
    elif "do" in message:
        print(json.dumps(answer(message, digits, houses)), flush=True)
