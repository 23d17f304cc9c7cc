package formats

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Sheets draws puzzles on A4 pages, one to six a page, and their solutions on pages behind. It is a Writer that hands
// on pages instead of filling a file. Solutions are held until Close: some hundred bytes a puzzle.
type Sheets struct {
	perPage int
	page    func(number int, svg []byte) error
	pages   int
	open    []drawing
	solved  []drawing
	count   int
}

// drawing is a grid, which of its cells are printed bold, and what stands above.
type drawing struct {
	puzzle  *sudoku.Puzzle
	grid    sudoku.Grid
	caption string
}

// solutionsPerPage is how many solutions a page has room for.
const solutionsPerPage = 12

// NewSheets returns a Sheets with perPage puzzles a page, from 1 to 6, that calls page with each.
func NewSheets(perPage int, page func(number int, svg []byte) error) (*Sheets, error) {
	if perPage < 1 || perPage > 6 {
		return nil, fmt.Errorf("%d puzzles a page: a page has room for 1 to 6", perPage)
	}
	return &Sheets{perPage: perPage, page: page}, nil
}

// Write draws one puzzle, under its fields id and level where it has them. Cubes do not fit a page: ErrUnfit.
func (s *Sheets) Write(r Record) error {
	p := r.Puzzle
	if p.Geometry.Layers() > 1 || p.Geometry.N() > 25 {
		return fmt.Errorf("drawing a puzzle of geometry %q: %w", p.Geometry, ErrUnfit)
	}
	s.count++
	caption := s.caption(r)
	s.open = append(s.open, drawing{p, p.Givens, caption})
	if r.Solution != nil {
		s.solved = append(s.solved, drawing{p, r.Solution, caption})
	}
	if len(s.open) < s.perPage {
		return nil
	}
	return s.flush(&s.open, s.perPage)
}

// caption names a puzzle by its id, or its number in the print, its level and its geometry if that is not plain.
func (s *Sheets) caption(r Record) string {
	id, level := fmt.Sprint(s.count), ""
	for _, f := range r.Fields {
		switch f.Name {
		case "id":
			id = f.Text
		case "level", "difficulty", "rating":
			level = " · " + f.Text
		}
	}
	caption := "No. " + id + level
	if text := r.Puzzle.Geometry.String(); text != fmt.Sprint(r.Puzzle.Geometry.N()) && len(text) < 20 {
		caption += " · " + text
	}
	return caption
}

// Close draws what is left and the solutions.
func (s *Sheets) Close() error {
	if err := s.flush(&s.open, s.perPage); err != nil {
		return err
	}
	for len(s.solved) > 0 {
		part := s.solved[:min(len(s.solved), solutionsPerPage)]
		s.solved = s.solved[len(part):]
		if err := s.flush(&part, solutionsPerPage); err != nil {
			return err
		}
	}
	return nil
}

// flush hands on a page of drawings and empties them.
func (s *Sheets) flush(drawings *[]drawing, perPage int) error {
	if len(*drawings) == 0 {
		return nil
	}
	s.pages++
	svg := drawPage(*drawings, perPage, s.pages)
	*drawings = nil
	return s.page(s.pages, svg)
}
