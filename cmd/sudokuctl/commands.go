package main

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/about"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/datasets"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/league"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/library"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/metrics"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/page"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/papers"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/plugins"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/puzzles"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/runs"
)

// commands returns all commands, grouped by what people do with them.
func commands(a *app.App) []*cobra.Command {
	return slices.Concat(
		app.Grouped(app.Puzzles, puzzles.Solve(a), puzzles.Explain(a), puzzles.Hint(a), puzzles.Grade(a),
			puzzles.Check(a), puzzles.Verify(a), puzzles.Generate(a), library.Convert(a)),
		app.Grouped(app.Library, library.Import(a), library.Export(a), library.List(a), library.Show(a),
			library.Random(a), library.Daily(a), library.Book(a), library.Tag(a), library.Edit(a), library.Delete(a), library.Restore(a),
			library.Stats(a), library.Runs(a), library.Dedupe(a), library.DB(a), page.Serve(a), page.MCP(a), page.Pipe(a)),
		app.Grouped(app.Runs, runs.Run(a), runs.Resume(a), runs.Bench(a), runs.Compare(a)),
		app.Grouped(app.Metrics, metrics.Levels(a), metrics.Agree(a), papers.Paper(a), papers.Study(a)),
		app.Grouped(app.Learning, datasets.Dataset(a)),
		app.Grouped(app.Plugins, plugins.Plugin(a, league.Command(a)), plugins.Trust(a)),
		app.Grouped(app.Machines, runs.Plan(a), runs.Submit(a), runs.Worker(a), runs.Status(a), runs.Merge(a)),
		app.Grouped(app.Program, about.Config(a), plugins.Doctor(a), about.Version(a), about.Man()),
	)
}
