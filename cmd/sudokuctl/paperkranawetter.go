package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/bench"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// kranawetterMetrics are the metrics of Kranawetter & Geiger 2013, exact and as printed; the first three of the
// figures are those of Figs. 4, 5 and 6.
var kranawetterMetrics = []struct{ name, figure string }{
	{"r_average", "fig4"}, {"r_ge2", "fig5"}, {"r_bipart", "fig6"},
	{"r_average_mean", ""}, {"r_ge2_clues", ""}, {"r_bipart_paper", ""},
}

// easiest is the share of the removable givens that is removed at difficulty 0: it leaves about 41.
const easiest = 0.7

// kranawetter reproduces Figs. 4 to 6, and measures what the paper could not: the exact optimum, and equation 1.
func (s *study) kranawetter(ctx context.Context) error {
	grader, err := s.open(ctx, "redundancy", map[string]any{"metrics": "all"})
	if err != nil {
		return err
	}
	if err := s.kranawetterSix(ctx, grader); err != nil {
		return err
	}
	var n []float64
	var puzzles []*sudoku.Puzzle
	for i := range s.puzzles {
		n = append(n, float64(i)/float64(s.puzzles-1))
		made, err := s.generate(ctx, sudoku.Order{Count: 1, Seed: s.seed + uint64(i), HasDifficulty: true,
			Difficulty: easiest + (1-easiest)*n[i]})
		if err != nil {
			return err
		}
		puzzles = append(puzzles, made...)
	}
	grades, err := s.grade(ctx, grader, puzzles)
	if err != nil {
		return err
	}
	return firstError(s.kranawetterFigures(n, puzzles, grades), s.kranawetterHeuristic(puzzles, grades),
		s.kranawetterChains(ctx, grader, puzzles))
}

func (s *study) kranawetterSix(ctx context.Context, grader *host.Plugin) error {
	t := &paperTable{Title: "Six puzzles (the paper prints no values)", Columns: []string{"puzzle", "clues"}}
	for _, m := range kranawetterMetrics {
		t.Columns = append(t.Columns, m.name)
	}
	for _, w := range []struct{ name, sample, comment string }{
		{"Rodríguez Fig. 1", "papers", "Rodríguez-Vázquez 2018, Fig. 1"}, {"Zhai A", "papers", "Fig. 1-A"},
		{"Zhai B", "papers", "Fig. 1-B"}, {"Zhai C", "papers", "Fig. 1-C"}, {"Maji Fig. 4", "papers", "Maji & Pal 2010, Fig. 4"},
		{"AI Escargot", "famous", "AI Escargot"},
	} {
		puzzles, err := s.sample(ctx, w.sample, w.comment)
		if err != nil {
			return err
		}
		grades, err := s.grade(ctx, grader, puzzles)
		if err != nil {
			return err
		}
		cells := []string{w.name, fmt.Sprint(puzzles[0].Clues())}
		for _, m := range kranawetterMetrics {
			cells = append(cells, fmt.Sprintf("%.4f", grades[0][m.name]))
		}
		t.row(cells...)
	}
	return s.out.show(t)
}

// kranawetterFigures correlates the metrics with the difficulty n and with the number of clues, and draws them.
func (s *study) kranawetterFigures(n []float64, puzzles []*sudoku.Puzzle, grades []map[string]float64) error {
	t := &paperTable{Title: fmt.Sprintf("Figs. 4-6: %d puzzles of difficulty n in [0,1]; Spearman", len(puzzles)),
		Columns: []string{"metric", "with n", "with clues", "least-greatest (mean)"}}
	var clues []float64
	for _, p := range puzzles {
		clues = append(clues, float64(p.Clues()))
	}
	for _, m := range kranawetterMetrics {
		values := column(grades, m.name)
		t.row(m.name, fmt.Sprintf("%.3f", bench.Spearman(n, values)), fmt.Sprintf("%.3f", bench.Spearman(clues, values)),
			span(values))
		if m.figure == "" {
			continue
		}
		err := s.draw(m.figure, bench.Scatter(bench.Chart{Title: m.name + " against difficulty", XLabel: "n", YLabel: m.name},
			bench.Series{Name: m.name, X: n, Y: values}))
		if err != nil {
			return err
		}
	}
	t.note("The paper shows 3,000 puzzles of Wang's generator as scatter plots, without numbers. Here n runs from %.0f %% of the",
		100*easiest)
	t.note("removable givens removed to all: it decides how many clues are left, and the metrics follow the clues.")
	return s.out.show(t)
}

func column(grades []map[string]float64, metric string) []float64 {
	var values []float64
	for _, g := range grades {
		values = append(values, g[metric])
	}
	return values
}

// kranawetterHeuristic tells how often the paper's heuristic misses the maximum of equation 3.
func (s *study) kranawetterHeuristic(puzzles []*sudoku.Puzzle, grades []map[string]float64) error {
	t := &paperTable{Title: "Equation 3: the paper's heuristic beside the proved maximum",
		Columns: []string{"clues", "puzzles", "proved", "missed", "mean loss where missed, %"}}
	for low := 17; low < 81; low += 6 {
		count, proved, missed, loss := 0, 0, 0, 0.0
		for i, p := range puzzles {
			if p.Clues() < low || p.Clues() >= low+6 {
				continue
			}
			count++
			best, found := grades[i]["r_bipart"], grades[i]["r_bipart_paper"]
			if best != grades[i]["r_bipart_bound"] {
				continue
			}
			proved++
			if found < best {
				missed++
				loss += (best - found) / best
			}
		}
		if count > 0 {
			t.row(fmt.Sprintf("%d-%d", low, low+5), fmt.Sprint(count), fmt.Sprint(proved), fmt.Sprint(missed),
				figure(100*loss/float64(missed)))
		}
	}
	t.note("The paper could prove the maximum on 4×4 grids only.")
	return s.out.show(t)
}

// kranawetterChains adds clues of the solution one by one and counts how often a metric calls that harder.
func (s *study) kranawetterChains(ctx context.Context, grader *host.Plugin, puzzles []*sudoku.Puzzle) error {
	const most, length = 60, 10
	starts := puzzles[max(0, len(puzzles)-most):]
	solver, err := s.open(ctx, "entropybt", nil)
	if err != nil {
		return err
	}
	results, err := s.solve(ctx, solver, "solving", starts, host.SolveOptions{Limit: 1})
	if err != nil {
		return err
	}
	var chains []*sudoku.Puzzle
	for i, r := range results {
		chains = append(chains, fillingChain(starts[i], r.Solutions[0], length, rand.New(rand.NewPCG(s.seed, uint64(i))))...)
	}
	grades, err := s.grade(ctx, grader, chains)
	if err != nil {
		return err
	}
	t := &paperTable{Title: "Equation 1: a clue more must not be harder", Columns: []string{"metric", "steps", "violated"}}
	for _, m := range kranawetterMetrics {
		steps, violated := 0, 0
		for i := range grades {
			if i%(length+1) == 0 {
				continue
			}
			steps++
			if grades[i][m.name] < grades[i-1][m.name]-1e-12 {
				violated++
			}
		}
		t.row(m.name, fmt.Sprint(steps), fmt.Sprint(violated))
	}
	return s.out.show(t)
}

// fillingChain returns a puzzle and its next ones, each with a random clue of the solution more.
func fillingChain(p *sudoku.Puzzle, solution sudoku.Grid, length int, rng *rand.Rand) []*sudoku.Puzzle {
	all := []*sudoku.Puzzle{p}
	givens := p.Givens
	for _, cell := range rng.Perm(len(givens)) {
		if len(all) > length {
			break
		}
		if givens[cell] == 0 {
			givens = givens.Clone()
			givens[cell] = solution[cell]
			all = append(all, &sudoku.Puzzle{Geometry: p.Geometry, Givens: givens, Name: p.Name})
		}
	}
	return all
}
