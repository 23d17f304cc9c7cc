package desk

import (
	"errors"
	"io"
	"net/http"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
)

// ReadRecord is what a text holds. Its keys are stable.
type ReadRecord struct {
	Puzzle  string      `json:"puzzle" doc:"the first, in short notation"`
	Read    int         `json:"read" doc:"how many there are"`
	Puzzles []string    `json:"puzzles" doc:"the first hundred"`
	Bad     []BadRecord `json:"bad" doc:"the first hundred that were left out"`
	BadAll  int         `json:"bad_all"`

	First *sudoku.Puzzle `json:"-"`
}

// maxRead is how many puzzles of a text are returned.
const maxRead = 100

// Read reads puzzles in any format. The error is that of the first bad record if there is no good one.
func Read(text io.Reader) (*ReadRecord, error) {
	r := &ReadRecord{Bad: []BadRecord{}}
	var first error
	for record, err := range formats.Read(text, "puzzle") {
		var parse *sudoku.ParseError
		switch {
		case err == nil:
			if r.Read++; r.Read == 1 {
				r.First, r.Puzzle = record.Puzzle, record.Puzzle.String()
			}
			if len(r.Puzzles) < maxRead {
				r.Puzzles = append(r.Puzzles, record.Puzzle.String())
			}
		case errors.As(err, &parse):
			if r.BadAll++; len(r.Bad) < maxBad {
				r.Bad = append(r.Bad, BadRecord{parse.Line, parse.Column, parse.Err.Error()})
			}
		}
		if first == nil {
			first = err
		}
	}
	if r.Read > 0 {
		return r, nil
	}
	if first == nil {
		first = problem.New(http.StatusBadRequest, "there is no puzzle in it")
	}
	return nil, first
}
