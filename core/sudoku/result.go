package sudoku

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// Result is one algorithm's answer to one puzzle, verified: solutions or grades.
type Result struct {
	Puzzle    *Puzzle
	Solutions []Grid  // distinct and verified; possibly fewer than Count when only counting was asked for
	Count     int64   // solutions found
	Grades    []Grade // in the ranges that the grader declares; the Verdict is Unknown then
	Verdict   Verdict
	Stats     Stats
	// why the verdict is not a proof: ErrGaveUp, context.DeadlineExceeded, ErrUnsupported, a fault
	Err error
}

// Verdict is the knowledge about a puzzle after an algorithm has answered. Only VerdictOf and the host that watches a
// plugin make one; an algorithm cannot claim it.
type Verdict uint8

// The verdicts; their texts are those of the command line and the database.
const (
	Unknown     Verdict = iota // no solution found, no proof that there is none
	Solved                     // a solution found, no proof that it is the only one
	Unique                     // exactly one solution
	Multiple                   // at least two solutions
	Impossible                 // no solution
	Timeout                    // the budget ended first
	Unsupported                // the algorithm cannot take such puzzles
	Wrong                      // the algorithm emitted a grid that is no solution, or contradicted itself
	Crashed                    // the plugin process, or a program that it runs, died of this puzzle
	Invalid                    // the puzzle's own givens clash
)

var verdictNames = [...]string{
	"unknown", "solved", "unique", "multiple", "impossible", "timeout", "unsupported", "wrong", "crashed",
	"invalid",
}

// String returns the verdict's name, such as "unique".
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return fmt.Sprintf("verdict(%d)", uint8(v))
}

// Solve runs a solver on one puzzle in this process and returns its verified answer. It stops after limit
// solutions, 0 meaning all; complete says whether the solver's exhausted search is a proof (Info.Complete).
func Solve(ctx context.Context, s Solver, p *Puzzle, limit int, complete bool) Result {
	r := Result{Puzzle: p}
	stopped := false
	start := time.Now()
	stats, err := s.Solve(ctx, p, func(g Grid) bool {
		if bad := Verify(p, g); bad != nil {
			r.Verdict, r.Err = Wrong, bad
			return false
		}
		r.Solutions = append(r.Solutions, g.Clone())
		stopped = limit > 0 && len(r.Solutions) >= limit
		return !stopped
	})
	r.Stats = stats
	r.Stats.Elapsed = time.Since(start)
	if err == nil && !stopped {
		err = ctx.Err() // a solver that hides its interruption has proved nothing
	}
	r.Count = int64(len(r.Solutions))
	if r.Verdict == Wrong {
		r.Solutions, r.Count = nil, 0
		return r
	}
	r.Verdict, r.Err = VerdictOf(len(r.Solutions), !stopped, complete, err), err
	return r
}

// VerdictOf derives the verdict from the number of solutions, whether the search went on to its end, whether
// the algorithm is complete, and the error that it returned.
func VerdictOf(found int, exhausted, complete bool, err error) Verdict {
	proved := exhausted && complete && err == nil
	switch {
	case found >= 2:
		return Multiple
	case found == 1 && proved:
		return Unique
	case found == 1:
		return Solved
	case proved:
		return Impossible
	case errors.Is(err, ErrUnsupported):
		return Unsupported
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return Timeout
	case errors.Is(err, ErrCrashed):
		return Crashed
	}
	return Unknown
}

// Verify checks that a grid solves a puzzle: every cell filled with a digit of the geometry, givens kept, soft clues
// obeyed, no digit twice in a house, each constraint held. The error names the cell, house or constraint. It does not
// allocate when the grid is good.
func Verify(p *Puzzle, grid Grid) error {
	g := p.geometry
	if len(grid) != g.cells {
		return fmt.Errorf("verifying: %d cells instead of %d", len(grid), g.cells)
	}
	if g.classic && p.soft == nil && solves((*[81]uint8)(grid), (*[81]uint8)(p.givens)) {
		return verifyBeyond(p, grid)
	}
	if !keeps(grid, p.givens, g.n) {
		return faultyCell(p, grid)
	}
	for _, s := range p.soft {
		if !s.Allowed.Has(int(grid[s.Cell])) {
			return fmt.Errorf("verifying: %s holds %s, which its soft clue excludes", g.CellName(s.Cell),
				g.alphabet.Symbol(int(grid[s.Cell])))
		}
	}
	for i := range g.houses {
		if digit := repeated(g.houses[i].Cells, grid); digit != 0 {
			return fmt.Errorf("verifying: house %s holds %s twice", g.houses[i].Name(), g.alphabet.Symbol(digit))
		}
	}
	return verifyBeyond(p, grid)
}

// verifyBeyond checks the constraints of a puzzle beyond its houses. The error names the constraint.
func verifyBeyond(p *Puzzle, grid Grid) error {
	for i := range p.Clauses() {
		c := &p.beyond.clauses[i]
		if c.Holds(grid) {
			continue
		}
		b, err := p.geometry.Board()
		if err != nil {
			return err
		}
		return fmt.Errorf("verifying: %s %s", constraint.Append(nil, b, p.beyond.constraints[c.Constraint])[1:],
			b.Fault(c, grid))
	}
	return nil
}

// keeps reports whether a grid is filled with digits up to n ≤ MaxSize and has all givens, eight cells at a time: most
// of the cost of verifying is here. The high bit of a byte says of its cell: adding 0x7f to the other seven bits sets
// it where one of them is set, adding 0x7f-n where they are more than n.
func keeps(grid, givens Grid, n int) bool {
	const low, high = 0x7f7f7f7f7f7f7f7f, 0x8080808080808080
	const ones = low / 0x7f
	var bad uint64
	for len(grid) >= 8 {
		v, given := binary.LittleEndian.Uint64(grid), binary.LittleEndian.Uint64(givens)
		filled := (v&low + low) | v
		above := (v&low + uint64(0x7f-n)*ones) | v
		isGiven, differs := (given&low+low)|given, ((v^given)&low+low)|(v^given)
		bad |= (^filled | above | isGiven&differs) & high
		grid, givens = grid[8:], givens[8:]
	}
	for i, v := range grid {
		if v == 0 || int(v) > n || givens[i] != 0 && givens[i] != v {
			return false
		}
	}
	return bad == 0
}

// solves reports whether a classic grid has each digit once in every house, and all givens. A host calls it for every
// answer.
func solves(grid, givens *[81]uint8) bool {
	and, or := houseCounts(grid)
	return and == eachOnce && or == eachOnce && keeps(grid[:], givens[:], 9)
}

// faultyCell names the first cell for which keeps is false.
func faultyCell(p *Puzzle, grid Grid) error {
	g := p.geometry
	for i, v := range grid {
		if v == 0 || int(v) > g.n {
			return fmt.Errorf("verifying: %s holds %d", g.CellName(i), v)
		}
		if given := p.givens[i]; given != 0 && given != v {
			return fmt.Errorf("verifying: %s holds %s instead of the given %s", g.CellName(i),
				g.alphabet.Symbol(int(v)), g.alphabet.Symbol(int(given)))
		}
	}
	return nil
}

// repeated returns a digit that the cells hold twice, or 0. Cells may be empty.
func repeated(cells []int, grid Grid) int {
	var seen uint64
	for _, c := range cells {
		bit := uint64(1) << (grid[c] & 63)
		if seen&bit > 1 {
			return int(grid[c])
		}
		seen |= bit
	}
	return 0
}

// Conflict is a digit given twice in a house, with both cells, so that pages can mark them.
type Conflict struct {
	Digit int
	House House
	Cells [2]int
}

// conflicts returns the pairs of givens that clash, each once, in the first house that holds both.
func conflicts(p *Puzzle) []Conflict {
	var conflicts []Conflict
	seen := map[[2]int]bool{}
	for _, h := range p.geometry.houses {
		if repeated(h.Cells, p.givens) != 0 {
			conflicts = appendConflicts(conflicts, seen, h, p.givens)
		}
	}
	return conflicts
}

// appendConflicts appends the pairs of equal givens of a house that are not in the list yet.
func appendConflicts(to []Conflict, seen map[[2]int]bool, h House, givens Grid) []Conflict {
	for i, a := range h.Cells {
		for _, b := range h.Cells[i+1:] {
			pair := [2]int{a, b}
			if givens[a] != 0 && givens[a] == givens[b] && !seen[pair] {
				seen[pair] = true
				to = append(to, Conflict{Digit: int(givens[a]), House: h, Cells: pair})
			}
		}
	}
	return to
}

// ConflictError says that a puzzle's givens clash, and where. Such a puzzle is invalid, and no solver is asked.
type ConflictError struct {
	Geometry  *Geometry
	Conflicts []Conflict
}

// Error lists the clashes: "5 appears twice in r1: r1c1 and r1c4".
func (e *ConflictError) Error() string {
	var texts []string
	for _, c := range e.Conflicts[:min(len(e.Conflicts), 3)] {
		texts = append(texts, fmt.Sprintf("%s appears twice in %s: %s and %s", e.Geometry.alphabet.Symbol(c.Digit),
			c.House.Name(), e.Geometry.CellName(c.Cells[0]), e.Geometry.CellName(c.Cells[1])))
	}
	if more := len(e.Conflicts) - len(texts); more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, "; ")
}

// CheckGivens returns a *ConflictError when givens clash, else nil.
func CheckGivens(p *Puzzle) error {
	if p.geometry.classic {
		if _, or := houseCounts((*[81]uint8)(p.givens)); or&beyondOnce == 0 {
			return nil
		}
	}
	if c := conflicts(p); len(c) > 0 {
		return &ConflictError{Geometry: p.geometry, Conflicts: c}
	}
	return nil
}

// houseCounts counts the digits of the 27 houses of a classic 9×9 grid, four bits a digit and all digits of a house in
// one word. It returns the words of all houses joined by and, and by or: every house holds each digit once if both are
// [eachOnce], and a digit is twice in a house if or has a bit of [beyondOnce]. Empty cells are counted as digit 0,
// values above 15 not at all.
//
// It has no branches, and looks at each cell once instead of three times.
func houseCounts(grid *[81]uint8) (and, or uint64) {
	and = ^uint64(0)
	var rows [9]uint64
	for stack := range 3 {
		cells := (*[75]uint8)(grid[3*stack:])
		var left, middle, right uint64 // columns
		for band := range 3 {
			rows := (*[3]uint64)(rows[3*band:])
			cells := (*[21]uint8)(cells[27*band:])
			a0, a1, a2 := one[cells[0]], one[cells[1]], one[cells[2]]
			b0, b1, b2 := one[cells[9]], one[cells[10]], one[cells[11]]
			c0, c1, c2 := one[cells[18]], one[cells[19]], one[cells[20]]
			left, middle, right = left+a0+b0+c0, middle+a1+b1+c1, right+a2+b2+c2
			a, b, c := a0+a1+a2, b0+b1+b2, c0+c1+c2
			rows[0], rows[1], rows[2] = rows[0]+a, rows[1]+b, rows[2]+c
			box := a + b + c
			and, or = and&box, or|box
		}
		and, or = and&left&middle&right, or|left|middle|right
	}
	for _, r := range rows {
		and, or = and&r, or|r
	}
	return and, or
}

const (
	eachOnce   = 0x1111111110
	beyondOnce = 0xeeeeeeeee0
)

// one is the count of a single digit.
var one = func() (one [256]uint64) {
	for digit := range 16 {
		one[digit] = 1 << (4 * digit)
	}
	return one
}()

// isClassic reports whether houses are those of the classic 9×9, in their order.
func isClassic(cells int, houses []House) bool {
	if cells != 81 || len(houses) != 27 {
		return false
	}
	for i, h := range houses {
		if len(h.Cells) != 9 {
			return false
		}
		for k, c := range h.Cells {
			n := i % 9
			if c != [3]int{9*n + k, 9*k + n, 27*(n/3) + 3*(n%3) + 9*(k/3) + k%3}[i/9] {
				return false
			}
		}
	}
	return true
}
