package screen

import (
	"io"
	"os"
	"testing"
	"time"
)

func TestNoEstimateBeforeTheFirstStep(t *testing.T) {
	t.Parallel()
	p := &Progress{title: "grading", total: 6, Each: 1, began: time.Now()}
	if got, want := p.text(), "grading 0/6 [----------------------] 0 %  0s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What others write stands above the line, whole, and nothing of the line is left.
func TestStatusLine(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s := &Streams{Stderr: w}
	l := &statusLine{on: s, out: w, text: func() string { return "solving 1/2" }, timer: time.NewTimer(time.Hour)}
	s.status = l
	l.draw()
	l.above(w, []byte("a line\nhalf a "))
	l.draw()
	l.above(w, []byte("line\n"))
	l.draw()
	l.remove()
	l.draw()
	w.Close()
	text, err := io.ReadAll(r)
	if want := "\rsolving 1/2\x1b[K" + "\r\x1b[Ka line\nhalf a " + "line\n" + "\rsolving 1/2\x1b[K" + "\r\x1b[K"; string(text) != want || err != nil {
		t.Errorf("%q instead of %q, %v", text, want, err)
	}
}
