package constraint

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

func TestTextIsCanonical(t *testing.T) {
	for text, want := range map[string]string{
		"~thermo:r1c123456789":                        "~thermo:r1",
		"~thermo:c3":                                  "~thermo:c3",
		"~thermo:r987654321c3":                        "~thermo:r987654321c3",
		"~thermo:r3c5":                                "~thermo:r3c5"[:0],
		"~whisper=05:r3c3r2c2r1c1":                    "~whisper=5:r1c1r2c2r3c3",
		"~renban:r3c123456789c5":                      "",
		"~word=Zab0:r3c5":                             "~word=Zab0:r3c5",
		"~word=Zab0:r3c123456789r123456789c5":         "~word=Zab0:r3c123456789c5",
		"~word=Zab0:c5r3":                             "~word=Zab0:c5r3",
		"~word=Zab0:c5c6":                             "~word=Zab0:c5c6",
		"~cage=7.5.7:r2c2r1c2":                        "~cage=5.7:r12c2",
		"~cage=7:r2c2r1c2r1c1r2c1":                    "~cage=7:r1c12r2c12",
		"~sum=-3:r1c1-r2c2":                           "~sum=-3:r1c1-r2c2",
		"~equal-sums:r3c3-r1c1":                       "~equal-sums:r1c1-r3c3",
		"~arrow:r3c3-r5c5r4c4-r2c2r1c1":               "~arrow:r3c3-r2c2r1c1-r5c5r4c4",
		"~cage=15:r2c12~cage=9:r1c12~or~v:r5c12~end":  "~cage=9:r1c12~cage=15:r2c12~or~v:r5c12~end",
		"~or~x:r1c12~v:r1c12~v:r1c21~end~anti-knight": "~or~v:r1c12~x:r1c12~end",
		"~x:r1c12~x:r1c21":                            "~x:r1c12",
		"~regex=1(2|3)*[^4-6]?.:r1c123":               "~regex=1%282%7C3%29%2A%5B%5E4%2D6%5D%3F%2E:r1c123",
		"~quad=4.1.1:r1c12r2c12":                      "~quad=1.1.4:r1c12r2c12",
		"~look-and-say=1.9.2.3:r1c12":                 "~look-and-say=2.3.1.9:r1c12",
		"~word=Zab0c1_Zab0:r1c12":                     "~word=Zab0c1_Zab0:r1c12",
		"~word=Za1_Za0:r1c12":                         "~word=Za0:r1c12",
		"~all-dots":                                   "~all-dots",
	} {
		b := board(9, 3, 1)
		set, err := Parse(b, text)
		if want == "" {
			if err == nil && text != "~thermo:r3c5" {
				t.Errorf("%s is read", text)
			}
			continue
		}
		if got := string(Append(nil, b, set.Constraints...)); err != nil || got != want {
			t.Errorf("%s is written as %s: %v", text, got, err)
		}
	}
}

func TestTextIsRefused(t *testing.T) {
	long := "~regex=" + strings.Repeat("[12]", 30) + ":r1c1"
	for text, want := range map[string]string{
		"~cge:r1c1":                     `1: no constraint "cge"; did you mean "cage"?`,
		"~x:r1c12~":                     `9: the name of a constraint is missing behind "~"`,
		"~Cage=3:r1c12":                 `1: no constraint "Cage"; did you mean "cage"?`,
		"~x:r1c1":                       `1: constraint "x": a list of 1 cell instead of 2`,
		"~x~x:r1c12":                    `1: constraint "x": its cells are missing`,
		"~v:r1c12~arrow:r1c1":           `9: constraint "arrow": 1 list of cells; 2 to 1024 are meant`,
		"~arrow:r1c1234-r2c2":           `1: constraint "arrow": a list of 4 cells; 1 to 3 are meant`,
		"~clone:r1c12-r2c123":           `1: constraint "clone": lists of 2 and of 3 cells; they have to be equally long`,
		"~all-dots:r1c1":                `1: constraint "all-dots": it takes no cells`,
		"~modular=0:r1c12":              `1: constraint "modular": value "0": a number from 1 up is meant`,
		"~quad=0:r1c1":                  `1: constraint "quad": value "0": "0" is not a digit`,
		"~cage=1e3:r1c1":                `1: constraint "cage": value "1e3": "1e3" is not a whole number up to 1000000000`,
		"~cage=:r1c1":                   `6: a value is missing behind "="`,
		"~sandwich:r1":                  `1: constraint "sandwich": a value is missing: sandwich=…`,
		"~thermo:":                      `8: cells are missing, such as r1c23`,
		"~thermo:r12":                   `8: cells in a run share their row or their column`,
		"~thermo:r12c12":                `8: cells in a run share their row or their column`,
		"~thermo:r1c10":                 `13: rows and columns are counted from 1 to 9, a digit each`,
		"~thermo:r1c12x":                `13: "x" instead of the "~" before a constraint`,
		"~look-and-say=2:r1c1":          `1: constraint "look-and-say": value "2": counts and digits in turns are meant: 2.3.1.5 for two threes and a five`,
		"~look-and-say=2.1.1.1:r1c1":    `1: constraint "look-and-say": value "2.1.1.1": "1" is counted twice, or not at all`,
		"~regex=%zz:r1c1":               `7: value "%zz": a byte is written as % and two hexadecimal digits`,
		"~regex=(1:r1c1":                `1: constraint "regex": value "(1": a group is not closed`,
		"~regex=1):r1c1":                `1: constraint "regex": value "1)": ")" without a group`,
		"~regex=[1:r1c1":                `1: constraint "regex": value "[1": a class is not closed`,
		"~regex=*:r1c1":                 `1: constraint "regex": value "*": "*" is not a digit`,
		"~regex=1{2:r1c1":               `1: constraint "regex": value "1{2": "{2}" is not a number of times`,
		"~regex=1{3,2}:r1c1":            `1: constraint "regex": value "1{3,2}": "{3,2}" is not a number of times`,
		"~regex=(1{99}){99}:r1c1":       `1: constraint "regex": value "(1{99}){99}": an expression of more than 1024 places`,
		"~regex=.*1.{14}:r1c12":         `1: constraint "regex": an automaton of more than 4096 states`,
		"~word=a1:r1c1":                 `1: constraint "word": value "a1": state 0 of an automaton leads to state 1 of 1`,
		"~word=x0:r1c1":                 `1: constraint "word": value "x0": state 0 of an automaton: 'x' stands for no digit, or comes twice`,
		"~word=0:r1c1":                  `1: constraint "word": value "0": state 0 of an automaton: "0" instead of digits as letters and a state`,
		"~pair=AA:r1c12":                `1: constraint "pair": value "AA": 1 byte instead of 11: a bit for each two digits`,
		"~pair=A:r1c12":                 `1: constraint "pair": value "A": it is not in base64url`,
		"~or~end":                       `1: constraint "or": there is nothing in the group`,
		strings.Repeat("~all-xv", 4097): `28673: more than 4096 constraints`,
		strings.Repeat(long, 2000):      `262144: constraints of more than 262144 bytes`,
		"~word=" + strings.Repeat("_", 4096) + ":r1c1": `1: constraint "word": value "` + strings.Repeat("_", 40) + `…": an automaton of more than 4096 states`,
	} {
		set, err := Parse(board(9, 3, 1), text)
		e := (*SyntaxError)(nil)
		if !errors.As(err, &e) || fmt.Sprintf("%d: %v", e.At, e) != want {
			t.Errorf("%.100s: %v, %+v", text, set.Constraints, err)
		}
	}
}

func TestTakes(t *testing.T) {
	for name, want := range map[string]string{"cage": "true 1", "renban": "false 1", "arrow": "false 2", "nonconsecutive": "false 0", "": "false 0"} {
		if value, lists := Takes(name); fmt.Sprint(value, " ", lists) != want {
			t.Errorf("%q takes %t %d, want %s", name, value, lists, want)
		}
	}
}

// TestLimitsOfClauses has more clauses, and more states, than a puzzle may have.
func TestLimitsOfClauses(t *testing.T) {
	b := board(16, 4, 1)
	text := ""
	for i := range 550 { // 120 pairs and a difference each
		text += fmt.Sprintf("~renban:r%dc%d", i%16+1, 1+i/16%16)
		for k := range 15 {
			text += fmt.Sprintf("r%dc%d", (i+k+1)%16+1, (1+i/16+(k+1)*(i/256+1))%16+1)
		}
	}
	if _, err := Parse(b, text); err == nil || !strings.Contains(err.Error(), "more than 65536 clauses") {
		t.Error(err)
	}
	text = ""
	for i := range 70 {
		text += fmt.Sprintf("~regex=.*%X.{9}[%X-G]:r1", i%9+1, i/9+2)
	}
	if _, err := Parse(b, text); err == nil || !strings.Contains(err.Error(), "more than 65536 states in all automata") {
		t.Error(err)
	}
	for different, want := range map[int]string{20: "automata that take more than 262144 states to build", 1: "<nil>"} {
		text, row := "", ""
		for i := range 20 { // expressions of one state, which is seen at the end only
			row += fmt.Sprintf("r%d", i%16+1)
			text += fmt.Sprintf("~regex=(.*[%X%X].{14})?.*:%s", i%different%9+1, i%different/9+10, row)
		}
		if _, err := Parse(b, text); !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%d expressions: %v", different, err)
		}
	}
}

// drawAny draws a constraint, perhaps a group.
func drawAny(t *rapid.T, b *Board, depth int) Constraint {
	name := rapid.SampledFrom(slices.Sorted(maps.Keys(direct))).Draw(t, "name")
	if depth > 0 && rapid.IntRange(0, 4).Draw(t, "group") == 0 {
		c := Constraint{Name: rapid.SampledFrom([]string{"or", "and"}).Draw(t, "of")}
		for range rapid.IntRange(1, 3).Draw(t, "parts") {
			c.Either = append(c.Either, drawAny(t, b, depth-1))
		}
		return c
	}
	if b.N%2 == 0 && name == "flatmates" {
		name = "nonconsecutive"
	}
	return drawConstraint(t, b, name, table[name].lists)
}

// TestTextIsReadBack writes random constraints and reads them.
func TestTextIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SampledFrom([]*Board{board(4, 2, 0), board(5, 1, 1), board(9, 3, 1), board(9, 3, 0), board(12, 3, 1)}).Draw(t, "board")
		var all []Constraint
		for range rapid.IntRange(1, 6).Draw(t, "constraints") {
			all = append(all, drawAny(t, b, 2))
		}
		first, err := Normalize(b, all)
		if err != nil {
			t.Fatalf("%s: %v", Append(nil, b, all...), err)
		}
		text := string(Append(nil, b, first.Constraints...))
		second, err := Parse(b, text)
		if again := string(Append(nil, b, second.Constraints...)); err != nil || again != text {
			t.Fatalf("%s became %s: %v", text, again, err)
		}
		if !slices.EqualFunc(first.Constraints, second.Constraints, func(x, y Constraint) bool { return compare(x, y) == 0 }) {
			t.Fatalf("%s: %+v became %+v", text, first.Constraints, second.Constraints)
		}
		for _, c := range first.Constraints {
			if s := c.Sentence(b); !strings.HasSuffix(s, ".") || c.Either == nil && c.Name != "regex" && strings.ContainsAny(s, "{}\x00") || strings.Contains(s, "  ") {
				t.Fatalf("%s: %q", text, s)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	for v := range slices.Chunk(strings.Fields(wholeVectors), 3) {
		f.Add(uint8(4), v[1])
	}
	for name := range direct {
		row := table[name]
		text := "~" + name
		if v := values[name]; v != nil {
			text += "=" + v[0]
		}
		for i := range row.lists.least {
			text += ":-"[min(i, 1):][:1] + fmt.Sprintf("r%dc12", i+1)
		}
		f.Add(uint8(9), text)
		f.Add(uint8(0), "~or"+text+"~and~sum=5.7:r1-c1~x:r12c1~end~end")
	}
	f.Add(uint8(0), "~or~word=a0:c1~end")
	boards := []*Board{board(9, 3, 0), board(4, 2, 1), board(12, 3, 1), board(5, 1, 1), board(9, 3, 1)}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		b := boards[int(which)%len(boards)]
		set, err := Parse(b, text)
		if err != nil {
			if e := (*SyntaxError)(nil); !errors.As(err, &e) || e.At < 0 || e.At > len(text) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		written := string(Append(nil, b, set.Constraints...))
		again, err := Parse(b, written)
		if rewritten := string(Append(nil, b, again.Constraints...)); err != nil || rewritten != written {
			t.Fatalf("%q became %q and then %q: %v", text, written, rewritten, err)
		}
		grid := make([]uint8, b.N*b.N)
		for i := range grid {
			grid[i] = uint8(i%b.N + 1)
		}
		if clause.AllHold(set.Clauses, grid) != clause.AllHold(again.Clauses, grid) {
			t.Fatalf("%q and %q differ in meaning", text, written)
		}
	})
}
