package rate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/paper"
)

// grader rates puzzles on the scale of Sudoku Explainer and, if hodoku is set, of HoDoKu, and by the
// paper's count of empty cells.
type grader struct {
	*rater
	hodoku *scorer // nil unless it is asked for
	people forecaster
	counts *tally // nil if no technique is counted
	qqwing *qqwingGrader
}

// NewGrader returns the grader that the settings ask for. One that measures a single metric is faster than the one for
// all.
func NewGrader(s Settings) (sudoku.Grader, error) {
	switch s.Metrics {
	case "se":
		return seGrader{newRater(s.UpTo, s.StopAt)}, nil
	case "qqwing_level":
		return newQqwingGrader(), nil
	case "variant_step":
		return newStepGrader(s.UpTo, s.StopAt), nil
	}
	g := &grader{rater: newRater(s.UpTo, 0), qqwing: newQqwingGrader()}
	if s.HoDoKu {
		g.hodoku = newScorer()
	}
	var err error
	g.counts, err = newTally(s)
	return g, err
}

// Metrics are the metrics that the grader declares, in the order in which they are shown.
var Metrics = []sudoku.Metric{
	{Name: "se", Min: 1, Max: 12, HigherIsHarder: true, Source: "Sudoku Explainer 1.2.1, ER",
		Summary: "rating of the hardest step; the label is its technique", Labels: ladder.HintNames,
		Alone: map[string]any{"metrics": "se"}, Ceiling: "stop_at", Bound: "se_bound"},
	{Name: "se_ep", Min: 1, Max: 12, HigherIsHarder: true, Source: "Sudoku Explainer 1.2.1, EP (pearl)",
		Summary: "hardest step up to and including the first that places a digit"},
	{Name: "se_ed", Min: 1, Max: 12, HigherIsHarder: true, Source: "Sudoku Explainer 1.2.1, ED (diamond)",
		Summary: "rating of the first step"},
	{Name: "se_reached", Min: 0, Max: 12, HigherIsHarder: true, Source: "Sudoku Explainer 1.2.1",
		Summary: "hardest step reached in a puzzle that has no se; the label says why: beyond (the ladder), multiple or impossible (solutions), timeout, full (every cell)",
		Labels:  []string{"beyond", "multiple", "impossible", "timeout", "full"}},
	{Name: "se_bound", Min: 0, Max: 12, HigherIsHarder: true, Source: "Sudoku Explainer 1.2.1",
		Summary: "se is at least this: with the setting stop_at, instead of se"},
	{Name: "qqwing_level", Min: 1, Max: 4, HigherIsHarder: true, Source: "qqwing 1.3.4",
		Summary: "1 simple: naked singles; 2 easy: hidden singles too; 3 intermediate: locked candidates, pairs; 4 expert",
		Labels:  qqwingLevels[:], Alone: map[string]any{"metrics": "qqwing_level"}},
	{Name: "techniques", Min: 1, Max: 100, Source: "Sudoku Explainer 1.2.1, the steps behind se or variant_step",
		Summary: "how many techniques its ladder used; the label lists them in its order, joined by commas",
		Labels:  variantNames()},
	{Name: "hodoku", Min: 0, Max: math.Inf(1), HigherIsHarder: true, Source: "HoDoKu 2.2 (B. Hobiger), default scores",
		Summary: "sum of the scores of HoDoKu's steps; the label is its level", Labels: ladder.HodokuLevels[:]},
	{Name: "human_seconds", Min: 0, Max: math.Inf(1), HigherIsHarder: true, Unit: "s",
		Source:  "fitted on people's mean times for 800 puzzles (Wang 2024)",
		Summary: "time that people are likely to take over a classic 9×9 puzzle, the only kind the model was fitted on; the label is human_level's",
		Labels:  humanLabels()},
	{Name: "human_level", Min: 1, Max: 5, HigherIsHarder: true, Source: "human_seconds, in fifths of the same puzzles",
		Summary: "1 gentle, 2 light, 3 moderate, 4 demanding, 5 hard", Labels: humanLabels()},
	{Name: "human_relative", Min: 0, Max: math.Inf(1), HigherIsHarder: true,
		Source:  "fitted on D_TO (Wang 2024) of 177 puzzles",
		Summary: "the same prediction on the scale of D_TO, about 0.9 for a usual puzzle"},
	{Name: "human_technique", Min: 0, Max: math.Inf(1), HigherIsHarder: true, Unit: "s",
		Source:  "human_seconds, against the same puzzle if hidden singles were the hardest step",
		Summary: "of human_seconds, what the hardest technique costs; the label is the technique",
		Labels:  ladder.HintNames},
	{Name: "variant_step", Min: 1, Max: 12, HigherIsHarder: true,
		Source:  "the scale of Sudoku Explainer, with techniques for constraints",
		Summary: "rating of the hardest step of a puzzle with constraints beyond houses; the label is its technique",
		Labels:  variantNames(), Alone: map[string]any{"metrics": "variant_step"}, Ceiling: "stop_at",
		Bound: "variant_bound"},
	{Name: "variant_bound", Min: 0, Max: 12, HigherIsHarder: true, Source: "variant_step",
		Summary: "variant_step is at least this: with the setting stop_at, instead of variant_step"},
	{Name: "variant_seconds", Min: 0, Max: math.Inf(1), HigherIsHarder: true,
		Source:  "fitted on the order of 4,000 killers",
		Summary: "relative time that a puzzle with constraints beyond houses takes: what they leave at first, steps by rating, rounds"},
	{Name: "variant_reached", Min: 0, Max: 12, HigherIsHarder: true, Source: "variant_step",
		Summary: "hardest step reached in a puzzle that has no variant_step; the label says why, as that of se_reached",
		Labels:  []string{"beyond", "multiple", "impossible", "timeout", "full"}},
	{Name: "maji_level", Min: 0, Max: 5, HigherIsHarder: true, Source: "Maji & Pal 2010, Table 1",
		Summary: "level by empty cells: 1 for 40-45, 2 to 49, 3 to 53, 4 to 58; 0 below, 5 above",
		Labels:  []string{"below", "1", "2", "3", "4", "above"}},
}

// variantNames are the names of the hints of puzzles with constraints.
func variantNames() (names []string) {
	for _, t := range ladder.BeyondRows() {
		names = append(names, t.Name)
	}
	return append(names, ladder.HintNames...)
}

// Grade returns variant_step, variant_seconds and techniques for puzzles with constraints. For others it returns maji_level for 9×9
// puzzles, and qqwing_level, the se and human metrics for puzzles that the ladder solves; any other has se_reached
// instead, whose label says why there is no rating. The error is ctx's, and what was reached comes with it.
func (g *grader) Grade(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	if p.Clauses() != nil {
		return g.variantGrades(ctx, p)
	}
	grades := make([]sudoku.Grade, 0, 8)
	if p.Geometry().Cells() == 81 && p.Geometry().N() == 9 {
		grades = append(grades, majiLevel(81-p.Clues()))
	}
	g.Lay(ctx, p)
	r := g.climb(p)
	if !r.solved {
		grades = append(grades, sudoku.Grade{Metric: "se_reached", Value: r.er, Label: g.unrated()})
	}
	if ctx.Err() != nil {
		return grades, ctx.Err()
	}
	level, err := g.qqwing.Grade(ctx, p)
	if err != nil && !errors.Is(err, sudoku.ErrUnsupported) {
		return grades, err
	}
	grades = append(grades, level...)
	switch {
	case r.solved:
		grades = append(grades, r.grade(), sudoku.Grade{Metric: "se_ep", Value: r.ep},
			sudoku.Grade{Metric: "se_ed", Value: r.ed}, g.path.grade())
		if p.IsClassic() {
			grades = append(grades, g.people.grades(p, r.er, r.hardest)...)
		}
		return g.addMore(ctx, p, grades)
	case g.Known == ladder.OneSolution:
		if r.er > 0 {
			grades = append(grades, g.path.grade())
		}
		return g.addMore(ctx, p, grades)
	}
	return grades, nil
}

// addMore adds what has to be asked for.
func (g *grader) addMore(ctx context.Context, p *sudoku.Puzzle, grades []sudoku.Grade) ([]sudoku.Grade, error) {
	if g.hodoku != nil && p.Geometry().IsClassic() {
		score, level, err := g.hodoku.score(ctx, p)
		if err != nil {
			return grades, err
		}
		grades = append(grades, sudoku.Grade{Metric: "hodoku", Value: float64(score), Label: ladder.HodokuLevels[level]})
	}
	if g.counts == nil {
		return grades, nil
	}
	return g.counts.add(ctx, p, grades)
}

// unrated says why a climb came to no rating.
func (g *grader) unrated() string {
	switch {
	case g.Left == 0 && !g.Broken:
		return "full" // before the first step
	case g.Broken:
		return "impossible"
	case g.Ctx.Err() != nil:
		return "timeout"
	case g.IsUnique():
		return "beyond"
	case g.Known == ladder.SeveralSolutions:
		return "multiple"
	case g.Known == ladder.NoSolution:
		return "impossible"
	}
	return "timeout"
}

// majiLevel returns the level of a 9×9 puzzle with some number of empty cells.
func majiLevel(empty int) sudoku.Grade {
	g := sudoku.Grade{Metric: "maji_level", Value: 5, Label: "above"}
	for level, last := range [...]int{39, 45, 49, 53, 58} {
		if empty <= last {
			g.Value, g.Label = float64(level), strconv.Itoa(level)
			break
		}
	}
	if g.Value == 0 {
		g.Label = "below"
	}
	return g
}

// Settings are the settings of the grader, which the plugin declares among its own.
type Settings struct {
	Techniques string  `setting:"techniques" summary:"se: Sudoku Explainer's ladder; hodoku: HoDoKu's, with more techniques; all: every technique; these may be followed by techniques to leave out and to add (hodoku,-uniqueness,+wxyz_wing), or techniques may be listed (naked_single,hidden_single,x_wing); none of these guesses; paper: Maji & Pal's ET-I to ET-IV, then guesses (complete); et1 … et4: up to that technique, no guesses; backtracking: plain search, to compare with"`
	UpTo       float64 `setting:"up_to" min:"1" max:"12" summary:"leave out techniques of Sudoku Explainer's ladder that are rated above this; 9 spares the slowest chains"`
	Count      string  `setting:"count" summary:"grade with a metric count_… for each of these techniques too: how many steps of the way with the chosen techniques use it (x_wing,wings; all: every one that is chosen)"`
	HoDoKu     bool    `setting:"hodoku" summary:"grade with HoDoKu's scores too; they take longer, and images of a puzzle may score otherwise"`
	Metrics    string  `setting:"metrics" enum:"all,se,qqwing_level,variant_step" summary:"measure this metric alone, which is quicker"`
	StopAt     float64 `setting:"stop_at" max:"12" summary:"with metrics se or variant_step: once it is sure that it is this or more, say so as se_bound or variant_bound and leave it there; 0: never"`
}

// Defaults are the settings of which nothing else is said.
var Defaults = Settings{Techniques: "se", UpTo: 12, Metrics: "all"}

// tally counts how often each of some techniques is used on the way with the chosen ladder.
type tally struct {
	*ladder.Engine
	names  []string // of the techniques to count
	beyond []bool   // whether each argues from constraints
	steps  []int    // in which each was used
}

// counted returns the names of the techniques that the setting count asks for.
func counted(count string, rows []*ladder.Row) ([]string, error) {
	var names []string
	for _, word := range ladder.Words(count) {
		found := ladder.LookUp(word)
		if word == "all" {
			found = rows
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("setting \"count\": %q is not a technique%s", word, ladder.Nearest(word))
		}
		for _, t := range found {
			if !slices.Contains(names, t.Name) {
				names = append(names, t.Name)
			}
		}
	}
	return names, nil
}

// newTally returns nil if nothing is to be counted.
func newTally(s Settings) (*tally, error) {
	switch {
	case s.Count == "":
		return nil, nil
	case s.Techniques == "backtracking" || paper.Level(s.Techniques) > 0:
		return nil, fmt.Errorf("setting \"count\": techniques %q have no ladder", s.Techniques)
	}
	e, err := ladder.New(s.Techniques, s.UpTo)
	if err != nil {
		return nil, fmt.Errorf("setting \"techniques\": %w", err)
	}
	names, err := counted(s.Count, e.Ladder)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	t := &tally{Engine: e, names: names, beyond: make([]bool, len(names)), steps: make([]int, len(names))}
	for i, name := range names {
		t.beyond[i] = ladder.LookUp(name)[0].IsBeyond()
	}
	return t, nil
}

// CountMetrics declares what newTally counts.
func CountMetrics(s Settings) []sudoku.Metric {
	t, err := newTally(s)
	if err != nil || t == nil {
		return nil
	}
	metrics := make([]sudoku.Metric, len(t.names))
	for i, name := range t.names {
		metrics[i] = sudoku.Metric{Name: "count_" + name, Min: 0, Max: math.Inf(1), HigherIsHarder: true,
			Unit: "steps", Source: "solve path", Summary: "steps of the way with the chosen techniques that are a " +
				strings.ReplaceAll(name, "_", " ")}
	}
	return metrics
}

// add climbs the ladder as far as it leads and adds a grade for each technique that is counted; a way that does not end
// at the solution is labelled. Techniques that argue from constraints are counted for puzzles that have some.
func (t *tally) add(ctx context.Context, p *sudoku.Puzzle, grades []sudoku.Grade) ([]sudoku.Grade, error) {
	clear(t.steps)
	t.Begin(ctx, p)
	for range t.Steps {
		if i := slices.Index(t.names, t.Used.Name); i >= 0 {
			t.steps[i]++
		}
	}
	if ctx.Err() != nil {
		return grades, ctx.Err()
	}
	label := ""
	if t.Left > 0 {
		label = "beyond"
	}
	for i, name := range t.names {
		if t.beyond[i] && t.Puzzle == nil {
			continue
		}
		grades = append(grades, sudoku.Grade{Metric: "count_" + name, Value: float64(t.steps[i]), Label: label})
	}
	return grades, nil
}
