package study

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// Trial puts metrics of graders to the test.
type Trial struct {
	Graders  []job.Plugin
	Options  runner.Options // Seed and Budget of grading
	Seed     uint64         // of generated puzzles, clues and images
	Progress work.Progress

	rng *rand.Rand
}

// Tally counts the pairs of puzzles that have a metric, and those that break a promise.
type Tally struct {
	Metric        string
	Pairs, Broken int
	OneSided      int // pairs of which only one puzzle has the metric
}

// People is what a metric says of the times that people took.
type People struct {
	Metric   string
	Spearman stats.Correlation
	Given    float64      // Spearman's, given the number of empty cells
	Better   stats.Better // than the simple baseline; zero if there is none, or some puzzles lack the metric

	Values, Seconds []float64 // of the puzzles
}

// ChainSteps is how many clues are added to each generated puzzle of a chain.
const ChainSteps = 12

// rounding is how far two values may be apart that differ by the order of additions alone.
const rounding = 1e-9

// tally compares pairs of grades metric by metric; metrics that no pair has are left out.
func (t *Trial) tally(pairs [][2]map[string]float64, broken func(m Metric, a, b float64) bool) (all []Tally) {
	for _, m := range t.metrics() {
		c := Tally{Metric: m.Name}
		for _, pair := range pairs {
			a, hasA := pair[0][m.Name]
			b, hasB := pair[1][m.Name]
			switch {
			case hasA && hasB:
				c.Pairs++
				if broken(m, a, b) {
					c.Broken++
				}
			case hasA != hasB:
				c.OneSided++
			}
		}
		if c.Pairs+c.OneSided > 0 {
			all = append(all, c)
		}
	}
	return all
}

func (t *Trial) metrics() []Metric {
	var infos []sudoku.Info
	for _, g := range t.Graders {
		infos = append(infos, g.Info())
	}
	return declared(infos)
}

func (t *Trial) random() *rand.Rand {
	if t.rng == nil {
		t.rng = rand.New(rand.NewPCG(t.Seed, 1))
	}
	return t.rng
}

// grades returns what all graders say of each puzzle.
func (t *Trial) grades(ctx context.Context, puzzles []*sudoku.Puzzle) ([]map[string]float64, error) {
	all := make([]map[string]float64, len(puzzles))
	for i := range all {
		all[i] = map[string]float64{}
	}
	for _, grader := range t.Graders {
		end := t.Progress.Stage(work.Begun{Stage: "grading", Plugin: grader.ID(), Total: int64(len(puzzles))})
		results, err := runner.GradeAll(ctx, grader, puzzles, t.Options, t.Progress.Step)
		end()
		if err != nil {
			return nil, err
		}
		for i, r := range results {
			for _, g := range r.Grades {
				all[i][g.Metric] = g.Value
			}
		}
	}
	return all, nil
}

// Chains makes minimal puzzles, adds clues of the solution one by one and counts how often a metric calls the puzzle
// with more clues harder, against equation 1 of Kranawetter & Geiger. The solver must be complete.
func (t *Trial) Chains(ctx context.Context, generator, solver job.Plugin, chains int) ([]Tally, error) {
	end := t.Progress.Stage(work.Begun{Stage: "generating", Plugin: generator.ID(), Total: int64(chains)})
	order := sudoku.Order{Geometry: sudoku.Classic(), Count: chains, Minimal: true, Seed: t.Seed}
	starts, err := runner.GenerateAll(ctx, generator, order, t.Progress.Step)
	end()
	if err != nil {
		return nil, err
	}
	solved, err := runner.SolveAll(ctx, solver, starts, runner.Options{Ask: sudoku.Ask{Limit: 1}}, nil)
	if err != nil {
		return nil, err
	}
	var puzzles []*sudoku.Puzzle
	for i, p := range starts {
		if len(solved[i].Solutions) == 0 {
			return nil, fmt.Errorf("solving generated puzzle %q: %s", p, solved[i].Verdict)
		}
		puzzles = append(puzzles, FillingChain(p, solved[i].Solutions[0], ChainSteps, t.random())...)
	}
	grades, err := t.grades(ctx, puzzles)
	if err != nil {
		return nil, err
	}
	var pairs [][2]map[string]float64
	for i := 1; i < len(grades); i++ {
		if i%(ChainSteps+1) != 0 {
			pairs = append(pairs, [2]map[string]float64{grades[i-1], grades[i]})
		}
	}
	return t.tally(pairs, func(m Metric, fewer, more float64) bool {
		return m.Direction.Sign()*(more-fewer) > rounding
	}), nil
}

// FillingChain returns p and up to length puzzles, each with one more digit of the solution than the one before.
func FillingChain(p *sudoku.Puzzle, solution sudoku.Grid, length int, rng *rand.Rand) []*sudoku.Puzzle {
	all := []*sudoku.Puzzle{p}
	givens := p.Givens()
	for _, cell := range rng.Perm(len(givens)) {
		if len(all) > length {
			break
		}
		if givens[cell] == 0 {
			givens = givens.Clone()
			givens[cell] = solution[cell]
			all = append(all, p.WithGivens(givens))
		}
	}
	return all
}

// Images draws puzzles of a library, grades an equivalent one beside each, and counts how often a metric tells them
// apart, against conjecture 1 of Zhai & Zhang. It returns the number of puzzles too.
func (t *Trial) Images(ctx context.Context, s *store.Store, f store.Filter, n int) ([]Tally, int, error) {
	ids, err := s.Random(ctx, f, n, t.Seed)
	if err != nil || len(ids) == 0 {
		return nil, 0, err
	}
	var puzzles []*sudoku.Puzzle
	for l, err := range s.List(ctx, store.Filter{IDs: ids}) {
		if err != nil {
			return nil, 0, err
		}
		p := l.Puzzle
		puzzles = append(puzzles, p, symmetry.RandomImage(p, t.random()))
	}
	grades, err := t.grades(ctx, puzzles)
	if err != nil {
		return nil, 0, err
	}
	var pairs [][2]map[string]float64
	for i := 0; i < len(grades); i += 2 {
		pairs = append(pairs, [2]map[string]float64{grades[i], grades[i+1]})
	}
	return t.tally(pairs, func(_ Metric, a, b float64) bool { return math.Abs(a-b) > rounding }), len(pairs), nil
}

// People compares metrics with the times that people took over puzzles, and all with a simple baseline if a rating of
// Sudoku Explainer, se, is among them.
func (t *Trial) People(ctx context.Context, puzzles []*sudoku.Puzzle, seconds []float64) ([]People, error) {
	grades, err := t.grades(ctx, puzzles)
	if err != nil {
		return nil, err
	}
	empty := make([]float64, len(puzzles))
	for i, p := range puzzles {
		empty[i] = float64(p.Geometry().Cells() - p.Clues())
	}
	columns := map[string][]float64{}
	for _, m := range t.metrics() {
		for _, g := range grades {
			v, ok := g[m.Name]
			if !ok {
				v = math.NaN()
			}
			columns[m.Name] = append(columns[m.Name], v)
		}
	}
	names := Names(t.metrics())
	if se := columns["se"]; se != nil && !slices.ContainsFunc(se, math.IsNaN) {
		if simple := baseline(puzzles, se, seconds); simple != nil {
			names, columns[Baseline] = append(names, Baseline), simple
		}
	}
	var all []People
	for _, name := range names {
		known := together(columns[name], seconds, empty)
		if len(known[0]) == 0 {
			continue
		}
		p := People{Metric: name, Spearman: stats.Correlated(known[0], known[1]),
			Given: stats.Partial(known[0], known[1], known[2]), Values: known[0], Seconds: known[1]}
		if simple := columns[Baseline]; simple != nil && name != Baseline && len(known[0]) == len(puzzles) &&
			!math.IsNaN(p.Spearman.R) {
			p.Better = stats.BetterThan(columns[name], simple, seconds)
		}
		all = append(all, p)
	}
	return all, nil
}
