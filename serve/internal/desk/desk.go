// Package desk does what requests ask for, within bounds: the API and the pages both come to it, so that their answers
// are the same. It holds no logic of its own, which is package work.
//
// # Bounds
//
//   - A slot is the right to run a plugin or to read a large text. There are as many as processors. A request that
//     gets none in its time is answered with 503.
//   - A request that computes has 10 s and 1,000 puzzles. It ends when its client leaves.
//   - A query in SQL has 5 s, and its answer a bounded size.
//
// # Memory
//
//   - Plugins are opened once and shared by requests with the same settings.
//   - Findings keep the last explanations, solutions and grades, so that the next page about a puzzle computes
//     nothing.
//   - A change through this server makes pages anew that depend on the library.
package desk

import (
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// Options say what may be asked for.
type Options struct {
	Env  *work.Env
	Find func() []find.Candidate // what may be a plugin now, and why each is used or not
	// Granted returns a text that changes whenever a person changes the rights of a plugin; nil if that never happens.
	Granted func(find.Candidate) string
	// Bundled returns what a plugin declares that comes with the program, nil for another.
	Bundled func(id string) *sudoku.Info

	Note     string // shown on every page, such as that the library is a sample; "" for nothing
	BasePath string // of all addresses behind a proxy, without a slash at its end: "/sudoku"; "" for none

	ReadOnly  bool // nothing can be written
	NoCompute bool // no plugin runs
	NoSQL     bool // no queries
	Plays     bool // people may report how they fared with puzzles
	Proxy     bool // requests come from a proxy, which says in X-Forwarded-For for whom it asks

	Limit   int           // solutions that a run wants of each puzzle if its order does not say, 0 for all
	Timeout time.Duration // what it may take of a puzzle then, 0 for any time
	Seed    uint64        // of algorithms that use random numbers, if its order does not say

	Time  time.Duration // for which a request may compute, 0 for problem.ComputeTime
	Slots int           // requests that compute at the same time; 0 for one a processor
	Log   *slog.Logger  // nil for none
}

// Desk does what requests ask for. It is safe for concurrent use.
type Desk struct {
	Options  Options   // as New got them
	Env      *work.Env // with plugins that are opened once
	Findings *Findings
	Jobs     *Jobs
	Computed atomic.Int64 // requests that ran a plugin

	slots   slots
	written atomic.Int64 // how often somebody has written

	plugins *memory[*shared]
	finding sync.Mutex        // held while plugins are looked for
	stamps  map[string]string // of the programs of plugins, by id

	facets      *memory[*store.Facets]
	comparisons *memory[*library.Comparison]
	days        *memory[*library.Issue]
	plays       plays
}

// New returns a desk; Close ends what it has started.
func New(o Options) *Desk {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Slots <= 0 {
		o.Slots = runtime.NumCPU()
	}
	if o.Time == 0 {
		o.Time = problem.ComputeTime
	}
	d := &Desk{Options: o, slots: make(slots, o.Slots), Findings: newFindings(), Jobs: newJobs(),
		plugins:     newMemory(maxOpen, alive),
		facets:      newMemory(maxFacets, young[*store.Facets](facetAge)),
		comparisons: newMemory(maxComparisons, young[*library.Comparison](comparisonAge)),
		days:        newMemory(maxDays, young[*library.Issue](dayAge))}
	env := *o.Env
	env.Open, env.Shared = d.open, true
	env.Graders = compact(env.Graders)
	d.Env = &env
	if o.Find != nil { // so that a program that changes from now on is noticed
		d.find()
	}
	return d
}

// Close ends the runs that were started here, which can be resumed, and waits for them.
func (d *Desk) Close() {
	d.Jobs.Close()
	d.endPlays()
}

// Path is the address of a page here, behind a proxy too.
func (d *Desk) Path(p string) string { return d.Options.BasePath + p }

// Told is a text of this machine as it is told: without folders if everybody may read here.
func (d *Desk) Told(text string) string {
	if d.Options.ReadOnly {
		return problem.WithoutFolders(text)
	}
	return text
}

// Computing is how many requests compute, and how many may.
func (d *Desk) Computing() (now, most int) { return len(d.slots), cap(d.slots) }

// APIPath is the path of the API below the base path. Its number changes only if old clients would break.
const APIPath = "/api/v1"
