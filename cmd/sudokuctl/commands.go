package main

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/about"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/library"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/page"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/plugins"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/puzzles"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/runs"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/scaffold"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/study"
)

// commands returns all commands, grouped by what people do with them.
func commands(a *app.App) []*cobra.Command {
	return slices.Concat(
		app.Grouped(app.Puzzles, puzzles.Solve(a), puzzles.Check(a), puzzles.Explain(a), puzzles.Hint(a), puzzles.Grade(a),
			puzzles.Generate(a), library.Convert(a)),
		app.Grouped(app.Library, library.Import(a), library.Export(a), library.List(a), library.Show(a), library.Random(a),
			library.Tag(a), library.Edit(a), library.Delete(a), library.Dedupe(a), library.Stats(a), library.Runs(a), library.DB(a)),
		app.Grouped(app.Publishing, library.Daily(a), library.Book(a)),
		app.Grouped(app.Runs, runs.Run(a), runs.Bench(a), runs.Compare(a)),
		app.Grouped(app.Plugins, plugins.Plugin(a, scaffold.New(a))),
		app.Grouped(app.Program, page.Serve(a), study.Paper(a), study.Levels(a), about.Config(a), plugins.Doctor(a),
			about.Version(a)),
	)
}
