package formats_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/formats"
)

func TestLines(t *testing.T) {
	lines := formats.NewLines(strings.NewReader("\ufeffone\r\n\n" + strings.Repeat("1", 5<<20) + "\nfour"))
	for i, want := range []string{"one\r\n", "\n", "too long", "four"} {
		line, err := lines.Next()
		if want == "too long" {
			if !errors.Is(err, formats.ErrLineTooLong) || lines.Number() != i+1 {
				t.Errorf("line %d: %d bytes, %v", lines.Number(), len(line), err)
			}
			continue
		}
		if err != nil || string(line) != want || lines.Number() != i+1 {
			t.Errorf("line %d: %q, %v instead of %q", lines.Number(), line, err, want)
		}
	}
	if _, err := lines.Next(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}
