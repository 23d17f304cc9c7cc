package ledger

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/work/job"
)

func open(t *testing.T, dir string) *Ledger {
	t.Helper()
	l, err := Open(t.Context(), dir, "abc", 10)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestLedger writes, opens it again and finds everything.
func TestLedger(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	l := open(t, dir)
	run := l.Run
	must(t, l.SetNote(ctx, "token", "a"))
	must(t, l.SetNote(ctx, "token", "b"))
	must(t, l.Fail(ctx, 3, "w1", "no"))
	must(t, l.Fail(ctx, 3, "w2", "no again"))
	must(t, l.Fail(ctx, 7, "w1", "no"))
	must(t, l.Record(ctx, []Chunk{{N: 7, Rows: 5, ContentHash: "x", Worker: "w1"}, {N: 2, Rows: 6, ContentHash: "y", Worker: "w2", CPU: 9}}))
	must(t, l.Record(ctx, []Chunk{{N: 2, Rows: 1, ContentHash: "late", Worker: "w1"}}))
	must(t, l.Fail(ctx, 2, "w1", "too late"))
	seen := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	must(t, l.Seen(ctx, []job.Worker{{Name: "w1", Host: "h", Workers: 2, Chunk: 3, Chunks: 1, Puzzles: 5, CPU: time.Second, Seen: seen}}))
	must(t, l.Close())

	l = open(t, dir)
	if l.Run != run || len(run) != 16 {
		t.Errorf("run %q, then %q", run, l.Run)
	}
	if done, err := l.Done(ctx); err != nil || !slices.Equal(done, []int{2, 7}) {
		t.Errorf("done: %v, %v", done, err)
	}
	must(t, l.Reopen(ctx, []int{7, 9}))
	if done, err := l.Done(ctx); err != nil || !slices.Equal(done, []int{2}) {
		t.Errorf("done: %v, %v", done, err)
	}
	var hash string
	if err := l.db.QueryRowContext(ctx, `SELECT content_hash FROM chunk WHERE n = 2`).Scan(&hash); err != nil || hash != "y" {
		t.Errorf("hash %q, %v", hash, err)
	}
	if note, err := l.Note(ctx, "token"); err != nil || note != "b" {
		t.Errorf("note %q, %v", note, err)
	}
	if note, err := l.Note(ctx, "other"); err != nil || note != "" {
		t.Errorf("note %q, %v", note, err)
	}
	r, err := Read(ctx, dir) // while it is open
	must(t, err)
	want := &Report{Run: run, Failures: []job.Failure{{Chunk: 3, Failures: 2, Worker: "w2", Error: "no again"}},
		Workers: []job.Worker{{Name: "w1", Host: "h", Workers: 2, Chunk: 3, Chunks: 1, Puzzles: 5, CPU: time.Second, Seen: seen}}}
	if !reflect.DeepEqual(r, want) {
		t.Errorf("report %+v, want %+v", r, want)
	}
}

// TestAlive tells workers that live from those that are gone.
func TestAlive(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	r := Report{Workers: []job.Worker{{Name: "old", Seen: now.Add(-time.Hour)}, {Name: "new", Seen: now.Add(-time.Second)}}}
	alive, gone := r.Alive(now)
	if len(alive) != 1 || alive[0].Name != "new" || len(gone) != 1 || gone[0].Name != "old" {
		t.Errorf("alive: %+v, gone: %+v", alive, gone)
	}
}

// TestManyWorkers keeps those that were heard of last.
func TestManyWorkers(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	l := open(t, dir)
	var all []job.Worker
	for i := range MostWorkers + 5 {
		all = append(all, job.Worker{Name: fmt.Sprint("w", i), Seen: time.UnixMilli(int64(i))})
	}
	must(t, l.Seen(ctx, all))
	r, err := Read(ctx, dir)
	must(t, err)
	if len(r.Workers) != MostWorkers || slices.ContainsFunc(r.Workers, func(w job.Worker) bool { return w.Name == "w4" }) {
		t.Errorf("%d workers", len(r.Workers))
	}
}

// TestRecheck remembers which chunks are compared, and what came of it.
func TestRecheck(t *testing.T) {
	ctx := t.Context()
	l := open(t, t.TempDir())
	must(t, l.Recheck(ctx, []int{1, 4, 6}))
	must(t, l.Record(ctx, []Chunk{{N: 4, Worker: "a"}, {N: 6, Worker: "b"}, {N: 7, Worker: "b"}}))
	must(t, l.Compared(ctx, 6, "a", ""))
	must(t, l.Compared(ctx, 7, "c", "record 9"))
	must(t, l.Compared(ctx, 7, "d", "")) // what differed once is not forgotten
	unchecked, err := l.Unchecked(ctx)
	must(t, err)
	if !maps.Equal(unchecked, map[int]string{1: "", 4: "a"}) {
		t.Errorf("unchecked %v", unchecked)
	}
	n, differing, err := l.Checked(ctx)
	must(t, err)
	if !slices.Equal(differing, []Difference{{7, "b", "c", "record 9"}}) || n != 2 {
		t.Errorf("%d: %v", n, differing)
	}
}

// TestOneOwner opens a ledger twice, and for another plan.
func TestOneOwner(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	l := open(t, dir)
	if _, err := Open(ctx, dir, "abc", 10); !errors.Is(err, ErrBusy) {
		t.Errorf("a second owner: %v", err)
	}
	must(t, l.Close())
	if _, err := Open(ctx, dir, "def", 10); err == nil {
		t.Error("the ledger of another plan opens")
	}
	open(t, dir)
}

func TestBadLedgers(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	if _, err := Read(ctx, dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no ledger: %v", err)
	}
	must(t, os.WriteFile(filepath.Join(dir, fileName), []byte("this is no database, but text of some length"), 0o600))
	if _, err := Read(ctx, dir); err == nil {
		t.Error("text is read as a ledger")
	}
	if _, err := Open(ctx, dir, "abc", 10); err == nil {
		t.Error("text opens as a ledger")
	}
	if _, err := Open(ctx, filepath.Join(dir, "missing"), "abc", 10); err == nil {
		t.Error("a ledger in no folder")
	}
}
