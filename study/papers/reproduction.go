package papers

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study/papers/journal"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// reproduction is the reproduction of a paper under way.
type reproduction struct {
	Request
	progress work.Progress
	show     func(any) error
	journal  *journal.Journal // nil: nothing is kept
	opened   map[string]job.Plugin
}

// stage opens a stage of some steps, if there are any, and returns what closes it.
func (s *reproduction) stage(name string, plugin job.Plugin, steps int) (end func()) {
	if steps == 0 {
		return func() {}
	}
	return s.progress.Stage(work.Begun{Stage: name, Plugin: plugin.ID(), Total: int64(steps)})
}

// open opens a plugin with the settings that the study chooses and those of the request, once.
func (s *reproduction) open(ctx context.Context, id string, chosen map[string]any) (job.Plugin, error) {
	settings := maps.Clone(s.Settings[id])
	if settings == nil {
		settings = map[string]any{}
	}
	maps.Copy(settings, chosen)
	key := id + fmt.Sprint(settings)
	if p := s.opened[key]; p != nil {
		return p, nil
	}
	p, err := s.Open(ctx, id, settings)
	if err == nil {
		s.opened[key] = p
	}
	return p, err
}

// sample returns the puzzles of a sample whose comments contain a text.
func (s *reproduction) sample(ctx context.Context, name, part string) ([]*sudoku.Puzzle, error) {
	in, err := input.Parse(input.SamplePrefix+name, nil)
	if err != nil {
		return nil, err
	}
	var found []*sudoku.Puzzle
	for r, err := range in.Records(ctx) {
		if err != nil {
			return nil, err
		}
		if strings.Contains(r.Puzzle.Comment, part) {
			found = append(found, r.Puzzle)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no puzzle of sample:%s has %q in its comment", name, part)
	}
	return found, nil
}

// generate makes puzzles with one solution, of 9×9 cells unless the order says otherwise.
func (s *reproduction) generate(ctx context.Context, o sudoku.Order) ([]*sudoku.Puzzle, error) {
	return s.generateWith(ctx, map[string]any{"method": "carve"}, o)
}

// generateWith makes puzzles by plugin generate with settings, of 9×9 cells unless the order says otherwise.
func (s *reproduction) generateWith(ctx context.Context, settings map[string]any, o sudoku.Order) ([]*sudoku.Puzzle, error) {
	plugin, err := s.open(ctx, "generate", settings)
	if err != nil {
		return nil, err
	}
	if o.Geometry == nil {
		o.Geometry = sudoku.Classic()
	}
	if s.journal == nil {
		return s.make(ctx, plugin, o)
	}
	return s.journal.Generated(plugin, o, func() ([]*sudoku.Puzzle, error) { return s.make(ctx, plugin, o) })
}

func (s *reproduction) make(ctx context.Context, plugin job.Plugin, o sudoku.Order) ([]*sudoku.Puzzle, error) {
	defer s.stage("generating", plugin, o.Count)()
	var made []*sudoku.Puzzle
	_, err := plugin.Generate(ctx, o, func(p *sudoku.Puzzle) bool {
		made = append(made, p)
		s.progress.Report(work.Advanced(1))
		return len(made) < o.Count
	})
	return made, err
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
func (s *reproduction) levels(ctx context.Context, o sudoku.Order, clues []clueLevel) ([]level, error) {
	var all []level
	for i, c := range clues {
		o.CluesMin, o.CluesMax = c.min, c.max
		o.Seed = s.Seed + uint64(i)<<32
		puzzles, err := s.generate(ctx, o)
		if err != nil {
			return nil, fmt.Errorf("generating level %q: %w", c.name, err)
		}
		all = append(all, level{c.name, puzzles})
	}
	return all, nil
}

// solve returns the results of one plugin for puzzles, one after the other, in their order.
func (s *reproduction) solve(ctx context.Context, p job.Plugin, title string, puzzles []*sudoku.Puzzle,
	o runner.Options) ([]sudoku.Result, error) {
	o.Workers = 1
	if o.Seed == 0 {
		o.Seed = s.Seed
	}
	defer s.stage(title, p, len(puzzles))()
	results := make([]sudoku.Result, len(puzzles))
	err := p.Solve(ctx, runner.Numbered(puzzles), o, func(i uint64, r sudoku.Result) error {
		results[i] = r
		s.progress.Report(work.Advanced(1))
		return nil
	})
	return results, err
}

// solveOnce is solve for what takes long: answers that the journal holds are not computed again, and new ones are kept.
func (s *reproduction) solveOnce(ctx context.Context, p job.Plugin, title string, puzzles []*sudoku.Puzzle,
	o runner.Options) ([]sudoku.Result, error) {
	if s.journal == nil {
		return s.solve(ctx, p, title, puzzles, o)
	}
	o.Workers, o.Seed = 1, cmp.Or(o.Seed, s.Seed)
	program, keys := journal.Identity(p), make([]string, len(puzzles))
	results, known := make([]sudoku.Result, len(puzzles)), make([]bool, len(puzzles))
	left := len(puzzles)
	for i, puzzle := range puzzles {
		keys[i] = journal.Question(program, puzzle, o)
		if results[i], known[i] = s.journal.Answer(keys[i], puzzle); known[i] {
			left--
		}
	}
	defer s.stage(title, p, left)()
	missing := func(yield func(runner.Item, error) bool) {
		for i, puzzle := range puzzles {
			if !known[i] && !yield(runner.Item{Number: uint64(i), Puzzle: puzzle}, nil) {
				return
			}
		}
	}
	err := p.Solve(ctx, missing, o, func(i uint64, r sudoku.Result) error {
		results[i] = r
		s.progress.Report(work.Advanced(1))
		return s.journal.Keep(keys[i], r)
	})
	return results, err
}

// steadyRounds is how often a puzzle is solved to find its median time.
const steadyRounds = 5

// steadySolve solves puzzles several times over and keeps for each the result of median time. Once will do if no time is
// wanted.
func (s *reproduction) steadySolve(ctx context.Context, p job.Plugin, puzzles []*sudoku.Puzzle,
	o runner.Options) ([]sudoku.Result, error) {
	rounds, wanted := make([][]sudoku.Result, len(puzzles)), steadyRounds
	if s.Untimed {
		wanted = 1
	}
	for range wanted {
		results, err := s.solve(ctx, p, "solving with "+p.ID(), puzzles, o)
		if err != nil {
			return nil, err
		}
		for i, r := range results {
			rounds[i] = append(rounds[i], r)
		}
	}
	var steady []sudoku.Result
	for _, round := range rounds {
		slices.SortFunc(round, func(a, b sudoku.Result) int {
			return cmp.Compare(a.Stats.Elapsed,
				b.Stats.Elapsed)
		})
		steady = append(steady, round[len(round)/2])
	}
	return steady, nil
}

// grade returns the grades of one plugin for puzzles by the names of the metrics.
func (s *reproduction) grade(ctx context.Context, p job.Plugin,
	puzzles []*sudoku.Puzzle) ([]map[string]float64, error) {
	defer s.stage("grading", p, len(puzzles))()
	grades := make([]map[string]float64, len(puzzles))
	err := p.Grade(ctx, runner.Numbered(puzzles), runner.Options{Ask: sudoku.Ask{Seed: s.Seed}}, func(i uint64, g sudoku.Result) error {
		grades[i] = map[string]float64{}
		for _, grade := range g.Grades {
			grades[i][grade.Metric] = grade.Value
		}
		s.progress.Report(work.Advanced(1))
		return g.Err
	})
	return grades, err
}

// count returns the number of generated puzzles in a level: the request's, or that of the paper.
func (s *reproduction) count(paper int) int { return cmp.Or(s.PerLevel, paper) }
