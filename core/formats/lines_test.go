package formats

import (
	"errors"
	"io"
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	lines := newLineReader(strings.NewReader("\ufeffone\r\n\n" + strings.Repeat("1", 5<<20) + "\nfour"))
	for i, want := range []string{"one\r\n", "\n", "too long", "four"} {
		line, err := lines.next()
		if want == "too long" {
			if !errors.Is(err, errLineTooLong) || lines.number != i+1 {
				t.Errorf("line %d: %d bytes, %v", lines.number, len(line), err)
			}
			continue
		}
		if err != nil || string(line) != want || lines.number != i+1 {
			t.Errorf("line %d: %q, %v instead of %q", lines.number, line, err, want)
		}
	}
	if _, err := lines.next(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}
