package runs

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
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

// benchRecord is "bench -o json". Its keys are stable.
type benchRecord struct {
	Run      int64          `json:"run"`
	Puzzles  int            `json:"puzzles"`
	Rounds   int            `json:"rounds"`
	Machine  map[string]any `json:"machine"`
	Warnings []string       `json:"warnings"`
	Solvers  []solverRecord `json:"solvers"`
}

type solverRecord struct {
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
	SelfNs        selfRecord         `json:"self_ns"`
	WallS         float64            `json:"wall_s"`
	PerSecondSelf float64            `json:"per_second_self"`
	PerSecondWall float64            `json:"per_second_wall"`
	OverheadNs    float64            `json:"overhead_ns"`
	CPUS          float64            `json:"cpu_s"`
	GuessesMean   float64            `json:"guesses_mean"`
	RSSMaxBytes   int64              `json:"rss_max_bytes"`
	Measures      map[string]float64 `json:"measures"`
}

type selfRecord struct {
	Median int64   `json:"median"`
	Mean   float64 `json:"mean"`
	P99    int64   `json:"p99"`
	Sum    int64   `json:"sum"`
}

// record sums up what a solver did. Counts are per round, so that they add up to the number of puzzles;
// wall_s is the median of the rounds.
func (e *entrant) record(puzzles int) solverRecord {
	info := e.plugin.Info()
	rounds := len(e.walls)
	u, _ := e.plugin.Usage()
	count := func(verdicts ...sudoku.Verdict) (n int) {
		for _, v := range verdicts {
			n += e.verdicts[v]
		}
		return n / rounds
	}
	r := solverRecord{ID: e.plugin.ID(), Version: info.Version,
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

func selfTimes(selfs []time.Duration) selfRecord {
	t := stats.NewTimes(selfs)
	return selfRecord{Median: t.Median.Nanoseconds(), Mean: float64(t.Sum) / float64(len(selfs)),
		P99: t.P99.Nanoseconds(), Sum: t.Sum.Nanoseconds()}
}

func (o *benchOptions) report(puzzles int, entrants []*entrant, run int64) error {
	here := store.NewRun("bench")
	record := benchRecord{Run: run, Puzzles: puzzles, Rounds: o.repeat, Warnings: o.warnings(entrants),
		Machine: map[string]any{"os": here.OS, "cpu": here.CPU, "cores": here.Cores, "go": here.GoVersion}}
	for _, e := range entrants {
		record.Solvers = append(record.Solvers, e.record(puzzles))
	}
	if f := o.app.Format("table", "tsv"); f == "json" || f == "jsonl" {
		e := json.NewEncoder(o.app.Stdout)
		if f == "json" {
			e.SetIndent("", "  ")
		}
		return e.Encode(record)
	}
	for _, w := range record.Warnings {
		o.app.Remark("warning: %s", w)
	}
	return o.table(record)
}

func (o *benchOptions) warnings(entrants []*entrant) []string {
	warnings := []string{}
	if !o.permute {
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

func (o *benchOptions) table(record benchRecord) error {
	l, err := o.app.Listing("solver", "version", "solved", "unique", "other", "median", "mean", "p99",
		"per second self", "per second wall", "guesses", "cpu", "memory", "against "+record.Solvers[0].ID)
	if err != nil {
		return err
	}
	first := record.Solvers[0].PerSecondSelf
	for _, s := range record.Solvers {
		if err := l.Row(s, s.ID, s.Version, fmt.Sprint(s.Solved), fmt.Sprint(s.Unique), s.others(),
			screen.TimeText(time.Duration(s.SelfNs.Median)), screen.TimeText(time.Duration(s.SelfNs.Mean)),
			screen.TimeText(time.Duration(s.SelfNs.P99)),
			screen.Figure(s.PerSecondSelf), screen.Figure(s.PerSecondWall), fmt.Sprintf("%.1f", s.GuessesMean),
			fmt.Sprintf("%.3fs", s.CPUS), fmt.Sprintf("%.1f MiB", float64(s.RSSMaxBytes)/(1<<20)),
			fmt.Sprintf("%.3g×", s.PerSecondSelf/first)); err != nil {
			return err
		}
	}
	return l.End()
}

// others lists the verdicts that are no success.
func (s solverRecord) others() string {
	var texts []string
	for _, v := range []struct {
		name  string
		count int
	}{
		{"impossible", s.Impossible}, {"gave up", s.GaveUp}, {"timeout", s.Timeout}, {"wrong", s.Wrong},
		{"crashed", s.Crashed}, {"unsupported", s.Unsupported},
	} {
		if v.count > 0 {
			texts = append(texts, fmt.Sprintf("%s %d", v.name, v.count))
		}
	}
	return strings.Join(texts, ", ")
}
