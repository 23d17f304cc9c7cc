package work

import (
	"cmp"
	"context"
	"iter"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// firstFit is the solver that is asked if none is named: a plugin, and for puzzles that it does not take the first that does.
type firstFit struct {
	job.Plugin
	env    *Env
	others []job.Plugin // the complete solvers; nil until one is needed
}

// mostHeld is how many answers wait at most for those of another solver.
const mostHeld = 1000

// Solve implements runner.Runner. What the plugin does not take another one solves: as many puzzles at once as answers are held,
// sooner if nothing else is to be done.
func (f *firstFit) Solve(ctx context.Context, puzzles iter.Seq2[runner.Item, error], o runner.Options,
	emit func(number uint64, r sudoku.Result) error) error {
	within, stop := context.WithCancel(ctx)
	defer stop()
	h := &held{firstFit: f, ctx: ctx, options: o, emit: emit}
	h.options.Idle, h.options.Ordered = nil, true
	first := o
	first.Idle = func() {
		if h.pass(); h.err != nil {
			stop()
		} else if o.Idle != nil {
			o.Idle()
		}
	}
	err := f.Plugin.Solve(within, puzzles, first, h.take)
	if h.err == nil && ctx.Err() == nil { // the error of an input comes behind the answers
		h.pass()
	}
	return cmp.Or(h.err, err)
}

// held is answers of a plugin from the first on that another one has to give.
type held struct {
	*firstFit
	ctx     context.Context // of the call
	options runner.Options
	emit    func(number uint64, r sudoku.Result) error
	answers []answer
	err     error // of emit or of another plugin
}

type answer struct {
	number uint64
	result sudoku.Result
	other  job.Plugin // that has to answer; nil if the result is known
}

// take emits an answer of the plugin, or holds it.
func (h *held) take(number uint64, r sudoku.Result) error {
	if r.Verdict != sudoku.Unsupported && len(h.answers) == 0 {
		h.err = h.emit(number, r)
		return h.err
	}
	a := answer{number: number, result: r}
	if r.Verdict == sudoku.Unsupported {
		if other := h.For(h.ctx, r.Puzzle); other != h.Plugin {
			a.other = other
		}
	}
	if h.answers = append(h.answers, a); len(h.answers) == mostHeld || a.other == nil && len(h.answers) == 1 {
		h.pass()
	}
	return h.err
}

// pass has other plugins answer what is held, and emits it in its order.
func (h *held) pass() {
	for h.release(); h.err == nil && len(h.answers) > 0; h.release() {
		h.ask(h.answers[0].other)
	}
}

// ask has a plugin answer all that is for it.
func (h *held) ask(other job.Plugin) {
	answers := h.answers
	var due []int // of answers
	puzzles := func(yield func(runner.Item, error) bool) {
		for _, i := range due {
			if !yield(runner.Item{Number: answers[i].number, Puzzle: answers[i].result.Puzzle}, nil) {
				return
			}
		}
	}
	for i := range answers {
		if answers[i].other == other {
			due = append(due, i)
		}
	}
	next := 0
	err := other.Solve(h.ctx, puzzles, h.options, func(_ uint64, r sudoku.Result) error {
		a := &answers[due[next]]
		a.result, a.other = r, nil
		next++
		h.release()
		return h.err
	})
	h.err = cmp.Or(h.err, err)
}

// release emits the answers that are known and behind none that is not.
func (h *held) release() {
	for len(h.answers) > 0 && h.answers[0].other == nil && h.err == nil {
		h.err = h.emit(h.answers[0].number, h.answers[0].result)
		h.answers = h.answers[1:]
	}
}

// For returns the plugin that is asked for a puzzle: if none takes it, the one that is asked first. A plugin that does not start
// is not asked.
func (f *firstFit) For(ctx context.Context, p *sudoku.Puzzle) job.Plugin {
	if info := f.Info(); info.Fits(p) == nil {
		return f.Plugin
	}
	if f.others == nil {
		f.openOthers(ctx)
	}
	chosen := f.Plugin
	for _, other := range f.others {
		info := other.Info()
		if info.Fits(p) != nil {
			continue
		}
		if info.Fast {
			return other
		}
		if chosen == f.Plugin {
			chosen = other
		}
	}
	return chosen
}

func (f *firstFit) openOthers(ctx context.Context) {
	f.others = []job.Plugin{}
	for id := range f.env.Plugins {
		if id == f.ID() {
			continue
		}
		p, err := f.env.Open(ctx, id, nil)
		if err != nil {
			continue
		}
		if info := p.Info(); info.Complete && info.Has(sudoku.PowerSolve) {
			f.others = append(f.others, p)
		} else {
			f.env.close(p)
		}
	}
}

// InfoFor returns what the solver is that a plugin of CompleteSolver has solve a puzzle.
func InfoFor(ctx context.Context, solver job.Plugin, p *sudoku.Puzzle) sudoku.Info {
	if f, ok := solver.(*firstFit); ok {
		return f.For(ctx, p).Info()
	}
	return solver.Info()
}
