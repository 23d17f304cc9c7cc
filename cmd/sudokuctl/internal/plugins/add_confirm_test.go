package plugins

import (
	"io"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
)

// TestConfirmed takes only a clear yes for one, and reads no more than its line.
func TestConfirmed(t *testing.T) {
	for answer, want := range map[string]bool{"y\n": true, " YES \r\n": true, "yes": true, "": false, "\n": false, "n\n": false,
		"yes please\n": false, "\ny\n": false, "no\nyes\n": false} {
		in := strings.NewReader(answer + "rest")
		if !strings.Contains(answer, "\n") {
			in = strings.NewReader(answer)
		}
		a := &app.App{Streams: &screen.Streams{Stdin: in, Stderr: io.Discard}}
		if got := confirmed(a, "really?"); got != want {
			t.Errorf("%q is %v", answer, got)
		}
		if left, _ := io.ReadAll(in); strings.Contains(answer, "\n") && string(left) != answer[strings.Index(answer, "\n")+1:]+"rest" {
			t.Errorf("after %q there is %q", answer, left)
		}
	}
}
