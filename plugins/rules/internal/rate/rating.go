package rate

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/opening"
)

// rating is what Sudoku Explainer's command line prints of a puzzle, and how far the ladder came.
type rating struct {
	er, ep, ed float64 // hardest step; hardest up to the first placement; first step
	hardest    string  // the technique of the hardest step
	solved     bool
}

// rater rates on Sudoku Explainer's scale.
type rater struct {
	*ladder.Engine
	upTo   float64
	path   path    // the techniques used
	climbs *Climbs // of solvers
}

func newRater(upTo float64, climbs *Climbs) *rater {
	return &rater{Engine: ladder.NewExplainer(upTo), upTo: upTo, climbs: climbs}
}

// climb goes to the end of the ladder from where Lay leaves the engine, unless a solver has been there: then the board is left
// behind. The error is the context's, if it ended the climb; the rating is then that of the steps up to there.
func (r *rater) climb(p *sudoku.Puzzle) (rating, error) {
	found := r.open(p, 0)
	if kept := r.kept(p); kept != nil {
		return kept.rating, r.Ctx.Err()
	}
	r.finish(&found)
	return found, r.Ctx.Err()
}

// kept returns what a solver's climb of the puzzle p came to, if it is kept and the opening has not solved p. The path is then that
// of the climb, and what it has found out about the solutions is known.
func (r *rater) kept(p *sudoku.Puzzle) *climb {
	if r.Left == 0 || r.Broken || r.Soft {
		return nil
	}
	kept := r.climbs.take(p, r.upTo)
	if kept != nil {
		r.path.names = append(r.path.names[:0], kept.path...)
		r.Known = kept.known
	}
	return kept
}

// finish goes from the board as it is to the end of the ladder, completes the rating and returns how many steps that takes.
func (r *rater) finish(found *rating) (steps int) {
	for ; r.Next(); steps++ {
		found.add(r.Hint.Technique, r.Hint.Rating, r.Hint.Cell >= 0)
		r.path.add(r.Hint.Technique)
		r.Hint.Apply(r.Board)
	}
	found.solved = r.Left == 0 && !r.Broken
	found.er, found.ep, found.ed = tenths(found.er), tenths(found.ep), tenths(found.ed)
	return steps
}

// open sets the board to what the opening of the puzzle p leaves, as Open does, and returns the rating so far.
func (r *rater) open(p *sudoku.Puzzle, stop float64) rating {
	r.path.names = r.path.names[:0]
	var found rating
	for _, t := range r.Open(p, stop) {
		step := &opening.Steps[t]
		found.add(step.Name, step.Rating, true)
		r.path.add(step.Name)
	}
	return found
}

func (r *rating) add(technique string, rating float64, placed bool) {
	if rating > r.er {
		r.er, r.hardest = rating, technique
	}
	if r.ed == 0 {
		r.ed = r.er
	}
	if r.ep == 0 && placed {
		r.ep = r.er
	}
}

// grade returns the metric se of a puzzle that is solved.
func (r *rating) grade() sudoku.Grade {
	return sudoku.Grade{Metric: "se", Value: tenths(r.er), Label: r.hardest}
}

// tenths rounds to one decimal, as ratings are printed.
func tenths(x float64) float64 { return math.Round(x*10) / 10 }

// hintPlace is the place of a name in hintNames.
var hintPlace = func() map[string]int {
	places := map[string]int{}
	for i, name := range ladder.HintNames {
		places[name] = i
	}
	return places
}()

// path is the set of the techniques that a climb of Sudoku Explainer's ladder has used.
type path struct{ names []string }

// add notes a technique. A climb has few of them and most steps repeat one, so a list is faster than a map.
func (p *path) add(name string) {
	if !slices.Contains(p.names, name) {
		p.names = append(p.names, name)
	}
}

// grade returns the metric techniques: how many there are, and as the label their names in the ladder's
// order, joined by commas. "hidden_single_box,naked_single,x_wing".
func (p *path) grade() sudoku.Grade {
	slices.SortStableFunc(p.names, func(a, b string) int { return cmp.Compare(hintPlace[a], hintPlace[b]) })
	return sudoku.Grade{Metric: "techniques", Value: float64(len(p.names)), Label: strings.Join(p.names, ",")}
}
