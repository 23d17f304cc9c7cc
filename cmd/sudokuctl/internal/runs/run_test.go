package runs

import (
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
)

// TestResumeWhat refuses what is not the number of a run, before it opens the database.
func TestResumeWhat(t *testing.T) {
	for _, arg := range []string{"", "0", "-1", "x", "3x", "3 4", "1.5", "0x10", "99999999999999999999"} {
		if err := resume(t.Context(), &app.App{}, []string{arg}); err == nil || !strings.Contains(err.Error(), "is not a number") {
			t.Errorf("%q: %v", arg, err)
		}
	}
}
