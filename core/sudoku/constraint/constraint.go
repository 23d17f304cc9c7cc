package constraint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// Limits of one puzzle.
const (
	MaxConstraints = 4096
	MaxClauses     = 65536
	MaxStates      = 65536     // of all automata
	MaxText        = 256 << 10 // bytes
	MaxDepth       = 4         // of groups within groups
	MaxCells       = 4096      // of a list
)

// Constraint is one constraint as a person knows it, for texts and drawings. Algorithms see the clauses that it
// compiles to.
type Constraint struct {
	Name   string
	Value  string       // "" for none
	Lists  [][]int      // cells, in the order in which they are named
	Either []Constraint // of "or" and "and"
}

// Board is what constraints need to know of a geometry.
type Board struct {
	N, Rows, Cols int
	Regions       []int // by cell: the number of its box or region from 0, -1 for none
	Least         int   // what the first digit is worth in a sum
	Letters       bool  // digits are worth nothing
	Symbol        func(digit int) string
	Digit         func(symbol string) (int, bool)
}

// symbols returns the symbols of all digits.
func (b *Board) symbols() string {
	var all strings.Builder
	for d := 1; d <= b.N; d++ {
		all.WriteString(b.Symbol(d))
	}
	return all.String()
}

// Set holds the constraints of a puzzle in both forms, as people write them and as algorithms take them. It is never
// changed once made.
type Set struct {
	Constraints []Constraint    // in normal form and order, none twice
	Clauses     []clause.Clause // what they come down to; Clause.Constraint counts Constraints
	Flags       string          // what the head of a geometry says instead: letters behind "+"
}

// Normalize makes the set of constraints that were not read from text.
func Normalize(b *Board, constraints []Constraint) (Set, error) {
	return Parse(b, string(Append(nil, b, constraints...)))
}

// Image returns c with cells[i] in place of cell i and digits[d] in place of digit d of its value. Whether it says
// of the image of a grid what c says of the grid depends on its name.
func (c *Constraint) Image(b *Board, cells []int, digits []uint8) Constraint {
	image := Constraint{Name: c.Name, Value: c.Value}
	for _, list := range c.Lists {
		moved := make([]int, len(list))
		for i, cell := range list {
			moved[i] = cells[cell]
		}
		image.Lists = append(image.Lists, moved)
	}
	for i := range c.Either {
		image.Either = append(image.Either, c.Either[i].Image(b, cells, digits))
	}
	every := table[c.Name].value.symbols
	if every == 0 {
		return image
	}
	parts := strings.Split(c.Value, ".")
	for i := every - 1; i < len(parts); i += every {
		d, _ := b.Digit(parts[i])
		parts[i] = b.Symbol(int(digits[d]))
	}
	image.Value = strings.Join(parts, ".")
	return image
}

// Sentence says in words what a constraint asks for: "Digits increase along the thermometer from r1c2."
func (c *Constraint) Sentence(b *Board) string {
	switch c.Name {
	case "or", "and":
		var parts []string
		for i := range c.Either {
			parts = append(parts, strings.TrimSuffix(c.Either[i].Sentence(b), "."))
		}
		return strings.Join(parts, "; "+c.Name+" ") + "."
	}
	texts := map[string]string{"value": strings.ReplaceAll(c.Value, ".", " or "),
		"all": joined(strings.Split(c.Value, "."))}
	for _, usual := range []string{"1", "2"} {
		if texts["value:"+usual] = texts["value"]; c.Value == "" {
			texts["value:"+usual] = usual
		}
	}
	if row := table[c.Name]; row.value.text {
		texts["value"] = c.Value
	}
	var cells, counts []string
	for _, list := range c.Lists {
		cells = append(cells, string(appendCells(nil, b, list)))
	}
	for pair := range slices.Chunk(strings.Split(c.Value, "."), 2) {
		counts = append(counts, strings.Join(pair, " times "))
	}
	texts["counts"], texts["lists"] = joined(counts), joined(cells)
	if len(cells) > 0 {
		texts["cells"], texts["first"], texts["others"] = cells[0], cells[0], joined(cells[1:])
		texts["start"] = string(appendCells(nil, b, c.Lists[0][:1]))
	}
	return filled(table[c.Name].sentence, texts)
}

// filled puts texts in place of their names in braces. A part in brackets is left out if one of its texts is empty.
func filled(sentence string, texts map[string]string) string {
	before, rest, found := strings.Cut(sentence, "[")
	if inside, after, _ := strings.Cut(rest, "]"); found {
		part := filled(inside, texts)
		if strings.Contains(part, "\x00") {
			part = ""
		}
		return filled(before, texts) + part + filled(after, texts)
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(sentence, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		if texts[name] == "" {
			b.WriteByte(0)
		}
		b.WriteString(texts[name])
		sentence = after
	}
}

// joined lists texts: "1, 2 and 3".
func joined(texts []string) string {
	last := len(texts) - 1
	if last < 1 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:last], ", ") + " and " + texts[last]
}

// Fault says how a clause of a constraint does not hold in a full grid: "has the sum 16".
func (b *Board) Fault(c *clause.Clause, grid []uint8) string {
	switch {
	case c.Kind == clause.Sum && c.Weights == nil:
		sum := 0
		for _, cell := range c.Cells {
			sum += int(grid[cell]) + b.Least - 1
		}
		return fmt.Sprint("has the sum ", sum)
	case c.Kind == clause.Differ:
		for i, cell := range c.Cells {
			if slices.ContainsFunc(c.Cells[i+1:], func(other int) bool { return grid[other] == grid[cell] }) {
				return fmt.Sprintf("holds %s twice", b.Symbol(int(grid[cell])))
			}
		}
	}
	return "does not hold"
}
