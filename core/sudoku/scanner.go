package sudoku

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/sudokuctl/sudokuctl/core/sudoku/alphabet"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// scanner cuts a line of short notation into cells.
type scanner struct {
	text    string
	pos     int
	errorAt int // byte offset that the last error speaks of
	tilde   int // how many cells there are if "~" is a symbol, else 0
	cells   []token
}

// token is the text of one cell: a symbol, a number or a soft clue in braces, and its byte offset.
type token struct {
	text string
	at   int
}

// puzzle reads a whole puzzle: head, cells, map, constraints and comment.
func (s *scanner) puzzle() (*Puzzle, error) {
	headText, hasHead := s.head()
	var h head
	want := 0
	if hasHead {
		var err error
		if h, err = parseHead(headText); err != nil {
			return nil, err
		}
		want = h.cells()
		if strings.Contains(h.alphabet, "~") {
			s.tilde = want
		}
	}
	if err := s.openCells(want); err != nil {
		return nil, err
	}
	p, err := s.filled(headText, h, !hasHead && len(s.cells) == 729)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(s.text[s.pos:], "~") {
		if err := s.constraints(p); err != nil {
			return nil, err
		}
	}
	p.Comment = comment(s.text[s.pos:])
	if constraint.Begins(p.Comment) {
		s.errorAt = len(s.text) - len(p.Comment)
		return nil, errors.New("constraints stand directly behind the cells or the map; this would be a comment")
	}
	return p, nil
}

// filled returns a puzzle of the cells, which may be pencil marks.
func (s *scanner) filled(headText string, h head, marks bool) (*Puzzle, error) {
	if marks {
		return s.sukaku()
	}
	g, err := s.geometry(headText, &h)
	if err != nil {
		return nil, err
	}
	p := MustPuzzle(g, make(Grid, g.cells))
	for i, t := range s.cells {
		if err := s.fill(p, i, t); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// openCells cuts the cells, which may be left out if all are empty and constraints follow.
func (s *scanner) openCells(want int) error {
	rest := s.text[s.pos:]
	if want == 0 || s.tilde > 0 || !strings.HasPrefix(rest, "~") && !(strings.HasPrefix(rest, ":") &&
		strings.Contains(rest, "~")) {
		return s.tokens(want)
	}
	s.cells = make([]token, want)
	for i := range s.cells {
		s.cells[i] = token{".", s.pos}
	}
	return nil
}

// constraints reads what follows the cells and the map up to a comment.
func (s *scanner) constraints(p *Puzzle) error {
	text := s.text[s.pos:]
	if end := strings.IndexAny(text, " \t,;#"); end >= 0 {
		text = text[:end]
	}
	s.errorAt = s.pos
	b, err := p.geometry.Board()
	if err != nil {
		return err
	}
	set, err := constraint.Parse(b, text)
	if err != nil {
		return s.misplaced(err)
	}
	s.pos += len(text)
	return p.constrain(set)
}

// misplaced remembers where constraints went wrong.
func (s *scanner) misplaced(err error) error {
	if e := (*constraint.SyntaxError)(nil); errors.As(err, &e) {
		s.errorAt += e.At
	}
	return err
}

// head returns the head and steps over its colon, if the line begins with one.
func (s *scanner) head() (string, bool) {
	before, _, found := strings.Cut(s.text, ":")
	if !found || !looksLikeHead(before) {
		return "", false
	}
	s.pos = len(before) + 1
	return before, true
}

// tokens cuts the cells: want of them, or as many as there are where want is 0. One unbroken block of symbols
// is tried first, then numbers separated by blanks.
func (s *scanner) tokens(want int) error {
	start := s.pos
	s.skipBlanks()
	if err := s.block(); err != nil {
		return err
	}
	if want == len(s.cells) || want == 0 && len(s.cells) >= 16 {
		return nil
	}
	block := len(s.cells)
	s.pos = start
	if err := s.spaced(want); err != nil {
		return err
	}
	if n := len(s.cells); want == 0 && n >= 16 || want > 0 && n == want {
		return nil
	}
	return s.wrongLength(want, max(block, len(s.cells)))
}

// wrongLength returns the error for a wrong number of cells, which stands where the text ends.
func (s *scanner) wrongLength(want, got int) error {
	s.errorAt = s.pos
	if want > 0 {
		return fmt.Errorf("%d cells instead of %d", got, want)
	}
	cells := "cells"
	if got == 1 {
		cells = "cell"
	}
	return fmt.Errorf("not a puzzle: found %d %s, expected 16, 36, 64, 81, 100, 144, 256 or 625", got, cells)
}

// skipBlanks moves on to the next sign that is no blank.
func (s *scanner) skipBlanks() {
	for s.pos < len(s.text) && (s.text[s.pos] == ' ' || s.text[s.pos] == '\t') {
		s.pos++
	}
}

// block reads symbols until a blank, a colon or another sign that ends the cells.
func (s *scanner) block() error {
	s.cells = s.cells[:0]
	for s.pos < len(s.text) && s.text[s.pos] != ':' && !s.endsTilde() && !endsCells(s.text[s.pos]) {
		if err := s.next(func(rest string) int {
			_, size := utf8.DecodeRuneInString(rest)
			return size
		}); err != nil {
			return err
		}
	}
	return nil
}

// endsTilde reports whether here is a "~" that ends the cells: one that is no symbol, or one behind the last cell.
func (s *scanner) endsTilde() bool {
	return s.text[s.pos] == '~' && (s.tilde == 0 || len(s.cells) == s.tilde)
}

// spaced reads cells separated by blanks, want of them, or all up to a colon or the end where want is 0.
func (s *scanner) spaced(want int) error {
	s.cells = s.cells[:0]
	ends := " \t:{~"
	if s.tilde > 0 {
		ends = " \t:{"
	}
	for s.skipBlanks(); s.pos < len(s.text) && (want == 0 || len(s.cells) < want); s.skipBlanks() {
		if s.text[s.pos] == ':' || s.endsTilde() {
			return nil
		}
		if err := s.next(func(rest string) int {
			if i := strings.IndexAny(rest, ends); i >= 0 {
				return i
			}
			return len(rest)
		}); err != nil {
			return err
		}
	}
	return nil
}

// next takes one cell: a soft clue in braces, or as many bytes as size says.
func (s *scanner) next(size func(rest string) int) error {
	rest := s.text[s.pos:]
	length := 0
	if rest[0] == '{' {
		end := strings.IndexByte(rest, '}')
		if end < 0 {
			s.errorAt = s.pos
			return errors.New("a soft clue is not closed by }")
		}
		length = end + 1
	} else {
		length = size(rest)
	}
	s.cells = append(s.cells, token{rest[:length], s.pos})
	s.pos += length
	return nil
}

// geometry finds out the geometry from the head, or from the number of cells and the symbols, and the map behind.
func (s *scanner) geometry(headText string, h *head) (*Geometry, error) {
	regions, err := s.regionMap(h.jigsaw)
	if err != nil {
		return nil, err
	}
	if headText == "" {
		n := int(math.Sqrt(float64(len(s.cells))))
		switch {
		case n*n != len(s.cells) || regions == "" && sizeText(len(s.cells)) == "":
			return nil, s.wrongLength(0, len(s.cells))
		case regions != "":
			headText = fmt.Sprintf("%d/j", n)
		default:
			headText = fmt.Sprint(n)
		}
		h.n = n
	}
	if name := s.alphabet(h); name != "" {
		headText += "@" + name
	}
	if regions != "" {
		headText += ":" + regions
	}
	return ParseGeometry(headText)
}

// alphabet names the alphabet of more than nine digits that a head leaves open.
func (s *scanner) alphabet(h *head) string {
	if h.n <= 9 || h.alphabet != "" {
		return ""
	}
	for _, t := range s.cells {
		if len(t.text) > 1 && t.text[0] >= '0' && t.text[0] <= '9' {
			return "num"
		}
	}
	return alphabet.Guess(s.symbols(), h.n)
}

// symbols returns the symbols of the cells, without soft clues.
func (s *scanner) symbols() string {
	var b strings.Builder
	for _, t := range s.cells {
		if t.text[0] != '{' {
			b.WriteString(t.text)
		}
	}
	return b.String()
}

// regionMap takes the map that begins with a colon directly behind the cells, which a head may require. Two things
// begin a comment there: a short number, for collections write how many solutions a puzzle has, and a colon behind a
// blank.
func (s *scanner) regionMap(required bool) (string, error) {
	rest, found := strings.CutPrefix(s.text[s.pos:], ":")
	if !found && required {
		s.errorAt = s.pos
		return "", errors.New("a jigsaw needs its map behind the cells: /j:cells:map")
	}
	end := strings.IndexAny(rest, " \t,;#:~")
	if end < 0 {
		end = len(rest)
	}
	labels := utf8.RuneCountInString(rest[:end])
	if !found || !required && labels != len(s.cells) && (s.blankBefore() || isCount(rest[:end])) {
		return "", nil
	}
	s.errorAt = s.pos + 1
	if !required && labels != len(s.cells) {
		return "", fmt.Errorf("a map of %d labels behind %d cells; a comment begins with a blank", labels, len(s.cells))
	}
	s.pos += 1 + end
	if strings.HasPrefix(s.text[s.pos:], ":") {
		s.errorAt = s.pos
		return "", errors.New("a colon behind the map; a comment begins with a blank")
	}
	return rest[:end], nil
}

// blankBefore reports whether a blank stands before the next sign.
func (s *scanner) blankBefore() bool {
	return s.pos > 0 && (s.text[s.pos-1] == ' ' || s.text[s.pos-1] == '\t')
}

// isCount reports whether text is a number too short to be a map.
func isCount(text string) bool {
	return text != "" && len(text) < 10 && strings.Trim(text, "0123456789") == ""
}
