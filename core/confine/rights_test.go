package confine

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestRightsTravel: what the environment carries to the warden is what was granted, completed.
func TestRightsTravel(t *testing.T) {
	t.Setenv(rightsEnv, "")
	rapid.Check(t, func(rt *rapid.T) {
		r := Rights{Trusted: rapid.Bool().Draw(rt, "trusted"), Proc: rapid.Bool().Draw(rt, "proc"),
			Writes:   rapid.String().Draw(rt, "writes"),
			MemoryMB: rapid.IntRange(1, 1<<20).Draw(rt, "memory"), Tasks: rapid.IntRange(1, 1<<20).Draw(rt, "tasks"),
			CPU:    time.Duration(rapid.Int64Range(1, 1<<60).Draw(rt, "cpu")),
			FileMB: rapid.IntRange(1, 1<<20).Draw(rt, "file"), OpenFiles: rapid.IntRange(1, 1<<20).Draw(rt, "files")}
		for _, path := range rapid.SliceOf(rapid.String()).Draw(rt, "reads") {
			r.Reads = append(r.Reads, Place{Path: path, ID: rapid.StringMatching(`[0-9]+:[0-9]+`).Draw(rt, "id")})
		}
		if back := travelled(rt, r); !reflect.DeepEqual(back, r) {
			rt.Fatalf("%+v became %+v", r, back)
		}
	})
}

func travelled(t rapid.TB, r Rights) Rights {
	t.Helper()
	entry, err := r.Environ()
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(entry, "=")
	if err := os.Setenv(rightsEnv, text); err != nil {
		t.Fatal(err)
	}
	back, err := FromEnviron()
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func TestRightsAreCompleted(t *testing.T) {
	t.Setenv(rightsEnv, "")
	got := travelled(t, Rights{Tasks: -1})
	want := Rights{MemoryMB: DefaultMemoryMB, Tasks: DefaultTasks(), CPU: DefaultCPU(), FileMB: DefaultFileMB,
		OpenFiles: DefaultOpenFiles}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestNoRightsAreRefused: who leaves them out or spoils them gets none.
func TestNoRightsAreRefused(t *testing.T) {
	for _, text := range []string{"", "trusted", `{"trusted":"yes"}`, `{"trusted":true`} {
		t.Setenv(rightsEnv, text)
		if r, err := FromEnviron(); err == nil || r.Trusted {
			t.Errorf("%q: %+v, %v", text, r, err)
		}
	}
}

func TestTheProgramGetsAFolderAndNoRights(t *testing.T) {
	t.Setenv(rightsEnv, "{}")
	t.Setenv("TMPDIR", "/scratch")
	t.Setenv("KEPT", "a=b")
	for _, c := range []struct {
		rights Rights
		tmp    string
		rest   bool
	}{
		{Rights{Writes: "/own"}, "/own", false},
		{Rights{}, "/scratch", false},
		{Rights{Writes: "/own", Trusted: true}, "/scratch", false},
		{Rights{Writes: "/own", Proc: true}, "/own", true},
	} {
		var tmp []string
		env := c.rights.environ(false)
		for _, entry := range env {
			if value, ok := strings.CutPrefix(entry, "TMPDIR="); ok {
				tmp = append(tmp, value)
			}
		}
		knows := slices.ContainsFunc(env, func(e string) bool { return strings.HasPrefix(e, rightsEnv+"=") })
		if !slices.Equal(tmp, []string{c.tmp}) || knows != c.rest || !slices.Contains(env, "KEPT=a=b") {
			t.Errorf("%+v: TMPDIR %q, rights %v", c.rights, tmp, knows)
		}
	}
}
