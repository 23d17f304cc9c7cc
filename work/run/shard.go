package run

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// shardCommand is the command under which the run of a shard is recorded.
const shardCommand = "shard"

// Shard is Run of a share of the inputs, in a library of its own. The inputs are files, or one library, of which
// req.Stored may choose puzzles. A shard that was interrupted goes on; one that is done comes back as it is, without
// tasks.
func Shard(ctx context.Context, env *work.Env, req Request, share Share, progress work.Progress) (*Result, error) {
	if !req.chosen {
		if err := req.Choose(ctx, env); err != nil {
			return nil, err
		}
	}
	s := &shard{env: env, req: &req, share: share, progress: progress,
		job: &Job{Shards: share.Count, Shard: share.Index + 1, Inputs: []JobInput{}, Tasks: []JobTask{}}}
	if err := s.describe(ctx); err != nil {
		return nil, err
	}
	result := &Result{}
	before, err := s.before(ctx)
	switch {
	case err != nil:
		return nil, err
	case before == nil:
		record := store.NewRun(shardCommand)
		record.Version, record.Seed, record.Options = env.Version, req.Seed, req.options(env.Database)
		record.Options["job"] = s.job
		result.Run, err = env.Store.StartRun(ctx, record, store.Selection{})
	case before.State == store.StateDone:
		return &Result{Run: before.ID, State: before.State}, nil
	default:
		result.Run, err = before.ID, env.Store.SetRunState(ctx, before.ID, store.StateRunning)
	}
	if err != nil {
		return nil, err
	}
	progress.Report(work.Started{Run: result.Run})
	if result.Bad, err = s.fill(ctx); err != nil {
		if ctx.Err() != nil { // what was imported is stored
			result.State, err = store.StateInterrupted, nil
			return result, env.Store.SetRunState(context.WithoutCancel(ctx), result.Run, result.State)
		}
		return nil, err
	}
	return result, newRunning(env, &req, progress, result, store.Selection{}).all(ctx)
}

// shard is a share on its way into the library.
type shard struct {
	env      *work.Env
	req      *Request
	share    Share
	progress work.Progress
	job      *Job
	puzzles  []int64 // of a library, that are in the share
}

// describe fills in the tasks and the inputs of the job.
func (s *shard) describe(ctx context.Context) error {
	for _, of := range []struct {
		plugins []work.Choice
		kind    sudoku.Power
	}{{s.req.solvers, sudoku.PowerSolve}, {s.req.graders, sudoku.PowerGrade}} {
		for _, c := range of.plugins {
			if err := s.ask(ctx, c, of.kind); err != nil {
				return err
			}
		}
	}
	for _, in := range s.req.Inputs {
		described, err := JobInput{Name: in.String()}, error(nil)
		switch {
		case !in.IsLibrary():
			described.SHA256, err = in.Sum(ctx)
		case len(s.req.Inputs) > 1:
			err = work.RequestErrorf("%s is a database: shards are of one database, or of files", in)
		default:
			err = s.choose(ctx, &described)
		}
		if err != nil {
			return err
		}
		s.job.Inputs = append(s.job.Inputs, described)
	}
	return nil
}

// ask adds the task of a plugin to the job. A bundled plugin is the same on every system if its version is.
func (s *shard) ask(ctx context.Context, c work.Choice, kind sudoku.Power) error {
	p, err := c.Plugin, error(nil)
	if p == nil {
		if p, err = s.env.Pick(ctx, c.ID, work.Able(kind)); err != nil {
			return err
		}
	}
	t, err := newJobTask(p, kind, s.req.Ask)
	if err != nil {
		return err
	}
	t.SHA256 = ""
	s.job.Tasks = append(s.job.Tasks, t)
	return nil
}

// choose chooses puzzles of a library by their numbers.
func (s *shard) choose(ctx context.Context, in *JobInput) error {
	from, err := store.OpenReadOnly(ctx, in.Name)
	if err != nil {
		return err
	}
	defer from.Close()
	env := *s.env
	env.Store = from
	if s.req.Stored != nil {
		in.Where = s.req.Stored.Where
	}
	ids, err := library.Chosen(ctx, &env, nil, in.Where, false)
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		return work.RequestErrorf("no puzzle of %s fits %q", in.Name, in.Where)
	}
	sum, next := sha256.New(), 0
	err = from.SQL(ctx, "SELECT p.id, g.text, hex(p.cells) FROM puzzle p JOIN geometry g ON g.id = p.geometry_id ORDER BY p.id", func(_ []string, v []any) error {
		if next < len(ids) && v[0] == ids[next] {
			fmt.Fprintln(sum, v...)
			next++
		}
		return nil
	})
	in.SHA256 = hex.EncodeToString(sum.Sum(nil))
	for i, id := range ids {
		if s.share.Has(i) {
			s.puzzles = append(s.puzzles, id)
		}
	}
	return err
}

const forItAlone = "name a database with --db that is for this shard alone"

// before returns the run of an earlier attempt, nil if there was none. A library with anything else is refused.
func (s *shard) before(ctx context.Context) (*store.Run, error) {
	runs, err := s.env.Store.Runs(ctx)
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		switch other := jobOf(&r); {
		case other == nil:
			return nil, work.RequestErrorf("%s has a run of its own: "+forItAlone, s.env.Database)
		case s.job.differs(other) != "":
			return nil, work.RequestErrorf("%s is shard %d/%d of another job (%s): name another database with --db, or "+
				"remove it", s.env.Database, other.Shard, other.Shards, s.job.differs(other))
		case s.job.Shard != other.Shard:
			return nil, work.RequestErrorf("%s is shard %d/%d: each shard has a database of its own", s.env.Database,
				other.Shard, other.Shards)
		}
	}
	if runs == nil {
		n, err := s.env.Store.Count(ctx, store.Filter{})
		if err == nil && n > 0 {
			err = work.RequestErrorf("%s has puzzles already: "+forItAlone, s.env.Database)
		}
		return nil, err
	}
	if i := slices.IndexFunc(runs, func(r store.Run) bool { return r.State == store.StateDone }); i > 0 {
		return &runs[i], nil
	}
	return &runs[0], nil
}

// unfinishedShard returns an error that says how an unfinished shard goes on, nil if there is none.
func unfinishedShard(ctx context.Context, s *store.Store) error {
	runs, err := s.Runs(ctx)
	if err != nil {
		return err
	}
	for _, r := range runs {
		if j := jobOf(&r); j != nil && r.State != store.StateDone {
			return j.notResumed(r.ID)
		}
	}
	return nil
}

// fill stores the puzzles of the share, but for those that are there. It returns how many records were bad.
func (s *shard) fill(ctx context.Context) (bad int, err error) {
	if len(s.req.Inputs) == 1 && s.req.Inputs[0].IsLibrary() {
		return 0, s.env.Store.CopyPuzzles(ctx, s.req.Inputs[0].String(), s.puzzles)
	}
	first, next := 0, 0 // numbers of the input's first record and of the next one's
	for i, in := range s.req.Inputs {
		first = next
		done, err := input.Import(ctx, s.env.Store, input.ImportRequest{Input: in, More: i+1 < len(s.req.Inputs),
			SHA256: s.job.Inputs[i].fileSum(in), Wanted: func(record int) bool {
				next = max(next, first+record+1)
				return s.share.Has(first + record)
			}}, s.progress)
		if err != nil {
			return bad, err
		}
		s.progress.Report(done)
		bad += done.Bad
	}
	return bad, nil
}

// fileSum is the checksum of a file, which its puzzles are stored with.
func (in *JobInput) fileSum(of *input.Input) string {
	if of.IsFile() {
		return in.SHA256
	}
	return ""
}
