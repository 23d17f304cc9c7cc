package constraint

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Normalize checks constraints that were not read from text, and returns them in normal form.
func Normalize(b *Board, constraints []Constraint) ([]Constraint, error) {
	return Parse(b, string(Append(nil, b, constraints...)))
}

// check reports what is wrong with a constraint that has been read, and brings its value into normal form.
func check(b *Board, c *Constraint) error {
	if c.Name == "or" || c.Name == "and" {
		if len(c.Either) == 0 {
			return errors.New("no alternatives")
		}
		return nil
	}
	row := table[c.Name]
	if err := row.value.check(b, c); err != nil {
		return err
	}
	return row.lists.check(b, c.Lists)
}

// largest is how large the numbers of a value may be.
const largest = 1_000_000

func (f valueForm) check(b *Board, c *Constraint) error {
	switch {
	case c.Value == "" && (f.optional || f.what == noValue):
		return nil
	case c.Value == "":
		return fmt.Errorf("a value is missing: %s=…", c.Name)
	case f.what == noValue:
		return fmt.Errorf("it has no value, but %q is given", c.Value)
	}
	parts := strings.Split(c.Value, ".")
	if f.what == number && len(parts) > 1 {
		return fmt.Errorf("value %q: one number is meant", c.Value)
	}
	if f.what == digits {
		for _, symbol := range parts {
			if _, ok := b.Digit(symbol); !ok {
				return fmt.Errorf("value %q: %q is not a digit", c.Value, symbol)
			}
		}
		slices.SortFunc(parts, func(x, y string) int {
			a, _ := b.Digit(x)
			d, _ := b.Digit(y)
			return a - d
		})
		c.Value = strings.Join(parts, ".")
		return nil
	}
	var all []int
	for _, text := range parts {
		k, err := strconv.Atoi(text)
		if err != nil || k > largest || k < -largest {
			return fmt.Errorf("value %q: %q is not a whole number up to %d", c.Value, text, largest)
		}
		all = append(all, k)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	for i, k := range all {
		parts[i] = strconv.Itoa(k)
	}
	c.Value = strings.Join(parts[:len(all)], ".")
	return nil
}

func (f listForm) check(b *Board, lists [][]int) error {
	if len(lists) < f.least || len(lists) > f.most {
		return fmt.Errorf("%d lists of cells; %d to %d are meant", len(lists), f.least, f.most)
	}
	for _, list := range lists {
		if len(list) < f.cells || f.exactly > 0 && len(list) != f.exactly {
			return fmt.Errorf("a list of %d cells; at least %d are meant", len(list), f.cells)
		}
		if seen := slices.Clone(list); !f.repeats {
			slices.Sort(seen)
			if len(slices.Compact(seen)) < len(list) {
				return errors.New("a cell comes twice")
			}
		}
	}
	return nil
}
