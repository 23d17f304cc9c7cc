package ladder

import (
	"context"
	"encoding/csv"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
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

// judge applies every technique of HoDoKu's ladder and more, and of Sudoku Explainer's up to 7.5, to a board
// and checks each hint, and those after it, against the solution. It counts hints by technique.
type judge struct {
	*testing.T
	engine *Engine // its ladder has all of them
	hints  map[string]int
}

// newJudge returns a judge with an engine whose ladder has every technique.
func newJudge(t *testing.T) *judge {
	ladder := append(HodokuLadder(true), ExplainerLadder(7.4)...)
	return &judge{T: t, hints: map[string]int{}, engine: &Engine{Ladder: ladder, Wide: true, Verbose: true}}
}

// state judges what is found on a board, of a puzzle with the solution.
func (j *judge) state(p *sudoku.Puzzle, b *board.Board, solution sudoku.Grid, slow bool) {
	e := j.engine
	e.Lay(context.Background(), p)
	e.Known = OneSolution
	for i := range e.Rungs {
		r := &e.Rungs[i]
		if !slow && slices.Contains(slowest, r.Name) {
			continue
		}
		e.CopyFrom(b)
		for range 6 {
			if e.Left == 0 || !r.Each(takeFirst) {
				break
			}
			j.hints[r.Name]++
			if !j.hint(e, r.Row, solution) {
				break
			}
			e.Hint.Apply(e.Board)
		}
	}
}

// slowest are the techniques that take more than some milliseconds a state.
var slowest = []string{"mutant_jellyfish", "finned_mutant_jellyfish", "siamese_finned_mutant_jellyfish",
	"siamese_finned_mutant_swordfish", "siamese_finned_franken_jellyfish", "finned_franken_jellyfish",
	"franken_jellyfish", "death_blossom", "als_nice_loop", "dynamic_forcing_chains", "multiple_forcing_chains"}

// hint checks e.Hint: it does something, strikes what is there, and nothing that the solution has.
func (j *judge) hint(e *Engine, t *Row, solution sudoku.Grid) bool {
	h := &e.Hint
	ok := len(h.Strikes) > 0 || h.Cell >= 0
	for i, m := range h.Strikes {
		ok = ok && e.Can(m.Cell, m.V) && int(solution[m.Cell]) != m.V+1 && !slices.Contains(h.Strikes[:i], m)
	}
	if h.Cell >= 0 {
		ok = ok && int(solution[h.Cell]) == h.Digit+1
	}
	ok = ok && h.Text != "" && len(h.Cells) > 0
	if !ok {
		j.Errorf("%s: %v %v at %v of %s: %s", t.Name, h.Strikes, h.Cell, e.Cand, sudoku.Grid(e.Value), h.Text)
	}
	return ok
}

// TestLibraryStrikesAreSound judges every technique on the states of HoDoKu's library.
func TestLibraryStrikesAreSound(t *testing.T) {
	j := newJudge(t)
	p := board.NewPosition(board.NewFrame(sudoku.MustGeometry("9")))
	step := every(t, 250)
	for i, r := range readRegressions(t) {
		solutions := rulestest.Solutions(r.p, 2)
		if i%step != 0 || len(solutions) != 1 {
			continue
		}
		r.begin(p)
		j.state(r.p, p.Board, solutions[0], step < 10)
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
	e := &Engine{Ladder: ladder, Wide: true, Verbose: true}
	step := every(t, 900)
	states := 0
	for i, r := range rulestest.Records(t, "graded/se121_half.tsv") {
		if i%step != 0 {
			continue
		}
		p := rulestest.Puzzle(t, r[1])
		solution := rulestest.Solutions(p, 1)[0]
		e.Begin(context.Background(), p)
		for e.Next() {
			h := e.Hint
			h.Strikes = slices.Clone(h.Strikes)
			if h.Cell < 0 { // a state without singles
				j.state(p, e.Board, solution, step < 10)
				states++
			}
			h.Apply(e.Board)
		}
	}
	t.Logf("%d states: %v", states, j.hints)
}

// TestVariantStrikesAreSound does so for random puzzles of other geometries.
func TestVariantStrikesAreSound(t *testing.T) {
	for _, text := range rulestest.Variants {
		g := sudoku.MustGeometry(text)
		j := newJudge(t)
		b := board.NewBoard(board.NewFrame(g))
		for seed := range uint64(1) {
			p := rulestest.Random(g, seed+10, g.Cells()*2/3)
			b.Load(p)
			j.state(p, b, rulestest.Solutions(p, 1)[0], false)
		}
	}
}

// TestNamesAreUnique holds every name of the table to one technique or family.
func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for i := range table {
		l := &table[i]
		if seen[l.Name] || l.Name == l.family || l.Rating == 0 {
			t.Errorf("%q: twice, a family, or without a rating", l.Name)
		}
		seen[l.Name] = true
	}
}

// TestTechniquesAreDocumented holds docs/algorithms/techniques.csv to the table of techniques.
func TestTechniquesAreDocumented(t *testing.T) {
	file, err := os.Open("../../../../docs/algorithms/techniques.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range HodokuLadder(true) {
		want := []string{l.Name, l.family, strconv.Itoa(l.Score), HodokuLevels[l.Level],
			map[bool]string{true: "yes", false: "no"}[l.in&hodoku != 0], strconv.FormatFloat(l.Rating, 'f', 1, 64)}
		if !slices.ContainsFunc(rows, func(cells []string) bool {
			cells = slices.Clone(cells[:len(want)])
			cells[2] = strings.TrimSuffix(cells[2], " *")
			return slices.Equal(cells, want)
		}) {
			t.Errorf("docs/algorithms/techniques.csv has no row %v", want)
		}
	}
}
