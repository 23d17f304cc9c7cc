//go:build linux

package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/confine"
)

// shim makes the functions with which SQLite writes fail with EIO, or take long, at random, for files named sudoku.db. A
// process that it has done that to leaves a file.
const shim = `#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
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
	if ((state >> 8) % atoi(getenv("TORTURE_EVERY"))) return 0;
	close(open(getenv("TORTURE_DONE"), O_CREAT | O_WRONLY, 0600));
	int slow = atoi(getenv("TORTURE_SLOW"));
	if (slow) usleep((state >> 4) % slow);
	return !slow;
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
	"SELECT p.puzzle, r.plugin, r.verdict, r.found FROM results r JOIN puzzles p ON p.id = r.puzzle_id WHERE r.plugin = 'dlx' AND r.verdict <> 'crashed' " +
		"ORDER BY 1, 2, 3",
	"SELECT p.puzzle, g.metric, g.value, g.label FROM grades g JOIN puzzles p ON p.id = g.puzzle_id ORDER BY 1, 2, 3",
}

// storm is a job under faults, drawn from a seed.
type storm struct {
	t      *testing.T
	exe    string
	shim   string
	rogues string   // a folder with rogue plugins, and forks, whose every puzzle starts a pipeline
	kinds  []string // of faults
	whole  string   // the file of the job
	parts  []string
	home   string
	r      *rand.Rand
	lasts  time.Duration // how long the run of a part takes undisturbed
	hits   *hits
}

// hits counts the faults that hit something.
type hits struct {
	mu    sync.Mutex
	kinds map[string]int
}

func (h *hits) add(kind string, n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kinds[kind] += n
}

// TestTorture disturbs runs in every way that a machine, its users, plugins and other machines can, goes on with them, and compares the
// libraries with that of an undisturbed run. It blows the same few storms each time, or new ones for as long as
// SUDOKUCTL_TORTURE says (such as 1h); SUDOKUCTL_SEED repeats the storm of a seed: the same faults at about the same times.
func TestTorture(t *testing.T) {
	t.Parallel()
	lasts, least, parts, first := time.Duration(0), 2, 4, uint64(1)
	if text := os.Getenv("SUDOKUCTL_TORTURE"); text != "" {
		var err error
		if lasts, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
		parts, first = 30, rand.Uint64()>>1
	} else if testing.Short() {
		t.Skip("it takes seconds")
	}
	if text := os.Getenv("SUDOKUCTL_SEED"); text != "" {
		var err error
		if first, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
		lasts, least = 0, 1
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
	calm := &storm{t: t, exe: exe, shim: library, rogues: rogueFolder(t, base), kinds: faults(), home: base, hits: &hits{kinds: map[string]int{}}}
	calm.whole, calm.parts = dividedInput(t, base, parts)
	calm.lasts = 2 * time.Second // at most, however busy the machine is now
	for _, file := range append(slices.Clone(calm.parts[:3]), calm.whole) {
		began := time.Now()
		if out, err := calm.run(file).CombinedOutput(); err != nil {
			t.Fatalf("undisturbed: %v\n%s", err, out)
		}
		calm.lasts = min(calm.lasts, time.Since(began))
	}
	want, rounds := calm.snapshot(), 0
	for began := time.Now(); rounds < least || time.Since(began) < lasts; rounds++ {
		seed := first + uint64(rounds)
		s := *calm
		s.home, s.r = t.TempDir(), rand.New(rand.NewPCG(seed, 0))
		s.blow()
		s.settle(want)
		if t.Failed() {
			t.Fatalf("SUDOKUCTL_SEED=%d repeats it", seed)
		}
		if err := os.RemoveAll(s.home); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d rounds from seed %d, %d faults: %v", rounds, first, sum(calm.hits.kinds), calm.hits.kinds)
}

// partSize is how many puzzles a part of the input has.
const partSize = 60

// dividedInput writes a file of puzzles, and the same puzzles in parts.
func dividedInput(t *testing.T, dir string, n int) (whole string, parts []string) {
	t.Helper()
	whole = relabelled(t, dir, n*partSize)
	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	slices.Sort(lines[:n*partSize])
	for i := range n {
		part := filepath.Join(dir, fmt.Sprintf("part%d.txt", i))
		if err := os.WriteFile(part, []byte(strings.Join(lines[i*partSize:(i+1)*partSize], "")), 0o600); err != nil {
			t.Fatal(err)
		}
		parts = append(parts, part)
	}
	return whole, parts
}

// stormyRogues are the rogues that no answer of others may suffer from.
var stormyRogues = []string{"liar", "sleeper", "crasher", "forker", "endless", "killed", "panicker", "printer", "writer"}

func rogueFolder(t *testing.T, dir string) string {
	t.Helper()
	folder := filepath.Join(dir, "rogues")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range stormyRogues {
		program, err := exec.LookPath("rogue-" + name)
		if err == nil {
			err = os.Symlink(program, filepath.Join(folder, "rogue-"+name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	writeForks(t, filepath.Join(folder, "forks"))
	return folder
}

// writeForks writes a plugin that starts a shell with a pipeline for each puzzle, and gives up.
func writeForks(t *testing.T, folder string) {
	t.Helper()
	err := os.Mkdir(folder, 0o700)
	for name, text := range map[string]string{
		"plugin.yaml": "id: forks\nname: Forks\nversion: 1.0.0\nkind: exec\nmode: oneshot\nrun: [sh, forks.sh, '{puzzle}']\n",
		"forks.sh":    "{ sleep 0.03; echo \"$1\"; } | tr . 0 | tr 0-9 . >/dev/null\necho none\n",
	} {
		err = errors.Join(err, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// faults are the kinds of faults that there can be on this system.
func faults() []string {
	kinds := []string{"kill", "interrupt", "kill child", "stop child", "stop all", "full disk", "EIO", "bad block", "slow disk", "broken pipe",
		"rogue", "fork", "clock jump"}
	if len(confine.Missing()) == 0 {
		kinds = append(kinds, "missing wall")
	}
	if exec.Command("unshare", otherClock("true")[1:]...).Run() == nil {
		kinds = append(kinds, "other clock")
	}
	return kinds
}

// otherClock is a command whose clocks since the start of the system are a year ahead.
func otherClock(command ...string) []string {
	return append([]string{"unshare", "--time", "--monotonic", "31536000", "--boottime", "31536000"}, command...)
}

// command prepares a command in the storm's home.
func (s *storm) command(args ...string) *exec.Cmd {
	c := exec.Command(s.exe, args...)
	c.Dir = s.home
	c.Env = append(os.Environ(), "HOME="+s.home, "XDG_DATA_HOME="+s.home, "XDG_CONFIG_HOME="+s.home)
	return c
}

// run prepares a run of the job, or of a part of it, with other solvers besides if there are any.
func (s *storm) run(file string, others ...string) *exec.Cmd {
	solvers := strings.Join(append([]string{"dlx"}, others...), ",")
	return s.command("run", file, "--solver", solvers, "--grader", "entropybt", "--timeout", "20s", "--plugin-dir", s.rogues)
}

// blow runs the parts of the job, one to three processes at a time on the library, and disturbs them.
func (s *storm) blow() {
	for _, part := range s.parts {
		var wg sync.WaitGroup
		for range 1 + s.r.IntN(3)*s.r.IntN(2) {
			r := rand.New(rand.NewPCG(s.r.Uint64(), 0))
			wg.Go(func() { s.disturb(part, r) })
		}
		wg.Wait()
	}
}

// disturb runs a part of the job under one kind of fault.
func (s *storm) disturb(file string, r *rand.Rand) {
	c, strikes := s.run(file), 1
	done := filepath.Join(s.home, fmt.Sprint("hit", r.Uint64()))
	kind := s.kinds[r.IntN(len(s.kinds))]
	switch kind {
	case "missing wall":
		s.withoutWall(file)
		return
	case "fork", "clock jump": // alone, so that nothing but this happens to it
		s = s.apart()
		if c = s.run(file, "forks"); kind == "fork" {
			strikes += r.IntN(4)
		} else {
			c.Args = append(c.Args, "--timeout", jump.String())
		}
		defer s.answered(kind)
	case "bad block", "other clock":
		wrapper := otherClock()
		if kind == "bad block" {
			wrapper = []string{"badblock", strconv.Itoa(r.IntN(64))}
		}
		c.Path, c.Err = exec.LookPath(wrapper[0])
		c.Args, strikes = append(wrapper, slices.Concat([]string{s.exe}, c.Args[1:])...), 0
	case "kill child", "stop child", "stop all":
		strikes += r.IntN(4)
	case "full disk":
		c.Path, c.Args = "/bin/sh", append([]string{"sh", "-c", fmt.Sprintf(`ulimit -f %d; exec "$@"`, 1+r.IntN(400)), "sh"}, c.Args...)
		strikes = 0
	case "EIO", "slow disk":
		slow := 0
		if kind == "slow disk" {
			slow = 1 + r.IntN(20_000)
		}
		c.Env = append(c.Env, "LD_PRELOAD="+s.shim, fmt.Sprint("TORTURE_EVERY=", 1+r.IntN(100)), fmt.Sprint("TORTURE_SEED=", r.IntN(1000)),
			fmt.Sprint("TORTURE_SLOW=", slow), "TORTURE_DONE="+done)
		strikes = 0
	case "broken pipe":
		reader, writer, err := os.Pipe()
		if err != nil {
			s.t.Error(err)
			return
		}
		reader.Close()
		defer writer.Close()
		c.Stdout, c.Stderr = writer, writer
		strikes = 0
	case "rogue":
		c = s.run(file, "rogue-"+stormyRogues[r.IntN(len(stormyRogues))])
	}
	err := s.strikes(kind, c, strikes, r)
	_, hit := os.Stat(done)
	if hit == nil || kind == "other clock" || err != nil && slices.Contains([]string{"full disk", "bad block", "broken pipe"}, kind) {
		s.hits.add(kind, 1)
	}
}

// strikes runs a command, and strikes it at random moments. The error is its own, whatever that is: what counts is the library in the
// end.
func (s *storm) strikes(kind string, c *exec.Cmd, n int, r *rand.Rand) error {
	if err := c.Start(); err != nil {
		s.t.Error(err)
		return nil
	}
	ended, most := make(chan error, 1), s.lasts
	go func() { ended <- c.Wait() }()
	if kind == "fork" || kind == "clock jump" {
		most *= 4 // its puzzles take longer
	}
	for {
		var next <-chan time.Time
		if n > 0 {
			next = time.After(time.Duration(r.Int64N(int64(most))))
		}
		select {
		case err := <-ended:
			return err
		case <-next:
			s.hits.add(kind, s.strike(kind, c, r))
			n--
		}
	}
}

// jump is the budget of puzzles while the clock jumps, which it does by more.
const jump = 4 * time.Second

// apart is the same storm with a home and a library of its own.
func (s *storm) apart() *storm {
	a := *s
	var err error
	if a.home, err = os.MkdirTemp(s.home, "apart"); err != nil {
		s.t.Error(err)
	}
	return &a
}

// answered checks that each puzzle of a part has the answers that the machine cannot change.
func (s *storm) answered(kind string) {
	if left := leftAt(s.home); left != "" {
		s.t.Errorf("%s: orphans:\n%s", kind, left)
	}
	const query = "SELECT plugin, verdict, count(*) AS n FROM results GROUP BY 1, 2 ORDER BY 1"
	out, err := s.command("db", "sql", query, "-o", "tsv").CombinedOutput()
	if want := fmt.Sprintf("plugin\tverdict\tn\ndlx\tunique\t%d\nforks\tunknown\t%[1]d\n", partSize); err != nil || string(out) != want {
		s.t.Errorf("%s: %v\n%s", kind, err, out)
	}
}

// withoutWall runs a stranger's plugin on a kernel without Landlock: it says so and stores no answer.
func (s *storm) withoutWall(file string) {
	s = s.apart()
	c := s.run(file, "forks")
	c.Path, c.Err = exec.LookPath("olderkernel")
	c.Args = slices.Concat([]string{"olderkernel", s.exe}, c.Args[1:])
	const says = "it is not started, for this system does not enforce what the sandbox promises: reading, writing"
	if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), says) {
		s.t.Errorf("without a wall: %v\n%s", err, out)
	}
	if n := count(s.t, s.exe, s.home, "SELECT count(*) AS n FROM results WHERE plugin = 'forks'"); n > 0 {
		s.t.Errorf("without a wall: %d answers", n)
	}
	s.hits.add("missing wall", 1)
}

// strike is one fault for a run. It returns how many processes it hit.
func (s *storm) strike(kind string, c *exec.Cmd, r *rand.Rand) (n int) {
	switch kind {
	case "kill", "interrupt", "rogue":
		end := syscall.SIGKILL
		if kind == "interrupt" || kind == "rogue" && r.IntN(2) == 0 {
			end = ending()
		}
		if c.Process.Signal(end) == nil {
			n = 1
		}
	case "kill child", "stop child":
		children := slices.DeleteFunc(familyAt(s.home), func(pid int) bool { return pid == c.Process.Pid })
		if len(children) == 0 {
			return 0
		}
		child := children[r.IntN(len(children))]
		if kind == "stop child" {
			return suspend(time.Duration(r.Int64N(int64(300*time.Millisecond))), child)
		}
		if syscall.Kill(child, syscall.SIGKILL) == nil {
			n = 1
		}
	case "stop all", "fork", "clock jump":
		pause := time.Duration(r.Int64N(int64(300 * time.Millisecond)))
		if kind == "clock jump" { // for a process that does not run meanwhile
			pause += jump
		}
		if suspend(pause, familyAt(s.home)...) > 0 {
			n = 1
		}
	}
	return n
}

// ending is the signal of ^C, or that of kill in a job that began with ^C ignored, as those in the background of a script do.
func ending() syscall.Signal {
	if signal.Ignored(syscall.SIGINT) {
		return syscall.SIGTERM
	}
	return syscall.SIGINT
}

// suspend stops processes for a while, and returns how many there still were.
func suspend(pause time.Duration, pids ...int) (n int) {
	for _, pid := range pids {
		if syscall.Kill(pid, syscall.SIGSTOP) == nil {
			n++
		}
	}
	time.Sleep(pause)
	for _, pid := range pids {
		_ = syscall.Kill(pid, syscall.SIGCONT)
	}
	return n
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
	if left := leftAt(s.home); left != "" {
		s.t.Errorf("orphans:\n%s", left)
	}
	resume := s.command("resume", "-q", "--plugin-dir", s.rogues)
	if err := resume.Start(); err != nil {
		s.t.Fatal(err)
	}
	enough := time.AfterFunc(5*s.lasts, func() { _ = resume.Process.Kill() }) // a rogue may be in it, and sleep
	_ = resume.Wait()
	enough.Stop()
	for _, c := range []*exec.Cmd{s.run(s.whole), s.command("db", "check")} {
		if out, err := c.CombinedOutput(); err != nil {
			s.t.Errorf("%s: %v\n%s", c.Args[1], err, out)
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
