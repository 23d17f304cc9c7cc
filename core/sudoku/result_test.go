package sudoku_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
	"pgregory.net/rapid"
)

func TestVerdictOfCounts(t *testing.T) {
	for _, c := range []struct {
		found               int
		exhausted, complete bool
		want                sudoku.Verdict
	}{
		{0, true, true, sudoku.Impossible}, {0, true, false, sudoku.Unknown}, {0, false, true, sudoku.Unknown},
		{1, true, true, sudoku.Unique}, {1, true, false, sudoku.Solved}, {1, false, true, sudoku.Solved},
		{2, false, false, sudoku.Multiple}, {2, true, true, sudoku.Multiple},
	} {
		if got := sudoku.VerdictOf(c.found, c.exhausted, c.complete, nil); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func TestVerdictOfErrors(t *testing.T) {
	for err, want := range map[error]sudoku.Verdict{
		sudoku.ErrGaveUp: sudoku.Unknown,
		fmt.Errorf("odd: %w", sudoku.ErrUnsupported): sudoku.Unsupported,
		fmt.Errorf("odd: %w", sudoku.ErrCrashed):     sudoku.Crashed,
		context.DeadlineExceeded:                     sudoku.Timeout,
		errors.New("boom"):                           sudoku.Unknown,
	} {
		if got := sudoku.VerdictOf(0, true, true, err); got != want {
			t.Errorf("%v: %s", err, got)
		}
	}
	if got := sudoku.VerdictOf(1, true, true, sudoku.ErrGaveUp); got != sudoku.Solved {
		t.Errorf("one solution and gave up: %s", got)
	}
}

func TestVerdictNames(t *testing.T) {
	for v := sudoku.Unknown; v <= sudoku.Invalid; v++ {
		if name := v.String(); strings.Contains(name, "(") {
			t.Errorf("%s has no name", name)
		}
	}
}

// emitter is a solver that emits grids.
type emitter []sudoku.Grid

func (e emitter) Solve(_ context.Context, _ *sudoku.Puzzle,
	emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	for _, g := range e {
		if !emit(g) {
			break
		}
	}
	return sudoku.Stats{Guesses: 1}, nil
}

func TestSolveTrustsNobody(t *testing.T) {
	p, err := sudoku.ParsePuzzle("1.34.4122143432.")
	if err != nil {
		t.Fatal(err)
	}
	good, err := p.Geometry().ParseGrid("1234341221434321")
	if err != nil {
		t.Fatal(err)
	}
	bad := good.Clone()
	bad[15] = 2
	if r := sudoku.Solve(t.Context(), emitter{good}, p, 2, true); r.Verdict != sudoku.Unique ||
		len(r.Solutions) != 1 {
		t.Errorf("a good grid: %s", r.Verdict)
	}
	if r := sudoku.Solve(t.Context(), emitter{good}, p, 1, true); r.Verdict != sudoku.Solved {
		t.Errorf("a good grid with limit 1: %s", r.Verdict)
	}
	if r := sudoku.Solve(t.Context(), emitter{bad}, p, 2, true); r.Verdict != sudoku.Wrong ||
		len(r.Solutions) != 0 || r.Err == nil {
		t.Errorf("a bad grid: %s, %v", r.Verdict, r.Err)
	}
}

const solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

// solves is Verify cell by cell and pair by pair.
func solves(p *sudoku.Puzzle, grid sudoku.Grid) bool {
	g := p.Geometry()
	if len(grid) != g.Cells() {
		return false
	}
	for i, v := range grid {
		if v < 1 || int(v) > g.N() || p.Givens()[i] != 0 && p.Givens()[i] != v || !p.Allowed(i).Has(int(v)) {
			return false
		}
		for _, peer := range g.Peers(i) {
			if grid[peer] == v {
				return false
			}
		}
	}
	return true
}

// A solution with givens taken from it is accepted; changed in one cell of grid or givens it is what solves says.
func TestVerifyAgreesWithTheDefinition(t *testing.T) {
	g := sudoku.MustGeometry("9")
	rapid.Check(t, func(t *rapid.T) {
		grid, givens := pattern(), make(sudoku.Grid, 81)
		for i := range grid {
			if rapid.Bool().Draw(t, "given") {
				givens[i] = grid[i]
			}
		}
		var clues []sudoku.SoftClue
		if cell := rapid.IntRange(0, 80).Draw(t, "soft"); givens[cell] == 0 {
			allowed := sudoku.Digits(rapid.Uint64Range(1, 511).Draw(t, "allowed"))
			clues = []sudoku.SoftClue{{Cell: cell, Allowed: allowed}}
		}
		cell := rapid.IntRange(0, 80).Draw(t, "cell")
		switch rapid.IntRange(0, 2).Draw(t, "changed") {
		case 0:
			grid[cell] = rapid.Byte().Draw(t, "value")
		case 1:
			if clues == nil || clues[0].Cell != cell { // a given has no soft clue
				givens[cell] = rapid.ByteRange(0, 9).Draw(t, "given value")
			}
		}
		p := sudoku.MustPuzzle(g, givens, sudoku.Soft(clues...))
		if err := sudoku.Verify(p, grid); (err == nil) != solves(p, grid) {
			t.Fatalf("grid %v of %v: %v", grid, givens, err)
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	grid, givens := pattern(), make(sudoku.Grid, 81)
	for i := 0; i < 81; i += 3 {
		givens[i] = grid[i]
	}
	p := sudoku.MustPuzzle(sudoku.MustGeometry("9"), givens)
	b.ReportAllocs()
	for b.Loop() {
		if err := sudoku.Verify(p, grid); err != nil {
			b.Fatal(err)
		}
	}
}

// pattern is a solution of the empty 9×9.
func pattern() sudoku.Grid {
	grid := make(sudoku.Grid, 81)
	for i := range grid {
		r, c := i/9, i%9
		grid[i] = uint8((3*r+r/3+c)%9 + 1)
	}
	return grid
}

// testKiller returns a killer of thirty cages and its solution: runs of a grid, every third going on in the next row.
func testKiller(t testing.TB) (*sudoku.Puzzle, sudoku.Grid) {
	grid, err := sudoku.Classic().ParseGrid(solved)
	if err != nil {
		t.Fatal(err)
	}
	var cages []constraint.Constraint
	taken := make([]bool, 81)
	for cell := range taken {
		if taken[cell] {
			continue
		}
		cage := []int{cell}
		for _, next := range []int{cell + 1, cell + 9, cell + 10}[:2+len(cages)%3/2] {
			if next < 81 && !taken[next] && (next == cell+9 || next%9 > 0) && !slices.ContainsFunc(cage, func(c int) bool { return grid[c] == grid[next] }) {
				cage = append(cage, next)
			}
		}
		sum := 0
		for _, c := range cage {
			taken[c] = true
			sum += int(grid[c])
		}
		cages = append(cages, constraint.Constraint{Name: "cage", Value: strconv.Itoa(sum), Lists: [][]int{cage}})
	}
	p, err := sudoku.NewPuzzle(sudoku.Classic(), nil, sudoku.Constraints(cages...))
	if err != nil {
		t.Fatal(err)
	}
	return p, grid
}

func TestVerifyNamesTheConstraint(t *testing.T) {
	for text, want := range map[string]string{
		"9:~cage=15:r1c345":           "verifying: cage=15:r1c345 has the sum 17",
		"9:~cage=18:r1c1r3c46":        "verifying: cage=18:r1c1r3c46 has the sum 10",
		"9:~extra:r1c1r3c7":           "verifying: extra:r1c1r3c7 holds 5 twice",
		"9:~thermo:r1c123":            "verifying: thermo:r1c123 does not hold",
		"9:~cage=45:r1~sandwich=1:r1": "verifying: sandwich=1:r1 does not hold",
	} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		grid, _ := p.Geometry().ParseGrid(solved)
		if err := sudoku.Verify(p, grid); err == nil || err.Error() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestVerifyingAKillerDoesNotAllocate(t *testing.T) {
	p, grid := testKiller(t)
	if n := testing.AllocsPerRun(100, func() {
		if err := sudoku.Verify(p, grid); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	wrong := symmetry.Transpose(p.Geometry()).Grid(grid)
	if err := sudoku.Verify(p, wrong); err == nil || !strings.Contains(err.Error(), "cage=") {
		t.Error(err)
	}
}

// BenchmarkVerifyKiller verifies a grid with houses alone, and with thirty cages.
func BenchmarkVerifyKiller(b *testing.B) {
	p, grid := testKiller(b)
	plain := sudoku.MustPuzzle(sudoku.Classic(), nil)
	for name, p := range map[string]*sudoku.Puzzle{"houses": plain, "killer": p} {
		b.Run(fmt.Sprint(name, len(p.Constraints())), func(b *testing.B) {
			for b.Loop() {
				if sudoku.Verify(p, grid) != nil {
					b.Fatal("it does not hold")
				}
			}
		})
	}
}

// TestGivensClashAsPeersSay compares the words of counts with pairs of peers, on givens with few clashes or none.
func TestGivensClashAsPeersSay(t *testing.T) {
	g := sudoku.MustGeometry("9")
	rapid.Check(t, func(t *rapid.T) {
		givens := pattern()
		for i := range givens {
			if rapid.IntRange(0, 3).Draw(t, "kept") > 0 {
				givens[i] = 0
			}
		}
		givens[rapid.IntRange(0, 80).Draw(t, "cell")] = rapid.ByteRange(0, 9).Draw(t, "digit")
		clash := false
		for i, v := range givens {
			for _, peer := range g.Peers(i) {
				clash = clash || v != 0 && givens[peer] == v
			}
		}
		err := sudoku.CheckGivens(sudoku.MustPuzzle(g, givens))
		if conflict := new(sudoku.ConflictError); errors.As(err, &conflict) != clash {
			t.Fatalf("givens %v: %v, want a clash: %v", givens, err, clash)
		}
	})
}

// TestAnEmptyPuzzleHasNoClash has nine empty cells in every house, the most that is counted of anything.
func TestAnEmptyPuzzleHasNoClash(t *testing.T) {
	p := sudoku.MustPuzzle(sudoku.MustGeometry("9"), nil)
	if err := sudoku.CheckGivens(p); err != nil {
		t.Error(err)
	}
	if err := sudoku.Verify(p, p.Givens()); err == nil {
		t.Error("an empty grid is a solution")
	}
}

func BenchmarkCheckGivens(b *testing.B) {
	p, err := sudoku.ParsePuzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := sudoku.CheckGivens(p); err != nil {
			b.Fatal(err)
		}
	}
}
