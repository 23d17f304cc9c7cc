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
	"github.com/sudokuctl/sudokuctl/core/formats/internal/killer"
	"github.com/sudokuctl/sudokuctl/core/formats/internal/sudokupad"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// IncompleteError says that a record has more than is understood: constraints of another program that there are none for here,
// drawings whose meaning is not stated. Read yields the rest of the record beside it.
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

// drafted makes a record of what was read of another program's puzzle. If something was not understood it returns both the
// record of the rest and an *IncompleteError.
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
	if !strings.Contains(data, `"grid"`) && !strings.Contains(data, `"ce`) || json.Unmarshal([]byte(data), &fields) != nil {
		return r, nil, false
	}
	switch {
	case fpuzzles.Is(fields):
		d, err := fpuzzles.Read([]byte(data))
		r, err = drafted(d, err, "f-puzzles")
		return r, err, true
	case sudokupad.Is(fields):
		d, err := sudokupad.Read([]byte(data))
		r, err = drafted(d, err, "sudokupad")
		return r, err, true
	}
	return r, nil, false
}

// foreignLine reads a line of another program; ok is false if it is none.
func foreignLine(s string) (r Record, err error, ok bool) {
	for _, f := range []struct {
		is   func(string) bool
		read func(string) (*draft.Draft, error)
		name string
	}{{iss.Is, iss.Read, "iss"},
		{killer.IsPointers, killer.ReadPointers, "killer"}, {killer.IsSudoCue, killer.ReadSudoCue, "sudocue"}} {
		if f.is(s) {
			d, err := f.read(s)
			r, err = drafted(d, err, f.name)
			return r, err, true
		}
	}
	if strings.HasPrefix(s, "http") && strings.Contains(s, "/penpa-edit/") {
		return r, errors.New("addresses of Penpa are not read any more: draw the puzzle in f-puzzles or SudokuPad"), true
	}
	return r, nil, false
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
