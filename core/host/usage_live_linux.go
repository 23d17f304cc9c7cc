package host

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// clockTick is the unit of CPU times in /proc: USER_HZ is 100 on every architecture that Go runs on.
const clockTick = 10 * time.Millisecond

// liveUsage reads from /proc what a running process has taken so far.
func liveUsage(pid int) (Usage, bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return Usage{}, false
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return Usage{}, false
	}
	// The name of the program, in parentheses, may hold anything; utime and stime are fields 14 and 15.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 13 {
		return Usage{}, false
	}
	user, err1 := strconv.ParseInt(fields[11], 10, 64)
	system, err2 := strconv.ParseInt(fields[12], 10, 64)
	if err1 != nil || err2 != nil {
		return Usage{}, false
	}
	return Usage{
		User: time.Duration(user) * clockTick, System: time.Duration(system) * clockTick,
		PeakRSS: highWater(string(status)), Processes: 1,
	}, true
}

// highWater returns VmHWM of /proc/PID/status in bytes.
func highWater(status string) int64 {
	_, rest, _ := strings.Cut(status, "VmHWM:")
	number, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	kib, _ := strconv.ParseInt(number, 10, 64)
	return kib << 10
}
