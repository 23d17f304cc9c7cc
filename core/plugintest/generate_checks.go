package plugintest

import (
	"cmp"
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
func (p *probe) order(count int, seed uint64) (sudoku.Order, error) {
	if p.subject.Generate == nil {
		return sudoku.Order{}, skip("it does not generate")
	}
	for _, text := range append([]string{"9", "4"}, p.info.Shapes...) {
		if g, err := sudoku.ParseGeometry(text); err == nil && p.info.Takes(g) {
			return sudoku.Order{Geometry: g, Count: count, Seed: seed}, nil
		}
	}
	return sudoku.Order{}, skip("no geometry is known that it takes")
}

// generate makes the puzzles of an order, or as many of an endless one as are wanted. There is at least one without an error.
func (p *probe) generate(o sudoku.Order, wanted, budgets int) (puzzles []*sudoku.Puzzle, err error) {
	ctx, cancel := context.WithTimeout(p.ctx, time.Duration(budgets)*p.timeout)
	defer cancel()
	_, err = p.subject.Generate(ctx, o, func(q *sudoku.Puzzle) bool {
		puzzles = append(puzzles, q)
		return len(puzzles) < wanted || o.Count > 0 && len(puzzles) <= o.Count
	})
	p.subject.Made += len(puzzles)
	sent := fmt.Sprintf("an order of %d puzzles of %s, seed %d", o.Count, o.Geometry, o.Seed)
	switch {
	case err != nil && !excused(err):
		return nil, fault(sent, err.Error(), fixStepsEnding)
	case len(puzzles) > wanted || err == nil && len(puzzles) < wanted:
		return nil, fault(sent, fmt.Sprintf("%d puzzles", len(puzzles)),
			"make as many as are ordered, with count 0 go on until no more are wanted, or end as gave up")
	case len(puzzles) == 0 && p.ctx.Err() == nil:
		return nil, skip("it made no puzzle: %v", err)
	}
	return puzzles, nil
}

func generateCount(p *probe) error {
	o, err := p.order(3, 1)
	if err != nil {
		return err
	}
	_, err = p.generate(o, o.Count, orderBudgets)
	if none := (*Skip)(nil); errors.As(err, &none) {
		o.Count = 1
		if _, err = p.generate(o, 1, 4*orderBudgets); errors.As(err, &none) {
			return fault(fmt.Sprintf("an order of one puzzle of %s", o.Geometry), none.Why, "make a puzzle within seconds")
		}
	}
	return err
}

// generateEndless takes more puzzles than the other checks order, and asks for one solution of them, too.
func generateEndless(p *probe) error {
	o, err := p.order(0, 3)
	if err != nil {
		return err
	}
	puzzles, err := p.generate(o, 8, orderBudgets)
	return cmp.Or(err, haveOneSolution(puzzles))
}

func generateUnique(p *probe) error {
	o, err := p.order(3, 1)
	if err != nil {
		return err
	}
	puzzles, err := p.generate(o, o.Count, orderBudgets)
	return cmp.Or(err, haveOneSolution(puzzles))
}

func haveOneSolution(puzzles []*sudoku.Puzzle) error {
	for i, q := range puzzles {
		if n := len(solve(q, 2)); n != 1 {
			return fault("an order", fmt.Sprintf("as puzzle %d %s, which has %d solutions or more", i+1, q, n),
				"make puzzles with one solution unless the order allows several")
		}
	}
	return nil
}

func generateSame(p *probe) error {
	var made [3]string
	for i, seed := range []uint64{1, 1, 2} {
		o, err := p.order(3, seed)
		if err != nil {
			return err
		}
		puzzles, err := p.generate(o, o.Count, orderBudgets)
		if err != nil {
			return err
		}
		if len(puzzles) < o.Count {
			return skip("it did not make the puzzles in time")
		}
		for _, q := range puzzles {
			made[i] += q.String() + " "
		}
	}
	if made[0] != made[1] || made[0] == made[2] {
		return fault("seeds 1, 1 and 2", made[0]+"| "+made[1]+"| "+made[2],
			"draw all random numbers from a generator that begins with the seed of the order")
	}
	return nil
}

func generateNear(p *probe) error {
	o, err := p.order(3, 1)
	if err != nil {
		return err
	}
	if !p.info.Neighbours {
		return skip("it makes no neighbours")
	}
	puzzles, err := p.generate(o, o.Count, orderBudgets)
	if err != nil {
		return err
	}
	o.Near = puzzles[0]
	known := solve(o.Near, 2)
	neighbours, err := p.generate(o, o.Count, orderBudgets)
	for _, q := range neighbours {
		if found := solve(q, 2); !slices.EqualFunc(known, found, slices.Equal) {
			return fault("neighbours of "+o.Near.String(), fmt.Sprintf("%s, which has the solutions %v", q, found),
				"keep the solution of the puzzle, and keep it the only one")
		}
	}
	return err
}

func generateStop(p *probe) error {
	o, err := p.order(3, 1)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(p.ctx, orderBudgets*p.timeout)
	defer cancel()
	made := 0
	_, err = p.subject.Generate(ctx, o, func(*sudoku.Puzzle) bool { made++; return false })
	switch {
	case made > 1 || made == 1 && errors.Is(err, context.DeadlineExceeded) || err != nil && !excused(err):
		return fault("an order, stopped after the first puzzle", fmt.Sprintf("%d puzzles, error %v", made, err), fixStop)
	case made == 0:
		return skip("it made no puzzle: %v", err)
	}
	return nil
}
