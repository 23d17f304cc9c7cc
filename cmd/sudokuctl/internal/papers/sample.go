package papers

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/study"
	"github.com/sudokuctl/sudokuctl/study/sample"
)

func sampleCommand(a *app.App) *cobra.Command {
	r, folder, svg := sample.Request{}, "", ""
	c := &cobra.Command{
		Use:   "sample [FILE...]",
		Short: "Ratings, time, entropy, redundancy, tightness and backdoors of a sample",
		Long: `Measure puzzles one by one and show means, shares and correlations with 95 % intervals, overall and
among puzzles with equal numbers of clues. The puzzles are drawn from files, or are minimal ones of the
generator: carved, or with a controlled bias, which weights turn into a picture of all minimal puzzles.
--field adds a number that the files have, such as a rating or the seconds that people took. --save
writes a row for each puzzle with a card and a checksum; the same command writes the same file.`,
		Example: `  sudokuctl study sample -n 20000 --method controlled_bias --save folder
  sudokuctl study sample train.csv -n 100000 --field rating
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
	f.StringVar(&r.Method, "method", "carve", "of the generator: carve or controlled_bias")
	f.StringSliceVar(&r.Fields, "field", nil, "numbers of the files to compare with, by their `NAMES`")
	f.StringVar(&folder, "save", "", "write the rows and their card into `FOLDER`")
	f.StringVar(&svg, "svg", "", "draw the pictures into `FOLDER`")
	return c
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
		sum, err := s.Write(folder, app.Version())
		if err != nil {
			return err
		}
		a.Remark("%d rows in %s, SHA-256 %s", len(s.Rows), folder, sum)
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
