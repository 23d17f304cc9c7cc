package confine

import (
	"fmt"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// supported says whether programs are confined on this architecture.
const supported = auditArch != 0

// Available reports whether programs are confined here.
func Available() bool { return supported }

// Enforced returns what confinement does here with a program that has these rights.
func (r Rights) Enforced() []Measure {
	r = r.complete()
	var landlock, scopes, counting, limits, filter, privileges string
	namespace := canSeparate()
	end := "subreaper, death signal"
	if supported {
		filter, limits, privileges = "seccomp", "setrlimit", "capabilities, no_new_privs"
		if v := landlockVersion(); v > 0 {
			landlock = "Landlock"
			if v >= landlockScopes {
				scopes = "Landlock, seccomp"
			}
		}
		if canCount() {
			counting = "seccomp, the warden counts"
		}
		if namespace {
			scopes, end = strings.TrimPrefix(scopes+", PID namespace", ", "), "PID namespace"
		}
	}
	return []Measure{
		{"network", "no sockets but Unix streams that others connect to", filter, true},
		{"reading", "its own files, what every program needs, and what is listed", landlock, true},
		{"writing", "its temporary folder alone; no change of owners, modes, times", landlock, true},
		{"others", "no signals to processes that are not its own, no look into them, no change of their limits", scopes, true},
		{"memory", fmt.Sprintf("%d MiB of data for each process", r.MemoryMB), limits, false},
		{"shared", fmt.Sprintf("%d MiB of memory that processes share, for all together", r.MemoryMB), counting, false},
		{"processes", fmt.Sprintf("%d with their threads", r.Tasks), counting, false},
		{"CPU time", fmt.Sprintf("%v for each process", r.CPU), limits, false},
		{"files", fmt.Sprintf("%d MiB each, %d open for each process, no core dumps", r.FileMB, r.OpenFiles),
			limits, false},
		{"privileges", "none of root's, no set-user-id", privileges, true},
		{"the end", "all that it started ends with it, and with this program", end, false},
	}
}

// canSeparate reports whether a program can get a PID namespace.
func canSeparate() bool {
	for _, namespaces := range (Rights{}).namespaces() {
		p := &plan{namespaces: namespaces}
		do(&p.first, "ending", unix.SYS_EXIT_GROUP, 0)
		do(&p.program, "ending", unix.SYS_EXIT_GROUP, 0)
		syscall.ForkLock.Lock()
		pid, errno := p.fork()
		syscall.ForkLock.Unlock()
		if errno == 0 {
			_, _ = syscall.Wait4(pid, nil, 0, nil)
			return namespaces != 0
		}
	}
	return false
}

// canCount reports whether the kernel knows how to ask a warden.
func canCount() bool {
	action := uint32(unix.SECCOMP_RET_USER_NOTIF)
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0,
		uintptr(unsafe.Pointer(&action)))
	return errno == 0
}
