package datasets

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study/dataset"
	"github.com/sudokuctl/sudokuctl/work"
)

type makeOptions struct {
	app         *app.App
	train, test string
	geometry    string
	clues       string
	bands       string
	constraints []string
	request     dataset.MakeRequest
}

func makeCommand(a *app.App) *cobra.Command {
	o := &makeOptions{app: a}
	c := &cobra.Command{
		Use:   "make FOLDER",
		Short: "Make training and test puzzles that have no image in common",
		Long: `Make a data set: Parquet files with puzzles, their solutions and measures, split into training and
test, and a card that says what they hold. Every puzzle is new, has one solution and no licence but
CC0. No puzzle is an image of another, and no solution grid of the test is an image of one of the
training: the canonical form of the solution decides on which side a puzzle is.

The same seed makes the same files. If the command is interrupted or killed, the same command
continues where it stopped; at most one file of each side is made again. It keeps some 30 bytes in
memory for each puzzle, to know images of earlier ones.`,
		Example: `  sudokuctl dataset make set --train 1e6 --test 1e5 --seed 1
  sudokuctl dataset make easy --train 20000 --test 2000 --seed 7 --clues 30..36 --metrics se
  sudokuctl dataset make killers --train 2000 --test 200 --constraints cage`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			o.request.Dir = args[0]
			if o.constraints != nil && !c.Flags().Changed("metrics") {
				o.request.Metrics = dataset.UsualMetricsBesideConstraints
			}
			if !c.Flags().Changed("bands") && !slices.Contains(o.request.Metrics, dataset.UsualBands.Metric) &&
				slices.Contains(o.request.Metrics, dataset.UsualBesideConstraints.Metric) {
				o.bands = dataset.UsualBesideConstraints.String()
			}
			return o.run(c.Context())
		},
	}
	f := c.Flags()
	f.StringVar(&o.train, "train", "10000", "`ROWS` for training, such as 20000 or 1e6")
	f.StringVar(&o.test, "test", "1000", "`ROWS` for the test")
	f.Uint64Var(&o.request.Order.Seed, "seed", 1, "random seed")
	f.StringVar(&o.geometry, "geometry", "9", "geometry, see docs/formats.md")
	f.StringVar(&o.clues, "clues", "", "number of clues: 24, or a `RANGE` such as 24..28")
	f.StringSliceVar(&o.constraints, "constraints", nil, "`NAMES` of constraints, as of generate: cage,thermo=4")
	app.OneOf(f, &o.request.Order.Symmetry, "symmetry", "", sudoku.SymmetryNames, "symmetry of the pattern")
	f.BoolVar(&o.request.Order.Minimal, "minimal", false, "no given can be left out")
	f.StringVar(&o.request.Generator, "generator", "generate", "`ID` of the plugin that makes the puzzles")
	f.StringSliceVar(&o.request.Metrics, "metrics", dataset.UsualMetrics, "`METRICS` that every puzzle is measured by, separated by commas")
	f.StringVar(&o.bands, "bands", dataset.UsualBands.String(), "metric and `BORDERS` of the bands that are counted")
	f.IntVar(&o.request.FileRows, "file-rows", 25_000, "puzzles made together, which fill one file of each side")
	return c
}

func (o *makeOptions) run(ctx context.Context) (err error) {
	r := &o.request
	if r.Train, err = rows("--train", o.train); err != nil {
		return err
	}
	if r.Test, err = rows("--test", o.test); err != nil {
		return err
	}
	if r.Bands, err = stats.ParseBands(o.bands); err != nil {
		return app.UsageErrorf("--bands: %w", err)
	}
	if r.Order.Geometry, err = sudoku.ParseGeometry(o.geometry); err != nil {
		return app.UsageErrorf("%w", err)
	}
	if r.Order.CluesMin, r.Order.CluesMax, err = app.ParseClues(o.clues); err != nil {
		return err
	}
	if r.Order.Constraints, err = app.ParseConstraints(o.constraints); err != nil {
		return err
	}
	r.Graders = o.app.Config.Run.Graders
	talk := o.app.Screen()
	card, err := dataset.Make(ctx, o.app.Env(nil), *r, talk.Report)
	talk.End()
	if err != nil {
		return err
	}
	return o.show(card)
}

// rows reads a number of rows, which may be written as 1e6.
func rows(flag, text string) (int64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v < 0 || v > 1e12 || v != float64(int64(v)) {
		return 0, app.UsageErrorf("%s %q is not a number of rows", flag, text)
	}
	return int64(v), nil
}

// show prints the card.
func (o *makeOptions) show(card *dataset.Card) error {
	switch f := o.app.Format("table", "table"); f {
	case "json":
		return work.WriteIndented(o.app.Stdout, card)
	case "jsonl":
		return work.WriteLine(o.app.Stdout, card)
	case "markdown":
		return card.Markdown(o.app.Stdout)
	case "table":
	default:
		return app.UsageErrorf("--output %s does not fit a card: table, json, jsonl or markdown", f)
	}
	headings := []string{strings.ToUpper("band of " + card.Bands.Metric)}
	for _, s := range card.Splits {
		headings = append(headings, strings.ToUpper(s.Name))
	}
	var lines [][]string
	for i, b := range card.Splits[0].Bands {
		lines = append(lines, []string{b.Band, fmt.Sprint(b.Rows), fmt.Sprint(card.Splits[1].Bands[i].Rows)})
	}
	lines = append(lines, []string{"all", fmt.Sprint(card.Splits[0].Rows), fmt.Sprint(card.Splits[1].Rows)})
	if _, err := o.app.Table(o.app.Stdout, headings, lines); err != nil {
		return err
	}
	_, err := fmt.Fprintf(o.app.Stdout, "\nclasses in both: %d of puzzles, %d of solution grids\nthe card is %s/README.md and card.json\n",
		card.Overlap.Puzzles, card.Overlap.Solutions, strings.TrimSuffix(o.request.Dir, "/"))
	return err
}
