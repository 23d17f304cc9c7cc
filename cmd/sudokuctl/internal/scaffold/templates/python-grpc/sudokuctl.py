"""Plugins of sudokuctl in Python: this one file, beside yours. It needs the package grpcio and nothing else.

    import sudokuctl

    def solve(puzzle):
        ...                # puzzle.givens: one byte a cell, 0 where it is empty
        yield grid         # a solution: bytes or a list of digits; returning says that there are no others

    if __name__ == "__main__":
        sudokuctl.serve(id="tally", name="Tally", version="0.1.0", solve=solve, complete=True)

The host starts the program, reads one line from its standard output (the handshake of hashicorp/go-plugin) and talks gRPC
over a Unix socket from then on; what is printed goes to the host's log. Messages are written and read by hand: their
layout is docs/plugins.md of sudokuctl and algorithm.proto, version 1.
"""
import hashlib
import json
import os
import queue
import re
import struct
import sys
import tempfile
import threading
import time
from concurrent import futures

try:
    import grpc
except ImportError:
    sys.exit(f"this plugin needs the Python package grpcio, which {sys.executable} does not have: "
             f"{sys.executable} -m pip install grpcio")

KINDS = ("in", "differ", "pair", "sum", "count", "word", "any")  # of clauses; "in" only within "any"
PART, EXHAUSTED, STOPPED, GAVE_UP, TIMED_OUT, UNSUPPORTED, FAILED = range(1, 8)  # how the work on a puzzle ended


class GaveUp(Exception):
    """The search ended without a proof."""


class Unsupported(Exception):
    """Such a geometry, or such clues, cannot be taken."""


class TimedOut(Exception):
    """The time of the puzzle is over."""


class Geometry:
    """The frame of a puzzle: cells are numbered row by row from 0, houses are tuples of cells."""

    def __init__(self, text, digits, cells, kinds, houses):
        self.text, self.digits, self.cells, self.kinds, self.houses = text, digits, cells, kinds, houses
        self.shape = re.sub(r"@[^:]*", "", text)  # without the alphabet
        peers = [set() for _ in range(cells)]
        for house in houses:
            for cell in house:
                peers[cell].update(house)
        self.peers = [tuple(sorted(p - {cell})) for cell, p in enumerate(peers)]


class Clause:
    """What a solution obeys beyond houses. cells are numbered from 0; what else there is depends on kind; x is the digit of a cell:

    differ: no x comes twice. pair: x of the second cell is in relation[x of the first - 1]. sum: the sum of weight times x lies
    in a range (low, high) of total. count: the sum of the weights of the cells whose x is in their set of digits does. word:
    from state 0 each x leads to next[state][x - 1], never to -1, and the last state is in accepting. any: all clauses of a list
    in either hold. in: x is in digits[0]. constraint is the number of what it comes from in the constraints of the puzzle.
    """

    kind, constraint, cells, digits, weights, total = "", 0, (), (), (), ()
    relation = next = accepting = either = ()

    def holds(self, grid):
        """Whether it holds in a grid without empty cells."""
        x = [grid[cell] for cell in self.cells]
        if self.kind == "in":
            return x[0] in self.digits[0]
        if self.kind == "differ":
            return len(set(x)) == len(x)
        if self.kind == "pair":
            return x[1] in self.relation[x[0] - 1]
        if self.kind == "any":
            return any(all(clause.holds(grid) for clause in every) for every in self.either)
        if self.kind == "word":
            state = 0
            for digit in x:
                state = self.next[state][digit - 1]
                if state < 0:
                    return False
            return state in self.accepting
        if self.kind == "count":
            x = [digit in those for digit, those in zip(x, self.digits)]
        total = sum(weight * value for weight, value in zip(self.weights, x))
        return any(low <= total <= high for low, high in self.total)


class Puzzle:
    """A puzzle, and how it is to be solved or graded. Set guesses and measures to tell what it cost."""

    def __init__(self, geometry, givens, soft, beyond, job, number):
        self.geometry, self.givens, self.soft = geometry, givens, soft  # soft: {cell: (digits, probabilities or None)}
        self.constraints, self.clauses = beyond  # texts such as cage=15:r1c345, and a Clause for each thing that they say
        self.limit, self.settings = job.limit, job.settings  # solutions wanted, 0 for all
        self.guesses, self.measures = 0, {}
        self._job, self._number = job, number
        self._deadline = time.monotonic_ns() + job.budget if job.budget else None

    @property
    def seed(self):
        """For random numbers: made from the seed of the run and the puzzle."""
        text = self._job.seed.to_bytes(8, "little") + self.givens
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")

    def expired(self):
        """Whether the search should end: its time is over, or nobody wants more. Ask every thousand steps or so."""
        if self._deadline is not None and time.monotonic_ns() > self._deadline:
            return True
        return self._number in self._job.stopped or self._job.ended


class Puzzles:
    """Many puzzles of one geometry for solve_batch: givens end to end."""

    def __init__(self, geometry, givens, job):
        self.geometry, self.givens, self.n = geometry, givens, len(givens) // geometry.cells
        self.limit, self.settings, self.seed = job.limit, job.settings, job.seed


class Order:
    """What generate is to make; 0, "" and None mean: any."""

    def __init__(self, settings):
        self.geometry, self.pattern, self.settings = None, None, settings
        self.count = self.clues_min = self.clues_max = self.seed = 0
        self.symmetry, self.metric, self.metric_min, self.metric_max = "", "", 0.0, 0.0
        self.minimal = self.allow_multiple = False
        self.difficulty = None
        self.constraints = []  # names of constraints that puzzles are to have, perhaps with how many at most: "thermo=4"
        self.near = None  # givens of a puzzle whose neighbours are wanted, if serve was told neighbours=True


class Step:
    """One application of a technique. place and strike are lists of (cell, digit).

    links are (kind, from, to) with lists of (cell, digit): "weak", if from is true, to is not; "strong", if from is not
    true, to is; "lost", if from is not true, to is not either. sets are lists of cells: locked and almost locked sets.
    """

    def __init__(self, technique, text, rating=0.0, place=(), strike=(), cells=(), why=(), links=(), sets=(),
                 constraints=()):
        self.technique, self.text, self.rating = technique, text, rating
        self.place, self.strike, self.cells, self.why, self.links, self.sets = place, strike, cells, why, links, sets
        self.constraints = constraints  # numbers of those that it argues from

    def _encode(self):
        def pairs(field, candidates):
            return b"".join(_message(field, _number(1, cell) + _number(2, digit)) for cell, digit in candidates)

        kinds = {"weak": 1, "strong": 2, "lost": 3}
        return (_text(1, self.technique) + _double(2, self.rating) + pairs(3, self.place) + pairs(4, self.strike) +
                _numbers(5, self.cells) + b"".join(_text(6, house) for house in self.why) + _text(7, self.text) +
                b"".join(_message(8, _number(1, kinds[kind]) + pairs(2, start) + pairs(3, end))
                         for kind, start, end in self.links) +
                b"".join(_message(9, _bytes(1, b"".join(map(_varint, cells)))) for cells in self.sets) +
                _bytes(10, b"".join(map(_varint, self.constraints))))


class Metric:
    """What grade measures: its name in snake_case, range and source. Values are higher_is_harder or not.

    labels are the words that its labels are made of, if they can be listed. alone is a dict of settings under which this
    metric is measured sooner, without others; ceiling a setting with a number: once the value is sure to be that or more,
    grade may return the metric bound instead.
    """

    def __init__(self, name, source, summary, min=0.0, max=float("inf"), unit="", higher_is_harder=False, labels=(),
                 alone=None, ceiling="", bound=""):
        self.name, self.source, self.summary, self.unit = name, source, summary, unit
        self.min, self.max, self.higher_is_harder = min, max, higher_is_harder
        self.labels, self.alone, self.ceiling, self.bound = labels, alone, ceiling, bound


class Aim:
    """A metric of which generate takes a range (metric_min, metric_max). exact: all that it makes is in the range."""

    def __init__(self, metric, exact=False):
        self.metric, self.exact = metric, exact


class Setting:
    """What may be set: bool, int, float or str, as the default is, with a range or a list of texts."""

    TYPES = {bool: "boolean", int: "integer", float: "number", str: "string"}

    def __init__(self, name, default, summary, min=None, max=None, enum=None):
        self.name, self.default, self.summary, self.min, self.max, self.enum = name, default, summary, min, max, enum

    def schema(self):
        schema = {"type": self.TYPES[type(self.default)], "default": self.default, "description": self.summary}
        more = {"minimum": self.min, "maximum": self.max, "enum": self.enum}
        return {**schema, **{key: value for key, value in more.items() if value is not None}}

    def check(self, value):
        kind = type(self.default)
        if kind is float and type(value) is int or kind is int and type(value) is float and value == int(value):
            value = kind(value)
        if type(value) is not kind:
            raise ValueError(f"setting {self.name!r}: {value!r} is no {self.TYPES[kind]}")
        if self.min is not None and value < self.min or self.max is not None and value > self.max:
            raise ValueError(f"setting {self.name!r}: {value!r} is not between {self.min} and {self.max}")
        if self.enum is not None and value not in self.enum:
            raise ValueError(f"setting {self.name!r}: {value!r} is none of {self.enum}")
        return value


# Protocol buffers: a field is its number and type in a varint, then a varint, 8 or 4 bytes, or a length and bytes.


def _varint(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def _number(field, n):
    return _varint(field << 3) + _varint(n) if n else b""


def _double(field, x):
    return _varint(field << 3 | 1) + struct.pack("<d", x) if x else b""


def _bytes(field, data):
    return _varint(field << 3 | 2) + _varint(len(data)) + data if data else b""


def _text(field, text):
    return _bytes(field, text.encode())


def _message(field, data):
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def _numbers(field, numbers):
    return _bytes(field, b"".join(map(_varint, numbers))) if any(numbers) else b""


def _read_varint(data, at):
    n = shift = 0
    while True:
        byte = data[at]
        at += 1
        n |= (byte & 127) << shift
        if byte < 128:
            return n, at
        shift += 7


def _fields(data):
    """The fields of a message as pairs of number and value."""
    at, end = 0, len(data)
    while at < end:
        key, at = _read_varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = _read_varint(data, at)
        else:
            size = 8 if kind == 1 else 4
            if kind == 2:
                size, at = _read_varint(data, at)
            value = data[at:at + size]
            at += size
        yield key >> 3, value


def _packed(value):
    """The numbers of a repeated field, which may stand alone."""
    if isinstance(value, int):
        return [value]
    numbers, at = [], 0
    while at < len(value):
        n, at = _read_varint(value, at)
        numbers.append(n)
    return numbers


def _read_geometry(data):
    text, digits, cells, kinds, sizes, ends = "", 0, 0, b"", [], []
    for number, value in _fields(data):
        if number == 1:
            text = value.decode()
        elif number == 2:
            digits = value
        elif number == 3:
            cells = value
        elif number == 4:
            kinds = value
        elif number == 5:
            sizes += _packed(value)
        elif number == 6:
            ends += _packed(value)
    houses, at = [], 0
    for size in sizes:
        houses.append(tuple(ends[at:at + size]))
        at += size
    return Geometry(text, digits, cells, kinds, houses)


def _read_soft(data):
    puzzle = cell = allowed = 0
    prob = None
    for number, value in _fields(data):
        if number == 1:
            puzzle = value
        elif number == 2:
            cell = value
        elif number == 3:
            allowed = value
        elif number == 4:
            prob = struct.unpack(f"<{len(value) // 8}d", value)
    return puzzle, cell, (tuple(d + 1 for d in range(64) if allowed >> d & 1), prob)


def _digits(bits, geometry):
    if bits >> geometry.digits:
        raise ValueError(f"a digit beyond {geometry.digits}")
    return {d + 1 for d in range(geometry.digits) if bits >> d & 1}


def _signed(value):
    return [n >> 1 ^ -(n & 1) for n in _packed(value)]


class _Clauses:
    """Reads a set of clauses, and refuses what no puzzle of the geometry can have."""

    def __init__(self, data, geometry):
        self.geometry, self.left, self.relations, self.automata, self.constraints = geometry, 65536, [], [], []
        clauses, states = [], 0
        for number, value in _fields(data):
            if number == 1:
                self.constraints.append(value.decode())
            elif number == 2:
                clauses.append(value)
            elif number == 3:
                self.relations.append(self._relation(value))
            elif number == 4:
                self.automata.append(self._automaton(value))
                states += len(self.automata[-1][0])
                if states > 65536:
                    raise ValueError("automata of more than 65536 states")
        self.clauses = [self._clause(clause, 4) for clause in clauses]
        self.kinds = {clause.kind for clause in self.clauses}

    def _relation(self, data):
        rows = [[], []]
        for number, value in _fields(data):
            rows[number - 1] += _packed(value)
        there, back = ([_digits(row, self.geometry) for row in half] for half in rows)
        if len(there) != self.geometry.digits or back != [
                {d + 1 for d, row in enumerate(there) if e + 1 in row} for e in range(self.geometry.digits)]:
            raise ValueError(f"a relation that is not one of {self.geometry.digits} digits")
        return there

    def _automaton(self, data):
        n, states, arrows, accepting = self.geometry.digits, 0, [], set()
        for number, value in _fields(data):
            if number == 1:
                states = value
            elif number == 2:
                arrows += _packed(value)
            elif number == 3:
                accepting.update(_packed(value))
        if not 1 <= states <= 4096 or len(arrows) != states * n or max(arrows) > states or any(a >= states for a in accepting):
            raise ValueError(f"an automaton that is not one of {n} digits and at most 4096 states")
        return [[to - 1 for to in arrows[i:i + n]] for i in range(0, len(arrows), n)], accepting

    def _clause(self, data, depth):
        c, kind, table, low, high, either = Clause(), 0, 0, [], [], []
        c.cells, c.digits, c.weights = [], [], []
        for number, value in _fields(data):
            if number == 1:
                kind = value
            elif number == 2:
                c.constraint = value
            elif number == 3:
                c.cells += _packed(value)
            elif number == 4:
                c.digits += [_digits(bits, self.geometry) for bits in _packed(value)]
            elif number == 5:
                c.weights += _signed(value)
            elif number == 6:
                low += _signed(value)
            elif number == 7:
                high += _signed(value)
            elif number == 8:
                table = value
            elif number == 9:
                either.append([clause for field, clause in _fields(value) if field == 1])
        self.left -= 1
        if not 1 <= kind <= len(KINDS) or self.left < 0:
            raise ValueError(f"a clause of kind {kind}, or too many")
        c.kind, c.total, c.weights = KINDS[kind - 1], list(zip(low, high)), c.weights or [1] * len(c.cells)
        if len(low) != len(high) or c.constraint >= len(self.constraints):
            raise ValueError(f"a clause of constraint {c.constraint} of {len(self.constraints)}, or ranges with one end")
        self._check(c)
        if c.kind == "pair":
            c.relation = self.relations[table]
        elif c.kind == "word":
            c.next, c.accepting = self.automata[table]
        elif c.kind == "any":
            if depth == 0 or not either:
                raise ValueError("alternatives too deep within others, or none")
            c.either = [[self._clause(clause, depth - 1) for clause in every] for every in either]
        return c

    def _check(self, c):
        if not {"in": 1, "pair": 2, "any": 0}.get(c.kind, 1) <= len(c.cells) <= {"in": 1, "pair": 2, "any": 0}.get(c.kind, 1 << 20):
            raise ValueError(f"{c.kind} of {len(c.cells)} cells")
        if any(cell >= self.geometry.cells for cell in c.cells):
            raise ValueError(f"a cell beyond {self.geometry.cells}")
        if c.kind in ("differ", "pair") and len(set(c.cells)) < len(c.cells):
            raise ValueError("a cell comes twice")
        if len(c.weights) != len(c.cells) or any(not 1 <= abs(weight) <= 1000 for weight in c.weights):
            raise ValueError(f"weights {c.weights[:9]}")
        if c.kind in ("in", "count") and len(c.digits) != len(c.cells):
            raise ValueError(f"{len(c.digits)} sets of digits for {len(c.cells)} cells")
        ends = [end for ends in c.total for end in ends]
        if any(low > high for low, high in c.total) or any(a >= b for a, b in zip(ends[1::2], ends[2::2])):
            raise ValueError("ranges that are empty or out of order")


class _Batch:
    NONE = ([], [])

    def __init__(self, data, known):
        self.geometry, self.first, self.givens, self.soft, self.sets, self.of = None, 0, b"", {}, [], []
        for number, value in _fields(data):
            if number == 1:
                if known.get("raw") != value:
                    known["raw"], known["geometry"] = value, _read_geometry(value)
            elif number == 2:
                self.first = value
            elif number == 3:
                self.givens = value
            elif number == 4:
                puzzle, cell, clue = _read_soft(value)
                self.soft.setdefault(puzzle, {})[cell] = clue
            elif number == 5:
                self.sets.append(value)
            elif number == 6:
                self.of += _packed(value)
        self.geometry = known["geometry"]
        try:
            self.sets = [_Clauses(data, self.geometry) for data in self.sets]
        except IndexError as error:
            raise ValueError(f"clauses that break off, or a table that is not there: {error}")
        if any(k > len(self.sets) for k in self.of):
            raise ValueError(f"one of {len(self.sets)} sets of clauses that is not there")


class _Job:
    """A stream of puzzles under way. Its own thread reads, so that puzzles can be stopped while others are worked on."""

    def __init__(self, plugin, requests, context):
        self.plugin, self.settings = plugin, plugin.settings
        self.limit = self.seed = self.budget = 0
        self.ended, self.refused, self.context = False, "", context
        self.stopped, self.batches = set(), queue.SimpleQueue()
        context.add_callback(self._end)
        threading.Thread(target=self._read, args=(requests,), daemon=True).start()

    def _end(self):
        self.ended = True
        self.batches.put(None)

    def _read(self, requests):
        known = {}
        try:
            for data in requests:
                for number, value in _fields(data):
                    if number == 1:
                        options = dict(_fields(value))
                        self.limit, self.seed = options.get(1, 0), options.get(2, 0)
                        self.budget = options.get(3, 0)
                    elif number == 2:
                        self.batches.put(_Batch(value, known))
                    elif number == 3:
                        self.stopped.update(_packed(value))
        except ValueError as error:  # what breaks the protocol is refused
            self.refused = f"reading puzzles: {error}"
        except Exception as error:  # the stream has ended; what it was asked before is answered
            if not self.ended:
                _log("debug", f"reading puzzles: {error!r}")
        self.batches.put(None)

    def __iter__(self):
        yield from iter(self.batches.get, None)
        if self.refused:
            self.context.abort(grpc.StatusCode.INVALID_ARGUMENT, self.refused)

    def puzzles(self, batch):
        """The puzzles of a batch with their sequence numbers; None instead of those that are not declared."""
        cells = batch.geometry.cells
        fits = not self.plugin.shapes or batch.geometry.shape in self.plugin.shapes
        for i in range(len(batch.givens) // cells):
            number, soft = batch.first + i, batch.soft.get(i, {})
            beyond = batch.sets[batch.of[i] - 1] if i < len(batch.of) and batch.of[i] else None
            if not fits or soft and not self.plugin.soft_clues or beyond and not beyond.kinds <= self.plugin.clauses:
                yield number, None
            else:
                said = (beyond.constraints, beyond.clauses) if beyond else batch.NONE
                yield number, Puzzle(batch.geometry, batch.givens[i * cells:(i + 1) * cells], soft, said, self, number)
            self.stopped.discard(number)


class _Rows:
    """The answer to a run of consecutive puzzles, in columns."""

    def __init__(self, first):
        self.first, self.endings, self.counts, self.grids = first, bytearray(), [], bytearray()
        self.self_ns, self.guesses, self.measures, self.failures = [], [], [], b""

    def add(self, ending, count=0, self_ns=0, guesses=0, measures=None, failure=""):
        if failure:
            self.failures += _message(9, _number(1, len(self.endings)) + _text(2, failure))
        self.endings.append(ending)
        self.counts.append(count)
        self.self_ns.append(self_ns)
        self.guesses.append(guesses)
        self.measures.append(measures or {})

    def message(self):
        names = sorted(set().union(*self.measures))
        values = b"".join(struct.pack("<d", m.get(name, float("nan"))) for m in self.measures for name in names)
        return (_number(1, self.first) + _bytes(2, bytes(self.endings)) + _numbers(3, self.counts) +
                _bytes(4, bytes(self.grids)) + _numbers(5, self.self_ns) + _numbers(6, self.guesses) +
                b"".join(_message(7, name.encode()) for name in names) + _bytes(8, values) + self.failures)


def _log(level, text):
    """A line for the host's log: debug, info, warn or error."""
    print(json.dumps({"@level": level, "@message": text}), file=sys.stderr, flush=True)


def _failure(error):
    """How an exception of the author's code ends a puzzle, and what is told of it."""
    for kind, ending in ((GaveUp, GAVE_UP), (Unsupported, UNSUPPORTED), (TimedOut, TIMED_OUT)):
        if isinstance(error, kind):
            return ending, ""
    import traceback
    _log("error", "".join(traceback.format_exception(type(error), error, error.__traceback__)))
    return FAILED, f"{type(error).__name__}: {error}"


class _Plugin:
    PART_BYTES, PART_NS = 32 << 10, 200_000_000  # when a part of an answer, or the rows so far, are sent

    def __init__(self, info, powers, soft_clues, shapes, metrics, settings, aims, clauses):
        self.info, self.powers, self.soft_clues, self.shapes, self.clauses = info, powers, soft_clues, shapes, clauses
        self.metrics, self.declared, self.aims = metrics, settings, aims
        self.settings = {s.name: s.default for s in settings}

    def describe(self, _request, _context):
        i = self.info
        schema = {"type": "object", "additionalProperties": False,
                  "properties": {s.name: s.schema() for s in self.declared}}
        out = b"".join(_text(n, i[key]) for n, key in enumerate(
            ("id", "name", "version", "summary", "licence", "homepage", "reference"), 1))
        out += _number(8, i["complete"]) + _number(9, i["deterministic"]) + _number(10, self.soft_clues)
        out += b"".join(_text(11, shape) for shape in self.shapes)
        for m in self.metrics:
            out += _message(12, _text(1, m.name) + _text(2, m.unit) + _double(3, m.min) + _double(4, m.max) +
                            _number(5, m.higher_is_harder) + _text(6, m.source) + _text(7, m.summary) +
                            b"".join(_text(8, label) for label in m.labels) +
                            _text(9, json.dumps(m.alone) if m.alone else "") + _text(10, m.ceiling) + _text(11, m.bound))
        out += _number(15, i["fast"]) + _number(17, i["neighbours"])
        out += b"".join(_message(16, _text(1, aim.metric) + _number(2, aim.exact)) for aim in self.aims)
        powers = [name for name in ("solve", "grade", "explain", "steps", "generate") if self.powers.get(name)]
        return (out + _text(13, json.dumps(schema)) + b"".join(_text(14, name) for name in powers) +
                b"".join(_text(18, kind) for kind in sorted(self.clauses)))

    def configure(self, request, context):
        given = json.loads(dict(_fields(request)).get(1, b"{}").decode() or "{}") or {}
        declared = {s.name: s for s in self.declared}
        settings = {s.name: s.default for s in self.declared}
        try:
            for name, value in given.items():
                if name not in declared:
                    raise ValueError(f"setting {name!r}: unknown, the settings are {', '.join(declared) or 'none'}")
                settings[name] = declared[name].check(value)
        except ValueError as error:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))
        self.settings = settings
        return b""

    def solve(self, requests, context):
        job = _Job(self, requests, context)
        for batch in job:
            if self.powers.get("solve_batch") and not batch.soft and not batch.sets and (
                    not self.shapes or batch.geometry.shape in self.shapes):
                yield self.solve_batch(job, batch)
            else:
                yield from self.solve_each(job, batch)

    def solve_batch(self, job, batch):
        puzzles = Puzzles(batch.geometry, batch.givens, job)
        begin = time.monotonic_ns()
        try:
            out = self.powers["solve_batch"](puzzles)
        except Exception as error:
            ending, text = _failure(error)
            rows = _Rows(batch.first)
            for _ in range(puzzles.n):
                rows.add(ending, failure=text)
            return rows.message()
        each = _varint(max(1, (time.monotonic_ns() - begin) // puzzles.n)) * puzzles.n
        n, cells = puzzles.n, batch.geometry.cells
        grids, endings = out if isinstance(out, tuple) else (out, bytes([STOPPED if job.limit == 1 else GAVE_UP]) * n)
        counts = b"\1" * n
        if 0 in grids:  # where there is no solution
            rows = [grids[i * cells:(i + 1) * cells] for i in range(n)]
            counts = bytes(0 not in row for row in rows)
            grids = b"".join(row for row in rows if 0 not in row)
            endings = bytes(e if e != STOPPED or found else GAVE_UP for e, found in zip(endings, counts))
        return (_number(1, batch.first) + _bytes(2, endings) + _bytes(3, counts) + _bytes(4, grids) + _bytes(5, each))

    def solve_each(self, job, batch):
        rows, sent = _Rows(batch.first), time.monotonic_ns()
        for number, puzzle in job.puzzles(batch):
            begin, away, count, total, text = time.monotonic_ns(), 0, 0, 0, ""
            try:
                if puzzle is None:
                    raise Unsupported
                ending = EXHAUSTED if self.info["complete"] else GAVE_UP
                for grid in self.powers["solve"](puzzle) or ():
                    if len(grid) != puzzle.geometry.cells:
                        raise ValueError(f"a grid of {len(grid)} cells for a puzzle of {puzzle.geometry.cells}")
                    count, total = count + 1, total + 1
                    rows.grids += bytes(grid)
                    if total == job.limit or number in job.stopped:
                        ending = STOPPED
                        break
                    if puzzle.expired():
                        break
                    now = time.monotonic_ns()
                    if len(rows.grids) > self.PART_BYTES or now - sent > self.PART_NS:
                        rows.add(PART, count)
                        yield rows.message()
                        rows, count, sent = _Rows(number), 0, time.monotonic_ns()
                        away += sent - now
                if ending != STOPPED and puzzle.expired():
                    ending = STOPPED if number in job.stopped else TIMED_OUT
            except Exception as error:
                ending, text = _failure(error)
            now = time.monotonic_ns()
            took = max(1, now - begin - away)
            rows.add(ending, count, took, getattr(puzzle, "guesses", 0), getattr(puzzle, "measures", None), text)
            if len(rows.grids) > self.PART_BYTES or now - sent > self.PART_NS:
                yield rows.message()
                rows, sent = _Rows(number + 1), now
        if rows.endings:
            yield rows.message()

    def grade(self, requests, context):
        job = _Job(self, requests, context)
        names = [m.name for m in self.metrics]
        for batch in job:
            for number, puzzle in job.puzzles(batch):
                begin, ending, text, grades = time.monotonic_ns(), EXHAUSTED, "", {}
                try:
                    if puzzle is None:
                        raise Unsupported
                    grades = dict(self.powers["grade"](puzzle))
                    unknown = set(grades) - set(names)
                    if unknown:
                        raise ValueError(f"{sorted(unknown)} are none of its metrics {names}")
                except Exception as error:
                    ending, text = _failure(error)
                out = _number(1, number) + _bytes(2, bytes([ending]))
                out += _numbers(3, [time.monotonic_ns() - begin]) + b"".join(_text(4, name) for name in names)
                values = labels = b""
                for i, name in enumerate(names):
                    value = grades.get(name, float("nan"))
                    if isinstance(value, tuple):
                        value, label = value
                        labels += _message(6, _number(1, i) + _text(2, label))
                    values += struct.pack("<d", value)
                yield out + _bytes(5, values) + labels + (_message(7, _text(2, text)) if text else b"")

    def explain(self, request, context):
        yield from self._steps(request, context, self.powers["explain"])

    def list_steps(self, request, context):
        fields = dict(_fields(request))
        values = list(fields.get(2, b""))
        candidates = [{d for d in range(1, 65) if bits >> (d - 1) & 1} for bits in _packed(fields.get(3, b""))]
        yield from self._steps(request, context, lambda puzzle: self.powers["steps"](puzzle, values, candidates or None))

    def _steps(self, request, context, steps):
        try:
            batch = _Batch(dict(_fields(request)).get(1, b""), {})
        except ValueError as error:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))
        job = _Job(self, (), context)
        _, puzzle = next(job.puzzles(batch))
        ending, text = EXHAUSTED, ""
        try:
            if puzzle is None:
                raise Unsupported
            for step in steps(puzzle):
                yield _message(1, step._encode())
        except Exception as error:
            ending, text = _failure(error)
        yield _number(2, ending) + _text(3, text)

    def generate(self, request, _context):
        order, raw = Order(self.settings), dict(_fields(request))
        order.geometry = _read_geometry(raw[1])
        for number, name in {2: "count", 3: "clues_min", 4: "clues_max", 10: "seed"}.items():
            setattr(order, name, raw.get(number, 0))
        order.symmetry, order.metric = raw.get(5, b"").decode(), raw.get(11, b"").decode()
        order.pattern, order.minimal, order.allow_multiple = raw.get(6) or None, bool(raw.get(7)), bool(raw.get(9))
        for number, name in {8: "difficulty", 12: "metric_min", 13: "metric_max"}.items():
            if number in raw:
                setattr(order, name, struct.unpack("<d", raw[number])[0])
        order.constraints = [value.decode() for number, value in _fields(request) if number == 15]
        if 14 in raw:
            order.near = dict(_fields(raw[14]))[3]
        begin, made, ending, text = time.monotonic_ns(), 0, GAVE_UP, ""
        try:
            if self.shapes and order.geometry.shape not in self.shapes:
                raise Unsupported
            for givens in self.powers["generate"](order):
                made += 1
                givens, texts = givens if isinstance(givens, tuple) else (givens, ())
                beyond = b"".join(_text(1, text) for text in texts)
                yield _message(1, _bytes(3, bytes(givens)) + (_message(5, beyond) + _numbers(6, [1]) if texts else b""))
                if made == order.count:
                    ending = EXHAUSTED
                    break
        except Exception as error:
            ending, text = _failure(error)
        yield _number(2, ending) + _text(3, text) + _number(4, time.monotonic_ns() - begin)


def serve(id, name, version, solve=None, solve_batch=None, grade=None, explain=None, list_steps=None, generate=None, summary="",
          licence="MIT", homepage="", reference="", complete=False, deterministic=False, soft_clues=False, shapes=("9",),
          metrics=(), settings=(), aims=(), neighbours=False, fast=False, clauses=()):
    """Serve an algorithm until the host ends it.

    solve(puzzle) yields solutions; solve_batch(puzzles) returns all grids end to end, 0 in the cells of those that it did
    not solve, or a pair of grids and one ending a puzzle; grade(puzzle) returns {metric: value or (value, label)};
    explain(puzzle) yields Steps; list_steps(puzzle, values, candidates) yields those that are possible in a state, where
    candidates is a set of digits for each cell or None for all that the values leave; generate(order) yields puzzles, 0 in the empty cells, or pairs of a puzzle and the texts of
    its constraints. clauses are the kinds of Clause that puzzles may have, KINDS[1:] for all; it gets no puzzle with others. shapes are the geometries that it
    can take, () for all. complete says that returning from solve proves that there are no other solutions; fast, that a
    classic puzzle takes well under a millisecond; aims, which metrics an order may name; neighbours, that orders with near
    are taken.
    """
    if os.environ.get("SUDOKUCTL_PLUGIN") != "a2cd3b0e-6f44-4f1c-9d4b-53b0c1e6a881":
        sys.exit(f"{id} is a plugin of sudokuctl and is started by it.\nTry: sudokuctl plugin test .")
    handshake = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what is printed goes to the log
    info = {"id": id, "name": name, "version": version, "summary": summary or name, "licence": licence,
            "homepage": homepage, "reference": reference, "complete": complete, "deterministic": deterministic,
            "fast": fast, "neighbours": neighbours}
    powers = {"solve": solve or solve_batch, "grade": grade, "explain": explain, "steps": list_steps,
              "generate": generate}
    if solve is None and solve_batch is not None:
        powers["solve"] = _one_by_one(solve_batch)
    plugin = _Plugin(info, {**powers, "solve_batch": solve_batch}, soft_clues, tuple(shapes), tuple(metrics),
                     tuple(settings), tuple(aims), set(clauses))
    done = threading.Event()
    server = grpc.server(futures.ThreadPoolExecutor(32), options=[("grpc.so_reuseport", 0)])
    server.add_generic_rpc_handlers(_handlers(plugin, done))
    folder = os.environ.get("PLUGIN_UNIX_SOCKET_DIR") or tempfile.mkdtemp(prefix="sudokuctl-")
    address = os.path.join(folder, f"plugin-{os.getpid()}")
    server.add_insecure_port("unix:" + address)
    server.start()
    print(f"1|1|unix|{address}|grpc|", file=handshake, flush=True)
    host = os.getppid()
    while not done.wait(1) and os.getppid() == host:  # the host is gone when another process is the parent
        pass
    server.stop(0)
    os._exit(0)  # a search may still be under way in a thread


def _one_by_one(solve_batch):
    def solve(puzzle):
        job = puzzle._job
        out = solve_batch(Puzzles(puzzle.geometry, puzzle.givens, job))
        grids, endings = out if isinstance(out, tuple) else (out, bytes([GAVE_UP]))
        if 0 not in grids:
            yield grids
        if endings[0] != EXHAUSTED:
            raise GaveUp
    return solve


def _handlers(plugin, done):
    def shutdown(_request, _context):
        done.set()
        return b""

    def health(_request, _context):
        return _number(1, 1)  # SERVING

    unary, both = grpc.unary_unary_rpc_method_handler, grpc.stream_stream_rpc_method_handler
    algorithm = {"Describe": unary(plugin.describe), "Configure": unary(plugin.configure)}
    for name, power, kind in (("Solve", "solve", both), ("Grade", "grade", both),
                              ("Explain", "explain", grpc.unary_stream_rpc_method_handler),
                              ("ListSteps", "steps", grpc.unary_stream_rpc_method_handler),
                              ("Generate", "generate", grpc.unary_stream_rpc_method_handler)):
        if plugin.powers.get(power):
            algorithm[name] = kind(getattr(plugin, "list_steps" if power == "steps" else power))
    generic = grpc.method_handlers_generic_handler
    return (generic("sudokuctl.v1.AlgorithmService", algorithm),
            generic("grpc.health.v1.Health", {"Check": unary(health)}),
            generic("plugin.GRPCController", {"Shutdown": unary(shutdown)}))
