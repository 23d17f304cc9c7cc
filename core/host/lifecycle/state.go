// Package lifecycle has what callers know of a plugin's processes: the states of their life, what they used of the
// machine, and how they ended. Package host draws the states.
package lifecycle

import "time"

// State is where a plugin is in its life; the comment of package host draws it.
type State uint8

// The states.
const (
	Found       State = iota // a candidate was chosen, nothing ran
	Verified                 // its files are those that were accepted
	Starting                 // the process runs, the handshake is awaited
	Ready                    // described and configured
	Exited                   // the process ended; it is started again when next needed
	Hung                     // the process did not react and was killed
	Quarantined              // died too often: not started again
	Closed                   // closed by the host
)

var stateNames = [...]string{
	"found", "verified", "starting", "ready", "exited", "hung", "quarantined", "closed",
}

// String returns the state's name, such as "ready".
func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return "invalid"
}

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
