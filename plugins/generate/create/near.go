package create

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// namesOf returns the names of the constraints of a puzzle, of which neighbours may have any number.
func namesOf(p *sudoku.Puzzle) (names []constraint.Wanted) {
	for _, c := range p.Constraints() {
		if w := (constraint.Wanted{Name: c.Name}); !slices.Contains(names, w) {
			names = append(names, w)
		}
	}
	return names
}

// emitNear makes neighbours of a puzzle with constraints: it moves a border between cages, takes an item away or adds one, and
// then adds until there is one solution and, for every other one or if the order wants minimal puzzles, takes away until all is
// needed: the others may be easier. If too few fit the order, the error is sudoku.ErrGaveUp.
func (v *variant) emitNear(ctx context.Context, emit func(*sudoku.Puzzle) bool) error {
	near, err := sudoku.NewPuzzle(v.o.Geometry, v.o.Near.Givens(), sudoku.Constraints(v.o.Near.Constraints()...))
	if err != nil {
		return fmt.Errorf("making neighbours of %q: %w", v.o.Near, err)
	}
	if err := v.solve(near); err != nil {
		return fmt.Errorf("making neighbours of %q: %w", near, err)
	}
	return emitNeighbours(ctx, v.o, func(k int, rng *rand.Rand) (*sudoku.Puzzle, error) {
		v.rng = rng
		p, err := v.neighbour(v.o.Minimal || k%2 == 0)
		if p != nil && p.String() == near.String() {
			return nil, nil
		}
		return p, err
	}, emit)
}

// solve begins with a puzzle that has one solution.
func (v *variant) solve(near *sudoku.Puzzle) error {
	v.engine.beside, v.solution = near, make(sudoku.Grid, len(near.Givens()))
	switch found, sure := v.engine.countIn(filling, near.Givens(), 2, v.solution); {
	case !sure:
		return fmt.Errorf("whether it has one solution is too hard to say: %w", sudoku.ErrGaveUp)
	case found == 0:
		return errors.New("it has no solution")
	case found > 1:
		return errors.New("it has several solutions")
	}
	return nil
}

// neighbour makes a neighbour, of which all is needed if it is to be reduced; nil if the change led to none.
func (v *variant) neighbour(reduced bool) (*sudoku.Puzzle, error) {
	v.readNear()
	if len(v.items) == 0 { // all there is belongs to the solution
		return nil, nil
	}
	i := v.rng.IntN(len(v.items))
	switch v.rng.IntN(3) {
	case 0:
		v.moveBorder(v.items[i])
	case 1:
		if !v.items[i].counted {
			v.remove(v.items[i])
		}
	default:
		if i := v.rng.IntN(len(v.o.Constraints)); i >= len(v.local) || v.local[i].Count > 0 || !v.drawItem(v.local[i].Name, nil, 0) {
			if v.mayGive() {
				v.give(nil, false)
			}
		}
	}
	if !v.complete() || reduced && v.reduce() != "" {
		return nil, v.err
	}
	return v.puzzle(nil)
}

// readNear begins with the items of the puzzle whose neighbours are wanted.
func (v *variant) readNear() {
	v.items, v.marks, v.taken = nil, nil, map[int]bool{}
	counted, marks := map[string]bool{}, []string{}
	for _, w := range v.o.Constraints {
		counted[w.Name] = w.Count > 0
		marks = append(marks, constraint.Marks(w.Name)...)
	}
	for _, c := range v.o.Near.Constraints() {
		switch {
		case slices.Contains(marks, c.Name):
			v.marks = append(v.marks, c)
		case drawables[c.Name].draw != nil:
			if orbit := v.orbit(c); orbit != nil { // nil if it is an image of one before
				v.add(&item{drawn: orbit, counted: counted[c.Name]})
			}
		}
	}
	for _, orbit := range v.orbits {
		if v.o.Near.Givens()[orbit[0]] != 0 {
			v.add(&item{cells: orbit, counted: v.givens() < v.o.CluesMin})
		}
	}
}

// moveBorder gives a cage a cell beside it, which another cage may lose for that. With a symmetry borders stay.
func (v *variant) moveBorder(it *item) {
	cells := it.cage()
	if cells == nil || len(cells) == drawables["cage"].most || v.image != nil {
		return
	}
	beside := v.beside(cells[v.rng.IntN(len(cells))])
	cell := beside[v.rng.IntN(len(beside))]
	grown := append(slices.Clone(cells), cell)
	if slices.Contains(cells, cell) || !v.onePiece(grown) {
		return
	}
	for _, loser := range slices.Clone(v.items) {
		if !slices.Contains(loser.cage(), cell) {
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(loser.cage()), func(c int) bool { return c == cell })
		if len(rest) < 2 || !v.onePiece(rest) {
			return
		}
		v.remove(loser)
		v.add(&item{drawn: []constraint.Constraint{v.caged(rest)}, counted: loser.counted})
	}
	v.remove(it)
	v.add(&item{drawn: []constraint.Constraint{v.caged(grown)}, counted: it.counted})
}
