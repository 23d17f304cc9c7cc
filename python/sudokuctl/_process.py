"""A process of "sudokuctl serve --pipe": requests go in and answers come out, a line of JSON each."""

from __future__ import annotations

import gc
import itertools
import json
import os
import shutil
import subprocess
import threading
import time
from collections import deque
from typing import Any, Deque, Dict, Iterable, Iterator, List, Optional, Set, Tuple

MOST = 1000  # puzzles in a request
AHEAD = 2  # requests that are sent before the answer to the first is read
QUICK, SLOW = 0.1, 0.5  # seconds for an answer: below, requests become larger, above, smaller


class Error(Exception):
    """What is wrong with a request, or with the program.

    index is which of the puzzles is to blame, counted from 0, and column where in it, from 1; None if that is not known."""

    def __init__(self, message: str, index: Optional[int] = None, column: Optional[int] = None) -> None:
        super().__init__(message)
        self.index = index
        self.column = column


def find() -> str:
    """Return the program of the package, or the one in PATH."""
    own = os.path.join(os.path.dirname(__file__), "bin", "sudokuctl.exe" if os.name == "nt" else "sudokuctl")
    found = own if os.path.exists(own) else shutil.which("sudokuctl")
    if found is None:
        raise Error("the program sudokuctl is neither in the package nor in PATH")
    return found


class Process:
    """Answers requests. Several threads and iterators may use it at the same time: each reads its own answers."""

    def __init__(self, binary: Optional[str] = None, args: Iterable[str] = ()) -> None:
        self._pid = os.getpid()
        program = binary or find()
        try:
            self._process = subprocess.Popen([program, *args, "serve", "--pipe"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as e:
            raise Error(f"starting {program}: {e.strerror}") from e
        self._last = 0
        self._sending = threading.Lock()
        self._received = threading.Condition()  # of what follows
        self._answers: Dict[int, Dict[str, Any]] = {}
        self._unwanted: Set[int] = set()
        self._ended = False
        # Answers are always read, so that the program never waits for somebody who waits for it.
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            answer = _parsed(line)
            with self._received:
                if answer["id"] in self._unwanted:
                    self._unwanted.discard(answer["id"])
                else:
                    self._answers[answer["id"]] = answer
                self._received.notify_all()
        with self._received:
            self._ended = True
            self._received.notify_all()

    def foreign(self) -> bool:
        """Whether this Python is a fork of the one that started the process, or the process has ended."""
        return self._pid != os.getpid() or self._process.poll() is not None

    def close(self) -> None:
        """End the process. A fork leaves it to the Python that started it."""
        if self._pid != os.getpid():
            return
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.close()
        except OSError:
            pass  # it has ended by itself
        self._reader.join()
        self._process.stdout.close()
        self._process.wait()

    def send(self, do: str, request: Dict[str, Any]) -> int:
        """Send a request and return its id."""
        with self._sending:
            self._last += 1
            line = json.dumps({"id": self._last, "do": do, **{k: v for k, v in request.items() if v is not None}})
            assert self._process.stdin is not None
            try:
                self._process.stdin.write(line.encode() + b"\n")
                self._process.stdin.flush()
            except (OSError, ValueError) as e:
                raise Error("the program has ended") from e
            return self._last

    def receive(self, number: int) -> List[Dict[str, Any]]:
        """Wait for the answer to a request and return its records."""
        with self._received:
            self._received.wait_for(lambda: number in self._answers or self._ended)
            if number not in self._answers:
                raise Error("the program has ended")
            answer = self._answers.pop(number)
        if "problem" in answer:
            at = answer["problem"].get("at") or {}
            raise Error(answer["problem"]["detail"], at["line"] - 1 if at.get("line") else None, at.get("column"))
        records: List[Dict[str, Any]] = answer["records"]
        return records

    def forget(self, number: int) -> None:
        """Drop the answer to a request, whether it has come or not."""
        with self._received:
            if self._answers.pop(number, None) is None:
                self._unwanted.add(number)

    def ask(self, do: str, request: Dict[str, Any]) -> List[Dict[str, Any]]:
        """Return the records of one request."""
        return self.receive(self.send(do, request))

    def records(self, do: str, puzzles: Iterable[str], options: Dict[str, Any]) -> Iterator[Dict[str, Any]]:
        """Yield the record of each puzzle, in their order. No more puzzles are taken than a few requests need."""
        source = iter(puzzles)
        sent: Deque[Tuple[int, int]] = deque()  # requests and how many puzzles are before them
        size, done, over = 1, 0, False
        try:
            while sent or not over:
                while not over and len(sent) < AHEAD:
                    batch = list(itertools.islice(source, size))
                    over = not batch
                    if batch:
                        sent.append((self.send(do, {**options, "puzzles": [_line(text) for text in batch]}), done))
                        done += len(batch)
                if not sent:
                    return
                begun = time.monotonic()
                number, before = sent[0]
                try:
                    records = self.receive(number)
                except Error as e:
                    sent.popleft()
                    if e.index is not None:
                        e.index += before
                    raise
                sent.popleft()
                took = time.monotonic() - begun
                size = min(2 * size, MOST) if took < QUICK else max(size // 2, 1) if took > SLOW else size
                yield from _explained(records) if do == "explain" else records
        finally:
            for number, _ in sent:
                self.forget(number)


def _parsed(line: bytes) -> Any:
    """Parse an answer without the collector, which takes half of the time to find no garbage in a thousand new records."""
    on = gc.isenabled()
    gc.disable()
    try:
        return json.loads(line)
    finally:
        if on:
            gc.enable()


def _line(text: str) -> str:
    """A puzzle on a line of its own, so that the line of an error is its number."""
    text = text.strip("\r\n")
    if not text or "\n" in text or "\r" in text:
        raise Error("a puzzle is one line that is not empty")
    return text


def _explained(records: List[Dict[str, Any]]) -> Iterator[Dict[str, Any]]:
    """Put the steps of each puzzle into the record of its end."""
    steps: List[Dict[str, Any]] = []
    for record in records:
        if "ended" in record:
            yield {**record, "steps": steps, "count": len(steps)}
            steps = []
        else:
            steps.append(record)
