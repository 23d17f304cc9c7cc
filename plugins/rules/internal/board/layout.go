package board

import "slices"

// layout numbers the slots of all houses in one go, so that a digit's places in all houses are a few words, its
// plane, and a given takes its cell and all peers out of every house at once. No house lies across two words,
// and behind each is a bit, its guard, that is no slot, for sums to run into.
type layout struct {
	words int
	at    []place    // house → where its slots lie
	house []int32    // word*64+bit → the house whose guard the bit is
	cell  []int32    // word*64+bit → the cell of the slot
	low   []uint64   // word → the first slots of its houses
	guard []uint64   // word → the guards of its houses
	boxes []uint64   // word → the guards of those that are full boxes
	full  []uint64   // word → the guards of those that are full
	own   [][]uint64 // cell → its slot in each of its houses
	reach [][]uint64 // cell → its slots and those of its peers
}

// place is where the slots of a house lie in a plane.
type place struct {
	word int
	by   uint
	mask uint64
}

func newLayout(houses []House, seats [][]Seat, peers [][]int32) *layout {
	l := &layout{}
	used := 64
	for h := range houses {
		size := len(houses[h].Cells)
		if used+size+1 > 64 {
			used = 0
			l.addWord()
		}
		w := l.words - 1
		l.at = append(l.at, place{w, uint(used), 1<<size - 1})
		for slot, c := range houses[h].Cells {
			l.cell[w*64+used+slot] = c
		}
		l.low[w] |= 1 << used
		used += size
		guard := uint64(1) << used
		l.house[w*64+used] = int32(h)
		l.guard[w] |= guard
		if houses[h].Full {
			l.full[w] |= guard
		}
		if houses[h].Full && houses[h].isBox() {
			l.boxes[w] |= guard
		}
		used++
	}
	l.addReach(seats, peers)
	return l
}

func (l *layout) addWord() {
	l.words++
	l.low, l.guard = append(l.low, 0), append(l.guard, 0)
	l.boxes, l.full = append(l.boxes, 0), append(l.full, 0)
	l.house, l.cell = append(l.house, make([]int32, 64)...), append(l.cell, make([]int32, 64)...)
}

func (l *layout) addReach(seats [][]Seat, peers [][]int32) {
	for c := range seats {
		own := make([]uint64, l.words)
		for _, s := range seats[c] {
			own[l.at[s.House].word] |= s.Bit << l.at[s.House].by
		}
		l.own = append(l.own, own)
	}
	for c := range seats {
		reach := slices.Clone(l.own[c])
		for _, p := range peers[c] {
			for w, m := range l.own[p] {
				reach[w] |= m
			}
		}
		l.reach = append(l.reach, reach)
	}
}
