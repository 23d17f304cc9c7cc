package work

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// TaskRecord is what one plugin did in a run. Its keys are stable.
type TaskRecord struct {
	Plugin    string         `json:"plugin"`
	Version   string         `json:"version"`
	Task      string         `json:"task"` // "solve" or "grade"
	Done      int            `json:"done"`
	Verdicts  map[string]int `json:"verdicts,omitempty"`
	SelfNs    int64          `json:"self_ns"`
	WallNs    int64          `json:"wall_ns"`
	PerSecond float64        `json:"per_second_wall"`
	CPUNs     int64          `json:"cpu_ns"`
	PeakRSS   int64          `json:"rss_max_bytes"`

	Pending int64 `json:"-"` // puzzles that were to be done
	Graded  int   `json:"-"` // of those done
}

func (t *TaskRecord) count(verdicts map[sudoku.Verdict]int) {
	for v, n := range verdicts {
		t.Verdicts[v.String()] = n
		t.Done += n
	}
}

// BenchRecord is what a benchmark came to. Its keys are stable.
type BenchRecord struct {
	Run      int64          `json:"run"`
	Puzzles  int            `json:"puzzles"`
	Rounds   int            `json:"rounds"`
	Machine  map[string]any `json:"machine"`
	Warnings []string       `json:"warnings"`
	Solvers  []SolverRecord `json:"solvers"`
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
}

// SelfRecord sums up times inside an algorithm, in nanoseconds.
type SelfRecord struct {
	Median int64   `json:"median"`
	Mean   float64 `json:"mean"`
	P99    int64   `json:"p99"`
	Sum    int64   `json:"sum"`
}
