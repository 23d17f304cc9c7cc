package runs

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/study/card"
	"github.com/sudokuctl/sudokuctl/study/dataset"
	"github.com/sudokuctl/sudokuctl/work"
)

// usualCard is how many puzzles a card takes unless --count says otherwise.
const usualCard = 1000

// cardFlags adds the flags of --card.
func (o *benchOptions) cardFlags(f *pflag.FlagSet) {
	f.BoolVar(&o.card, "card", false, "make a report card: how often each solver is right, by band, and how consistently")
	f.IntVar(&o.images, "images", 10, "with --card: images of each puzzle beside itself")
	f.StringVar(&o.bands, "bands", dataset.UsualBands.String(), "with --card: metric and `BORDERS` of the bands")
	f.StringArrayVar(&o.training, "training", nil, "with --card: `FILE` that the solvers were trained with (repeatable)")
}

// makeCard is "bench --card".
func (o *benchOptions) makeCard(c *cobra.Command, args []string) (err error) {
	a, format := o.app, o.app.Format("markdown", "markdown")
	if format != "markdown" && format != "json" && format != "jsonl" {
		return app.UsageErrorf("--output %s does not fit a card: markdown, json or jsonl", format)
	}
	for _, name := range []string{"repeat", "warmup", "permute", "limit", "save"} {
		if c.Flags().Changed(name) {
			return app.UsageErrorf("--%s and --card exclude each other", name)
		}
	}
	r := card.Request{Most: o.request.Most, Images: o.images, Solvers: o.request.Solvers, Graders: a.Config.Run.Graders, Ask: o.request.Ask}
	if !c.Flags().Changed("count") {
		r.Most = usualCard
	}
	if len(r.Solvers) == 0 {
		r.Solvers = a.Config.Run.Solvers
	}
	if r.Bands, err = stats.ParseBands(o.bands); err != nil {
		return app.UsageErrorf("--bands: %w", err)
	}
	if args, err = o.files(args); err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{"-"}
	}
	if r.Tests, err = dataset.ParseSources(args, a.Stdin); err != nil {
		return err
	}
	if r.Training, err = dataset.ParseSources(o.training, a.Stdin); err != nil {
		return err
	}
	talk := a.Screen()
	record, err := card.Make(c.Context(), a.Env(nil), r, talk.Report)
	talk.End()
	switch {
	case err != nil:
		return app.UnpackHint(err)
	case format == "json":
		return work.WriteIndented(a.Stdout, record)
	case format == "jsonl":
		return work.WriteLine(a.Stdout, record)
	}
	return record.Markdown(a.Stdout)
}
