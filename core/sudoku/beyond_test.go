package sudoku

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

const solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

// TestConstraintsHold has each constraint hold in a grid once and fail once.
func TestConstraintsHold(t *testing.T) {
	for text, holds := range map[string]bool{
		"cage=12:r1c123": true, "cage=13:r1c123": false, "cage:r1c1r2c3": true, "cage:r1c1r3c7": false, "cage=11.12:r1c123": true,
		"sum=5:r1c12-r1c3": false, "sum=4:r1c12-r1c3": true,
		"thermo:r1c345": true, "thermo:r1c34r2c3": false,
		"arrow:r1c6-r1c1r1c2": true, "arrow:r1c6-r1c12-r2c12": false, "arrow:r1c23-r1c4567r2c1r2c2": false,
		"white:r1c23": true, "white:r1c12": false, "white=2:r1c12": true,
		"black:r2c12": false, "black:r1c34": false, "black:r1c3r1c6": true, "black=3:r3c23": false,
		"whisper=3:r1c34r1c6": false, "whisper=2:r1c12": true,
		"quad=3.5:r1c12r2c12": true, "quad=1:r1c12r2c12": false,
		"sandwich=2:r1c1234567r1c8r1c9":    false,
		"or~cage=1:r1c12~cage=8:r1c12~end": true, "or~cage=1:r1c12~and~cage=8:r1c12~white:r1c12~end~end": false,
	} {
		p, err := ParsePuzzle("9:~" + text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		grid, err := p.Geometry().ParseGrid(solved)
		if err != nil {
			t.Fatal(err)
		}
		err = Verify(p, grid)
		if (err == nil) != holds || err != nil && !strings.Contains(err.Error(), p.Constraints()[0].Name) {
			t.Errorf("%s: %v", text, err)
		}
		if q, err := ParsePuzzle(p.String()); err != nil || q.String() != p.String() {
			t.Errorf("%s is written as %s: %v", text, p, err)
		}
	}
}

func TestConstraintsAreRead(t *testing.T) {
	for text, want := range map[string]string{
		"9:~thermo:r3c45~cage=15:r1c345~cage=3:r1c21":                                                       "9:~cage=3:r1c12~cage=15:r1c345~thermo:r3c45",
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79~thermo:r1c234 x": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79~thermo:r1c234",
		"9+n:~white:r6c87":                    "9+n:~white:r6c78",
		"6:~quad=4.1:r2c34r3c34~cage=7:r1c12": "6:~cage=7:r1c12~quad=1.4:r2c34r3c34",
		"4/j::1122112233443344~cage:r1c12":    "4:~cage:r1c12",
		"16:~cage=20:r1c1.2r2.3c16":           "16:~cage=20:r1c1.2r2.3c16",
	} {
		p, err := ParsePuzzle(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if p.String() != want {
			t.Errorf("%s is written as %s", text, p)
		}
	}
}

func TestConstraintsAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"9:~cge=3:r1c12":      `column 4: no constraint "cge"; did you mean "cage"?`,
		"9:~Cage=3:r1c12":     `column 4: no constraint "Cage"; did you mean "cage"?`,
		"9:~cage=x:r1c12":     `column 4: constraint "cage": value "x": "x" is not a whole number up to 1000000000`,
		"9:~cage=3:r1c12r10":  "column 19: rows and columns are counted from 1 to 9, a digit each",
		"6:~cage=3:r1c78":     "column 11: cell r1c7 is outside the grid",
		"9:~cage=3":           `column 4: constraint "cage": its cells are missing`,
		"9:~thermo=3:r1c12":   `column 4: constraint "thermo": it takes no value, but "3" is given`,
		"9:~or~cage=3:r1c12":  `column 19: "~or" without "~end"`,
		"9:~cage=3:r1c12~end": `column 16: "~end" without "~or" or "~and"`,
		"4^3:~cage=3:r1c12":   "column 5: constraints beyond houses need a square board",
		"9:~cage=3:r1c1r1c1":  `column 4: constraint "cage": a cell comes twice`,
		"9:~or~or~or~or~or~cage:r1c1~end~end~end~end~end": "column 18: groups more than 4 deep",
	} {
		if p, err := ParsePuzzle(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, %v", text, p, err)
		}
	}
}

func TestKinds(t *testing.T) {
	p, err := ParsePuzzle("9:~cage=3:r1c12~thermo:r1c34~quad=3:r5c56~sandwich=3:r9c123456789~or~cage:r1c12~x:r1c12~end")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(p.Kinds().Names(), " "); got != "differ pair sum count word any" || p.Plain() {
		t.Error(got)
	}
	if (&Info{}).Fits(p) == nil || (&Info{Clauses: (p.Kinds().With(clause.In)).Names()}).Fits(p) != nil {
		t.Error("what a plugin declares does not count")
	}
}

// A "~" among the symbols is a digit as long as there is no constraint.
func TestTildeIsADigit(t *testing.T) {
	for text, want := range map[string]string{
		"4@~ABC:~...............":                "4@~ABC:~...............",
		"4@~ABC:~ . . . . . . . . . . . . . . ~": "4@~ABC:~..............~",
		"4@~ABC:~..............A~cage:r1c12":     `column 24: "~" begins a constraint and cannot be a digit beside constraints`,
		"4@~ABC:~cage:r1c12":                     "column 13: 5 cells instead of 16",
	} {
		p, err := ParsePuzzle(text)
		if got := fmt.Sprint(p, err); got != want+" <nil>" && got != "<nil> "+want {
			t.Errorf("%s: %s", text, got)
		}
	}
	g := MustGeometry("4@~ABC")
	if p, err := NewPuzzle(g, nil, Constraints(constraint.Constraint{Name: "extra", Lists: [][]int{{0, 5}}})); err == nil {
		t.Error(p)
	}
}

// TestFlagsOfTheHead has constraints that the head of a geometry says as well.
func TestFlagsOfTheHead(t *testing.T) {
	for text, want := range map[string]string{
		"9:~anti-knight":                                   "9+n:" + strings.Repeat(".", 81),
		"9+k:~diagonals~anti-king~cage:r1c12":              "9+x+k:~cage:r1c12",
		"9@ACHIMNORY:~windows~disjoint-groups~x:r1c12":     `column 38: constraint "x": it counts with digits, but those of this alphabet are not numbers`,
		"9@ACHIMNORY:~windows~disjoint-groups~equal:r1c12": "9+w+g@ACHIMNORY:~equal:r1c12",
		"7/l:~disjoint-groups":                             `column 5: parsing geometry "7/l+g"`,
		"9:~or~anti-knight~x:r1c12~end":                    `column 7: "anti-knight" holds for the whole grid and cannot stand in a group`,
		"9:~anti-king:r1c12":                               `column 4: constraint "anti-king": it takes no cells`,
	} {
		p, err := ParsePuzzle(text)
		if got := strings.Trim(strings.ReplaceAll(fmt.Sprint(p, " ", err), "<nil>", ""), " "); got != want && !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// TestNoConstraintIsTakenForAComment refuses constraints that would be ignored.
func TestNoConstraintIsTakenForAComment(t *testing.T) {
	dots := strings.Repeat(".", 81)
	for text, want := range map[string]string{
		dots + " ~cage=3:r1c12":                      "83", // columns
		dots + "~x:r1c12, ~thermo:r1c34":             "92",
		"9:" + dots + "; ~anti-knight":               "86",
		strings.Repeat("123456789", 81) + " ~all-xv": "731",
	} {
		_, err := ParsePuzzle(text)
		if err == nil || err.Error() != "column "+want+": constraints stand directly behind the cells or the map; this would be a comment" {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, comment := range []string{"~1.5 minutes", "~x marks the spot", "~cages", "x~cage"} {
		if p, err := ParsePuzzle(dots + " " + comment); err != nil || p.Comment != comment {
			t.Errorf("%v, %v", p, err)
		}
	}
	p, err := ParsePuzzle(strings.Repeat("123456789", 81) + "~x:r1c12")
	if err != nil || len(p.Constraints()) != 1 {
		t.Errorf("constraints behind pencil marks: %v, %v", p, err)
	}
}

// FuzzClauseKey compares the key of a puzzle with that of the same constraints written again, and twice over; what the key says holds
// in the same grids.
func FuzzClauseKey(f *testing.F) {
	for _, text := range []string{"~cage=5:r1c12~x:r1c12", "~thermo:r1c123~sum=2.5:r1c1-r2c34", "~or~white:r1c12~and~odd:r1c1~even:r2c2~end~end",
		"~regex=1%5B23%5D%2A4:r1c1234r2c1", "~sandwich=3:r1~quad=1.4:r2c34r3c34", "~anti-knight~all-xv", "~word=ab1_Zcd0:r1c1r2c2r1c1r4c4",
		"~circles:r1c1r2c2r3c3", "~lunchbox=3:r1~slingshot:r2c123~region-sum:r1c234"} {
		f.Add(text)
	}
	var grids []Grid
	for _, text := range []string{"1234341221434321", "1234341243212143", "1243342121344312"} {
		for turn := range 4 {
			grid, err := MustGeometry("4").ParseGrid(text)
			if err != nil {
				f.Fatal(err)
			}
			for i := range grid {
				grid[i] = (grid[i]+uint8(turn)-1)%4 + 1
			}
			grids = append(grids, grid)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePuzzle("4:" + text)
		if err != nil || p.Geometry().N() != 4 {
			return
		}
		again, err := ParsePuzzle(p.String())
		if err != nil || again.ClauseKey() != p.ClauseKey() {
			t.Fatalf("%s: %v, its key is %q and then %q", p, err, p.ClauseKey(), again.ClauseKey())
		}
		normal := clause.Normal(4, p.Geometry().differ, append(slices.Clone(p.Clauses()), p.Clauses()...))
		var twice []byte
		for _, c := range normal {
			twice = append(c.AppendText(twice), '\n')
		}
		if string(twice) != p.ClauseKey() {
			t.Fatalf("%s: its clauses twice have the key %q, not %q", p, twice, p.ClauseKey())
		}
		houses, err := NewPuzzle(p.Geometry(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, grid := range grids {
			if Verify(houses, grid) == nil && clause.AllHold(normal, grid) != clause.AllHold(p.Clauses(), grid) {
				t.Fatalf("%s: %q does not mean the same in %v", p, p.ClauseKey(), grid)
			}
		}
	})
}
