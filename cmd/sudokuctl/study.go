package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// study is what the reproduction of a paper works with: plugins with the settings of the paper, puzzles,
// tables.
type study struct {
	app *app.App
	paperOptions
	name    string // of the paper
	out     *tables
	journal *journal // nil: nothing is kept
}

// open opens a plugin with these settings instead of those of the config.
func (s *study) open(ctx context.Context, id string, settings map[string]any) (*host.Plugin, error) {
	c := s.app.Config.Plugin(id)
	c.Settings, c.Disabled = settings, false
	return s.app.Host().Open(ctx, c)
}

// sample returns the puzzles of a sample whose comments contain a text.
func (s *study) sample(ctx context.Context, name, part string) ([]*sudoku.Puzzle, error) {
	in, err := s.app.Puzzles([]string{work.SamplePrefix + name})
	if err != nil {
		return nil, err
	}
	var found []*sudoku.Puzzle
	err = in.Each(ctx, func(p *sudoku.Puzzle) bool {
		if strings.Contains(p.Comment, part) {
			found = append(found, p)
		}
		return true
	})
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("no puzzle of sample:%s has %q in its comment", name, part)
	}
	return found, err
}

// generate makes puzzles of 9×9 cells.
func (s *study) generate(ctx context.Context, o sudoku.Order) ([]*sudoku.Puzzle, error) {
	plugin, err := s.open(ctx, "generate", nil)
	if err != nil {
		return nil, err
	}
	o.Geometry = sudoku.MustGeometry("9")
	if s.journal == nil {
		return s.make(ctx, plugin, o)
	}
	return s.journal.generated(plugin, o, func() ([]*sudoku.Puzzle, error) { return s.make(ctx, plugin, o) })
}

func (s *study) make(ctx context.Context, plugin *host.Plugin, o sudoku.Order) ([]*sudoku.Puzzle, error) {
	bar := s.app.Progress("generating", int64(o.Count))
	defer bar.End()
	var made []*sudoku.Puzzle
	_, err := plugin.Generate(ctx, o, func(p *sudoku.Puzzle) bool {
		made = append(made, p)
		bar.Add(1)
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
func (s *study) levels(ctx context.Context, o sudoku.Order, clues []clueLevel) ([]level, error) {
	var all []level
	for i, c := range clues {
		o.CluesMin, o.CluesMax = c.min, c.max
		o.Seed = s.seed + uint64(i)<<32
		puzzles, err := s.generate(ctx, o)
		if err != nil {
			return nil, fmt.Errorf("generating level %q: %w", c.name, err)
		}
		all = append(all, level{c.name, puzzles})
	}
	return all, nil
}

// solve returns the results of one plugin for puzzles, one after the other, in their order.
func (s *study) solve(ctx context.Context, p *host.Plugin, title string, puzzles []*sudoku.Puzzle,
	o host.SolveOptions) ([]sudoku.Result, error) {
	o.Workers = 1
	if o.Seed == 0 {
		o.Seed = s.seed
	}
	bar := s.app.Progress(title, int64(len(puzzles)))
	defer bar.End()
	results := make([]sudoku.Result, len(puzzles))
	err := p.Solve(ctx, host.Numbered(puzzles), o, func(i uint64, r sudoku.Result) error {
		results[i] = r
		bar.Add(1)
		return nil
	})
	return results, err
}

// solveOnce is solve for what takes long: answers that the journal holds are not computed again, and new ones
// are kept.
func (s *study) solveOnce(ctx context.Context, p *host.Plugin, title string, puzzles []*sudoku.Puzzle,
	o host.SolveOptions) ([]sudoku.Result, error) {
	if s.journal == nil {
		return s.solve(ctx, p, title, puzzles, o)
	}
	o.Workers, o.Seed = 1, cmp.Or(o.Seed, s.seed)
	program, keys := identity(p), make([]string, len(puzzles))
	results, known := make([]sudoku.Result, len(puzzles)), make([]bool, len(puzzles))
	bar := s.app.Progress(title, int64(len(puzzles)))
	defer bar.End()
	for i, puzzle := range puzzles {
		keys[i] = question(program, puzzle, o)
		if results[i], known[i] = s.journal.answer(keys[i], puzzle); known[i] {
			bar.Skip(1)
		}
	}
	missing := func(yield func(host.Item, error) bool) {
		for i, puzzle := range puzzles {
			if !known[i] && !yield(host.Item{Number: uint64(i), Puzzle: puzzle}, nil) {
				return
			}
		}
	}
	err := p.Solve(ctx, missing, o, func(i uint64, r sudoku.Result) error {
		results[i] = r
		bar.Add(1)
		return s.journal.keep(keys[i], r)
	})
	return results, err
}

// steadyRounds is how often a puzzle is solved to find its median time.
const steadyRounds = 5

// steadySolve solves puzzles several times over and keeps for each the result of median time.
func (s *study) steadySolve(ctx context.Context, p *host.Plugin, puzzles []*sudoku.Puzzle,
	o host.SolveOptions) ([]sudoku.Result, error) {
	rounds := make([][]sudoku.Result, len(puzzles))
	for range steadyRounds {
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
func (s *study) grade(ctx context.Context, p *host.Plugin,
	puzzles []*sudoku.Puzzle) ([]map[string]float64, error) {
	bar := s.app.Progress("grading", int64(len(puzzles)))
	defer bar.End()
	grades := make([]map[string]float64, len(puzzles))
	err := p.Grade(ctx, host.Numbered(puzzles), host.SolveOptions{Ask: sudoku.Ask{Seed: s.seed}}, func(i uint64, g sudoku.Result) error {
		grades[i] = map[string]float64{}
		for _, grade := range g.Grades {
			grades[i][grade.Metric] = grade.Value
		}
		bar.Add(1)
		return g.Err
	})
	return grades, err
}

func (s *study) makeFolder() error {
	if err := os.MkdirAll(s.svg, 0o755); err != nil {
		return fmt.Errorf("making the folder for pictures: %w", err)
	}
	return nil
}

// draw writes a picture if pictures are wanted.
func (s *study) draw(title string, p *picture.Picture) error {
	if s.svg == "" {
		return nil
	}
	return screen.DrawTo(s.app, filepath.Join(s.svg, s.name+"-"+title+".svg"), p)
}

// count returns the number of generated puzzles in a level: the flag's, or that of the paper.
func (s *study) count(paper int) int {
	if s.perLevel > 0 {
		return s.perLevel
	}
	return paper
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
