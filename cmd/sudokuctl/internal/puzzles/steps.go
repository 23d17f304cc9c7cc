package puzzles

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"golang.org/x/term"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/explain"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// pages are what "explain --step" shows, one at a time. They are written while the first ones are looked at.
type pages struct {
	mu    sync.Mutex
	more  *sync.Cond
	all   []func() string
	ended bool
	err   error
}

func newPages() *pages {
	p := &pages{}
	p.more = sync.NewCond(&p.mu)
	return p
}

func (p *pages) add(page func() string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = append(p.all, page)
	p.more.Broadcast()
}

func (p *pages) end(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended, p.err = true, err
	p.more.Broadcast()
}

// at waits for page i and returns it, or the last page and its number if there are fewer.
func (p *pages) at(i int) (page func() string, number int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i >= len(p.all) && !p.ended {
		p.more.Wait()
	}
	i = min(i, len(p.all)-1)
	if i < 0 {
		return nil, 0, p.err
	}
	return p.all[i], i, nil
}

// walk is "explain --step".
func (o *explainOptions) walk(ctx context.Context, in []*input.Input) error {
	file, isFile := o.app.Stdin.(*os.File)
	if !isFile || !screen.IsTerminal(file) || !screen.IsTerminal(o.app.Stdout) || o.json {
		return app.UsageErrorf("--step needs a terminal for keys and for pictures; without it all steps are shown")
	}
	if slices.ContainsFunc(in, (*input.Input).IsStdin) {
		return app.UsageErrorf("--step reads keys from standard input, so that no puzzle can come from there")
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	p := newPages()
	talk := o.app.Screen()
	go func() {
		bad, err := explain.Puzzles(ctx, o.app.EnvAt(o.path), explain.Request{Inputs: in,
			Explainer: cmp.Or(o.path, o.solver), Timeout: o.timeout},
			talk.Report, o.pagesOf(p))
		p.end(cmp.Or(app.UnpackHint(err), app.LeftOut(bad)))
	}()
	keys := &keyboard{file: file}
	for i := 0; ; {
		page, number, err := p.at(i)
		if page == nil {
			return err
		}
		i = number
		fmt.Fprint(o.app.Stdout, o.app.Own("\x1b[H\x1b[2J\x1b[3J"), page(),
			"\nspace: next · b: back · g: first · q: quit\n")
		switch key, err := keys.key(); {
		case err != nil:
			return fmt.Errorf("reading keys: %w", err)
		case key == quitKey || ctx.Err() != nil:
			return ctx.Err()
		case key == backKey:
			i = max(0, i-1)
		case key == firstKey:
			i = 0
		default:
			i++
		}
	}
}

// pagesOf makes a page of each step, and one of how a puzzle ends.
func (o *explainOptions) pagesOf(p *pages) record.Events {
	title := ""
	return record.Events{
		Puzzle: func(q *sudoku.Puzzle) error {
			if o.title {
				title = plain.Line(q.Name) + "\n"
			}
			return nil
		},
		Step: func(before *record.Replay, s sudoku.Step, n int) error {
			state, title := before.Clone(), title
			p.add(func() string {
				return title + screen.PictureOfStep(o.app.Streams, state, s, o.marks) + fmt.Sprintf("%d. %s\n%s", n, stepText(s),
					chainText(o.app, state.Puzzle.Geometry(), s))
			})
			return nil
		},
		End: func(after *record.Replay, sum *record.Outcome) error {
			state, title := after.Clone(), title
			p.add(func() string {
				return title + screen.PictureOf(o.app.Streams, state.Puzzle, state.Values) + outcomeText(state.Puzzle, sum) + "\n"
			})
			return nil
		},
	}
}

// The keys of --step; any other goes on.
type stepKey int

const (
	nextKey stepKey = iota
	backKey
	firstKey
	quitKey
)

// keyboard reads keys. The terminal is as usual before and after each.
type keyboard struct {
	file    *os.File
	pending string
}

func (k *keyboard) key() (stepKey, error) {
	if k.pending == "" {
		before, err := term.MakeRaw(int(k.file.Fd()))
		if err != nil {
			return quitKey, err
		}
		defer term.Restore(int(k.file.Fd()), before)
		var b [64]byte
		n, err := k.file.Read(b[:])
		if err != nil {
			return quitKey, err
		}
		k.pending = string(b[:n])
	}
	for _, known := range stepKeys {
		if rest, ok := strings.CutPrefix(k.pending, known.text); ok && (known.text != escape || rest == "") {
			k.pending = rest
			return known.key, nil
		}
	}
	k.pending = "" // an unknown key may have sent several characters
	return nextKey, nil
}

// escape is a key if nothing follows it; what other keys send begins with it.
const escape = "\x1b"

// stepKeys are what keys send, longer ones before those that they begin with.
var stepKeys = []struct {
	text string
	key  stepKey
}{
	{" ", nextKey}, {"\r", nextKey}, {"n", nextKey}, {"j", nextKey}, {"\x1b[B", nextKey}, {"\x1b[C", nextKey}, {"\x1b[6~", nextKey},
	{"b", backKey}, {"k", backKey}, {"p", backKey}, {"\x7f", backKey}, {"\x1b[A", backKey}, {"\x1b[D", backKey}, {"\x1b[5~", backKey},
	{"g", firstKey}, {"\x1b[H", firstKey},
	{"q", quitKey}, {"\x03", quitKey}, {"\x04", quitKey}, {escape, quitKey},
}
