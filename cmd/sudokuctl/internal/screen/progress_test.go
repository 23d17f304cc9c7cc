package screen

import (
	"io"
	"os"
	"testing"
	"time"
)

func TestNoEstimateBeforeTheFirstStep(t *testing.T) {
	t.Parallel()
	p := &Progress{title: "grading", total: 6, each: 1, began: time.Now()}
	if got, want := p.text(), "grading 0/6 [----------------------] 0 %  0s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What others write stands above the bar, whole, and nothing of the bar is left.
func TestBarIsBelow(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s := &Streams{Stderr: w}
	l := &Progress{on: s, out: w, title: "solving", each: 1, began: time.Now(), timer: time.NewTimer(time.Hour)}
	s.bar = l
	l.draw()
	l.above(w, []byte("a line\nhalf a "))
	l.draw()
	l.above(w, []byte("line\n"))
	l.draw()
	l.End()
	l.draw()
	w.Close()
	text, err := io.ReadAll(r)
	if want := "\rsolving 0  0.0/s  0s\x1b[K" + "\r\x1b[Ka line\nhalf a " + "line\n" + "\rsolving 0  0.0/s  0s\x1b[K" + "\r\x1b[K"; string(text) != want || err != nil {
		t.Errorf("%q instead of %q, %v", text, want, err)
	}
}
