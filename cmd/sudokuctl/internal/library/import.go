package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/library"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// importOptions are the flags of import.
type importOptions struct {
	app     *app.App
	licence string
	tags    []string

	complete bool
	jobs     []store.Run // that are shards, of the libraries that were imported
	disputed int64
	plays    bool // there may be new ones
}

// Import is the command that stores puzzles, and merges libraries.
func Import(a *app.App) *cobra.Command {
	o := &importOptions{app: a}
	c := app.Command("import", o.run)
	c.Flags().StringVar(&o.licence, "licence", "", "licence of the puzzles, an `SPDX` identifier or words")
	a.LenientFlag(c.Flags())
	c.Flags().StringSliceVar(&o.tags, "tag", nil, "tag to give to every puzzle")
	c.Flags().BoolVar(&o.complete, "complete", false, "end with 1 unless the shards of every job are complete")
	return c
}

// run imports each argument by its kind.
func (o *importOptions) run(ctx context.Context, args []string) error {
	a := o.app
	for _, tag := range o.tags {
		if err := library.CheckTag(tag); err != nil {
			return err
		}
	}
	inputs, err := a.Inputs(args)
	if err != nil {
		return err
	}
	for _, in := range inputs {
		if in.IsLibrary() && (o.licence != "" || len(o.tags) > 0) {
			return app.UsageErrorf("%s is a database, whose puzzles have licences and tags: leave out --licence and --tag", in)
		}
	}
	s, err := a.OpenStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	bad := 0
	for i, in := range inputs {
		if in.IsLibrary() {
			app.CollectLess() // a twelfth less work, for 45 MB
			if err := o.merge(ctx, s, in); err != nil {
				return err
			}
			continue
		}
		if in.IsFile() && library.IsPlays(in.String()) {
			wrong, err := o.importPlays(ctx, s, in)
			if err != nil {
				return err
			}
			bad += wrong
			continue
		}
		talk := a.Screen()
		req := input.ImportRequest{Input: in, Licence: o.licence, Tags: o.tags, More: i+1 < len(inputs)}
		done, err := input.Import(ctx, s, req, talk.Report)
		talk.End()
		if err != nil && done.Read == 0 {
			return err
		}
		bad += done.Bad
		a.Remark("%s: %d read, %d new, %d known, %d bad", in, done.Read, done.New, done.Duplicates, done.Bad)
		if err == nil && o.licence != "" && done.Licence != o.licence {
			a.Remark("%s: the licence stays %q, as an earlier import has stated; this one states %q", in,
				done.Licence, o.licence)
		}
		if done.Refuted > 0 {
			a.Remark("%s: %d claimed %s left out because they are wrong", in, done.Refuted,
				screen.Plural(done.Refuted, "solution"))
		}
		if err != nil {
			return err
		}
	}
	if o.plays {
		if _, err := library.RatePlays(ctx, s); err != nil {
			return err
		}
	}
	return cmp.Or(o.survey(ctx, s), app.LeftOut(bad))
}

// importPlays stores what people report of puzzles, and returns how many lines were wrong.
func (o *importOptions) importPlays(ctx context.Context, s *store.Store, in *input.Input) (bad int, err error) {
	talk := o.app.Screen()
	done, err := library.ImportPlays(ctx, s, in.String(), talk.Report)
	talk.End()
	o.plays = true
	o.app.Remark("%s: %d %s read, %d new, %d bad; %d new %s", in, done.Read, screen.Plural(done.Read, "play"),
		done.New, done.Bad, done.Puzzles, screen.Plural(done.Puzzles, "puzzle"))
	return done.Bad, err
}

// survey says how complete the jobs are whose shards were imported.
func (o *importOptions) survey(ctx context.Context, s *store.Store) error {
	all, err := s.Runs(ctx)
	if err != nil {
		return err
	}
	surveys := run.Surveys(all, o.jobs)
	incomplete := 0
	for _, job := range surveys {
		o.app.Remark("%v", &job)
		if !job.IsComplete() {
			incomplete++
		}
	}
	switch {
	case o.disputed > 0 && len(surveys) > 0:
		return &app.Failure{Code: app.ExitDisagree, Cause: fmt.Errorf("solvers disagree on %d %s of these shards: "+
			"sudokuctl list --where disputed", o.disputed, screen.Plural(int(o.disputed), "puzzle"))}
	case o.complete && len(surveys) == 0:
		return fmt.Errorf("--complete: no shard of a job was imported")
	case o.complete && incomplete > 0:
		return fmt.Errorf("--complete: shards are missing of %d of %d %s", incomplete, len(surveys),
			screen.Plural(len(surveys), "job"))
	}
	return nil
}

// merge takes another library over, and says what was new.
func (o *importOptions) merge(ctx context.Context, s *store.Store, in *input.Input) error {
	other, err := store.OpenReadOnly(ctx, in.String())
	if err == nil {
		var runs []store.Run
		runs, err = other.Runs(ctx)
		o.jobs = append(o.jobs, runs...)
		err = cmp.Or(err, other.Close())
	}
	if err != nil && !errors.Is(err, store.ErrOlder) {
		return err
	}
	talk := o.app.Screen()
	sum, err := library.Merge(ctx, s, in, talk.Report)
	talk.End()
	if err != nil {
		if ctx.Err() != nil {
			o.app.Remark("%s: what was merged is kept; to go on: sudokuctl import %[1]s", in)
		}
		return err
	}
	o.app.Remark("%s: %d %s, %d new; %d %s, %d %s and %d %s added", in, sum.Puzzles,
		screen.Plural(int(sum.Puzzles), "puzzle"), sum.New,
		sum.Results, screen.Plural(int(sum.Results), "result"), sum.Grades, screen.Plural(int(sum.Grades), "grade"),
		sum.Runs, screen.Plural(int(sum.Runs), "run"))
	o.disputed += sum.Disputed
	o.plays = true
	if sum.Refuted > 0 {
		o.app.Remark("%s: %d %s left out that do not solve their puzzle", in, sum.Refuted,
			screen.Plural(int(sum.Refuted), "solution"))
	}
	for _, p := range sum.Contested[:min(len(sum.Contested), app.MaxBadLines)] {
		o.app.Remark("%s: %s, %s was another puzzle there (%d); this library's stays", in, p.Series, p.Issue, p.Puzzle)
	}
	return nil
}
