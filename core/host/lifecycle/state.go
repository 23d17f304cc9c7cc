package lifecycle

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
