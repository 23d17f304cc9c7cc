package confine

import (
	"encoding/binary"
	"fmt"
	"os"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// census answers the kernel's questions whether a new task may be made below this process, and whether
// memory may be shared.
type census struct {
	questions int // the file that they come from
	root      int // the process below which is counted
	tasks     count
	shared    count // bytes of memory that processes share
	spared    int   // the process that is refused no task, 0 = none
	refusals  int   // the file that the program learns of refusals by, -1 without
}

// count is of something that is counted anew when there seems to be too much of it.
type count struct {
	most int
	// at least as many as there are: those that were there at the last look, and what was allowed since
	counted int
	looked  time.Time // when they were counted last
	told    bool
}

// between is the time between two counts; a fork bomb would have the warden do nothing else.
const between = 10 * time.Millisecond

// question and reply are struct seccomp_notif and struct seccomp_notif_resp.
type (
	question struct {
		id         uint64
		pid, flags uint32
		call, arch uint32
		at         uint64
		args       [6]uint64
	}
	reply struct {
		id    uint64
		value int64
		errno int32
		flags uint32
	}
)

// run answers until no process is left that could ask.
func (c *census) run() {
	for {
		var q question
		switch errno := control(c.questions, unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&q)); errno {
		case 0:
		case unix.EINTR, unix.ENOENT:
			continue // the process that asked is gone
		default:
			return
		}
		r := reply{id: q.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
		if errno := c.decide(&q); errno != 0 {
			r = reply{id: q.id, errno: -int32(errno)}
		}
		control(c.questions, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&r)) // the process that asked may be gone
	}
}

func control(fd int, request uint, value unsafe.Pointer) unix.Errno {
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), uintptr(request), uintptr(value))
	return errno
}

// decide returns the error for what is asked, 0 to allow it.
func (c *census) decide(q *question) unix.Errno {
	if q.call == unix.SYS_MMAP {
		const length = 1
		if !c.shared.room(q.bytes(length), func() int { return sharedBelow(c.root) }) {
			c.shared.tell(fmt.Sprintf("its processes share %d MiB of memory, as much as they may", c.shared.most>>20))
			return unix.ENOMEM
		}
		return 0
	}
	if c.tasks.room(1, func() int { return tasksBelow(c.root) }) || c.ofSpared(q.pid) {
		return 0
	}
	c.tasks.tell(fmt.Sprintf("it has %d processes and threads, as many as it may; no more are started", c.tasks.most))
	one := binary.NativeEndian.AppendUint64(nil, 1)
	_, _ = unix.Write(c.refusals, one) // nobody may want to know
	return unix.EAGAIN
}

// bytes returns an argument of the call that is asked about. What is larger than any memory is cut.
func (q *question) bytes(argument int) int {
	const most = 1 << 50
	return int(min(q.args[argument], most))
}

// room reports whether there may be so much more.
func (c *count) room(more int, count func() int) bool {
	if c.counted+more > c.most && time.Since(c.looked) > between {
		c.counted, c.looked = count(), time.Now()
	}
	if c.counted+more > c.most {
		return false
	}
	c.counted += more
	return true
}

// ofSpared reports whether a thread belongs to the process that is refused nothing. A process that runs
// programs of others must not die because they have used up what there is.
func (c *census) ofSpared(thread uint32) bool {
	_, err := os.Stat(fmt.Sprintf("/proc/%d/task/%d", c.spared, thread))
	return c.spared != 0 && err == nil
}

// tell says once on standard error, in the form that the host logs, why something may fail soon.
func (c *count) tell(what string) {
	if !c.told {
		c.told = true
		fmt.Fprintf(os.Stderr, `{"@level":"error","@message":%q}`+"\n", what)
	}
}
