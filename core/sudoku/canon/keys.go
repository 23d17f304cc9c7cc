package canon

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// Keys makes keys that isomorphic puzzles share. It has a Canonizer for each geometry that it has met, by shape.
type Keys map[string]*Canonizer

// Key returns what is equal for isomorphic puzzles: geometry and canonical form. Puzzles with constraints are so by the
// symmetries of their pictures; those with soft clues are like themselves alone.
func (k Keys) Key(p *sudoku.Puzzle) []byte {
	text := p.Geometry().Shape()
	switch {
	case p.Soft() != nil:
		return []byte("soft " + p.String())
	case !p.Plain():
		return append([]byte(text+" "), newPicture(p).key()...)
	}
	if k[text] == nil {
		k[text] = New(p.Geometry())
	}
	return append([]byte(text+" "), k[text].Form(p.Givens())...)
}
