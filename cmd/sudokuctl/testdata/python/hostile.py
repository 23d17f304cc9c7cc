"""Clause sets that no puzzle can have, for a test of what the SDK refuses. It needs no grpcio."""
import sys
import types

sys.modules["grpc"] = types.ModuleType("grpc")
import sudokuctl
from sudokuctl import _bytes, _message, _number, _numbers, _text, _varint

GEOMETRY = _text(1, "4") + _number(2, 4) + _number(3, 16)


def packed(field, *numbers):
    return _bytes(field, b"".join(map(_varint, numbers)))


def signed(field, *numbers):
    return packed(field, *(n << 1 ^ n >> 63 for n in numbers))


def clause(kind, *parts):
    return _number(1, kind) + b"".join(parts)


def batch(clauses, tables=b"", of=1):
    beyond = _text(1, "cage=3:r1c12") + b"".join(_message(2, c) for c in clauses) + tables
    return _message(1, GEOMETRY) + _bytes(3, bytes(16)) + _message(5, beyond) + packed(6, of)


def nested(depth):
    inner = clause(3, packed(3, 0, 1)) if depth == 0 else nested(depth - 1)
    return clause(7, _message(9, _message(1, inner))) if depth else clause(2, packed(3, 0, 1))


less = packed(1, 0b1110, 0b1100, 0b1000, 0) + packed(2, 0, 0b1, 0b11, 0b111)
word = _number(1, 2) + packed(2, 1, 2, 0, 0, 0, 0, 2, 1) + packed(3, 1)
good = {
    "differ": batch([clause(2, packed(3, 0, 1))]), "pair": batch([clause(3, packed(3, 0, 1))], _message(3, less)),
    "sum": batch([clause(4, packed(3, 0, 1), signed(5, -1, 1000), signed(6, -5, 3), signed(7, 2, 4))]),
    "count": batch([clause(5, packed(3, 0, 0), packed(4, 1, 15), signed(6, 1), signed(7, 2))]),
    "word": batch([clause(6, packed(3, 0, 1, 0))], _message(4, word)), "any, four deep": batch([nested(4)])}
bad = {
    "a cell beyond": batch([clause(2, packed(3, 0, 16))]), "a cell twice": batch([clause(2, packed(3, 1, 1))]),
    "no cells": batch([clause(2)]), "no kind": batch([clause(0, packed(3, 0))]), "a kind beyond": batch([clause(8, packed(3, 0))]),
    "a pair of three": batch([clause(3, packed(3, 0, 1, 2))], _message(3, less)), "no relation": batch([clause(3, packed(3, 0, 1))]),
    "a relation of others": batch([clause(3, packed(3, 0, 1))], _message(3, packed(1, 1, 2, 4) + packed(2, 1, 2, 4))),
    "there is not back": batch([clause(3, packed(3, 0, 1))], _message(3, packed(1, 1, 2, 4, 8) + packed(2, 8, 4, 2, 1))),
    "a large weight": batch([clause(4, packed(3, 0), signed(5, 1001), signed(6, 1), signed(7, 1))]),
    "a weight too many": batch([clause(4, packed(3, 0), signed(5, 1, 1), signed(6, 1), signed(7, 1))]),
    "an empty range": batch([clause(4, packed(3, 0), signed(6, 2), signed(7, 1))]),
    "ranges out of order": batch([clause(4, packed(3, 0), signed(6, 3, 1), signed(7, 4, 2))]),
    "one end": batch([clause(4, packed(3, 0), signed(6, 3))]), "a digit beyond": batch([clause(5, packed(3, 0), packed(4, 16))]),
    "sets of digits": batch([clause(5, packed(3, 0), packed(4, 1, 1))]), "no automaton": batch([clause(6, packed(3, 0))]),
    "4097 states": batch([clause(6, packed(3, 0))], _message(4, _number(1, 4097) + packed(2, *[0] * 4 * 4097))),
    "states of all": batch([], _message(4, _number(1, 4096) + packed(2, *[1] * 4 * 4096)) * 17),
    "an arrow too far": batch([clause(6, packed(3, 0))], _message(4, _number(1, 1) + packed(2, 2, 0, 0, 0))),
    "arrows missing": batch([clause(6, packed(3, 0))], _message(4, _number(1, 2) + packed(2, 1, 0, 0, 0))),
    "five deep": batch([nested(5)]), "no alternatives": batch([clause(7)]), "no constraint": batch([clause(2, _number(2, 1), packed(3, 0))]),
    "no set": batch([clause(2, packed(3, 0, 1))], of=2), "it breaks off": batch([b"\x18"]),
    "65537 clauses": batch([clause(2, packed(3, 0))] * 65537)}

for name, data in good.items():
    assert len(sudokuctl._Batch(data, {}).sets[0].clauses) == 1, name
for name, data in bad.items():
    try:
        sudokuctl._Batch(data, {})
    except ValueError:
        continue
    sys.exit(f"{name}: was taken")
beyond = sudokuctl._Batch(good["word"], {}).sets[0].clauses[0]
assert beyond.holds([1, 2] + [0] * 14) is False and beyond.holds([2, 4] + [0] * 14)
beyond = sudokuctl._Batch(good["sum"], {}).sets[0].clauses[0]
assert (beyond.kind, beyond.weights, beyond.total) == ("sum", [-1, 1000], [(-5, 2), (3, 4)])
print(len(good), "taken,", len(bad), "refused")
