package work

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// entrant is a solver in a benchmark and what it did in the rounds that count.
type entrant struct {
	plugin   *host.Plugin
	selfs    []time.Duration // of every answer
	verdicts map[sudoku.Verdict]int
	guesses  int64
	measures map[string]float64
	walls    []time.Duration // of every round
	cpu      time.Duration
}

func (e *entrant) add(r *sudoku.Result) {
	e.selfs = append(e.selfs, r.Stats.Elapsed)
	e.verdicts[r.Verdict]++
	e.guesses += r.Stats.Guesses
	for _, m := range r.Stats.Extra {
		e.measures[m.Name] += m.Value
	}
}

func (e *entrant) passed(wall, cpu time.Duration) {
	e.walls = append(e.walls, wall)
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
		Unsupported: count(sudoku.Unsupported), SelfNs: selfTimes(e.selfs),
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

func selfTimes(selfs []time.Duration) SelfRecord {
	t := stats.NewTimes(selfs)
	return SelfRecord{Median: t.Median.Nanoseconds(), Mean: float64(t.Sum) / float64(len(selfs)),
		P99: t.P99.Nanoseconds(), Sum: t.Sum.Nanoseconds()}
}

func (b *benching) record(puzzles int, entrants []*entrant, run int64) *BenchRecord {
	here := store.NewRun("bench")
	record := &BenchRecord{Run: run, Puzzles: puzzles, Rounds: b.Repeat, Warnings: b.warnings(entrants),
		Machine: map[string]any{"os": here.OS, "cpu": here.CPU, "cores": here.Cores, "go": here.GoVersion}}
	for _, e := range entrants {
		record.Solvers = append(record.Solvers, e.record(puzzles))
	}
	return record
}

func (b *benching) warnings(entrants []*entrant) []string {
	warnings := []string{}
	if !b.Permute {
		warnings = append(warnings, "puzzles were not permuted: a solver may profit from their order of cells "+
			"(--permute)")
	}
	if runtime.NumCPU() < 2 {
		warnings = append(warnings, "one processor: host and plugin take turns, so wall time holds the host's "+
			"work too")
	}
	for _, e := range entrants {
		fast, slow := slices.Min(e.walls), slices.Max(e.walls)
		if len(e.walls) > 1 && slow > fast*3/2 {
			warnings = append(warnings, fmt.Sprintf("%s: the slowest round took %.1f times the fastest: the "+
				"machine is busy",
				e.plugin.ID(), float64(slow)/float64(fast)))
		}
	}
	return warnings
}
