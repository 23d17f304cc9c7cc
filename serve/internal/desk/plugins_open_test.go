package desk

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/worktest"
)

// Plugins stay open, but for those with settings of a request; one that was closed is opened again.
func TestOpen(t *testing.T) {
	d := New(Options{Env: &work.Env{Open: worktest.Open}})
	open := func(settings map[string]any) work.Plugin {
		t.Helper()
		p, err := d.Env.Open(t.Context(), "entropybt", settings)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := open(nil)
	if known, _ := d.plugins.known("entropybt"); open(map[string]any{}) != p || known == nil || known.Plugin != p {
		t.Error("opened twice")
	}
	if open(map[string]any{"strategy": "paper"}) == p {
		t.Error("one with settings is shared")
	}
	p.Close()
	if _, ok := d.plugins.known("entropybt"); ok || open(nil) == p {
		t.Error("a closed plugin is open")
	}
	if _, err := d.Env.Open(t.Context(), "nobody", nil); err == nil {
		t.Error("an unknown plugin was opened")
	}
}

// A plugin whose program has changed is opened anew for the next request, and stays open for those that hold it.
func TestChanged(t *testing.T) {
	program := filepath.Join(t.TempDir(), "program")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(program, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("first")
	d := New(Options{Env: &work.Env{Open: worktest.Open}, Find: func() []find.Candidate {
		return []find.Candidate{{ID: "entropybt", Files: []string{program}}}
	}})
	open := func() (*shared, func()) {
		t.Helper()
		ctx, release := d.using(t.Context())
		if _, err := d.Env.Open(ctx, "entropybt", nil); err != nil {
			t.Fatal(err)
		}
		p, _ := d.plugins.known("entropybt")
		return p, release
	}
	old, release := open()
	d.Findings.Add("puzzle", nil, func(f *Finding) { f.Plan = &Plan{} })
	d.find()
	if same, release := open(); same != old || d.Findings.Of("puzzle", nil).Plan == nil {
		t.Error("a plugin that is as it was is opened anew")
	} else {
		release()
	}
	write("another one")
	d.find()
	next, releaseNext := open()
	defer releaseNext()
	if next == old || d.Findings.Of("puzzle", nil).Plan != nil {
		t.Error("a changed plugin is used as it was")
	}
	if old.use.TryLock() || old.State() == lifecycle.Closed {
		t.Error("the plugin that a request holds is closed")
	}
	release()
	for old.State() != lifecycle.Closed {
		runtime.Gosched()
	}
}
