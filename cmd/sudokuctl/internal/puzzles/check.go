package puzzles

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/canon"
)

type checkOptions struct {
	app     *app.App
	solver  string
	most    int
	timeout time.Duration
}

func Check(a *app.App) *cobra.Command {
	o := &checkOptions{app: a}
	c := &cobra.Command{
		Use:   "check [PUZZLE|FILE|-]…",
		Short: "say whether puzzles are valid, unique and minimal, and what their symmetries are",
		Long: `Check puzzles: whether givens clash, how many solutions there are, which givens could be
left out, which symmetries the pattern of givens has, and the canonical form, which is equal for
puzzles that are images of each other. Solutions are also counted up to the puzzle's own symmetries:
those of the geometry that keep the givens, digits relabelled. Of a puzzle without solution it tells
the cells and houses for which the givens leave nothing, a smallest set of givens that contradict
each other, and each given without which there would be a solution.`,
		Example: `  sudokuctl check sample:famous
  sudokuctl check -o jsonl 1.3............4`,
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	f := c.Flags()
	f.StringVar(&o.solver, "solver", "entropybt", "plugin `ID` of a complete solver")
	f.IntVar(&o.most, "most", 10_000, "solutions counted at most")
	f.DurationVar(&o.timeout, "timeout", 10*time.Second, "time for each puzzle")
	return c
}

// checkRecord is a line of "check -o jsonl". Its keys are stable.
type checkRecord struct {
	Name              string   `json:"name"`
	Puzzle            string   `json:"puzzle"`
	Geometry          string   `json:"geometry"`
	Verdict           string   `json:"verdict"`
	Solutions         []string `json:"solutions"`
	Count             int64    `json:"count"`
	CountComplete     bool     `json:"count_complete"`
	UpToSymmetry      *int     `json:"count_up_to_symmetry,omitempty"`
	Minimal           bool     `json:"minimal"`
	Superfluous       []string `json:"superfluous"`
	Conflicts         []string `json:"conflicts"`
	DeadEnds          []string `json:"dead_ends,omitempty"`
	Contradiction     []string `json:"contradiction,omitempty"`
	AtFault           []string `json:"at_fault,omitempty"`
	Differ            []string `json:"differ,omitempty"`
	Canonical         string   `json:"canonical"`
	CanonicalSolution string   `json:"canonical_solution,omitempty"`
	Automorphisms     int64    `json:"automorphisms"`
	Symmetries        []string `json:"symmetries"`

	puzzle *sudoku.Puzzle
	grids  []sudoku.Grid
}

func (o *checkOptions) run(ctx context.Context, args []string) error {
	if o.most < 2 {
		return app.UsageErrorf("--most must be at least 2")
	}
	in, err := o.app.Puzzles(args)
	if err != nil {
		return err
	}
	plugin, err := o.app.Open(ctx, o.solver, "")
	if err != nil {
		return err
	}
	if info := plugin.Info(); !info.Complete || !info.Has("solve") {
		return app.UsageErrorf("plugin %q is no complete solver, so it can prove nothing", o.solver)
	}
	show, end, err := o.output()
	if err != nil {
		return err
	}
	var failed error
	walkErr := in.Each(ctx, func(p *sudoku.Puzzle) bool {
		var r *checkRecord
		if r, failed = o.check(ctx, plugin, p); failed == nil {
			failed = show(r)
		}
		return failed == nil
	})
	return cmp.Or(failed, end(), walkErr, in.Verdict())
}

var checkColumns = []string{"name", "puzzle", "verdict", "count", "minimal", "superfluous", "conflicts",
	"symmetries", "automorphisms", "canonical"}

// output returns the functions that show a record and end the output.
func (o *checkOptions) output() (show func(*checkRecord) error, end func() error, err error) {
	if o.app.Format("grid", "tsv") == "grid" {
		return func(r *checkRecord) error {
			_, err := fmt.Fprint(o.app.Stdout, checkText(o.app, r))
			return err
		}, func() error { return nil }, nil
	}
	l, err := o.app.Listing(checkColumns...)
	if err != nil {
		return nil, nil, err
	}
	return func(r *checkRecord) error {
		return l.Row(r, r.Name, r.Puzzle, r.Verdict, r.countText(), screen.YesNo(r.Minimal),
			strings.Join(r.Superfluous, " "), strings.Join(r.Conflicts, "; "), strings.Join(r.Symmetries, " "),
			fmt.Sprint(r.Automorphisms), r.Canonical)
	}, l.End, nil
}

func (r *checkRecord) countText() string {
	if !r.CountComplete {
		return fmt.Sprintf("at least %d", r.Count)
	}
	return fmt.Sprint(r.Count)
}

// symmetryText says how many of several solutions differ up to the puzzle's own symmetries.
func (r *checkRecord) symmetryText() string {
	switch {
	case r.Count < 2:
		return ""
	case r.UpToSymmetry == nil:
		return " (too many to compare under the puzzle's own symmetries)"
	}
	return fmt.Sprintf(", up to the puzzle's own symmetries: %d", *r.UpToSymmetry)
}

func (o *checkOptions) check(ctx context.Context, plugin *host.Plugin,
	p *sudoku.Puzzle) (*checkRecord, error) {
	canonical := canon.New(p.Geometry).Canonical(p.Givens)
	r := &checkRecord{Name: p.Name, Puzzle: p.String(), Geometry: p.Geometry.String(), Solutions: []string{},
		Superfluous: []string{}, Conflicts: []string{}, Symmetries: sudoku.PatternSymmetries(p),
		Canonical: p.Geometry.FormatGrid(canonical.Grid), Automorphisms: canonical.Automorphisms, puzzle: p}
	if r.Symmetries == nil {
		r.Symmetries = []string{}
	}
	if conflicts := sudoku.Conflicts(p); len(conflicts) > 0 {
		r.Verdict, r.CountComplete = sudoku.Invalid.String(), true
		for _, c := range conflicts {
			r.Conflicts = append(r.Conflicts, (&sudoku.ConflictError{Geometry: p.Geometry,
				Conflicts: []sudoku.Conflict{c}}).Error())
		}
		return r, nil
	}
	result, err := o.solveOne(ctx, plugin, p, o.most)
	if err != nil {
		return nil, err
	}
	r.enter(result, o.most)
	r.compare(result.Solutions)
	switch result.Verdict {
	case sudoku.Impossible:
		return r, o.contradict(ctx, plugin, r)
	case sudoku.Unique:
		r.CanonicalSolution = p.Geometry.FormatGrid(canon.New(p.Geometry).Form(result.Solutions[0]))
		return r, o.superfluous(ctx, plugin, r)
	}
	return r, nil
}

// enter takes over what the solver found.
func (r *checkRecord) enter(result sudoku.Result, most int) {
	g := r.puzzle.Geometry
	r.Verdict, r.Count = result.Verdict.String(), result.Count
	r.CountComplete = result.Err == nil && result.Count < int64(most)
	r.grids = result.Solutions[:min(2, len(result.Solutions))]
	for _, grid := range r.grids {
		r.Solutions = append(r.Solutions, g.FormatGrid(grid))
	}
	if len(r.grids) == 2 {
		for cell := range r.grids[0] {
			if r.grids[0][cell] != r.grids[1][cell] {
				r.Differ = append(r.Differ, g.CellName(cell))
			}
		}
	}
}

// mostCompared is how many images of solutions are compared at most.
const mostCompared = 5_000_000

// compare counts the solutions up to the puzzle's own symmetries, if they are all known and not too many.
func (r *checkRecord) compare(solutions []sudoku.Grid) {
	if !r.CountComplete || len(solutions) == 0 || int64(len(solutions)) != r.Count || r.puzzle.Soft != nil {
		return
	}
	n := 1
	if len(solutions) > 1 {
		maps, ok := canon.Automorphisms(r.puzzle)
		if !ok || len(maps)*len(solutions) > mostCompared {
			return
		}
		n = canon.EssentiallyDifferent(r.puzzle, maps, solutions)
	}
	r.UpToSymmetry = &n
}

// superfluous finds the givens that could be left out, one at a time.
func (o *checkOptions) superfluous(ctx context.Context, plugin *host.Plugin, r *checkRecord) error {
	err := o.without(ctx, plugin, r.puzzle, func(cell int, result sudoku.Result) {
		if result.Verdict == sudoku.Unique {
			r.Superfluous = append(r.Superfluous, r.puzzle.Geometry.CellName(cell))
		}
	})
	r.Minimal = err == nil && len(r.Superfluous) == 0
	return err
}

// without solves p without each of its givens, as far as two solutions.
func (o *checkOptions) without(ctx context.Context, plugin *host.Plugin, p *sudoku.Puzzle,
	tell func(cell int, result sudoku.Result)) error {
	feed := func(yield func(host.Item, error) bool) {
		for cell, v := range p.Givens {
			if v == 0 {
				continue
			}
			without := &sudoku.Puzzle{Geometry: p.Geometry, Givens: p.Givens.Clone(), Soft: p.Soft}
			without.Givens[cell] = 0
			if !yield(host.Item{Number: uint64(cell), Puzzle: without}, nil) {
				return
			}
		}
	}
	return plugin.Solve(ctx, feed, host.SolveOptions{Ask: sudoku.Ask{Limit: 2, Timeout: o.timeout}, Ordered: true},
		func(cell uint64, result sudoku.Result) error {
			tell(int(cell), result)
			return nil
		})
}

func (o *checkOptions) solveOne(ctx context.Context, plugin *host.Plugin, p *sudoku.Puzzle,
	limit int) (r sudoku.Result, err error) {
	return plugin.SolveOne(ctx, p, host.SolveOptions{Ask: sudoku.Ask{Limit: limit, Timeout: o.timeout}})
}

// checkText is what people read of a record: the grid with the cells in which two solutions differ, and a
// line for each finding.
func checkText(a *app.App, r *checkRecord) string {
	var b strings.Builder
	b.WriteString(r.Name + "  " + r.puzzle.Comment + "\n" + r.Puzzle + "\n")
	b.WriteString(checkPicture(a, r))
	b.WriteString("verdict        " + r.Verdict + ", solutions: " + r.countText() + r.symmetryText() + "\n")
	for _, c := range r.Conflicts {
		b.WriteString("conflict       " + c + "\n")
	}
	if r.Verdict == sudoku.Unique.String() {
		b.WriteString("minimal        " + screen.YesNo(r.Minimal) + "\n")
	}
	for _, line := range append(r.contradictionLines(), [][2]string{
		{"superfluous", strings.Join(r.Superfluous, ", ")}, {"symmetries", strings.Join(r.Symmetries, ", ")},
		{"automorphisms", fmt.Sprint(r.Automorphisms)}, {"canonical", r.Canonical},
		{"of solution", r.CanonicalSolution},
	}...) {
		if line[1] != "" {
			fmt.Fprintf(&b, "%-14s %s\n", line[0], line[1])
		}
	}
	b.WriteString("\n")
	return b.String()
}

// checkPicture draws the givens, or where there are two solutions what they have in common and both digits
// elsewhere.
func checkPicture(a *app.App, r *checkRecord) string {
	if len(r.grids) < 2 {
		return screen.PictureOf(a, r.puzzle, r.puzzle.Givens)
	}
	step, state := sudoku.Step{}, screen.NewReplay(r.puzzle)
	for cell, v := range r.grids[0] {
		if v == r.grids[1][cell] {
			state.Values[cell] = v
			continue
		}
		state.Marks[cell] = sudoku.DigitSet(int(v), int(r.grids[1][cell]))
		step.Cells = append(step.Cells, cell)
	}
	return screen.PictureOfStep(a, state, step, true)
}
