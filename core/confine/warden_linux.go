package confine

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/sudokuctl/sudokuctl/core/child"
)

// Attr returns the attributes with which a warden must be started: it is ordered to end when the thread that starts it
// ends.
func Attr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM} }

// Stop orders a warden to end with all that it watches over; it does not wait for that.
func Stop(warden *os.Process) error {
	if err := warden.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return warden.Signal(syscall.SIGCONT) // it may have been stopped with its group
}

// Run runs a command, its program with an absolute path, until it ends or this process is asked to end, ends all
// that it left behind, and ends this process as the command has ended. Only an error returns: then nothing runs.
func Run(argv []string, r Rights) error {
	orders := make(chan os.Signal, 1)
	signal.Notify(orders, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	closeInherited()
	r.verified = os.Getenv(verifiedEnv)
	if err := Adopt(); err != nil {
		return err
	}
	var program *running
	started := make(chan error)
	child.OnThread(func() {
		var err error
		program, err = r.start(argv)
		started <- err
		select {} // the program's life is tied to this thread
	})
	if err := <-started; err != nil {
		return err
	}
	if err := Shield(); err != nil {
		return err
	}
	end := func() { _ = syscall.Kill(program.pid, syscall.SIGKILL) } // it may have ended
	if r.bound() {
		go (&census{root: strconv.Itoa(program.pid), way: program.way, tasks: gauge{most: r.Tasks},
			shared: gauge{most: r.MemoryMB << 20}, end: end}).run()
	}
	var ordered atomic.Bool
	go func() {
		<-orders
		ordered.Store(true)
		end()
	}()
	status, used := program.wait()
	endChildren()
	if outOfTime := usedUp(status, used, r.CPU); outOfTime && !r.Trusted && !ordered.Load() {
		fmt.Fprintf(os.Stderr, "sudokuctl: it has used %v of CPU time, as much as it may\n", r.CPU)
	}
	leave(status)
	return nil
}

// closeInherited keeps from programs the files that this process has inherited, but for the first three.
func closeInherited() {
	const first = 3
	if unix.CloseRange(first, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC) == nil {
		return
	}
	for fd := first; fd < 1024; fd++ { // before Linux 5.11
		unix.CloseOnExec(fd)
	}
}

// limits returns the values of limits by their numbers.
func (r Rights) limits() map[int]uint64 {
	if r.Trusted {
		return nil
	}
	limits := map[int]uint64{
		unix.RLIMIT_CORE: 0, unix.RLIMIT_FSIZE: uint64(r.FileMB) << 20, unix.RLIMIT_DATA: uint64(r.MemoryMB) << 20,
		unix.RLIMIT_CPU: uint64(r.CPU.Seconds()),
	}
	if !r.Proc { // a program that runs others has pipes to all of them; Start limits those
		limits[unix.RLIMIT_NOFILE] = uint64(r.OpenFiles)
	}
	return limits
}

// hardLimit returns the limit that cannot be raised. For CPU time it is a second more than the one in force: The kernel
// sends SIGXCPU, which says why, at the limit in force, and SIGKILL a second later. With equal limits it would send
// SIGKILL alone.
func hardLimit(resource int, most uint64) uint64 {
	if resource == unix.RLIMIT_CPU {
		return most + 1
	}
	return most
}

// reap waits for the end of a child and reaps all others that end before it. It also returns the
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

// usedUp reports whether a process was killed because it had used its CPU time: by SIGXCPU or, if it ignores that
// signal, as Go programs do, by SIGKILL.
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

// dieOf ends this process by a signal, so that its parent learns how the program ended. The signal goes to
// this very thread: one that would dump core, such as SIGSEGV, ends a process only when a thread comes to take it.
func dieOf(s syscall.Signal) {
	runtime.LockOSThread()
	var asDefault [4]uint64 // struct sigaction of the kernel: SIG_DFL, no flags
	_, _, _ = unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(s), uintptr(unsafe.Pointer(&asDefault)), 0, 8, 0,
		0)
	_ = unix.Tgkill(os.Getpid(), unix.Gettid(), s)
	os.Exit(128 + int(s))
}
