package confine

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestRoomIsCountedAgain: when as many were allowed as there may be, those that are still there count, but
// not at each question.
func TestRoomIsCountedAgain(t *testing.T) {
	const there, most = 2, 5
	c := &count{most: most}
	room := func() bool { return c.room(1, func() int { return there }) }
	for i := range most {
		if !room() {
			t.Fatalf("no room for task %d of %d", i+1, most)
		}
	}
	for i := range most - there { // none of them was started
		if !room() {
			t.Fatalf("no room for task %d after a count of %d", i+1, there)
		}
	}
	c.looked = time.Now().Add(time.Hour) // it has just counted
	if room() {
		t.Error("room for one more than there may be")
	}
}

// TestSharedMemoryIsLimited, whether it is made by one process or by several, as anonymous memory or as /dev/zero.
func TestSharedMemoryIsLimited(t *testing.T) {
	needSandbox(t)
	share := compiled(t, "share.c")
	for _, c := range []struct{ how, want string }{
		{"anonymous", "48 MiB\n"}, {"zero", "48 MiB\n"}, {"stack", "0 MiB\n"}, {"again", "640 MiB\n"},
	} {
		got := confined(t, Rights{MemoryMB: 50}, "", share, c.how)
		if got.stdout != c.want || c.how != "stack" && c.how != "again" &&
			!strings.Contains(got.stderr, "its processes share 50 MiB of memory, as much as they may") {
			t.Errorf("%s: %+v, want %q", c.how, got, c.want)
		}
	}
}

// TestWhoRunsOthersIsRefusedNothing: its own threads may start more, those of its children may not.
func TestWhoRunsOthersIsRefusedNothing(t *testing.T) {
	child := exec.Command("sleep", "1000")
	if err := child.Start(); err != nil {
		t.Skipf("NOT TESTED: %v", err)
	}
	defer child.Wait()
	defer child.Process.Kill()
	c := &census{spared: os.Getpid()}
	if !c.ofSpared(uint32(os.Getpid())) || c.ofSpared(uint32(child.Process.Pid)) ||
		(&census{}).ofSpared(uint32(os.Getpid())) {
		t.Error("another than the spared process is spared")
	}
}

func TestTellSaysItOnce(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr := os.Stderr
	os.Stderr = w
	c := &count{}
	c.tell("full")
	c.tell("full")
	os.Stderr = stderr
	w.Close()
	text, err := io.ReadAll(r)
	if err != nil || strings.Count(string(text), "\n") != 1 ||
		!strings.Contains(string(text), "\"full\"}") {
		t.Errorf("%q, %v", text, err)
	}
}

// TestTasksBelowCountsFamilies: children with their own children, and threads.
func TestTasksBelowCountsFamilies(t *testing.T) {
	before := tasksBelow(os.Getpid())
	c := exec.Command("sh", "-c", "sleep 1000 & setsid sleep 1000 & echo; wait")
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Skipf("NOT TESTED: %v", err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if got := tasksBelow(os.Getpid()) - before; got != 3 {
		t.Errorf("%d tasks more, want 3", got)
	}
	for _, pid := range childrenOf(t, c.Process.Pid) {
		p, err := os.FindProcess(pid)
		if err != nil || p.Kill() != nil {
			t.Error("cannot end a child")
		}
	}
	_ = c.Wait() // the shell ends when its children do
}

func childrenOf(t *testing.T, pid int) []int {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	var all []int
	for _, file := range files {
		n := numbers(filepath.Base(filepath.Dir(file)))
		if parent, _, ok := statOf(n[0]); ok && parent == pid {
			all = append(all, n[0])
		}
	}
	return all
}

// TestStatOfReadsBehindTheName, which may hold anything.
func TestStatOfReadsBehindTheName(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a) S 1 (b)")
	if err := os.Symlink(exe, path); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(path, "stat").Output()
	fields := numbers(string(out))
	if err != nil || len(fields) != 2 || fields[0] != os.Getpid() || fields[1] < 1 ||
		!strings.Contains(string(out), "true") {
		t.Errorf("%q, %v; want parent %d", out, err, os.Getpid())
	}
	if _, _, ok := statOf(-1); ok {
		t.Error("a process with number -1")
	}
}
