package create

import "github.com/sudokuctl/sudokuctl/core/sudoku"

const (
	shrinkSteps  = 300 // swaps to lower the number of clues
	metricSteps  = 100 // swaps towards a metric
	easeSteps    = 30  // swaps of a puzzle that is too hard by a metric that is bounded here
	patternSteps = 2000
	manyCounted  = 300 // solutions counted when a pattern is filled
	gridCarvings = 4   // of one grid, as long as the puzzles are too easy by a metric that is bounded here
)

// attempt makes a puzzle that may fit the order, nil if there is none in sight.
func (m *maker) attempt() sudoku.Grid {
	if m.o.Pattern != nil && !m.o.AllowMultiple {
		return m.fillPattern()
	}
	solution := m.grid()
	switch {
	case solution == nil:
		return nil
	case m.wang != nil:
		return m.removeAsWang(solution)
	case m.o.Pattern != nil:
		return m.masked(solution)
	case m.o.AllowMultiple:
		return m.removeUnchecked(solution)
	}
	givens := solution.Clone()
	floor := m.floor()
	taken := m.c.carve(givens, solution, m.c.shuffled(givens), floor)
	if m.o.HasDifficulty {
		restore(givens, solution, taken, m.o.Difficulty)
		return givens
	}
	for step := 0; step < shrinkSteps && givens.Filled() > m.o.CluesMax; step++ {
		if next := m.c.swap(givens, solution, floor); next.Filled() <= givens.Filled() {
			givens = next
		}
	}
	if Measures(m.o.Metric) && !m.o.Minimal {
		m.giveBack(givens, solution, taken)
		floor = max(floor, givens.Filled())
	}
	if m.o.Metric != "" {
		givens = m.climb(givens, solution, floor)
	}
	if m.o.Minimal && (m.o.Symmetry != "" || m.c.unsure) && !m.c.isMinimal(givens, solution) {
		return nil
	}
	return givens
}

// grid returns the grid to make a puzzle of. Drawing one takes as long as carving it, so if puzzles are only dropped
// because they are too easy a grid comes several times. How many are dropped hardly depends on the grid: from one to
// another the share that stays differs by 2 % of it (standard deviation). Grids with a smaller share therefore come
// too often, by less than 0.007 in total variation.
func (m *maker) grid() sudoku.Grid {
	carved := m.wang == nil && m.o.Pattern == nil && !m.o.AllowMultiple
	if m.carvings == 0 || !carved || !m.noneTooHard() {
		m.solution, m.carvings = m.c.engine.grid(m.c.rng), gridCarvings
	}
	m.carvings--
	return m.solution
}

// floor draws the number of givens at which to stop, 0 to go as far as possible.
func (m *maker) floor() int {
	anyNumber := m.o.CluesMin == 0 && m.o.CluesMax == m.o.Geometry.Cells()
	if m.o.Minimal || m.o.HasDifficulty || anyNumber {
		return 0
	}
	return m.o.CluesMin + m.c.rng.IntN(m.o.CluesMax-m.o.CluesMin+1)
}

// giveBack gives back the orbits taken last as long as that leads towards the wanted metric. All metrics that
// are measured here rise or fall with every given, so this leads to the range or over it.
func (m *maker) giveBack(givens, solution sudoku.Grid, taken [][]int) {
	p := sudoku.MustPuzzle(m.o.Geometry, givens)
	least, _ := m.miss(p)
	for i := len(taken) - 1; i >= 0 && least > 0; i-- {
		for _, cell := range taken[i] {
			givens[cell] = solution[cell]
		}
		miss, _ := m.miss(p)
		if miss > least || givens.Filled() > m.o.CluesMax {
			for _, cell := range taken[i] {
				givens[cell] = 0
			}
			return
		}
		least = miss
	}
}

// climb swaps clues towards the wanted metric.
func (m *maker) climb(givens, solution sudoku.Grid, floor int) sudoku.Grid {
	if !Measures(m.o.Metric) {
		return m.ease(givens, solution, floor)
	}
	miss := func(g sudoku.Grid) float64 {
		d, _ := m.miss(sudoku.MustPuzzle(m.o.Geometry, g))
		return d
	}
	least := miss(givens)
	for step := 0; step < metricSteps && least > 0; step++ {
		next := m.c.swap(givens, solution, floor)
		if d := miss(next); d <= least {
			givens, least = next, d
		}
	}
	return givens
}

// ease swaps clues as long as the puzzle is too hard. One that is too easy stays: another grid is the quicker
// way to a hard one.
func (m *maker) ease(givens, solution sudoku.Grid, floor int) sudoku.Grid {
	if m.noneTooHard() {
		return givens
	}
	least := m.far(givens)
	for step := 0; step < easeSteps && least > tooEasy; step++ {
		next := m.c.swap(givens, solution, floor)
		if d := m.far(next); d <= least {
			givens, least = next, d
		}
	}
	return givens
}

// removeUnchecked takes away orbits at random, without a look at uniqueness: down to a number of givens drawn from the
// order's range, or to the share of them that the difficulty names.
func (m *maker) removeUnchecked(solution sudoku.Grid) sudoku.Grid {
	givens := solution.Clone()
	target := m.o.CluesMin + m.c.rng.IntN(m.o.CluesMax-m.o.CluesMin+1)
	if m.o.HasDifficulty {
		target = m.o.CluesMax - int(m.o.Difficulty*float64(m.o.CluesMax-m.o.CluesMin)+0.5)
	}
	for _, orbit := range m.c.shuffled(givens) {
		if givens.Filled()-len(orbit) < target {
			continue
		}
		for _, cell := range orbit {
			givens[cell] = 0
		}
	}
	return givens
}

// removeAsWang empties cells as Wang's generator does; nil if it would reject what is left, or if that has several
// solutions and only one is allowed.
func (m *maker) removeAsWang(solution sudoku.Grid) sudoku.Grid {
	givens := m.wang.empty(solution, m.o.Difficulty, m.c.rng)
	if !m.wang.accepts(givens) {
		return nil
	}
	if !m.o.AllowMultiple {
		m.c.checks++
		if m.c.engine.count(givens, 2, make(sudoku.Grid, len(givens))) != 1 {
			return nil
		}
	}
	return givens
}

// masked returns the solution in the cells of the ordered pattern.
func (m *maker) masked(solution sudoku.Grid) sudoku.Grid {
	givens := solution.Clone()
	for cell, given := range m.o.Pattern {
		if !given {
			givens[cell] = 0
		}
	}
	return givens
}

// fillPattern looks for digits in the cells of the pattern that leave one solution: it changes the digits of
// a few givens to those of another solution of the rest, as long as the number of solutions does not rise.
func (m *maker) fillPattern() sudoku.Grid {
	solution := m.c.engine.grid(m.c.rng)
	if solution == nil {
		return nil
	}
	givens := m.masked(solution)
	last := make(sudoku.Grid, len(givens))
	count := m.c.engine.count(givens, manyCounted, last)
	for step := 0; step < patternSteps && count > 1; step++ {
		next := m.changed(givens)
		if next == nil {
			continue
		}
		m.c.checks++
		if n := m.c.engine.count(next, count+1, last); n <= count && n > 0 {
			givens, count = next, n
		}
	}
	if count != 1 || m.o.Minimal && !m.c.isMinimal(givens, last) {
		return nil
	}
	return givens
}

// changed returns givens in which one to four have the digits of another solution of the rest.
func (m *maker) changed(givens sudoku.Grid) sudoku.Grid {
	const farthest = 40 // solutions to skip at most
	next, last := givens.Clone(), make(sudoku.Grid, len(givens))
	var free []int
	for len(free) <= m.c.rng.IntN(4) {
		cell := m.c.rng.IntN(len(givens))
		if next[cell] != 0 {
			next[cell] = 0
			free = append(free, cell)
		}
		if next.Filled() == 0 {
			break
		}
	}
	if m.c.engine.count(next, 1+m.c.rng.IntN(farthest), last) == 0 {
		return nil
	}
	for _, cell := range free {
		next[cell] = last[cell]
	}
	return next
}
