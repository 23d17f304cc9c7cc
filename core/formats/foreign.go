package formats

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/draft"
	"github.com/sudokuctl/sudokuctl/core/formats/internal/fpuzzles"
	"github.com/sudokuctl/sudokuctl/core/formats/internal/iss"
	"github.com/sudokuctl/sudokuctl/core/formats/internal/oneline"
	"github.com/sudokuctl/sudokuctl/core/formats/internal/sudokupad"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// IncompleteError says that a record has more than is understood: constraints of another program that there are none
// for here, drawings whose meaning is not stated. Read yields the rest of the record beside it.
type IncompleteError = draft.IncompleteError

// Incomplete is the tag of records of which something was left out.
const Incomplete = "incomplete"

// Lenient turns records that are not understood as a whole into records of the rest, with the tag Incomplete.
func Lenient(records iter.Seq2[Record, error]) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for r, err := range records {
			if errors.As(err, new(*IncompleteError)) {
				r.Tags, err = append(slices.Clip(r.Tags), Incomplete), nil
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// drafted makes a record of another program's puzzle. If something was not understood it returns both the record of the
// rest and an *IncompleteError.
func drafted(d *draft.Draft, err error, format string) (Record, error) {
	if err != nil {
		return Record{}, err
	}
	p, err := d.Puzzle()
	if err != nil {
		return Record{}, err
	}
	r := Record{Puzzle: p, Solution: d.Solution, Format: format}
	if d.Author != "" {
		r.Fields = append(r.Fields, Field{"author", oneLine(d.Author)})
	}
	return r, d.Incomplete()
}

// foreignObject reads a JSON object of another program; ok is false if it is none.
func foreignObject(data string) (r Record, err error, ok bool) {
	var fields map[string]json.RawMessage
	if !strings.Contains(data, `"grid"`) && !strings.Contains(data, `"ce`) ||
		json.Unmarshal([]byte(data), &fields) != nil {
		return r, nil, false
	}
	read, format := fpuzzles.Read, "f-puzzles"
	switch {
	case fpuzzles.Is(fields):
	case sudokupad.Is(fields):
		read, format = sudokupad.Read, "sudokupad"
	default:
		return r, nil, false
	}
	d, err := read([]byte(data))
	r, err = drafted(d, err, format)
	return r, err, true
}

// lineFormats are the records that stand on one line and are no short notation, in the order in which they are tried.
var lineFormats = []struct {
	is   func(string) bool
	read func(string) (Record, error)
}{
	{iss.Is, readISS}, {oneline.IsPointers, draftedBy(oneline.ReadPointers, "killer")},
	{oneline.IsSudoCue, draftedBy(oneline.ReadSudoCue, "sudocue")}, {isPenpa, refusePenpa}, {isBank, parseBank},
	{isJSON, parseJSON}, {oneline.IsSolo, draftedBy(oneline.ReadSolo, "solo")}, {isHoDoKu, parseHoDoKu},
	{isPlayed, parsePlayed}, {isCellLink, parseLink}, {isPadLink, parsePadLink},
}

// readISS reads a text of Interactive Sudoku Solver.
var readISS = draftedBy(iss.Read, "iss")

// draftedBy makes a reader of records of a reader of another program's puzzles.
func draftedBy(read func(string) (*draft.Draft, error), format string) func(string) (Record, error) {
	return func(s string) (Record, error) {
		d, err := read(s)
		return drafted(d, err, format)
	}
}

// isPenpa recognises an address of a program whose puzzles are not read any more.
func isPenpa(s string) bool {
	return strings.HasPrefix(s, "http") && strings.Contains(s, "/penpa-edit/")
}

// refusePenpa says what to do instead.
func refusePenpa(string) (Record, error) {
	return Record{}, errors.New("addresses of Penpa are not read any more: draw the puzzle in f-puzzles or SudokuPad")
}

// writeForeign returns what writes the text of a puzzle for another program.
func writeForeign(program string, text func(*sudoku.Puzzle) (string, bool)) func(*bufio.Writer, Record) error {
	return func(w *bufio.Writer, r Record) error {
		line, ok := text(r.Puzzle)
		if !ok {
			return fmt.Errorf("writing %q for %s: %w", shorten(r.Puzzle.String()), program, ErrUnfit)
		}
		_, err := w.WriteString(line + "\n")
		return err
	}
}

// hashDigits is how much of a SHA-1 a bank record begins with.
const hashDigits = 12

// isBank reports whether s begins with twelve hexadecimal digits and a blank, as the records of a puzzle bank do.
func isBank(s string) bool {
	return len(s) > hashDigits && s[hashDigits] == ' ' &&
		strings.Trim(s[:hashDigits], "0123456789abcdef") == "" && len(s) >= hashDigits+1+81
}

// parseBank reads "sha1[:12] 81digits rating".
func parseBank(s string) (Record, error) {
	p, err := sudoku.ParsePuzzle(s[hashDigits+1:])
	if err != nil {
		return Record{}, badAt("", 0, hashDigits+2, err)
	}
	rating := Field{"rating", p.Comment}
	if _, ok := rating.Number(); !ok {
		at := len(s) - len(p.Comment) + 1
		return Record{}, &sudoku.ParseError{Column: at, Err: fmt.Errorf("%q is not a rating", shorten(p.Comment))}
	}
	p.Comment = ""
	return Record{Puzzle: p, Fields: []Field{{"hash", s[:hashDigits]}, rating}, Format: "bank"}, nil
}

// isHoDoKu reports whether s is a record of HoDoKu's libraries,
// :code:candidates:grid:deleted:eliminations:placements:
func isHoDoKu(s string) bool { return s[0] == ':' && strings.Count(s, ":") >= 6 }

// withoutPlaced returns the givens of a grid, where a digit behind + is placed and no given.
func withoutPlaced(grid string) string {
	var cells strings.Builder
	for i := 0; i < len(grid); i++ {
		if grid[i] == '+' && i+1 < len(grid) {
			i++
			cells.WriteByte('.')
			continue
		}
		cells.WriteByte(grid[i])
	}
	return cells.String()
}

// playedGrid returns the grid with which a line begins if some of its digits are placed, "" for other lines.
func playedGrid(s string) string {
	grid := s
	if end := strings.IndexAny(s, ": \t"); end >= 0 {
		grid = s[:end]
	}
	if len(grid) <= 81 || len(grid) > 2*81 || strings.Trim(grid, "0123456789.+") != "" || len(withoutPlaced(grid)) != 81 {
		return ""
	}
	return grid
}

// isPlayed reports whether a line begins with such a grid.
func isPlayed(s string) bool { return playedGrid(s) != "" }

// parsePlayed reads the givens of such a line.
func parsePlayed(s string) (Record, error) { return position(s, playedGrid(s), 1) }

// parseHoDoKu takes the givens of the grid.
func parseHoDoKu(s string) (Record, error) {
	grid := strings.Split(s, ":")[3]
	return position(s, grid, strings.Index(s, ":"+grid+":")+2)
}

// position reads the givens of a grid that begins at a column of a line. The line speaks of a position on the way to
// the solution, so that all of it is the comment.
func position(line, grid string, column int) (Record, error) {
	p, err := sudoku.ParsePuzzle(withoutPlaced(grid))
	if err == nil && len(p.Givens()) != 81 {
		err = fmt.Errorf("a grid of %d instead of 81 cells", len(p.Givens()))
	}
	if err != nil {
		var inner *sudoku.ParseError
		if errors.As(err, &inner) {
			err = inner.Err
		}
		return Record{}, &sudoku.ParseError{Column: column, Err: err}
	}
	p.Comment = line
	return Record{Puzzle: p, Format: "hodoku"}, nil
}

// linkKey stands before the cells in an address of sudokuwiki.org.
const linkKey = "sudoku.htm?bd="

// cellsInLink returns where the cells of an address of sudokuwiki.org or SudokuPad begin, -1 for other texts.
func cellsInLink(s string) int {
	for _, key := range []string{linkKey, "Sudoku.htm?bd=", "sudokupad.app/classic/"} {
		if at := strings.Index(s, key); at >= 0 {
			return at + len(key)
		}
	}
	return -1
}

// isCellLink reports whether a line holds such an address.
func isCellLink(s string) bool { return cellsInLink(s) >= 0 }

// parseLink reads an address that holds the cells. The rest of the line is a comment.
func parseLink(s string) (Record, error) {
	at := cellsInLink(s)
	cells, rest := s[at:], ""
	if end := strings.IndexAny(cells, "?& \t\"'<>)]"); end >= 0 {
		cells, rest = cells[:end], cells[end:]
	}
	p, err := sudoku.ParsePuzzle(cells)
	if err != nil {
		return Record{}, badAt("", 0, at+1, err)
	}
	if len(p.Givens()) != 81 {
		return Record{}, &sudoku.ParseError{Column: at + 1, Err: errors.New("an address holds 81 cells")}
	}
	if strings.HasPrefix(rest, " ") {
		p.Comment = strings.TrimSpace(rest)
	}
	return Record{Puzzle: p, Format: "link"}, nil
}
