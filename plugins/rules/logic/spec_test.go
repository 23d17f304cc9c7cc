package logic

import (
	"context"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/plugintest"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/paper"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestCounts compares the metrics of a count with the steps of the explanation.
func TestCounts(t *testing.T) {
	settings, err := Spec().Info.Resolve(map[string]any{"count": "all", "techniques": "hodoku"})
	if err != nil {
		t.Fatal(err)
	}
	p := rulestest.Puzzle(t, "...75.....3..48.2.1.......6.4......879.....312......7.5.......7.8.32..4.....69...")
	g, err := Spec().Grader(settings)
	if err != nil {
		t.Fatal(err)
	}
	grades, err := g.Grade(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	total, declared := 0, Spec().Metrics(settings)
	for _, grade := range grades {
		if slices.ContainsFunc(declared, func(m sudoku.Metric) bool { return m.Name == grade.Metric }) {
			total += int(grade.Value)
		}
	}
	steps := 0
	e, err := Spec().Explainer(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Explain(context.Background(), p, func(sudoku.Step) bool { steps++; return true }); err != nil {
		t.Fatal(err)
	}
	if total != steps || len(declared) != len(ladder.HodokuLadder(false))+len(ladder.BeyondRows()) {
		t.Errorf("%d steps by %d metrics, %d explained", total, len(declared), steps)
	}
}

// TestConformance holds the plugin to its promises without the slowest chains: some of the suite's puzzles
// are the hardest known.
func TestConformance(t *testing.T) {
	spec := Spec()
	for i := range spec.Info.Settings {
		if spec.Info.Settings[i].Name == "up_to" {
			spec.Info.Settings = append(spec.Info.Settings[:0:0], spec.Info.Settings...)
			spec.Info.Settings[i].Default = 7.0
		}
	}
	plugintest.Run(t, spec)
}

func TestSpec(t *testing.T) {
	info := Spec().Describe()
	if got := info.Can(); got != "solve, grade, explain" {
		t.Errorf("powers %s", got)
	}
}

const escargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."

// solver returns the plugin's solver with a choice of techniques.
func solver(t testing.TB, techniques string) sudoku.Solver {
	t.Helper()
	s, err := Spec().Info.Resolve(map[string]any{"techniques": techniques})
	if err != nil {
		t.Fatal(err)
	}
	solver, err := Spec().Solver(s)
	if err != nil {
		t.Fatal(err)
	}
	return solver
}

// outcome says what a solver did to a puzzle: the number of verified solutions up to limit, the guesses
// and the error.
func outcome(t *testing.T, s sudoku.Solver, line string, limit int) (found int, guesses int64, err error) {
	t.Helper()
	p := rulestest.Puzzle(t, line)
	grids := map[string]bool{}
	stats, err := s.Solve(context.Background(), p, func(g sudoku.Grid) bool {
		if err := sudoku.Verify(p, g); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		grids[string(g)] = true
		return len(grids) != limit
	})
	return len(grids), stats.Guesses, err
}

func TestSolve(t *testing.T) {
	for _, c := range []struct {
		techniques, puzzle string
		found              int
		err                error
		guesses            bool
	}{
		{"se", rulestest.Easy, 1, nil, false},
		{"se", rulestest.TwoSolutions, 0, sudoku.ErrGaveUp, false},
		{"se", rulestest.NoSolution, 0, nil, false},
		{"se", "16:" + strings.Repeat(".", 256), 0, sudoku.ErrGaveUp, false},
		{"paper", rulestest.Easy, 1, nil, false},
		{"paper", escargot, 1, nil, true},
		{"paper", rulestest.TwoSolutions, 2, nil, true},
		{"paper", rulestest.NoSolution, 0, nil, false},
		{"et1", rulestest.TwoSolutions, 0, sudoku.ErrGaveUp, false},
		{"et2", rulestest.Easy, 1, nil, false},
		{"et4", escargot, 0, sudoku.ErrGaveUp, false},
		{"backtracking", rulestest.Easy, 1, nil, true},
		{"backtracking", rulestest.NoSolution, 0, nil, false},
	} {
		found, guesses, err := outcome(t, solver(t, c.techniques), c.puzzle, 0)
		if found != c.found || !errors.Is(err, c.err) || (guesses > 0) != c.guesses {
			t.Errorf("%s on %s: %d solutions, %v, %d guesses; want %d, %v, guesses %v",
				c.techniques, c.puzzle, found, err, guesses, c.found, c.err, c.guesses)
		}
	}
}

func TestStopsWhenTold(t *testing.T) {
	if found, _, err := outcome(t, solver(t, "paper"), strings.Repeat(".", 81), 5); found != 5 || err != nil {
		t.Errorf("%d solutions, %v; want 5", found, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, techniques := range []string{"se", "paper"} {
		if _, err := solver(t, techniques).Solve(ctx, rulestest.Puzzle(t, escargot),
			func(sudoku.Grid) bool { return true }); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want %v", techniques, err, context.Canceled)
		}
	}
}

// replay checks steps against the one solution of a puzzle: every placement is the solution's, no strike
// removes it, every candidate is still there when it is struck, and the text and the houses are given.
type replay struct {
	t          *testing.T
	p          *sudoku.Puzzle
	solution   sudoku.Grid
	candidates []sudoku.Digits
	filled     int
}

func newReplay(t *testing.T, p *sudoku.Puzzle) *replay {
	t.Helper()
	r := &replay{t: t, p: p, candidates: p.Candidates(), filled: p.Clues()}
	solutions := rulestest.Solutions(p, 2)
	if len(solutions) != 1 {
		t.Fatalf("%s: %d solutions", p, len(solutions))
	}
	r.solution = solutions[0]
	if err := sudoku.Verify(p, r.solution); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *replay) step(s sudoku.Step) bool {
	if len(s.Place)+len(s.Strike) == 0 || s.Text == "" || s.Technique == "" || len(s.Cells) == 0 {
		r.t.Errorf("%s: idle or dumb step %+v", r.p, s)
	}
	r.links(s)
	for _, c := range s.Strike {
		if int(r.solution[c.Cell]) == c.Digit || !r.candidates[c.Cell].Has(c.Digit) {
			r.t.Errorf("%s: unsound or idle strike of %v: %s: %s", r.p, c, s.Technique, s.Text)
		}
		r.candidates[c.Cell] = r.candidates[c.Cell].Without(c.Digit)
	}
	for _, c := range s.Place {
		if int(r.solution[c.Cell]) != c.Digit {
			r.t.Errorf("%s: unsound placement of %v: %s: %s", r.p, c, s.Technique, s.Text)
		}
		r.place(c)
	}
	return true
}

// links checks that links join candidates and are true of the solution, and that whoever argues with links has some.
func (r *replay) links(s sudoku.Step) {
	anyTrue := func(end []sudoku.Candidate) bool {
		return slices.ContainsFunc(end, func(c sudoku.Candidate) bool { return int(r.solution[c.Cell]) == c.Digit })
	}
	for _, l := range s.Links {
		if err := l.Check(r.p.Geometry()); err != nil {
			r.t.Errorf("%s: %s: %v", r.p, s.Technique, err)
		}
		for _, c := range slices.Concat(l.From, l.To) {
			if !r.candidates[c.Cell].Has(c.Digit) {
				r.t.Errorf("%s: %s links %v, which is gone: %s", r.p, s.Technique, c, s.Text)
			}
		}
		from, to := anyTrue(l.From), anyTrue(l.To)
		if l.Kind == sudoku.WeakLink && from && to || l.Kind == sudoku.StrongLink && !from && !to ||
			l.Kind == sudoku.LostLink && !from && to {
			r.t.Errorf("%s: false link %v of %s: %s", r.p, l, s.Technique, s.Text)
		}
	}
	for _, set := range s.Sets {
		var digits sudoku.Digits
		for _, c := range set {
			digits |= r.candidates[c]
		}
		if len(set) == 0 || digits == 0 {
			r.t.Errorf("%s: %s has the set %v", r.p, s.Technique, set)
		}
	}
	chain := regexp.MustCompile(`chain|loop$|cycle|w_wing|^xyz?_wing|turbot|kite|skyscraper|colors|remote|empty_rect`)
	if chain.MatchString(s.Technique) && !strings.HasPrefix(s.Technique, "unique") && len(s.Links) == 0 {
		r.t.Errorf("%s: %s has no links: %s", r.p, s.Technique, s.Text)
	}
	sets := regexp.MustCompile(`^(naked|hidden|direct_hidden|locked)_(pair|tri|quad)|^als|blossom|coq|wxyz|uniqueness_3`)
	if sets.MatchString(s.Technique) && s.Technique != "als_nice_loop" && len(s.Sets) == 0 {
		r.t.Errorf("%s: %s has no sets: %s", r.p, s.Technique, s.Text)
	}
}

func (r *replay) place(c sudoku.Candidate) {
	r.candidates[c.Cell] = 0
	for _, q := range r.p.Geometry().Peers(c.Cell) {
		r.candidates[q] = r.candidates[q].Without(c.Digit)
	}
	r.filled++
}

func TestStepsAreSound(t *testing.T) {
	for _, techniques := range []string{"se", "hodoku", "all", "et4"} {
		settings, err := Spec().Info.Resolve(map[string]any{"techniques": techniques})
		if err != nil {
			t.Fatal(err)
		}
		explainer, err := Spec().Explainer(settings)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]int{}
		for i, rec := range rulestest.Records(t, "graded/se121_half.tsv") {
			if i%20 != 0 {
				continue
			}
			p := rulestest.Puzzle(t, rec[1])
			r := newReplay(t, p)
			err := explainer.Explain(context.Background(), p,
				func(s sudoku.Step) bool { seen[s.Technique]++; return r.step(s) })
			if err == nil && r.filled != 81 {
				t.Errorf("%s: solved with %d cells filled", p, r.filled)
			}
			if err != nil && (!errors.Is(err, sudoku.ErrGaveUp) || techniques == "se") {
				t.Errorf("%s: %v", p, err)
			}
		}
		t.Log(techniques, seen)
	}
}

// TestExplainVariants replays explanations of random puzzles of all geometries against their solutions.
func TestExplainVariants(t *testing.T) {
	for _, text := range rulestest.Variants {
		g := sudoku.MustGeometry(text)
		e, err := ladder.New("se", 12)
		if err != nil {
			t.Fatal(err)
		}
		e.Verbose = true
		ladder := teller{e}
		paper := paper.NewExplainer(4)
		for seed := range uint64(4) {
			p := rulestest.Random(g, seed, g.Cells()*2/3)
			for _, explainer := range []sudoku.Explainer{ladder, paper} {
				r := newReplay(t, p)
				if err := explainer.Explain(context.Background(), p, r.step); err != nil && !errors.Is(err, sudoku.ErrGaveUp) {
					t.Errorf("%s: %v", p, err)
				}
			}
		}
	}
}

// TestNestedChainsHaveTheirLinks explains puzzles that need chains within chains.
func TestNestedChainsHaveTheirLinks(t *testing.T) {
	if testing.Short() {
		t.Skip("chains within chains are slow")
	}
	e, err := ladder.New("se", 12)
	if err != nil {
		t.Fatal(err)
	}
	e.Verbose = true
	most := 0
	for _, text := range []string{
		"100000002090400050006000700050903000000070000000850040700000600030009080002000001",
	} {
		p := rulestest.Puzzle(t, text)
		r := newReplay(t, p)
		lost := 0
		err := teller{e}.Explain(t.Context(), p, func(s sudoku.Step) bool {
			for _, l := range s.Links {
				if l.Kind == sudoku.LostLink {
					lost++
				}
			}
			most = max(most, len(s.Links))
			return r.step(s)
		})
		if err != nil || lost == 0 {
			t.Errorf("%s: %d links of techniques within chains, %v", p, lost, err)
		}
	}
	t.Log("most links of a step:", most)
}

// TestListedSteps lists the steps at every point of explanations: each is sound, and the next one of the
// explanation is among them.
func TestListedSteps(t *testing.T) {
	e, err := ladder.New("se", 12)
	if err != nil {
		t.Fatal(err)
	}
	e.Verbose = true
	lister, err := ladder.New("se", 12)
	if err != nil {
		t.Fatal(err)
	}
	lister.Verbose = true
	seen := map[string]int{}
	for i, rec := range rulestest.Records(t, "graded/se121_half.tsv") {
		if i%100 != 0 {
			continue
		}
		p := rulestest.Puzzle(t, rec[1])
		r := newReplay(t, p)
		state := &sudoku.State{Puzzle: p, Values: p.Givens().Clone()}
		err := teller{e}.Explain(t.Context(), p, func(next sudoku.Step) bool {
			state.Candidates = slices.Clone(r.candidates)
			found := false
			err := teller{lister}.ListSteps(t.Context(), state, func(s sudoku.Step) bool {
				look := *r
				look.candidates = slices.Clone(r.candidates)
				look.step(s)
				seen[s.Technique]++
				found = found || conclusion(&s) == conclusion(&next)
				return true
			})
			if err != nil || !found {
				t.Errorf("%s: %s is not listed, %v: %s", p, next.Technique, err, next.Text)
			}
			for _, c := range next.Place {
				state.Values[c.Cell] = uint8(c.Digit)
			}
			return r.step(next)
		})
		if err != nil {
			t.Errorf("%s: %v", p, err)
		}
	}
	if len(seen) < 10 {
		t.Errorf("listed only %v", slices.Collect(maps.Keys(seen)))
	}
}

func TestListedStepsOfAStateThatIsWrong(t *testing.T) {
	e, err := ladder.New("se", 12)
	if err != nil {
		t.Fatal(err)
	}
	p := rulestest.Puzzle(t, "530070000600195000098000060800060003400803001700020006060000280000419005000080079")
	values := p.Givens().Clone()
	values[2] = 5
	for name, s := range map[string]*sudoku.State{
		"clash":         {Puzzle: p, Values: values},
		"no candidates": {Puzzle: p, Values: p.Givens(), Candidates: make([]sudoku.Digits, 81)},
	} {
		steps := 0
		err := teller{e}.ListSteps(t.Context(), s, func(sudoku.Step) bool { steps++; return true })
		if !errors.Is(err, sudoku.ErrGaveUp) || steps != 0 {
			t.Errorf("%s: %d steps, %v", name, steps, err)
		}
	}
	stopped := 0
	if err := (teller{e}).ListSteps(t.Context(), &sudoku.State{Puzzle: p, Values: p.Givens()},
		func(sudoku.Step) bool { stopped++; return false }); err != nil || stopped != 1 {
		t.Errorf("%d steps after the first was enough, %v", stopped-1, err)
	}
}
