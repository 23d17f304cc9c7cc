package process

import (
	"os"
	"time"
)

// Usage is what the processes of a plugin took of the machine: finished ones and the one that runs.
type Usage struct {
	User, System time.Duration // CPU time
	PeakRSS      int64         // largest resident set of any of the processes, bytes
	Processes    int           // how many the host started; what those started counts for the other figures
}

// add adds the usage of one more process.
func (u *Usage) add(v Usage) {
	u.User += v.User
	u.System += v.System
	u.PeakRSS = max(u.PeakRSS, v.PeakRSS)
	u.Processes += v.Processes
}

// finishedUsage returns what a process took that has been reaped.
func finishedUsage(state *os.ProcessState) Usage {
	return Usage{User: state.UserTime(), System: state.SystemTime(), PeakRSS: peakRSS(state), Processes: 1}
}
