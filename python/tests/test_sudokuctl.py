"""Tests of the package that is installed, or of the one beside with the program that SUDOKUCTL_TEST_BINARY names."""

import gc
import inspect
import itertools
import os
import sys
import threading
import unittest

if "SUDOKUCTL_TEST_BINARY" in os.environ:
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import sudokuctl

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SANDWICHES = ".4..........4...~sandwich=0:c3~sandwich=2:r3~sandwich=3:r1"
SMALL = "2.14........4..2"


class Test(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.s = sudokuctl.Sudokuctl(os.environ.get("SUDOKUCTL_TEST_BINARY"))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.s.close()

    def test_text(self) -> None:
        record = self.s.solve(CLASSIC)
        self.assertEqual(("unique", [SOLUTION]), (record["verdict"], record["solutions"]))
        self.assertEqual(1.2, self.s.grade(CLASSIC, metrics=["se"])["grades"]["se"])
        self.assertTrue(self.s.check(SMALL)["canonical"])
        explained = self.s.explain(SMALL)
        self.assertEqual(("solved", explained["count"]), (explained["ended"], len(explained["steps"])))
        self.assertEqual(["where"], list(self.s.hint(CLASSIC, level="where")))
        self.assertEqual("dlx", self.s.solve(SMALL, solver="dlx")["solver"])
        self.assertEqual("dlx", self.s.solve(SMALL, plugin="dlx")["solver"])

    def test_state(self) -> None:
        steps = self.s.steps(SMALL, values="2314........4..2")
        self.assertEqual(list(range(1, len(steps) + 1)), [step["n"] for step in steps])
        self.assertNotIn("r1c2", [cell for step in steps for cell, _ in step["place"]])
        self.assertEqual(1, len(self.s.steps(SMALL, limit=1)))
        true = self.s.candidates(["1.3............4", SMALL])
        self.assertEqual([True, 11], [true[0]["count_complete"], len(true[1]["candidates"])])

    def test_list(self) -> None:
        puzzles = [SMALL, "1.3............4", "11..............", CLASSIC] * 300
        verdicts = [r["verdict"] for r in self.s.solve(puzzles)]
        self.assertEqual(["unique", "multiple", "invalid", "unique"] * 300, verdicts)
        self.assertEqual(puzzles, [r["puzzle"] for r in self.s.solve(tuple(puzzles))])
        self.assertEqual([], self.s.solve([]))
        self.assertEqual(3, len(self.s.explain([SMALL] * 3)))
        self.assertTrue(gc.isenabled())  # it rests while an answer is parsed

    def test_iterator_takes_no_more_than_it_needs(self) -> None:
        taken = 0

        def endless():
            nonlocal taken
            while True:
                taken += 1
                yield SMALL

        records = self.s.solve(endless())
        self.assertEqual(0, taken)
        self.assertEqual(5000, sum(1 for _ in itertools.islice(records, 5000)))
        self.assertLessEqual(taken, 5000 + 3 * 1000)
        records.close()
        self.assertEqual("unique", self.s.solve(SMALL)["verdict"])

    def test_iterators_at_the_same_time(self) -> None:
        one, other = self.s.solve(iter([SMALL] * 50)), self.s.grade(iter([CLASSIC] * 50), metrics=["empty_cells"])
        pairs = list(zip(one, other))
        self.assertEqual(50, len(pairs))
        self.assertTrue(all(a["puzzle"] == SMALL and b["grades"] == {"empty_cells": 51} for a, b in pairs))

    def test_threads(self) -> None:
        wrong = []

        def work(puzzle: str) -> None:
            if [r["puzzle"] for r in self.s.solve([puzzle] * 200)] != [puzzle] * 200:
                wrong.append(puzzle)

        threads = [threading.Thread(target=work, args=(p,)) for p in (SMALL, CLASSIC, "1.3............4")]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual([], wrong)

    def test_errors(self) -> None:
        with self.assertRaisesRegex(sudokuctl.Error, "not a puzzle"):
            self.s.solve("xyz")
        with self.assertRaises(sudokuctl.Error) as caught:
            self.s.solve([SMALL] * 20 + ["xyz", SMALL])
        self.assertEqual((20, 4), (caught.exception.index, caught.exception.column))
        for bad in ("", "a\nb"):
            with self.assertRaises(sudokuctl.Error):
                self.s.solve(bad)
        with self.assertRaisesRegex(sudokuctl.Error, "nobody"):
            self.s.solve(SMALL, solver="nobody")
        with self.assertRaises(TypeError):
            self.s.solve([SMALL, 5])
        self.assertEqual("unique", self.s.solve(SMALL)["verdict"])

    def test_a_process_that_is_gone(self) -> None:
        s = sudokuctl.Sudokuctl(os.environ.get("SUDOKUCTL_TEST_BINARY"))
        s.close()
        with self.assertRaises(sudokuctl.Error):
            s.solve(SMALL)
        with self.assertRaisesRegex(sudokuctl.Error, "starting /nowhere/sudokuctl: No such file"):
            sudokuctl.Sudokuctl("/nowhere/sudokuctl").solve(SMALL)

    def test_a_process_that_has_ended_is_replaced(self) -> None:
        s = sudokuctl.Sudokuctl(os.environ.get("SUDOKUCTL_TEST_BINARY"))
        self.assertEqual("unique", s.solve(SMALL)["verdict"])
        gone = s._process._process
        gone.kill()
        gone.wait()
        self.assertEqual("unique", s.solve(SMALL)["verdict"])
        s.close()

    def test_what_the_package_says_of_itself(self) -> None:
        self.assertRegex(sudokuctl.__version__, r"^[0-9]+[.][0-9]+[.][0-9]+")
        self.assertEqual(sudokuctl.Sudokuctl.solve.__doc__, sudokuctl.solve.__doc__)
        self.assertEqual({"solver", "plugin", "limit", "timeout", "seed"}, set(inspect.signature(sudokuctl.solve).parameters) - {"puzzles"})
        for name, record in (("Solved", self.s.solve(SMALL)), ("Graded", self.s.grade(SMALL, metrics=["se"])), ("Checked", self.s.check(SMALL)),
                             ("Candidates", self.s.candidates(SMALL)), ("Explained", self.s.explain(SMALL)),
                             ("Step", self.s.hint(SMALL)), ("Made", next(self.s.generate(1, geometry="4")))):
            kind = getattr(sudokuctl, name)
            self.assertLessEqual(set(kind.__required_keys__), set(record), name)
            self.assertLessEqual(set(record), set(kind.__required_keys__ | kind.__optional_keys__), name)

    def test_generate(self) -> None:
        made = list(self.s.generate(25, geometry="4", seed=3))
        self.assertEqual(25, len(made))
        self.assertEqual(made, list(self.s.generate(25, geometry="4", seed=3)))
        self.assertIn("~cage=", next(self.s.generate(1, geometry="6", constraints=["cage"]))["puzzle"])
        self.assertIn("~white:", next(self.s.generate(1, geometry="6", constraints="cage=1,white=1"))["puzzle"])
        self.assertEqual(made[:12], list(itertools.islice(self.s.generate(None, geometry="4", seed=3), 12)))
        texts = [{r["puzzle"] for r in self.s.generate(30, seed=seed)} for seed in (3, 4)]
        self.assertEqual([30, 30, 60], [len(texts[0]), len(texts[1]), len(texts[0] | texts[1])])
        with self.assertRaisesRegex(sudokuctl.Error, "geometry"):
            next(self.s.generate(geometry="9+q"))

    def test_constraints(self) -> None:
        self.assertEqual(("unique", ["2431312412434312"]), (self.s.solve(SANDWICHES)["verdict"], self.s.solve(SANDWICHES)["solutions"]))
        explained = self.s.explain(SANDWICHES)
        self.assertEqual("solved", explained["ended"])
        self.assertTrue(any("sandwich" in constraint for step in explained["steps"] for constraint in step.get("constraints", [])))
        self.assertIn("text", self.s.hint(SANDWICHES))
        self.assertTrue(self.s.check(SANDWICHES)["minimal"])
        self.assertEqual(["variant_step"], list(self.s.grade(SANDWICHES, metrics=["variant_step"])["grades"]))
        self.assertTrue(self.s.candidates(SANDWICHES)["count_complete"])
        with self.assertRaisesRegex(sudokuctl.Error, "did you mean"):
            self.s.solve("4:~cge=3:r1c12")

    def test_canonical(self) -> None:
        image = CLASSIC[::-1]
        self.assertEqual(self.s.canonical(CLASSIC), self.s.canonical(image))
        self.assertEqual([self.s.canonical(SMALL)], self.s.canonical([SMALL]))
        self.assertEqual([self.s.canonical(SMALL)], list(self.s.canonical(iter([SMALL]))))
        self.assertEqual([None, self.s.canonical(SMALL)], self.s.canonical(["{12}..............4", SMALL]))

    def test_pandas(self) -> None:
        try:
            import pandas
        except ImportError:
            self.skipTest("no pandas")
        column = pandas.Series([SMALL, CLASSIC], index=["a", "b"])
        solved = self.s.solve(column)
        self.assertEqual((["a", "b"], ["unique", "unique"]), (list(solved.index), list(solved["verdict"])))
        graded = self.s.grade(column, metrics=["empty_cells", "se"])
        self.assertEqual([11, 51], list(graded["empty_cells"]))
        self.assertEqual([self.s.canonical(SMALL), self.s.canonical(CLASSIC)], list(self.s.canonical(column)))
        self.assertEqual(0, len(self.s.solve(column[:0])))

    def test_polars(self) -> None:
        try:
            import polars
        except ImportError:
            self.skipTest("no Polars")
        solved = self.s.solve(polars.Series([SMALL, CLASSIC]))
        self.assertEqual(["unique", "unique"], solved["verdict"].to_list())

    def test_memory_stays_with_the_puzzles_that_are_under_way(self) -> None:
        for _ in itertools.islice(self.s.solve(itertools.repeat(SMALL)), 20_000):
            pass
        gc.collect()
        self.assertLessEqual(len(self.s._process._answers) + len(self.s._process._unwanted), 4)


if __name__ == "__main__":
    unittest.main()
