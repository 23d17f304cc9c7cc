package confine

import (
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// refused are the system calls that a program has no need of and that reach beyond its folder in ways which
// Landlock does not see: connections, owners and times of files, keyrings, objects that outlive processes,
// other namespaces. io_uring could make sockets around the filter.
var refused = slices.Concat(refusedHere, []uint32{
	unix.SYS_CONNECT, unix.SYS_IO_URING_SETUP,
	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT,
	unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR,
	unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR,
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
	unix.SYS_SHMGET, unix.SYS_MSGGET, unix.SYS_SEMGET, unix.SYS_MQ_OPEN,
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN,
})

// The offsets of what the filter looks at in struct seccomp_data. The lower halves of arguments come first
// on all architectures here.
const (
	offsetCall = 0
	offsetArch = 4
	offsetArg0 = 16
	offsetArg1 = 24
)

const (
	load  = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	equal = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	least = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
	and   = unix.BPF_ALU | unix.BPF_AND | unix.BPF_K
	give  = unix.BPF_RET | unix.BPF_K
	x32   = 0x40000000 // the calls of amd64 with 32-bit pointers begin here
)

// filterProgram returns the filter: calls of other architectures and those refused fail with EACCES, new
// tasks are asked for where counted is set, and of sockets only Unix streams are made.
func filterProgram(counted bool) []unix.SockFilter {
	const toRefuse, toAsk = 0xff, 0xfe // replaced by the distance
	p := []unix.SockFilter{{Code: load, K: offsetArch}, {Code: equal, K: auditArch, Jf: toRefuse},
		{Code: load, K: offsetCall}, {Code: least, K: x32, Jt: toRefuse}}
	for _, call := range refused {
		p = append(p, unix.SockFilter{Code: equal, K: call, Jt: toRefuse})
	}
	if counted {
		for _, call := range taskCalls {
			p = append(p, unix.SockFilter{Code: equal, K: call, Jt: toAsk})
		}
	}
	const sockType = 0xf
	p = append(p, unix.SockFilter{Code: equal, K: unix.SYS_SOCKET, Jf: 5}, // to the permission
		unix.SockFilter{Code: load, K: offsetArg0}, unix.SockFilter{Code: equal, K: unix.AF_UNIX, Jf: toRefuse},
		unix.SockFilter{Code: load, K: offsetArg1}, unix.SockFilter{Code: and, K: sockType},
		unix.SockFilter{Code: equal, K: unix.SOCK_STREAM, Jf: toRefuse},
		unix.SockFilter{Code: give, K: unix.SECCOMP_RET_ALLOW},
		unix.SockFilter{Code: give, K: unix.SECCOMP_RET_USER_NOTIF},
		unix.SockFilter{Code: give, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EACCES)})
	targets := map[uint8]int{toRefuse: len(p) - 1, toAsk: len(p) - 2}
	for i := range p {
		for _, jump := range []*uint8{&p[i].Jt, &p[i].Jf} {
			if target, ok := targets[*jump]; ok {
				*jump = uint8(target - i - 1)
			}
		}
	}
	return p
}

var errNoCensus = errors.New("the kernel does not let tasks be counted here")

// filterCalls puts the calling thread, which must be locked, and all that it starts under the filter, and
// returns the file from which the questions for new tasks come.
func filterCalls() (questions int, err error) {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return -1, fmt.Errorf("giving up new privileges: %w", err)
	}
	for _, flags := range []uintptr{unix.SECCOMP_FILTER_FLAG_NEW_LISTENER | unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV,
		unix.SECCOMP_FILTER_FLAG_NEW_LISTENER} {
		if fd, errno := installFilter(filterProgram(true), flags); errno == 0 {
			return fd, nil
		}
	}
	if _, errno := installFilter(filterProgram(false), 0); errno != 0 {
		return -1, fmt.Errorf("refusing sockets: %w", errno)
	}
	return -1, errNoCensus
}

func installFilter(filter []unix.SockFilter, flags uintptr) (int, unix.Errno) {
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	fd, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags,
		uintptr(unsafe.Pointer(&program)))
	return int(fd), errno
}
