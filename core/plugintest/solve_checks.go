package plugintest

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

var solveChecks = []Check{
	{"solve/easy", "Some easy puzzle is solved within the budget, each by a complete algorithm.", solveEasy},
	{"solve/solved-grid", "A solved grid is its own only solution.", solveSolved},
	{"solve/17-clues", "Puzzles of 17 clues get their solution or none.", counted(func(p promise) bool {
		return p.puzzle.Clues() == 17
	})},
	{"solve/hard", "The hardest classic puzzles get their solution or none.", counted(func(p promise) bool {
		return p.count == 1 && p.puzzle.Clues() > 17
	})},
	{"solve/empty", "The empty classic grid with limit 1 gets one solution.", solveEmpty},
	{"solve/several", "With limit 0 all solutions of a puzzle come: 2, 34.", counted(func(p promise) bool {
		return p.count > 1 && p.count < 100
	})},
	{"solve/empty-4x4", "The empty 4×4 grid has 288 solutions.", solveEmpty4},
	{"solve/clash", "A digit given twice in a house: no solution.", contradiction(0)},
	{"solve/no-digit", "A cell that no digit fits: no solution.", contradiction(1)},
	{"solve/no-place", "A digit that fits nowhere in a house: no solution.", contradiction(2)},
	{"solve/deep-contradiction", "A contradiction that shows only later: no solution.", contradiction(3)},
	{"solve/limit", "No more solutions come than the limit says.", solveLimit},
	{"solve/distinct", "No solution comes twice.", solveDistinct},
	{"solve/shapes", "Every declared size and shape gets its solutions.", solveShapes},
	{"solve/undeclared", "A size or shape that is not declared is unsupported.", solveUndeclared},
	{"solve/soft-clues", "Soft clues are obeyed or unsupported.", solveSoft},
	{"solve/no-false-proof", "An algorithm that is not complete never ends as if it were.", solveNoProof},
}

// judge compares an answer that was asked for without limit with its promise. Having run out of time or
// given up is no fault.
func judge(pr promise, a *Answer, complete bool) {
	found := len(a.Grids)
	wrong := found > pr.count && !pr.atLeast || a.Exhausted && complete && found != pr.count
	if wrong && !(pr.atLeast && found > pr.count) {
		fail(pr.puzzle.String()+" without limit", came(a), fmt.Sprintf("it has %d", pr.count))
	}
}

// ending says how an answer ended.
func ending(a *Answer) string {
	switch {
	case a.Err != nil:
		return a.Err.Error()
	case a.Exhausted:
		return "search exhausted"
	}
	return "stopped"
}

// came says what came for a puzzle.
func came(a *Answer) string { return fmt.Sprintf("%d solutions, %s", len(a.Grids), ending(a)) }

// counted returns a check of the classic promises that keep says.
func counted(keep func(promise) bool) func(*probe) {
	return func(p *probe) { p.count(classic(keep)) }
}

// count solves promises without limit and judges the answers.
func (p *probe) count(some []promise) {
	p.eachAnswer(some, 0, func(pr promise, a *Answer) { judge(pr, a, p.info.Complete) })
}

// eachAnswer solves promises with a limit and visits the answers.
func (p *probe) eachAnswer(some []promise, limit int, visit func(pr promise, a *Answer)) {
	answers := p.solve(puzzlesOf(some), limit)
	for i := range answers {
		visit(some[i], &answers[i])
	}
}

// isUnsupported checks that a puzzle which it does not declare is unsupported.
func (p *probe) isUnsupported(q *sudoku.Puzzle) {
	p.eachAnswer([]promise{{puzzle: q}}, 1, func(_ promise, a *Answer) {
		if !errors.Is(a.Err, sudoku.ErrUnsupported) {
			fail(q.String(), came(a), fixUndeclared)
		}
	})
}

// puzzlesOf returns the puzzles of promises.
func puzzlesOf(some []promise) (puzzles []*sudoku.Puzzle) {
	for _, pr := range some {
		puzzles = append(puzzles, pr.puzzle)
	}
	return puzzles
}

// isEasy reports whether every solver should solve the puzzle in time.
func isEasy(pr promise) bool {
	return pr.count == 1 && pr.puzzle.Clues() >= 30 && pr.puzzle.Clues() < 81
}

// solveEasy checks that easy puzzles are solved.
func solveEasy(p *probe) {
	easy := easyFor(&p.info)
	if len(easy) == 0 {
		skip("no easy puzzle is known of the shapes that it takes")
	}
	answers := p.solveWith(easy, runner.Ask{Limit: 1, Timeout: 20 * p.timeout})
	unsolved := 0
	for i, a := range answers {
		switch {
		case len(a.Grids) > 0:
		case p.info.Complete:
			fail(easy[i].String(), ending(&a), "solve easy puzzles within seconds")
		default:
			unsolved++
		}
	}
	if unsolved == len(easy) {
		fail(fmt.Sprintf("%d easy puzzles, the first of them %v", len(easy), easy[0]), ending(&answers[0]),
			"solve at least one of them within seconds: what gives up on every puzzle is no solver")
	}
}

// easyFor returns easy puzzles of geometries that an algorithm takes: of the classic 9×9 or, if it does not take that,
// solutions of the promises, and of the shapes that it declares, in which every fourth cell is empty.
func easyFor(info *sudoku.Info) (easy []*sudoku.Puzzle) {
	if some := puzzlesOf(classic(isEasy)); info.Takes(some[0].Geometry()) {
		return some
	}
	var from []*sudoku.Puzzle
	for _, pr := range promises() {
		if pr.count > 0 && info.Takes(pr.puzzle.Geometry()) {
			from = append(from, pr.puzzle)
		}
	}
	if len(from) == 0 {
		for _, shape := range info.Shapes {
			if g, err := sudoku.ParseGeometry(shape); err == nil {
				from = append(from, sudoku.MustPuzzle(g, nil))
			}
		}
	}
	for _, p := range from {
		search.New(p.Geometry()).Count(p, 1, manyGuesses, func(g sudoku.Grid) {
			givens := g.Clone()
			for cell := 0; cell < len(givens); cell += 4 {
				givens[cell] = 0
			}
			easy = append(easy, sudoku.MustPuzzle(p.Geometry(), givens))
		})
	}
	return easy
}

// manyGuesses are enough to fill a grid of any shape that algorithms are known to take.
const manyGuesses = 1_000_000

// solveSolved checks that a full grid is its own solution.
func solveSolved(p *probe) {
	full := classic(func(pr promise) bool { return pr.puzzle.Clues() == 81 })
	if !p.info.Takes(full[0].puzzle.Geometry()) {
		skip("it does not take the classic 9×9")
	}
	answers := p.solveWith(puzzlesOf(full), runner.Ask{Limit: 2, Timeout: 20 * p.timeout})
	if a := answers[0]; len(a.Grids) != 1 || p.info.Complete && !a.Exhausted {
		fail(full[0].puzzle.String(), came(&a), "answer with the grid itself once, then end as finished")
	}
}

// solveEmpty checks that the empty grid has a solution.
func solveEmpty(p *probe) {
	empty := classic(func(pr promise) bool { return pr.puzzle.Clues() == 0 })
	p.eachAnswer(empty, 1, func(_ promise, a *Answer) {
		if a.Exhausted && len(a.Grids) == 0 && p.info.Complete {
			fail("the empty grid with limit 1", ending(a), "find one of its 6.7e21 solutions")
		}
	})
}

// emptyFour is the empty 4×4 grid, which has 288 solutions.
func emptyFour() promise {
	return promise{puzzle: sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil), count: 288}
}

// solveEmpty4 checks that all solutions of the empty 4×4 grid are found.
func solveEmpty4(p *probe) { p.count([]promise{emptyFour()}) }

// contradiction returns a check of the i-th promise without solution.
func contradiction(i int) func(*probe) {
	return func(p *probe) {
		p.count(classic(func(pr promise) bool { return pr.count == 0 })[i : i+1])
	}
}

// solveLimit checks that a search ends at its limit.
func solveLimit(p *probe) {
	empty := emptyFour().puzzle
	many := classic(func(pr promise) bool { return pr.count == 34 })[0].puzzle
	for _, limit := range []int{1, 2, 5} {
		answers := p.solve([]*sudoku.Puzzle{empty, many}, limit)
		for i, a := range answers {
			if len(a.Grids) > limit || p.info.Complete && a.Err == nil && len(a.Grids) != limit {
				fail(fmt.Sprintf("puzzle %d with limit %d", i+1, limit), came(&a), "end when the limit is reached, not before")
			}
		}
	}
}

// solveDistinct checks that no solution comes twice.
func solveDistinct(p *probe) {
	several := append(classic(func(pr promise) bool { return pr.count > 1 && pr.count < 100 }), emptyFour())
	p.eachAnswer(several, 0, func(pr promise, a *Answer) {
		seen := map[string]bool{}
		for _, g := range a.Grids {
			if seen[string(g)] {
				fail(pr.puzzle.String(), pr.puzzle.Geometry().FormatGrid(g)+" twice", "answer with each solution once")
			}
			seen[string(g)] = true
		}
	})
}

// solveShapes checks the promises about every declared shape.
func solveShapes(p *probe) {
	var some []promise
	for _, pr := range promises() {
		if !pr.puzzle.Geometry().IsClassic() && !pr.atLeast && p.info.Takes(pr.puzzle.Geometry()) {
			some = append(some, pr)
		}
	}
	if len(some) == 0 {
		skip("it takes the classic 9×9 only")
	}
	p.count(some)
}

// solveUndeclared checks that a puzzle of an undeclared shape is refused.
func solveUndeclared(p *probe) { p.isUnsupported(p.undeclared()) }

// undeclared returns a puzzle of a geometry that the subject does not take.
func (p *probe) undeclared() *sudoku.Puzzle {
	some := puzzlesOf(promises())
	i := slices.IndexFunc(some, func(q *sudoku.Puzzle) bool { return !p.info.Takes(q.Geometry()) })
	if i < 0 {
		skip("it declares every geometry")
	}
	return some[i]
}

// solveSoft checks that soft clues restrict the solutions.
func solveSoft(p *probe) {
	plain := emptyFour().puzzle
	var clues []sudoku.SoftClue
	for _, cell := range []int{0, 5, 10, 15} {
		clues = append(clues, sudoku.SoftClue{Cell: cell, Allowed: sudoku.DigitSet(1, 2)})
	}
	soft, err := plain.With(sudoku.Soft(clues...))
	must(err, "adding soft clues")
	a := &p.solve([]*sudoku.Puzzle{soft}, 0)[0]
	if !p.info.SoftClues && p.info.Takes(plain.Geometry()) && !errors.Is(a.Err, sudoku.ErrUnsupported) {
		fail(soft.String(), ending(a), "declare soft_clues, or answer unsupported")
	}
	judge(promise{puzzle: soft, count: len(solve(soft, math.MaxInt))}, a, p.info.Complete)
}

// solveNoProof checks that a solver that is not complete claims no proof.
func solveNoProof(p *probe) {
	if p.info.Complete {
		skip("it is complete")
	}
	unsolvable := classic(func(pr promise) bool { return pr.count == 0 })
	p.eachAnswer(unsolvable, 0, func(pr promise, a *Answer) {
		if a.Exhausted {
			fail(pr.puzzle.String(), "nil and no solution",
				"end as gave up: finished without a solution says that there is none")
		}
	})
}

// solve returns the solutions of a puzzle, limit at most.
func solve(p *sudoku.Puzzle, limit int) (solutions []sudoku.Grid) {
	search.New(p.Geometry()).Count(p, limit, math.MaxInt, func(g sudoku.Grid) {
		solutions = append(solutions, g.Clone())
	})
	return solutions
}

var clauseChecks = []Check{
	{"solve/clauses", "Clauses of each declared kind are obeyed: puzzles are unique because of them.", solveClauses},
	{"solve/undeclared-clauses", "A puzzle with clauses that are not declared is unsupported.", solveUndeclaredClauses},
}

// ambiguous are puzzles with several solutions.
var ambiguous = []string{
	"534..89126721953..198342567859..14234268537917139248569615372..287419635345286179", "..343412..434321",
}

// clausePuzzle has constraints for a kind of clauses, one text for each ambiguous puzzle.
type clausePuzzle struct {
	kind        string
	constraints [2]string
	count       int // solutions of each
}

// clausePuzzles have one solution because of their constraints, or none.
var clausePuzzles = []clausePuzzle{
	{"differ", [2]string{"~cage:r1c4r2c2~cage:r2c8r3c3", "~cage:r1c1r2c4"}, 1},
	{"pair", [2]string{"~thermo:r1c45~thermo:r2c89", "~thermo:r1c12"}, 1},
	{"pair", [2]string{"~thermo:r1c45~thermo:r1c54", "~thermo:r1c12~thermo:r1c21"}, 0},
	{"sum", [2]string{"~cage=13:r1c4r2c2~cage=12:r2c8r3c3", "~cage=3:r1c1r2c4"}, 1},
	{"sum", [2]string{"~sum=1:r2c2-r1c4~sum=-4:r2c8-r3c3", "~sum=-1:r1c1-r2c4"}, 1},
	{"sum", [2]string{"~sum=13.15:r1c4r2c2~cage=13.40.12:r2c8r3c3", "~sum=1.3.5:r1c1r2c4"}, 1},
	{"count", [2]string{"~contain=6:r1c4r2c2~contain=4:r2c8r3c3", "~contain=1:r1c1r2c4"}, 1},
	{"word", [2]string{"~between:r1c14r2c2~between:r1c2r2c8r3c3", "~between:r2c3r1c2r2c1"}, 1},
	{"any", [2]string{"~or~cage=14:r1c4r2c2~cage=13:r1c4r2c2~end~or~and~thermo:r2c89~cage=12:r2c8r3c3~end~cage=16:r2c8r3c3~end",
		"~or~cage=4:r1c1r2c4~cage=3:r1c1r2c4~end"}, 1},
	{"any", [2]string{"~or~cage=14:r1c4r2c2~thermo:r1c5413~end", "~or~cage=4:r1c1r2c4~cage=9:r1c1r2c4~end"}, 0},
}

// puzzle returns the puzzle in the first geometry that an algorithm takes, nil if it takes none.
func (c *clausePuzzle) puzzle(info *sudoku.Info) *sudoku.Puzzle {
	for i, cells := range ambiguous {
		p, err := sudoku.ParsePuzzle(cells + c.constraints[i])
		if err != nil {
			panic(err)
		}
		if info.Takes(p.Geometry()) {
			return p
		}
	}
	return nil
}

// solveClauses checks puzzles that are unique because of their clauses.
func solveClauses(p *probe) {
	if len(p.info.Clauses) == 0 {
		skip("it takes no clauses")
	}
	taken := 0
	for i := range clausePuzzles {
		c := &clausePuzzles[i]
		q := c.puzzle(&p.info)
		if q == nil || !slices.Contains(p.info.Clauses, c.kind) || p.info.Fits(q) != nil {
			continue
		}
		answers := p.solve([]*sudoku.Puzzle{q}, 0)
		if errors.Is(answers[0].Err, sudoku.ErrUnsupported) {
			continue // a program of lines takes constraints by name
		}
		taken++
		judge(promise{puzzle: q, count: c.count}, &answers[0], p.info.Complete)
	}
	if taken == 0 {
		skip("it takes none of the puzzles with clauses of kinds that it declares")
	}
}

// solveUndeclaredClauses checks that undeclared kinds of clauses are refused.
func solveUndeclaredClauses(p *probe) {
	for i := range clausePuzzles {
		c := &clausePuzzles[i]
		q := c.puzzle(&p.info)
		if q == nil || p.info.Fits(q) == nil {
			continue
		}
		p.isUnsupported(q)
		return
	}
	skip("it declares every kind, or takes neither 9×9 nor 4×4")
}
