//go:build unix

package process

import (
	"math"
	"os"
	"runtime"
	"syscall"
)

// family is a process and all that it has started, but those that left its process group.
type family struct{ head *os.Process }

// newFamily returns the group of processes that p leads.
func newFamily(p *os.Process) family { return family{p} }

// kill kills the family, stopped processes too.
func (f family) kill() {
	if err := syscall.Kill(-f.head.Pid, syscall.SIGKILL); err != nil {
		_ = f.head.Kill() // the group is gone or not ours: the process alone remains to be killed
	}
}

// end kills what is left of the family after its head has been reaped.
func (f family) end() { f.kill() }

// lock locks a file until it is closed, unless somebody else has.
func lock(f *os.File) bool { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil }

// own reports whether a file belongs to this user.
func own(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

// peakRSS returns the largest resident set of a finished process in bytes.
func peakRSS(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(usage.Maxrss) // bytes there, KiB elsewhere
	}
	return int64(usage.Maxrss) << 10
}

// OpenFiles returns how many files a process that is started here may have open.
func OpenFiles() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return math.MaxInt32
	}
	return int(min(uint64(limit.Max), math.MaxInt32))
}
