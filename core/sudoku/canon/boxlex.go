package canon

import (
	"bytes"
	"math"
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// boxlexer finds smallest images under relabelling, the orders of bands and stacks, of rows in a band, of columns in a
// stack and, if boxes are square, the transposition. A Latin square has boxes of one row and n columns. Its memory is
// reused.
//
// The image is built row by row. All partial images that have the smallest text so far are kept as paths; each is
// continued with every row that may come next, and only the continuations with the smallest row stay. A path does not
// decide what cannot be seen yet: stacks and columns that have looked alike in all rows so far stay tied, and so do the
// labels of digits that first appeared in tied columns.
type boxlexer struct {
	n, boxRows, boxCols int
	grids               []sudoku.Grid // the grid and, where allowed, its transpose
	filled              [][]uint64    // of each row of them, the columns that are not empty
	paths, next         []boxPath
	level               int     // rows of the image that are finished
	text, best          line    // the row at hand as it reads so far, and the smallest
	blanks              int     // empty cells that best begins with
	order               []uint8 // of stacks, at work
}

// line has room for a row.
type line [sudoku.MaxSize + 1]uint8

// path is a partial image.
type boxPath struct {
	cols   line   // position -> source column
	at     line   // source column -> position
	rows   line   // level -> source row
	label  line   // digit -> label, 0 before its first appearance
	owner  line   // digit -> source column where it appeared first
	tied   uint64 // bit p: the columns at positions p-1 and p are tied
	stacks uint64 // bit s: the stacks at s-1 and s are tied
	used   uint64 // source rows used
	labels uint8  // labels given
	flip   uint8  // 1: of the transpose
}

// newBoxlexer returns a boxlexer with room for one grid, and for its transpose if that keeps the boxes.
func newBoxlexer(n, boxRows, boxCols int, transpose bool) *boxlexer {
	b := &boxlexer{n: n, boxRows: boxRows, boxCols: boxCols, grids: make([]sudoku.Grid, 1),
		order: make([]uint8, n/boxCols)}
	if transpose {
		b.grids = make([]sudoku.Grid, 2)
	}
	for i := range b.grids {
		b.grids[i] = make(sudoku.Grid, n*n)
		b.filled = append(b.filled, make([]uint64, n))
	}
	return b
}

// start appends the empty image, in which all stacks and all columns of a stack are tied.
func (b *boxlexer) start(flip int) {
	p := boxPath{flip: uint8(flip), stacks: 1<<len(b.order) - 2}
	for i := range b.n {
		p.cols[i], p.at[i] = uint8(i), uint8(i)
		if i%b.boxCols > 0 {
			p.tied |= 1 << i
		}
	}
	b.paths = append(b.paths, p)
}

// load reports whether no row or column holds a digit twice; the search relies on that.
func (b *boxlexer) load(grid sudoku.Grid) bool {
	b.paths = b.paths[:0]
	for flip, to := range b.grids {
		b.start(flip)
		clear(b.filled[flip])
		for i, v := range grid {
			r, c := i/b.n, i%b.n
			if flip == 1 {
				r, c = c, r
			}
			if to[r*b.n+c] = v; v != 0 {
				b.filled[flip][r] |= 1 << c
			}
		}
	}
	var seen [2][sudoku.MaxSize]uint64
	for i, v := range grid {
		row, column := &seen[0][i/b.n], &seen[1][i%b.n]
		if v != 0 && (*row|*column)>>v&1 == 1 {
			return false
		}
		*row |= 1 << v
		*column |= 1 << v
	}
	return true
}

// run builds the smallest image. The paths that remain are all the ways to it, up to the order of empty rows and of
// columns still tied.
func (b *boxlexer) run(grid sudoku.Grid) int64 {
	if !b.load(grid) {
		return 0
	}
	for b.level = 0; b.level < b.n; b.level++ {
		b.best, b.blanks, b.next = line{0: sudoku.MaxSize + 1}, 0, b.next[:0]
		for i := range b.paths {
			for rows := b.choices(&b.paths[i]); rows != 0; rows &= rows - 1 {
				b.try(&b.paths[i], bits.TrailingZeros64(rows), 0)
			}
		}
		b.paths, b.next = b.next, b.paths
	}
	return b.automorphisms()
}

// row returns source row r of the path's grid.
func (b *boxlexer) row(p *boxPath, r int) []uint8 { return b.grids[p.flip][r*b.n : (r+1)*b.n] }

// choices returns the source rows that may follow; of empty rows in a band, and of empty bands, the first only.
func (b *boxlexer) choices(p *boxPath) (rows uint64) {
	within := -1 // the band that has begun
	if b.level%b.boxRows > 0 {
		within = int(p.rows[b.level-1]) / b.boxRows * b.boxRows
	}
	blankBand := false
	for band := 0; band < b.n; band += b.boxRows {
		if within >= 0 && within != band {
			continue
		}
		of, blank := uint64(0), 0
		for r := band; r < band+b.boxRows; r++ {
			if p.used>>r&1 == 1 {
				continue
			}
			if b.filled[p.flip][r] == 0 {
				blank++
			}
			if b.filled[p.flip][r] != 0 || blank == 1 {
				of |= 1 << r
			}
		}
		if blank < b.boxRows || !blankBand {
			rows |= of
		}
		blankBand = blankBand || blank == b.boxRows
	}
	return rows
}

// try continues p with row r in every order of its tied stacks, s of which are in order so far. Before digits have been
// seen, stacks are sorted by how many there are.
func (b *boxlexer) try(p *boxPath, r, s int) {
	switch {
	case p.labels == 0:
		b.tryOrder(p, r, b.sorted(p, r))
		return
	case s == len(b.order):
		b.tryOrder(p, r, 0)
		return
	}
	first, last := s, s
	for p.stacks>>first&1 == 1 {
		first--
	}
	for p.stacks>>(last+1)&1 == 1 {
		last++
	}
	for t := first; t <= last; t++ {
		if bytes.IndexByte(b.order[:s], uint8(t)) < 0 {
			b.order[s] = uint8(t)
			b.try(p, r, s+1)
		}
	}
}

// sorted puts the stacks in order by the number of digits in row r, and returns which are tied then.
func (b *boxlexer) sorted(p *boxPath, r int) (tied uint64) {
	for s := range b.order {
		b.order[s] = uint8(s)
	}
	count := func(s uint8) int {
		return bits.OnesCount64(b.filled[p.flip][r] >> (int(s) * b.boxCols) & (1<<b.boxCols - 1))
	}
	slices.SortStableFunc(b.order, func(s, t uint8) int { return count(s) - count(t) })
	for i := 1; i < len(b.order); i++ {
		if count(b.order[i]) == count(b.order[i-1]) {
			tied |= 1 << i
		}
	}
	return tied
}

// tryOrder continues p with row r and its stacks in order, of which some stay tied.
func (b *boxlexer) tryOrder(p *boxPath, r int, stacks uint64) {
	if b.leading(p, r) < b.blanks {
		return
	}
	q := *p
	if p.stacks != 0 {
		b.reorder(&q)
		q.stacks = stacks
	}
	b.place(&q, r, 0)
}

// leading returns the number of empty cells that row r can begin with, its stacks being in order.
func (b *boxlexer) leading(p *boxPath, r int) (blanks int) {
	for _, s := range b.order {
		for i := int(s) * b.boxCols; i < (int(s)+1)*b.boxCols; {
			first := i
			digits := uint64(0)
			for next := true; next; next = p.tied>>i&1 == 1 {
				digits += b.filled[p.flip][r] >> p.cols[i] & 1
				i++
			}
			if blanks += i - first - int(digits); digits > 0 {
				return blanks
			}
		}
	}
	return blanks
}

// reorder brings the stacks into order, and numbers the digits of the finished rows by first appearance.
func (b *boxlexer) reorder(p *boxPath) {
	cols, tied := p.cols, p.tied
	p.tied = 0
	for s, from := range b.order {
		to, from := s*b.boxCols, int(from)*b.boxCols
		copy(p.cols[to:to+b.boxCols], cols[from:])
		p.tied |= tied >> from & (1<<b.boxCols - 1) << to
	}
	for i, c := range p.cols[:b.n] {
		p.at[c] = uint8(i)
	}
	label, seen := uint8(0), uint64(1)
	for _, r := range p.rows[:b.level] {
		row := b.row(p, int(r))
		for _, c := range p.cols[:b.n] {
			if d := row[c]; seen>>d&1 == 0 {
				seen |= 1 << d
				label++
				p.label[d] = label
			}
		}
	}
}

// place finishes row r of p from position i on in every way that may be smallest. It uses up p.
func (b *boxlexer) place(p *boxPath, r, i int) {
	row := b.row(p, r)
	for i < b.n {
		begin, end := i, i+1
		for p.tied>>end&1 == 1 {
			end++
		}
		at, label := b.leastLabels(p, row, i, end)
		switch {
		case label == 0:
			i = b.blanksFirst(p, at, i)
			clear(b.text[begin:i])
		case label > p.labels:
			for ; i < end; i++ {
				p.labels++
				b.text[i], p.label[row[p.cols[i]]], p.owner[row[p.cols[i]]] = p.labels, p.labels, p.cols[i]
			}
		default:
			if b.text[i] = label; label > b.best[i] && b.isGreater(i+1) {
				return
			}
			for more := at & (at - 1); more != 0; more &= more - 1 {
				b.branch(p, r, i, bits.TrailingZeros64(more))
			}
			b.settle(p, r, i, bits.TrailingZeros64(at))
			i++
			continue
		}
		if b.isGreater(i) {
			return
		}
	}
	b.keep(p, r)
}

// branch goes on with the column at position j at position i, and leaves p as it is.
func (b *boxlexer) branch(p *boxPath, r, i, j int) {
	q := *p
	b.settle(&q, r, i, j)
	b.place(&q, r, i+1)
}

// isGreater reports whether the first i cells of the text are greater than those of the smallest one.
func (b *boxlexer) isGreater(i int) bool { return bytes.Compare(b.text[:i], b.best[:i]) > 0 }

// keep adds a continuation whose row r is finished.
func (b *boxlexer) keep(p *boxPath, r int) {
	switch bytes.Compare(b.text[:b.n], b.best[:b.n]) {
	case 1:
		return
	case -1:
		b.best, b.next, b.blanks = b.text, b.next[:0], 0
		for b.blanks < b.n && b.text[b.blanks] == 0 {
			b.blanks++
		}
	}
	p.rows[b.level], p.used = uint8(r), p.used|1<<r
	b.next = append(b.next, *p)
}

// leastLabels returns the smallest label that can be read at position i, tied to those before end, and the set of
// positions whose columns show it; the label is 0 for empty cells and p.labels+1 if all digits are new.
func (b *boxlexer) leastLabels(p *boxPath, row []uint8, i, end int) (at uint64, label uint8) {
	label = p.labels + 2
	for j := i; j < end; j++ {
		k := uint8(0)
		if d := row[p.cols[j]]; d != 0 {
			k = p.leastLabel(d, i, end)
		}
		if k < label {
			at, label = 0, k
		}
		if k == label {
			at |= 1 << j
		}
	}
	return at, label
}

// leastLabel returns the smallest label that digit d can get when its column is put at position i of the tied positions
// i … end-1: the first label of the columns that its own first column is tied to. If these are the same columns, the
// first label is taken by the column put at i.
func (p *boxPath) leastLabel(d uint8, i, end int) uint8 {
	label := p.label[d]
	if label == 0 {
		return p.labels + 1
	}
	home, first := p.home(d)
	if first < i && home >= i {
		first = i
	}
	label -= uint8(home - first)
	if first == i && home < end && end > i+1 {
		label++
	}
	return label
}

// home returns the position of the column where digit d appeared first, and the first one to which it is tied.
func (p *boxPath) home(d uint8) (home, first int) {
	home = int(p.at[p.owner[d]])
	for first = home; p.tied>>first&1 == 1; first-- {
	}
	return home, first
}

// blanksFirst moves the empty cells at some positions to those from i on, unties them from the rest and returns the
// position behind.
func (b *boxlexer) blanksFirst(p *boxPath, at uint64, i int) int {
	for ; at != 0; at &= at - 1 {
		if j := bits.TrailingZeros64(at); j != i {
			b.swap(p, i, j)
		}
		i++
	}
	p.tied &^= 1 << i
	return i
}

// settle puts the column at position j at position i, unties it from those behind and fixes the label of its digit,
// which is known: its first column comes before those that it is tied to.
func (b *boxlexer) settle(p *boxPath, r, i, j int) {
	if j != i {
		b.swap(p, i, j)
	}
	p.tied &^= 1 << (i + 1)
	row := b.row(p, r)
	home, first := p.home(row[p.cols[i]])
	p.tied &^= 1 << (first + 1)
	if first == home {
		return
	}
	b.swap(p, first, home)
	if x, y := row[p.cols[first]], row[p.cols[home]]; first < i && x != 0 {
		p.label[x], p.label[y] = p.label[y], p.label[x]
	}
}

// swap exchanges the columns at two tied positions, and with them the labels of the digits that appeared first there:
// in each finished row the two columns are both empty or both hold such digits.
func (b *boxlexer) swap(p *boxPath, i, j int) {
	p.cols[i], p.cols[j] = p.cols[j], p.cols[i]
	p.at[p.cols[i]], p.at[p.cols[j]] = uint8(i), uint8(j)
	for _, r := range p.rows[:b.level] {
		row := b.row(p, int(r))
		if x, y := row[p.cols[i]], row[p.cols[j]]; x != 0 {
			p.label[x], p.label[y] = p.label[y], p.label[x]
		}
	}
}

// automorphisms counts the cell maps that the remaining paths stand for: tied columns, tied stacks, empty rows of a
// band and empty bands can come in any order. It saturates.
func (b *boxlexer) automorphisms() int64 {
	p := &b.paths[0] // ties and empty rows are the same in all
	count := int64(len(b.paths))
	for _, tied := range []uint64{p.tied, p.stacks} {
		length := int64(1)
		for ; tied != 0; tied >>= 1 {
			if length++; tied>>1&1 == 0 {
				length = 1
			}
			count = times(count, length)
		}
	}
	blankBands := int64(0)
	for band := 0; band < b.n; band += b.boxRows {
		blank := int64(0)
		for _, filled := range b.filled[p.flip][band : band+b.boxRows] {
			if filled == 0 {
				blank++
				count = times(count, blank)
			}
		}
		if blank == int64(b.boxRows) {
			blankBands++
			count = times(count, blankBands)
		}
	}
	return count
}

// times returns a·b, or the largest number instead of an overflow.
func times(a, b int64) int64 {
	if a > math.MaxInt64/b {
		return math.MaxInt64
	}
	return a * b
}

// transform writes the map that leads to the smallest image.
func (b *boxlexer) transform(to *symmetry.Transform) {
	p := &b.paths[0]
	for l, r := range p.rows[:b.n] {
		for i, c := range p.cols[:b.n] {
			from := int(r)*b.n + int(c)
			if p.flip == 1 {
				from = int(c)*b.n + int(r)
			}
			to.Cells[l*b.n+i] = from
		}
	}
	copy(to.Digits, p.label[:])
}
