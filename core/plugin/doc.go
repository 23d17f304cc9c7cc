// Package plugin is the author's door: everything that an algorithm needs to become a plugin of sudokuctl.
//
// An author fills in a [Spec] and calls Serve in main; the algorithm itself is an ordinary package that
// implements one of the small interfaces of core/sudoku:
//
//	func main() { plugin.Serve(search.Spec()) }
package plugin
