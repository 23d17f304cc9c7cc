package confine

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Attr returns what the start of a warden needs besides: the death of the thread that starts it is its order
// to end.
func Attr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM} }

// Run runs a command, its program with an absolute path, until it ends or this process is told to end, ends
// all that it left behind, and ends this process as the command has ended. Only an error returns: then
// nothing runs.
func Run(argv []string, r Rights) error {
	orders := make(chan os.Signal, 1)
	signal.Notify(orders, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	if err := Adopt(); err != nil {
		return err
	}
	started := make(chan start)
	OnThread(func() { launch(argv, r, started) })
	s := <-started
	if s.err != nil {
		return s.err
	}
	var ordered atomic.Bool
	go func() {
		<-orders
		ordered.Store(true)
		_ = syscall.Kill(s.pid, syscall.SIGKILL) // it may have ended
	}()
	status, used := reap(s.pid)
	EndOrphans()
	if outOfTime := usedUp(status, used, r.CPU); outOfTime && !r.Trusted && !ordered.Load() {
		fmt.Fprintf(os.Stderr, "sudokuctl: it has used %v of CPU time, as much as it may\n", r.CPU)
	}
	leave(status)
	return nil
}

type start struct {
	pid int
	err error
}

// launch starts the command from its thread, which gives up rights and lives on: the program's life is tied
// to it.
func launch(argv []string, r Rights, started chan<- start) {
	c := &census{most: r.Tasks, limited: make(chan struct{}), refusals: refusalsFor(r)}
	s := start{err: r.giveUp(c)}
	if s.err == nil {
		s.pid, s.err = r.fork(argv, c.refusals)
	}
	if r.Proc {
		c.spared = s.pid
	}
	close(c.limited)
	debug.SetGCPercent(100)
	started <- s
	select {}
}

// fork starts the command with its limits, and with the file of refusals if there is one. This process has
// them too for that moment, as soft ones.
func (r Rights) fork(argv []string, refusals int) (pid int, err error) {
	for resource, most := range r.limits() {
		var before unix.Rlimit
		if err := unix.Getrlimit(resource, &before); err != nil {
			return 0, fmt.Errorf("reading limit %d: %w", resource, err)
		}
		// a lower one may be in force already
		most, hard := min(most, before.Max), min(hardLimit(resource, most), before.Max)
		if err := unix.Setrlimit(resource, &unix.Rlimit{Cur: most, Max: before.Max}); err != nil {
			return 0, fmt.Errorf("setting limit %d: %w", resource, err)
		}
		defer func() {
			_ = unix.Setrlimit(resource, &before) // the limit was allowed before
			if err == nil {
				err = unix.Prlimit(pid, resource, &unix.Rlimit{Cur: most, Max: hard}, nil)
			}
			if errors.Is(err, unix.ESRCH) {
				err = nil // it has ended
			}
		}()
	}
	files := []uintptr{0, 1, 2}
	if refusals >= 0 {
		files = append(files, uintptr(refusals)) // refusalsFile
	}
	pid, err = syscall.ForkExec(argv[0], argv, &syscall.ProcAttr{Env: r.environ(), Files: files,
		Sys: &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}})
	if err != nil {
		return 0, fmt.Errorf("starting %q: %w", argv[0], err)
	}
	return pid, nil
}

// limits returns the values of limits by their numbers.
func (r Rights) limits() map[int]uint64 {
	if r.Trusted {
		return nil
	}
	return map[int]uint64{
		unix.RLIMIT_CORE: 0, unix.RLIMIT_FSIZE: uint64(r.FileMB) << 20, unix.RLIMIT_DATA: uint64(r.MemoryMB) << 20,
		unix.RLIMIT_CPU: uint64(r.CPU.Seconds()), unix.RLIMIT_NOFILE: uint64(r.OpenFiles),
	}
}

// hardLimit returns the limit that cannot be raised. For CPU time it is a second more than the one in force:
// there the kernel sends SIGXCPU, which tells why, and SIGKILL to those that ignore it a second later; were
// both the same, it would send SIGKILL alone.
func hardLimit(resource int, most uint64) uint64 {
	if resource == unix.RLIMIT_CPU {
		return most + 1
	}
	return most
}

// giveUp takes from the calling thread what rights do not allow. The census answers from another thread, and
// its first question is for the program itself, asked by this thread while it holds a processor of the Go
// scheduler: there must be a second one, and no collection of garbage that waits for this thread.
func (r Rights) giveUp(c *census) error {
	if r.Trusted || !supported {
		return nil
	}
	if err := r.fileLayer().enter(); err != nil {
		return err
	}
	if err := dropCapabilities(); err != nil {
		return err
	}
	debug.SetGCPercent(-1)
	if runtime.GOMAXPROCS(0) < 2 {
		runtime.GOMAXPROCS(2)
	}
	fd, err := filterCalls()
	if errors.Is(err, errNoCensus) {
		return nil // Enforced says so
	}
	if err != nil {
		return err
	}
	c.questions = fd
	listening := make(chan struct{})
	go func() {
		close(listening)
		c.run()
	}()
	<-listening
	return nil
}

// dropCapabilities makes root nobody special in all that the calling thread starts.
func dropCapabilities() error {
	for c := uintptr(0); c <= unix.CAP_LAST_CAP; c++ {
		_ = unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0) // who may not drop one has none
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	if err := unix.Capset(&header, &none[0]); err != nil {
		return fmt.Errorf("dropping capabilities: %w", err)
	}
	return nil
}

// reap waits for the end of a child, and takes leave of all others that end before it. It also returns the
// CPU time that the child and what it has waited for itself have used.
func reap(pid int) (syscall.WaitStatus, time.Duration) {
	for {
		var status syscall.WaitStatus
		var usage syscall.Rusage
		switch got, err := syscall.Wait4(-1, &status, 0, &usage); {
		case got == pid && (status.Exited() || status.Signaled()):
			return status, time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		case err != nil && !errors.Is(err, syscall.EINTR):
			return 0, 0
		}
	}
}

// usedUp reports whether a process was killed because it had used its CPU time: by SIGXCPU or, if it ignores
// that as Go programs do, by SIGKILL.
func usedUp(status syscall.WaitStatus, used, most time.Duration) bool {
	return status.Signaled() && (status.Signal() == syscall.SIGXCPU || status.Signal() == syscall.SIGKILL &&
		used >= most)
}

// leave ends this process as the program has ended.
func leave(status syscall.WaitStatus) {
	if !status.Signaled() {
		os.Exit(status.ExitStatus())
	}
	dieOf(status.Signal())
}

// dieOf ends this process by a signal, so that who waits for it learns how the program ended. The signal goes
// to this very thread: one that would dump core, such as SIGSEGV, ends a process only when a thread comes to
// take it.
func dieOf(s syscall.Signal) {
	runtime.LockOSThread()
	_ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0) // the memory of the warden is of no interest
	var asDefault [4]uint64                          // struct sigaction of the kernel: SIG_DFL, no flags
	_, _, _ = unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(s), uintptr(unsafe.Pointer(&asDefault)), 0, 8, 0,
		0)
	_ = unix.Tgkill(os.Getpid(), unix.Gettid(), s)
	os.Exit(128 + int(s))
}
