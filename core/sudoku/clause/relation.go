package clause

import (
	"strconv"
	"sync"
)

// Relation says which digits of two cells go together. Equal relations are one pointer, unless very many others were made
// between.
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

// Holds reports whether digit a in the first cell goes with b in the second.
func (r *Relation) Holds(a, b int) bool { return r.There[a-1].Has(b) }

// Turned returns the relation with its cells exchanged.
func (r *Relation) Turned() *Relation {
	t := &Relation{There: r.Back, Back: r.There}
	return relations.only(t.Key(), t, len(t.There))
}

// kept has one value for each key, so that equal values share memory. It is emptied when a stream of ever new ones fills it.
type kept[T any] struct {
	sync.Mutex
	byKey map[string]*T
	size  int // of all keys and values
}

// mostKept is how large a kept may become: keys count by the byte, values by the step or digit that they hold.
const mostKept = 1 << 23

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
