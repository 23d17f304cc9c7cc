package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// A Claim is a deduction that somebody claims.
type Claim struct {
	Place, Strike []sudoku.Candidate
	Technique     string // "" if none is named
}

// line is a line of claims as JSON. What "explain -o jsonl" prints has these keys among others.
type line struct {
	Puzzle    string            `json:"puzzle"`
	Place     []json.RawMessage `json:"place"`
	Strike    []json.RawMessage `json:"strike"`
	Technique string            `json:"technique"`
	Ended     string            `json:"ended"`
}

// entry is what a line comes to: a puzzle begins, or something is claimed, or the line cannot be read.
type entry struct {
	number int
	begins bool // it names a puzzle, though perhaps one that cannot be read
	puzzle *sudoku.Puzzle
	claim  *Claim
	err    error
}

// entries reads lines. The geometry that claims are read for is that of the puzzle that began last. An error that is not of
// one line alone ends them.
func entries(r io.Reader, first *sudoku.Puzzle) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		lines, puzzle := formats.NewLines(r), first
		for {
			text, err := lines.Next()
			if err == io.EOF {
				return
			}
			if err != nil && !errors.Is(err, formats.ErrLineTooLong) {
				yield(entry{}, fmt.Errorf("reading claims: %w", err))
				return
			}
			if err == nil && len(bytes.TrimSpace(text)) == 0 {
				continue
			}
			e := entry{number: lines.Number(), err: err}
			if err == nil {
				e.read(text, puzzle)
			}
			if e.puzzle != nil {
				puzzle = e.puzzle
			}
			if (e.puzzle != nil || e.claim != nil || e.err != nil) && !yield(e, nil) {
				return
			}
		}
	}
}

func (e *entry) read(text []byte, puzzle *sudoku.Puzzle) {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		e.err = fmt.Errorf("reading a claim: %w", err)
		return
	}
	if l.Ended != "" {
		return // what an explanation came to
	}
	if e.begins = l.Puzzle != ""; e.begins {
		if e.puzzle, e.err = sudoku.ParsePuzzle(l.Puzzle); e.err != nil {
			return
		}
		puzzle = e.puzzle
	}
	if l.Place == nil && l.Strike == nil && l.Puzzle != "" {
		return
	}
	if puzzle == nil {
		e.err = errors.New("a claim before any puzzle")
		return
	}
	c := &Claim{Technique: l.Technique}
	if c.Place, e.err = candidates(puzzle.Geometry(), l.Place, "="); e.err == nil {
		c.Strike, e.err = candidates(puzzle.Geometry(), l.Strike, "<>")
	}
	if e.err == nil && len(c.Place)+len(c.Strike) == 0 {
		e.err = errors.New("a claim that neither places nor strikes anything")
	}
	if e.err == nil {
		e.claim = c
	}
}

// candidates reads pairs ["r1c6", 8], or texts such as "r1c6=8" and "r1c6<>8".
func candidates(g *sudoku.Geometry, list []json.RawMessage, sign string) (found []sudoku.Candidate, err error) {
	for _, raw := range list {
		var name string
		var digit int
		pair := []any{&name, &digit}
		if json.Unmarshal(raw, &name) == nil {
			var number string
			cut := false
			for _, s := range []string{sign, "="} { // "r1c6=8" for a candidate is common
				if !cut {
					name, number, cut = strings.Cut(name, s)
				}
			}
			if _, err := fmt.Sscanf(number+" ", "%d ", &digit); err != nil || !cut {
				return nil, fmt.Errorf("%s is not of the form \"r1c6%s8\"", raw, sign)
			}
		} else if err := json.Unmarshal(raw, &pair); err != nil || len(pair) != 2 {
			return nil, fmt.Errorf("%s is not of the form [\"r1c6\", 8]", raw)
		}
		cell := cellNamed(g, strings.ToLower(strings.TrimSpace(name)))
		if cell < 0 || digit < 1 || digit > g.N() {
			return nil, fmt.Errorf("the puzzle has no candidate %d in cell %q", digit, name)
		}
		found = append(found, sudoku.Candidate{Cell: cell, Digit: digit})
	}
	return found, nil
}

// cellNamed returns the cell with a name, -1 if there is none.
func cellNamed(g *sudoku.Geometry, name string) int {
	for cell := range g.Cells() {
		if g.CellName(cell) == name {
			return cell
		}
	}
	return -1
}
