package beyond

import (
	"math/bits"
	"slices"
)

// mostMemories is how many memories a sweep may have at a time; a part that needs more leaves everything.
const mostMemories = 20000

// sweeper reads candidates in all ways. It keeps its memory from sweep to sweep.
type sweeper struct {
	memories []memory // of all layers
	edges    []edge   // of all cells in turn
	first    []int    // of each cell: its first edge
	alive    []bool   // of each memory: it ends well
	slots    []slot   // a hash table of the memories of a layer
	stamp    uint32   // of the slots that are in use
}

// edge is one step of a reading: from one memory to one of the next layer.
type edge struct{ from, to, digit int32 }

type slot struct {
	stamp uint32
	at    int32
}

// sweep reads candidates: forth to find the memories that they lead to, and back to find what leads to one that ends
// well.
func (w *sweeper) sweep(cand []uint64, step func(at int, m memory, digit int) (memory, bool), ends func(m memory) bool) answer {
	w.memories, w.edges, w.first = append(w.memories[:0], memory{}), w.edges[:0], w.first[:0]
	begin := 0
	for at, digits := range cand {
		w.first = append(w.first, len(w.edges))
		w.stamp++
		next := len(w.memories)
		for from := begin; from < next; from++ {
			for rest := digits; rest != 0; rest &= rest - 1 {
				d := bits.TrailingZeros64(rest) + 1
				if to, ok := step(at, w.memories[from], d); ok {
					w.edges = append(w.edges, edge{int32(from), w.number(to, next), int32(d)})
				}
			}
		}
		if begin = next; len(w.memories)-begin > mostMemories {
			return answer{left: slices.Clone(cand), ok: true}
		}
	}
	a := answer{left: make([]uint64, len(cand))}
	w.alive = slices.Grow(w.alive[:0], len(w.memories))[:len(w.memories)]
	clear(w.alive)
	for i, m := range w.memories[begin:] {
		if ends(m) {
			w.alive[begin+i], a.ok = true, true
			a.ends = append(a.ends, m)
		}
	}
	for at := len(cand) - 1; at >= 0; at-- {
		for _, e := range w.edges[w.first[at]:] {
			if w.alive[e.to] {
				w.alive[e.from] = true
				a.left[at] |= 1 << (e.digit - 1)
			}
		}
		w.edges = w.edges[:w.first[at]]
	}
	return a
}

// number returns where a memory of the layer that begins at first is, and adds it if it is new.
func (w *sweeper) number(m memory, first int) int32 {
	if 2*(len(w.memories)-first) >= len(w.slots) {
		w.slots, w.stamp = make([]slot, max(64, 4*len(w.slots))), 1
		for i := range w.memories[first:] {
			*w.slot(w.memories[first+i]) = slot{1, int32(first + i)}
		}
	}
	s := w.slot(m)
	if s.stamp != w.stamp {
		*s = slot{w.stamp, int32(len(w.memories))}
		w.memories = append(w.memories, m)
	}
	return s.at
}

// slot returns the slot of a memory: a free one if the table does not have it.
func (w *sweeper) slot(m memory) *slot {
	hash := (uint64(m.sum)*0x9E3779B97F4A7C15 ^ m.used) * 0xD6E8FEB86659FD93
	for i := hash >> 32; ; i++ {
		s := &w.slots[i&uint64(len(w.slots)-1)]
		if s.stamp != w.stamp || w.memories[s.at] == m {
			return s
		}
	}
}
