package bridge

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// patience is how long a program may be silent before it is suspected of buffering its output.
const patience = 2 * time.Second

var errFlushTrap = errors.New("no line came within 2 s, and all of them when the input was closed: the program " +
	"buffers its output until its input ends. Flush after every line (C: setvbuf(stdout, NULL, _IOLBF, 0); " +
	"Python: print(…, flush=True); awk: fflush()), or start it through \"stdbuf -oL\", or set \"mode: batch\" in plugin.yaml")

// line asks one puzzle of a process that stays. A process that fails after it has answered others may have
// been at its end anyway, so that the puzzle is asked again of a new one.
func (b *bridge) line(ctx context.Context, p *sudoku.Puzzle) (answer, error) {
	for {
		c, err := b.take()
		if err != nil {
			return answer{}, err
		}
		used := c.answered
		line, err := b.converse(ctx, c, p)
		if err == nil {
			b.giveBack(c)
			return b.reader.read(line, p.Geometry()), nil
		}
		if ctx.Err() != nil {
			return answer{}, c.abandonLate(err)
		}
		if err = c.abandon(err); !used {
			return answer{}, err
		}
	}
}

// take returns a process that waits for a question.
func (b *bridge) take() (*process, error) {
	if c, ok := b.waiting.take(); ok {
		return c, nil
	}
	return b.start.process(b.program.Run, b.program.MemoryMB)
}

// giveBack keeps a process for the next question, unless it was given up in favour of batches.
func (b *bridge) giveBack(c *process) {
	if b.mode() != Line {
		c.kill()
		return
	}
	b.waiting.put(c)
}

// converse writes a question and returns the line that comes.
func (b *bridge) converse(ctx context.Context, c *process, p *sudoku.Puzzle) (string, error) {
	if len(c.rest()) > 0 {
		return "", fmt.Errorf("it printed more than one line for a puzzle: %q", shorten(string(c.rest())))
	}
	if err := c.write(ctx, append(appendQuestion(nil, p, b.program.Empty[0]), '\n')); err != nil {
		return "", c.unread(ctx)
	}
	line, err := b.firstLine(ctx, c, p)
	for err == nil && strings.TrimSpace(line) == "" {
		line, err = c.line(ctx)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return "", ctx.Err()
	case errors.Is(err, errEnded):
		return "", c.failure(true)
	}
	c.answered = true
	return line, err
}

// firstLine waits for a line. A process that has never answered is suspected of the flush trap when it is silent.
func (b *bridge) firstLine(ctx context.Context, c *process, p *sudoku.Puzzle) (string, error) {
	if c.answered {
		return c.line(ctx)
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	line, err := c.line(limited)
	silent := limited.Err() != nil && ctx.Err() == nil
	cancel()
	if err == nil || !silent {
		return line, err
	}
	limited, cancel = context.WithTimeout(ctx, patience)
	defer cancel()
	lines, err := b.runThrough(limited, b.program.Run, question(p, b.program.Empty[0])+"\n")
	if err != nil || len(lines) == 0 {
		return c.line(ctx) // it is slow, not silent
	}
	late, cancel := context.WithTimeout(ctx, glance)
	defer cancel()
	if line, err := c.line(late); err == nil {
		return line, nil // both have just started: the machine is busy
	}
	if b.program.Mode != Auto {
		return "", errFlushTrap
	}
	b.buffers.Store(true)
	slog.Warn("the program is asked in batches from now on: "+errFlushTrap.Error(), "id", b.program.ID)
	return lines[0], nil
}

// maxOutput is how many bytes a process may print for its puzzles.
const maxOutput = 64 << 20

// batch asks puzzles with one process: all in, close, all out. It is an error if not as many lines come as
// puzzles went, for then nobody knows which belongs to which.
func (b *bridge) batch(ctx context.Context, puzzles []*sudoku.Puzzle) ([]answer, error) {
	var input []byte
	for _, p := range puzzles {
		input = append(appendQuestion(input, p, b.program.Empty[0]), '\n')
	}
	lines, err := b.runThrough(ctx, b.program.Run, string(input))
	if err != nil {
		return nil, err
	}
	if len(lines) != len(puzzles) {
		return nil, fmt.Errorf("it printed %d lines for %d puzzles instead of one for each", len(lines), len(puzzles))
	}
	answers := make([]answer, len(lines))
	for i, line := range lines {
		answers[i] = b.reader.read(line, puzzles[i].Geometry())
	}
	return answers, nil
}

// runThrough starts a process, writes its input, closes it and returns its lines, without empty ones. A process that
// fails without a line is an error with its standard error.
func (b *bridge) runThrough(ctx context.Context, argv []string, input string) (lines []string, err error) {
	c, err := b.start.process(argv, b.program.MemoryMB)
	if err != nil {
		return nil, err
	}
	defer func() { err = c.abandon(err) }()
	go func() {
		_, _ = c.in.WriteString(input) // what it does not read it cannot answer: the lines tell
		c.in.Close()
	}()
	for size := 0; ; {
		line, err := c.line(ctx)
		if err != nil && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if errors.Is(err, errEnded) {
			return lines, c.failure(len(lines) == 0)
		}
		if err != nil {
			return nil, err
		}
		if size += len(line); size > maxOutput {
			return nil, fmt.Errorf("it printed more than %d MiB", maxOutput>>20)
		}
		if strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
	}
}
