// Package plugin makes a plugin of sudokuctl out of an algorithm.
//
// An author fills in a [Spec] and calls [Serve] in main. The algorithm itself is an ordinary package that
// implements one of the small interfaces of core/sudoku, and imports core/spec instead of this package:
//
//	func main() { plugin.Serve(search.Spec()) }
package plugin
