package work

import (
	"sync"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Progress is called with what happens while work is under way, one event after the other; nil if nobody wants
// to know. It must not keep its caller waiting.
type Progress func(Event)

// An Event is a Started, Begun, Turn, Waiting, Changed, Judged, Advanced, Ended, BadRecord, Recognised or Imported.
type Event any

// Started says that a run is recorded, and under which number.
type Started struct{ Run int64 }

// Begun opens a stage of the work.
type Begun struct {
	Stage  string // "importing", "solving", "grading", …
	Plugin string // "" if the stage has none
	Total  int64  // steps to come, 0 if that is not known

	PerPuzzle int64 // steps that each puzzle of the inputs takes, 0 if they are not puzzles

	Tasks []Begun // what the stage consists of, if it is several tasks that take turns
}

// Turn says which of the tasks of the stage the events that follow are about.
type Turn int

// Waiting says that another process does the same work: what it leaves undone is done when it ends.
type Waiting struct{ Stage, Plugin string }

// Changed says that a plugin's program is another one than the newest that answered as the same version of it, with the same
// settings: it is asked anew, unless the run is to keep the answers that are there.
type Changed struct {
	Stage, Plugin, Version string
	Run                    int64  // in which the other program answered
	Was, Now               string // checksums, "" of what is bundled
	Keep                   bool
}

// Advanced says how many more steps of the stage are done.
type Advanced int

// Judged says what the stage has found out about a puzzle of a run; an Advanced follows. A puzzle that was graded is Unknown.
type Judged sudoku.Verdict

// Ended closes the stage.
type Ended struct{}

// BadRecord is a record of the input that was left out.
type BadRecord struct{ Err *sudoku.ParseError }

// Recognised says in which format a record and those after it are written.
type Recognised struct{ Record, Format string }

// Report calls p, if there is one.
func (p Progress) Report(e Event) {
	if p != nil {
		p(e)
	}
}

// Step reports one more step of the stage.
func (p Progress) Step() { p.Report(Advanced(1)) }

// Stage opens a stage and returns what closes it.
func (p Progress) Stage(b Begun) (end func()) {
	p.Report(b)
	return func() { p.Report(Ended{}) }
}

// Counting returns a Progress that several goroutines may call, and how many bad records it has seen.
func (p Progress) Counting() (progress Progress, bad func() int) {
	var mu sync.Mutex
	n := 0
	progress = func(e Event) {
		mu.Lock()
		defer mu.Unlock()
		if _, ok := e.(BadRecord); ok {
			n++
		}
		p.Report(e)
	}
	return progress, func() int {
		mu.Lock()
		defer mu.Unlock()
		return n
	}
}
