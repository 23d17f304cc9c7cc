package bridge

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// childAttr lets the kernel end a child with the bridge. The child stays in the bridge's process group, so that the
// host, which kills the group, reaches it and all that it starts.
func childAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

// limitMemory limits the data segment of a process and of what it starts, in MiB.
func limitMemory(p *os.Process, mb int) {
	most := uint64(mb) << 20
	_ = unix.Prlimit(p.Pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: most, Max: most}, nil) // it may have ended
}

// killTree kills a process and its descendants. All are stopped before their children are listed, for they could start
// others in between.
func killTree(p *os.Process) {
	family := descendants(p.Pid, nil)
	_ = p.Kill() // it may have ended
	for _, pid := range family {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// descendants appends the numbers of all processes that pid started and that are not adopted by others.
func descendants(pid int, all []int) []int {
	stop(pid)
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		return all
	}
	for _, field := range strings.Fields(string(text)) {
		if kid, err := strconv.Atoi(field); err == nil {
			all = descendants(kid, append(all, kid))
		}
	}
	return all
}

// stop stops a process and waits a moment until it has stopped.
func stop(pid int) {
	if syscall.Kill(pid, syscall.SIGSTOP) != nil {
		return
	}
	const tries, pause = 50, 100 * time.Microsecond
	for range tries {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			return
		}
		_, after, _ := strings.Cut(string(stat), ") ") // the state follows the name in parentheses
		if after == "" || strings.ContainsRune("TtZX", rune(after[0])) {
			return
		}
		time.Sleep(pause)
	}
}
