package confine

import (
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestAGaugeCountsWhenTheSystemHasGrown by what was free, and not before.
func TestAGaugeCountsWhenTheSystemHasGrown(t *testing.T) {
	counts := 0
	g := &gauge{most: 10}
	there := func(n int) func() int { return func() int { counts++; return n } }
	for i, step := range []struct {
		system, there, counts int
		full                  bool
	}{
		{100, 4, 1, false}, // the first look
		{105, 0, 1, false}, // five more at most
		{90, 0, 1, false},  // others have ended
		{96, 6, 2, false},  // six more since then
		{99, 0, 2, false}, {100, 10, 3, true}, {100, 10, 4, true}, {100, 3, 5, false}, {100, 3, 5, false},
	} {
		if got := g.full(step.system, there(step.there)); got != step.full || counts != step.counts {
			t.Fatalf("step %d: full %v after %d counts, want %v after %d", i, got, counts, step.full, step.counts)
		}
	}
}

// TestSharedMemoryIsLimited, whether it is made by one process or by several, as anonymous memory or as /dev/zero.
func TestSharedMemoryIsLimited(t *testing.T) {
	needSandbox(t)
	share := compiled(t, "share.c")
	const full = "its processes share 50 MiB of memory, as much as they may; it is ended"
	for _, c := range []struct{ how, status, stdout, stderr string }{
		{"anonymous", "signal: killed", "", full}, {"zero", "signal: killed", "", full},
		{"stack", "exit status 0", "0 MiB\n", ""}, {"again", "exit status 0", "640 MiB\n", ""},
	} {
		got := confined(t, Rights{MemoryMB: 50}, "", share, c.how)
		if got.status != c.status || got.stdout != c.stdout || !strings.Contains(got.stderr, c.stderr) {
			t.Errorf("%s: %+v, want %+v", c.how, got, c)
		}
	}
}

// TestFamilyCountsAll: children with their own children, and threads.
func TestFamilyCountsAll(t *testing.T) {
	_, before := family("self")
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
	if _, now := family("self"); now-before < 3 { // this process may have more threads, too
		t.Errorf("%d tasks more, want 3", now-before)
	}
	pids, _ := family(strconv.Itoa(c.Process.Pid))
	if len(pids) != 3 {
		t.Errorf("the family of the shell: %v", pids)
	}
	for _, pid := range pids[1:] {
		n, err := strconv.Atoi(pid)
		if err != nil || syscall.Kill(n, syscall.SIGKILL) != nil {
			t.Error("cannot end a child")
		}
	}
	_ = c.Wait() // the shell ends when its children do
}
