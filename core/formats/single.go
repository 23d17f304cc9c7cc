package formats

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

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

// parsePlayed reads the givens of such a line; all of it is the comment.
func parsePlayed(s string) (Record, error) {
	p, err := sudoku.ParsePuzzle(withoutPlaced(playedGrid(s)))
	if err != nil {
		return Record{}, err
	}
	p.Comment = s
	return Record{Puzzle: p, Format: "hodoku"}, nil
}

// parseHoDoKu takes the givens of the grid. The record speaks of a position on the way to the solution, so that all of it is the comment.
func parseHoDoKu(s string) (Record, error) {
	grid := strings.Split(s, ":")[3]
	p, err := sudoku.ParsePuzzle(withoutPlaced(grid))
	if err == nil && len(p.Givens()) != 81 {
		err = fmt.Errorf("a grid of %d instead of 81 cells", len(p.Givens()))
	}
	if err != nil {
		var inner *sudoku.ParseError
		if errors.As(err, &inner) {
			err = inner.Err
		}
		return Record{}, &sudoku.ParseError{Column: 1 + strings.Index(s, ":"+grid+":") + 1, Err: err}
	}
	p.Comment = s
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

// parseLink reads an address that holds the cells from a place on; what follows it on the line is a comment.
func parseLink(s string, at int) (Record, error) {
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
