package process

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
)

// processAttr asks for an own process group, so that the whole family can be killed, and for SIGKILL, unless
// it is to be another signal, when the thread that starts the process ends.
func processAttr(attr *syscall.SysProcAttr) *syscall.SysProcAttr {
	if attr == nil {
		attr = &syscall.SysProcAttr{}
	}
	attr.Setpgid = true
	if attr.Pdeathsig == 0 {
		attr.Pdeathsig = syscall.SIGKILL
	}
	return attr
}

// clockTick is the unit of CPU times in /proc: USER_HZ is 100 on every architecture that Go runs on.
const clockTick = 10 * time.Millisecond

// procFolder is where the system tells of its processes.
const procFolder = "/proc"

// liveUsage reads what a running process and the others of its group, whose leader it is, have taken so far: the
// program that does the work may be a child of the plugin, or one that outlived its parent.
func liveUsage(pid int) (lifecycle.Usage, bool) {
	u, ok := usageOf(procFolder, pid, pid)
	if !ok {
		return lifecycle.Usage{}, false
	}
	u.Processes = 1
	entries, _ := os.ReadDir(procFolder)
	for _, e := range entries {
		if other, err := strconv.Atoi(e.Name()); err == nil && other != pid {
			if v, ok := usageOf(procFolder, other, pid); ok {
				u.Add(v)
			}
		}
	}
	return u, true
}

// treeUsage does the same for a process and its descendants alone, without those that outlived their parents. It reads
// nothing of other processes, of which a machine may have thousands.
func treeUsage(pid int) (lifecycle.Usage, bool) {
	if _, err := os.Stat(childrenFile(procFolder, pid, pid)); err != nil {
		return liveUsage(pid) // the kernel does not tell children
	}
	u, ok := usageBelow(procFolder, pid, pid)
	u.Processes = 1
	return u, ok
}

// childrenFile names the file that lists the children of a thread.
func childrenFile(proc string, pid, thread int) string {
	return fmt.Sprintf("%s/%d/task/%d/children", proc, pid, thread)
}

// usageBelow adds up what a process of a group and its descendants in the group have taken.
func usageBelow(proc string, pid, group int) (lifecycle.Usage, bool) {
	u, ok := usageOf(proc, pid, group)
	if !ok {
		return lifecycle.Usage{}, false
	}
	threads, _ := os.ReadDir(fmt.Sprintf("%s/%d/task", proc, pid))
	for _, thread := range threads {
		id, _ := strconv.Atoi(thread.Name())
		children, _ := os.ReadFile(childrenFile(proc, pid, id))
		for _, name := range strings.Fields(string(children)) {
			if child, err := strconv.Atoi(name); err == nil {
				if v, ok := usageBelow(proc, child, group); ok {
					u.Add(v)
				}
			}
		}
	}
	return u, true
}

// usageOf returns what a process of a group has taken, with those of its children that are gone.
func usageOf(proc string, pid, group int) (lifecycle.Usage, bool) {
	stat, err := os.ReadFile(fmt.Sprintf("%s/%d/stat", proc, pid))
	if err != nil {
		return lifecycle.Usage{}, false
	}
	// The name of the program, in parentheses, may hold anything. After it come state, parent and group, and
	// from the twelfth on user and system time, then those of children.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 15 || fields[2] != strconv.Itoa(group) {
		return lifecycle.Usage{}, false
	}
	var ticks [4]time.Duration
	for i := range ticks {
		n, err := strconv.ParseInt(fields[11+i], 10, 64)
		if err != nil {
			return lifecycle.Usage{}, false
		}
		ticks[i] = time.Duration(n) * clockTick
	}
	status, err := os.ReadFile(fmt.Sprintf("%s/%d/status", proc, pid))
	if err != nil {
		return lifecycle.Usage{}, false
	}
	return lifecycle.Usage{User: ticks[0] + ticks[2], System: ticks[1] + ticks[3], PeakRSS: highWater(string(status))},
		true
}

// highWater returns VmHWM of /proc/PID/status in bytes.
func highWater(status string) int64 {
	_, rest, _ := strings.Cut(status, "VmHWM:")
	number, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	kib, _ := strconv.ParseInt(number, 10, 64)
	return kib << 10
}
