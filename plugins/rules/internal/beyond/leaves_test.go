package beyond

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// techniques are all of the package by name.
var techniques = map[string]board.Maker{
	"last_of_sum": LastOfSum, "cage_sets": CageSets, "bounds": Bounds, "line_digits": LineDigits,
	"innie": Innie(false), "outie": Outie(false), "innies": Innie(true), "outies": Outie(true),
	"cage_needs": CageNeeds, "count_groups": CountGroups, "sum_groups": SumGroups, "cage_pair": CagePair, "constraint_sees": ConstraintSees, "naked_set_across": NakedSetAcross,
	"sum_of_houses": SumOfHouses, "contradiction": Contradiction,
}

// someSolution returns a solution of a puzzle, nil if none is found soon.
func someSolution(p *sudoku.Puzzle) (solution sudoku.Grid) {
	e := search.New(p.Geometry())
	guesses := 0
	e.Guess = func() bool { guesses++; return guesses < 2000 }
	if e.Load(p) && e.Propagate() {
		e.Search(func(g sudoku.Grid) bool { solution = g.Clone(); return false })
	}
	return solution
}

// TestAllOfALine wants each digit that a line does not leave when all steps are asked for, though a hint strikes one at a time.
func TestAllOfALine(t *testing.T) {
	p, err := sudoku.ParsePuzzle("....6...............19.8...........6....2...8.....................5.....28....4..~whisper=5:r1c1r2c2r1c3r2c4r3c5")
	if err != nil {
		t.Fatal(err)
	}
	for _, all := range []bool{false, true} {
		at := board.NewPosition(board.NewFrameOf(p))
		at.Set(t.Context(), p)
		at.Load(p)
		at.Whole = all
		struck := map[int]bool{}
		LineDigits(at).Each(func() bool {
			for _, m := range at.Hint.Strikes {
				struck[m.V+1] = true
			}
			return !all
		})
		if !struck[4] || struck[5] != all {
			t.Errorf("all %v: strikes %v", all, struck)
		}
	}
}

// TestTechniquesAreSound applies each technique to boards of random puzzles that still hold a solution: no step removes it,
// each says why, and names what it argues from.
func TestTechniquesAreSound(t *testing.T) {
	used := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t, 6)
		solution := someSolution(p)
		if solution == nil || p.Clauses() == nil {
			t.Skip("no solution")
		}
		at := positionOf(t, p, solution)
		for name, make := range techniques {
			technique := make(at)
			technique.Each(func() bool {
				used[name]++
				h := &at.Hint
				for _, m := range h.Strikes {
					if int(solution[m.Cell]) == m.V+1 || !at.Can(m.Cell, m.V) {
						t.Fatalf("%s: %s strikes %v from %v: %s", p, name, m, solution, h.Text)
					}
				}
				if h.Cell >= 0 && int(solution[h.Cell]) != h.Digit+1 {
					t.Fatalf("%s: %s puts %d into %d of %v: %s", p, name, h.Digit, h.Cell, solution, h.Text)
				}
				if len(h.Strikes) == 0 && h.Cell < 0 || len(h.Cells) == 0 || name != "contradiction" && len(h.Constraints)+len(h.Houses) == 0 || h.Text == "" {
					t.Fatalf("%s: an idle or dumb step of %s: %+v", p, name, h)
				}
				return false
			})
			if at.Broken {
				t.Fatalf("%s: %s finds no way for %v", p, name, solution)
			}
		}
	})
	t.Log(used)
}

// TestLeavesAreComplete applies the techniques that read one part until none of them finds anything: then every candidate is in some
// way to obey each clause.
func TestLeavesAreComplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t, 2)
		solution := someSolution(p)
		if solution == nil || p.Clauses() == nil {
			t.Skip("no solution")
		}
		at := positionOf(t, p, solution)
		v, readers := viewOf(at), []board.Technique{LastOfSum(at), CageSets(at), Bounds(at), LineDigits(at)}
		for slices.ContainsFunc(readers, func(r board.Technique) bool { return r.Each(func() bool { return true }) }) {
			at.Hint.Apply(at.Board)
		}
		clauses := p.Clauses()
		for i := 0; i < len(clauses); {
			run, made := 1, (*part)(nil)
			switch c := &clauses[i]; c.Kind {
			case clause.Pair:
				run = v.runOfPairs(clauses[i:])
				made = v.pairs(clauses[i : i+run])
			case clause.Differ, clause.In: // for techniques of houses; and heeded from the start
			default:
				made = v.single(c)
			}
			if made != nil && made.choice == nil && len(slices.Compact(slices.Sorted(slices.Values(made.of)))) == len(made.of) {
				left, _ := brute(at, made, clauses[i:i+run])
				for _, c := range made.of {
					if gone := v.may(c) &^ left[c]; at.Value[c] == 0 && gone != 0 {
						t.Fatalf("%s: %s keeps %b, which no way to obey %s has", p, at.CellName(c), gone, v.ConstraintName(made.constraints[0]))
					}
				}
			}
			i += run
		}
	})
}

// killer is the beginning of a killer: rows, columns and cages in which the 45 rule has something to say.
const killer = "6/2x3:~cage=6:r1c123~cage=9:r1c45~cage=9:r12c6~cage=9:r2c1r3c12~cage=11:r2c23~cage=3:r2c45~cage=6:r3c34~" +
	"cage=10:r3c56~cage=15:r4c123"

// TestRemaindersFollow compares the sums of the 45 rule with solutions: each holds in all of them.
func TestRemaindersFollow(t *testing.T) {
	p, err := sudoku.ParsePuzzle(killer)
	if err != nil {
		t.Fatal(err)
	}
	at := board.NewPosition(board.NewFrameOf(p))
	v := viewOf(at)
	innies := slices.DeleteFunc(slices.Clone(v.parts), func(p *part) bool { return p.sort < innie })
	if len(innies) < 4 {
		t.Errorf("%d sums follow", len(innies))
	}
	e, solutions := search.New(p.Geometry()), 0
	e.Load(p)
	e.Propagate()
	e.Search(func(g sudoku.Grid) bool {
		solutions++
		for _, q := range innies {
			c := clause.Clause{Kind: clause.Sum, Cells: q.of, Weights: q.weights, Total: q.total}
			if !c.Holds(g) {
				t.Errorf("%v of %v does not hold in %v", q.total, q.of, g)
			}
		}
		return solutions < 100
	})
	if solutions == 0 {
		t.Error("no solution")
	}
}
