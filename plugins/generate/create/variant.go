package create

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// variant makes puzzles with constraints.
type variant struct {
	sketch
	o      *sudoku.Order
	engine *general
	whole  []constraint.Constraint // of the whole grid
	local  []constraint.Wanted     // the others
	orbits [][]int                 // cells that are given together or not at all
	items  []*item                 // of the puzzle at work
	marks  []constraint.Constraint // that constraints of the whole grid draw: none can go
	apart  bool                    // what an item says does not depend on the others
	drawn  bool                    // there was room for all that is ordered
	checks int64
}

// An item is what may go from a puzzle, as a whole or not at all: givens, or a constraint with its images under the
// symmetry that is ordered.
type item struct {
	cells   []int // that are given
	drawn   []constraint.Constraint
	clauses []clause.Clause // of drawn alone
	counted bool            // so many were ordered: another of its kind has to come for it
	witness sudoku.Grid     // nil, or a grid that obeys all but this item: it cannot go
}

// searches are the guesses of the searches for another solution, one after the other as long as none of them decides:
// most items are settled by few guesses, and the more have gone, the sooner a search for another solution ends.
var searches = [...]int{quickSearch, 100, 500, thoroughSearch}

const (
	quickSearch    = 20
	unlikeSearch   = 100 // while a puzzle has many solutions
	thoroughSearch = 10000
	nearGuesses    = 30
	filling        = 60_000     // guesses to fill a grid: some two seconds
	fillingClauses = 50_000_000 // likewise, if there are so many clauses that a guess takes longer: guesses times clauses
	hopelessAfter  = 8          // solutions in a row without room for what is ordered
	fruitlessAfter = 40         // solutions none of which led to a puzzle
	replacements   = 30         // constraints drawn in place of superfluous ones of a puzzle
)

// newVariant returns a maker of puzzles with the ordered constraints.
func newVariant(ctx context.Context, o *sudoku.Order) (*variant, error) {
	v := &variant{o: o, engine: newGeneral(ctx, o.Geometry)}
	v.orbits, _ = symmetry.Orbits(o.Geometry, o.Symmetry)
	if o.Symmetry != "" {
		v.image, _ = o.Geometry.SymmetryMap(o.Symmetry)
	}
	board, err := o.Geometry.Board()
	if err != nil {
		return nil, err
	}
	v.board = board
	for _, w := range o.Constraints {
		k := drawables[w.Name]
		switch {
		case k == nil:
			return nil, fmt.Errorf("no way to draw the constraint %q is known, only those named %s", w.Name, drawableNames())
		case o.Symmetry != "" && constraint.Marks(w.Name) != nil:
			return nil, fmt.Errorf("%q draws all marks that the digits of the solution deserve, and these have no symmetry",
				w.Name)
		case k.draw == nil:
			v.whole = append(v.whole, constraint.Constraint{Name: w.Name})
		default:
			v.local = append(v.local, w)
		}
	}
	v.apart = v.whole == nil && !slices.ContainsFunc(v.local, func(w constraint.Wanted) bool {
		return w.Name == "minimum" || w.Name == "maximum"
	})
	return v, nil
}

// drawableNames returns the constraints that can be ordered.
func drawableNames() string {
	var names []string
	for _, name := range constraint.Names() {
		if drawables[name] != nil {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// make makes puzzle k of the order.
func (v *variant) make(ctx context.Context, k uint64, attempts int) made {
	v.rng = rand.New(rand.NewPCG(v.o.Seed, k))
	v.checks = 0
	lacks, cramped := "", 0
	for i := 0; i < min(attempts, fruitlessAfter) && cramped < hopelessAfter; i++ {
		if err := ctx.Err(); err != nil {
			return made{err: err}
		}
		var p *sudoku.Puzzle
		var err error
		if p, lacks, err = v.attempt(); err != nil || p != nil {
			return made{puzzle: p, err: err, attempts: int64(i + 1), checks: v.checks}
		}
		if cramped++; v.drawn {
			cramped = 0
		}
	}
	return made{err: fmt.Errorf("generating puzzle %d (%s): %s: %w", k+1, describe(v.o), lacks, sudoku.ErrGaveUp),
		checks: v.checks}
}

// attempt makes a puzzle, or says what it lacks.
func (v *variant) attempt() (p *sudoku.Puzzle, lacks string, err error) {
	if err := v.begin(); err != nil {
		return nil, "", err
	}
	if lacks := v.drawCounted(); lacks != "" || v.err != nil {
		return nil, lacks, v.err
	}
	v.drawn = true
	if !v.complete() {
		return nil, "what was drawn leaves several solutions", v.err
	}
	wholeCages := v.eased(allNeeded) && slices.Contains(v.local, constraint.Wanted{Name: "cage"})
	if v.o.Metric != "" && v.o.MetricMin < allNeeded && !v.o.Minimal {
		switch {
		case wholeCages:
		case v.eased(allNeeded) && v.mayGive():
			v.pad()
		default:
			v.thin()
		}
	} else if lacks := v.reduce(); lacks != "" {
		return nil, lacks, v.err
	}
	p, err = v.puzzle(nil)
	return p, "", err
}

// begin draws the solution, the marks that belong to it, and cages if they are to part the grid.
func (v *variant) begin() error {
	v.items, v.marks, v.taken, v.err, v.drawn = nil, nil, map[int]bool{}, nil, false
	if err := v.fill(); err != nil {
		return err
	}
	for _, c := range v.whole {
		v.mark(constraint.Marks(c.Name))
	}
	for _, w := range v.local {
		if w.Name == "cage" && w.Count == 0 {
			v.part()
		}
	}
	return nil
}

// fill draws a solution that obeys what holds of the whole grid.
func (v *variant) fill() error {
	var sure bool
	rules := slices.DeleteFunc(slices.Clone(v.whole),
		func(c constraint.Constraint) bool { return constraint.Marks(c.Name) != nil })
	if v.solution, sure = v.filled(rules); v.solution != nil || v.err != nil {
		return v.err
	}
	if !sure {
		return fmt.Errorf("no %s grid%s was found within some two seconds; another seed may find one: %w", v.o.Geometry,
			named(rules), sudoku.ErrGaveUp)
	}
	clash := rules
	for i := 0; i < len(clash) && len(clash) > 1; {
		rest := slices.Delete(slices.Clone(clash), i, i+1)
		if grid, sure := v.filled(rest); grid == nil && sure {
			clash = rest
		} else {
			i++
		}
	}
	return fmt.Errorf("there is no %s grid%s", v.o.Geometry, named(clash))
}

// filled draws a grid that obeys constraints.
func (v *variant) filled(whole []constraint.Constraint) (grid sudoku.Grid, sure bool) {
	p, err := sudoku.NewPuzzle(v.o.Geometry, nil, sudoku.Constraints(whole...))
	if err != nil {
		v.err = err
		return nil, false
	}
	v.engine.beside = p
	return v.engine.fill(v.rng, min(filling, fillingClauses/max(1, len(p.Clauses()))))
}

// named says that constraints are obeyed: " with nonconsecutive and all-dots".
func named(constraints []constraint.Constraint) (with string) {
	for i, c := range constraints {
		with += [...]string{" with ", " and "}[min(i, 1)] + c.Name
	}
	return with
}

// mark draws marks between all neighbours that deserve one, in random order, so that of two marks either may be drawn.
func (v *variant) mark(names []string) {
	for cell := range v.solution {
		for side, other := range []int{v.step(cell, 0, 1), v.step(cell, 1, 0)} {
			for _, i := range v.rng.Perm(len(names)) {
				c := constraint.Constraint{Name: names[i], Lists: [][]int{{cell, other}}}
				if at := place(cell, sideRight+side); other >= 0 && !v.taken[at] && v.holds(&c, v.solution) {
					v.taken[at] = true
					v.marks = append(v.marks, c)
				}
			}
		}
	}
}

// Beside constraints the order's metric is variant_step. Up to readingSets it takes cages of two or three cells of
// which few sets of digits make the sum. Killers of which all is needed are nearly all above allNeeded, those of which
// nothing has been taken below.
const (
	readingSets = 2.6
	allNeeded   = 5
)

// eased reports whether an order asks for puzzles below a rating.
func (v *variant) eased(rating float64) bool { return v.o.Metric != "" && v.o.MetricMax <= rating }

// part draws cages all over the grid. Unless what is easier is ordered it leaves out the fifth that says least; most of
// that would go later.
func (v *variant) part() {
	k, tries := drawables["cage"], 6
	if v.eased(allNeeded) {
		tries = 20
	}
	for _, cell := range v.rng.Perm(len(v.solution)) {
		size := v.cageSize(k)
		if v.eased(readingSets) {
			size = min(size, 2+v.rng.IntN(2))
		}
		if cages := v.tight(cell, size, tries); cages != nil {
			v.add(&item{drawn: cages})
		}
	}
	if v.eased(allNeeded) {
		return
	}
	slices.SortStableFunc(v.items, func(a, b *item) int { return cmp.Compare(v.early(b), v.early(a)) })
	for _, it := range slices.Clone(v.items[:len(v.items)/5]) {
		v.remove(it)
	}
}

// add adds an item. What was known to be needed without it may not be needed beside it.
func (v *variant) add(it *item) {
	v.take(it, true)
	it.clauses = nil // it may have been here before
	for i := range it.drawn {
		it.clauses = append(it.clauses, v.compiled(&it.drawn[i])...)
	}
	v.items = append(v.items, it)
	for _, other := range v.items {
		if other.witness != nil && !v.obeys(it, other.witness) {
			other.witness = nil
		}
	}
}

// remove takes an item off the puzzle.
func (v *variant) remove(it *item) {
	v.take(it, false)
	v.items = slices.DeleteFunc(v.items, func(other *item) bool { return other == it })
}

// take has an item take up its places, or frees them.
func (v *variant) take(it *item, taken bool) {
	for i := range it.drawn {
		for _, p := range drawables[it.drawn[i].Name].places(&v.sketch, &it.drawn[i]) {
			v.taken[p] = taken
		}
	}
}

// obeys reports whether a grid obeys an item.
func (v *variant) obeys(it *item, grid sudoku.Grid) bool {
	if it.cells == nil {
		return clause.AllHold(it.clauses, grid)
	}
	return !slices.ContainsFunc(it.cells, func(c int) bool { return grid[c] != v.solution[c] })
}

// drawCounted draws what is to come in a certain number and is not there yet: constraints and givens.
func (v *variant) drawCounted() (lacks string) {
	for _, w := range v.local {
		for n := v.drawnOf(w.Name); n < w.Count; n = v.drawnOf(w.Name) {
			if !v.drawItem(w.Name, nil, w.Count-n) {
				return fmt.Sprintf("there was room for %d constraints %q in its solution, not %d", n, w.Name, w.Count)
			}
		}
	}
	for v.givens() < v.o.CluesMin {
		v.give(nil, true)
	}
	return ""
}

// drawnOf returns how many constraints of a name are drawn.
func (v *variant) drawnOf(name string) (n int) {
	for _, it := range v.items {
		if it.drawn != nil && it.drawn[0].Name == name {
			n += len(it.drawn)
		}
	}
	return n
}

// drawItem draws a constraint and its images, one that another grid breaks if there is one; counted is how many are
// missing of those ordered, 0 if any number may come.
func (v *variant) drawItem(name string, other sudoku.Grid, counted int) bool {
	drawn := v.draw(name, other, counted)
	if drawn != nil {
		v.add(&item{drawn: drawn, counted: counted > 0})
	}
	return drawn != nil
}

// givens returns how many givens the puzzle has.
func (v *variant) givens() (n int) {
	for _, it := range v.items {
		n += len(it.cells)
	}
	return n
}

// give gives cells that are not given, among them one in which another grid differs, if there is one.
func (v *variant) give(other sudoku.Grid, counted bool) bool {
	given := make([]bool, len(v.solution))
	for _, it := range v.items {
		for _, c := range it.cells {
			given[c] = true
		}
	}
	for _, i := range v.rng.Perm(len(v.orbits)) {
		if it := (&item{cells: v.orbits[i], counted: counted}); !given[it.cells[0]] && (other == nil || !v.obeys(it, other)) {
			v.add(it)
			return true
		}
	}
	return false
}

// puzzle returns the puzzle at work without an item, or with all if that is nil.
func (v *variant) puzzle(without *item) (*sudoku.Puzzle, error) {
	constraints := slices.Concat(v.whole, v.marks)
	for _, it := range v.items {
		if it != without && it.cells == nil {
			constraints = append(constraints, it.drawn...)
		}
	}
	return sudoku.NewPuzzle(v.o.Geometry, v.given(without), sudoku.Constraints(constraints...))
}

// question is puzzle for searches, where only clauses count: if it can, it takes those of the items instead of
// compiling all constraints again.
func (v *variant) question(without *item) (*sudoku.Puzzle, error) {
	if !v.apart {
		return v.puzzle(without)
	}
	var clauses []clause.Clause
	for _, it := range v.items {
		if it != without {
			clauses = append(clauses, it.clauses...)
		}
	}
	return sudoku.NewPuzzle(v.o.Geometry, v.given(without), sudoku.Received([]string{"drawn"}, clauses))
}

// given returns the givens of all items but one.
func (v *variant) given(without *item) sudoku.Grid {
	givens := make(sudoku.Grid, len(v.solution))
	for _, it := range v.items {
		for _, c := range it.cells {
			if it != without {
				givens[c] = v.solution[c]
			}
		}
	}
	return givens
}

// other looks for another solution of the puzzle without an item.
func (v *variant) other(without *item, guesses int) answer {
	p, err := v.question(without)
	switch {
	case err != nil:
		v.err = err
		return undecided
	case !clause.AllHold(p.Clauses(), v.solution): // other marks mean more without this one
		v.engine.found = append(v.engine.found[:0], v.solution...)
		return yes
	}
	if without != nil && guesses == quickSearch && v.nearby(p, without) {
		return yes
	}
	return v.otherOf(p, guesses)
}

// otherOf looks for a solution that differs from the drawn one.
func (v *variant) otherOf(p *sudoku.Puzzle, guesses int) answer {
	v.checks++
	v.engine.beside, v.engine.check = p, guesses
	return v.engine.other(p.Givens(), v.solution, -1)
}

// first returns a cell of an item.
func (it *item) first() int {
	if it.cells != nil {
		return it.cells[0]
	}
	return it.drawn[0].Lists[0][0]
}

// nearby looks for another solution of a puzzle that lacks an item: one that differs only in some neighbouring rows or
// columns about the item. That takes hardly any guesses, and finds most of the other solutions.
func (v *variant) nearby(p *sudoku.Puzzle, it *item) bool {
	cell := it.first()
	v.engine.beside, v.engine.check = p, nearGuesses
	n := v.board.Rows
	for _, wide := range []int{(2*n + 2) / 3, (4*n + 4) / 5} {
		for _, index := range []func(c int) int{func(c int) int { return c / v.board.Cols }, func(c int) int { return c % v.board.Cols }} {
			first := max(0, min(n-wide, index(cell)-v.rng.IntN(wide)))
			near := p.Givens().Clone()
			for c, d := range v.solution {
				if i := index(c); i < first || i >= first+wide {
					near[c] = d
				}
			}
			if v.engine.other(near, v.solution, -1) == yes {
				return true
			}
		}
	}
	return false
}

// complete adds constraints and givens until the solution is the only one: each time one that another solution breaks,
// or any if none was found soon. What comes too much goes again, and where much stands what is needed is known sooner.
func (v *variant) complete() bool {
	for v.err == nil {
		var grid sudoku.Grid
		a := v.other(nil, unlikeSearch)
		if a == undecided && !v.mayGive() {
			a = v.other(nil, thoroughSearch)
		}
		switch a {
		case no:
			return true
		case yes:
			grid = slices.Clone(v.engine.found)
		}
		if !v.exclude(grid) {
			return false
		}
	}
	return false
}

// exclude adds what a grid breaks, or anything if there is none: a constraint of a name of which as many come as it
// takes, or a given.
func (v *variant) exclude(grid sudoku.Grid) bool {
	for _, i := range v.rng.Perm(len(v.local)) {
		w := v.local[i]
		if w.Count > 0 {
			continue
		}
		if v.drawItem(w.Name, grid, 0) || w.Name == "cage" && v.split(grid) {
			return true
		}
	}
	return v.mayGive() && v.give(grid, false) && (v.o.CluesMax == 0 || v.givens() <= v.o.CluesMax)
}

// mayGive reports whether cells may be given beyond those ordered: a grid with cages goes without; if that is not
// possible the next grid is tried.
func (v *variant) mayGive() bool {
	return v.givens() > 0 || !slices.Contains(v.local, constraint.Wanted{Name: "cage"})
}

// cage returns the cells of a cage, nil if the item is something else.
func (it *item) cage() []int {
	if it.drawn == nil || it.drawn[0].Name != "cage" {
		return nil
	}
	return it.drawn[0].Lists[0]
}

// split parts a cage in two of which a grid breaks at least one.
func (v *variant) split(grid sudoku.Grid) bool {
	for _, i := range v.rng.Perm(len(v.items)) {
		it := v.items[i]
		cells := it.cage()
		if it.counted || len(cells) < 3 {
			continue
		}
		part := v.grow(cells[v.rng.IntN(len(cells))], 2+v.rng.IntN(len(cells)-2),
			func(c int) bool { return slices.Contains(cells, c) })
		rest := slices.DeleteFunc(slices.Clone(cells), func(c int) bool { return slices.Contains(part, c) })
		if len(rest) > 1 && !v.onePiece(rest) {
			continue
		}
		if c := v.caged(part); grid != nil && v.holds(&c, grid) {
			continue
		}
		v.remove(it)
		first := v.orbit(v.caged(part))
		if first == nil {
			v.add(it)
			continue
		}
		if v.add(&item{drawn: first}); len(rest) > 1 {
			if second := v.orbit(v.caged(rest)); second != nil {
				v.add(&item{drawn: second})
			}
		}
		return true
	}
	return false
}

// pad gives more cells than are needed, from none to half of them: towards a level for which puzzles that just have one
// solution are too hard.
func (v *variant) pad() {
	for n := v.rng.IntN(len(v.solution)/2 + 1); n > 0 && v.givens() < v.o.CluesMax; {
		before := v.givens()
		if v.give(nil, false); v.givens() > v.o.CluesMax {
			v.remove(v.items[len(v.items)-1])
			return
		}
		n -= v.givens() - before
	}
}

// thin takes away some superfluous items, from none to nearly all. Puzzles without superfluous items are hard, so this
// leads towards a level.
func (v *variant) thin() {
	order := slices.Clone(v.items)
	v.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	for _, it := range order[:v.rng.IntN(len(order)+1)] {
		if !it.counted && v.test(it, quickSearch) == no {
			v.remove(it)
		}
	}
}

// reduce takes superfluous items away in random order, and draws others for superfluous constraints of a fixed number.
// It returns the lack of a puzzle that still has superfluous items.
func (v *variant) reduce() (lacks string) {
	for range replacements {
		if lacks := v.carve(); lacks != "" {
			return lacks
		}
		spare := v.spare()
		if spare == nil {
			return v.needsWhole()
		}
		v.remove(spare)
		if lacks := v.drawCounted(); lacks != "" {
			return lacks
		}
	}
	return "constraints or givens of the number that is ordered are superfluous"
}

// early returns how early an item goes if it can: items that restrict their cells least go first.
func (v *variant) early(it *item) float64 {
	if cage := it.cage(); cage != nil {
		return v.loose(cage)
	}
	cells := len(it.cells)
	if it.drawn != nil {
		cells = len(cellsOf(&it.drawn[0]))
	}
	return float64(cells) + 2*v.rng.Float64()
}

// carve takes away superfluous items that may come in any number.
func (v *variant) carve() (lacks string) {
	var unsure []*item
	for _, i := range v.rng.Perm(len(v.items)) {
		unsure = append(unsure, v.items[i])
	}
	early := map[*item]float64{}
	for _, it := range unsure {
		early[it] = v.early(it)
	}
	slices.SortStableFunc(unsure, func(a, b *item) int { return cmp.Compare(early[b], early[a]) })
	for _, guesses := range searches {
		order := unsure
		unsure = nil
		for _, it := range order {
			if it.counted || it.witness != nil {
				continue
			}
			switch v.test(it, guesses) {
			case no:
				v.remove(it)
			case undecided:
				if guesses == thoroughSearch {
					return "whether all of it is needed is too hard to say"
				}
				unsure = append(unsure, it)
			}
		}
	}
	return ""
}

// test looks for another solution without an item, and notes it.
func (v *variant) test(it *item, guesses int) answer {
	a := v.other(it, guesses)
	if a == yes {
		it.witness = slices.Clone(v.engine.found)
	}
	return a
}

// spare returns an item of a fixed number without which the puzzle still has one solution, nil if there is none.
func (v *variant) spare() *item {
	for _, it := range v.items {
		if it.witness == nil && v.test(it, quickSearch) != yes && v.test(it, thoroughSearch) != yes {
			return it
		}
	}
	return nil
}

// needsWhole reports which constraint of the whole grid the puzzle does not need.
func (v *variant) needsWhole() (lacks string) {
	all, err := v.puzzle(nil)
	if err != nil {
		v.err = err
		return "text"
	}
	for _, c := range v.whole {
		rest := slices.DeleteFunc(slices.Clone(all.Constraints()),
			func(d constraint.Constraint) bool { return d.Name == c.Name })
		p, err := all.With(sudoku.Constraints(rest...))
		if err == nil && clause.AllHold(p.Clauses(), v.solution) && v.otherOf(p, thoroughSearch) != yes {
			return fmt.Sprintf("the constraint %q is superfluous", c.Name)
		}
	}
	return ""
}
