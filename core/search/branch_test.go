package search

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func parse(t testing.TB, line string) *sudoku.Puzzle {
	t.Helper()
	p, err := sudoku.ParsePuzzle(line)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestCount(t *testing.T) {
	for line, want := range map[string]int{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79": 1,
		"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9": 1,
		"................12..3.45........64...1......762.8........2..6....4...5...8.......": 1,
		"4:................":                     288,
		"4:1.2.............":                     24,
		"4:123...4.........":                     0,
		"4:1...1...........":                     0,
		"4/l:................":                   576,
		"6:....................................": 1000,
		"9+x:.................................................................................": 1000,
		"4:{12}...............": 144,
	} {
		p := parse(t, line)
		e := New(p.Geometry())
		for range 2 { // it leaves nothing behind
			kept := 0
			found, known := e.Count(p, 1000, 100_000, func(g sudoku.Grid) {
				if kept++; sudoku.Verify(p, g) != nil {
					t.Fatalf("%s: %v is no solution", line, g)
				}
			})
			if found != want || kept != want || !known {
				t.Errorf("%s: %d solutions, %d kept, known %v", line, found, kept, known)
			}
		}
	}
}

func TestCountGivesUp(t *testing.T) {
	p := parse(t, "4:................")
	e := New(p.Geometry())
	if found, known := e.Count(p, 1000, 3, nil); found >= 288 || known {
		t.Errorf("%d solutions after three guesses, known %v", found, known)
	}
	if found, known := e.Count(p, 1000, 1000, nil); found != 288 || !known {
		t.Errorf("then %d solutions, known %v", found, known)
	}
}

// TestSplit counts guesses where lines dominate: each either fails or leaves two parts that have solutions, and nothing is tried
// that what was refuted leaves as the only choice.
func TestSplit(t *testing.T) {
	p := parse(t, "4:~whisper=1:r1c12")
	e := New(p.Geometry())
	left := 1000
	e.Load(p)
	e.Guess = func() bool { left--; return true }
	found := 0
	e.Search(func(sudoku.Grid) bool { found++; return true })
	if guesses := 1000 - left; found != 288 || guesses > found {
		t.Errorf("%d guesses for %d solutions", guesses, found)
	}
}

// TestHardRefutations takes puzzles that only a search decides: the 72 grids of the knight, the king and neighbours that are not
// consecutive, and what leaves none of them.
func TestHardRefutations(t *testing.T) {
	for line, want := range map[string]int{
		"9+n+k:~nonconsecutive":                              72,
		"9+n+k:~nonconsecutive~equal:r1c1r5c5~less:r5c5r9c9": 0,
	} {
		p := parse(t, line)
		guesses := 0
		e := New(p.Geometry())
		e.Guess = func() bool { guesses++; return true }
		found := 0
		if e.Load(p) {
			e.Search(func(sudoku.Grid) bool { found++; return true })
		}
		if found != want || guesses < 50 {
			t.Errorf("%s: %d solutions after %d guesses", line, found, guesses)
		}
	}
}

// A hundred thousand solutions take no more memory than a thousand.
func TestManySolutions(t *testing.T) {
	p := parse(t, "6:~whisper=1:r1c12")
	e := New(p.Geometry())
	count := func(limit int) {
		if found, known := e.Count(p, limit, 1<<30, nil); found != limit || !known {
			t.Errorf("%d solutions instead of %d, known %v", found, limit, known)
		}
	}
	count(1000)
	if allocated := testing.AllocsPerRun(1, func() { count(100000) }); allocated > 100 {
		t.Errorf("%v allocations", allocated)
	}
}

// naive counts solutions by trying every digit that no peer holds in the first empty cell.
func naive(p *sudoku.Puzzle, grid sudoku.Grid, cell, limit int) (found int) {
	for cell < len(grid) && grid[cell] != 0 {
		cell++
	}
	if cell == len(grid) {
		return 1
	}
	defer func() { grid[cell] = 0 }()
	for d := range p.Allowed(cell).All {
		fits := true
		for _, q := range p.Geometry().Peers(cell) {
			fits = fits && int(grid[q]) != d
		}
		if !fits {
			continue
		}
		grid[cell] = uint8(d)
		if found += naive(p, grid, cell+1, limit-found); found >= limit {
			break
		}
	}
	return found
}

// FuzzCount compares with a method that is surely right, on small boards, also with singles alone and with the last
// choice first.
func FuzzCount(f *testing.F) {
	shapes := []string{"4", "4+x", "4/l", "6", "6/3x2", "5/l", "4^3"}
	for i := range shapes {
		f.Add(uint8(i), []byte{1, 0, 0, 2, 17, 3, 0, 0, 0, 0, 9})
	}
	f.Fuzz(func(t *testing.T, shape uint8, cells []byte) {
		g := sudoku.MustGeometry(shapes[int(shape)%len(shapes)])
		givens, soft := make(sudoku.Grid, g.Cells()), []sudoku.SoftClue{}
		for c, b := range cells[:min(len(cells), g.Cells())] {
			switch kind, digits := b>>6, b&63; {
			case kind == 0:
				givens[c] = digits % uint8(g.N()+1)
			case kind == 1:
				if set := sudoku.Digits(digits) & sudoku.AllDigits(g.N()); set.Len() > 1 {
					soft = append(soft, sudoku.SoftClue{Cell: c, Allowed: set})
				}
			}
		}
		p := sudoku.MustPuzzle(g, givens, sudoku.Soft(soft...))
		if sudoku.CheckGivens(p) != nil {
			return
		}
		const limit = 50
		want := naive(p, p.Givens().Clone(), 0, limit)
		e := New(g)
		for _, e.SinglesOnly = range []bool{false, true} {
			for _, e.Order = range []func([]Choice){nil, reverse} {
				if found, known := e.Count(p, limit, 1_000_000, nil); found != want || !known {
					t.Fatalf("%s: %d solutions instead of %d, known %v", p, found, want, known)
				}
			}
		}
	})
}

func reverse(choices []Choice) {
	for i, j := 0, len(choices)-1; i < j; i, j = i+1, j-1 {
		choices[i], choices[j] = choices[j], choices[i]
	}
}

func BenchmarkCount(b *testing.B) {
	p := parse(b, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	e := New(p.Geometry())
	for b.Loop() {
		e.Count(p, 2, 1000, nil)
	}
}

// Where sums dominate, a cell counts more the fewer cells of its sums are open.
func TestScore(t *testing.T) {
	p := parse(t, "9:~cage=15:r1c1r1c2r1c3r1c4~cage=10:r5c5r5c6r5c7")
	e := New(p.Geometry())
	if !e.Load(p) || !e.Assign(0, 1) {
		t.Fatal("a contradiction")
	}
	score := e.score()
	if triple, three, none := score[1], score[40], score[80]; triple != three || three <= none || none <= 0 {
		t.Errorf("%v for one of three open cells of four, %v for one of three, %v for one in no sum", triple, three, none)
	}
}
