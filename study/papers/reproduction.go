package papers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// reproduction is the reproduction of a paper under way.
type reproduction struct {
	Request
	progress work.Progress
	show     func(any) error
	journal  *journal // nil: nothing is kept
	opened   map[string]job.Plugin
}

// stage opens a stage of some steps, if there are any, and returns what closes it.
func (s *reproduction) stage(name string, plugin job.Plugin, steps int) (end func()) {
	if steps == 0 {
		return func() {}
	}
	return s.progress.Stage(work.Begun{Stage: name, Plugin: plugin.ID(), Total: int64(steps)})
}

// failure ends a reproduction. Its steps build on each other, so none goes on after an error: they hand it to check or must,
// and Reproduce returns it.
type failure struct{ error }

// check ends the reproduction if there is an error.
func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// must returns a value that came without an error.
func must[T any](v T, err error) T {
	check(err)
	return v
}

// end makes an error of a failure.
func end(err *error) {
	switch cause := recover().(type) {
	case nil:
	case failure:
		*err = cause.error
	default:
		panic(cause)
	}
}

// open opens a plugin with the settings that the study chooses and those of the request, once.
func (s *reproduction) open(ctx context.Context, id string, chosen map[string]any) job.Plugin {
	settings := maps.Clone(s.Settings[id])
	if settings == nil {
		settings = map[string]any{}
	}
	maps.Copy(settings, chosen)
	key := id + fmt.Sprint(settings)
	if s.opened[key] == nil {
		s.opened[key] = must(s.Open(ctx, id, settings))
	}
	return s.opened[key]
}

// openWith is open with one setting, "" for none.
func (s *reproduction) openWith(ctx context.Context, id, setting, value string) job.Plugin {
	if setting == "" {
		return s.open(ctx, id, nil)
	}
	return s.open(ctx, id, map[string]any{setting: value})
}

// sample returns the puzzles of a sample whose comments contain a text.
func (s *reproduction) sample(ctx context.Context, name, part string) (found []*sudoku.Puzzle) {
	for r, err := range must(input.Parse(input.SamplePrefix+name, nil)).Records(ctx) {
		check(err)
		if strings.Contains(r.Puzzle.Comment, part) {
			found = append(found, r.Puzzle)
		}
	}
	if len(found) == 0 {
		check(fmt.Errorf("no puzzle of sample:%s has %q in its comment", name, part))
	}
	return found
}

// carved are the settings of plugin generate for puzzles as people know them.
var carved = map[string]any{"method": "carve"}

// generate makes carved puzzles, of 9×9 cells unless the order says otherwise.
func (s *reproduction) generate(ctx context.Context, o sudoku.Order) []*sudoku.Puzzle {
	return must(s.generateWith(ctx, carved, o))
}

// generateWith makes puzzles by plugin generate with settings, of 9×9 cells unless the order says otherwise. With an error come
// those that were made before it.
func (s *reproduction) generateWith(ctx context.Context, settings map[string]any, o sudoku.Order) (made []*sudoku.Puzzle, err error) {
	plugin := s.open(ctx, "generate", settings)
	if o.Geometry == nil {
		o.Geometry = sudoku.Classic()
	}
	plain := o
	plain.Geometry = nil
	key := keyOf("generate", identity(plugin), o.Geometry.String(), plain)
	var texts []string
	if s.journal.get(key, &texts) {
		for _, text := range texts {
			made = append(made, must(sudoku.ParsePuzzle(text)))
		}
		return made, nil
	}
	defer s.stage("generating", plugin, o.Count)()
	if made, err = runner.GenerateAll(ctx, plugin, o, s.progress.Step); err != nil {
		return made, fmt.Errorf("generating puzzles of %s: %w", o.Geometry, err)
	}
	for _, p := range made {
		texts = append(texts, p.String())
	}
	return made, s.journal.put(key, texts)
}

// level is a set of puzzles of equal difficulty in the eyes of a paper.
type level struct {
	name    string
	puzzles []*sudoku.Puzzle
}

// clueLevel says how many clues the puzzles of a level have.
type clueLevel struct {
	name     string
	min, max int
}

// levels generates count puzzles for each level; the order says what they have in common.
func (s *reproduction) levels(ctx context.Context, o sudoku.Order, clues []clueLevel) (all []level) {
	for i, c := range clues {
		o.CluesMin, o.CluesMax = c.min, c.max
		o.Seed = s.Seed + uint64(i)<<32
		all = append(all, level{c.name, s.generate(ctx, o)})
	}
	return all
}

// solve returns the results of one plugin for puzzles, one after the other, in their order.
func (s *reproduction) solve(ctx context.Context, p job.Plugin, title string, puzzles []*sudoku.Puzzle, o runner.Options) []sudoku.Result {
	o.Workers, o.Seed = 1, cmp.Or(o.Seed, s.Seed)
	defer s.stage(title, p, len(puzzles))()
	return must(runner.SolveAll(ctx, p, puzzles, o, s.progress.Step))
}

// answer is what a journal keeps of a result.
type answer struct {
	Verdict   sudoku.Verdict
	Count     int64
	Solutions []sudoku.Grid
	Stats     sudoku.Stats
}

// solveOnce is solve for what takes long: answers that the journal holds are not computed again, and new ones are kept, unless
// they say nothing of the algorithm, as they were broken off or are faults.
func (s *reproduction) solveOnce(ctx context.Context, p job.Plugin, title string, puzzles []*sudoku.Puzzle, o runner.Options) []sudoku.Result {
	o.Workers, o.Seed = 1, cmp.Or(o.Seed, s.Seed)
	program, keys := identity(p), make([]string, len(puzzles))
	results := make([]sudoku.Result, len(puzzles))
	var missing []int
	for i, puzzle := range puzzles {
		var a answer
		keys[i] = keyOf("solve", program, puzzle.String(), o.Limit, o.Seed, o.Timeout, o.CountOnly)
		if s.journal.get(keys[i], &a) {
			results[i] = sudoku.Result{Puzzle: puzzle, Verdict: a.Verdict, Count: a.Count, Solutions: a.Solutions, Stats: a.Stats}
		} else {
			missing = append(missing, i)
		}
	}
	defer s.stage(title, p, len(missing))()
	asked := func(yield func(runner.Item, error) bool) {
		for _, i := range missing {
			if !yield(runner.Item{Number: uint64(i), Puzzle: puzzles[i]}, nil) {
				return
			}
		}
	}
	check(p.Solve(ctx, asked, o, func(i uint64, r sudoku.Result) error {
		results[i] = r
		s.progress.Step()
		if errors.Is(r.Err, context.Canceled) || r.Verdict > sudoku.Unsupported {
			return nil
		}
		return s.journal.put(keys[i], answer{r.Verdict, r.Count, r.Solutions, r.Stats})
	}))
	return results
}

// steadyRounds is how often a puzzle is solved to find its median time.
const steadyRounds = 5

// steadySolve solves puzzles several times over and keeps for each the result of median time. Once will do if no time is
// wanted.
func (s *reproduction) steadySolve(ctx context.Context, p job.Plugin, puzzles []*sudoku.Puzzle, o runner.Options) (steady []sudoku.Result) {
	rounds, wanted := make([][]sudoku.Result, len(puzzles)), steadyRounds
	if s.Untimed {
		wanted = 1
	}
	for range wanted {
		for i, r := range s.solve(ctx, p, "solving with "+p.ID(), puzzles, o) {
			rounds[i] = append(rounds[i], r)
		}
	}
	for _, round := range rounds {
		slices.SortFunc(round, func(a, b sudoku.Result) int { return cmp.Compare(a.Stats.Elapsed, b.Stats.Elapsed) })
		steady = append(steady, round[len(round)/2])
	}
	return steady
}

// grade returns the grades of one plugin for puzzles by the names of the metrics.
func (s *reproduction) grade(ctx context.Context, p job.Plugin, puzzles []*sudoku.Puzzle) []map[string]float64 {
	defer s.stage("grading", p, len(puzzles))()
	grades := make([]map[string]float64, len(puzzles))
	o := runner.Options{Ask: runner.Ask{Seed: s.Seed}}
	for i, r := range must(runner.GradeAll(ctx, p, puzzles, o, s.progress.Step)) {
		check(r.Err)
		grades[i] = map[string]float64{}
		for _, g := range r.Grades {
			grades[i][g.Metric] = g.Value
		}
	}
	return grades
}

// unique says of each puzzle whether it has one solution.
func (s *reproduction) unique(ctx context.Context, title string, puzzles []*sudoku.Puzzle) []bool {
	o := runner.Options{CountOnly: true, Ask: runner.Ask{Limit: 2}}
	unique := make([]bool, len(puzzles))
	for i, r := range s.solve(ctx, s.open(ctx, "entropybt", nil), title, puzzles, o) {
		unique[i] = r.Count == 1
	}
	return unique
}

// count returns the number of generated puzzles in a level: the request's, or that of the paper.
func (s *reproduction) count(paper int) int { return cmp.Or(s.PerLevel, paper) }

// table shows a table.
func (s *reproduction) table(t *Table) {
	check(t.check())
	if s.Untimed {
		t = t.withoutTimes()
	}
	check(s.show(t))
}

// draw shows a picture if pictures are wanted.
func (s *reproduction) draw(name string, p *picture.Picture) {
	if s.Drawings {
		check(s.show(&Drawing{Name: name, Picture: p}))
	}
}

// milliseconds returns the times inside the algorithm.
func milliseconds(results []sudoku.Result) []float64 {
	var all []float64
	for i := range results {
		all = append(all, float64(results[i].Stats.Elapsed)/float64(time.Millisecond))
	}
	return all
}

// measure returns one measure of all results; an algorithm that does not report it counts as 0.
func measure(results []sudoku.Result, name string) []float64 {
	all := make([]float64, len(results))
	for i := range results {
		for _, m := range results[i].Stats.Extra {
			if m.Name == name {
				all[i] = m.Value
			}
		}
	}
	return all
}

// solved returns how many results hold a solution.
func solved(results []sudoku.Result) int {
	n := 0
	for i := range results {
		if results[i].Count > 0 {
			n++
		}
	}
	return n
}

// span writes least, greatest and mean value: "3.02-4.52 (3.22)".
func span(values []float64) string {
	return fmt.Sprintf("%s-%s (%s)", stats.Figure(slices.Min(values)), stats.Figure(slices.Max(values)),
		stats.Figure(stats.Mean(values)))
}
