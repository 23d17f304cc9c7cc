package main

import "github.com/spf13/cobra"

// commands returns all commands, grouped by what people do with them.
func (a *app) commands() []*cobra.Command {
	return []*cobra.Command{
		a.solveCommand(), a.explainCommand(), a.hintCommand(), a.gradeCommand(), a.checkCommand(),
		a.generateCommand(),
		a.runCommand(), a.resumeCommand(), a.benchCommand(),
		a.convertCommand(), a.importCommand(), a.exportCommand(),
		a.listCommand(), a.showCommand(), a.randomCommand(), a.dailyCommand(), a.tagCommand(),
		a.statsCommand(), a.dedupeCommand(), a.compareCommand(), a.levelsCommand(), a.agreeCommand(),
		a.paperCommand(),
		a.pluginCommand(), a.trustCommand(), a.configCommand(), a.dbCommand(), a.doctorCommand(), a.versionCommand(), a.manCommand(),
	}
}
