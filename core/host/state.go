package host

import "github.com/sudokuctl/sudokuctl/core/host/internal/process"

// State is where a plugin is in its life; the package comment draws it.
type State = process.State

// The states.
const (
	Found       = process.Found       // a candidate was chosen, nothing ran
	Verified    = process.Verified    // its files are those that were accepted
	Starting    = process.Starting    // the process runs, the handshake is awaited
	Ready       = process.Ready       // described and configured
	Exited      = process.Exited      // the process ended; it is started again when next needed
	Hung        = process.Hung        // the process did not react and was killed
	Quarantined = process.Quarantined // died too often: not started again
	Closed      = process.Closed      // closed by the host
)

// Usage is what the processes of a plugin took of the machine, finished ones and the one that runs: CPU time (User, System),
// PeakRSS in bytes, and Processes, how many the host started.
type Usage = process.Usage

// PrivateFolder makes a folder for a program that is started without a host. It is removed like those of plugins if
// this process is killed.
func PrivateFolder() (path string, remove func(), err error) { return process.PrivateFolder() }
