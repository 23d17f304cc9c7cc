package plugintest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

var generateChecks = []Check{
	{"generate/count", "As many puzzles come as were ordered, unless it says that it gives up.", generateCount},
	{"generate/endless", "An order with count 0 makes puzzles until it is stopped.", generateEndless},
	{"generate/one-solution", "Generated puzzles have one solution.", generateUnique},
	{"generate/same-again", "The same order makes the same puzzles, another seed makes others.", generateSame},
	{"generate/near", "Neighbours of a puzzle have its single solution.", generateNear},
	{"generate/stop", "Generating ends when no more puzzles are wanted.", generateStop},
}

// orderBudgets is how many budgets of one puzzle an order of the checks may take.
const orderBudgets = 20

// order is for puzzles of the first geometry that the subject takes.
func (p *probe) order(count int, seed uint64) (o sudoku.Order) {
	if p.subject.Generate == nil {
		skip("it does not generate")
	}
	for _, text := range append([]string{"9", "4"}, p.info.Shapes...) {
		if g, err := sudoku.ParseGeometry(text); err == nil && p.info.Takes(g) {
			return sudoku.Order{Geometry: g, Count: count, Seed: seed}
		}
	}
	skip("no geometry is known that it takes")
	return o
}

// generate makes the puzzles of an order, or as many of an endless one as are wanted: at least one, or the check is
// skipped.
func (p *probe) generate(o sudoku.Order, wanted, budgets int) (puzzles []*sudoku.Puzzle) {
	ctx, cancel := context.WithTimeout(p.ctx, time.Duration(budgets)*p.timeout)
	defer cancel()
	_, err := p.subject.Generate(ctx, o, func(q *sudoku.Puzzle) bool {
		puzzles = append(puzzles, q)
		return len(puzzles) < wanted || o.Count > 0 && len(puzzles) <= o.Count
	})
	p.subject.Made += len(puzzles)
	sent := fmt.Sprintf("an order of %d puzzles of %s, seed %d", o.Count, o.Geometry, o.Seed)
	switch {
	case err != nil && !excused(err):
		fail(sent, err.Error(), fixStepsEnding)
	case len(puzzles) > wanted || err == nil && len(puzzles) < wanted:
		fail(sent, fmt.Sprintf("%d puzzles", len(puzzles)),
			"make as many as are ordered, with count 0 go on until no more are wanted, or end as gave up")
	case len(puzzles) == 0:
		skip("it made no puzzle: %v", err)
	}
	return puzzles
}

// generateCount checks that as many puzzles come as were ordered.
func generateCount(p *probe) {
	o := p.order(3, 1)
	none := new(*Skip)
	err := try(func() { p.generate(o, o.Count, orderBudgets) })
	if o.Count = 1; errors.As(err, none) {
		err = try(func() { p.generate(o, o.Count, 4*orderBudgets) })
	}
	if errors.As(err, none) {
		fail(fmt.Sprintf("an order of one puzzle of %s", o.Geometry), err.Error(), "make a puzzle within seconds")
	}
	if err != nil {
		panic(broken{err})
	}
}

// generateEndless takes more puzzles than the other checks order, and asks for one solution of them, too.
func generateEndless(p *probe) { haveOneSolution(p.generate(p.order(0, 3), 8, orderBudgets)) }

// generateUnique checks that each puzzle has one solution.
func generateUnique(p *probe) { haveOneSolution(p.generate(p.order(3, 1), 3, orderBudgets)) }

// haveOneSolution fails with the first puzzle that has not one solution.
func haveOneSolution(puzzles []*sudoku.Puzzle) {
	for i, q := range puzzles {
		if n := len(solve(q, 2)); n != 1 {
			fail("an order", fmt.Sprintf("as puzzle %d %s, which has %d solutions or more", i+1, q, n),
				"make puzzles with one solution unless the order allows several")
		}
	}
}

// generateSame checks that the same seed makes the same puzzles, and another seed others.
func generateSame(p *probe) {
	var made [3]string
	for i, seed := range []uint64{1, 1, 2} {
		o := p.order(3, seed)
		puzzles := p.generate(o, o.Count, orderBudgets)
		if len(puzzles) < o.Count {
			skip("it did not make the puzzles in time")
		}
		for _, q := range puzzles {
			made[i] += q.String() + " "
		}
	}
	if made[0] != made[1] || made[0] == made[2] {
		fail("seeds 1, 1 and 2", made[0]+"| "+made[1]+"| "+made[2],
			"draw all random numbers from a generator that begins with the seed of the order")
	}
}

// generateNear checks that neighbours share the solution of the ordered puzzle.
func generateNear(p *probe) {
	o := p.order(3, 1)
	if !p.info.Neighbours {
		skip("it makes no neighbours")
	}
	puzzles := p.generate(o, o.Count, orderBudgets)
	o.Near = puzzles[0]
	known := solve(o.Near, 2)
	for _, q := range p.generate(o, o.Count, orderBudgets) {
		if found := solve(q, 2); !slices.EqualFunc(known, found, slices.Equal) {
			fail("neighbours of "+o.Near.String(), fmt.Sprintf("%s, which has the solutions %v", q, found),
				"keep the solution of the puzzle, and keep it the only one")
		}
	}
}

// generateStop checks that no puzzle comes after emit wanted no more.
func generateStop(p *probe) {
	o := p.order(3, 1)
	ctx, cancel := context.WithTimeout(p.ctx, orderBudgets*p.timeout)
	defer cancel()
	made := 0
	_, err := p.subject.Generate(ctx, o, func(*sudoku.Puzzle) bool { made++; return false })
	switch {
	case made > 1 || made == 1 && errors.Is(err, context.DeadlineExceeded) || err != nil && !excused(err):
		fail("an order, stopped after the first puzzle", fmt.Sprintf("%d puzzles, error %v", made, err), fixStop)
	case made == 0:
		skip("it made no puzzle: %v", err)
	}
}
