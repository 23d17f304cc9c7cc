package puzzles

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/work/ask"
)

// ahead is how many steps are written before somebody looks at them: more than any puzzle takes, so that a time limit is
// not one for the reader.
const ahead = 4096

// walk is "explain --step". It shows one page at a time; further ones are written while the first are looked at.
func (o *explainOptions) walk(ctx context.Context, args []string, request ask.ExplainRequest) error {
	file, isFile := o.app.Stdin.(*os.File)
	if !isFile || !screen.IsTerminal(file) || !screen.IsTerminal(o.app.Stdout) || o.json {
		return app.UsageErrorf("--step needs a terminal for keys and for pictures; without it all steps are shown")
	}
	if slices.Contains(args, "-") {
		return app.UsageErrorf("--step reads keys from standard input, so that no puzzle can come from there")
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	written := make(chan string, ahead)
	o.write = func(page string) error {
		select {
		case written <- page:
		case <-ctx.Done():
		}
		return ctx.Err()
	}
	var failed error
	go func() {
		defer close(written)
		failed = o.explain(ctx, request)
	}()
	var pages []string
	keys := &keyboard{file: file}
	for i := 0; ; {
		for i >= len(pages) {
			page, more := <-written
			if !more {
				break
			}
			pages = append(pages, page)
		}
		if len(pages) == 0 {
			return failed
		}
		i = min(i, len(pages)-1)
		fmt.Fprint(o.app.Stdout, o.app.Own("\x1b[H\x1b[2J\x1b[3J"), pages[i], "\nspace: next · b: back · g: first · q: quit\n")
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

// The keys of --step; any other goes on.
type stepKey int

const (
	nextKey stepKey = iota
	backKey
	firstKey
	quitKey
)

// escape is a key if nothing follows it; what other keys send begins with it.
const escape = "\x1b"

// stepKeys are what keys send: letters, space, arrows, page up and down, ^C.
var stepKeys = [][]string{
	nextKey:  {" ", "\r", "n", "j", "\x1b[B", "\x1b[C", "\x1b[6~"},
	backKey:  {"b", "k", "p", "\x7f", "\x1b[A", "\x1b[D", "\x1b[5~"},
	firstKey: {"g", "\x1b[H"},
	quitKey:  {"q", "\x03", "\x04", escape},
}

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
	for key, texts := range stepKeys {
		for _, text := range texts {
			if rest, ok := strings.CutPrefix(k.pending, text); ok && (text != escape || rest == "") {
				k.pending = rest
				return stepKey(key), nil
			}
		}
	}
	k.pending = "" // an unknown key may have sent several characters
	return nextKey, nil
}
