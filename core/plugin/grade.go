package plugin

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"time"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// grading is the task of a worker of a Grade stream.
type grading struct {
	pool    *pool
	worker  *worker
	stream  *wire.GradeServer
	session *session
	renew   func() (sudoku.Grader, error) // with the settings of the stream
	grader  sudoku.Grader
	grades  wire.Grades
}

func (s *session) grade(stream *wire.GradeServer) error {
	spec, settings := s.current()
	return serveStream(stream, &spec.Info, func(c *pool, w *worker) (task, error) {
		renew := func() (sudoku.Grader, error) { return spec.Grader(settings) }
		grader, err := renew()
		return &grading{pool: c, worker: w, stream: stream, session: s, renew: renew, grader: grader}, err
	})
}

func (v *grading) prepare(*job, int, int) {}

func (v *grading) runTime() time.Duration { return runTime }

func (v *grading) checkOverdue(int64) {}

func (v *grading) start(first uint64) { v.grades.Reset(first) }

func (v *grading) full() bool { return v.grades.Len() >= maxRun }

func (v *grading) send() error { return v.stream.Send(&v.grades) }

func (v *grading) work(ctx context.Context, seq uint64, p *sudoku.Puzzle, skip error) {
	if skip != nil {
		ending, text := wire.EndingOf(skip, false)
		v.grades.Add(ending, nil, 0, text)
		return
	}
	if s, ok := v.grader.(sudoku.Seeder); ok {
		s.Seed(spec.SeedOf(v.pool.options.Seed, p))
	}
	begin := clock()
	grades, err := v.grade(ctx, seq, p)
	self := time.Duration(clock() - begin)
	ending, text := wire.EndingOf(err, false)
	v.grades.Add(ending, grades, self, text)
}

// grade calls the grader. A panic becomes the puzzle's error, and the grader is made anew.
func (v *grading) grade(ctx context.Context, seq uint64,
	p *sudoku.Puzzle) (grades []sudoku.Grade, err error) {
	defer func() {
		if r := recover(); r != nil {
			grades, err = nil, v.session.panicked(seq, r, debug.Stack())
			grader, made := v.renew()
			if made != nil {
				err = fmt.Errorf("%w; making the grader anew: %w", err, made)
				return
			}
			v.grader = grader
		}
	}()
	grades, err = v.grader.Grade(ctx, p)
	for _, g := range grades {
		if math.IsNaN(g.Value) || math.IsInf(g.Value, 0) {
			return nil, fmt.Errorf("metric %q: %v is no value; leave out a metric that does not apply", g.Metric, g.Value)
		}
	}
	return grades, err
}
