package row

import (
	"maps"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// KindPrefix stands before a kind of clauses where the names of constraints stand: both have a "word" and a "sum".
const KindPrefix = "kind:"

// Count is how many constraints of a name, or clauses of a kind, a puzzle has.
type Count struct {
	Name string
	N    int
}

// Counts counts the constraints of a puzzle by name, those within groups as well, and its clauses by kind.
func Counts(p *sudoku.Puzzle) []Count {
	n := map[string]int{}
	countNames(n, p.Constraints())
	for _, c := range p.Clauses() {
		n[KindPrefix+c.Kind.String()]++
	}
	counts := make([]Count, 0, len(n))
	for _, name := range slices.Sorted(maps.Keys(n)) {
		counts = append(counts, Count{name, n[name]})
	}
	return counts
}

// countNames counts constraints by name, those in groups too.
func countNames(n map[string]int, constraints []constraint.Constraint) {
	for i := range constraints {
		n[constraints[i].Name]++
		countNames(n, constraints[i].Either)
	}
}
