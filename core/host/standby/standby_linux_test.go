package standby

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// TestMain is what a process on standby runs: it says what it has become.
func TestMain(m *testing.M) {
	Await()
	if len(os.Args) == 4 && os.Args[1] == "become" {
		stdin, err := io.ReadAll(os.Stdin)
		fmt.Printf("%q %q %q %d %v\n", os.Args[2:], os.Environ(), stdin, connections(), err)
		fmt.Fprintln(os.Stderr, "on stderr")
		os.Exit(7)
	}
	os.Exit(m.Run())
}

// connections counts the open sockets and pipes of this process.
func connections() (n int) {
	for fd := range 64 {
		target, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", fd))
		if err == nil && (strings.HasPrefix(target, "socket:") || strings.HasPrefix(target, "pipe:")) {
			n++
		}
	}
	return n
}

// begun returns a process on standby. The thread that starts it is kept, for the process dies with it.
func begun(t *testing.T) *Process {
	t.Helper()
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	p := Begin()
	if p == nil {
		t.Fatal("no process")
	}
	t.Cleanup(p.End)
	return p
}

// become has a process become a command, and returns the process and what it printed.
func become(t *testing.T, p *Process, args, env []string) (process *os.Process, stdout, stderr string) {
	t.Helper()
	var read, write [2]*os.File
	for i := range read {
		var err error
		if read[i], write[i], err = os.Pipe(); err != nil {
			t.Fatal(err)
		}
		defer read[i].Close()
	}
	process = p.Become(args, env, write[0], write[1])
	write[0].Close()
	write[1].Close()
	var text [2][]byte
	for i := range read {
		var err error
		if text[i], err = io.ReadAll(read[i]); err != nil {
			t.Fatal(err)
		}
	}
	return process, string(text[0]), string(text[1])
}

func TestBecome(t *testing.T) {
	t.Setenv("SECRET_TOKEN", "1")
	p := begun(t)
	if group, err := syscall.Getpgid(p.process.Pid); group != p.process.Pid {
		t.Errorf("it is in process group %d, %v", group, err)
	}
	args := []string{p.program, "become", "a b", "ü\n"}
	env := Environ("KEY=value=1", "EMPTY=", "HOME=elsewhere")
	process, stdout, stderr := become(t, p, args, env)
	if process == nil {
		t.Fatal("it did not become the command")
	}
	state, err := process.Wait()
	if err != nil || state.ExitCode() != 7 {
		t.Errorf("it ended with %v, %v", state, err)
	}
	want := slices.DeleteFunc(Environ(), func(entry string) bool { return strings.HasPrefix(entry, "HOME=") })
	for _, entry := range append(want, env[len(env)-3:]...) {
		if !strings.Contains(stdout, fmt.Sprintf("%q", entry)) {
			t.Errorf("%q is not in its environment: %s", entry, stdout)
		}
	}
	if !strings.HasPrefix(stdout, fmt.Sprintf("%q [", args[2:])) || !strings.HasSuffix(stdout, "] \"\" 2 <nil>\n") ||
		strings.Contains(stdout, "SECRET") {
		t.Errorf("it printed %s", stdout)
	}
	if stderr != "on stderr\n" {
		t.Errorf("on standard error it printed %q", stderr)
	}
	if again, _, _ := become(t, p, args, env); again != nil {
		t.Error("it became a command twice")
	}
}

// A process that cannot become what is wanted is ended, and reaped.
func TestEnd(t *testing.T) {
	env := Environ()
	for name, end := range map[string]func(p *Process) *os.Process{
		"not needed":        func(p *Process) *os.Process { p.End(); return nil },
		"another program":   func(p *Process) *os.Process { return p.Become([]string{"/bin/true"}, env, os.Stdout, os.Stderr) },
		"other environment": func(p *Process) *os.Process { return p.Become([]string{p.program}, env[1:], os.Stdout, os.Stderr) },
		"too long": func(p *Process) *os.Process {
			return p.Become([]string{p.program, strings.Repeat("x", maxText)}, env, os.Stdout, os.Stderr)
		},
		"gone": func(p *Process) *os.Process {
			if err := p.process.Kill(); err != nil {
				t.Error(err)
			}
			waitForZombie(t, p.process.Pid)
			return p.Become([]string{p.program}, env, os.Stdout, os.Stderr)
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := begun(t)
			if process := end(p); process != nil {
				t.Error("it became something")
			}
			if err := syscall.Kill(p.process.Pid, 0); !errors.Is(err, syscall.ESRCH) {
				t.Errorf("it is still there: %v", err)
			}
		})
	}
}

// waitForZombie returns when a child has ended, and leaves it to be reaped.
func waitForZombie(t *testing.T, pid int) {
	t.Helper()
	const (
		byPID  = 1       // P_PID
		exited = 4       // WEXITED
		keep   = 1 << 24 // WNOWAIT
	)
	var info [128]byte
	for {
		_, _, err := syscall.Syscall6(syscall.SYS_WAITID, byPID, uintptr(pid), uintptr(unsafe.Pointer(&info)), exited|keep, 0, 0)
		if err == 0 {
			return
		}
		if err != syscall.EINTR {
			t.Fatal(err)
		}
	}
}

// A process on standby leaves by itself if whoever could need it is gone.
func TestForgotten(t *testing.T) {
	p := begun(t)
	p.used.Store(true)
	syscall.Close(p.socket)
	if state, err := p.process.Wait(); err != nil || state.ExitCode() != 0 {
		t.Errorf("it ended with %v, %v", state, err)
	}
}

// Without a process all methods do nothing.
func TestNone(t *testing.T) {
	var p *Process
	p.End()
	if p.Become(nil, nil, nil, nil) != nil {
		t.Error("nothing became something")
	}
}

func TestTextHasBothLists(t *testing.T) {
	for _, lists := range [][2][]string{{{"a"}, nil}, {{"a", "b=c"}, {"d=", "e=f"}}, {nil, {"x=y"}}} {
		args, env := read(write(lists[0], lists[1]))
		if !slices.Equal(args, lists[0]) || !slices.Equal(env, lists[1]) {
			t.Errorf("%q became %q and %q", lists, args, env)
		}
	}
}
