package sudoku

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// Verify checks that a grid solves a puzzle: every cell filled with a digit of the geometry, givens kept,
// soft clues obeyed, no digit twice in a house, each constraint held. The error names the cell, house or constraint. It does
// not allocate when the grid is good.
func Verify(p *Puzzle, grid Grid) error {
	g := p.geometry
	if len(grid) != g.cells {
		return fmt.Errorf("verifying: %d cells instead of %d", len(grid), g.cells)
	}
	for i, v := range grid {
		if v == 0 || int(v) > g.n {
			return fmt.Errorf("verifying: %s holds %d", g.CellName(i), v)
		}
		if given := p.givens[i]; given != 0 && given != v {
			return fmt.Errorf("verifying: %s holds %s instead of the given %s", g.CellName(i),
				g.alphabet.Symbol(int(v)), g.alphabet.Symbol(int(given)))
		}
	}
	for _, s := range p.soft {
		if !s.Allowed.Has(int(grid[s.Cell])) {
			return fmt.Errorf("verifying: %s holds %s, which its soft clue excludes", g.CellName(s.Cell),
				g.alphabet.Symbol(int(grid[s.Cell])))
		}
	}
	for i := range g.houses {
		if digits := repeated(g.houses[i].Cells, grid); digits != 0 {
			return fmt.Errorf("verifying: house %s holds %s twice", g.houses[i].Name(), g.alphabet.Symbol(digits.Min()))
		}
	}
	return verifyBeyond(p, grid)
}

// verifyBeyond checks what a puzzle asks beyond its houses. The error names the constraint.
func verifyBeyond(p *Puzzle, grid Grid) error {
	for i := range p.Clauses() {
		c := &p.beyond.clauses[i]
		if c.Holds(grid) {
			continue
		}
		b, err := p.geometry.Board()
		if err != nil {
			return err
		}
		return fmt.Errorf("verifying: %s %s", constraint.Append(nil, b, p.beyond.constraints[c.Constraint])[1:], b.Fault(c, grid))
	}
	return nil
}

// repeated returns the digits that the cells hold twice. It has no branches: a host asks it of every answer.
func repeated(cells []int, grid Grid) Digits {
	var seen, twice uint64 // bit d for digit d, bit 0 for empty cells
	for _, c := range cells {
		bit := uint64(1) << (grid[c] & 63)
		twice |= seen & bit
		seen |= bit
	}
	return Digits(twice >> 1)
}

// Conflict is a digit given twice in a house.
type Conflict struct {
	Digit int
	House House
	Cells [2]int
}

// Conflicts returns the pairs of givens that clash, each once, in the first house that holds both.
func Conflicts(p *Puzzle) (conflicts []Conflict) {
	for _, h := range p.geometry.houses {
		if repeated(h.Cells, p.givens) == 0 {
			continue
		}
		for i, a := range h.Cells {
			for _, b := range h.Cells[i+1:] {
				seen := func(c Conflict) bool { return c.Cells == [2]int{a, b} }
				if v := p.givens[a]; v != 0 && v == p.givens[b] && !slices.ContainsFunc(conflicts, seen) {
					conflicts = append(conflicts, Conflict{Digit: int(v), House: h, Cells: [2]int{a, b}})
				}
			}
		}
	}
	return conflicts
}

// ConflictError says that a puzzle's givens clash.
type ConflictError struct {
	Geometry  *Geometry
	Conflicts []Conflict
}

// Error lists the clashes: "5 appears twice in r1: r1c1 and r1c4".
func (e *ConflictError) Error() string {
	var texts []string
	for _, c := range e.Conflicts[:min(len(e.Conflicts), 3)] {
		texts = append(texts, fmt.Sprintf("%s appears twice in %s: %s and %s", e.Geometry.alphabet.Symbol(c.Digit),
			c.House.Name(), e.Geometry.CellName(c.Cells[0]), e.Geometry.CellName(c.Cells[1])))
	}
	if more := len(e.Conflicts) - len(texts); more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, "; ")
}

// CheckGivens returns a *ConflictError when givens clash, else nil.
func CheckGivens(p *Puzzle) error {
	if c := Conflicts(p); len(c) > 0 {
		return &ConflictError{Geometry: p.geometry, Conflicts: c}
	}
	return nil
}
