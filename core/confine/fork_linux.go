package confine

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/sudokuctl/sudokuctl/core/child"
)

// plan is what a new process does between fork and exec. Everything is prepared before the fork: the new process has
// one thread and none of the Go runtime, so all that it can do is to make system calls from a list.
type plan struct {
	program []call // of the new process; the last becomes the program
	// With namespaces there is one process more, the first in a PID namespace: the kernel ends all in the namespace
	// when it ends. It makes the calls of first, forks the program, makes those of then, and waits.
	namespaces  uintptr // CLONE_NEWPID, perhaps with others; 0 = none
	first, then []call
	shares      bool  // without namespaces: until it becomes the program the new process uses the memory of this one
	line        int   // the file to which that process writes how the program has ended
	status      int32 // that it writes

	executable int   // the file of the program, -1 = it is started by its name
	held       []any // what arguments of calls point to
	failed     failure
	errors     int // the file to which the failure of a call is written
}

// call is a system call.
type call struct {
	doing     string // for the error
	number    uintptr
	args      [6]uintptr
	optional  bool // it may fail
	elsewhere bool // if it fails, another way may do
	want      uintptr
	wants     bool // the result must be want
}

// failure says which call of which list failed.
type failure struct{ list, call, errno int32 }

// errNotHere says that a program cannot be started in this way, and perhaps in another.
var errNotHere = errors.New("this way is not available")

// do adds a call to a list.
func do(list *[]call, doing string, number uintptr, args ...uintptr) *call {
	c := call{doing: doing, number: number}
	copy(c.args[:], args)
	*list = append(*list, c)
	return &(*list)[len(*list)-1]
}

// hold returns the address of a value, which stays as long as the plan.
func hold[T any](p *plan, v *T) uintptr {
	p.held = append(p.held, v)
	return uintptr(unsafe.Pointer(v))
}

// text returns the address of a C string.
func (p *plan) text(s string) (uintptr, error) {
	b, err := syscall.BytePtrFromString(s)
	if err != nil {
		return 0, err
	}
	return hold(p, b), nil
}

// texts returns the address of a list of C strings that ends with nil.
func (p *plan) texts(all []string) (uintptr, error) {
	list, err := syscall.SlicePtrFromStrings(all)
	if err != nil {
		return 0, err
	}
	return hold(p, &list[0]), nil
}

// exec adds the call that becomes a program. If verified is not "", it becomes the file that was verified and no other,
// whatever its name leads to meanwhile.
func (p *plan) exec(argv, env []string, verified string) (err error) {
	if p.executable, err = openVerified(argv[0], verified); err != nil {
		return err
	}
	name := argv[0]
	if p.executable >= 0 {
		name = ""
	}
	path, err := p.text(name)
	if err != nil {
		return err
	}
	words, err := p.texts(argv)
	if err != nil {
		return err
	}
	variables, err := p.texts(env)
	if err != nil {
		return err
	}
	doing := fmt.Sprintf("starting %q", argv[0])
	if p.executable >= 0 {
		do(&p.program, doing, unix.SYS_EXECVEAT, uintptr(p.executable), path, words, variables, unix.AT_EMPTY_PATH)
	} else {
		do(&p.program, doing, unix.SYS_EXECVE, path, words, variables)
	}
	return nil
}

// openVerified opens a program that must be the file with a child.Identity. It returns -1 if nothing was verified, and
// for a script, which its interpreter opens again by its name.
func openVerified(path, verified string) (fd int, err error) {
	if verified == "" {
		return -1, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return -1, fmt.Errorf("opening the program: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return -1, fmt.Errorf("opening the program: %w", err)
	}
	if child.Identity(info) != verified {
		return -1, fmt.Errorf("checksum changed: %s is not the file that was verified", path)
	}
	begins := make([]byte, 2)
	if _, err := f.ReadAt(begins, 0); err == nil && string(begins) == "#!" {
		return -1, nil
	}
	return above(int(f.Fd()))
}

// above moves a file out of the way of those with fixed numbers, and closes it in programs.
func above(fd int) (int, error) {
	const low = 16
	moved, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, low)
	if err != nil {
		return -1, fmt.Errorf("moving a file: %w", err)
	}
	return moved, nil
}

// run forks, calls meanwhile in this process, and waits until the new one has become its program. The calling
// thread must be locked.
func (p *plan) run(meanwhile func(pid int) error) (pid int, err error) {
	var ends [2]int
	if err := unix.Pipe2(ends[:], unix.O_CLOEXEC); err != nil {
		return 0, fmt.Errorf("opening a pipe: %w", err)
	}
	reports := os.NewFile(uintptr(ends[0]), "failure")
	defer reports.Close()
	defer unix.Close(p.executable)
	p.errors, err = above(ends[1])
	unix.Close(ends[1])
	if err != nil {
		return 0, err
	}
	if p.namespaces != 0 { // it keeps the line alone; old kernels cannot close all
		all := ^uintptr(0) >> 32
		do(&p.then, "closing a pipe", unix.SYS_CLOSE, uintptr(p.errors))
		do(&p.then, "closing files", unix.SYS_CLOSE_RANGE, 0, uintptr(p.line)-1).optional = true
		do(&p.then, "closing files", unix.SYS_CLOSE_RANGE, uintptr(p.line)+1, all).optional = true
	}
	syscall.ForkLock.Lock()
	pid, errno := 0, syscall.Errno(0)
	if p.shares && canShareMemory {
		pid, errno = p.forkSharing()
	} else {
		pid, errno = p.fork()
	}
	syscall.ForkLock.Unlock()
	unix.Close(p.errors)
	switch {
	case errno != 0 && p.namespaces != 0:
		return 0, fmt.Errorf("%w: %w", errNotHere, errno)
	case errno != 0:
		return 0, fmt.Errorf("forking: %w", errno)
	}
	if meanwhile != nil {
		err = meanwhile(pid)
	}
	var f failure
	report := unsafe.Slice((*byte)(unsafe.Pointer(&f)), unsafe.Sizeof(f))
	if n, _ := reports.Read(report); err == nil && n == len(report) { // nothing comes when all went well
		list := [][]call{p.program, p.first, p.then}[f.list]
		if err = fmt.Errorf("%s: %w", list[f.call].doing, syscall.Errno(f.errno)); list[f.call].elsewhere {
			err = fmt.Errorf("%w: %w", errNotHere, err)
		}
	}
	if err != nil {
		_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended
		for {
			if _, again := syscall.Wait4(pid, nil, 0, nil); !errors.Is(again, syscall.EINTR) {
				return 0, err
			}
		}
	}
	return pid, nil
}

// These keep the runtime's signal handlers out of the new process, as for syscall.ForkExec.

//go:linkname beforeFork syscall.runtime_BeforeFork
func beforeFork()

//go:linkname afterFork syscall.runtime_AfterFork
func afterFork()

//go:linkname afterForkInChild syscall.runtime_AfterForkInChild
func afterForkInChild()

// fork makes the new process. What comes after clone in it must not grow the stack, allocate, or touch what other
// threads of this process may have held; the rules are those of syscall.forkAndExecInChild. Its memory is a copy, so
// that nothing in a plugin's domain ever uses that of the warden.
//
//go:noinline
//go:norace
//go:nocheckptr
func (p *plan) fork() (pid int, errno syscall.Errno) {
	beforeFork()
	n, _, errno := syscall.RawSyscall6(unix.SYS_CLONE, p.namespaces|uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0)
	if n != 0 || errno != 0 {
		afterFork()
		return int(n), errno
	}
	if p.namespaces != 0 {
		p.perform(1, p.first)
		n, _, errno = syscall.RawSyscall6(unix.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0)
		if errno != 0 {
			p.leave(1, 0, errno)
		}
		if n != 0 {
			p.perform(2, p.then)
			for {
				ended, _, _ := syscall.RawSyscall6(unix.SYS_WAIT4, ^uintptr(0), uintptr(unsafe.Pointer(&p.status)), unix.WALL, 0,
					0, 0)
				if ended == n {
					_, _, _ = syscall.RawSyscall(unix.SYS_WRITE, uintptr(p.line), uintptr(unsafe.Pointer(&p.status)), 4)
					p.exit()
				}
			}
		}
	}
	afterForkInChild()
	p.perform(0, p.program)
	p.exit()
	return 0, 0
}

// forkSharing is fork for a process that does not copy the memory, which takes longer than all else here. It runs on
// the stack of the calling thread, which waits for it in the kernel, and makes nothing but the calls of its list.
//
//go:noinline
//go:norace
//go:nocheckptr
func (p *plan) forkSharing() (pid int, errno syscall.Errno) {
	beforeFork()
	n := vfork(unix.CLONE_VM | unix.CLONE_VFORK | uintptr(syscall.SIGCHLD))
	if n != 0 {
		afterFork()
		if n < 0 {
			return 0, syscall.Errno(-n)
		}
		return n, 0
	}
	afterForkInChild()
	p.perform(0, p.program)
	p.exit()
	return 0, 0
}

// perform makes the calls of a list.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (p *plan) perform(list int32, calls []call) {
	for i := range calls {
		c := &calls[i]
		r, _, errno := syscall.RawSyscall6(c.number, c.args[0], c.args[1], c.args[2], c.args[3], c.args[4], c.args[5])
		if errno != 0 && !c.optional || c.wants && r != c.want {
			p.leave(list, int32(i), errno)
		}
	}
}

// leave ends the new process and reports why.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (p *plan) leave(list, call int32, errno syscall.Errno) {
	p.failed.list, p.failed.call, p.failed.errno = list, call, int32(errno)
	_, _, _ = syscall.RawSyscall(unix.SYS_WRITE, uintptr(p.errors), uintptr(unsafe.Pointer(&p.failed)),
		unsafe.Sizeof(p.failed))
	p.exit()
}

//go:nosplit
//go:norace
func (p *plan) exit() {
	for {
		_, _, _ = syscall.RawSyscall(unix.SYS_EXIT_GROUP, 1, 0, 0)
	}
}
