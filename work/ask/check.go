package ask

import (
	"context"
	"errors"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// A CheckRequest asks whether puzzles are valid, unique and minimal, and what their symmetries are.
type CheckRequest struct {
	Inputs  []*input.Input
	Solver  string        // id of a complete solver, "" for a fast one
	Most    int           // solutions counted at most
	Timeout time.Duration // for each puzzle
}

// Check checks puzzles one after the other, and returns how many records of the inputs were bad. An error of show
// ends the work.
func Check(ctx context.Context, env *work.Env, req CheckRequest, progress work.Progress,
	show func(*record.Check) error) (bad int, err error) {
	if req.Most < 2 {
		return 0, work.RequestErrorf("at least 2 solutions must be counted")
	}
	solver, err := env.Pick(ctx, req.Solver, work.CompleteSolver)
	if err != nil {
		return 0, err
	}
	defer progress.Stage(work.Begun{Stage: "checking", PerPuzzle: 1})()
	progress, count := progress.Counting()
	c := &checking{CheckRequest: req, progress: progress, show: show, checker: record.Checker{Solver: solver,
		Most: req.Most, Timeout: req.Timeout}}
	err = c.run(ctx)
	return count(), err
}

// checking checks puzzles by portions, so that one call of the solver answers many questions.
type checking struct {
	CheckRequest
	checker  record.Checker
	progress work.Progress
	show     func(*record.Check) error
}

// A portion holds the puzzles that have arrived while the last one was checked, so that no record waits for the input.
// How many at most depends on how long the last portions took, so that hard puzzles do not keep others waiting.
const (
	mostTogether = 256
	longPortion  = 50 * time.Millisecond
)

func (c *checking) run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	type arrival struct {
		puzzle *sudoku.Puzzle
		err    error
	}
	arrivals := make(chan arrival, mostTogether)
	go func() {
		defer close(arrivals)
		for r, err := range input.Walk(ctx, c.Inputs, c.progress) {
			select {
			case arrivals <- arrival{r.Puzzle, err}:
			case <-ctx.Done():
				return
			}
		}
	}()
	most := 1
	for next := range arrivals {
		begun := time.Now()
		var portion []*record.Check
		for ok := true; ok && next.err == nil; {
			portion = append(portion, c.checker.New(next.puzzle))
			if ok = len(portion) < most; ok {
				select {
				case next, ok = <-arrivals:
				default:
					ok = false
				}
			}
		}
		if err := errors.Join(c.check(ctx, portion), next.err); err != nil {
			return err
		}
		if time.Since(begun) < longPortion {
			most = min(2*most, mostTogether)
		} else {
			most = max(most/2, 1)
		}
	}
	return ctx.Err()
}

// check solves a portion and shows its records.
func (c *checking) check(ctx context.Context, portion []*record.Check) error {
	if err := c.checker.Complete(ctx, portion); err != nil {
		return err
	}
	for _, r := range portion {
		if err := c.show(r); err != nil {
			return err
		}
		c.progress.Step()
	}
	return nil
}

// A CandidatesRequest asks for candidates of puzzles: all that solutions have, or all that no given excludes.
type CandidatesRequest struct {
	Inputs     []*input.Input
	True       bool   // those that are in a solution; else those that no given in sight excludes
	Solver     string // id of a complete solver, "" for a fast one
	runner.Ask        // Limit is how many solutions of a puzzle are counted
}

// CandidatesRecord says of each empty cell which digits are in a solution. Its keys are stable.
type CandidatesRecord struct {
	Name       string           `json:"name"`
	Puzzle     string           `json:"puzzle"`
	Geometry   string           `json:"geometry"`
	Verdict    string           `json:"verdict"`
	Count      int64            `json:"count"`
	Complete   bool             `json:"count_complete"` // false: there are at least Count solutions
	Candidates []CandidateCount `json:"candidates"`
	// of which it is not known within the time whether a solution has them
	Open  []CandidateCount `json:"open,omitempty"`
	Error string           `json:"error"`

	Source *sudoku.Puzzle  `json:"-"`
	Digits []sudoku.Digits `json:"-"` // Candidates, by cell
}

// CandidateCount is a digit that a cell has in at least one solution. Its keys are stable.
type CandidateCount struct {
	Cell  string `json:"cell"`
	Digit int    `json:"digit"`
	Count int64  `json:"count"` // solutions among those counted; 1 for one that was looked for apart
}

// Candidates calls show with the candidates of each puzzle. True ones that no counted solution has are looked for one
// by one, so the list is complete even if the count is not, unless the time is up before.
func Candidates(ctx context.Context, env *work.Env, req CandidatesRequest, progress work.Progress,
	show func(*CandidatesRecord) error) (bad int, err error) {
	if !req.True {
		return left(ctx, req, progress, show)
	}
	if _, err := env.Pick(ctx, req.Solver, work.CompleteSolver); err != nil {
		return 0, err
	}
	return Solve(ctx, env, SolveRequest{Inputs: req.Inputs, Solver: req.Solver, Ask: req.Ask}, progress,
		func(info sudoku.Info, r *sudoku.Result) error {
			c := newCandidatesRecord(ctx, req, info, r)
			if err := ctx.Err(); err != nil {
				return err
			}
			return show(c)
		})
}

// left calls show with the candidates that givens leave.
func left(ctx context.Context, req CandidatesRequest, progress work.Progress,
	show func(*CandidatesRecord) error) (bad int, err error) {
	progress, count := progress.Counting()
	for r, err := range input.Walk(ctx, req.Inputs, progress) {
		if err != nil {
			return count(), err
		}
		c := blankRecord(r.Puzzle)
		for cell, digits := range r.Puzzle.Candidates() {
			for d := range digits.All {
				c.add(cell, d, 0)
			}
		}
		if err := show(c); err != nil {
			return count(), err
		}
	}
	return count(), nil
}

func blankRecord(p *sudoku.Puzzle) *CandidatesRecord {
	return &CandidatesRecord{Name: p.Name, Puzzle: p.String(), Geometry: p.Geometry().String(),
		Candidates: []CandidateCount{},
		Source:     p, Digits: make([]sudoku.Digits, p.Geometry().Cells())}
}

// add adds a digit of a cell that is not given.
func (c *CandidatesRecord) add(cell, digit int, count int64) {
	if c.Source.Givens()[cell] == 0 {
		c.Candidates = append(c.Candidates, CandidateCount{c.Source.Geometry().CellName(cell), digit, count})
		c.Digits[cell] = c.Digits[cell].With(digit)
	}
}

func newCandidatesRecord(ctx context.Context, req CandidatesRequest, info sudoku.Info,
	r *sudoku.Result) *CandidatesRecord {
	p := r.Puzzle
	c := blankRecord(p)
	c.Verdict, c.Count, c.Complete = r.Verdict.String(), r.Count, record.CountComplete(info, r, req.Limit)
	if r.Err != nil {
		c.Error = r.Err.Error()
	}
	counts := make([][]int64, p.Geometry().Cells())
	for cell := range counts {
		counts[cell] = make([]int64, p.Geometry().N()+1)
	}
	for _, grid := range r.Solutions {
		for cell, digit := range grid {
			counts[cell][digit]++
		}
	}
	if (r.Verdict == sudoku.Multiple || r.Verdict == sudoku.Solved) &&
		!(c.Complete && int64(len(r.Solutions)) == r.Count) {
		c.Open = undecided(ctx, req, p, counts)
	}
	for cell, digits := range counts {
		for digit, n := range digits {
			if n > 0 {
				c.add(cell, digit, n)
			}
		}
	}
	return c
}

// undecided looks for solutions with the digits that no solution has had so far, adds their digits to counts, and
// returns those of which it ran out of time to say whether there is one.
func undecided(ctx context.Context, req CandidatesRequest, p *sudoku.Puzzle, counts [][]int64) (open []CandidateCount) {
	sure := make([]sudoku.Digits, len(counts))
	for cell, digits := range counts {
		for digit, n := range digits {
			if n > 0 {
				sure[cell] = sure[cell].With(digit)
			}
		}
	}
	e, until := search.New(p.Geometry()), time.Now().Add(req.Timeout)
	e.Late = func() bool { return ctx.Err() != nil || req.Timeout > 0 && time.Now().After(until) }
	e.Guess = func() bool { return !e.Late() }
	for cell, digits := range e.TrueCandidates(p, sure) {
		for d := range sure[cell].All {
			counts[cell][d] = max(counts[cell][d], 1)
		}
		for d := range (digits &^ sure[cell]).All {
			open = append(open, CandidateCount{Cell: p.Geometry().CellName(cell), Digit: d})
		}
	}
	return open
}
