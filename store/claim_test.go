package store_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
)

// claimingFile names the library on which a re-executed test binary claims work until it is killed.
const claimingFile = "SUDOKUCTL_TEST_CLAIMING"

func claimWork(ctx context.Context, path string, wait func()) (release func(), err error) {
	s, err := store.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	run, err := s.StartRun(ctx, store.NewRun("run"), store.Selection{})
	if err != nil {
		return nil, err
	}
	task, err := s.StartTask(ctx, run, store.Work{Plugin: pluginOf("x", "1"), Limit: 2})
	if err != nil {
		return nil, err
	}
	end, err := task.Claim(ctx, store.Selection{}, wait)
	return func() { end(); s.Close() }, err
}

// TestClaimDiesWithItsProcess kills a process that has claimed work: whoever waited for it goes on.
func TestClaimDiesWithItsProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "claimed.db")
	openLibrary(t, path).Close()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), claimingFile+"="+path)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 8)); err != nil { // it has the claim
		t.Fatal(err)
	}
	waited := false
	release, err := claimWork(t.Context(), path, func() {
		waited = true
		cmd.Process.Kill()
		cmd.Wait()
	})
	if err != nil || !waited {
		t.Fatalf("waited %v, then %v", waited, err)
	}
	release()
	openLibrary(t, path).Close() // which finds that the first run has ended
	if left, _ := filepath.Glob(path + "-claim-*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestClaims(t *testing.T) {
	s := newLibrary(t)
	run := startRun(t, s)
	a := startTask(t, s, run, store.Work{Plugin: pluginOf("x", "1"), Limit: 2})
	never := func() { t.Error("waited for nobody") }
	release := must(a.Claim(t.Context(), store.Selection{Sources: []int64{1, 2}}, never))(t)
	for name, c := range map[string]struct {
		work store.Work
		sel  store.Selection
	}{
		"other puzzles": {store.Work{Plugin: pluginOf("x", "1"), Limit: 2}, store.Selection{Sources: []int64{1}}},
		"other limit":   {store.Work{Plugin: pluginOf("x", "1"), Limit: 1}, store.Selection{Sources: []int64{1, 2}}},
		"other version": {store.Work{Plugin: pluginOf("x", "2"), Limit: 2}, store.Selection{Sources: []int64{1, 2}}},
		"grading":       {store.Work{Plugin: pluginOf("x", "1"), Grade: true}, store.Selection{Sources: []int64{1, 2}}},
	} {
		t.Run(name, func(t *testing.T) {
			task := startTask(t, s, startRun(t, s), c.work)
			must(task.Claim(t.Context(), c.sel, never))(t)()
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	same := startTask(t, s, startRun(t, s), store.Work{Plugin: pluginOf("x", "1"), Limit: 2})
	if _, err := same.Claim(ctx, store.Selection{Sources: []int64{2, 1}}, cancel); !errors.Is(err, context.Canceled) {
		t.Errorf("the same work: %v, want to wait until cancelled", err)
	}
	if taken, err := same.TryClaim(t.Context(), store.Selection{Sources: []int64{2, 1}}); taken != nil || err != nil {
		t.Errorf("the same work was claimed twice: %v", err)
	}
	release()
	must(same.Claim(t.Context(), store.Selection{Sources: []int64{2, 1}}, never))(t)()
	must(same.TryClaim(t.Context(), store.Selection{Sources: []int64{2, 1}}))(t)()
}
