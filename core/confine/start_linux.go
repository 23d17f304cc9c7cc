package confine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// running is a program that a warden has started.
type running struct {
	pid  int // of the program, or of the first process of its namespace
	way  way
	line *os.File
}

// way is how a program is kept apart from all others.
type way struct {
	namespaces uintptr // CLONE_NEWPID, perhaps with CLONE_NEWNET and CLONE_NEWUSER; 0 = none
	user       int     // the program's own, 0 = that of this process
}

// start starts a command with its limits and without what rights do not allow, in the best way that can be had. Nothing
// is started if a wall is missing, unless the rights say so.
func (r Rights) start(argv []string) (*running, error) {
	if r.Trusted {
		return r.startBy(way{}, argv, -1)
	}
	landlock := landlockVersion()
	ruleset, err := r.fileLayer().ruleset()
	if err != nil {
		return nil, err
	}
	defer unix.Close(ruleset)
	for _, w := range ways() {
		if walls := missing(r.measures(mechanisms{w, landlock, true})); len(walls) > 0 && !r.Weak {
			return nil, fmt.Errorf("%w: %s", ErrWalls, names(walls))
		}
		var c *running
		if c, err = r.startBy(w, argv, ruleset); !errors.Is(err, errNotHere) {
			return c, err
		}
	}
	return nil, err
}

// names returns the names of measures, with commas.
func names(measures []Measure) string {
	all := make([]string, len(measures))
	for i, m := range measures {
		all[i] = m.Name
	}
	return strings.Join(all, ", ")
}

// bound reports whether the rights take anything away here.
func (r Rights) bound() bool { return !r.Trusted && supported }

// ways returns the ways to try for a program, the best first. Who is not the administrator gets a PID namespace with a
// user namespace alone.
func ways() []way {
	if !supported {
		return []way{{}}
	}
	const own, network = unix.CLONE_NEWPID, unix.CLONE_NEWPID | unix.CLONE_NEWNET
	all := []way{{namespaces: network | unix.CLONE_NEWUSER}, {namespaces: own | unix.CLONE_NEWUSER}, {}}
	if user := ownUser(); user != 0 {
		all = slices.Concat([]way{{network, user}, {own, user}}, all[:2], []way{{0, user}, {}})
	}
	return all
}

// keptCapability is the only capability that a program of the administrator keeps. It opens files that he could open,
// if the rights allow them.
const keptCapability = unix.CAP_DAC_OVERRIDE

// ownUser returns the number of a user that nobody else is, 0 if this process cannot become one: RLIMIT_NPROC does not
// bind the administrator, and processes with his number may send signals to each other.
func ownUser() int {
	const first = 1879048192 // here begins what no system uses
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var has [2]unix.CapUserData
	if os.Geteuid() != 0 || unix.Capget(&header, &has[0]) != nil {
		return 0
	}
	const needed = 1<<unix.CAP_SETUID | 1<<unix.CAP_KILL | 1<<unix.CAP_SETPCAP | 1<<keptCapability
	if has[0].Effective&needed != needed {
		return 0
	}
	return first + os.Getpid()
}

// countsTasks reports whether RLIMIT_NPROC counts nothing but the tasks of the program.
func (w way) countsTasks() bool {
	return w.user != 0 || w.namespaces&unix.CLONE_NEWUSER != 0 && os.Geteuid() != 0 && countsByNamespace()
}

// countsByNamespace reports whether the kernel counts the processes of a user in each user namespace for itself, as it
// does from Linux 5.14 on.
var countsByNamespace = sync.OnceValue(func() bool {
	var name unix.Utsname
	var major, minor int
	if unix.Uname(&name) != nil {
		return false
	}
	_, err := fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &major, &minor)
	return err == nil && (major > 5 || major == 5 && minor >= 14)
})

// taskLimit returns the RLIMIT_NPROC of the program. If all processes of its user count, the limit is that number more
// than there are in all. That is too high, but still stops a fork bomb.
func (r Rights) taskLimit(w way) int {
	switch {
	case w.user != 0:
		return r.Tasks
	case w.countsTasks():
		const firstProcess = 1
		return r.Tasks + firstProcess
	}
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return math.MaxUint16
	}
	return int(info.Procs) + r.Tasks
}

// startBy starts a program in a way. Without a command the new process restricts itself and ends.
func (r Rights) startBy(w way, argv []string, ruleset int) (*running, error) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("opening a pair of sockets: %w", err)
	}
	own := os.NewFile(uintptr(ends[0]), "line")
	theirs, err := above(ends[1])
	unix.Close(ends[1])
	if err != nil {
		own.Close()
		return nil, err
	}
	defer unix.Close(theirs)
	p := &plan{namespaces: w.namespaces, line: theirs, executable: -1}
	if err := r.fill(p, w, argv, ruleset); err != nil {
		own.Close()
		return nil, err
	}
	pid, err := p.run(func(pid int) error {
		if w.namespaces == 0 {
			return nil
		}
		if w.namespaces&unix.CLONE_NEWUSER != 0 {
			if err := sameUser(pid); err != nil {
				return fmt.Errorf("%w: %w", errNotHere, err)
			}
		}
		_, err := own.Write([]byte{0}) // it may go on
		return err
	})
	if err != nil {
		own.Close()
		return nil, err
	}
	return &running{pid, w, own}, nil
}

// fill plans the start of a program.
func (r Rights) fill(p *plan, w way, argv []string, ruleset int) error {
	if w.namespaces != 0 {
		tie(&p.first)
		c := do(&p.first, "waiting for the warden", unix.SYS_READ, uintptr(p.line), hold(p, new(byte)), 1)
		c.want, c.wants = 1, true
	}
	for resource, most := range r.limits() {
		if err := p.limit(resource, most, hardLimit(resource, most)); err != nil {
			return err
		}
	}
	if err := r.limitStack(p); err != nil {
		return err
	}
	if r.TaskLimit = r.taskLimit(w); !r.Proc && !r.Trusted { // Start limits the programs of one that runs others
		if err := p.limit(unix.RLIMIT_NPROC, uint64(r.TaskLimit), uint64(r.TaskLimit)); err != nil {
			return err
		}
	}
	p.closeFrom(firstOfOthers)
	if r.bound() {
		p.dropCapabilities(w.user)
	}
	if w.namespaces == 0 { // a new user would untie it
		tie(&p.program)
		c := do(&p.program, "looking for the warden", unix.SYS_GETPPID)
		c.want, c.wants = uintptr(os.Getpid()), true
	}
	p.restrict(ruleset)
	if r.bound() {
		p.filterCalls()
	}
	if len(argv) == 0 {
		do(&p.program, "ending", unix.SYS_EXIT_GROUP, 0)
		return nil
	}
	return p.exec(argv, r.environ(w.namespaces != 0), r.verified)
}

// tie has a new process end with the thread that started it.
func tie(list *[]call) {
	do(list, "tying the program to the warden", unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL))
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

// firstOfOthers is the first file that is not for the program.
const firstOfOthers = 3

// closeFrom keeps from the program all files from a number on.
func (p *plan) closeFrom(first uintptr) {
	all := ^uintptr(0) >> 32
	do(&p.program, "closing files", unix.SYS_CLOSE_RANGE, first, all, unix.CLOSE_RANGE_CLOEXEC).optional = true
}

// dropCapabilities takes root's privileges away. With a user, the process becomes that user and may still open the
// files of root.
func (p *plan) dropCapabilities(user int) {
	kept := &[2]unix.CapUserData{}
	for c := uintptr(0); c <= unix.CAP_LAST_CAP; c++ { // a process that may not drop one has none
		if user == 0 || c != keptCapability {
			do(&p.program, "dropping a capability", unix.SYS_PRCTL, unix.PR_CAPBSET_DROP, c).optional = true
		}
	}
	if user != 0 {
		const bit = 1 << keptCapability
		kept[0] = unix.CapUserData{Effective: bit, Permitted: bit, Inheritable: bit}
		do(&p.program, "keeping capabilities", unix.SYS_PRCTL, unix.PR_SET_KEEPCAPS, 1)
		do(&p.program, "changing the user", unix.SYS_SETRESUID, uintptr(user), uintptr(user), uintptr(user)).elsewhere = true
	}
	header := &unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	do(&p.program, "dropping capabilities", unix.SYS_CAPSET, hold(p, header), hold(p, kept))
	if user != 0 {
		do(&p.program, "keeping a capability", unix.SYS_PRCTL, unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_RAISE, keptCapability)
	}
}

// filterCalls puts a new process under the filter.
func (p *plan) filterCalls() {
	filter := filterProgram()
	program := &unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	do(&p.program, "giving up new privileges", unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1)
	do(&p.program, "refusing calls", unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, hold(p, program))
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

// wait waits for the end of the program. It also returns the CPU time that the program and what it has waited
// for itself have used.
func (c *running) wait() (syscall.WaitStatus, time.Duration) {
	status, used := reap(c.pid)
	if c.way.namespaces == 0 {
		return status, used
	}
	var told [4]byte
	if n, err := c.line.Read(told[:]); err == nil && n == len(told) {
		status = syscall.WaitStatus(binary.NativeEndian.Uint32(told[:]))
	}
	return status, used
}

// Start starts a program for a process with Rights.Proc from the calling thread, to whose life it is tied: with three
// files, without sight of other processes, with so many MiB of data at most. If verified is not "", the program must be
// the file with that child.Identity.
func Start(argv, env []string, files [3]*os.File, memoryMB int, verified string) (*os.Process, error) {
	p := &plan{shares: true}
	tie(&p.program)
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
		if err := p.limit(unix.RLIMIT_NPROC, uint64(r.TaskLimit), uint64(r.TaskLimit)); err != nil {
			return nil, err
		}
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
