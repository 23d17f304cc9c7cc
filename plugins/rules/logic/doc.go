// Package logic is the plugin rules: it solves, explains and rates Sudoku as people do. It looks for a pattern that
// proves something, says what it proves, and looks again. It never guesses, except if the paper behind it does.
//
// # The idea
//
// Maji & Pal (Yet Another Organized Move towards Solving Sudoku Puzzle, 2010, section III) list the candidates of each
// empty cell and shorten these lists by four elimination techniques, each followed by the cheaper ones again:
//
//	ET-I    one candidate left in a cell                     naked single
//	ET-II   one cell left for a digit ("solitary number")    hidden single
//	ET-III  two cells with the same two candidates (clone)   naked pair
//	ET-IV   three cells with three candidates (triad)        naked triplet
//
// and guess when none helps. The field went on from there. Nicolas Juillerat's Sudoku Explainer (1.2.1)
// orders its techniques by how hard they are for people and applies the first hint it finds. HoDoKu has more
// techniques, and scores instead of ratings.
//
// # Rooms
//
//	logic         the plugin: its declaration, solver and explainer
//	rate          its grader: Sudoku Explainer, HoDoKu, qqwing, people's times
//	ladder        the table of techniques, which of them are chosen, and the engine that applies them
//	paper         Maji & Pal's elimination techniques and guesses, and plain backtracking
//	chain         techniques that follow chains of candidates
//	uniqueness    techniques that argue from the puzzle having one solution
//	pattern       all other techniques
//	board         the board that they work on
//
// All but logic are under plugins/rules/internal.
//
// # Names
//
//	b, e, f    board, engine, frame        h, i       house, by its place in Frame.Houses
//	c, cell    cell                        s, slot    seat of a cell in a house; its slot there
//	v, vs      digit, set of digits        m          mask that is being walked through, or a mark
//	k          size of a set or fish       x          crossing of two houses, or a strong link
//	p, t       position, technique
package logic
