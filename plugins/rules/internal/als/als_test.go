package als_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/als"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestSound looks on random boards for hints that strike a digit of the solution or place another.
func TestSound(t *testing.T) {
	rulestest.CheckSound(t, 10, map[string]board.Maker{
		"als_xz":        als.XZ,
		"als_xy_wing":   als.Wing,
		"als_xy_chain":  als.Chain,
		"death_blossom": als.DeathBlossom,
	})
}
