// Package sheet prints puzzles on pages, with their solutions.
package sheet

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/sketch"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Paper is the size of a page in millimetres. The zero Paper is as large as what is drawn on it.
type Paper struct{ Width, Height float64 }

// Papers are the sizes of paper that --paper and the page offer, in millimetres.
var Papers = map[string]Paper{"a4": {210, 297}, "a5": {148, 210}, "letter": {215.9, 279.4}, "crop": {}}

// Layout says how puzzles are printed: paper, puzzles a page, title, and where the solutions go.
type Layout struct {
	Paper         Paper
	PerPage       int    // puzzles on a page, from 1 to 6; 0 for 6, or fewer if there are fewer
	Title, Author string // of a title page and the heads of pages; "" for none
	Solutions     string // one of SolutionPlaces
	ByID          bool   // a puzzle's number is its field id; else puzzles are numbered from 1
}

// The places where solutions can be printed.
const (
	SolutionsAtEnd = "end"  // on pages behind all puzzles
	SolutionsAfter = "each" // on a page behind each page of puzzles
	SolutionsNone  = "none"
)

// SolutionPlaces are the values that Layout.Solutions can have, as flags and pages offer them.
var SolutionPlaces = []string{SolutionsAtEnd, SolutionsAfter, SolutionsNone}

// Sheets draws puzzles and their solutions on pages. It is a Writer that hands on pages instead of filling a file.
// All is held until Close if solutions are printed at the end: some hundred bytes a puzzle.
type Sheets struct {
	layout Layout
	page   func(number int, p *picture.Picture) error
	pages  int
	open   []drawing
	held   []spread
	solved []drawing
	apart  []string // notes of the next page, for which there is no room below the grids
	count  int
}

// spread is a page of puzzles that has room for n, and the notes on the pages behind it.
type spread struct {
	puzzles []drawing
	n       int
	apart   []string
}

const maxPerPage = 6

// New returns a Sheets that calls page with each page.
func New(layout Layout, page func(number int, p *picture.Picture) error) (*Sheets, error) {
	if layout.PerPage < 0 || layout.PerPage > maxPerPage {
		return nil, fmt.Errorf("%d puzzles a page: a page has room for 1 to %d", layout.PerPage, maxPerPage)
	}
	if layout.Solutions == "" {
		layout.Solutions = SolutionsAtEnd
	}
	if !slices.Contains(SolutionPlaces, layout.Solutions) {
		return nil, fmt.Errorf("invalid place for solutions %q: must be one of %s", layout.Solutions,
			strings.Join(SolutionPlaces, ", "))
	}
	if layout.Paper == (Paper{}) {
		layout.PerPage = 1
	}
	return &Sheets{layout: layout, page: page}, nil
}

// Fits reports whether a puzzle can be drawn on a page: cubes and grids of more than 25 digits cannot.
func Fits(p *sudoku.Puzzle) bool { return p.Geometry().Layers() == 1 && p.Geometry().N() <= 25 }

// Write draws one puzzle, under its number and its field level if it has one; ErrUnfit if it does not fit a page.
func (s *Sheets) Write(r formats.Record) error {
	p := r.Puzzle
	if !Fits(p) {
		return fmt.Errorf("drawing a puzzle of geometry %q: %w", p.Geometry(), formats.ErrUnfit)
	}
	if s.count == 0 && s.layout.Title != "" && !s.cropped() {
		if err := s.emit(titlePage(s.layout)); err != nil {
			return err
		}
	}
	s.count++
	number, about := s.caption(r)
	d := drawing{puzzle: p, grid: p.Givens(), sketch: s.sketch(p, number+about), number: number, caption: number + about}
	if r.Solution != nil && s.layout.Solutions != SolutionsNone {
		s.solved = append(s.solved, drawing{puzzle: p, grid: r.Solution, sketch: &sketch.Drawing{}, number: number,
			caption: d.caption})
		d.solution = len(s.solved)
	}
	s.open = append(s.open, d)
	if len(s.open) < s.perPage() {
		return nil
	}
	return s.flush()
}

// cropped reports whether each page ends at its grid.
func (s *Sheets) cropped() bool { return s.layout.Paper == Paper{} }

// perPage is how many puzzles a page holds at most.
func (s *Sheets) perPage() int {
	if s.layout.PerPage == 0 {
		return maxPerPage
	}
	return s.layout.PerPage
}

// caption names a puzzle by its number, and by its level and the rules that cannot be seen.
func (s *Sheets) caption(r formats.Record) (number, about string) {
	id, level := fmt.Sprint(s.count), ""
	fields := r.Fields
	if r.Level != "" {
		fields = append(slices.Clip(fields), formats.Field{Name: "level", Text: r.Level})
	}
	if r.Entry != nil {
		fields = append(slices.Clip(fields), formats.Field{Name: "id", Text: fmt.Sprint(r.Entry.ID)})
	}
	for _, f := range fields {
		switch f.Name {
		case "id":
			if s.layout.ByID {
				id = f.Text
			}
		case "level", "difficulty", "rating":
			level = " · " + f.Text
		}
	}
	return "No. " + id, level + rulesOf(r.Puzzle.Geometry())
}

// rulesOf names the houses of a geometry beyond rows, columns and regions.
func rulesOf(g *sudoku.Geometry) string {
	has := func(kind sudoku.HouseKind) bool {
		return slices.ContainsFunc(g.Houses(), func(h sudoku.House) bool { return h.Kind == kind })
	}
	text := ""
	for _, kind := range []struct {
		kind sudoku.HouseKind
		name string
	}{{sudoku.Diagonal, "diagonals"}, {sudoku.Window, "windows"}, {sudoku.Group, "disjoint groups"},
		{sudoku.Knight, "anti-knight"}, {sudoku.King, "anti-king"}} {
		if has(kind.kind) {
			text += " · " + kind.name
		}
	}
	if !has(sudoku.Box) {
		text += " · Latin square"
	}
	return text
}

// Close draws the puzzles that are left, and the solutions.
func (s *Sheets) Close() error {
	if err := s.flush(); err != nil {
		return err
	}
	return s.release()
}

// flush ends a page of puzzles. It is drawn at once unless solutions come at the end, for it says on which pages they
// are.
func (s *Sheets) flush() error {
	if len(s.open) == 0 {
		return nil
	}
	n := s.perPage()
	if s.layout.PerPage == 0 && s.count == len(s.open) {
		n = len(s.open) // all there are: let them fill the page
	}
	s.held = append(s.held, spread{s.open, n, s.apart})
	s.open, s.apart = nil, nil
	if s.layout.Solutions == SolutionsAtEnd {
		return nil
	}
	return s.release()
}

// release draws the pages that are held, and the solutions behind them.
func (s *Sheets) release() error {
	first := s.pages + 1
	for _, sp := range s.held {
		first += 1 + len(s.notes(sp.apart))
	}
	var at []int // the page of each solution
	for n := 0; len(at) < len(s.solved); first++ {
		n = len(at) + s.solutionsPerPage(s.solved[len(at):])
		for len(at) < min(n, len(s.solved)) {
			at = append(at, first)
		}
	}
	for _, sp := range s.held {
		for i, d := range sp.puzzles {
			if d.solution > 0 {
				sp.puzzles[i].foot = fmt.Sprintf("Solution on page %d", at[d.solution-1])
			}
		}
		if err := s.emit(drawPage(sp.puzzles, s.layout, sp.n, s.layout.Title, "Puzzles", s.pages+1)); err != nil {
			return err
		}
		if err := s.flushNotes(sp.apart); err != nil {
			return err
		}
	}
	s.held = nil
	return s.flushSolutions()
}

// flushSolutions draws the solutions so far, as many on a page as can be read.
func (s *Sheets) flushSolutions() error {
	chapter := map[string]string{SolutionsAtEnd: "Solutions", SolutionsAfter: "Puzzles"}[s.layout.Solutions]
	for len(s.solved) > 0 {
		n := s.solutionsPerPage(s.solved)
		part := s.solved[:min(len(s.solved), n)]
		s.solved = s.solved[len(part):]
		if err := s.emit(drawPage(part, s.layout, n, "Solutions", chapter, s.pages+1)); err != nil {
			return err
		}
	}
	return nil
}

// minCell is the smallest side of a cell whose digit is easily read, in millimetres.
const minCell = 4.5

// solutionsPerPage is how many of solutions fit on a page with cells of minCell.
func (s *Sheets) solutionsPerPage(solved []drawing) int {
	if s.cropped() {
		return 1
	}
	size := 0
	for _, d := range solved {
		size = max(size, d.puzzle.Geometry().Cols())
	}
	for _, n := range []int{12, 6, 2} {
		if side(s.layout.Paper, n)/float64(size) >= minCell {
			return n
		}
	}
	return 1
}

// emit passes a finished page on.
func (s *Sheets) emit(page *picture.Picture) error {
	s.pages++
	return s.page(s.pages, page)
}
