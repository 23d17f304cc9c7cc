package plugintest

import (
	"errors"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

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
