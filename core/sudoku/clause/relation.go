package clause

import (
	"encoding/base64"
	"slices"
	"strconv"
	"sync"
)

// Relation says which digits of two cells go together. Equal relations are one pointer, unless very many others were
// made between.
type Relation struct {
	There []Digits // There[d-1]: the digits that may stand in the second cell if d stands in the first
	Back  []Digits // Back[d-1]: those of the first cell if d stands in the second
}

var relations kept[Relation]

// NewRelation makes a relation of the pairs of digits 1 … n for which holds is true.
func NewRelation(n int, holds func(a, b int) bool) *Relation {
	r := &Relation{There: make([]Digits, n), Back: make([]Digits, n)}
	for a := 1; a <= n; a++ {
		for b := 1; b <= n; b++ {
			if holds(a, b) {
				r.There[a-1] = r.There[a-1].With(b)
				r.Back[b-1] = r.Back[b-1].With(a)
			}
		}
	}
	return relations.only(r.Key(), r, len(r.There))
}

// Key is equal for equal relations: There, in hexadecimal digits.
func (r *Relation) Key() string {
	key := make([]byte, 0, 4*len(r.There))
	for i, there := range r.There {
		if i > 0 {
			key = append(key, '.')
		}
		key = strconv.AppendUint(key, uint64(there), 16)
	}
	return string(key)
}

// Text returns the value of the constraint "pair" of a relation: a bit for each two digits, in base64.
func (r *Relation) Text() string {
	n := len(r.There)
	bits := make([]byte, (n*n+7)/8)
	for i := range n * n {
		if r.Holds(i/n+1, i%n+1) {
			bits[i/8] |= 0x80 >> (i % 8)
		}
	}
	return base64.RawURLEncoding.EncodeToString(bits)
}

// Holds reports whether digit a in the first cell goes with b in the second.
func (r *Relation) Holds(a, b int) bool { return r.There[a-1].Has(b) }

// difference returns by how much each digit of the first cell is greater than the one of the second; false if that is
// not all that the relation says, as far as the cells can be equal.
func (r *Relation) difference(differ bool) (k int, ok bool) {
	found := false
	for i := range 2 * len(r.There) {
		a := i%len(r.There) + 1
		there := r.There[a-1]
		if differ {
			there = there.Without(a)
		}
		if !found && there != 0 {
			k, found = a-there.Min(), true
		}
		if i < len(r.There) {
			continue // the second time, k is known
		}
		var only Digits
		if b := a - k; b >= 1 && b <= len(r.There) {
			only = only.With(b)
		}
		if there != only {
			return 0, false
		}
	}
	return k, found
}

// Turned returns the relation read from the second cell to the first, so that one table serves both directions of a
// pair.
func (r *Relation) Turned() *Relation {
	t := &Relation{There: r.Back, Back: r.There}
	return relations.only(t.Key(), t, len(t.There))
}

// kept has one value for each key, so that equal values share memory. It is emptied when a stream of ever new ones
// fills it.
type kept[T any] struct {
	sync.Mutex
	byKey map[string]*T
	size  int // of all keys and values
}

// mostKept is how large a kept may become: keys count by the byte, values by the step or digit that they hold.
const mostKept = 1 << 23

// get returns the value that is kept under a key, nil if there is none.
func (k *kept[T]) get(key string) *T {
	k.Lock()
	defer k.Unlock()
	return k.byKey[key]
}

// only returns the value that was first kept under a key: v if there was none.
func (k *kept[T]) only(key string, v *T, size int) *T {
	k.Lock()
	defer k.Unlock()
	if first := k.byKey[key]; first != nil {
		return first
	}
	size += len(key)
	if k.size += size; k.byKey == nil || k.size > mostKept {
		k.byKey, k.size = map[string]*T{}, size
	}
	k.byKey[key] = v
	return v
}

// Image returns a clause after a map of cells and digits: cell c becomes cells[c], and digit d becomes digits[d], 1 …
// n. It is false for a sum unless digits stay or are reversed, d becoming n+1-d.
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

// Images returns the images of clauses under a symmetry. It is not ok as soon as one of them has none: see
// Clause.Image.
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

// inverse returns the map that takes digits back.
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
