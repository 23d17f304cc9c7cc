package pump

import (
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/internal/process"
	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Plugin is what has to be known of a plugin.
type Plugin struct {
	ID             string
	Info           sudoku.Info
	Processes      *process.Supervisor
	Grace, Silence time.Duration // see host.Options
	Pace           *Pace         // of the streams of one kind; never nil
}

// Input calls put for each puzzle until it returns false or the input has ended. Its error says why the input ended early.
type Input func(put func(number uint64, p *sudoku.Puzzle) bool) error

// Options say how puzzles are solved or graded. Workers is more than 0.
type Options struct {
	runner.Options
	Batch int // largest number of puzzles in a message
}

// wire returns the options for the plugin.
func (o *Options) wire() wire.Options { return wire.Options{Ask: o.Ask, Trace: o.Trace != nil} }
