package bridge

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

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

// runThrough starts a process, writes its input, closes it and returns its lines, without empty ones. A
// process that fails without a line is an error with what it said.
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
