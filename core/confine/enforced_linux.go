package confine

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// supported says whether programs are confined on this architecture.
const supported = auditArch != 0

// Available reports whether plugins of strangers are started in a warden on this architecture. Enforced says which
// walls its kernel has.
func Available() bool { return supported }

// mechanisms are what the kernel has for a sandbox.
type mechanisms struct {
	way      way
	landlock int  // the version, 0 without it
	filter   bool // it filters system calls
}

// Enforced returns what confinement does here with a program that has these rights.
func (r Rights) Enforced() []Measure {
	r = r.complete()
	if !supported {
		return r.measures(mechanisms{})
	}
	return r.measures(here())
}

// here finds out what the kernel has: a process restricts itself as a program does, and ends.
func here() mechanisms {
	m := mechanisms{landlock: landlockVersion(), filter: canFilter()}
	runtime.LockOSThread() // the process is tied to it
	defer runtime.UnlockOSThread()
	for _, w := range ways() {
		if c, err := (Rights{}).complete().startBy(w, nil, -1); err == nil {
			_, _ = syscall.Wait4(c.pid, nil, 0, nil) // it ends at once
			c.line.Close()
			m.way = w
			break
		}
	}
	return m
}

// canFilter reports whether the kernel filters system calls.
func canFilter() bool {
	action := uint32(unix.SECCOMP_RET_ERRNO)
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action)))
	return errno == 0
}

// measures says what holds by what: this is the only place that does.
func (r Rights) measures(m mechanisms) []Measure {
	has := func(there bool, name string) string {
		if there {
			return name
		}
		return ""
	}
	limits, filter := has(supported, "setrlimit"), has(m.filter, "seccomp")
	landlock, scopes := has(m.landlock > 0, "Landlock"), has(m.landlock >= landlockScopes, "Landlock")
	network := has(m.way.namespaces&unix.CLONE_NEWNET != 0, "network namespace")
	separate := has(m.way.namespaces&unix.CLONE_NEWPID != 0, "PID namespace")
	user := has(m.way.user != 0, "a user of its own")
	tasks := has(m.way.countsTasks(), "RLIMIT_NPROC")
	if tasks == "" && os.Geteuid() != 0 {
		tasks = has(supported, "the warden looks, RLIMIT_NPROC for all of the user")
	}
	return []Measure{
		{"network", "no sockets but Unix streams that others connect to", by(filter, network), true},
		{"reading", "its own files, what every program needs, and what is listed", by(landlock), true},
		{"writing", "its temporary folder alone; no change of owners, modes, times", both(landlock, filter), true},
		{"others", "no signals to processes that are not its own, no look into them, no change of their limits",
			both(filter, by(scopes, separate, user)), true},
		{"memory", fmt.Sprintf("%d MiB of data for each process", r.MemoryMB), limits, false},
		{"shared", fmt.Sprintf("%d MiB of memory that processes share, for all together", r.MemoryMB),
			has(supported, "the warden looks"), false},
		{"processes", fmt.Sprintf("%d with their threads", r.Tasks), tasks, false},
		{"CPU time", fmt.Sprintf("%v for each process", r.CPU), limits, false},
		{"files", fmt.Sprintf("%d MiB each, %d open for each process, no core dumps", r.FileMB, r.OpenFiles), limits, false},
		{"privileges", "none of root's, no set-user-id", by(has(supported, "capabilities, no_new_privs"), user), true},
		{"the end", "all that it started ends with it, and with this program",
			by(separate, has(supported && separate == "", "subreaper, death signal")), false},
	}
}

// by names the mechanisms that are there, each of which does what is to be done.
func by(mechanisms ...string) string {
	return strings.Join(slices.DeleteFunc(mechanisms, func(name string) bool { return name == "" }), ", ")
}

// both names two mechanisms which do together what is to be done, "" if one is missing.
func both(one, other string) string {
	if one == "" || other == "" {
		return ""
	}
	return one + ", " + other
}
