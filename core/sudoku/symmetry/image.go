package symmetry

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// Puzzle returns the image of a puzzle, soft clues and constraints included, under the same name. It is an error if the
// image of a constraint would say something else: a cage of 15 is none of 15 once digits have been exchanged.
func (t Transform) Puzzle(p *sudoku.Puzzle) (*sudoku.Puzzle, error) {
	q, err := t.image(p)
	if err != nil {
		return nil, fmt.Errorf("transforming puzzle %q: %w", p, err)
	}
	q.Name, q.Comment = p.Name, p.Comment
	return q, nil
}

// image returns the image of a puzzle, with its soft clues and constraints.
func (t Transform) image(p *sudoku.Puzzle) (*sudoku.Puzzle, error) {
	g, givens := p.Geometry(), t.Grid(p.Givens())
	if p.Plain() {
		return sudoku.NewPuzzle(g, givens)
	}
	to := t.Inverse().Cells
	var soft []sudoku.SoftClue
	for _, s := range p.Soft() {
		soft = append(soft, t.softClue(s, to))
	}
	slices.SortFunc(soft, func(a, b sudoku.SoftClue) int { return a.Cell - b.Cell })
	constraints, err := t.constraints(p, to)
	if err != nil {
		return nil, err
	}
	q, err := sudoku.NewPuzzle(g, givens, sudoku.Soft(soft...), sudoku.Constraints(constraints...))
	if err != nil {
		return nil, err
	}
	clauses, ok := clause.Images(g.N(), p.Clauses(), to, t.Digits)
	if !ok || g.ClauseKey(clauses) != q.ClauseKey() {
		return nil, fmt.Errorf("%w: its constraints would mean something else", sudoku.ErrUnsupported)
	}
	return q, nil
}

// constraints returns the images of the constraints of p; to says where each cell goes.
func (t Transform) constraints(p *sudoku.Puzzle, to []int) ([]constraint.Constraint, error) {
	if p.Constraints() == nil {
		return nil, nil
	}
	b, err := p.Geometry().Board()
	if err != nil {
		return nil, err
	}
	images := make([]constraint.Constraint, len(p.Constraints()))
	for i, c := range p.Constraints() {
		images[i] = c.Image(b, to, t.Digits)
	}
	return images, nil
}

// softClue returns the image of a soft clue.
func (t Transform) softClue(s sudoku.SoftClue, to []int) sudoku.SoftClue {
	image := sudoku.SoftClue{Cell: to[s.Cell]}
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

// OfPicture returns the transformations that take the picture of a puzzle with constraints to one that looks alike: the
// rotations and reflections that keep the houses, each with the digits as they are and reversed. If the constraints say
// of digits only that they are equal or not, free is true: digits may be exchanged in whatever way, and none is
// reversed. Constraints of an image need not be among those that can be named.
func OfPicture(p *sudoku.Puzzle) (turns []Transform, free bool) {
	g := p.Geometry()
	free = isFree(p)
	for k := range 8 {
		t := Reflection(g, k)
		if !t.Keeps(g) {
			continue
		}
		if turns = append(turns, t); !free {
			reversed := t.Then(Identity(g))
			slices.Reverse(reversed.Digits[1:])
			turns = append(turns, reversed)
		}
	}
	return turns, free
}

// isFree reports whether the clauses of a puzzle hold for digits in whatever way they are exchanged: the first two, and
// all in turn, which makes all other ways.
func isFree(p *sudoku.Puzzle) bool {
	g := p.Geometry()
	two, turn := Identity(g), Identity(g)
	two.Digits[1], two.Digits[2] = 2, 1
	for d := range g.N() {
		turn.Digits[d+1] = uint8((d+1)%g.N() + 1)
	}
	for _, t := range []Transform{two, turn} {
		images, ok := clause.Images(g.N(), p.Clauses(), t.Cells, t.Digits)
		if !ok || g.ClauseKey(images) != p.ClauseKey() {
			return false
		}
	}
	return true
}

// Random draws a transformation that has an image of p, as RandomTransform does. If p has constraints it draws one of
// those of its picture.
func Random(p *sudoku.Puzzle, rng *rand.Rand) Transform {
	random := RandomTransform(p.Geometry(), rng)
	if p.Constraints() == nil {
		return random
	}
	turns, free := OfPicture(p)
	for _, k := range rng.Perm(len(turns)) {
		turn := turns[k]
		if free {
			turn.Digits = random.Digits
		}
		if _, err := turn.Puzzle(p); err == nil {
			return turn
		}
	}
	return Identity(p.Geometry())
}

// RandomImage returns the image of p under a random symmetry, constraints included. Benchmarks use images, so that no
// solver is lucky with an order.
func RandomImage(p *sudoku.Puzzle, rng *rand.Rand) *sudoku.Puzzle {
	q, err := Random(p, rng).Puzzle(p)
	if err != nil {
		panic(err) // it is a symmetry
	}
	return q
}

// Orbits returns the sets of cells that a symmetry joins: a pattern has the symmetry exactly if each
// set is given as a whole or not at all. The empty name joins no cells.
func Orbits(g *sudoku.Geometry, name string) ([][]int, error) {
	image := Identity(g).Cells
	if name != "" {
		var err error
		if image, err = g.SymmetryMap(name); err != nil {
			return nil, err
		}
	}
	var orbits [][]int
	seen := make([]bool, g.Cells())
	for c := range seen {
		var orbit []int
		for ; !seen[c]; c = image[c] {
			seen[c] = true
			orbit = append(orbit, c)
		}
		if orbit != nil {
			slices.Sort(orbit)
			orbits = append(orbits, orbit)
		}
	}
	return orbits, nil
}

// OfPattern returns the names of the symmetries that the pattern of a puzzle's givens has, and that of its constraints:
// their names and cells, whatever their values.
func OfPattern(p *sudoku.Puzzle) []string {
	givens := p.Givens()
	var names []string
	for _, name := range sudoku.SymmetryNames {
		image, err := p.Geometry().SymmetryMap(name)
		if err != nil {
			return nil
		}
		same := func(c int) bool { return (givens[c] == 0) == (givens[image[c]] == 0) }
		if !slices.ContainsFunc(Identity(p.Geometry()).Cells, func(c int) bool { return !same(c) }) && sameShapes(p, image) {
			names = append(names, name)
		}
	}
	return names
}

// sameShapes reports whether the constraints of p have the same names and cells after cells have moved.
func sameShapes(p *sudoku.Puzzle, image []int) bool {
	there, here := shapes(nil, p.Constraints(), image), shapes(nil, p.Constraints(), Identity(p.Geometry()).Cells)
	slices.Sort(there)
	slices.Sort(here)
	return slices.Equal(there, here)
}

// shapes appends the names and cells of constraints, those within groups too, after cells have moved.
func shapes(to []string, constraints []constraint.Constraint, image []int) []string {
	for _, c := range constraints {
		to = shapes(to, c.Either, image)
		shape := []string{c.Name}
		for _, list := range c.Lists {
			moved := make([]int, len(list))
			for i, cell := range list {
				moved[i] = image[cell]
			}
			slices.Sort(moved)
			shape = append(shape, fmt.Sprint(moved))
		}
		slices.Sort(shape[1:])
		to = append(to, strings.Join(shape, " "))
	}
	return to
}
