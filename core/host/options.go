package host

import (
	"fmt"
	"runtime"

	"github.com/sudokuctl/sudokuctl/core/host/internal/pump"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// SolveOptions say how puzzles are solved or graded. Workers 0 means one for each CPU.
type SolveOptions struct {
	sudoku.Ask
	CountOnly bool // keep two solutions of each puzzle at most instead of 16 MiB; all are verified and counted
	Ordered   bool // deliver results in the order of the input

	// Trace is called with the points of the plugin's curves for a puzzle before its result. nil = none are wanted.
	Trace func(number uint64, t sudoku.Trace)

	// Progress is called while the solutions of a puzzle still come in, with how many are verified. It may be nil.
	Progress func(number uint64, found int64)

	// Idle is called when every result that has come was emitted and others are waited for. It may be nil.
	Idle func()

	// Retract is called with a Wrong result for a puzzle whose result has been emitted and proves worthless,
	// because the plugin answered again. It may be nil. Solve returns an error in any case.
	Retract func(number uint64, r sudoku.Result) error

	batch int // largest number of puzzles in a message, 0 = what suits the kind
}

func (o *SolveOptions) setDefaults(kind string) {
	if o.Workers <= 0 {
		o.Workers = runtime.NumCPU()
	}
	switch {
	case o.batch > 0:
	case kind == "exec":
		o.batch = pump.ExecBatch
	default:
		o.batch = pump.DefaultBatch
	}
}

// limitWorkers keeps the programs of a bridge from running out of open files: with fewer at a time all get answers.
func (p *Plugin) limitWorkers(o *SolveOptions) {
	const (
		each = 8 // open files of the bridge for a program, while it starts
		own  = 64
	)
	most := (openFiles() - own) / each
	if p.candidate.Kind != "exec" || most < 1 || o.Workers <= most {
		return
	}
	p.host.options.Logger.Warn(fmt.Sprintf("%d programs run at a time instead of %d: the system allows %d open files (ulimit -Hn)",
		most, o.Workers, openFiles()), "plugin", p.candidate.ID)
	o.Workers = most
}

// pump returns the options as the pump takes them.
func (o *SolveOptions) pump() pump.Options {
	return pump.Options{Ask: o.Ask, CountOnly: o.CountOnly, Ordered: o.Ordered, Batch: o.batch,
		Trace: o.Trace, Progress: o.Progress, Idle: o.Idle, Retract: o.Retract}
}
