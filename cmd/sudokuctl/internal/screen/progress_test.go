package screen

import (
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
