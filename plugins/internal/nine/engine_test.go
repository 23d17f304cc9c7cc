package nine

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// each runs a test once with every kernel of this machine.
func each(t *testing.T, test func(t *testing.T, e *Engine)) {
	for _, name := range Kernels() {
		t.Run(name, func(t *testing.T) {
			e, _ := NewKernel(name)
			test(t, e)
		})
	}
}

// solve calls emit with each solution until emit returns false or limit of them were found; limit 0 means all. It
// returns how many were found and how many guesses that took.
func solve(e *Engine, givens *[81]uint8, limit int, emit func(*[81]uint8) bool) (found int, guesses int64) {
	return solveUntil(e, givens, limit, emit, func() bool { return false })
}

// solveUntil is solve; it also ends when stop, asked after each solution and about a thousand guesses, returns true.
func solveUntil(e *Engine, givens *[81]uint8, limit int, emit func(*[81]uint8) bool, stop func() bool) (int, int64) {
	var grid [81]uint8
	e.Load(givens)
	for found := 0; ; {
		switch e.Next(&grid, 1024) {
		case Exhausted:
			return found, e.Guesses()
		case Found:
			found++
			if !emit(&grid) || found == limit {
				return found, e.Guesses()
			}
		}
		if stop() {
			return found, e.Guesses()
		}
	}
}

func every(*[81]uint8) bool { return true }

// solveTwice looks for two solutions.
func solveTwice(e *Engine, givens, grid *[81]uint8) {
	e.Load(givens)
	for found := 0; found < 2; {
		switch e.Next(grid, 1024) {
		case Exhausted:
			return
		case Found:
			found++
		}
	}
}

// count solves and checks every solution; it fails the test if one is wrong or comes twice.
func count(tb rapid.TB, e *Engine, givens *[81]uint8, limit int) int {
	var seen map[[81]uint8]bool
	found, guesses := solve(e, givens, limit, func(g *[81]uint8) bool {
		if !solves(givens, g) {
			tb.Fatalf("%s: %v is no solution of %v", e.name, *g, *givens)
		}
		if seen[*g] {
			tb.Fatalf("%s: a solution of %v came twice", e.name, *givens)
		}
		if seen == nil {
			seen = map[[81]uint8]bool{}
		}
		seen[*g] = true
		return true
	})
	if found != len(seen) || guesses < int64(found-1) {
		tb.Fatalf("%s: found %d, emitted %d, guessed %d", e.name, found, len(seen), guesses)
	}
	return found
}

func TestPromises(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		for _, line := range corpusLines(t, "promises_43.txt") {
			field := strings.Split(line, ":")
			givens := parse(t, field[0])
			if got := count(t, e, &givens, 0); strconv.Itoa(got) != field[1] {
				t.Errorf("%s: %d solutions, promised %s", field[0], got, field[1])
			}
			if field[1] != "1" || len(field) < 3 {
				continue
			}
			want := parse(t, field[2])
			solve(e, &givens, 1, func(g *[81]uint8) bool {
				if *g != want {
					t.Errorf("%s: solved %v, promised %v", field[0], *g, want)
				}
				return true
			})
		}
	})
}

func TestVerdictsOfRandomPuzzles(t *testing.T) {
	puzzles := corpus(t, "random_invalid_20k.txt", 0)
	each(t, func(t *testing.T, e *Engine) {
		var verdicts [3]int
		for i := range puzzles {
			verdicts[count(t, e, &puzzles[i], 2)]++
		}
		if want := [3]int{8437, 5, 11558}; verdicts != want {
			t.Errorf("impossible, unique, multiple: %v, want %v", verdicts, want)
		}
	})
}

func TestKernelsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	engines := map[string]*Engine{}
	for _, name := range Kernels() {
		engines[name], _ = NewKernel(name)
	}
	for _, file := range []string{"minimal_20k.txt", "top1465.txt", "hardest_1106.txt", "serg_multi.txt"} {
		puzzles := corpus(t, file, 1000)
		for i := range puzzles {
			p := permute(&puzzles[i], r)
			want := count(t, engines["scalar"], &p, 40)
			for _, e := range engines {
				if got := count(t, e, &p, 40); got != want {
					t.Fatalf("%s: %s counts %d solutions of %v, scalar %d", file, e.name, got, p, want)
				}
			}
		}
	}
}

// drawGivens draws a solution and a puzzle thinned from it, perhaps with errors.
func drawGivens(t *rapid.T) (givens, solution [81]uint8) {
	e, _ := NewKernel("scalar")
	solve(e, &givens, 1, func(g *[81]uint8) bool { givens = *g; return false })
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	solution = permute(&givens, r)
	givens = solution
	keep := rapid.IntRange(17, 60).Draw(t, "clues")
	for _, c := range r.Perm(81)[keep:] {
		givens[c] = 0
	}
	for range rapid.IntRange(0, 2).Draw(t, "errors") {
		givens[r.IntN(81)] = uint8(1 + r.IntN(9))
	}
	return givens, solution
}

func TestCountIsInvariantUnderSymmetry(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		rapid.Check(t, func(t *rapid.T) {
			givens, _ := drawGivens(t)
			want := count(t, e, &givens, 50)
			image := permute(&givens, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "image"), 1)))
			if got := count(t, e, &image, 50); got != want {
				t.Fatalf("%d solutions, its image has %d", want, got)
			}
		})
	})
}

func TestAgreesWithObviousBacktracking(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		rapid.Check(t, func(t *rapid.T) {
			givens, solution := drawGivens(t)
			for c := 0; c < 81 && clues(&givens) < 32; c++ { // keep the referee fast
				givens[c] = max(givens[c], solution[c])
			}
			want, copied := 0, givens
			if valid(&givens) {
				want = naive(&copied, 5)
			}
			if got := count(t, e, &givens, 5); got != want {
				t.Fatalf("%d solutions of %v, want %d", got, givens, want)
			}
		})
	})
}

// The solutions that are left when a digit is struck from a cell are those that have another there.
func TestStrike(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		rapid.Check(t, func(t *rapid.T) {
			givens, solution := drawGivens(t)
			cell := rapid.IntRange(0, 80).Draw(t, "cell")
			digit := solution[cell]
			if rapid.Bool().Draw(t, "any digit") {
				digit = uint8(rapid.IntRange(1, 9).Draw(t, "digit"))
			}
			const limit = 300
			want := 0
			if found, _ := solve(e, &givens, limit, func(g *[81]uint8) bool {
				if g[cell] != digit {
					want++
				}
				return true
			}); found == limit {
				return
			}
			e.Load(&givens)
			e.Strike(cell, digit)
			var grid [81]uint8
			for got := 0; ; got++ {
				status := e.Next(&grid, 1<<30)
				if status == Found && grid[cell] != digit {
					continue
				}
				if status != Exhausted || got != want {
					t.Fatalf("%v without %d in cell %d: %d solutions, then status %d; want %d", givens, digit, cell, got, status, want)
				}
				return
			}
		})
	})
}

func clues(grid *[81]uint8) (n int) {
	for _, g := range grid {
		if g != 0 {
			n++
		}
	}
	return n
}

func TestContradictions(t *testing.T) {
	for name, line := range map[string]string{
		"twice in a row":    "1.......1" + strings.Repeat(".", 72),
		"twice in a box":    "1.........1" + strings.Repeat(".", 70),
		"all the same":      strings.Repeat("1", 81),
		"empty cell":        "12345678." + "........9" + strings.Repeat(".", 63),
		"twice in a column": "1........" + strings.Repeat(".", 63) + "1........",
	} {
		givens := parse(t, line)
		each(t, func(t *testing.T, e *Engine) {
			if got := count(t, e, &givens, 1); got != 0 {
				t.Errorf("%s: %d solutions", name, got)
			}
		})
	}
	bad := [81]uint8{40: 200}
	each(t, func(t *testing.T, e *Engine) {
		if got := count(t, e, &bad, 1); got != 0 {
			t.Errorf("a given of 200: %d solutions", got)
		}
	})
}

func TestEnumerationOfTheEmptyGridStops(t *testing.T) {
	var empty [81]uint8
	each(t, func(t *testing.T, e *Engine) {
		if got := count(t, e, &empty, 5000); got != 5000 {
			t.Errorf("limit 5000: %d", got)
		}
		asked := 0
		found, _ := solveUntil(e, &empty, 0, every, func() bool { asked++; return asked == 100 })
		if asked != 100 || found < 50 || found > 100 {
			t.Errorf("stopped after 100 questions: %d solutions", found)
		}
		found, _ = solve(e, &empty, 0, func(*[81]uint8) bool { return false })
		if found != 1 {
			t.Errorf("emit said stop: %d solutions", found)
		}
	})
}

// TestSparsePuzzlesAreEasy guards against choices that lose their way where almost everything is open.
func TestSparsePuzzlesAreEasy(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		r := rand.New(rand.NewPCG(7, 8))
		for range 2000 {
			var givens [81]uint8
			for range 2 + r.IntN(14) {
				if c, d := r.IntN(81), uint8(1+r.IntN(9)); fits(&givens, c, d) {
					givens[c] = d
				}
			}
			solveUntil(e, &givens, 3, every, func() bool { return e.Guesses() > 1000 })
			if e.Guesses() > 500 {
				t.Fatalf("%d guesses for %v", e.Guesses(), givens)
			}
		}
	})
}

// TestSparseContradictionsAreSeen has puzzles of few clues, where a contradiction that is seen late costs a search
// through almost everything.
func TestSparseContradictionsAreSeen(t *testing.T) {
	for name, line := range map[string]string{
		"twice in a minirow":        "55.......",
		"three times in a minirow":  "555......",
		"twice in a box":            "5........" + ".5.......",
		"four digits for a minirow": "8..3....." + "...2..57." + ".3.8.....",
		"four of six for a minirow": "7.5126..4" + "216..7...",
	} {
		givens := parse(t, line+strings.Repeat(".", 81-len(line)))
		each(t, func(t *testing.T, e *Engine) {
			found, guesses := solveUntil(e, &givens, 3, every, func() bool { return e.Guesses() > 1000 })
			if found > 0 || guesses > 100 {
				t.Errorf("%s: %d solutions after %d guesses", name, found, guesses)
			}
		})
	}
}

func TestPausedSearchGoesOn(t *testing.T) {
	puzzles := corpus(t, "hardest_1106.txt", 20)
	each(t, func(t *testing.T, e *Engine) {
		for i := range puzzles {
			var whole, piece [81]uint8
			_, guesses := solve(e, &puzzles[i], 2, func(g *[81]uint8) bool { whole = *g; return true })
			e.Load(&puzzles[i])
			ends := map[Status]int{}
			for {
				status := e.Next(&piece, 1)
				ends[status]++
				if status == Exhausted {
					break
				}
			}
			if piece != whole || ends[Found] != 1 || ends[Paused] == 0 || e.Guesses() != guesses {
				t.Errorf("in pieces: %v with %d guesses, whole %d", ends, e.Guesses(), guesses)
			}
			if e.Next(&piece, 1) != Exhausted {
				t.Error("exhausted search went on")
			}
		}
	})
}

func TestSearchAllocatesNothing(t *testing.T) {
	puzzles := corpus(t, "top1465.txt", 50)
	each(t, func(t *testing.T, e *Engine) {
		var grid [81]uint8
		if n := testing.AllocsPerRun(5, func() {
			for i := range puzzles {
				solveTwice(e, &puzzles[i], &grid)
			}
		}); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

func TestKernelNames(t *testing.T) {
	names := Kernels()
	if names[len(names)-1] != "scalar" || New().name != names[0] {
		t.Errorf("kernels %v, New has %s", names, New().name)
	}
	if _, ok := NewKernel("abacus"); ok || slices.Contains(names, "abacus") {
		t.Error("made a kernel that does not exist")
	}
}

func FuzzSolve(f *testing.F) {
	f.Add([]byte("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
	f.Add([]byte(strings.Repeat(".", 81)))
	f.Add([]byte("9..5....8..71"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var givens [81]uint8
		for i, ch := range text {
			if i < 81 && ch >= '1' && ch <= '9' {
				givens[i] = ch - '0'
			}
		}
		want := -1
		for _, name := range Kernels() {
			e, _ := NewKernel(name)
			got := count(t, e, &givens, 3)
			if want >= 0 && got != want {
				t.Fatalf("%s counts %d solutions, another %d", name, got, want)
			}
			want = got
		}
		if clues(&givens) > 32 && valid(&givens) {
			if got := naive(&givens, 3); got != want {
				t.Fatalf("kernels count %d solutions, backtracking %d", want, got)
			}
		}
	})
}
