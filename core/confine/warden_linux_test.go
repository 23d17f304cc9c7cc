package confine

import (
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestLimitsAreThoseOfTheRights(t *testing.T) {
	r := Rights{MemoryMB: 3, FileMB: 2, OpenFiles: 40, CPU: 90 * time.Second}
	want := map[int]uint64{unix.RLIMIT_CORE: 0, unix.RLIMIT_FSIZE: 2 << 20, unix.RLIMIT_DATA: 3 << 20,
		unix.RLIMIT_CPU: 90, unix.RLIMIT_NOFILE: 40}
	if got := r.limits(); !maps.Equal(got, want) {
		t.Errorf("limits %v, want %v", got, want)
	}
	if got := (Rights{Trusted: true, MemoryMB: 3}).limits(); len(got) > 0 {
		t.Errorf("limits %v of a trusted program", got)
	}
	for resource, most := range want {
		more := hardLimit(resource, most) - most
		if isCPU := resource == unix.RLIMIT_CPU; more > 1 || (more == 1) != isCPU {
			t.Errorf("the hard limit %d is %d more than the soft one", resource, more)
		}
	}
}

// TestLimitsHold runs small programs against each limit.
func TestLimitsHold(t *testing.T) {
	needSandbox(t)
	const spin = "while :; do :; done"
	ownLimits := "ulimit -c; ulimit -n; ulimit -t; ulimit -d; ulimit -f"
	for _, c := range []struct {
		name                   string
		rights                 Rights
		argv                   []string
		status, stdout, stderr string
	}{
		{"as set", Rights{CPU: time.Minute, OpenFiles: 40, MemoryMB: 100, FileMB: 1},
			[]string{"sh", "-c", ownLimits}, "exit status 0", "0\n40\n60\n102400\n2048\n", ""},
		{"CPU time", Rights{CPU: time.Second}, []string{"sh", "-c", spin},
			"signal: CPU time limit exceeded", "", "it has used 1s of CPU time, as much as it may"},
		{"CPU time, signal ignored", Rights{CPU: time.Second}, []string{"sh", "-c", "trap '' XCPU; " + spin},
			"signal: killed", "", "it has used 1s of CPU time, as much as it may"},
		{"crashed", Rights{}, []string{"sh", "-c", "kill -SEGV $$"}, "signal: segmentation fault", "", ""},
		{"killed", Rights{CPU: time.Second}, []string{"sh", "-c", "kill -9 $$"}, "signal: killed", "", ""},
		{"open files", Rights{OpenFiles: 40}, self(t, "open"), "exit status 0", "40 true\n", ""},
		{"processes", Rights{Tasks: 5}, []string{"sh", "-c", "for i in 1 2 3 4 5 6; do sleep 1000 & echo $i; done"},
			"exit status 2", "1\n2\n3\n4\n", "Cannot fork"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.rights.Tasks > 0 && !here().way.countsTasks() {
				t.Skip("NOT TESTED: this kernel does not count the tasks of a program")
			}
			got := confined(t, c.rights, "", c.argv...)
			if got.status != c.status || got.stdout != c.stdout || !strings.Contains(got.stderr, c.stderr) ||
				c.stderr == "" && got.stderr != "" {
				t.Errorf("%+v, want %q, %q, %q", got, c.status, c.stdout, c.stderr)
			}
		})
	}
}

// TestTheWardenCountsInstead of a kernel that does not.
func TestTheWardenCountsInstead(t *testing.T) {
	needSandbox(t)
	got := confined(t, Rights{Tasks: 5}, "namespaces+users", "sh", "-c", "for i in 1 2 3 4 5 6; do sleep 1000 & done; wait")
	if got.status != "signal: killed" || !strings.Contains(got.stderr, "it has 5 processes and threads, as many as it may; it is ended") {
		t.Errorf("%+v", got)
	}
}

func TestAFileIsNoLargerThanItMay(t *testing.T) {
	needSandbox(t)
	got := confined(t, Rights{FileMB: 1}, "", "sh", "-c", `exec head -c 3000000 /dev/zero >"$TMPDIR/big"`)
	info, err := os.Stat(filepath.Join(got.folder, "big"))
	if err != nil || info.Size() != 1<<20 || got.status != "signal: file size limit exceeded" {
		t.Errorf("%+v, %v, %v", got, info, err)
	}
}

// TestAWardenThatIsKilledTakesAllAlong, although what its program started has left its parent and its session.
func TestAWardenThatIsKilledTakesAllAlong(t *testing.T) {
	needSandbox(t)
	for _, user := range users() {
		t.Run(strconv.Itoa(user), func(t *testing.T) {
			as := func(words ...string) *exec.Cmd {
				command := self(t, words...)
				c := exec.Command(command[0], command[1:]...)
				if who := credential(user); who != nil {
					c.SysProcAttr = &syscall.SysProcAttr{Credential: who}
				}
				return c
			}
			if out, err := as("separates").Output(); err != nil {
				t.Fatal(err)
			} else if string(out) != "true\n" { // root may, others may not: in a chroot, for example
				t.Skip("NOT TESTED: no PID namespaces here")
			}
			c := as("warden", "/bin/sh", "-c", `setsid sh -c "setsid sleep 1000 & echo up; sleep 1000" & sleep 1000`)
			c.Env = append(os.Environ(), rightsEnv+"={}")
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			c.Stdout = w
			err = c.Start()
			w.Close()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := r.Read(make([]byte, 8)); err != nil {
				t.Fatal(err)
			}
			if err := c.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = c.Wait() // it was killed
			if err := r.SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
				t.Fatal(err)
			}
			if n, err := r.Read(make([]byte, 8)); !errors.Is(err, io.EOF) { // who lives holds the pipe
				t.Errorf("something is left: %d, %v", n, err)
			}
		})
	}
}

// TestATrustedProgramHasNoLimits, and ends with all that it started nevertheless.
func TestATrustedProgramHasNoLimits(t *testing.T) {
	out, err := exec.Command("sh", "-c", "ulimit -n; ulimit -t; ulimit -d").Output()
	if err != nil {
		t.Skipf("NOT TESTED: %v", err)
	}
	got := confined(t, Rights{Trusted: true}, "", "sh", "-c",
		"ulimit -n; ulimit -t; ulimit -d; setsid sleep 1000 & echo $!")
	own, pid, _ := strings.Cut(strings.TrimPrefix(got.stdout, string(out)), "\n")
	if !strings.HasPrefix(got.stdout, string(out)) || pid != "" {
		t.Errorf("%+v, want %q first", got, out)
	}
	if n := numbers(own); len(n) != 1 || syscall.Kill(n[0], 0) == nil {
		t.Errorf("process %q is left", own)
	}
}

func TestAProgramThatIsMissingIsRefused(t *testing.T) {
	needSandbox(t)
	command := self(t, "warden", "/no/such/program")
	c := exec.Command(command[0], command[1:]...)
	c.Env = append(os.Environ(), rightsEnv+"={}")
	if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out),
		`starting "/no/such/program"`) {
		t.Errorf("%v: %s", err, out)
	}
}

func needSandbox(t *testing.T) {
	t.Helper()
	if !supported || landlockVersion() < landlockScopes {
		t.Skip("NOT TESTED: this kernel does not enforce all")
	}
}
