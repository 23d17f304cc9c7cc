package confine

import (
	"encoding/binary"
	"fmt"
	"os"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// census answers the kernel's questions whether a new task may be made below this process.
type census struct {
	questions int // the file that they come from
	most      int
	root      int // the process below which tasks are counted
	// at least as many as there are: those that were there at the last look, and what was allowed since
	counted  int
	looked   time.Time // when the tasks were counted last
	told     bool
	spared   int // the process that is refused nothing, 0 = none
	refusals int // the file that the program learns of refusals by, -1 without
}

// between is the time between two counts; a fork bomb would have the warden do nothing else.
const between = 10 * time.Millisecond

// question and reply are struct seccomp_notif and struct seccomp_notif_resp.
type (
	question struct {
		id         uint64
		pid, flags uint32
		data       [64]byte
	}
	reply struct {
		id    uint64
		value int64
		errno int32
		flags uint32
	}
)

// run answers until nobody is left who could ask.
func (c *census) run() {
	for {
		var q question
		switch errno := control(c.questions, unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&q)); errno {
		case 0:
		case unix.EINTR, unix.ENOENT:
			continue // whoever asked is gone
		default:
			return
		}
		r := reply{id: q.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
		if !c.room() && !c.ofSpared(q.pid) {
			r = reply{id: q.id, errno: -int32(unix.EAGAIN)}
			c.tell()
			one := binary.NativeEndian.AppendUint64(nil, 1)
			_, _ = unix.Write(c.refusals, one) // nobody may want to know
		}
		control(c.questions, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&r)) // who asked may be gone
	}
}

func control(fd int, request uint, value unsafe.Pointer) unix.Errno {
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), uintptr(request), uintptr(value))
	return errno
}

// room reports whether there may be one task more.
func (c *census) room() bool {
	if c.counted >= c.most && time.Since(c.looked) > between {
		c.counted, c.looked = tasksBelow(c.root), time.Now()
	}
	if c.counted >= c.most {
		return false
	}
	c.counted++
	return true
}

// ofSpared reports whether a thread belongs to the process that is refused nothing. A process that runs
// programs of others must not die because they have used up what there is.
func (c *census) ofSpared(thread uint32) bool {
	_, err := os.Stat(fmt.Sprintf("/proc/%d/task/%d", c.spared, thread))
	return c.spared != 0 && err == nil
}

// tell says once on standard error, in the form that the host logs, why something may fail soon.
func (c *census) tell() {
	if !c.told {
		c.told = true
		fmt.Fprintf(os.Stderr, `{"@level":"error","@message":"it has %d processes and threads, as many as it may; no more are started"}`+
			"\n", c.most)
	}
}
