package pump

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// However large a puzzle is, a message stays far below the 4 MiB that gRPC takes.
func TestMessagesAreBounded(t *testing.T) {
	for _, text := range []string{"4", "9", "25", "49", "9^3", "25^3"} {
		g := sudoku.MustGeometry(text)
		if bytes := mostOf(g) * g.Cells(); bytes > 128<<10 {
			t.Errorf("%s: %d bytes", text, bytes)
		}
	}
}
