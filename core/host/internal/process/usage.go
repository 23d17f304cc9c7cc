package process

import (
	"os"

	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
)

// finishedUsage returns what a process took that has been reaped.
func finishedUsage(state *os.ProcessState) lifecycle.Usage {
	return lifecycle.Usage{User: state.UserTime(), System: state.SystemTime(), PeakRSS: peakRSS(state), Processes: 1}
}
