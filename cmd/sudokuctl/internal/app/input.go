package app

import (
	"errors"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// MaxBadLines is how many bad lines of one command are shown.
const MaxBadLines = 20

// badLines shows the first bad lines and counts all.
type badLines struct {
	app   *App
	Count int
}

func (b *badLines) tell(bad *sudoku.ParseError) {
	if b.Count++; b.Count <= MaxBadLines {
		fmt.Fprintln(b.app.Stderr, bad)
	}
}

func (b *badLines) end() {
	if b.Count > MaxBadLines {
		fmt.Fprintf(b.app.Stderr, "sudokuctl: %d more bad lines\n", b.Count-MaxBadLines)
	}
}

// UnpackHint adds to what a packed file is how to read it.
func UnpackHint(err error) error {
	var packed *formats.PackedError
	if !errors.As(err, &packed) || packed.Tool == "" {
		return err
	}
	file := packed.File
	if file == "stdin" {
		file = "FILE"
	}
	return fmt.Errorf("%w; unpack it first: %s %s | sudokuctl … -", err, packed.Tool, file)
}
