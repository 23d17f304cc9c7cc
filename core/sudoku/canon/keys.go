package canon

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// Keys makes keys that isomorphic puzzles share. It has a Canonizer for each geometry that it has met, by shape.
type Keys map[string]*Canonizer

// Key returns what is equal for isomorphic puzzles: geometry and canonical form. Puzzles with soft clues are
// like themselves alone.
func (k Keys) Key(p *sudoku.Puzzle) []byte {
	text := p.Geometry().Shape()
	if !p.Plain() {
		return []byte("soft " + p.String())
	}
	if k[text] == nil {
		k[text] = New(p.Geometry())
	}
	return append([]byte(text+" "), k[text].Form(p.Givens())...)
}
