package loop_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/loop"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestSound looks on random boards for hints that strike a digit of the solution or place another.
func TestSound(t *testing.T) {
	rulestest.CheckSound(t, 8, map[string]board.Maker{
		"nice_loop":         loop.NiceLoop,
		"grouped_nice_loop": loop.GroupedLoop,
		"als_nice_loop":     loop.ALSLoop,
	})
}
