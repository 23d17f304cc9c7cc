package runs

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
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
	asText bool
}

// Submit is the command "submit".
func Submit(a *app.App) *cobra.Command {
	o := &submitOptions{app: a}
	c := &cobra.Command{
		Use:   "submit PLAN DIR",
		Short: "Run a plan under a batch scheduler",
		Long: `Write the job file that computes a plan under SLURM, Kubernetes, Nomad or GNU parallel, show it, and submit it. The plan and
the folder for parts must be where all machines can see them. A job may be submitted again at any time: parts that are
there are left alone.`,
		Example: `  sudokuctl submit plan.json parts --on slurm --shards 100
  sudokuctl submit plan.json parts --on parallel --shards 4 --print`,
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error { return o.run(args) },
	}
	f := c.Flags()
	f.StringVar(&o.on, "on", "", "scheduler: "+strings.Join(fleet.Systems, ", "))
	f.IntVar(&o.job.Shards, "shards", 0, "number of shards (default: one a chunk, 1000 at most)")
	f.StringVar(&o.only, "only", "", "only these shards, such as 1-3,7")
	f.IntVar(&o.job.Cores, "cores", 1, "processors of a shard")
	f.StringVar(&o.job.Program, "program", "sudokuctl", "sudokuctl on the machines that compute")
	f.StringVar(&o.job.Image, "image", "sudokuctl", "container image (k8s)")
	f.BoolVar(&o.asText, "print", false, "only print the job file")
	_ = c.MarkFlagRequired("on")
	return c
}

// maxShards is how many jobs schedulers take without complaint.
const maxShards = 1000

func (o *submitOptions) run(args []string) error {
	p, err := fleet.LoadPlan(args[0])
	if err != nil {
		return err
	}
	o.job.Plan, o.job.Dir = args[0], args[1]
	if o.job.Shards == 0 {
		o.job.Shards = min(len(p.Chunks), maxShards)
	}
	if o.job.Only, err = parseRanges(o.only, o.job.Shards); err != nil {
		return err
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
	job.Stdout, job.Stderr = o.app.Stderr, o.app.Stderr
	if err := job.Run(); err != nil {
		return fmt.Errorf("submitting the job with %q: %w", command, err)
	}
	return nil
}

// parseRanges reads what fleet.Ranges writes; nil means all.
func parseRanges(text string, most int) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	var all []int
	for part := range strings.SplitSeq(text, ",") {
		low, high, isRange := strings.Cut(part, "-")
		if !isRange {
			high = low
		}
		a, err1 := strconv.Atoi(low)
		b, err2 := strconv.Atoi(high)
		if err1 != nil || err2 != nil || a < 1 || b < a || b > most {
			return nil, app.UsageErrorf("invalid shards %q: write numbers from 1 to %d, such as 1-3,7", text, most)
		}
		for ; a <= b; a++ {
			all = append(all, a)
		}
	}
	return all, nil
}
