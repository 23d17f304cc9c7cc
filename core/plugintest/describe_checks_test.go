package plugintest_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/plugintest"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestSettingsWithoutEffectAreNoted(t *testing.T) {
	spec := honestSpec()
	spec.Info.Settings = append(spec.Info.Settings,
		sudoku.Setting{Name: "idle", Default: "a", Enum: []string{"a", "b"}, Summary: "Nothing."},
		sudoku.Setting{Name: "upwards", Default: true, Summary: "Which digits come first."})
	spec.Solver = func(s sudoku.Settings) (sudoku.Solver, error) {
		return solve(func(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
			stats, err := (&honest{}).Solve(ctx, p, emit)
			if s["upwards"] == false {
				stats.Guesses++
			}
			return stats, err
		}), nil
	}
	direct, err := plugintest.Direct(spec)
	if err != nil {
		t.Fatal(err)
	}
	across, stop, err := plugintest.Across(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	for way, s := range map[string]*plugintest.Subject{"direct": direct, "across": across} {
		if err := find(t, "configure/effect").Run(t.Context(), s, unhurried); err != nil {
			t.Error(way, err)
		}
		if len(s.Notes) != 1 || !strings.HasSuffix(s.Notes[0], "checks: idle") {
			t.Errorf("%s: %q", way, s.Notes)
		}
	}
}
