package logic

import (
	"context"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// every returns how many states there are to one that is looked at: as usual, so that the test is quick, or
// what SUDOKUCTL_EVERY says.
func every(t *testing.T, usual int) int {
	if n, err := strconv.Atoi(os.Getenv("SUDOKUCTL_EVERY")); err == nil {
		return n
	}
	t.Logf("one of %d states; SUDOKUCTL_EVERY=1 for all", usual)
	return usual
}

// judge applies every technique of HoDoKu's ladder and more, and of Sudoku Explainer's up to 7.5, to a board and
// checks each hint, and those after it, against the solution. It counts hints by technique.
type judge struct {
	*testing.T
	engine *engine // its ladder has all of them
	hints  map[string]int
}

// newJudge returns a judge with an engine whose ladder has every technique.
func newJudge(t *testing.T) *judge {
	ladder := append(hodokuLadder(true), explainerLadder(7.4)...)
	return &judge{T: t, hints: map[string]int{}, engine: &engine{ladder: ladder, wide: true, verbose: true}}
}

// state judges what is found on a board, of a puzzle with the solution.
func (j *judge) state(p *sudoku.Puzzle, b *board, solution sudoku.Grid, slow bool) {
	e := j.engine
	e.lay(context.Background(), p)
	e.known = oneSolution
	for i := range e.rungs {
		r := &e.rungs[i]
		if !slow && slices.Contains(slowest, r.name) {
			continue
		}
		e.copyFrom(b)
		for range 6 {
			if e.left == 0 || !r.each(first) {
				break
			}
			j.hints[r.name]++
			if !j.hint(e, r.row, solution) {
				break
			}
			e.hint.apply(e.board)
		}
	}
}

// slowest are the techniques that take more than some milliseconds a state.
var slowest = []string{"mutant_jellyfish", "finned_mutant_jellyfish", "siamese_finned_mutant_jellyfish",
	"siamese_finned_mutant_swordfish", "siamese_finned_franken_jellyfish", "finned_franken_jellyfish",
	"franken_jellyfish", "death_blossom", "als_nice_loop", "dynamic_forcing_chains", "multiple_forcing_chains"}

// hint checks e.hint: it does something, strikes what is there, and nothing that the solution has.
func (j *judge) hint(e *engine, t *row, solution sudoku.Grid) bool {
	h := &e.hint
	ok := len(h.strikes) > 0 || h.cell >= 0
	for i, m := range h.strikes {
		ok = ok && e.can(m.cell, m.v) && int(solution[m.cell]) != m.v+1 && !slices.Contains(h.strikes[:i], m)
	}
	if h.cell >= 0 {
		ok = ok && int(solution[h.cell]) == h.digit+1
	}
	ok = ok && h.text != "" && len(h.cells) > 0
	if !ok {
		j.Errorf("%s: %v %v at %v of %s: %s", t.name, h.strikes, h.cell, e.cand, sudoku.Grid(e.value), h.text)
	}
	return ok
}

// TestLibraryStrikesAreSound judges every technique on the states of HoDoKu's library.
func TestLibraryStrikesAreSound(t *testing.T) {
	j := newJudge(t)
	p := newPosition(newFrame(sudoku.MustGeometry("9")))
	step := every(t, 250)
	for i, r := range readRegressions(t) {
		solutions := solutionsOf(r.p, 2)
		if i%step != 0 || len(solutions) != 1 {
			continue
		}
		r.begin(p)
		j.state(r.p, p.board, solutions[0], step < 10)
	}
	t.Log(j.hints)
}

// TestPathStrikesAreSound judges every technique on the states that the whole ladder leads through.
func TestPathStrikesAreSound(t *testing.T) {
	j := newJudge(t)
	ladder, err := choose("hodoku", 12)
	if err != nil {
		t.Fatal(err)
	}
	e := &engine{ladder: ladder, wide: true, verbose: true}
	step := every(t, 900)
	states := 0
	for i, r := range records(t, "graded/se121_half.tsv") {
		if i%step != 0 {
			continue
		}
		p := puzzle(t, r[1])
		solution := solutionsOf(p, 1)[0]
		e.begin(context.Background(), p)
		for e.next() {
			h := e.hint
			h.strikes = slices.Clone(h.strikes)
			if h.cell < 0 { // a state without singles
				j.state(p, e.board, solution, step < 10)
				states++
			}
			h.apply(e.board)
		}
	}
	t.Logf("%d states: %v", states, j.hints)
}

// TestVariantStrikesAreSound does so for random puzzles of other geometries.
func TestVariantStrikesAreSound(t *testing.T) {
	for _, text := range variants {
		g := sudoku.MustGeometry(text)
		j := newJudge(t)
		b := newBoard(newFrame(g))
		for seed := range uint64(1) {
			p := randomPuzzle(g, seed+10, g.Cells()*2/3)
			b.load(p)
			j.state(p, b, solutionsOf(p, 1)[0], false)
		}
	}
}
