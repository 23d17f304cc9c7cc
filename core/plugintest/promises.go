package plugintest

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

//go:embed testdata/promises.txt
var promiseText string

// promise is a puzzle with the number of its solutions.
type promise struct {
	puzzle   *sudoku.Puzzle
	count    int
	atLeast  bool        // count is a lower bound
	solution sudoku.Grid // nil where none is written
}

// promises returns the lines of testdata/promises.txt. Each call makes the puzzles anew: an algorithm may spoil them.
func promises() (all []promise) {
	for i, line := range strings.Split(promiseText, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		p, err := parsePromise(line)
		if err != nil {
			panic(fmt.Sprintf("promises.txt:%d: %v", i+1, err))
		}
		p.puzzle.Name = fmt.Sprintf("promises.txt:%d", i+1)
		all = append(all, p)
	}
	return all
}

func parsePromise(line string) (p promise, err error) {
	fields := strings.Fields(line)
	if len(fields) < 3 || len(fields) > 4 {
		return p, fmt.Errorf("want: geometry puzzle count [solution]")
	}
	head, region, jigsaw := strings.Cut(fields[0], ":")
	text := head + ":" + fields[1]
	if jigsaw {
		text += ":" + region
	}
	if p.puzzle, err = sudoku.ParsePuzzle(text); err != nil {
		return p, err
	}
	count, atLeast := strings.CutSuffix(fields[2], "+")
	p.atLeast = atLeast
	if p.count, err = strconv.Atoi(count); err != nil {
		return p, err
	}
	if len(fields) == 4 {
		p.solution, err = sudoku.ParseGrid(p.puzzle.Geometry(), fields[3])
	}
	return p, err
}

// classic returns the promises of the 9×9 geometry that keep says.
func classic(keep func(promise) bool) (some []promise) {
	for _, p := range promises() {
		if p.puzzle.Geometry().String() == "9" && keep(p) {
			some = append(some, p)
		}
	}
	return some
}
