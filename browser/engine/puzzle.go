package engine

import (
	"errors"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// ReadPuzzle reads a puzzle in short notation, the first of several lines of them, or a picture: as many rows as columns, with
// or without blanks, bars and rules between the cells.
func ReadPuzzle(text string) (*sudoku.Puzzle, error) {
	first := ""
	var rows []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if first == "" {
			first = line
		}
		if row := cells.Replace(line); strings.Trim(row, "-+*=") != "" {
			rows = append(rows, row)
		}
	}
	switch {
	case first == "":
		return nil, errors.New("there is no puzzle in it")
	case len(rows) > 1 && isSquare(rows):
		return sudoku.ParsePuzzle(strings.Join(rows, ""))
	}
	return sudoku.ParsePuzzle(first)
}

// cells takes what is drawn between cells out of a line.
var cells = strings.NewReplacer("|", "", "│", "", "║", "", " ", "", "\t", "")

func isSquare(rows []string) bool {
	for _, row := range rows {
		if len(row) != len(rows) {
			return false
		}
	}
	return true
}
