// Package oneline reads and writes puzzles that other programs keep on one line: killers of 9×9 without givens, as 81
// characters of which those that are no sums point towards the sum of their cage, or as the list of 81 numbers of
// SudoCue; and the game IDs of Solo in Simon Tatham's Portable Puzzle Collection, which are only read.
//
//	3<>…    characters: sums 1-9, A-Z for 10 to 35, a-j for 36 to 45, 0 for none; < ^ > v and ` ' , . for the diagonals
//	3x3:d:k:769:769:…    numbers: 256 times the sum, and the number of the cage; d says that the digits of both diagonals differ
package oneline

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/draft"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

const (
	size  = 9
	cells = size * size
	sums  = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
)

// pointers are how far away in reading order the cell is to which a character points, and by how many columns.
var pointers = map[byte]struct{ step, columns int }{'<': {-1, -1}, '>': {1, 1}, '^': {-size, 0}, 'v': {size, 0},
	'`': {-size - 1, -1}, '\'': {-size + 1, 1}, ',': {size - 1, -1}, '.': {size + 1, 1}}

// IsPointers reports whether a line begins with 81 characters some of which point to others.
func IsPointers(s string) bool {
	if len(s) < cells || strings.IndexByte(s, '<') < 0 && strings.IndexByte(s, '>') < 0 && strings.IndexByte(s, '^') < 0 {
		return false
	}
	return (len(s) == cells || s[cells] == ' ' || s[cells] == '\t') && strings.ContainsAny(s[:cells], "<>^") &&
		!strings.ContainsFunc(s[:cells], func(c rune) bool { return !strings.ContainsRune(sums+"<>^v`',.", c) })
}

// ReadPointers reads a line that IsPointers knows. What is behind the characters is the title.
func ReadPointers(s string) (*draft.Draft, error) {
	d, err := draft.New(size)
	if err != nil {
		return nil, err
	}
	d.Title = strings.TrimSpace(s[cells:])
	cages := map[int][]int{}
	for cell := range cells {
		at := cell
		for steps := 0; ; steps++ {
			p, ok := pointers[s[at]]
			if !ok {
				break
			}
			next := at + p.step
			if next < 0 || next >= cells || next%size != at%size+p.columns || steps == cells {
				return nil, &sudoku.ParseError{Column: at + 1, Err: fmt.Errorf("%q points to no sum", s[at])}
			}
			at = next
		}
		cages[at] = append(cages[at], cell)
	}
	for at := range cells {
		cage := cages[at]
		switch sum := strings.IndexByte(sums, s[at]); {
		case cage == nil || sum == 0 && len(cage) == 1:
		case sum == 0:
			d.Add("cage", "", cage)
		default:
			d.Add("cage", strconv.Itoa(sum), cage)
		}
	}
	return d, nil
}

// WritePointers writes a puzzle that is cages and nothing else, each in one piece; ok is false for others.
func WritePointers(p *sudoku.Puzzle) (text string, ok bool) {
	if !alone(p) || p.Geometry().String() != "9" {
		return "", false
	}
	line := []byte(strings.Repeat("0", cells))
	for _, c := range p.Constraints() {
		sum, _ := strconv.Atoi(c.Value)
		if sum >= len(sums) || !point(line, c.Lists[0]) {
			return "", false
		}
		line[c.Lists[0][0]] = sums[sum]
	}
	return string(line), true
}

// point has the cells of a cage point from one to the next as far as its first; false if it is not in one piece.
func point(line []byte, cage []int) bool {
	reached := cage[:1:1]
	for i := 0; i < len(reached); i++ {
		for _, c := range "<^>v" {
			p := pointers[byte(c)]
			from := reached[i] - p.step
			if from >= 0 && from < cells && from%size == reached[i]%size-p.columns && slices.Contains(cage, from) &&
				!slices.Contains(reached, from) {
				line[from] = byte(c)
				reached = append(reached, from)
			}
		}
	}
	return len(reached) == len(cage)
}

// alone reports whether a puzzle is cages that do not overlap, each with one sum or none, and nothing else.
func alone(p *sudoku.Puzzle) bool {
	seen := map[int]bool{}
	for _, c := range p.Constraints() {
		if c.Name != "cage" || strings.Contains(c.Value, ".") || c.Value == "0" {
			return false
		}
		for _, cell := range c.Lists[0] {
			if seen[cell] {
				return false
			}
			seen[cell] = true
		}
	}
	return p.Clues() == 0 && p.Soft() == nil && len(p.Constraints()) > 0
}

// IsSudoCue reports whether a line is such a list of numbers.
func IsSudoCue(s string) bool {
	rest, ok := strings.CutPrefix(s, "3x3:")
	_, rest, cut := strings.Cut(rest, ":")
	return ok && cut && strings.HasPrefix(rest, "k:")
}

// ReadSudoCue reads a killer in SudoCue's form, "3x3::k:…". IsSudoCue tells such lines from others.
func ReadSudoCue(s string) (*draft.Draft, error) {
	d, err := draft.New(size)
	if err != nil {
		return nil, err
	}
	parts := strings.Split(strings.TrimSuffix(strings.TrimSpace(s), ":"), ":")
	switch parts[1] {
	case "":
	case "d":
		d.Flags = `/\`
	default:
		d.NotUnderstood(fmt.Sprintf("flag %q", parts[1]))
	}
	if numbers := parts[3:]; len(numbers) != cells {
		return nil, fmt.Errorf("%d numbers instead of %d", len(numbers), cells)
	}
	at, next := 0, len(strings.Join(parts[:3], ":"))+2
	cages := map[int]*constraint.Constraint{}
	var order []int
	for cell, text := range parts[3:] {
		at, next = next, next+len(text)+1
		v, err := strconv.Atoi(text)
		if err != nil || v < 0 || v>>8 >= len(sums) {
			return nil, &sudoku.ParseError{Column: at, Err: fmt.Errorf("%q is not the number of a cell", text)}
		}
		sum := strconv.Itoa(v >> 8)
		switch cage := cages[v&255]; {
		case sum == "0":
		case cage == nil:
			cages[v&255] = &constraint.Constraint{Name: "cage", Value: sum, Lists: [][]int{{cell}}}
			order = append(order, v&255)
		case cage.Value != sum:
			return nil, &sudoku.ParseError{Column: at, Err: errors.New("a cage with two sums")}
		default:
			cage.Lists[0] = append(cage.Lists[0], cell)
		}
	}
	for _, id := range order {
		d.Constraints = append(d.Constraints, *cages[id])
	}
	return d, nil
}

// WriteSudoCue writes a puzzle that is cages with sums and nothing else, perhaps with both diagonals; ok is false for
// others.
func WriteSudoCue(p *sudoku.Puzzle) (text string, ok bool) {
	flag, ok := map[string]string{"9": "", "9+x": "d"}[p.Geometry().String()]
	if !ok || !alone(p) {
		return "", false
	}
	var numbers [cells]int
	for i, c := range p.Constraints() {
		sum, err := strconv.Atoi(c.Value)
		if err != nil || sum >= len(sums) {
			return "", false
		}
		for _, cell := range c.Lists[0] {
			numbers[cell] = sum<<8 | (i + 1)
		}
	}
	text = "3x3:" + flag + ":k"
	for _, v := range numbers {
		text += ":" + strconv.Itoa(v)
	}
	return text + ":", true
}
