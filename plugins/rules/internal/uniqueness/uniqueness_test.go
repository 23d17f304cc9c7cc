package uniqueness_test

import (
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/uniqueness"
)

// TestSound looks on random boards for hints that strike a digit of the solution or place another.
func TestSound(t *testing.T) {
	rulestest.CheckSound(t, 20, map[string]board.Maker{
		"uniqueness_1":          uniqueness.Uniqueness(1),
		"uniqueness_2":          uniqueness.Uniqueness(2),
		"uniqueness_3":          uniqueness.Uniqueness(3),
		"uniqueness_4":          uniqueness.Uniqueness(4),
		"uniqueness_5":          uniqueness.Uniqueness(5),
		"uniqueness_6":          uniqueness.Uniqueness(6),
		"hidden_rectangle":      uniqueness.HiddenRectangle,
		"avoidable_rectangle_1": uniqueness.Avoidable(1),
		"avoidable_rectangle_2": uniqueness.Avoidable(2),
		"unique_loop":           uniqueness.UniqueLoop,
		"bug":                   uniqueness.BUG,
		"bug_plus_1":            uniqueness.BUG1,
	}, slices.Concat(rectangles, avoidables, loops, bugs)...)
}
