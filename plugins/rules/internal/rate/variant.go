package rate

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/beyond"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// Puzzles with constraints have grades of their own, for Sudoku Explainer knows houses alone: the rating of the hardest
// step on its scale, on which techniques that argue from constraints have found their places, and the time that all
// takes:
//
//	ln seconds = variantBase + Σ weight · ln(1 + feature)
//
// The weights are those with which the order of 4,000 killers, five volumes that their author ordered by difficulty, is
// met best, by least squares; an order has no unit, so mean and spread are those of a rough estimate. TestVariantFit
// computes them from such puzzles; docs/algorithms/rules.md says how, and has the test on other volumes.
const variantBase = 0.685

var variantWeights = [variantFeatures]float64{effort: 0.7621, lastSteps: -0.02997, numbers: 0.1365, boxed: 0.08768,
	settled: -0.01483, placingRounds: 0.156, firstRounds: -0.09601, otherRounds: 0.01638}

// Features that the time is predicted from.
const (
	// 0.8 · candidates that the constraints leave, each read once, to be kept in mind; 2^rating / 4 of each step
	effort        = iota
	lastSteps     // that complete a sum
	numbers       // of constraints
	boxed         // of those, how many lie in one box
	settled       // cells of cages of which only one set of digits makes the sum
	placingRounds // in which a digit is placed: see rounds
	firstRounds   // of the first band
	otherRounds
	variantFeatures
)

// variantClimb is what a climb and a walk in rounds find in a puzzle.
type variantClimb struct {
	rating
	x [variantFeatures]float64
}

// seconds applies the formula.
func (v *variantClimb) seconds() float64 {
	ln := float64(variantBase)
	for i, x := range v.x {
		ln += variantWeights[i] * math.Log1p(x)
	}
	return math.Exp(ln)
}

// variantGrades climbs a puzzle with constraints. A puzzle that the ladder does not solve
// has variant_reached instead, whose label says why.
func (g *grader) variantGrades(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	g.Begin(ctx, p)
	v := g.variantClimb(p)
	if !v.solved {
		return []sudoku.Grade{{Metric: "variant_reached", Value: v.er, Label: g.unrated()}}, ctx.Err()
	}
	grades := []sudoku.Grade{
		{Metric: "variant_step", Value: v.er, Label: v.hardest},
		{Metric: "variant_seconds", Value: math.Round(v.seconds())},
		g.path.grade(),
	}
	if g.counts != nil {
		return g.counts.add(ctx, p, grades)
	}
	return grades, ctx.Err()
}

// variantClimb climbs to the end of the ladder, and if that is the solution walks there once more in rounds.
func (g *grader) variantClimb(p *sudoku.Puzzle) *variantClimb {
	v := &variantClimb{}
	candidates, known := beyond.Reading(g.Position)
	v.x[effort], v.x[settled] = 0.8*float64(candidates), float64(known)
	v.x[numbers], v.x[boxed] = float64(len(p.Constraints())), float64(g.boxed(p))
	var hard []board.Hint
	g.path.names = g.path.names[:0]
	for range g.Steps {
		g.path.add(g.Hint.Technique)
		v.add(g.Hint.Technique, g.Hint.Rating, g.Hint.Cell >= 0)
		v.x[effort] += math.Exp2(g.Hint.Rating) / 4
		if g.Hint.Technique == "last_of_sum" {
			v.x[lastSteps]++
		}
		if g.Used.Rating > bands[len(bands)-1] {
			hard = append(hard, board.Hint{Cell: g.Hint.Cell, Digit: g.Hint.Digit, Strikes: slices.Clone(g.Hint.Strikes)})
		}
	}
	v.er, v.solved = tenths(v.er), g.Left == 0 && !g.Broken && v.er > 0
	if v.solved {
		g.Load(p)
		g.rounds(&v.x, hard)
	}
	return v
}

// boxed returns how many constraints lie in one box.
func (g *grader) boxed(p *sudoku.Puzzle) (n int) {
	for _, c := range p.Constraints() {
		cells := slices.Concat(c.Lists...)
		for h := range g.Houses {
			outside := func(cell int) bool { return g.SlotIn(h, cell) < 0 }
			if g.IsBox(h) && len(cells) > 0 && !slices.ContainsFunc(cells, outside) {
				n++
			}
		}
	}
	return n
}

// bands are the greatest ratings of a round of each kind.
var bands = [...]float64{1.5, 2.6, 3.6}

// rounds walks to the solution as people do who see several next moves: each round makes all moves of the lowest band
// of ratings that has any, and naked singles with the first band. If there is none, it makes the next of the hard
// steps, which are those of the climb above all bands. It counts the rounds that place digits, and those of each band.
func (g *grader) rounds(x *[variantFeatures]float64, hard []board.Hint) {
	var placed, struck []board.Mark
	for g.Left > 0 && !g.Broken && g.Ctx.Err() == nil {
		placed, struck = placed[:0], struck[:0]
		band := 0
		for ; band < len(bands) && len(placed)+len(struck) == 0; band++ {
			placed, struck = g.round(band, placed, struck)
		}
		for ; len(hard) > 0 && len(placed)+len(struck) == 0; hard = hard[1:] {
			placed, struck = g.moves(&hard[0], placed, struck)
			band = len(bands) + 1
		}
		if len(placed)+len(struck) == 0 {
			return
		}
		if len(placed) > 0 {
			x[placingRounds]++
		}
		x[min(firstRounds+band-1, otherRounds)]++
		for _, m := range struck {
			g.Strike(m.Cell, m.V)
		}
		for _, m := range placed {
			if g.Can(m.Cell, m.V) {
				g.Place(m.Cell, m.V)
			}
		}
	}
}

// round gathers the moves of a band.
func (g *grader) round(band int, placed, struck []board.Mark) (place, strike []board.Mark) {
	g.Position.All = true
	defer func() { g.Position.All = false }()
	for i := range g.Rungs {
		r := &g.Rungs[i]
		of := 0
		for r.Name != "naked_single" && of < len(bands) && r.Rating > bands[of] {
			of++
		}
		if of == band {
			r.Each(func() bool {
				placed, struck = g.moves(&g.Hint, placed, struck)
				return false
			})
		}
	}
	return placed, struck
}

// moves adds those of a hint that are still to be made.
func (g *grader) moves(h *board.Hint, placed, struck []board.Mark) (place, strike []board.Mark) {
	for _, m := range h.Strikes {
		if g.Can(m.Cell, m.V) {
			struck = append(struck, m)
		}
	}
	if h.Cell >= 0 && g.Can(h.Cell, h.Digit) {
		placed = append(placed, board.Mark{Cell: h.Cell, V: h.Digit})
	}
	return placed, struck
}

// stepGrader measures variant_step and nothing else, to search many puzzles with constraints for those of some rating.
// If all that is rated below a stop does not solve a puzzle, and contradictions of whatever length do, variant_step is
// at least the stop, which is what it says.
type stepGrader struct {
	full, below *rater // below leaves out what begins at the stop or above; the same if there is no stop
	mayBound    bool   // the full ladder has what is rated as the stop, and contradictions
}

func newStepGrader(upTo, stop float64) *stepGrader {
	g := &stepGrader{full: newRater(upTo, 0), mayBound: 0 < stop && stop <= upTo && upTo >= beyond.ContradictionRating}
	if g.below = g.full; stop > 0 {
		g.below = newRater(upTo, stop)
	}
	return g
}

// Grade returns variant_step or variant_bound for puzzles with constraints that the ladder solves.
func (g *stepGrader) Grade(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	if p.Clauses() == nil {
		return nil, sudoku.ErrUnsupported
	}
	g.below.Lay(ctx, p)
	found := g.below.climb(p)
	if !found.solved && g.below != g.full {
		if g.mayBound && ctx.Err() == nil && beyond.Solves(g.below.Position) {
			return []sudoku.Grade{{Metric: "variant_bound", Value: g.below.Engine.Below}}, nil
		}
		g.full.Lay(ctx, p)
		found = g.full.climb(p)
	}
	if !found.solved {
		return nil, cmp.Or(ctx.Err(), sudoku.ErrUnsupported)
	}
	return []sudoku.Grade{{Metric: "variant_step", Value: found.er, Label: found.hardest}}, nil
}

// seGrader rates on Sudoku Explainer's scale and measures nothing else, to search many puzzles for those of some
// rating. With a stop, and when all techniques below it are used up, se is at least the stop, which is what it says.
type seGrader struct{ *rater }

// Grade returns se or se_bound for puzzles with exactly one solution that are not solved already.
func (g seGrader) Grade(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	if p.Clauses() != nil {
		return nil, sudoku.ErrUnsupported
	}
	g.Lay(ctx, p)
	r := g.climb(p)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case r.solved:
		return []sudoku.Grade{r.grade()}, nil
	case g.Left > 0 && !g.Broken && g.Engine.Below > 0 && g.IsUnique():
		return []sudoku.Grade{{Metric: "se_bound", Value: g.Engine.Below}}, nil
	}
	return nil, sudoku.ErrUnsupported
}
