package lifecycle

import "time"

// Usage is what the processes of a plugin took of the machine: finished ones and the one that runs.
type Usage struct {
	User, System time.Duration // CPU time
	PeakRSS      int64         // largest resident set of any of the processes, bytes
	Processes    int           // how many the host started; what those started counts for the other figures
}

// Add adds the usage of one more process.
func (u *Usage) Add(v Usage) {
	u.User += v.User
	u.System += v.System
	u.PeakRSS = max(u.PeakRSS, v.PeakRSS)
	u.Processes += v.Processes
}
