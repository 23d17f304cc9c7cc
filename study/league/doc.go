// Package league lets all installed solvers play over named collections of puzzles under equal budgets, and makes a static
// site of how they did.
//
//	Season        what is played: collections, budget, solvers; a YAML file
//	Play          solves what is missing; the answers are in a library of the season's own, so what an interrupted season,
//	              an earlier version of a plugin, or parts merged from other machines have left is not solved again
//	Stand         reads the library: the current versions of all solvers, ranked
//	Site          writes the pages
//
// # The ranking
//
// Each puzzle is a duel between each two solvers. Who decides it beats who does not; of two that decide it the one that takes
// less time inside its algorithm wins, and times within a tenth of each other are a draw. A wrong answer or a crash loses
// even to no answer. A solver's score is the share of its duels that it wins, draws counting half: the mean over all
// opponents, over the puzzles of a collection, and over the collections, each of which counts the same.
//
// The interval of a score comes from a paired bootstrap: the puzzles of each collection are drawn with replacement, all
// solvers meet on the same draw, and the middle 95 % of a thousand draws are the interval, of the score and of the rank.
// Bradley & Terry's model is not used. It gives each solver a strength, for which the maximum of the likelihood does not
// exist if a solver wins or loses all its duels, as here some do; its merit is to rank who has never met, but here all meet
// on all puzzles; and its intervals take duels on the same puzzle for independent ones.
package league
