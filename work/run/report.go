package run

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// BenchRecord is what a benchmark came to. Its keys are stable.
type BenchRecord struct {
	Run      int64          `json:"run"`
	Puzzles  int            `json:"puzzles"`
	Rounds   int            `json:"rounds"`
	Machine  map[string]any `json:"machine"`
	Warnings []string       `json:"warnings"`
	Solvers  []SolverRecord `json:"solvers"`
	Sentence string         `json:"-"` // which solver is how many times faster than the others
}

// SolverRecord is what one solver did in a benchmark.
type SolverRecord struct {
	ID            string             `json:"id"`
	Version       string             `json:"version"`
	Solved        int                `json:"solved"`
	Unique        int                `json:"unique"`
	Multiple      int                `json:"multiple"`
	Impossible    int                `json:"impossible"`
	Wrong         int                `json:"wrong"`
	GaveUp        int                `json:"gave_up"`
	Timeout       int                `json:"timeout"`
	Crashed       int                `json:"crashed"`
	Unsupported   int                `json:"unsupported"`
	SelfNs        SelfRecord         `json:"self_ns"`
	WallS         float64            `json:"wall_s"`
	PerSecondSelf float64            `json:"per_second_self"`
	PerSecondWall float64            `json:"per_second_wall"`
	OverheadNs    float64            `json:"overhead_ns"`
	CPUS          float64            `json:"cpu_s"`
	GuessesMean   float64            `json:"guesses_mean"`
	RSSMaxBytes   int64              `json:"rss_max_bytes"`
	Measures      map[string]float64 `json:"measures"`

	// How many times faster than the first solver, with one standard deviation over the rounds.
	Ratio   float64 `json:"ratio"`
	RatioSD float64 `json:"ratio_sd"`

	Beside stats.Ratio `json:"-"` // the same
}

// SelfRecord sums up times inside an algorithm, in nanoseconds.
type SelfRecord struct {
	Median int64   `json:"median"`
	Mean   float64 `json:"mean"`
	SD     float64 `json:"sd"` // standard deviation of the trimmed means of the rounds, 0 if there is only one
	P99    int64   `json:"p99"`
	Sum    int64   `json:"sum"`
}

// entrant is a solver in a benchmark and what it did in the rounds that count.
type entrant struct {
	plugin   work.Plugin
	task     *store.Task     // nil if nothing is stored
	selfs    []time.Duration // of every answer
	verdicts map[sudoku.Verdict]int
	guesses  int64
	measures map[string]float64
	walls    []time.Duration // of every round
	means    []float64       // trimmed, of the self times of every round, in nanoseconds
	cpu      time.Duration
}

// passed ends a round of some puzzles.
func (e *entrant) passed(puzzles int, wall, cpu time.Duration) {
	e.walls = append(e.walls, wall)
	e.means = append(e.means, stats.TrimmedMean(e.selfs[len(e.selfs)-puzzles:]))
	e.cpu += cpu
}

// record sums up what a solver did. Counts are per round, so that they add up to the number of puzzles;
// wall_s is the median of the rounds.
func (e *entrant) record(puzzles int) SolverRecord {
	info := e.plugin.Info()
	rounds := len(e.walls)
	u, _ := e.plugin.Usage()
	count := func(verdicts ...sudoku.Verdict) (n int) {
		for _, v := range verdicts {
			n += e.verdicts[v]
		}
		return n / rounds
	}
	r := SolverRecord{ID: e.plugin.ID(), Version: info.Version,
		Solved: count(sudoku.Solved, sudoku.Unique, sudoku.Multiple), Unique: count(sudoku.Unique),
		Multiple: count(sudoku.Multiple), Impossible: count(sudoku.Impossible, sudoku.Invalid),
		Wrong:  count(sudoku.Wrong),
		GaveUp: count(sudoku.Unknown), Timeout: count(sudoku.Timeout), Crashed: count(sudoku.Crashed),
		Unsupported: count(sudoku.Unsupported), SelfNs: e.selfTimes(),
		GuessesMean: float64(e.guesses) / float64(len(e.selfs)), RSSMaxBytes: u.PeakRSS,
		Measures: map[string]float64{},
		CPUS:     e.cpu.Seconds() / float64(rounds)}
	r.WallS = stats.MedianTime(e.walls).Seconds()
	r.PerSecondSelf = float64(len(e.selfs)) / max(time.Duration(r.SelfNs.Sum).Seconds(), 1e-9)
	r.PerSecondWall = float64(puzzles) / max(r.WallS, 1e-9)
	r.OverheadNs = (r.WallS*1e9*float64(rounds) - float64(r.SelfNs.Sum)) / float64(len(e.selfs))
	for name, sum := range e.measures {
		r.Measures[name] = sum / float64(len(e.selfs))
	}
	return r
}

func (e *entrant) selfTimes() SelfRecord {
	t := stats.NewTimes(e.selfs)
	r := SelfRecord{Median: t.Median.Nanoseconds(), Mean: float64(t.Sum) / float64(len(e.selfs)),
		P99: t.P99.Nanoseconds(), Sum: t.Sum.Nanoseconds()}
	if len(e.means) > 1 {
		r.SD = stats.Deviation(e.means)
	}
	return r
}

func (b *benching) record(puzzles int) *BenchRecord {
	here := store.NewRun("bench")
	record := &BenchRecord{Run: b.run, Puzzles: puzzles, Rounds: b.Repeat, Warnings: b.warnings(),
		Machine: map[string]any{"os": here.OS, "cpu": here.CPU, "cores": here.Cores, "go": here.GoVersion}}
	for _, e := range b.entrants {
		r := e.record(puzzles)
		r.Beside = stats.RatioOfMeans(e.means, b.entrants[0].means)
		if !math.IsNaN(r.Beside.Value) && !math.IsInf(r.Beside.Value, 0) {
			r.Ratio = r.Beside.Value
		}
		if sd := r.Beside.High - r.Beside.Value; e != b.entrants[0] && !math.IsNaN(sd) && !math.IsInf(sd, 0) {
			r.RatioSD = sd
		}
		if taken := puzzles - r.Unsupported; taken > 0 && r.Solved+r.Impossible == 0 {
			record.Warnings = append(record.Warnings, fmt.Sprintf("%s solved 0 of %d puzzles: its times say nothing",
				r.ID, taken))
		}
		record.Solvers = append(record.Solvers, r)
	}
	record.Sentence = sentence(b.entrants)
	return record
}

// sentence says which solver is how many times faster than the others, "" if no two solved anything.
func sentence(entrants []*entrant) string {
	solved := slices.DeleteFunc(slices.Clone(entrants), func(e *entrant) bool {
		return e.verdicts[sudoku.Solved]+e.verdicts[sudoku.Unique]+e.verdicts[sudoku.Multiple]+
			e.verdicts[sudoku.Impossible] == 0
	})
	if len(solved) < 2 {
		return ""
	}
	slices.SortStableFunc(solved, func(a, b *entrant) int { return cmp.Compare(stats.Mean(a.means), stats.Mean(b.means)) })
	var others []string
	for _, e := range solved[1:] {
		r := stats.RatioOfMeans(solved[0].means, e.means)
		if r.Low < 1 {
			others = append(others, "not surely faster than "+e.plugin.ID())
		} else {
			others = append(others, r.String()+" "+e.plugin.ID())
		}
	}
	text := strings.Join(others, ", ")
	if i := strings.LastIndex(text, ", "); i >= 0 {
		text = text[:i] + " and " + text[i+2:]
	}
	return solved[0].plugin.ID() + " is " + text
}

func (b *benching) warnings() []string {
	warnings := []string{}
	if !b.Permute {
		warnings = append(warnings, "puzzles were not permuted: a solver may profit from their order of cells or digits")
	}
	if runtime.NumCPU() < 2 {
		warnings = append(warnings, "one processor: host and plugin take turns, so wall time holds the host's work too")
	}
	for _, e := range b.entrants {
		fast, slow := slices.Min(e.walls), slices.Max(e.walls)
		if len(e.walls) > 1 && slow > fast*3/2 {
			warnings = append(warnings, fmt.Sprintf("%s: the slowest round took %.1f times the fastest: the machine is busy",
				e.plugin.ID(), float64(slow)/float64(fast)))
		}
	}
	return warnings
}
