package confine

import (
	"fmt"
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
	var landlock, scopes, counting, limits, filter string
	if supported {
		filter, limits = "seccomp", "setrlimit"
		if v := landlockVersion(); v > 0 {
			landlock = "Landlock"
			if v >= landlockScopes {
				scopes = "Landlock"
			}
		}
		if canCount() {
			counting = "seccomp, the warden counts"
		}
	}
	return []Measure{
		{"network", "no sockets but Unix streams that others connect to", filter},
		{"reading", "its own files, what every program needs, and what is listed", landlock},
		{"writing", "its temporary folder alone; no change of owners, modes, times", landlock},
		{"signals", "to its own processes alone", scopes},
		{"memory", fmt.Sprintf("%d MiB of data for each process", r.MemoryMB), limits},
		{"processes", fmt.Sprintf("%d with their threads", r.Tasks), counting},
		{"CPU time", fmt.Sprintf("%v for each process", r.CPU), limits},
		{"files", fmt.Sprintf("%d MiB each, %d open for each process, no core dumps", r.FileMB, r.OpenFiles),
			limits},
		{"privileges", "none of root's, no set-user-id", limits},
		{"the end", "all that it started ends with it, and with this program", "subreaper, death signal"},
	}
}

// canCount reports whether the kernel knows how to ask a warden.
func canCount() bool {
	action := uint32(unix.SECCOMP_RET_USER_NOTIF)
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0,
		uintptr(unsafe.Pointer(&action)))
	return errno == 0
}
