package main

import (
	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/library"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/metrics"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/papers"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/plugins"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/puzzles"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/runs"
)

// commands returns all commands, grouped by what people do with them.
func commands(a *app.App) []*cobra.Command {
	return []*cobra.Command{
		puzzles.Solve(a), puzzles.Explain(a), puzzles.Hint(a), puzzles.Grade(a), puzzles.Check(a),
		puzzles.Generate(a),
		runs.Plan(a), runs.Submit(a), runs.Status(a), runs.Merge(a),
		runs.Run(a), runs.Resume(a), runs.Bench(a),
		library.Convert(a), library.Import(a), library.Export(a),
		library.List(a), library.Show(a), library.Random(a), library.Daily(a), library.Book(a), library.Tag(a),
		library.Stats(a), library.Dedupe(a), runs.Compare(a), metrics.Levels(a), metrics.Agree(a),
		papers.Paper(a),
		plugins.Plugin(a), a.TrustCommand(), a.ConfigCommand(), library.DB(a), plugins.Doctor(a), a.VersionCommand(), a.ManCommand(),
	}
}
