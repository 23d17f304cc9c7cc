package bridge

import (
	"context"
	"os"
	"path/filepath"
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
	mark := filepath.Join(t.TempDir(), "thinking")
	for id, want := range map[string]string{
		"thinker": "asking 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79: no answer came in time; its last output: thinking about it",
		"crasher": "it ended with exit status 3; its last output: segmentation fault, says it",
		"mumble":  `its line "hm" is not an answer`,
	} {
		ctx := t.Context()
		if id == "thinker" {
			ctx = overOnce(ctx, mark)
		}
		_, err := Probe(ctx, fake(t, id, Oneshot, mark))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", id, err, want)
		}
	}
}

// late is a context whose time is over when done is closed.
type late struct {
	context.Context
	done chan struct{}
}

// overOnce returns a context whose time is over once a file is there.
func overOnce(ctx context.Context, file string) context.Context {
	l := late{ctx, make(chan struct{})}
	go func() {
		defer close(l.done)
		for ctx.Err() == nil {
			if _, err := os.Stat(file); err == nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	return l
}

func (l late) Done() <-chan struct{} { return l.done }

func (l late) Err() error {
	select {
	case <-l.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}
