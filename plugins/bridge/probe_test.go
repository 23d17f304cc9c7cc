package bridge

import (
	"context"
	"strings"
	"testing"
	"time"
)

func TestProbe(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{"honest": Line, "buffer": Batch} {
		if mode, err := Probe(t.Context(), fake(t, id, Auto)); mode != want || err != nil {
			t.Errorf("%s: mode %q, %v; want %q", id, mode, err, want)
		}
	}
}

func TestProbeSaysWhatHappened(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		"thinker": "asking 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79: no answer came in time; its last output: thinking about it",
		"crasher": "it ended with exit status 3; its last output: segmentation fault, says it",
		"mumble":  `its line "hm" is not an answer`,
	} {
		budget := time.Minute
		if id == "thinker" {
			budget = 10 * time.Second
		}
		ctx, cancel := context.WithTimeout(t.Context(), budget)
		_, err := Probe(ctx, fake(t, id, Oneshot))
		cancel()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", id, err, want)
		}
	}
}
