package clause

import "slices"

// Image returns what a clause says after a map of cells and digits: what held of cell c holds of cells[c], and digit d
// has become digits[d], 1 … n. It is false for a sum unless digits stay or are reversed, d becoming n+1-d.
func (c *Clause) Image(n int, cells []int, digits []uint8) (image Clause, ok bool) {
	image = *c
	image.Cells, image.Digits = make([]int, len(c.Cells)), slices.Clone(c.Digits)
	for i, cell := range c.Cells {
		image.Cells[i] = cells[cell]
	}
	for i, set := range c.Digits {
		image.Digits[i] = 0
		for d := range set.All {
			image.Digits[i] = image.Digits[i].With(int(digits[d]))
		}
	}
	switch c.Kind {
	case Sum:
		return image.relabelledSum(n, digits)
	case Pair:
		source := inverse(digits)
		image.Relation = NewRelation(n, func(a, b int) bool { return c.Relation.Holds(int(source[a]), int(source[b])) })
	case Word:
		image.Automaton = c.Automaton.relabelled(digits)
	case Any:
		image.Either = make([][]Clause, len(c.Either))
		for i, list := range c.Either {
			if image.Either[i], ok = Images(n, list, cells, digits); !ok {
				return image, false
			}
		}
	}
	return image, true
}

// Images returns the images of clauses; see Image.
func Images(n int, clauses []Clause, cells []int, digits []uint8) (images []Clause, ok bool) {
	for i := range clauses {
		image, ok := clauses[i].Image(n, cells, digits)
		if !ok {
			return nil, false
		}
		images = append(images, image)
	}
	return images, true
}

func inverse(digits []uint8) []uint8 {
	source := make([]uint8, len(digits))
	for d, to := range digits {
		source[to] = uint8(d)
	}
	return source
}

// relabelledSum returns a sum over relabelled digits. Those reversed make n+1 times the weights less the total.
func (c Clause) relabelledSum(n int, digits []uint8) (Clause, bool) {
	stays, reversed, weights := true, true, 0
	for d := 1; d <= n; d++ {
		stays, reversed = stays && int(digits[d]) == d, reversed && int(digits[d]) == n+1-d
	}
	if stays || !reversed {
		return c, stays
	}
	for i := range c.Cells {
		weights += c.Weight(i)
	}
	total := make([]Range, len(c.Total))
	for i, r := range c.Total {
		total[len(total)-1-i] = Range{(n+1)*weights - r.High, (n+1)*weights - r.Low}
	}
	c.Total = total
	return c, true
}

// relabelled returns the automaton of the same words in other digits.
func (a *Automaton) relabelled(digits []uint8) *Automaton {
	next := make([]int32, len(a.next))
	for i, to := range a.next {
		next[i-i%a.n+int(digits[i%a.n+1])-1] = to
	}
	b, err := minimal(a.n, next, slices.Clone(a.accepts))
	if err != nil {
		panic(err) // it has as many states as a
	}
	return b
}
