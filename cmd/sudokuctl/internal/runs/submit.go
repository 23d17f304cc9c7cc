package runs

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/fleet"
)

type submitOptions struct {
	app    *app.App
	job    fleet.Job
	on     string
	only   string
	resume bool
	asText bool
}

// Submit is the command "submit".
func Submit(a *app.App) *cobra.Command {
	o := &submitOptions{app: a}
	c := &cobra.Command{
		Use:   "submit PLAN DIR [-- OPTION…]",
		Short: "Run a plan under a batch scheduler",
		Long: `Write the job file that computes a plan under SLURM, Kubernetes, Nomad or GNU parallel, show it, and submit it. The plan and
the folder for parts must be where all machines can see them. A job may be submitted again at any time: parts that are
there are left alone, and --resume submits only the shards that are not complete. With --pin the processors of a shard are its own
(GNU parallel: by taskset), so that times can be compared.

What follows -- are options of SLURM, such as --time, --mem, --account or --partition, which most clusters want. Once the job
is submitted, the command is shown that merges the parts as soon as all of its tasks have ended.`,
		Example: `  sudokuctl submit plan.json parts --on slurm --shards 100 -- --time=1:00:00 --mem=2G --account=lab
  sudokuctl submit plan.json parts --on parallel --shards 4 --print
  sudokuctl submit plan.json parts --on parallel --shards 4 --resume`,
		Args: func(c *cobra.Command, args []string) error { return cobra.ExactArgs(2)(c, args[:own(c, args)]) },
		RunE: func(c *cobra.Command, args []string) error {
			n := own(c, args)
			o.job.Options = args[n:]
			return o.run(c.Context(), args[:n])
		},
	}
	f := c.Flags()
	app.OneOf(f, &o.on, "on", "", fleet.Systems, "scheduler")
	f.IntVar(&o.job.Shards, "shards", 0, "number of shards (default: one a chunk, 1000 at most)")
	f.StringVar(&o.only, "only", "", "only these shards, such as 1-3,7")
	f.BoolVar(&o.resume, "resume", false, "only the shards of which parts are missing")
	f.IntVar(&o.job.Cores, "cores", 1, "processors of a shard")
	f.BoolVar(&o.job.Pinned, "pin", false, "bind each shard to processors of its own")
	f.StringVar(&o.job.Program, "program", "",
		"sudokuctl on the machines that compute (default sudokuctl; in the container image /sudokuctl)")
	f.StringVar(&o.job.Image, "image", "sudokuctl", "container image (k8s)")
	f.BoolVar(&o.asText, "print", false, "only print the job file")
	_ = c.MarkFlagRequired("on")
	c.MarkFlagsMutuallyExclusive("only", "resume")
	return c
}

// own is how many arguments are not for the scheduler.
func own(c *cobra.Command, args []string) int {
	if n := c.ArgsLenAtDash(); n >= 0 {
		return n
	}
	return len(args)
}

// maxShards is how many jobs schedulers take without complaint.
const maxShards = 1000

func (o *submitOptions) run(ctx context.Context, args []string) error {
	p, err := fleet.LoadPlan(args[0])
	if err != nil {
		return err
	}
	o.job.Plan, o.job.Dir = args[0], args[1]
	if o.job.Shards == 0 {
		o.job.Shards = min(len(p.Chunks), maxShards)
	}
	if o.only != "" {
		if o.job.Only, err = fleet.ParseRanges(o.only, o.job.Shards); err != nil {
			return app.UsageErrorf("%w", err)
		}
	}
	if o.resume {
		s, err := fleet.Take(ctx, p, args[1], false, nil)
		if err != nil {
			return err
		}
		damaged(o.app, s)
		if o.job.Only = s.Open(o.job.Shards); o.job.Only == nil {
			o.app.Remark("nothing to resume: every chunk has its part")
			return nil
		}
	}
	text, command, err := o.job.File(o.on)
	if err != nil {
		return app.UsageErrorf("%w", err)
	}
	if _, err := fmt.Fprint(o.app.Stdout, text); err != nil || o.asText {
		return err
	}
	file := fleet.FileName(o.on)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return fmt.Errorf("writing the job file: %w", err)
	}
	o.app.Remark("%s written; %s", file, command)
	words := strings.Fields(command)
	job := exec.Command(words[0], words[1:]...)
	var said bytes.Buffer
	job.Stdout, job.Stderr = io.MultiWriter(o.app.Stderr, &said), o.app.Stderr
	if err := job.Run(); err != nil {
		return fmt.Errorf("submitting the job with %q: %w", command, err)
	}
	if merge := o.job.MergeAfter(o.on, said.String()); merge != "" {
		o.app.Remark("to merge its parts when it has ended: %s", merge)
	}
	return nil
}
