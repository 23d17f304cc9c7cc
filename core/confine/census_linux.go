package confine

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// census watches how many tasks a program has, and how much memory its processes share. What the kernel does not limit
// exactly, it ends.
type census struct {
	root   string // the program, or the first process of its namespace; its number in /proc
	way    way    // in which it was started
	tasks  gauge
	shared gauge // bytes
	end    func()
}

// gauge is of something that is counted when there may be too much of it: the system has grown by what was free.
type gauge struct {
	most, counted int
	system        int // the least that the whole system has had since then
}

// between is the time between two looks at the system.
const between = 100 * time.Millisecond

// run looks until it has ended the program.
func (c *census) run() {
	for told := false; ; time.Sleep(between) {
		var info unix.Sysinfo_t
		if err := unix.Sysinfo(&info); err != nil {
			return
		}
		if !told && c.tasks.full(int(info.Procs), c.countTasks) {
			told = true
			if c.way.countsTasks() {
				tell(fmt.Sprintf("it has %d processes and threads, as many as it may; no more are started", c.tasks.most))
			} else {
				tell(fmt.Sprintf("it has %d processes and threads, as many as it may; it is ended", c.tasks.most))
				c.end()
			}
		}
		if c.shared.full(int(info.Sharedram)*int(info.Unit), c.countShared) {
			tell(fmt.Sprintf("its processes share %d MiB of memory, as much as they may; it is ended", c.shared.most>>20))
			c.end()
			return
		}
	}
}

// countTasks returns how many processes and threads the program has.
func (c *census) countTasks() int {
	_, n := family(c.root)
	if c.way.namespaces != 0 {
		n-- // the first process is not the program's
	}
	return n
}

// countShared returns how much memory the program's processes share.
func (c *census) countShared() int {
	pids, _ := family(c.root)
	return sharedBy(pids)
}

// full reports whether there is as much as there may be. now is what the whole system has.
func (g *gauge) full(now int, count func() int) bool {
	g.system = min(g.system, now)
	if g.counted+now-g.system < g.most {
		return false
	}
	g.counted, g.system = count(), now
	return g.counted >= g.most
}

// tell says on standard error, in the form that the host logs, why something may fail soon.
func tell(what string) { fmt.Fprintf(os.Stderr, `{"@level":"error","@message":%q}`+"\n", what) }

// Crowded reports whether this process, which has Rights.Proc, and all that it started are as many processes and
// threads as they may be, one less if one of them has just ended, and how many that is. Who is not confined may have
// any number.
func Crowded() (most int, ok bool) {
	r, err := ownRights()
	if err != nil || r.Trusted || !r.Proc {
		return 0, false
	}
	_, n := family(selfNumber())
	return r.Tasks, n >= r.Tasks-1
}
