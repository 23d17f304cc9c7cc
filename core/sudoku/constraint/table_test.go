package constraint

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// board returns a board of n digits, the first of which is called and worth least, with boxes of some rows.
func board(n, rows, least int) *Board {
	symbols := "0123456789ABCDEFG"[least:]
	b := &Board{N: n, Rows: n, Cols: n, Least: least, Symbol: func(d int) string { return symbols[d-1 : d] }}
	b.Digit = func(symbol string) (int, bool) {
		d := strings.Index(symbols[:n], symbol) + 1
		return d, d > 0 && len(symbol) == 1
	}
	for cell := range n * n {
		b.Regions = append(b.Regions, cell/n/rows*rows+cell%n/(n/rows))
	}
	return b
}

// vectors hold ("+") or fail ("-") in a 9×9 grid whose rows begin with the digits behind the name: a list for each row.
const vectors = `
+ cage=12 534        - cage=13 534       - cage=6 33           + cage=5.12 534     - cage 535         + cage 5
+ sum=4 53-4         - sum=5 53-4        + sum=-4 4-53         + sum=10 55         - sum=1.12 53
+ little-killer=9 333 - little-killer=8 333                    + little-killer=7.9 333
+ arrow 8-53         - arrow 7-53        + arrow 8-53-44       - arrow 8-53-45     + arrow 12-93-3333 - arrow 12-94
+ double-arrow 154   - double-arrow 164  + double-arrow 4275
+ equal-sums 12-3-21 - equal-sums 12-3-4 + equal-sums 9-333
+ region-sum 1236    - region-sum 1235   + region-sum 123      + region-sum 2224116 - region-sum 2224115
+ zipper 143         - zipper 152        + zipper 1324         - zipper 1323       + zipper 14514      + zipper 19
- zipper 24313       + product=60 534      - product=61 534    - product=30 534   - product=120 534
+ quotient=2 63      + quotient=2 36     - quotient=2 64       + difference=2 53   + difference=2 35  - difference=3 53
+ thermo 1359        - thermo 1335       - thermo 132          + slow-thermo 1335  - slow-thermo 132
+ whisper=5 161      - whisper=5 163     + whisper=3 141       + renban 3142       - renban 3146      - renban 3132
+ renban 7           + nabner 1379       - nabner 1372         - nabner 131        + palindrome 1221  + palindrome 12321
- palindrome 1231    + between 135       - between 155         - between 163       + between 31        - between 35213
+ lockout=2 194      - lockout=2 134     - lockout=4 194       - lockout=2 114     + lockout=3 159864
- lockout=2 11
+ modular=3 1534     - modular=3 1472    - modular=3 1538      + modular=2 1212    + modular=1 1478
+ entropic 15726     - entropic 127      - entropic 1574       + parity 1456       - parity 13        - parity 1452346
+ ten-line=10 4655   - ten-line=10 465   - ten-line=10 4665    + ten-line=5 55      - ten-line=99 555  - ten-line=0 555
+ slingshot 323343   - slingshot 323453  - slingshot 39345     + slingshot 313     - slingshot 31     + slingshot 371234563
- slingshot 371234565 - slingshot 3221
+ regex=5(34|43)[4-6]* 53466 - regex=5(34|43)[4-6]* 5336 + regex=5.+ 519 - regex=5.+ 5 + regex=[^1]{3} 234 - regex=[^1]{3} 214
+ regex=(12?){2,3} 1121 - regex=(12?){2,3} 1111 + regex=(?%3A1|2)*3{0,}4 1214 - regex=[1-3][123]+ 41 + regex=1(|2)3 13
+ word=abdefghi0c1_Zabcdefghi1 13 - word=abdefghi0c1_Zabcdefghi1 12
+ white 34           + white 43          - white 35            + white=2 35        + black 36          - black 35
+ black=3 39         - black=3 36        + x 46                - x 45              + v 41              - v 42
+ pair-sum=7 34      - pair-sum=7 35     + less 125            - less 122          + equal 555         - equal 556
+ pair=AAAAAAAAAAAAAIA 99 - pair=AAAAAAAAAAAAAIA 98 + pair=gAAAAAAAAAAAAAA 111 - pair=gAAAAAAAAAAAAAA 112
+ odd 135            - odd 134           + even 24             - even 23           + low 14            - low 15
+ high 69            - high 65           + quad=3.5 5123       - quad=3.5 5124     + quad=5.5 5155     - quad=5.5 5123
+ contain=5.5 515    - contain=5.5 513   + contain-exactly=5.1 516 - contain-exactly=5.1 515 - contain-exactly=5.5 555
+ look-and-say=2.3.1.5 3543 - look-and-say=2.3.1.5 3553 - look-and-say=1.3 333 - look-and-say=9.3 333
+ same-digits 123-312 - same-digits 113-311-331 + same-digits 11-11 - clone 12-21 + clone 12-12 - same-digits 12-13
+ equality 1289 - equality 1246 - equality 12894 - equality 1357 + equality 29 - equality 1188 - equality 1259 - equality 2468
+ circles 221        - circles 222       + circles 333         - circles 12        + extra 153         - extra 151
+ no-sum=10 123      - no-sum=10 127     - no-sum=3 13         - no-sum=9 113      + no-sum=99 12      - no-sum=10 235
+ sandwich=5 41239   + sandwich=0 19     - sandwich=4 9231     - sandwich=0 12     - sandwich=0 119    + sandwich=8 2953172
- sandwich=99 1219   + lunchbox=0 75     + lunchbox=11 3567     - lunchbox=5 3567   - lunchbox=0 337    + lunchbox=0 65739
- lunchbox=3 53748
+ x-sum=6 312        - x-sum=5 312       - x-sum=6 33          + x-sum=1 19        - x-sum=99 312
+ skyscraper=2 2193  - skyscraper=3 2193 - skyscraper=0 2      + skyscraper=4 12339
+ hidden-skyscraper=3 2439 - hidden-skyscraper=3 24513 - hidden-skyscraper=3 234 + hidden-skyscraper=3 33
+ numbered-room=7 3175 - numbered-room=7 3157 - numbered-room=7 517 + numbered-room=1 12 - numbered-room=2 12
+ numbered-room=7 7123457
`

// wholeVectors are of the whole grid, or of cells and what is around them, in 4×4 cells.
const wholeVectors = `
+ ~all-dots~white:r1c12 3411111111111111 - ~all-dots 1211111111111111 - ~all-dots 1314131413141312
+ ~all-dots~black:r1c12~black:r2c12~black:r3c12~white:r4c12 1222122212221222 - ~all-dots~white:r3c12 1244144441144144
+ ~all-white 1313313113133131 - ~all-white 1314313413133131 + ~all-white~white=2:r1c12 1322222222222222
- ~all-white~white=2:r1c12 1324222222222222 + ~all-white~black:r1c12~black:r1c23~black:r12c2 1211111111111111
+ ~all-black 1313313113133131 - ~all-black 1312313113133131 + ~all-black~black=3:r1c12 1322222222222222
+ ~all-xv 1111111111111111 - ~all-xv 1411111111111111 + ~all-xv~v:r1c12 1422222222222222 - ~all-xv~v:r1c12 1414111111111111
+ ~nonconsecutive 1313313113133131 - ~nonconsecutive 1313313113133134 + ~diagonal-nonconsecutive 1313131313131313
+ ~nonconsecutive 1414414114144141 - ~diagonal-nonconsecutive 1111121111111111 - ~nonconsecutive 1111111121111111
- ~diagonal-nonconsecutive 1111111111211111 + ~anti-taxicab 1111111111111111 - ~anti-taxicab 1222211111111111
- ~anti-taxicab 1111121111211111 - ~anti-taxicab 1131111113111111 + ~global-entropy 1313242413132424
- ~anti-taxicab 4111111111111411 + ~global-mod 1313242413132424 - ~global-entropy 1313131313131313
- ~global-mod 1414141414141414 + ~global-mod 1212343412123434
+ ~minimum:r1c1 1222222222222222 - ~minimum:r1c1 2222122222222222 + ~minimum:r1c12 1122332222222222
+ ~minimum:r1c1~minimum:r1c2 1122332222222222 - ~minimum:r1c12 1112332222222222 + ~maximum:r2c2 1111121111111111
- ~maximum:r2c2 1111112111111111 + ~maximum:r4c34 1111111111221133
+ ~column-index:r1c1 3214111111111111 - ~column-index:r1c1 2314111111111111 + ~column-index:r1c1 1234111111111111
+ ~row-index:r1c1 3111211111114111 - ~row-index:r1c1 2111311111114111 + ~box-index:r1c1 3211144444444444
- ~box-index:r1c1 3211411111111111 - ~column-index:r2c2 1111113111111111
+ ~or~white:r1c12~x:r1c12~end 1211111111111111 - ~or~white:r1c12~v:r1c12~end 1311111111111111
+ ~and~white:r1c12~v:r1c23~end 1232111111111111 - ~and~white:r1c12~v:r1c23~end 1241111111111111
+ ~or~and~white:r1c12~v:r1c23~end~x:r1c12~end 1232111111111111 - ~or~and~white:r1c12~v:r1c23~end~x:r1c12~end 1211111111111111
`

// flatVectors have a middle digit.
const flatVectors = `
+ ~flatmates 1111133333555551111111111 + ~flatmates 1111133333111111111111111 - ~flatmates 2222233333222222222222222
+ ~flatmates 5555533333555555555555555 - ~flatmates 5555533333111115555555555 + ~flatmates 2222222222222222222222222
`

// allHold compiles constraints and reports whether their clauses hold.
func allHold(b *Board, text string, grid []uint8) (bool, error) {
	set, err := Parse(b, text)
	return err == nil && clause.AllHold(set.Clauses, grid), err
}

func digitsOf(text string) []uint8 {
	grid := make([]uint8, len(text))
	for i := range grid {
		grid[i] = text[i] - '0'
	}
	return grid
}

func TestTable(t *testing.T) {
	seen := map[string]int{}
	try := func(b *Board, sign, text string, grid []uint8) {
		holds, err := allHold(b, text, grid)
		if err != nil || holds != (sign == "+") {
			t.Errorf("%s %s in %v: %v, %v", sign, text, grid, holds, err)
		}
		name := regexp.MustCompile(`[a-z0-9-]+`).FindString(text)
		seen[name] |= map[string]int{"+": 1, "-": 2}[sign]
	}
	words := strings.Fields(vectors)
	for v := range slices.Chunk(words, 3) {
		text, grid := "~"+v[1], slices.Repeat([]uint8{1}, 81)
		for row, digits := range strings.Split(v[2], "-") {
			text += map[bool]string{true: ":", false: "-"}[row == 0] + fmt.Sprintf("r%dc%s", row+1, "123456789"[:min(len(digits), 9)])
			copy(grid[9*row:], digitsOf(digits))
		}
		if len(v[2]) == 10 && !strings.Contains(v[2], "-") {
			text += "r2c1"
		}
		try(board(9, 3, 1), v[0], text, grid)
	}
	for n, text := range map[int]string{4: wholeVectors, 5: flatVectors} {
		for v := range slices.Chunk(strings.Fields(text), 3) {
			try(board(n, n/2, 1), v[0], v[1], digitsOf(v[2]))
		}
	}
	for _, name := range Names() {
		if seen[name] != 3 && table[name].flag == 0 {
			t.Errorf("%s: no vector that holds, or none that fails: %d", name, seen[name])
		}
	}
}

// asked is a constraint and a grid, for checks that are written from the sentences of the table.
type asked struct {
	*Constraint
	b    *Board
	all  []Constraint
	grid []uint8
}

// x returns what the digits in a list are, y what they are worth.
func (a asked) x(list int) (x []int) {
	for _, cell := range a.Lists[list] {
		x = append(x, int(a.grid[cell]))
	}
	return x
}

func (a asked) y(list int) (y []int) {
	for _, x := range a.x(list) {
		y = append(y, x+a.b.Least-1)
	}
	return y
}

// is reports whether the value names a number.
func (a asked) is(number int) bool {
	return slices.Contains(strings.Split(a.Value, "."), strconv.Itoa(number))
}

func (a asked) value(otherwise int) int {
	if a.Value == "" {
		return otherwise
	}
	k, _ := strconv.Atoi(a.Value)
	return k
}

func (a asked) word() string {
	var word strings.Builder
	for _, x := range a.x(0) {
		word.WriteString(a.b.Symbol(x))
	}
	return word.String()
}

func total(x []int) (sum int) {
	for _, v := range x {
		sum += v
	}
	return sum
}

func distinct(x []int) bool { return len(slices.Compact(slices.Sorted(slices.Values(x)))) == len(x) }

func every(x []int, holds func(v int) bool) bool {
	return !slices.ContainsFunc(x, func(v int) bool { return !holds(v) })
}

func steps(x []int, holds func(a, b int) bool) bool {
	for i := 1; i < len(x); i++ {
		if !holds(x[i-1], x[i]) {
			return false
		}
	}
	return true
}

func timesIn(x []int, d int) (n int) {
	for _, v := range x {
		if v == d {
			n++
		}
	}
	return n
}

func backwards(x []int) []int {
	y := slices.Clone(x)
	slices.Reverse(y)
	return y
}

// neighboursHold asks each two neighbours that have no mark.
func (a asked) neighboursHold(marks []string, holds func(x, y int) bool) bool {
	ok := true
	for cell, v := range a.grid {
		for _, other := range []int{cell + 1, cell + a.b.Cols} {
			if other >= len(a.grid) || other == cell+1 && other%a.b.Cols == 0 {
				continue
			}
			marked := slices.ContainsFunc(a.all, func(c Constraint) bool {
				return slices.Contains(marks, c.Name) && slices.Contains(c.Lists[0], cell) && slices.Contains(c.Lists[0], other)
			})
			ok = ok && (marked || holds(int(v), int(a.grid[other])))
		}
	}
	return ok
}

// pairsHold asks each two cells of the grid, with their distances.
func (a asked) pairsHold(holds func(x, y, down, right int) bool) bool {
	for i, x := range a.grid {
		for j, y := range a.grid {
			down, right := i/a.b.Cols-j/a.b.Cols, i%a.b.Cols-j%a.b.Cols
			if i != j && !holds(int(x), int(y), max(down, -down), max(right, -right)) {
				return false
			}
		}
	}
	return true
}

func (a asked) squaresHold(class func(x int) int) bool {
	for i := range a.grid {
		if i%a.b.Cols == a.b.Cols-1 || i+a.b.Cols >= len(a.grid) {
			continue
		}
		found := map[int]bool{}
		for _, c := range []int{i, i + 1, i + a.b.Cols, i + a.b.Cols + 1} {
			found[class(int(a.grid[c]))] = true
		}
		if len(found) < 3 {
			return false
		}
	}
	return true
}

func (a asked) middleSum(low, high int) (sum int, ok bool) {
	i, j := slices.Index(a.x(0), low), slices.Index(a.x(0), high)
	ok = timesIn(a.x(0), low) == 1 && timesIn(a.x(0), high) == 1
	if ok {
		sum = total(a.y(0)[min(i, j)+1 : max(i, j)])
	}
	return sum, ok
}

func (a asked) sameSums(parts [][]int) bool {
	return !slices.ContainsFunc(parts, func(x []int) bool { return total(x) != total(parts[0]) })
}

func (a asked) indexHolds(lines func(cell int) []int) bool {
	for _, cell := range a.Lists[0] {
		line := lines(cell)
		own, says := slices.Index(line, cell)+1, int(a.grid[cell])
		for k, other := range line {
			if (int(a.grid[other]) == own) != (k+1 == says) && other != cell {
				return false
			}
		}
	}
	return true
}

func (a asked) house(same func(x, y int) bool) func(cell int) []int {
	return func(cell int) (house []int) {
		for other := range a.grid {
			if same(cell, other) {
				house = append(house, other)
			}
		}
		return house
	}
}

// segments reports whether numbers fall into parts of one sum.
func segments(y []int, sum int) bool {
	if len(y) == 0 {
		return true
	}
	for i := 1; i <= len(y); i++ {
		if total(y[:i]) == sum && segments(y[i:], sum) {
			return true
		}
	}
	return false
}

func subsetMakes(y []int, sum int) bool {
	for set := 1; set < 1<<len(y); set++ {
		made := 0
		for i, v := range y {
			made += v * (set >> i & 1)
		}
		if made == sum {
			return true
		}
	}
	return false
}

// third returns 0, 1 or 2 for low, middle and high digits.
func (a asked) third(x int) int { return (x - 1) * 3 / a.b.N }

// values are what stands behind "=" in random constraints; n is the last digit's symbol.
var values = map[string][]string{
	"cage": {"", "5", "6.7", "3.9"}, "sum": {"5", "0", "-2.3"}, "little-killer": {"6", "5.7"}, "product": {"6", "4", "12", "0"},
	"no-sum": {"5", "3"}, "ten-line": {"4", "5"}, "whisper": {"2", "1", "3"}, "modular": {"2", "3"}, "lockout": {"2", "1"},
	"regex": {"1*(2|3)*", "[^1]+", ".{2,3}", "(1|23)+3?", "[1-3]{3}(|2)", "1?2?3?.?"}, "word": {"Zac0b1_Zac0", "ab1_Zab2c1_Zc1"},
	"white": {"", "2"}, "black": {"", "3"}, "difference": {"0", "1", "2"}, "quotient": {"1", "2"}, "pair-sum": {"4", "5"},
	"pair": nil, "quad": {"1", "2.2", "1.3"}, "contain": {"1", "3.3", "1.2"}, "contain-exactly": {"1", "2.2", "1.3"},
	"look-and-say": {"1.2", "2.3", "1.1.1.3"}, "sandwich": {"0", "2", "3"}, "lunchbox": {"0", "2", "3"}, "x-sum": {"3", "4", "6"},
	"skyscraper": {"1", "2"}, "hidden-skyscraper": {"1", "2"}, "numbered-room": {"1", "2", "3"},
}

// direct are checks written from the sentences.
var direct = map[string]func(a asked) bool{
	"cage":          func(a asked) bool { return distinct(a.x(0)) && (a.Value == "" || a.is(total(a.y(0)))) },
	"little-killer": func(a asked) bool { return a.is(total(a.y(0))) },
	"sum": func(a asked) bool {
		sum := total(a.y(0))
		if len(a.Lists) > 1 {
			sum -= total(a.y(1))
		}
		return a.is(sum)
	},
	"arrow": func(a asked) bool {
		number := 0
		for _, y := range a.y(0) {
			number = 10*number + y
		}
		for i := range a.Lists[1:] {
			if total(a.y(i+1)) != number {
				return false
			}
		}
		return true
	},
	"double-arrow": func(a asked) bool {
		y := a.y(0)
		return 2*(y[0]+y[len(y)-1]) == total(y)
	},
	"equal-sums": func(a asked) bool {
		var parts [][]int
		for i := range a.Lists {
			parts = append(parts, a.y(i))
		}
		return a.sameSums(parts)
	},
	"region-sum": func(a asked) bool {
		var parts [][]int
		last := -1
		for i, cell := range a.Lists[0] {
			if r := a.b.Regions[cell]; r != last {
				parts, last = append(parts, nil), r
			}
			parts[len(parts)-1] = append(parts[len(parts)-1], a.y(0)[i])
		}
		return a.sameSums(parts)
	},
	"zipper": func(a asked) bool {
		y := a.y(0)
		var parts [][]int
		for i, j := 0, len(y)-1; i <= j; i, j = i+1, j-1 {
			parts = append(parts, slices.Compact([]int{y[i], y[j]}[:min(2, j-i+1)]))
			if i < j {
				parts[i] = []int{y[i], y[j]}
			}
		}
		return a.sameSums(parts)
	},
	"product": func(a asked) bool {
		k := 1
		for _, y := range a.y(0) {
			k *= y
		}
		return a.is(k)
	},
	"no-sum":      func(a asked) bool { return distinct(a.x(0)) && !subsetMakes(a.y(0), a.value(0)) },
	"ten-line":    func(a asked) bool { return segments(a.y(0), a.value(0)) },
	"thermo":      func(a asked) bool { return steps(a.x(0), func(x, y int) bool { return x < y }) },
	"less":        func(a asked) bool { return steps(a.x(0), func(x, y int) bool { return x < y }) },
	"slow-thermo": func(a asked) bool { return slices.IsSorted(a.x(0)) },
	"equal":       func(a asked) bool { return slices.Min(a.x(0)) == slices.Max(a.x(0)) },
	"whisper":     func(a asked) bool { return steps(a.x(0), func(x, y int) bool { return max(x-y, y-x) >= a.value(0) }) },
	"parity":      func(a asked) bool { return steps(a.x(0), func(x, y int) bool { return x%2 != y%2 }) },
	"renban": func(a asked) bool {
		return distinct(a.x(0)) && slices.Max(a.x(0))-slices.Min(a.x(0)) == len(a.x(0))-1
	},
	"nabner": func(a asked) bool {
		return steps(slices.Sorted(slices.Values(a.x(0))), func(x, y int) bool { return y > x+1 })
	},
	"palindrome": func(a asked) bool { return slices.Equal(a.x(0), backwards(a.x(0))) },
	"modular":    func(a asked) bool { return a.classesHold(a.value(0), func(x int) int { return x % a.value(0) }) },
	"entropic":   func(a asked) bool { return a.classesHold(3, a.third) },
	"between": func(a asked) bool {
		x := a.x(0)
		e, f := x[0], x[len(x)-1]
		return every(x[1:len(x)-1], func(v int) bool { return min(e, f) < v && v < max(e, f) })
	},
	"lockout": func(a asked) bool {
		x := a.x(0)
		e, f := x[0], x[len(x)-1]
		return max(e-f, f-e) >= a.value(0) && every(x[1:len(x)-1], func(v int) bool { return v < min(e, f) || v > max(e, f) })
	},
	"slingshot": func(a asked) bool {
		x, y := a.x(0), a.y(0)
		return 1+y[1] < len(x) && x[1+y[1]] == x[0]
	},
	"regex": func(a asked) bool { return regexp.MustCompile("^(?:" + a.Value + ")$").MatchString(a.word()) },
	"word": func(a asked) bool { // what the two values above accept, by the ranks of digits; 4 stands for all beyond
		if a.Value == "Zac0b1_Zac0" {
			return regexp.MustCompile("^[13]*(2[13]+)*2?$").MatchString(a.ranks())
		}
		return regexp.MustCompile("^[12](3|[12]3)*[12]?$").MatchString(a.ranks())
	},
	"white":      func(a asked) bool { return max(a.x(0)[0]-a.x(0)[1], a.x(0)[1]-a.x(0)[0]) == a.value(1) },
	"difference": func(a asked) bool { return max(a.x(0)[0]-a.x(0)[1], a.x(0)[1]-a.x(0)[0]) == a.value(1) },
	"black":      func(a asked) bool { y := a.y(0); return y[0] == a.value(2)*y[1] || y[1] == a.value(2)*y[0] },
	"quotient":   func(a asked) bool { y := a.y(0); return y[0] == a.value(2)*y[1] || y[1] == a.value(2)*y[0] },
	"x":          func(a asked) bool { return total(a.y(0)) == 10 },
	"v":          func(a asked) bool { return total(a.y(0)) == 5 },
	"pair-sum":   func(a asked) bool { return a.is(total(a.y(0))) },
	"all-dots": func(a asked) bool {
		return a.neighboursHold([]string{"white", "black"}, func(x, y int) bool {
			v, w := x+a.b.Least-1, y+a.b.Least-1
			return max(x-y, y-x) != 1 && v != 2*w && w != 2*v
		})
	},
	"all-white": func(a asked) bool {
		return a.neighboursHold([]string{"white", "black"}, func(x, y int) bool { return max(x-y, y-x) != 1 })
	},
	"all-black": func(a asked) bool {
		return a.neighboursHold([]string{"white", "black"}, func(x, y int) bool {
			v, w := x+a.b.Least-1, y+a.b.Least-1
			return v != 2*w && w != 2*v
		})
	},
	"all-xv": func(a asked) bool {
		return a.neighboursHold([]string{"x", "v"}, func(x, y int) bool {
			sum := x + y + 2*a.b.Least - 2
			return sum != 5 && sum != 10
		})
	},
	"nonconsecutive": func(a asked) bool {
		return a.neighboursHold(nil, func(x, y int) bool { return max(x-y, y-x) != 1 })
	},
	"diagonal-nonconsecutive": func(a asked) bool {
		return a.pairsHold(func(x, y, down, right int) bool { return down != 1 || right != 1 || max(x-y, y-x) != 1 })
	},
	"anti-taxicab": func(a asked) bool {
		return a.pairsHold(func(x, y, down, right int) bool {
			return down == 0 || right == 0 || x != y || x+a.b.Least-1 != down+right
		})
	},
	"global-entropy": func(a asked) bool { return a.squaresHold(a.third) },
	"global-mod":     func(a asked) bool { return a.squaresHold(func(x int) int { return x % 3 }) },
	"flatmates": func(a asked) bool {
		for i, x := range a.grid {
			above, below := 0, 0
			if i >= a.b.Cols {
				above = int(a.grid[i-a.b.Cols])
			}
			if i+a.b.Cols < len(a.grid) {
				below = int(a.grid[i+a.b.Cols])
			}
			if 2*int(x) == a.b.N+1 && above != 1 && below != a.b.N {
				return false
			}
		}
		return true
	},
	"odd":     func(a asked) bool { return every(a.y(0), func(y int) bool { return y%2 == 1 }) },
	"even":    func(a asked) bool { return every(a.y(0), func(y int) bool { return y%2 == 0 }) },
	"low":     func(a asked) bool { return every(a.x(0), func(x int) bool { return 2*x < a.b.N+1 }) },
	"high":    func(a asked) bool { return every(a.x(0), func(x int) bool { return 2*x > a.b.N+1 }) },
	"minimum": func(a asked) bool { return a.extremesHold(func(x, y int) bool { return x < y }) },
	"maximum": func(a asked) bool { return a.extremesHold(func(x, y int) bool { return x > y }) },
	"row-index": func(a asked) bool {
		return a.indexHolds(a.house(func(x, y int) bool { return x%a.b.Cols == y%a.b.Cols }))
	},
	"column-index": func(a asked) bool {
		return a.indexHolds(a.house(func(x, y int) bool { return x/a.b.Cols == y/a.b.Cols }))
	},
	"box-index": func(a asked) bool {
		return a.indexHolds(a.house(func(x, y int) bool { return a.b.Regions[x] == a.b.Regions[y] }))
	},
	"quad":            func(a asked) bool { return a.contains(func(have, want int) bool { return have >= want }) },
	"contain":         func(a asked) bool { return a.contains(func(have, want int) bool { return have >= want }) },
	"contain-exactly": func(a asked) bool { return a.contains(func(have, want int) bool { return have == want }) },
	"look-and-say": func(a asked) bool {
		for pair := range slices.Chunk(strings.Split(a.Value, "."), 2) {
			k, _ := strconv.Atoi(pair[0])
			d, _ := a.b.Digit(pair[1])
			if timesIn(a.x(0), d) != k {
				return false
			}
		}
		return true
	},
	"same-digits": func(a asked) bool {
		for i := range a.Lists {
			if !slices.Equal(slices.Sorted(slices.Values(a.x(i))), slices.Sorted(slices.Values(a.x(0)))) {
				return false
			}
		}
		return true
	},
	"clone": func(a asked) bool { return slices.Equal(a.x(0), a.x(1)) },
	"equality": func(a asked) bool {
		x, odd, low := a.x(0), 0, 0
		for i := range x {
			odd += a.y(0)[i] % 2
			if 2*x[i] < a.b.N+1 {
				low++
			}
		}
		return distinct(x) && 2*odd == len(x) && 2*low == len(x) && every(x, func(v int) bool { return 2*v != a.b.N+1 })
	},
	"circles": func(a asked) bool {
		return every(a.x(0), func(x int) bool { return timesIn(a.x(0), x) == x+a.b.Least-1 })
	},
	"extra": func(a asked) bool { return distinct(a.x(0)) },
	"sandwich": func(a asked) bool {
		sum, ok := a.middleSum(1, a.b.N)
		return ok && a.is(sum)
	},
	"lunchbox": func(a asked) bool {
		sum, ok := a.middleSum(slices.Min(a.x(0)), slices.Max(a.x(0)))
		return ok && a.is(sum) && len(a.x(0)) > 1
	},
	"x-sum": func(a asked) bool {
		y := a.y(0)
		return y[0] <= len(y) && a.is(total(y[:max(y[0], 0)]))
	},
	"skyscraper": func(a asked) bool {
		seen := 0
		for i, x := range a.x(0) {
			if i == 0 || x > slices.Max(a.x(0)[:i]) {
				seen++
			}
		}
		return a.is(seen)
	},
	"hidden-skyscraper": func(a asked) bool {
		for i, x := range a.x(0) {
			if i > 0 && x <= slices.Max(a.x(0)[:i]) {
				return a.b.Symbol(x) == a.Value
			}
		}
		return false
	},
	"numbered-room": func(a asked) bool {
		x := a.x(0)
		return x[0] <= len(x) && a.b.Symbol(x[x[0]-1]) == a.Value
	},
	"pair": func(a asked) bool { // the relation of the value in TestClausesSayWhatSentencesSay: less
		return steps(a.x(0), func(x, y int) bool { return x < y })
	},
}

func (a asked) ranks() (word string) {
	for _, x := range a.x(0) {
		word += strconv.Itoa(min(x, 4))
	}
	return word
}

func (a asked) classesHold(k int, class func(x int) int) bool {
	x := a.x(0)
	for i := range x {
		for j := i + 1; j < len(x) && j <= i+k; j++ {
			if (class(x[i]) == class(x[j])) != (j == i+k) {
				return false
			}
		}
	}
	return true
}

func (a asked) extremesHold(holds func(x, y int) bool) bool {
	ok := true
	for _, cell := range a.Lists[0] {
		for other, y := range a.grid {
			down, right := cell/a.b.Cols-other/a.b.Cols, cell%a.b.Cols-other%a.b.Cols
			if down*down+right*right == 1 && !slices.Contains(a.Lists[0], other) {
				ok = ok && holds(int(a.grid[cell]), int(y))
			}
		}
	}
	return ok
}

func (a asked) contains(fits func(have, want int) bool) bool {
	symbols := strings.Split(a.Value, ".")
	return !slices.ContainsFunc(symbols, func(symbol string) bool {
		d, _ := a.b.Digit(symbol)
		want := 0
		for _, s := range symbols {
			if s == symbol {
				want++
			}
		}
		return !fits(timesIn(a.x(0), d), want)
	})
}

// TestClausesSayWhatSentencesSay compares the clauses of each row with what its sentence says, on random cells and grids.
func TestClausesSayWhatSentencesSay(t *testing.T) {
	for name, row := range table {
		if row.compile == nil {
			continue
		}
		check := direct[name]
		if check == nil || (row.value.normal != nil) != (values[name] != nil || name == "pair") {
			t.Errorf("%s: no check, or no value for it", name)
			continue
		}
		rapid.Check(t, func(t *rapid.T) {
			n := rapid.SampledFrom([]int{4, 5, 6}).Draw(t, "n")
			b := board(n, map[int]int{4: 2, 5: 1, 6: 2}[n], rapid.IntRange(0, 1).Draw(t, "least"))
			if name == "flatmates" {
				b = board(2*(n/2)+1, 1, b.Least)
			}
			c := drawConstraint(t, b, name, row.lists)
			set, err := Normalize(b, []Constraint{c})
			if err != nil {
				t.Fatalf("%+v: %v", c, err)
			}
			random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
			for range 50 {
				grid := make([]uint8, b.N*b.N)
				digits := 1 + random.IntN(b.N) // few of them make repetitions
				for i := range grid {
					grid[i] = uint8(1 + random.IntN(b.N))
					if random.IntN(2) == 0 {
						grid[i] = uint8(1 + random.IntN(digits))
					}
				}
				want := check(asked{&set.Constraints[0], b, set.Constraints, grid})
				if got := clause.AllHold(set.Clauses, grid); got != want {
					t.Fatalf("%s in %v, first digit worth %d: the clauses say %v", Append(nil, b, set.Constraints...), grid, b.Least, got)
				}
			}
		})
	}
}

// drawConstraint draws a constraint of some name whose lists have a form.
func drawConstraint(t *rapid.T, b *Board, name string, form listForm) Constraint {
	c := Constraint{Name: name}
	for i := range rapid.IntRange(form.least, max(form.least, min(form.most, 3))).Draw(t, "lists") {
		f := form.form(i)
		longest := 5
		if f.most > 0 {
			longest = f.most
		}
		length := rapid.IntRange(f.least, longest).Draw(t, "length")
		if i > 0 && form.alike {
			length = len(c.Lists[0])
		}
		cells := rapid.SliceOfNDistinct(rapid.IntRange(0, b.N*b.N-1), length, length, rapid.ID[int]).Draw(t, "cells")
		if f.repeats && rapid.IntRange(0, 3).Draw(t, "again") == 0 {
			cells[len(cells)-1] = cells[0]
		}
		c.Lists = append(c.Lists, cells)
	}
	if all := values[name]; all != nil {
		c.Value = rapid.SampledFrom(all).Draw(t, "value")
	}
	if name == "pair" { // less
		var text strings.Builder
		for i := range b.N * b.N {
			text.WriteByte("01"[map[bool]int{true: 1}[i/b.N < i%b.N]])
		}
		c.Value = bitsText(text.String())
	}
	return c
}

// bitsText writes bits in base64url.
func bitsText(bits string) (text string) {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	bits += "00000000"[:(8-len(bits)%8)%8]
	for i := 0; i < len(bits); i += 6 {
		k, _ := strconv.ParseUint((bits + "000000")[i:i+6], 2, 8)
		text += letters[k : k+1]
	}
	return text
}
