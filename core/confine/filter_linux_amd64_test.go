package confine

import "golang.org/x/sys/unix"

// olderOpens are older forms of calls that open and make files.
var olderOpens = []uint32{unix.SYS_OPEN, unix.SYS_CREAT, unix.SYS_MKNOD}

// expectedOfOlder is what the filter should say to one of them.
func expectedOfOlder(q asked) uint32 {
	first, second := uint32(q.args[1]), uint32(q.args[2])
	if q.call == unix.SYS_OPEN && refusedOpen(first, second) || q.call != unix.SYS_OPEN && first&0o6000 != 0 {
		return denies
	}
	return allows
}
