package app

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// ParseRange reads LO..HI or a single number, which is both.
func ParseRange(text string) (lo, hi float64, err error) {
	first, second, found := strings.Cut(text, "..")
	if lo, err = strconv.ParseFloat(first, 64); err != nil {
		return lo, lo, err
	}
	if hi = lo; found {
		hi, err = strconv.ParseFloat(second, 64)
	}
	if err == nil && !(lo <= hi) { // not a number is in no order
		err = fmt.Errorf("%v to %v is not a range", lo, hi)
	}
	return lo, hi, err
}

// ParseClues reads the flag --clues: a number or a range of them, 0 and 0 for "".
func ParseClues(text string) (least, most int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	lo, hi, err := ParseRange(text)
	if err != nil || lo != float64(int(lo)) || hi != float64(int(hi)) {
		return 0, 0, UsageErrorf("--clues %q is neither a number nor A..B", text)
	}
	return int(lo), int(hi), nil
}

// ParseConstraints reads the values of --constraints: names, or names and how many.
func ParseConstraints(texts []string) (wanted []constraint.Wanted, err error) {
	for _, text := range texts {
		w, err := constraint.ParseWanted(text)
		var unknown *constraint.UnknownError
		if errors.As(err, &unknown) {
			return nil, UsageErrorf("%w%s", err, screen.DidYouMean(unknown.Name, constraint.Names()))
		}
		if err != nil {
			return nil, UsageErrorf("%w", err)
		}
		wanted = append(wanted, w)
	}
	return wanted, nil
}
