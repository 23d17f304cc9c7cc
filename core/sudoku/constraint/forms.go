package constraint

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// valueForm is what may stand behind the equals sign.
type valueForm struct {
	normal   func(b *Board, value string) (string, error) // checks a value and returns its normal form; nil if there is none
	optional bool
	symbols  int  // 1 if each part is a digit's symbol, 2 if each second one is
	text     bool // the value is a text, not numbers or symbols parted by "."
}

var (
	number     = valueForm{normal: oneNumber(math.MinInt)}
	modulus    = valueForm{normal: oneNumber(1)}
	numbers    = valueForm{normal: someNumbers} // any of them will do
	digit      = valueForm{normal: oneDigit, symbols: 1}
	digits     = valueForm{normal: someDigits, symbols: 1}
	counts     = valueForm{normal: someCounts, symbols: 2} // pairs of a number and a digit
	expression = valueForm{normal: anExpression, text: true}
	machine    = valueForm{normal: anAutomaton, text: true}
	relation   = valueForm{normal: aRelation, text: true}
)

// orNone returns the form with which a value may be left out.
func (f valueForm) orNone() valueForm {
	f.optional = true
	return f
}

// check checks the value of a constraint and writes it in its normal form.
func (f valueForm) check(b *Board, c *Constraint) (err error) {
	switch {
	case c.Value == "" && (f.optional || f.normal == nil):
		return nil
	case c.Value == "":
		return fmt.Errorf("a value is missing: %s=…", c.Name)
	case f.normal == nil:
		return fmt.Errorf("it takes no value, but %q is given", c.Value)
	}
	if c.Value, err = f.normal(b, c.Value); err != nil {
		return fmt.Errorf("value %q: %w", shortened(c.Value), err)
	}
	return nil
}

// shortened returns what is quoted of a value.
func shortened(value string) string {
	if len(value) > 40 {
		return value[:40] + "…"
	}
	return value
}

// largest is how large the numbers of a value may be.
const largest = 1_000_000_000

// parseNumber returns a whole number within the limit.
func parseNumber(text string) (int, error) {
	k, err := strconv.Atoi(text)
	if err != nil || k > largest || k < -largest {
		return 0, fmt.Errorf("%q is not a whole number up to %d", text, largest)
	}
	return k, nil
}

// oneNumber returns the form of a value that is a number from least up.
func oneNumber(least int) func(*Board, string) (string, error) {
	return func(_ *Board, value string) (string, error) {
		k, err := parseNumber(value)
		if err == nil && k < least {
			err = fmt.Errorf("a number from %d up is meant", least)
		}
		if err != nil {
			return value, err
		}
		return strconv.Itoa(k), nil
	}
}

// someNumbers returns numbers parted by dots, in order and without repeats.
func someNumbers(_ *Board, value string) (string, error) {
	var all []int
	for text := range strings.SplitSeq(value, ".") {
		k, err := parseNumber(text)
		if err != nil {
			return value, err
		}
		all = append(all, k)
	}
	slices.Sort(all)
	var parts []string
	for _, k := range slices.Compact(all) {
		parts = append(parts, strconv.Itoa(k))
	}
	return strings.Join(parts, "."), nil
}

// oneDigit returns the symbol of a value that is a digit.
func oneDigit(b *Board, value string) (string, error) {
	d, ok := b.Digit(value)
	if !ok {
		return value, fmt.Errorf("%q is not a digit", value)
	}
	return b.Symbol(d), nil
}

// someDigits returns digits parted by dots, in order.
func someDigits(b *Board, value string) (string, error) {
	var all []int
	for symbol := range strings.SplitSeq(value, ".") {
		d, ok := b.Digit(symbol)
		if !ok {
			return value, fmt.Errorf("%q is not a digit", symbol)
		}
		all = append(all, d)
	}
	slices.Sort(all)
	parts := make([]string, len(all))
	for i, d := range all {
		parts[i] = b.Symbol(d)
	}
	return strings.Join(parts, "."), nil
}

// someCounts reads "2.3.1.5": two threes and one five.
func someCounts(b *Board, value string) (string, error) {
	parts := strings.Split(value, ".")
	if len(parts)%2 == 1 {
		return value, errors.New("counts and digits in turns are meant: 2.3.1.5 for two threes and a five")
	}
	counts := make([]int, b.N+1)
	for i := 0; i < len(parts); i += 2 {
		k, err := parseNumber(parts[i])
		d, ok := b.Digit(parts[i+1])
		switch {
		case err != nil:
			return value, err
		case !ok:
			return value, fmt.Errorf("%q is not a digit", parts[i+1])
		case k < 1 || counts[d] > 0:
			return value, fmt.Errorf("%q is counted twice, or not at all", parts[i+1])
		}
		counts[d] = k
	}
	parts = parts[:0]
	for d, k := range counts {
		if k > 0 {
			parts = append(parts, strconv.Itoa(k), b.Symbol(d))
		}
	}
	return strings.Join(parts, "."), nil
}

// anExpression refuses a value that is not a regular expression.
func anExpression(b *Board, value string) (string, error) {
	_, err := parseRegex(b, value)
	return value, err
}

// anAutomaton returns the text of the smallest automaton of equal meaning.
func anAutomaton(b *Board, value string) (string, error) {
	a, err := clause.ParseAutomaton(b.N, value)
	if err != nil {
		return value, err
	}
	return a.Text(), nil
}

// aRelation reads N² bits, those of the first digit with each digit first, six a letter, the highest first.
func aRelation(b *Board, value string) (string, error) {
	bits, err := base64.RawURLEncoding.DecodeString(value)
	switch size := (b.N*b.N + 7) / 8; {
	case err != nil:
		return value, errors.New("it is not in base64url")
	case len(bits) != size:
		return value, fmt.Errorf("%s instead of %d: a bit for each two digits", plural(len(bits), "byte"), size)
	default:
		bits[size-1] &= 0xff << (8*size - b.N*b.N)
	}
	return base64.RawURLEncoding.EncodeToString(bits), nil
}

// cellForm is how many cells a list has, and what their order says.
type cellForm struct {
	least, most int  // most 0 is any number
	set         bool // the order of cells says nothing
	turns       bool // a list reads the same backwards
	repeats     bool // a cell may come again
}

// listForm is how many lists of cells a constraint has.
type listForm struct {
	first, others cellForm
	least, most   int
	alike         bool // lists have equally many cells
	free          bool // the order of lists says nothing
	freeOthers    bool // nor does that of the lists behind the first
}

// lists returns the form of a constraint with least to most lists of the same form.
func lists(least, most int, form cellForm) listForm {
	return listForm{first: form, others: form, least: least, most: most}
}

var (
	setOfCells = lists(1, 1, cellForm{least: 1, set: true})
	twoCells   = lists(1, 1, cellForm{least: 2, most: 2, set: true})
	line       = lists(1, 1, cellForm{least: 2, repeats: true})              // from its begin
	path       = lists(1, 1, cellForm{least: 2, turns: true, repeats: true}) // from either end
	clue       = lists(1, 1, cellForm{least: 1})                             // a line seen from outside the grid
)

// plural returns "1 cell", "2 cells", …
func plural(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprint(n, " ", what)
}

// mostLists is how many lists a constraint has at most, if there is no other limit.
const mostLists = 1024

// form returns the form of list i.
func (f *listForm) form(i int) cellForm {
	if i == 0 {
		return f.first
	}
	return f.others
}

// check refuses a wrong number of lists.
func (f *listForm) check(lists [][]int) error {
	switch n := len(lists); {
	case n >= f.least && n <= f.most:
	case f.most == 0:
		return errors.New("it takes no cells")
	case n == 0:
		return errors.New("its cells are missing")
	case f.least == f.most:
		return fmt.Errorf("%s of cells instead of %d", plural(n, "list"), f.least)
	default:
		return fmt.Errorf("%s of cells; %d to %d are meant", plural(n, "list"), f.least, f.most)
	}
	for i, list := range lists {
		if err := f.form(i).check(list); err != nil {
			return err
		}
		if f.alike && len(list) != len(lists[0]) {
			return fmt.Errorf("lists of %d and of %d cells; they have to be equally long", len(lists[0]), len(list))
		}
	}
	return nil
}

// check refuses a list with a wrong number of cells.
func (f cellForm) check(list []int) error {
	switch n := len(list); {
	case n >= f.least && (f.most == 0 || n <= f.most):
	case f.most == f.least:
		return fmt.Errorf("a list of %s instead of %d", plural(n, "cell"), f.least)
	case f.most == 0:
		return fmt.Errorf("a list of %s; at least %d are meant", plural(n, "cell"), f.least)
	default:
		return fmt.Errorf("a list of %s; %d to %d are meant", plural(n, "cell"), f.least, f.most)
	}
	if !f.repeats {
		seen := slices.Sorted(slices.Values(list))
		if len(slices.Compact(seen)) < len(list) {
			return errors.New("a cell comes twice")
		}
	}
	return nil
}

// normal puts lists into the form in which they are written.
func (f *listForm) normal(lists [][]int) {
	for i, list := range lists {
		form := f.form(i)
		if form.set {
			slices.Sort(list)
		} else if turned := reversed(list); form.turns && slices.Compare(turned, list) < 0 {
			copy(list, turned)
		}
	}
	switch {
	case f.free:
		slices.SortFunc(lists, slices.Compare[[]int])
	case f.freeOthers && len(lists) > 1:
		slices.SortFunc(lists[1:], slices.Compare[[]int])
	}
}

// reversed returns the list from its end.
func reversed(list []int) []int {
	turned := slices.Clone(list)
	slices.Reverse(turned)
	return turned
}
