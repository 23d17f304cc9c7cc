package sudoku

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// Puzzle returns the image of a puzzle, soft clues and constraints included, under the same name. It is an error if the image of
// a constraint would say something else: a cage of 15 is none of 15 once digits have been exchanged.
func (t Transform) Puzzle(p *Puzzle) (*Puzzle, error) {
	q := &Puzzle{geometry: p.geometry, givens: t.Grid(p.givens), Name: p.Name, Comment: p.Comment}
	if p.Plain() {
		return q, nil
	}
	to := t.Inverse().Cells
	for _, s := range p.soft {
		q.soft = append(q.soft, t.softClue(s, to))
	}
	slices.SortStableFunc(q.soft, func(a, b SoftClue) int { return a.Cell - b.Cell })
	if p.beyond == nil {
		return q, nil
	}
	if err := t.constrain(q, p.beyond, to); err != nil {
		return nil, fmt.Errorf("transforming puzzle %q: %w", p, err)
	}
	return q, nil
}

func (t Transform) softClue(s SoftClue, to []int) SoftClue {
	image := SoftClue{Cell: to[s.Cell]}
	for d := range s.Allowed.All {
		image.Allowed = image.Allowed.With(int(t.Digits[d]))
	}
	if s.Prob != nil {
		image.Prob = make([]float64, len(s.Prob))
		for d, v := range s.Prob {
			image.Prob[t.Digits[d+1]-1] = v
		}
	}
	return image
}

// constrain gives q the images of constraints, if they mean what the images of the clauses do.
func (t Transform) constrain(q *Puzzle, from *beyond, to []int) error {
	g := q.geometry
	b, err := g.Board()
	if err != nil {
		return err
	}
	var images []constraint.Constraint
	for i := range from.constraints {
		images = append(images, from.constraints[i].Image(b, to, t.Digits))
	}
	set, err := constraint.Normalize(b, images)
	if err != nil {
		return err
	}
	clauses, ok := clause.Images(g.n, from.clauses, to, t.Digits)
	if !ok || g.ClauseKey(clauses) != g.ClauseKey(set.Clauses) {
		return fmt.Errorf("%w: its constraints would mean something else", ErrUnsupported)
	}
	return q.constrain(set)
}

// RandomSymmetry draws a transformation that has an image of p, as RandomTransform does. If p has constraints it draws one of the
// rotations and reflections, and relabels the digits if the constraints let it.
func RandomSymmetry(p *Puzzle, rng *rand.Rand) Transform {
	t := RandomTransform(p.geometry, rng)
	if p.beyond == nil {
		return t
	}
	for _, k := range rng.Perm(8) {
		turn := reflection(p.geometry, k)
		if !turn.Keeps(p.geometry) {
			continue
		}
		for _, digits := range [][]uint8{t.Digits, turn.Digits} {
			turn.Digits = digits
			if _, err := turn.Puzzle(p); err == nil {
				return turn
			}
		}
	}
	return Identity(p.geometry)
}

// RandomImage returns the image of p under a random symmetry.
func RandomImage(p *Puzzle, rng *rand.Rand) *Puzzle {
	q, err := RandomSymmetry(p, rng).Puzzle(p)
	if err != nil {
		panic(err) // it is a symmetry
	}
	return q
}
