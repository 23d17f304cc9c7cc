package tensor

import "context"

// dolls solves a cut by Russian doll search: it first solves the problem of the last clue alone, then of the
// last two, and so on. The optimum of each smaller problem bounds what the clues not yet decided must lose
// among themselves.
//
// At a node of the search with positions start … j-1 decided, the loss is at least
//
//	lost so far + sum over v ≥ j of min(loss if v joins A, loss if v joins B) + optimum[j].
//
// With x(v) the difference of these two losses, their minimum is (sum - |x(v)|)/2. The search keeps x in
// lanes and, in one number called level, twice the loss so far plus the sums; so twice the bound is level -
// Σ|x| + 2·optimum[j].
type dolls struct {
	*cut
	ctx      context.Context
	maxNodes int64 // 0 = no limit
	nodes    int64
	nextLook int64 // nodes at which to look at ctx again
	stopped  bool

	optimum []int    // optimum[j]: least doubled loss within positions ≥ j
	rows    []lanes  // rows[j]: x while position j is about to be decided
	counts  [][2]int // for each large set its positions decided on side B and A
	side    []int    // +1 = A, -1 = B
	best    []bool   // by position: in A; the best bipartition of the doll
	loss    int      // its doubled loss, without offset
	start   int      // the doll: positions ≥ start
	step    int      // no improvement is smaller
	open    int      // after a stop: no node left unsearched has a smaller doubled bound
}

func newDolls(ctx context.Context, c *cut, maxNodes int64) *dolls {
	d := &dolls{
		cut: c, ctx: ctx, maxNodes: maxNodes, optimum: make([]int, c.n+1), rows: make([]lanes, c.n+1),
		counts: make([][2]int, len(c.large)), side: make([]int, c.n), best: make([]bool, c.n),
	}
	for i := range d.rows {
		d.rows[i] = newLanes(c.n)
	}
	return d
}

// run solves all dolls and returns the least loss. If the budget ends first, it returns the greatest lower
// bound that is proved, and best is good only from position start on.
func (d *dolls) run() int {
	for k := d.n - 1; k >= 0; k-- {
		d.solve(k)
		if d.stopped {
			return max(d.optimum[k+1], min(d.loss, (d.open+1)/2))
		}
		d.optimum[k] = d.loss
	}
	return d.loss
}

// solve finds the optimum of doll k, starting from that of doll k+1. In the whole problem the doubled loss
// has the parity of offset, so that improvements come in twos.
func (d *dolls) solve(k int) {
	d.start, d.step = k, 1
	if k == 0 {
		d.step = 2
	}
	d.extend(k)
	d.rows[k].clear()
	d.open = 2 * d.loss
	d.decide(k, +1, 0)
}

// decide puts position j on a side and searches on; level is that before the decision.
func (d *dolls) decide(j, side, level int) {
	d.nodes++
	next := d.rows[j+1]
	level += side*d.rows[j].at(j) + d.rowSum[j]
	next.move(d.rows[j], d.pull[j], side, j)
	d.side[j] = side
	if j+1 == d.n {
		d.keep(level / 2)
		return
	}
	level += d.enter(j, side, next)
	if bound := level - next.magnitude(j+1) + 2*d.optimum[j+1]; bound <= 2*(d.loss-d.step) {
		d.branch(j+1, level, bound)
	}
	d.leave(j, side)
}

// branch tries both sides for position j, the cheaper one first, unless the budget has ended.
func (d *dolls) branch(j, level, bound int) {
	if d.exhausted() {
		d.open = min(d.open, bound)
		return
	}
	first := 1
	if d.rows[j].at(j) > 0 {
		first = -1
	}
	d.decide(j, first, level)
	d.decide(j, -first, level)
}

func (d *dolls) exhausted() bool {
	if d.maxNodes > 0 && d.nodes > d.maxNodes {
		d.stopped = true
	}
	if d.nodes >= d.nextLook {
		d.nextLook = d.nodes + 1000
		d.stopped = d.stopped || d.ctx.Err() != nil
	}
	return d.stopped
}

func (d *dolls) keep(loss int) {
	if loss >= d.loss {
		return
	}
	d.loss = loss
	for i := d.start; i < d.n; i++ {
		d.best[i] = d.side[i] > 0
	}
}

// enter counts the decision of j in its large sets. A set whose members but the last are all on one side now
// costs something for the last one on that side: x and level rise.
func (d *dolls) enter(j, side int, next lanes) int {
	raise := 0
	for _, i := range d.at[j] {
		l := &d.large[i]
		if l.first() < d.start {
			continue
		}
		count := &d.counts[i][(side+1)/2]
		*count++
		if *count == len(l.positions)-1 && l.last() > j {
			next.add(l.last(), side*l.loss)
			raise += l.loss
		}
	}
	return raise
}

func (d *dolls) leave(j, side int) {
	for _, i := range d.at[j] {
		if d.large[i].first() >= d.start {
			d.counts[i][(side+1)/2]--
		}
	}
}
