package confine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// running is a program that a warden has started.
type running struct {
	pid       int  // of the program, or of the first process of its namespace
	namespace bool // it runs in a PID namespace of its own
	line      *os.File
	questions int // the file by which the kernel asks for new tasks, -1 without
	refusals  int // the file by which the program learns of refusals, -1 without
}

// start starts a command with its limits and without what rights do not allow. It is in a PID namespace if one can be had.
func (r Rights) start(argv []string) (*running, error) {
	if r.Trusted {
		path := argv[0]
		program, err := openVerified(path, r.verified)
		if err != nil {
			return nil, err
		}
		if program >= 0 {
			defer unix.Close(program)
			path = fmt.Sprint("/proc/self/fd/", program)
		}
		pid, err := syscall.ForkExec(path, argv, &syscall.ProcAttr{Env: r.environ(false), Files: []uintptr{0, 1, 2},
			Sys: &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}})
		if err != nil {
			return nil, fmt.Errorf("starting %q: %w", argv[0], err)
		}
		return &running{pid: pid, questions: -1, refusals: -1}, nil
	}
	c := &running{questions: -1, refusals: refusalsFor(r)}
	ruleset := -1
	if r.bound() {
		var err error
		if ruleset, err = r.fileLayer().ruleset(); err != nil {
			return nil, err
		}
		defer unix.Close(ruleset)
	}
	var err error
	for _, namespaces := range r.namespaces() {
		for _, flags := range r.listeners() {
			if err = c.start(r, argv, ruleset, namespaces, flags); err == nil {
				return c, nil
			}
			if !errors.Is(err, unix.EBUSY) { // another sandbox is asked already
				break
			}
		}
		if !errors.Is(err, errNoNamespace) {
			return nil, err
		}
	}
	return nil, err
}

// bound reports whether the rights take anything away here.
func (r Rights) bound() bool { return !r.Trusted && supported }

// namespaces returns the flags of the namespaces to try for the program, the best first. Who is not the administrator gets
// a PID namespace with a user namespace alone.
func (r Rights) namespaces() []uintptr {
	if !r.bound() {
		return []uintptr{0}
	}
	all := []uintptr{unix.CLONE_NEWPID, unix.CLONE_NEWPID | unix.CLONE_NEWUSER, 0}
	if os.Geteuid() != 0 {
		all = all[1:]
	}
	return all
}

// noListener stands for a filter that asks nobody.
const noListener = 0

// listeners returns the flags of the filter to try: that the kernel asks about new tasks, if it can.
func (r Rights) listeners() []uintptr {
	for _, flags := range []uintptr{unix.SECCOMP_FILTER_FLAG_NEW_LISTENER | unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV,
		unix.SECCOMP_FILTER_FLAG_NEW_LISTENER} {
		// a kernel that knows the flags goes on to look for the filter
		_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, 0)
		if r.bound() && errno == unix.EFAULT {
			return []uintptr{flags, noListener}
		}
	}
	return []uintptr{noListener}
}

func (c *running) start(r Rights, argv []string, ruleset int, namespaces, listener uintptr) error {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("opening a pair of sockets: %w", err)
	}
	own := os.NewFile(uintptr(ends[0]), "line")
	theirs, err := above(ends[1])
	unix.Close(ends[1])
	if err != nil {
		own.Close()
		return err
	}
	defer unix.Close(theirs)
	p := &plan{namespaces: namespaces, line: theirs}
	if err := r.fill(p, argv, ruleset, c.refusals, listener); err != nil {
		own.Close()
		return err
	}
	c.pid, err = p.run(func(pid int) error {
		if namespaces == 0 {
			return nil
		}
		if namespaces&unix.CLONE_NEWUSER != 0 {
			if err := sameUser(pid); err != nil {
				return fmt.Errorf("%w: %w", errNoNamespace, err)
			}
		}
		_, err := own.Write([]byte{0}) // it may go on
		return err
	})
	if err == nil && listener != noListener {
		c.questions, err = receive(own)
	}
	if err != nil {
		own.Close()
		return err
	}
	c.namespace, c.line = namespaces != 0, own
	return nil
}

// fill plans the start of a program.
func (r Rights) fill(p *plan, argv []string, ruleset, refusals int, listener uintptr) error {
	dies := &p.program
	if p.namespaces != 0 {
		dies = &p.first
	}
	do(dies, "tying the program to the warden", unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL))
	if p.namespaces != 0 {
		c := do(dies, "waiting for the warden", unix.SYS_READ, uintptr(p.line), hold(p, new(byte)), 1)
		c.want, c.wants = 1, true
	} else {
		c := do(dies, "looking for the warden", unix.SYS_GETPPID)
		c.want, c.wants = uintptr(os.Getpid()), true
	}
	for resource, most := range r.limits() {
		if err := p.limit(resource, most, hardLimit(resource, most)); err != nil {
			return err
		}
	}
	if err := r.limitStack(p); err != nil {
		return err
	}
	first := uintptr(refusalsFile)
	if refusals >= 0 {
		do(&p.program, "passing on a file", unix.SYS_DUP3, uintptr(refusals), refusalsFile, 0)
		first++
	}
	p.closeFrom(first)
	p.restrict(ruleset)
	if r.bound() {
		p.dropCapabilities()
		p.filterCalls(listener)
	}
	return p.exec(argv, r.environ(p.namespaces != 0), r.verified)
}

// limit sets a limit of a new process, unless a lower one is in force already.
func (p *plan) limit(resource int, soft, hard uint64) error {
	var before unix.Rlimit
	if err := unix.Getrlimit(resource, &before); err != nil {
		return fmt.Errorf("reading limit %d: %w", resource, err)
	}
	limit := &unix.Rlimit{Cur: min(soft, before.Max), Max: min(hard, before.Max)}
	do(&p.program, fmt.Sprintf("setting limit %d", resource), unix.SYS_PRLIMIT64, 0, uintptr(resource), hold(p, limit))
	return nil
}

// limitStack keeps a program from using its stack as data without a limit. What it begins with is also what each of its
// threads gets, so it is not raised.
func (r Rights) limitStack(p *plan) error {
	if r.Trusted {
		return nil
	}
	const most = 64 << 20
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_STACK, &before); err != nil {
		return fmt.Errorf("reading the limit of the stack: %w", err)
	}
	return p.limit(unix.RLIMIT_STACK, min(before.Cur, most), max(uint64(r.MemoryMB)<<20, most))
}

// closeFrom keeps from the program all files from a number on.
func (p *plan) closeFrom(first uintptr) {
	all := ^uintptr(0) >> 32
	do(&p.program, "closing files", unix.SYS_CLOSE_RANGE, first, all, unix.CLOSE_RANGE_CLOEXEC).optional = true
}

// dropCapabilities makes root nobody special.
func (p *plan) dropCapabilities() {
	for c := uintptr(0); c <= unix.CAP_LAST_CAP; c++ { // a process that may not drop one has none
		do(&p.program, "dropping a capability", unix.SYS_PRCTL, unix.PR_CAPBSET_DROP, c).optional = true
	}
	header := &unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	do(&p.program, "dropping capabilities", unix.SYS_CAPSET, hold(p, header), hold(p, &[2]unix.CapUserData{}))
}

// filterCalls puts a new process under the filter and sends the file of the kernel's questions over the line.
func (p *plan) filterCalls(listener uintptr) {
	filter := filterProgram(listener != noListener)
	program := &unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	do(&p.program, "giving up new privileges", unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1)
	c := do(&p.program, "refusing sockets", unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, listener, hold(p, program))
	if listener == noListener {
		return
	}
	control := unix.UnixRights(-1)
	c.result = (*int32)(unsafe.Pointer(&control[unix.CmsgLen(0)]))
	body := &unix.Iovec{Base: new(byte)}
	body.SetLen(1)
	message := &unix.Msghdr{Iov: body, Iovlen: 1, Control: &control[0]}
	message.SetControllen(len(control))
	do(&p.program, "sending a file", unix.SYS_SENDMSG, uintptr(p.line), hold(p, message))
}

// receive returns the file that came over the line.
func receive(line *os.File) (int, error) {
	var body [1]byte
	control := make([]byte, unix.CmsgSpace(4))
	_, n, _, _, err := unix.Recvmsg(int(line.Fd()), body[:], control, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return -1, fmt.Errorf("receiving a file: %w", err)
	}
	messages, err := unix.ParseSocketControlMessage(control[:n])
	if err != nil || len(messages) != 1 {
		return -1, fmt.Errorf("receiving a file: %d messages, %w", len(messages), err)
	}
	files, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(files) != 1 {
		return -1, fmt.Errorf("receiving a file: %d files, %w", len(files), err)
	}
	return files[0], nil
}

// sameUser gives a process in a user namespace of its own the user and the group that it had before.
func sameUser(pid int) error {
	for _, f := range []struct{ name, text string }{
		{"setgroups", "deny"},
		{"uid_map", fmt.Sprintf("%d %d 1", os.Geteuid(), os.Geteuid())},
		{"gid_map", fmt.Sprintf("%d %d 1", os.Getegid(), os.Getegid())},
	} {
		if err := os.WriteFile("/proc/"+strconv.Itoa(pid)+"/"+f.name, []byte(f.text), 0); err != nil {
			return fmt.Errorf("mapping the user: %w", err)
		}
	}
	return nil
}

// visible returns the number of the program itself in the namespace of the warden, 0 if it is gone.
func (c *running) visible() int {
	if !c.namespace {
		return c.pid
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", c.pid, c.pid))
	if err != nil {
		return 0
	}
	const program = 2 // the second process of its namespace
	for _, pid := range numbers(string(text)) {
		if n, ok := innerNumber(pid); ok && n == program {
			return pid
		}
	}
	return 0
}

// wait waits for the end of the program. It also returns the CPU time that the program and what it has waited
// for itself have used.
func (c *running) wait() (syscall.WaitStatus, time.Duration) {
	status, used := reap(c.pid)
	if !c.namespace {
		return status, used
	}
	var told [4]byte
	if n, err := c.line.Read(told[:]); err == nil && n == len(told) {
		status = syscall.WaitStatus(binary.NativeEndian.Uint32(told[:]))
	}
	return status, used
}

// Start starts a program for a process with Rights.Proc from the calling thread, to whose life it is tied: with three
// files, without sight of other processes, with so many MiB of data at most. If verified is not "", the program must be the
// file with that child.Identity.
func Start(argv, env []string, files [3]*os.File, memoryMB int, verified string) (*os.Process, error) {
	p := &plan{shares: true}
	do(&p.program, "tying the program to its parent", unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL))
	c := do(&p.program, "looking for the parent", unix.SYS_GETPPID)
	c.want, c.wants = uintptr(os.Getpid()), true
	for i, f := range files {
		fd, err := above(int(f.Fd()))
		if err != nil {
			return nil, err
		}
		defer unix.Close(fd)
		do(&p.program, "passing on a file", unix.SYS_DUP3, uintptr(fd), uintptr(i), 0)
	}
	if err := p.limit(unix.RLIMIT_DATA, uint64(memoryMB)<<20, uint64(memoryMB)<<20); err != nil {
		return nil, err
	}
	openFiles, most := uint64(DefaultOpenFiles), uint64(math.MaxUint64)
	if r, err := ownRights(); err == nil && r.bound() {
		openFiles, most = uint64(r.OpenFiles), uint64(r.OpenFiles)
	}
	if err := p.limit(unix.RLIMIT_NOFILE, openFiles, most); err != nil {
		return nil, err
	}
	p.closeFrom(uintptr(len(files)))
	ruleset, err := hiding()
	if err != nil {
		return nil, err
	}
	p.restrict(ruleset)
	if err := p.exec(argv, slices.Clone(env), verified); err != nil {
		return nil, err
	}
	pid, err := p.run(nil)
	if err != nil {
		return nil, err
	}
	return os.FindProcess(pid)
}

// hiding returns the file of the layer that hides /proc from the programs of this process; the files of it that tell of
// the machine stay. It is -1 in a process that is not confined.
var hiding = sync.OnceValues(func() (ruleset int, err error) {
	r, err := ownRights()
	if err != nil || !r.bound() {
		return -1, nil
	}
	r.Proc = false
	return r.fileLayer().ruleset()
})
