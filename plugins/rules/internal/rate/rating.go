// Package rate measures puzzles: on the scales of Sudoku Explainer ([Metrics] se and others), HoDoKu and qqwing, by the
// paper's levels, by the time that people are likely to take, and by how often techniques are used.
//
// The rating of the hardest step is the puzzle's ER, the rating of the first step ED, and the hardest up to the first
// placed digit EP. Since an easier hint can make a harder one superfluous, a rating depends on which of several equal
// hints is applied: wherever it does, techniques scan in Sudoku Explainer's order.
package rate

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
)

// rating is what Sudoku Explainer's command line prints of a puzzle, and how far the ladder came.
type rating struct {
	er, ep, ed float64 // hardest step; hardest up to the first placement; first step
	hardest    string  // the technique of the hardest step
	solved     bool    // by one step or more
}

// rater rates on Sudoku Explainer's scale.
type rater struct {
	*ladder.Engine
	path path // the techniques used
}

// newRater returns a rater without the techniques that begin above a rating. With a stop it goes on to the first step
// that is rated as high, and leaves out what begins there.
func newRater(upTo, stop float64) *rater {
	r := &rater{Engine: ladder.NewExplainer(upTo)}
	r.Engine.Below = stop
	return r
}

// climb goes from where Lay leaves the engine to the end of the ladder, or to the stop. If the context ends it, the
// rating is that of the steps up to there.
func (r *rater) climb(p *sudoku.Puzzle) (found rating) {
	r.path.names = r.path.names[:0]
	stop := r.Engine.Below
	r.Load(p)
	for (stop == 0 || tenths(found.er) < stop) && r.Next() {
		found.add(r.Hint.Technique, r.Hint.Rating, r.Hint.Cell >= 0)
		r.path.add(r.Hint.Technique)
		r.Hint.Apply(r.Board)
	}
	found.solved = r.Left == 0 && !r.Broken && found.er > 0
	found.er, found.ep, found.ed = tenths(found.er), tenths(found.ep), tenths(found.ed)
	return found
}

// add takes note of a step.
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
	return sudoku.Grade{Metric: "se", Value: r.er, Label: r.hardest}
}

// tenths rounds to one decimal, as ratings are printed.
func tenths(x float64) float64 { return math.Round(x*10) / 10 }

// hintPlace is the place of a name among those of hints: techniques that argue from constraints come first.
var hintPlace = func() map[string]int {
	places := map[string]int{}
	for i, name := range variantNames() {
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
