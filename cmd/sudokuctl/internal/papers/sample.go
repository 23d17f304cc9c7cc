package papers

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/study"
	"github.com/sudokuctl/sudokuctl/study/sample"
	"github.com/sudokuctl/sudokuctl/study/transition"
)

// Study is the command for studies that belong to no one paper.
func Study(a *app.App) *cobra.Command {
	c := &cobra.Command{
		Use:   "study",
		Short: "Measure how puzzles are distributed",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(sampleCommand(a), transitionCommand(a))
	return c
}

func sampleCommand(a *app.App) *cobra.Command {
	r, folder, svg := sample.Request{}, "", ""
	c := &cobra.Command{
		Use:   "sample [FILE...]",
		Short: "Ratings, time, entropy, redundancy, tightness and backdoors of a sample",
		Long: `Measure puzzles one by one and show means, shares, hardest techniques and correlations with 95 %
intervals, overall and among puzzles with equal numbers of clues. The puzzles are drawn from files, or are
minimal ones of the generator: carved, or with a controlled bias (berthier2009 in docs/bibliography.md),
which weights turn into a picture of all minimal puzzles and into their number.
--join shows samples that were saved before as one, such as those of several machines with a seed each.
--field adds a number that the files have, such as a rating or the seconds that people took. --save
writes a row for each puzzle with a card and a checksum; the same command writes the same file.`,
		Example: `  sudokuctl study sample -n 20000 --method controlled_bias --save folder
  sudokuctl study sample train.csv -n 100000 --field rating
  sudokuctl study sample --join one,two
  sudokuctl study sample times.tsv -n 1000 --field avg_seconds`,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				var err error
				if r.Inputs, err = a.Inputs(args); err != nil {
					return err
				}
			}
			return runSample(c.Context(), a, r, folder, svg)
		},
	}
	f := c.Flags()
	f.IntVarP(&r.Count, "count", "n", 1000, "puzzles to measure")
	f.Uint64Var(&r.Seed, "seed", 1, "of the puzzles, and of drawing them from files")
	app.OneOf(f, &r.Method, "method", "carve", []string{"carve", "controlled_bias"}, "of the generator")
	f.StringSliceVar(&r.Fields, "field", nil, "numbers of the files to compare with, by their `NAMES`")
	f.StringSliceVar(&r.Joined, "join", nil, "show the samples of `FOLDERS` that --save wrote")
	f.StringVar(&folder, "save", "", "write the rows and their card into `FOLDER`")
	f.StringVar(&svg, "svg", "", "draw the pictures into `FOLDER`")
	return c
}

func transitionCommand(a *app.App) *cobra.Command {
	r, folder, svg := transition.Request{}, "", ""
	c := &cobra.Command{
		Use:   "transition",
		Short: "How puzzles come to have one solution as clues become more",
		Long: `Draw random parts of uniform solution grids with 17 to 81 clues and show how many have one solution. Of
--whole of each number of clues show too of how many the linear relaxation is a point, how many solutions
the others have, and how many cells are frozen: the same in all solutions. --grids shows how the share of
puzzles with one solution differs from grid to grid. A million draws take minutes.`,
		Example: `  sudokuctl study transition -n 1000 --grids 20 --svg pictures
  sudokuctl study transition -n 1000000 --seed 2 --save folder`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return runTransition(c.Context(), a, r, folder, svg) },
	}
	f := c.Flags()
	f.IntVarP(&r.Count, "count", "n", 1000, "puzzles of each number of clues")
	f.IntVar(&r.Whole, "whole", transition.UsualWhole, "puzzles of which everything is measured")
	f.IntVar(&r.Grids, "grids", 0, "grids to compare")
	f.Uint64Var(&r.Seed, "seed", 1, "of the puzzles")
	f.StringVar(&folder, "save", "", "write the points and their card into `FOLDER`")
	f.StringVar(&svg, "svg", "", "draw the picture into `FOLDER`")
	return c
}

func runTransition(ctx context.Context, a *app.App, r transition.Request, folder, svg string) error {
	out, err := screen.NewTables(a.Streams)
	if err != nil {
		return err
	}
	r.Open = a.OpenBare
	t, err := transition.Measure(ctx, r, a.Screen().Report)
	if err != nil {
		return err
	}
	if folder != "" {
		c, err := t.Write(folder, app.Version())
		if err != nil {
			return err
		}
		a.Remark("%d rows in %s, SHA-256 %s", c.Rows, folder, c.SHA256)
	}
	return showStudy(a, out, "transition", t.Tables(), t.Drawings(), svg)
}

func runSample(ctx context.Context, a *app.App, r sample.Request, folder, svg string) error {
	out, err := screen.NewTables(a.Streams)
	if err != nil {
		return err
	}
	r.Open = a.OpenBare
	s, err := sample.Make(ctx, r, a.Screen().Report)
	if err != nil {
		return err
	}
	if folder != "" {
		c, err := s.Write(folder, app.Version())
		if err != nil {
			return err
		}
		a.Remark("%d rows in %s, SHA-256 %s", c.Rows, folder, c.SHA256)
	}
	return showStudy(a, out, "sample", s.Tables(), s.Drawings(), svg)
}

// showStudy shows the tables of a study, and draws its pictures if there is a folder for them.
func showStudy(a *app.App, out *screen.Tables, name string, tables []*study.Table, drawings []*study.Drawing, svg string) error {
	for _, t := range tables {
		if err := out.Show(t); err != nil {
			return err
		}
	}
	if svg != "" {
		for _, d := range drawings {
			if err := drawInto(a, svg, name, d); err != nil {
				return err
			}
		}
	}
	return out.End()
}
