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

// liveUsage reads from /proc what a running process and the others of its group, whose leader it is, have
// taken so far: the program that does the work may be a child of the plugin.
func liveUsage(pid int) (lifecycle.Usage, bool) {
	u, ok := usageOf(pid, pid)
	if !ok {
		return lifecycle.Usage{}, false
	}
	u.Processes = 1
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		if other, err := strconv.Atoi(e.Name()); err == nil && other != pid {
			if v, ok := usageOf(other, pid); ok {
				u.Add(v)
			}
		}
	}
	return u, true
}

// usageOf returns what a process of a group has taken, with those of its children that are gone.
func usageOf(pid, group int) (lifecycle.Usage, bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
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
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
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
