package chain

// flood finds, without order or reasons, which candidates of a grid may be on or off without a contradiction among the
// places of their digit: for these a run of X links comes to nothing (Nishio).
//
// What follows from a node is the same set in whatever order it is found, and what follows from each node in the set is
// a part of it. So if there is no contradiction in it, there is none in any of these parts.
type flood struct {
	*links
	base    *view
	quiet   [2][]uint64 // off or on → the candidates that lead to no contradiction so
	reached [2][]uint64 // off or on → the candidates that follow from one
	pos     []uint64    // house → places of the digit that are left
	todo    []int32     // candidates that are on
}

// begin looks at a grid.
func (f *flood) begin(l *links, base *view) {
	f.links, f.base = l, base
	for i := range 2 {
		f.quiet[i], f.reached[i] = sized(f.quiet[i], l.words), sized(f.reached[i], l.words)
	}
	f.pos = sized(f.pos, len(l.Houses))
	for _, state := range [2]int{1, 0} {
		for id := range l.marks {
			if f.isIn(id, f.base.alive) && !f.isIn(id, f.quiet[state]) {
				f.start(id, state)
			}
		}
	}
}

func (f *flood) isIn(id int, set []uint64) bool { return has(set, int32(id)) }

// isQuiet reports whether a node leads to no contradiction.
func (f *flood) isQuiet(node int32) bool { return has(f.quiet[node&1], idOf(node)) }

// start finds what follows from a candidate that is on or off.
func (f *flood) start(id, state int) {
	clear(f.reached[0])
	clear(f.reached[1])
	v := f.marks[id].V
	for h := range f.pos {
		f.pos[h] = f.base.pos[h*f.N+v]
	}
	f.todo = f.todo[:0]
	if state == 1 {
		f.put(int32(id), 1)
		f.todo = append(f.todo, int32(id))
	} else {
		f.putOff(int32(id))
	}
	for i := 0; i < len(f.todo); i++ {
		if !f.spread(f.todo[i], v) {
			return
		}
	}
	for i := range 2 {
		for w, ids := range f.reached[i] {
			f.quiet[i][w] |= ids
		}
	}
}

func (f *flood) put(id int32, state int) { f.reached[state][id/64] |= 1 << uint(id%64) }

// putOff takes a candidate out of its houses; what is the last place left in one is on.
func (f *flood) putOff(id int32) {
	f.put(id, 0)
	m := f.marks[id]
	for i := range f.Seats[m.Cell] {
		s := &f.Seats[m.Cell][i]
		left := f.pos[s.House] &^ s.Bit
		f.pos[s.House] = left
		if !s.Full || left == 0 || left&(left-1) != 0 {
			continue
		}
		if last := f.idAt(f.CellAt(int(s.House), left), m.V); !has(f.reached[1], last) {
			f.put(last, 1)
			f.todo = append(f.todo, last)
		}
	}
}

// spread turns off the digit v wherever a candidate that is on sees it. It reports false for a contradiction.
func (f *flood) spread(id int32, v int) bool {
	if has(f.reached[0], id) {
		return false
	}
	seats := f.Seats[f.marks[id].Cell]
	for i := range seats {
		s := &seats[i]
		for m := f.base.pos[int(s.Row)+v] &^ s.Bit; m != 0; m &= m - 1 {
			q := f.idAt(f.CellAt(int(s.House), m), v)
			if has(f.reached[1], q) {
				return false
			}
			if !has(f.reached[0], q) {
				f.putOff(q)
			}
		}
	}
	return true
}
