package iss

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/draft"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// writer writes a puzzle. Constraints that have no type there are written as what they come down to.
type writer struct {
	strings.Builder
	p     *sudoku.Puzzle
	b     *constraint.Board
	unfit bool // something had no room
}

// Write returns the text of a puzzle, false if there is no room for it: other digits than 1 … N or 0 … N-1, more than
// 16 of them, probabilities, houses that have no name there.
func Write(p *sudoku.Puzzle) (text string, ok bool) {
	g := p.Geometry()
	b, err := g.Board()
	if err != nil || !draft.Numeric(b) || g.N() > draft.MostN || g.Rows() != g.N() {
		return "", false
	}
	w := &writer{p: p, b: b}
	w.unfit = !w.frame(g) || !w.givens()
	for i := range p.Constraints() {
		w.constraint(i)
	}
	text = w.String()
	if text == "" {
		text = ".Shape~9x9"
	} else if n, _ := Constraints(text, 0); n == 1 && !strings.HasPrefix(text, ".Shape") {
		// A line of one constraint could be part of the puzzle on the line before.
		text = ".Shape~9x9" + text
	}
	return text, !w.unfit
}

// put writes a type with its arguments.
func (w *writer) put(name string, args ...string) {
	w.WriteString("." + name)
	for _, arg := range args {
		w.WriteString("~" + arg)
	}
}

// frame writes size, boxes and flags.
func (w *writer) frame(g *sudoku.Geometry) bool {
	n := g.N()
	if w.b.Least == 0 {
		w.put("Shape", fmt.Sprintf("%dx%d", n, n), fmt.Sprintf("0-%d", n-1))
	} else if n != 9 {
		w.put("Shape", fmt.Sprintf("%dx%d", n, n))
	}
	rows, cols := g.BoxSize()
	usual := draft.UsualRows(n)
	if usual > 0 && rows != usual {
		w.put("NoBoxes")
	}
	if slices.Max(w.b.Regions) >= 0 && (rows == 0 || rows != usual) {
		labels := ""
		for _, region := range w.b.Regions {
			labels += strconv.FormatInt(int64(region+1), 18)
		}
		if strings.Count(labels, "0") == n {
			return false // it would be one region more
		}
		w.put("Jigsaw", labels)
	}
	flags := map[sudoku.HouseKind]string{sudoku.Diagonal: "Diagonal~1.Diagonal~-1", sudoku.Window: "Windoku",
		sudoku.Group: "DisjointSets", sudoku.Knight: "AntiKnight", sudoku.King: "AntiKing"}
	for _, h := range g.Houses() {
		if name := flags[h.Kind]; name != "" {
			w.put(name)
			delete(flags, h.Kind)
		}
	}
	return (rows == cols || flags[sudoku.Window] != "") && (rows == usual || flags[sudoku.Group] != "")
}

// cell returns the name of a cell, in base 17.
func (w *writer) cell(cell int) string {
	name := func(i int) string { return strconv.FormatInt(int64(i)+1, 17) }
	return "R" + name(cell/w.b.Cols) + "C" + name(cell%w.b.Cols)
}

// cells returns the names of cells.
func (w *writer) cells(cells []int) []string {
	names := make([]string, len(cells))
	for i, cell := range cells {
		names[i] = w.cell(cell)
	}
	return names
}

// digits returns "_" and a digit for each of a set.
func (w *writer) digits(digits clause.Digits) (text string) {
	for digit := range digits.All {
		text += "_" + strconv.Itoa(digit+w.b.Least-1)
	}
	return text
}

// givens writes the givens and the marks, and reports whether there are any.
func (w *writer) givens() bool {
	var args []string
	for cell, digit := range w.p.Givens() {
		if digit != 0 {
			args = append(args, w.cell(cell)+w.digits(clause.Digits(0).With(int(digit))))
		}
	}
	for _, s := range w.p.Soft() {
		if s.Prob != nil {
			return false
		}
		args = append(args, w.cell(s.Cell)+w.digits(clause.Digits(s.Allowed)))
	}
	if args != nil {
		w.put("", args...)
	}
	return true
}

// constraint writes one constraint, by its type if it has one that says it all.
func (w *writer) constraint(i int) {
	c := &w.p.Constraints()[i]
	if c.Either != nil && apart(c) {
		w.group(c)
		return
	}
	if c.Either != nil || !w.typed(c) {
		var clauses []clause.Clause
		for _, cl := range w.p.Clauses() {
			if cl.Constraint == i {
				clauses = append(clauses, cl)
			}
		}
		w.clauses(clauses)
	}
}

// apart reports whether the constraints of a group mean the same whatever others there are; types that depend on others
// may not be in a group.
func apart(c *constraint.Constraint) bool {
	for i := range c.Either {
		member := &c.Either[i]
		if member.Either == nil && (member.Lists == nil || member.Name == "minimum" || member.Name == "maximum") ||
			!apart(member) {
			return false
		}
	}
	return true
}

// group writes a group of constraints, those of several types within a group of their own.
func (w *writer) group(c *constraint.Constraint) {
	w.put(map[string]string{"or": "Or", "and": "And"}[c.Name])
	for i := range c.Either {
		member := &writer{p: w.p, b: w.b}
		if c.Either[i].Either != nil {
			member.group(&c.Either[i])
		} else if !member.typed(&c.Either[i]) {
			set, err := constraint.Normalize(w.b, c.Either[i:i+1])
			member.clauses(set.Clauses)
			member.unfit = member.unfit || err != nil
		}
		text := member.String()
		if c.Name == "or" && strings.Count(text, ".") != 1 && !strings.HasPrefix(text, ".And") {
			text = ".And" + text + ".End"
		}
		w.WriteString(text)
		w.unfit = w.unfit || member.unfit
	}
	w.put("End")
}

// typed writes a constraint by its type.
func (w *writer) typed(c *constraint.Constraint) bool {
	row := draft.Called(c.Name)
	if row == nil || row.ISS == "" || w.b.Least == 0 && fromZero[row.ISS] != nil || c.Value == "0" && meansMore[c.Name] {
		return false
	}
	var args []string
	switch row.Args {
	case draft.Alone:
		w.put(row.ISS)
		return true
	case draft.Cells:
		args = w.cells(c.Lists[0])
	case draft.Value:
		args = w.behind(c.Value, c.Lists[0])
	case draft.Digits:
		args = w.behind(strings.Join(w.numbers(c.Value), "_"), c.Lists[0])
	case draft.Neighbours:
		if c.Value == "" && draft.Touch(w.b.N, c.Lists[0][0], c.Lists[0][1]) {
			args = w.cells(c.Lists[0])
		}
	case draft.Start, draft.Ends:
		args = w.outside(row, c)
	default:
		if c.Name == "arrow" {
			return w.arrow(c)
		}
		if of := ownTypes[c.Name]; of != nil {
			args = of(w, c)
		}
	}
	if args != nil {
		w.put(row.ISS, args...)
	}
	return args != nil
}

// meansMore has the constraints whose types say something else with a 0 behind them.
var meansMore = map[string]bool{"cage": true, "lockout": true, "no-sum": true, "skyscraper": true, "x-sum": true}

// numbers returns the digits that a value names, as numbers.
func (w *writer) numbers(value string) []string {
	symbols := strings.Split(value, ".")
	for i, symbol := range symbols {
		digit, _ := w.b.Digit(symbol)
		symbols[i] = strconv.Itoa(digit + w.b.Least - 1)
	}
	return symbols
}

// outside returns the arguments of a clue of a whole row or column.
func (w *writer) outside(row *draft.Row, c *constraint.Constraint) []string {
	cells, n := c.Lists[0], w.b.N
	value := c.Value
	if c.Name == "hidden-skyscraper" || c.Name == "numbered-room" {
		value = w.numbers(value)[0]
	}
	for i := range n {
		for k, whole := range [][]int{draft.Line(n, i, 0, 0, 1), draft.Line(n, 0, i, 1, 0)} {
			name := "RC"[k:k+1] + strconv.FormatInt(int64(i)+1, 17)
			forth := slices.Equal(cells, whole)
			slices.Reverse(whole)
			back := slices.Equal(cells, whole)
			switch {
			case row.Args == draft.Start && (forth || back):
				return []string{value, name}
			case forth:
				return []string{name, value, ""}
			case back:
				return []string{name, "", value}
			}
		}
	}
	return nil
}

// ownTypes returns the arguments of constraints whose types have a form of their own, nil if there is no room for one.
var ownTypes = map[string]func(w *writer, c *constraint.Constraint) []string{
	"cage": func(w *writer, c *constraint.Constraint) []string {
		if strings.Contains(c.Value, ".") {
			return nil
		}
		return w.behind(c.Value, c.Lists[0])
	},
	"little-killer": func(w *writer, c *constraint.Constraint) []string {
		cells := c.Lists[0]
		for _, end := range []int{cells[0], cells[len(cells)-1]} {
			whole := diagonal(w.b.N, end)
			if end != cells[0] {
				slices.Reverse(whole)
			}
			if slices.Equal(whole, cells) {
				return []string{c.Value, w.cell(end)}
			}
		}
		return nil
	},
	"equal-sums": func(w *writer, c *constraint.Constraint) []string {
		args := w.cells(c.Lists[0])
		for _, list := range c.Lists[1:] {
			args = append(args, w.behind("-", list)...)
		}
		return args
	},
	"equal": func(w *writer, c *constraint.Constraint) []string {
		return w.behind(strconv.Itoa(len(c.Lists[0])), c.Lists[0])
	},
	"same-digits": func(w *writer, c *constraint.Constraint) []string {
		unlike := func(list []int) bool { return len(list) != len(c.Lists[0]) || len(list) < 2 }
		if slices.ContainsFunc(c.Lists, unlike) {
			return nil
		}
		return w.behind(strconv.Itoa(len(c.Lists)), slices.Concat(c.Lists...))
	},
	"quad": func(w *writer, c *constraint.Constraint) []string {
		cells, n := c.Lists[0], w.b.N
		if len(cells) != 4 || !slices.Equal(cells, []int{cells[0], cells[0] + 1, cells[0] + n, cells[0] + n + 1}) ||
			cells[0]%n == n-1 {
			return nil
		}
		return append([]string{w.cell(cells[0])}, w.numbers(c.Value)...)
	},
	"row-index":    func(w *writer, c *constraint.Constraint) []string { return w.behind("R", c.Lists[0]) },
	"column-index": func(w *writer, c *constraint.Constraint) []string { return w.behind("C", c.Lists[0]) },
	"less": func(w *writer, c *constraint.Constraint) []string {
		cells := c.Lists[0]
		if len(cells) != 2 || !draft.Touch(w.b.N, cells[0], cells[1]) {
			return nil
		}
		return []string{w.cell(cells[1]), w.cell(cells[0])}
	},
	"look-and-say": func(w *writer, c *constraint.Constraint) []string {
		text := ""
		parts := strings.Split(c.Value, ".")
		for i := 1; i < len(parts); i += 2 {
			text += parts[i-1] + w.numbers(parts[i])[0]
		}
		if len(text) != len(parts) {
			return nil
		}
		return w.behind(text, c.Lists[0])
	},
}

// behind returns an argument with cells behind it.
func (w *writer) behind(arg string, cells []int) []string {
	return append([]string{arg}, w.cells(cells)...)
}

// arrow writes an arrow for each shaft.
func (w *writer) arrow(c *constraint.Constraint) bool {
	circle := c.Lists[0]
	if len(circle) > 1 && w.b.N+w.b.Least-1 > 9 || len(circle) > 3 || !w.readable(circle) {
		return false
	}
	for _, shaft := range c.Lists[1:] {
		if cells := slices.Concat(circle, shaft); len(circle) == 1 {
			w.put("Arrow", w.cells(cells)...)
		} else {
			w.put("PillArrow", w.behind(strconv.Itoa(len(circle)), cells)...)
		}
	}
	return true
}

// readable reports whether cells of a pill read in one way from its first on: each to the right of the one before or
// below it.
func (w *writer) readable(circle []int) bool {
	for i := 1; i < len(circle); i++ {
		a, b, n := circle[i-1], circle[i], w.b.N
		if (b != a+1 && b != a+n+1 || b%n == 0) && b != a+n {
			return false
		}
	}
	return true
}

// clauses writes what constraints come down to: relations that are the same in one type.
func (w *writer) clauses(clauses []clause.Clause) {
	var relations []*clause.Relation
	lines := map[*clause.Relation][]string{}
	for i := range clauses {
		c := &clauses[i]
		if c.Kind != clause.Pair {
			w.clause(c)
			continue
		}
		k := slices.IndexFunc(relations, func(r *clause.Relation) bool { return slices.Equal(r.There, c.Relation.There) })
		if k < 0 {
			k, relations = len(relations), append(relations, c.Relation)
		}
		r := relations[k]
		if lines[r] != nil {
			lines[r] = append(lines[r], "")
		}
		lines[r] = append(lines[r], w.cells(c.Cells)...)
	}
	for _, r := range relations {
		w.put("Pair", append([]string{w.relation(r), "_"}, lines[r]...)...)
	}
}

// relation writes a bit for each two digits, six of them a letter, the least first.
func (w *writer) relation(r *clause.Relation) string {
	n := w.b.N
	letters := make([]byte, (n*n+5)/6)
	for i := range n * n {
		if r.There[i/n].Has(i%n + 1) {
			letters[i/6] |= 1 << (i % 6)
		}
	}
	for i := range letters {
		letters[i] = base64Letters[letters[i]]
	}
	return string(letters)
}

// clause writes a clause by the type that fits it best.
func (w *writer) clause(c *clause.Clause) {
	switch c.Kind {
	case clause.In:
		w.put("", w.cell(c.Cells[0])+w.digits(c.Digits[0]))
	case clause.Differ:
		w.put("AllDifferent", w.cells(c.Cells)...)
	case clause.Pair:
		w.clauses([]clause.Clause{*c})
	case clause.Sum:
		if len(c.Total) == 1 && c.Total[0].Low == c.Total[0].High && w.light(c) {
			w.sum(c)
		} else {
			w.counted(c)
		}
	case clause.Count:
		w.counted(c)
	case clause.Word:
		w.put("NFA", append([]string{encodeMachine(c.Automaton)}, w.behind("_", c.Cells)...)...)
	case clause.Any:
		w.put("Or")
		for _, either := range c.Either {
			w.put("And")
			w.clauses(either)
			w.put("End")
		}
		w.put("End")
	}
}

// light reports whether no weight of a sum is too large.
func (w *writer) light(c *clause.Clause) bool {
	return !slices.ContainsFunc(c.Weights, func(weight int) bool { return weight > 100 || weight < -100 })
}

// sum writes a sum of the values of digits, with one total.
func (w *writer) sum(c *clause.Clause) {
	total, weights := c.Total[0].Low, ""
	for i := range c.Cells {
		total += c.Weight(i) * (w.b.Least - 1)
		weights += "_" + strconv.Itoa(c.Weight(i))
	}
	value := strconv.Itoa(total)
	if c.Weights != nil {
		value += "_=" + weights
	}
	w.put("Sum", w.behind(value, c.Cells)...)
}

// counted writes a sum or a count as an automaton that adds up along the cells.
func (w *writer) counted(c *clause.Clause) {
	type state struct{ place, sum int }
	least, most := bounds(c, w.b.N)
	a, err := clause.Build(w.b.N, state{}, func(s state, digit int) (state, bool) {
		if s.place == len(c.Cells) {
			return s, false
		}
		s.sum += c.Adds(s.place, digit)
		s.place++
		fits := slices.ContainsFunc(c.Total, func(r clause.Range) bool {
			return s.sum+most[s.place] >= r.Low && s.sum+least[s.place] <= r.High
		})
		return s, fits
	}, func(s state) bool {
		return s.place == len(c.Cells) && slices.ContainsFunc(c.Total, func(r clause.Range) bool {
			return r.Low <= s.sum && s.sum <= r.High
		})
	})
	if err != nil {
		w.unfit = true
		return
	}
	w.put("NFA", append([]string{encodeMachine(a)}, w.behind("_", c.Cells)...)...)
}

// bounds returns the least and the most that the cells from each place on can add.
func bounds(c *clause.Clause, n int) (least, most []int) {
	least, most = make([]int, len(c.Cells)+1), make([]int, len(c.Cells)+1)
	for i := len(c.Cells) - 1; i >= 0; i-- {
		low, high := c.Adds(i, 1), c.Adds(i, 1)
		for digit := 2; digit <= n; digit++ {
			low, high = min(low, c.Adds(i, digit)), max(high, c.Adds(i, digit))
		}
		least[i], most[i] = least[i+1]+low, most[i+1]+high
	}
	return least, most
}
