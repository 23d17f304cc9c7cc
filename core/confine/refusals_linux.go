package confine

import (
	"encoding/binary"
	"sync"

	"golang.org/x/sys/unix"
)

// refusalsFile is the file, an eventfd, on which the warden tells a process with Rights.Proc how many tasks
// it has refused.
const refusalsFile = 3

var refusals struct {
	mu    sync.Mutex
	count int64
}

// Refusals returns how many processes and threads the warden has refused so far to this process, which
// has Rights.Proc, and to all that it started, and how many they may be at a time. Who is not confined
// is refused nothing.
func Refusals() (count int64, most int) {
	r, err := ownRights()
	if err != nil || r.Trusted || !r.Proc {
		return 0, 0
	}
	refusals.mu.Lock()
	defer refusals.mu.Unlock()
	var news [8]byte
	if n, err := unix.Read(refusalsFile, news[:]); err == nil && n == len(news) {
		refusals.count += int64(binary.NativeEndian.Uint64(news[:]))
	}
	return refusals.count, r.Tasks
}

// refusalsFor makes the file by which a program gets to know refusals; -1 for any other, and if there is no such file.
func refusalsFor(r Rights) int {
	if !r.Proc || r.Trusted {
		return -1
	}
	fd, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return -1 // refusals are not reported, as on a kernel that cannot count
	}
	defer unix.Close(fd)
	moved, err := above(fd)
	if err != nil {
		return -1
	}
	return moved
}
