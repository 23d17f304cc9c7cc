package plugintest

import (
	"context"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

var generateChecks = []Check{
	{"generate/count", "As many puzzles come as were ordered, unless it gives up.", generateCount},
	{"generate/one-solution", "Generated puzzles have one solution.", generateUnique},
	{"generate/same-again", "The same order makes the same puzzles, another seed makes others.", generateSame},
	{"generate/near", "Neighbours of a puzzle have its single solution.", generateNear},
	{"generate/stop", "Generating ends when emit returns false.", generateStop},
}

// order is for three puzzles of the first geometry that the subject takes.
func (p *probe) order(seed uint64) (sudoku.Order, error) {
	if p.subject.Generate == nil {
		return sudoku.Order{}, skip("it does not generate")
	}
	for _, text := range append([]string{"9", "4"}, p.info.Shapes...) {
		if g, err := sudoku.ParseGeometry(text); err == nil && p.info.Takes(g) {
			return sudoku.Order{Geometry: g, Count: 3, Seed: seed}, nil
		}
	}
	return sudoku.Order{}, skip("no geometry is known that it takes")
}

func (p *probe) generate(o sudoku.Order) (puzzles []*sudoku.Puzzle, err error) {
	ctx, cancel := context.WithTimeout(p.ctx, 20*p.timeout)
	defer cancel()
	_, err = p.subject.Generate(ctx, o, func(q *sudoku.Puzzle) bool {
		puzzles = append(puzzles, q)
		return len(puzzles) <= o.Count
	})
	if err != nil && !excused(err) {
		return nil, fault(fmt.Sprintf("%+v", o), err.Error(), fixStepsEnding)
	}
	if len(puzzles) > o.Count || err == nil && len(puzzles) < o.Count {
		return nil, fault(fmt.Sprintf("an order of %d puzzles", o.Count), fmt.Sprintf("%d", len(puzzles)),
			"make as many as are ordered, or give up")
	}
	return puzzles, nil
}

func generateCount(p *probe) error {
	o, err := p.order(1)
	if err == nil {
		_, err = p.generate(o)
	}
	return err
}

func generateUnique(p *probe) error {
	o, err := p.order(1)
	if err != nil {
		return err
	}
	puzzles, err := p.generate(o)
	for _, q := range puzzles {
		if n := len(solve(q, 2)); n != 1 {
			return fault(fmt.Sprintf("%+v", o), fmt.Sprintf("%s, which has %d solutions or more", q, n),
				"check that there is one solution unless Order.AllowMultiple is set")
		}
	}
	return err
}

func generateSame(p *probe) error {
	var made [3]string
	for i, seed := range []uint64{1, 1, 2} {
		o, err := p.order(seed)
		if err != nil {
			return err
		}
		puzzles, err := p.generate(o)
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
			fixOrderSeed)
	}
	return nil
}

func generateNear(p *probe) error {
	o, err := p.order(1)
	if err != nil {
		return err
	}
	if !p.info.Neighbours {
		return skip("it makes no neighbours")
	}
	puzzles, err := p.generate(o)
	if err != nil || len(puzzles) == 0 {
		return err
	}
	o.Near = puzzles[0]
	known := solve(o.Near, 2)
	neighbours, err := p.generate(o)
	for _, q := range neighbours {
		if found := solve(q, 2); !slices.EqualFunc(known, found, slices.Equal) {
			return fault("neighbours of "+o.Near.String(), fmt.Sprintf("%s, which has the solutions %v", q, found),
				"keep the solution of Order.Near, and keep it the only one")
		}
	}
	return err
}

func generateStop(p *probe) error {
	o, err := p.order(1)
	if err != nil {
		return err
	}
	made := 0
	_, err = p.subject.Generate(p.ctx, o, func(*sudoku.Puzzle) bool { made++; return false })
	if made > 1 || err != nil && !excused(err) {
		return fault("an order, stopped after the first puzzle", fmt.Sprintf("%d puzzles, error %v", made, err),
			fixStop)
	}
	return nil
}
