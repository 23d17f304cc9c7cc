package canon

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// boxlexer finds smallest images for boxes of any size by the method of minlexer, without its tables and
// words: see there for paths and ties. A Latin square has boxes of one row and n columns.
type boxlexer struct {
	n, boxRows, boxCols int
	grids               []sudoku.Grid // the grid and, where allowed, its transpose
	paths, next         []*boxPath
	best                []int // smallest text of the row at hand, nil before the first
	level               int
}

// boxPath is a partial image.
type boxPath struct {
	flip   int
	cols   []int  // position -> source column
	label  []int  // digit -> label, 0 before its first appearance
	owner  []int  // digit -> source column where it appeared first
	rows   []int  // level -> source row
	tied   []bool // position p: tied to p-1; one longer than n
	stacks []bool // stack s: tied to s-1
	labels int
}

func newBoxlexer(n, boxRows, boxCols int, transpose bool) *boxlexer {
	b := &boxlexer{n: n, boxRows: boxRows, boxCols: boxCols, grids: make([]sudoku.Grid, 1)}
	if transpose {
		b.grids = make([]sudoku.Grid, 2)
	}
	return b
}

func (p *boxPath) clone() *boxPath {
	q := *p
	q.cols, q.label, q.owner = slices.Clone(p.cols), slices.Clone(p.label), slices.Clone(p.owner)
	q.rows, q.tied, q.stacks = slices.Clone(p.rows), slices.Clone(p.tied), slices.Clone(p.stacks)
	return &q
}

// start returns the empty image, in which all stacks and all columns of a stack are tied.
func (b *boxlexer) start(flip int) *boxPath {
	p := &boxPath{flip: flip, cols: make([]int, b.n), label: make([]int, b.n+1), owner: make([]int, b.n+1),
		tied: make([]bool, b.n+1), stacks: make([]bool, b.n/b.boxCols)}
	for i := range p.cols {
		p.cols[i] = i
		p.tied[i] = i%b.boxCols > 0
	}
	for s := 1; s < len(p.stacks); s++ {
		p.stacks[s] = true
	}
	return p
}

func (b *boxlexer) load(grid sudoku.Grid) {
	b.grids[0], b.paths = grid, []*boxPath{b.start(0)}
	if len(b.grids) == 2 {
		b.grids[1] = make(sudoku.Grid, len(grid))
		for i, v := range grid {
			b.grids[1][i%b.n*b.n+i/b.n] = v
		}
		b.paths = append(b.paths, b.start(1))
	}
}

// repeats reports whether a row or column holds a digit twice; the search relies on that they do not.
func (b *boxlexer) repeats(grid sudoku.Grid) bool {
	seen := make([]uint64, 2*b.n)
	for i, v := range grid {
		if v == 0 {
			continue
		}
		row, column := &seen[i/b.n], &seen[b.n+i%b.n]
		if (*row|*column)>>v&1 == 1 {
			return true
		}
		*row |= 1 << v
		*column |= 1 << v
	}
	return false
}

func (b *boxlexer) run(grid sudoku.Grid) int64 {
	if b.repeats(grid) {
		return 0
	}
	b.load(grid)
	for b.level = 0; b.level < b.n; b.level++ {
		b.best, b.next = nil, nil
		for _, p := range b.paths {
			for _, r := range b.choices(p) {
				b.try(p, r)
			}
		}
		b.paths, b.next = b.next, nil
	}
	return b.automorphisms()
}

// row returns source row r of the path's grid.
func (b *boxlexer) row(p *boxPath, r int) []uint8 { return b.grids[p.flip][r*b.n : (r+1)*b.n] }

func isBlank(cells []uint8) bool {
	return !slices.ContainsFunc(cells, func(v uint8) bool { return v != 0 })
}

// choices returns the source rows that may follow; of empty rows in a band, and of empty bands, the first only.
func (b *boxlexer) choices(p *boxPath) []int {
	var rows []int
	blankBand := false
	for band := 0; band < b.n; band += b.boxRows {
		begun := b.level%b.boxRows > 0
		if begun && p.rows[b.level-1]/b.boxRows*b.boxRows != band || !begun && slices.Contains(p.rows, band) {
			continue
		}
		if isBlank(b.grids[p.flip][band*b.n : (band+b.boxRows)*b.n]) {
			if blankBand {
				continue
			}
			blankBand = true
		}
		rows = append(rows, b.unusedRows(p, band)...)
	}
	return rows
}

func (b *boxlexer) unusedRows(p *boxPath, band int) []int {
	var rows []int
	blank := false
	for r := band; r < band+b.boxRows; r++ {
		if slices.Contains(p.rows, r) || blank && isBlank(b.row(p, r)) {
			continue
		}
		blank = blank || isBlank(b.row(p, r))
		rows = append(rows, r)
	}
	return rows
}

// try continues p with row r, in every order of its tied stacks once digits have been seen. Before, the
// stacks are sorted by their number of digits.
func (b *boxlexer) try(p *boxPath, r int) {
	if p.labels == 0 {
		q := p.clone()
		b.sortStacks(q, r)
		b.place(q, r, nil)
		return
	}
	b.eachOrder(p, 0, make([]int, 0, len(p.stacks)), func(order []int) {
		q := p.clone()
		b.reorder(q, order)
		clear(q.stacks)
		b.place(q, r, nil)
	})
}

func (b *boxlexer) sortStacks(p *boxPath, r int) {
	count := make([]int, len(p.stacks))
	order := make([]int, len(p.stacks))
	for s := range count {
		order[s] = s
		for _, v := range b.row(p, r)[s*b.boxCols : (s+1)*b.boxCols] {
			count[s] += min(int(v), 1)
		}
	}
	slices.SortStableFunc(order, func(s, t int) int { return count[s] - count[t] })
	b.reorder(p, order)
	for s := 1; s < len(order); s++ {
		p.stacks[s] = count[order[s]] == count[order[s-1]]
	}
}

// eachOrder calls yield with every order of the stacks that permutes tied ones only; s stacks are in order so far.
func (b *boxlexer) eachOrder(p *boxPath, s int, order []int, yield func([]int)) {
	if s == len(p.stacks) {
		yield(order)
		return
	}
	first, last := s, s
	for first > 0 && p.stacks[first] {
		first--
	}
	for last+1 < len(p.stacks) && p.stacks[last+1] {
		last++
	}
	for t := first; t <= last; t++ {
		if !slices.Contains(order, t) {
			b.eachOrder(p, s+1, append(order, t), yield)
		}
	}
}

func (b *boxlexer) reorder(p *boxPath, order []int) {
	cols, tied := slices.Clone(p.cols), slices.Clone(p.tied)
	for s, from := range order {
		copy(p.cols[s*b.boxCols:(s+1)*b.boxCols], cols[from*b.boxCols:])
		copy(p.tied[s*b.boxCols:(s+1)*b.boxCols], tied[from*b.boxCols:])
	}
	seen := make([]bool, b.n+1)
	label := 0
	for _, r := range p.rows {
		for _, c := range p.cols {
			if d := b.row(p, r)[c]; d != 0 && !seen[d] {
				seen[d] = true
				label++
				p.label[d] = label
			}
		}
	}
}

// place finishes row r of p in every way that may be smallest; text is what the row reads so far. It uses up p.
func (b *boxlexer) place(p *boxPath, r int, text []int) {
	row := b.row(p, r)
	for len(text) < b.n {
		if b.best != nil && slices.Compare(text, b.best[:len(text)]) > 0 {
			return
		}
		i := len(text)
		end := i + 1
		for p.tied[end] {
			end++
		}
		at, label := b.leastLabels(p, row, i, end)
		switch {
		case label == 0:
			b.blanksFirst(p, row, i, at)
			text = append(text, make([]int, len(at))...)
			continue
		case label > p.labels:
			for _, c := range p.cols[i:end] {
				p.labels++
				p.label[row[c]], p.owner[row[c]] = p.labels, c
				text = append(text, p.labels)
			}
			continue
		}
		text = append(text, label)
		for _, j := range at[1:] {
			q := p.clone()
			b.settle(q, r, i, j)
			b.place(q, r, slices.Clone(text))
		}
		b.settle(p, r, i, at[0])
	}
	b.keep(p, r, text)
}

func (b *boxlexer) keep(p *boxPath, r int, text []int) {
	if c := slices.Compare(text, b.best); b.best == nil || c < 0 {
		b.best, b.next = text, nil
	} else if c > 0 {
		return
	}
	p.rows = append(p.rows, r)
	b.next = append(b.next, p)
}

// leastLabels returns the smallest label that can be read at position i, tied to those before end, and the
// positions whose columns show it; the label is 0 for empty cells and p.labels+1 if all digits are new.
func (b *boxlexer) leastLabels(p *boxPath, row []uint8, i, end int) (at []int, label int) {
	label = p.labels + 2
	for j := i; j < end; j++ {
		k := 0
		if d := row[p.cols[j]]; d != 0 {
			k = p.leastLabel(int(d), i, end)
		}
		if k < label {
			at, label = at[:0], k
		}
		if k == label {
			at = append(at, j)
		}
	}
	return at, label
}

func (p *boxPath) leastLabel(d, i, end int) int {
	label := p.label[d]
	if label == 0 {
		return p.labels + 1
	}
	home := slices.Index(p.cols, p.owner[d])
	first := home
	for p.tied[first] && first != i {
		first--
		label--
	}
	if first == i && home < end && end > i+1 {
		label++
	}
	return label
}

// blanksFirst moves the empty cells at the positions at to the positions from i on and unties them from the rest.
func (b *boxlexer) blanksFirst(p *boxPath, row []uint8, i int, at []int) {
	for k, j := range at {
		if j != i+k {
			b.swap(p, i+k, j)
		}
	}
	p.tied[i+len(at)] = false
}

// settle puts the column at position j at position i, unties it and fixes the label of its digit, which is
// known: its first column comes before those that it is tied to.
func (b *boxlexer) settle(p *boxPath, r, i, j int) {
	if j != i {
		b.swap(p, i, j)
	}
	p.tied[i+1] = false
	row := b.row(p, r)
	home := slices.Index(p.cols, p.owner[row[p.cols[i]]])
	first := home
	for p.tied[first] {
		first--
	}
	p.tied[first+1] = false
	if first == home {
		return
	}
	b.swap(p, first, home)
	if x, y := row[p.cols[first]], row[p.cols[home]]; first < i && x != 0 {
		p.label[x], p.label[y] = p.label[y], p.label[x]
	}
}

// swap exchanges the columns at two tied positions and the labels of the digits that appeared first there.
func (b *boxlexer) swap(p *boxPath, i, j int) {
	p.cols[i], p.cols[j] = p.cols[j], p.cols[i]
	for _, r := range p.rows {
		row := b.row(p, r)
		if x, y := row[p.cols[i]], row[p.cols[j]]; x != 0 {
			p.label[x], p.label[y] = p.label[y], p.label[x]
		}
	}
}

// automorphisms counts the cell maps that the remaining paths stand for. It saturates.
func (b *boxlexer) automorphisms() int64 {
	p := b.paths[0]
	count := int64(len(b.paths))
	count = times(count, runOrders(p.tied[:b.n]))
	count = times(count, runOrders(p.stacks))
	blankBands := int64(0)
	for band := 0; band < b.n; band += b.boxRows {
		blank := int64(0)
		for r := band; r < band+b.boxRows; r++ {
			if isBlank(b.row(p, r)) {
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

// runOrders returns the number of orders that permute things tied to their predecessors.
func runOrders(tied []bool) int64 {
	count, length := int64(1), int64(1)
	for _, t := range tied {
		if length++; !t {
			length = 1
		}
		count = times(count, length)
	}
	return count
}

func times(a, b int64) int64 {
	const most = 1<<63 - 1
	if a > most/b {
		return most
	}
	return a * b
}

func (b *boxlexer) image(to sudoku.Grid) {
	p := b.paths[0]
	for l, r := range p.rows {
		for i, c := range p.cols {
			to[l*b.n+i] = uint8(p.label[b.row(p, r)[c]])
		}
	}
}

func (b *boxlexer) transform(to *symmetry.Transform) {
	p := b.paths[0]
	for l, r := range p.rows {
		for i, c := range p.cols {
			from := r*b.n + c
			if p.flip == 1 {
				from = c*b.n + r
			}
			to.Cells[l*b.n+i] = from
		}
	}
	for d, label := range p.label {
		to.Digits[d] = uint8(label)
	}
}
