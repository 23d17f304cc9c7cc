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

// commands returns all commands, grouped by what people do with them. Those of one kind are below one command; each goes by
// its old name at the top too, which no help shows.
func commands(a *app.App) []*cobra.Command {
	db := library.DB(a)
	plugin := plugins.Plugin(a, scaffold.New(a))
	old := slices.Concat(
		app.Below(a, db, library.Stats, library.Runs, library.Tag, library.Edit, library.Delete, library.Restore,
			library.Dedupe, library.Random, library.Daily, library.Book))
	return slices.Concat(old,
		app.Grouped(app.Puzzles, puzzles.Solve(a), puzzles.Explain(a), puzzles.Hint(a), puzzles.Grade(a),
			puzzles.Check(a), puzzles.Candidates(a), puzzles.Generate(a), library.Convert(a)),
		app.Grouped(app.Library, library.Import(a), library.Export(a), library.List(a), library.Show(a), db,
			page.Serve(a), page.Pipe(a)),
		app.Grouped(app.Runs, runs.Run(a), runs.Resume(a), runs.Bench(a), runs.Compare(a)),
		app.Grouped(app.Program, plugin, study.Paper(a), study.Levels(a), about.Config(a), plugins.Doctor(a),
			about.Version(a)),
	)
}
