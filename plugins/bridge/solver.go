package bridge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// bridge is what the solvers of all workers share.
type bridge struct {
	program *Program
	reader  *reader
	start   starter
	buffers atomic.Bool // the flush trap was recognised

	waiting pool[*process] // in mode line
}

// newBridge returns the bridge to a program, which starts none yet.
func newBridge(p *Program) *bridge {
	b := &bridge{program: p, reader: newReader(p.Answer)}
	if p.Mode == Dimacs {
		b.start.codes = satCodes
	}
	return b
}

// mode returns the mode in force.
func (b *bridge) mode() string {
	if b.program.Mode == Auto && b.buffers.Load() {
		return Batch
	}
	return b.program.mode()
}

// solver asks the program.
type solver struct {
	bridge *bridge
	limit  int
	seed   uint64
	asked  []*sudoku.Puzzle // of the run under way, with their answers; as they come to Solve from next on
	known  []answer
	next   int
}

// Limit says how many solutions of a puzzle are wanted, 0 for all. Programs of lines are told by {limit}.
func (s *solver) Limit(n int) { s.limit = n }

// Seed says the seed of the next puzzle, which a program finds in {seed}.
func (s *solver) Seed(seed uint64) { s.seed = seed }

// Begin asks all puzzles at once in mode batch. What stays open is asked again by Solve.
func (s *solver) Begin(ctx context.Context, puzzles []*sudoku.Puzzle) {
	s.asked, s.known, s.next = nil, nil, 0
	puzzles = slices.DeleteFunc(slices.Clone(puzzles),
		func(p *sudoku.Puzzle) bool { return s.bridge.program.knows(p) != nil })
	if s.bridge.mode() != Batch || len(puzzles) < 2 {
		return
	}
	answers, err := s.bridge.batch(ctx, puzzles)
	if err != nil {
		slog.Debug("a batch is asked again puzzle by puzzle", "puzzles", len(puzzles), "why", err)
		return
	}
	s.asked, s.known = puzzles, answers
}

// recall returns the answer to a puzzle that has been asked already. Puzzles come in the order of Begin, some
// not at all.
func (s *solver) recall(p *sudoku.Puzzle) (a answer, ok bool) {
	for i := s.next; i < len(s.asked); i++ {
		if same(s.asked[i], p) {
			s.next = i + 1
			return s.known[i], true
		}
	}
	return answer{}, false
}

// same reports whether two puzzles are asked in the same words.
func same(p, q *sudoku.Puzzle) bool {
	return p.Geometry() == q.Geometry() && bytes.Equal(p.Givens(), q.Givens()) &&
		slices.Equal(p.ConstraintTexts(), q.ConstraintTexts())
}

// Solve asks the program in the mode of its manifest and emits the grids that it prints. The host verifies them.
func (s *solver) Solve(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	if err := s.bridge.program.knows(p); err != nil {
		return sudoku.Stats{}, err
	}
	if s.bridge.mode() == Dimacs {
		return sudoku.Stats{}, s.models(ctx, p, emit)
	}
	a, err := s.ask(ctx, p)
	switch {
	case ctx.Err() != nil && !errors.Is(err, ctx.Err()):
		return sudoku.Stats{}, ctx.Err()
	case err != nil:
		return sudoku.Stats{}, err
	}
	return sudoku.Stats{}, a.tell(s.bridge.program.Complete, emit)
}

// question returns the line that asks for a puzzle.
func (s *solver) question(p *sudoku.Puzzle) string { return question(p, s.bridge.program.Empty[0]) }

// ask returns the program's answer, from memory if it has answered the same puzzle just now.
func (s *solver) ask(ctx context.Context, p *sudoku.Puzzle) (answer, error) {
	if a, ok := s.recall(p); ok {
		return a, nil
	}
	switch s.bridge.mode() {
	case Dimacs:
		a := answer{claim: none}
		err := s.models(ctx, p, func(g sudoku.Grid) bool {
			a = answer{claim: solution, grids: []sudoku.Grid{g}}
			return false
		})
		return a, err
	case Oneshot:
		return s.oneshot(ctx, p)
	case Line:
		return s.bridge.line(ctx, p)
	}
	answers, err := s.bridge.batch(ctx, []*sudoku.Puzzle{p})
	if err != nil {
		return answer{}, err
	}
	return answers[0], nil
}

// oneshot runs a process for one puzzle. All lines count: solutions may stand on lines of their own.
func (s *solver) oneshot(ctx context.Context, p *sudoku.Puzzle) (answer, error) {
	argv, input := s.command(ctx), s.question(p)+"\n"
	for i, arg := range argv {
		if strings.Contains(arg, "{puzzle}") {
			argv[i], input = strings.ReplaceAll(arg, "{puzzle}", s.question(p)), ""
		}
	}
	lines, err := s.bridge.runThrough(ctx, argv, input)
	if err != nil {
		return answer{}, err
	}
	return s.bridge.gather(lines, p.Geometry())
}

// command returns the command of a process that answers one puzzle, with the puzzle and its limits in the arguments.
func (s *solver) command(ctx context.Context) []string {
	timeout := int64(0)
	if deadline, ok := ctx.Deadline(); ok {
		timeout = max(1, time.Until(deadline).Milliseconds())
	}
	fill := strings.NewReplacer("{limit}", strconv.Itoa(s.limit), "{seed}", strconv.FormatUint(s.seed, 10),
		"{timeout_ms}", strconv.FormatInt(timeout, 10))
	argv := make([]string, len(s.bridge.program.Run))
	for i, arg := range s.bridge.program.Run {
		argv[i] = fill.Replace(arg)
	}
	return argv
}

// gather joins the lines of one puzzle: distinct grids, and the claim of the first line that makes another one.
func (b *bridge) gather(lines []string, g *sudoku.Geometry) (answer, error) {
	var all answer
	seen := map[string]bool{}
	for _, line := range lines {
		a := b.reader.read(line, g)
		for _, grid := range a.grids {
			if !seen[string(grid)] {
				seen[string(grid)] = true
				all.grids = append(all.grids, grid)
			}
		}
		if all.claim == silent || all.claim == solution && a.claim > solution {
			all.claim, all.text = a.claim, a.text
		}
	}
	if len(lines) == 0 {
		return all, fmt.Errorf("it ended without an answer")
	}
	return all, nil
}

// pool keeps processes that wait for a question.
type pool[P interface{ kill() }] struct {
	mu   sync.Mutex
	idle []P
}

// take returns the process that was put in last, false if there is none.
func (w *pool[P]) take() (c P, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := len(w.idle); n > 0 {
		c, w.idle = w.idle[n-1], w.idle[:n-1]
		return c, true
	}
	return c, false
}

// put gives a process back for the next question.
func (w *pool[P]) put(c P) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.idle = append(w.idle, c)
}

// close ends the processes.
func (w *pool[P]) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.idle {
		c.kill()
	}
	w.idle = nil
}

// Easy is the puzzle that a program is tried on, if it takes the classic 9×9.
const Easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// Probe tries a program on one puzzle that it says it can take and returns the mode that suits it. The error
// tells what came instead of an answer.
func Probe(ctx context.Context, program *Program) (mode string, err error) {
	p := *program
	if err := p.Check(); err != nil {
		return "", err
	}
	info := p.info()
	g := sudoku.Classic()
	if !info.Takes(g) {
		if g, err = sudoku.ParseGeometry(info.Shapes[0]); err != nil {
			return "", err
		}
	}
	givens := make(sudoku.Grid, g.Cells())
	givens[0] = 1
	puzzle := sudoku.MustPuzzle(g, givens)
	if g.Shape() == sudoku.Classic().Shape() {
		puzzle, err = sudoku.ParsePuzzle(Easy)
		if err != nil {
			return "", err
		}
	}
	b := newBridge(&p)
	defer b.waiting.close()
	s := &solver{bridge: b, limit: 1}
	found := false
	var bad error
	a, err := s.ask(ctx, puzzle)
	if err == nil {
		err = a.tell(true, func(grid sudoku.Grid) bool {
			found, bad = true, sudoku.Verify(puzzle, grid)
			return false
		})
	}
	if err == nil && !found && info.Complete && puzzle.Clues() > 1 {
		bad = errors.New("it says that there is no solution, and there is one; unless it is said to be complete, it only gives up")
	}
	if c := b.start.last.Load(); c != nil && errors.Is(err, context.DeadlineExceeded) {
		err = c.explain("no answer came in time")
	}
	if err = errors.Join(err, bad); err != nil {
		return "", fmt.Errorf("asking %s: %w", question(puzzle, p.Empty[0]), err)
	}
	return b.mode(), nil
}
