package job

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// probes are puzzles that every algorithm answers within milliseconds, or is not made for: some have one solution, and those with
// several or none take guesses.
var probes = strings.Fields(`
	1...34...2...3.. 1..4......3..... ..3.2.......1... 12...3.........4 12..4.......3..1
	.2.4.64..1..2..5..5..2..6..5.1.3.6.2 12...............3.................. 1...6..2...........................3
	53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79`)

// Pin has a task for many machines tell its plugin so that all of them can compare theirs with it. A bundled plugin is told by its
// answers to some built-in puzzles, not by the program that it is in, which differs from system to system.
func (t *Task) Pin(ctx context.Context, p Plugin) error {
	id, err := IdentityOf(p, func() (string, error) { return t.probe(ctx, p) })
	if err == nil && id.Probe != "" {
		t.SHA256, t.Probe = "", id.Probe
	}
	return err
}

// probe returns a hash of what a plugin answers to the built-in puzzles: verdicts, solutions, guesses and measures, to six digits, for
// processors round differently.
func (t *Task) probe(ctx context.Context, p Plugin) (string, error) {
	puzzles := make([]*sudoku.Puzzle, len(probes))
	for i, text := range probes {
		var err error
		if puzzles[i], err = sudoku.ParsePuzzle(text); err != nil {
			return "", fmt.Errorf("asking plugin %q built-in puzzles: %w", t.Plugin, err)
		}
	}
	answers := make([]string, len(puzzles))
	take := func(i uint64, r sudoku.Result) error {
		var b strings.Builder
		fmt.Fprint(&b, r.Verdict, r.Count, r.Stats.Guesses)
		for _, grid := range r.Solutions {
			fmt.Fprint(&b, " ", r.Puzzle.Geometry().FormatGrid(grid))
		}
		for _, g := range r.Grades {
			fmt.Fprintf(&b, " %s %.6g %q", g.Metric, g.Value, g.Label)
		}
		answers[i] = b.String()
		return nil
	}
	timeless := *t
	timeless.TimeoutMS = 0
	if err := timeless.Do(ctx, p, 1, runner.Numbered(puzzles), take, take); err != nil {
		return "", fmt.Errorf("asking plugin %q built-in puzzles: %w", t.Plugin, err)
	}
	sum := sha256.Sum256([]byte(strings.Join(answers, "\n")))
	return hex.EncodeToString(sum[:]), nil
}
