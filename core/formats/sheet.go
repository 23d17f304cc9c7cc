package formats

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Paper is the size of a page in millimetres.
type Paper struct{ Width, Height float64 }

// Papers are the sizes known by name.
var Papers = map[string]Paper{"a4": {210, 297}, "a5": {148, 210}, "letter": {215.9, 279.4}}

// Sheets draws puzzles on pages, one to six a page, and their solutions on pages behind. It is a Writer that
// hands on pages instead of filling a file. Solutions are held until Close: some hundred bytes a puzzle.
type Sheets struct {
	paper   Paper
	perPage int
	page    func(number int, p *picture.Picture) error
	pages   int
	open    []drawing
	solved  []drawing
	count   int
}

// solutionsPerPage is how many solutions a page has room for.
const solutionsPerPage = 12

// NewSheets returns a Sheets with perPage puzzles a page, from 1 to 6, that calls page with each.
func NewSheets(paper Paper, perPage int, page func(number int, p *picture.Picture) error) (*Sheets, error) {
	if perPage < 1 || perPage > 6 {
		return nil, fmt.Errorf("%d puzzles a page: a page has room for 1 to 6", perPage)
	}
	return &Sheets{paper: paper, perPage: perPage, page: page}, nil
}

// Write draws one puzzle, under its fields id and level where it has them. Cubes do not fit a page: ErrUnfit.
func (s *Sheets) Write(r Record) error {
	p := r.Puzzle
	if p.Geometry.Layers() > 1 || p.Geometry.N() > 25 {
		return fmt.Errorf("drawing a puzzle of geometry %q: %w", p.Geometry, ErrUnfit)
	}
	s.count++
	caption := s.caption(r)
	s.open = append(s.open, drawing{puzzle: p, grid: p.Givens, caption: caption})
	if r.Solution != nil {
		s.solved = append(s.solved, drawing{puzzle: p, grid: r.Solution, caption: caption})
	}
	if len(s.open) < s.perPage {
		return nil
	}
	return s.flush(&s.open, s.perPage)
}

// caption names a puzzle by its id, or its number in the print, its level and the rules that cannot be seen.
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
	return caption + rulesOf(r.Puzzle.Geometry)
}

// rulesOf names the houses of a geometry beyond rows, columns and regions.
func rulesOf(g *sudoku.Geometry) string {
	text := ""
	for _, kind := range []struct {
		kind sudoku.HouseKind
		name string
	}{{sudoku.Diagonal, "diagonals"}, {sudoku.Window, "windows"}, {sudoku.Group, "disjoint groups"},
		{sudoku.Knight, "anti-knight"}, {sudoku.King, "anti-king"}} {
		if len(housesOf(g, kind.kind)) > 0 {
			text += " · " + kind.name
		}
	}
	if len(housesOf(g, sudoku.Box)) == 0 {
		text += " · Latin square"
	}
	return text
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
	page := drawPage(*drawings, s.paper, perPage, s.pages)
	*drawings = nil
	return s.page(s.pages, page)
}
