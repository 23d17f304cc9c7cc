//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// shim makes the functions with which SQLite writes fail at random with EIO, for files named sudoku.db.
const shim = `#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>
static unsigned state;
static int fails(int fd) {
	char link[64], path[512];
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, path, sizeof path - 1);
	if (n <= 0) return 0;
	path[n] = 0;
	if (!strstr(path, "sudoku.db")) return 0;
	if (!state) state = atoi(getenv("TORTURE_SEED")) * 2654435761u + 1;
	state = state * 1664525u + 1013904223u;
	return (state >> 8) % atoi(getenv("TORTURE_EIO")) == 0;
}
#define WRAP(type, name, parameters, arguments) \
	type name parameters { \
		static type (*real) parameters; \
		if (!real) real = (type (*) parameters)dlsym(RTLD_NEXT, #name); \
		if (fails(fd)) { errno = EIO; return -1; } \
		return real arguments; \
	}
WRAP(ssize_t, pwrite, (int fd, const void *b, size_t n, off_t at), (fd, b, n, at))
WRAP(ssize_t, pwrite64, (int fd, const void *b, size_t n, off64_t at), (fd, b, n, at))
WRAP(ssize_t, write, (int fd, const void *b, size_t n), (fd, b, n))
WRAP(ssize_t, pread64, (int fd, void *b, size_t n, off64_t at), (fd, b, n, at))
WRAP(int, fsync, (int fd), (fd))
WRAP(int, fdatasync, (int fd), (fd))
WRAP(int, ftruncate64, (int fd, off64_t n), (fd, n))
`

// state is what a library holds besides times: an undisturbed run and one in a storm must end alike.
var state = []string{
	"SELECT puzzle, verdict, solution, disputed FROM puzzles ORDER BY puzzle",
	"SELECT p.puzzle, r.plugin, r.verdict, r.found FROM results r JOIN puzzles p ON p.id = r.puzzle_id WHERE r.verdict <> 'crashed' " +
		"ORDER BY 1, 2, 3",
	"SELECT p.puzzle, g.metric, g.value, g.label FROM grades g JOIN puzzles p ON p.id = g.puzzle_id ORDER BY 1, 2, 3",
}

// storm is a run of one job under faults, drawn from a seed.
type storm struct {
	t      *testing.T
	exe    string
	shim   string
	file   string
	home   string
	r      *rand.Rand
	faults map[string]int
}

// TestTorture disturbs runs in every way that a machine and its users can, goes on with them, and compares the libraries
// with that of an undisturbed run. It takes seconds, or SUDOKUCTL_TORTURE (such as 1h); SUDOKUCTL_SEED repeats the storm
// of a seed: the same faults at about the same times.
func TestTorture(t *testing.T) {
	lasts, puzzles, first := 8*time.Second, 300, rand.Uint64()>>1
	if text := os.Getenv("SUDOKUCTL_TORTURE"); text != "" {
		var err error
		if lasts, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
		puzzles = 3000
	} else if testing.Short() {
		t.Skip("it takes seconds")
	}
	if text := os.Getenv("SUDOKUCTL_SEED"); text != "" {
		var err error
		if first, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
		lasts = 0
	}
	exe, base := program(t), t.TempDir()
	library := filepath.Join(base, "shim.so")
	source := filepath.Join(base, "shim.c")
	if err := os.WriteFile(source, []byte(shim), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl").CombinedOutput(); err != nil {
		t.Skipf("no C compiler: %v %s", err, out)
	}
	calm := &storm{t: t, exe: exe, file: relabelled(t, base, puzzles), home: base}
	if out, err := calm.command("run").CombinedOutput(); err != nil {
		t.Fatalf("undisturbed: %v\n%s", err, out)
	}
	want := calm.snapshot()
	faults, rounds := map[string]int{}, 0
	for began := time.Now(); rounds == 0 || time.Since(began) < lasts; rounds++ {
		seed := first + uint64(rounds)
		s := &storm{t: t, exe: exe, shim: library, file: calm.file, home: t.TempDir(), r: rand.New(rand.NewPCG(seed, 0)), faults: faults}
		s.blow()
		s.settle(want)
		if t.Failed() {
			t.Fatalf("SUDOKUCTL_SEED=%d repeats it", seed)
		}
		if err := os.RemoveAll(s.home); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d rounds from seed %d, %d faults: %v", rounds, first, sum(faults), faults)
}

// command prepares a run of the job, or another command, in the storm's home.
func (s *storm) command(args ...string) *exec.Cmd {
	if args[0] == "run" {
		args = append(args, s.file, "--solver", "dlx", "--grader", "entropybt", "--timeout", "20s", "-q")
	}
	c := exec.Command(s.exe, args...)
	c.Dir = s.home
	c.Env = append(os.Environ(), "HOME="+s.home, "XDG_DATA_HOME="+s.home, "XDG_CONFIG_HOME="+s.home)
	return c
}

// blow starts one to three processes at a time on the library and disturbs them.
func (s *storm) blow() {
	for range 2 + s.r.IntN(5) {
		var wait []func()
		for range 1 + s.r.IntN(3)*s.r.IntN(2) {
			wait = append(wait, s.disturb())
		}
		for _, w := range wait {
			w()
		}
	}
}

// disturb starts a run with one fault, and returns a function that waits for its end.
func (s *storm) disturb() func() {
	c, after := s.command("run"), time.Duration(s.r.Int64N(int64(400*time.Millisecond)))
	kind := [...]string{"kill", "interrupt", "kill child", "stop child", "stop all", "full disk", "EIO", "broken pipe"}[s.r.IntN(8)]
	switch kind {
	case "full disk":
		c.Path, c.Args = "/bin/sh", append([]string{"sh", "-c", fmt.Sprintf(`ulimit -f %d; exec "$@"`, 1+s.r.IntN(400)), "sh"}, c.Args...)
	case "EIO":
		c.Env = append(c.Env, "LD_PRELOAD="+s.shim, fmt.Sprint("TORTURE_EIO=", 1+s.r.IntN(300)), fmt.Sprint("TORTURE_SEED=", s.r.IntN(1000)))
	case "broken pipe":
		r, w, err := os.Pipe()
		if err != nil {
			s.t.Fatal(err)
		}
		r.Close()
		defer w.Close()
		c.Stdout, c.Stderr = w, w
	}
	if err := c.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.faults[kind]++
	chosen, pause := s.r.IntN(1000), time.Duration(s.r.Int64N(int64(700*time.Millisecond)))
	ended := make(chan struct{})
	timer := time.AfterFunc(after, func() {
		defer close(ended)
		switch kind {
		case "kill":
			_ = c.Process.Kill()
		case "interrupt":
			_ = c.Process.Signal(os.Interrupt)
		case "kill child", "stop child":
			children := slices.DeleteFunc(familyAt(s.home), func(pid int) bool { return pid == c.Process.Pid })
			if len(children) == 0 {
				return
			}
			child := children[chosen%len(children)]
			if kind == "kill child" {
				_ = syscall.Kill(child, syscall.SIGKILL)
				return
			}
			suspend(pause, child)
		case "stop all":
			suspend(pause, familyAt(s.home)...)
		}
	})
	return func() {
		_ = c.Wait() // whatever it says: what counts is the library in the end
		if !timer.Stop() {
			<-ended
		}
	}
}

func suspend(pause time.Duration, pids ...int) {
	for _, pid := range pids {
		_ = syscall.Kill(pid, syscall.SIGSTOP)
	}
	time.Sleep(pause)
	for _, pid := range pids {
		_ = syscall.Kill(pid, syscall.SIGCONT)
	}
}

// familyAt returns the processes with a home.
func familyAt(home string) (pids []int) {
	entry := []byte("HOME=" + home + "\x00")
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range files {
		env, err := os.ReadFile(file)
		if pid, bad := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil && bad == nil && strings.Contains(string(env), string(entry)) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// settle lets the job end undisturbed and compares.
func (s *storm) settle(want []string) {
	s.t.Helper()
	if left := leftAt(s.home, 5*time.Second); left != "" {
		s.t.Errorf("orphans:\n%s", left)
	}
	for _, args := range [][]string{{"resume", "-q"}, {"run"}, {"db", "check"}} {
		if out, err := s.command(args...).CombinedOutput(); err != nil && args[0] != "resume" {
			s.t.Errorf("%s: %v\n%s", args[0], err, out)
		}
	}
	got := s.snapshot()
	for i := range want {
		if got[i] != want[i] {
			s.t.Errorf("%s:\n%s", state[i], firstDifference(want[i], got[i]))
		}
	}
}

func (s *storm) snapshot() (tables []string) {
	s.t.Helper()
	for _, query := range state {
		out, err := s.command("db", "sql", query, "-o", "tsv").Output()
		if err != nil {
			s.t.Errorf("%s: %v", query, err)
		}
		tables = append(tables, string(out))
	}
	return tables
}

func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d of %d and %d:\n%s\n%s", i+1, len(a), len(b), a[i], b[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(a), len(b))
}
