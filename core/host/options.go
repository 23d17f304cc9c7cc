package host

import (
	"cmp"
	"fmt"
	"runtime"

	"github.com/sudokuctl/sudokuctl/core/host/internal/pump"
	"github.com/sudokuctl/sudokuctl/core/runner"
)

// pump completes options for the pump.
func (p *Plugin) pump(o runner.Options) pump.Options {
	if o.Workers <= 0 {
		o.Workers = runtime.NumCPU()
	}
	p.limitWorkers(&o)
	batch := pump.DefaultBatch
	if p.candidate.Kind == "exec" {
		batch = pump.ExecBatch
	}
	return pump.Options{Options: o, Batch: cmp.Or(p.batch, batch)}
}

// limitWorkers keeps the programs of a bridge from running out of open files: with fewer at a time all get answers.
func (p *Plugin) limitWorkers(o *runner.Options) {
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
